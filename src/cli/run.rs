//! `run`: plays a whole game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use super::options::{BotArgs, ExecutionArgs, GameArgs, LimitArgs, OnRuleError, SeatKind};
use super::play::{Log, create, play};
use super::problem::Problem;
use super::report::GameReport;
use super::streams::Streams;
use super::terminal::Terminal;
use super::{rules, setup};
use crate::chance;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{Detail, Recorder, check_recordable};

/// The arguments of `run`.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub(super) struct RunArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// The players; by default, as many greedy players as possible.
    ///
    /// `greedy` goes for the nearest points, `random` takes any legal action, `human` is asked at
    /// the terminal, and a path such as `./my_bot` names a program, which receives questions as
    /// messages.
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    players: Vec<SeatKind>,
    #[command(flatten)]
    bots: BotArgs,
    /// The seed of the game's random results; by default, one is drawn and printed.
    #[arg(long)]
    seed: Option<u64>,
    /// Assign the players to the seats at random.
    #[arg(long)]
    shuffle_seats: bool,
    /// Write the transcript to this file during the game.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Record only what this player sees, with hidden information masked.
    #[arg(long = "as", value_name = "PLAYER", requires = "record")]
    viewer: Option<String>,
    /// Record only actions, without the changes that they cause.
    #[arg(long, requires = "record", conflicts_with = "viewer")]
    compact: bool,
    /// Overwrite an existing file.
    #[arg(long, requires = "record")]
    force: bool,
    /// Print the result as JSON, and nothing else.
    #[arg(long)]
    json: bool,
    /// Print only the result, not the course of the game.
    #[arg(long)]
    quiet: bool,
    /// List what `--set`, `--without` and `--with` can change in this game, without playing it.
    #[arg(long)]
    help_rules: bool,
    /// What to do when a rule fails.
    #[arg(long, value_enum, default_value = "stop")]
    on_rule_error: OnRuleError,
    #[command(flatten)]
    limit: LimitArgs,
}

/// Plays a whole game.
pub(super) fn run(args: &RunArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?.with_execution(args.execution)?;
    if args.help_rules {
        return Ok(rules::help(&loaded.rules, &mut streams.out)?);
    }
    let seed = seed(args, streams)?;
    let kinds = setup::seating(&loaded.rules, &args.players, seed, args.shuffle_seats);
    let mut game = loaded.begin(kinds.len(), seed)?;
    game.on_rule_error(args.on_rule_error.into());
    game.limit_operations(args.limit.operations);
    let terminal = Rc::new(Terminal::new(&kinds, args.record.as_deref()));
    let mut seats = setup::seats(&kinds, seed, args.json, &terminal, args.bots)?;
    let mut record = None;
    if let Some(path) = &args.record {
        check_recordable(&loaded.rules)?;
        let viewer = args.viewer.as_ref().map(|name| player(name, &game)).transpose()?;
        let detail = if args.compact { Detail::Actions } else { Detail::Changes };
        let recorder = Recorder::new(create(path, args.force)?, viewer);
        let record = record.insert(recorder.in_detail(detail));
        record.begin(&game)?;
    }
    let is_shown = !args.quiet && !args.json;
    let log = Log::new(record, &kinds, &game, is_shown, &terminal);
    let actions = play(&mut game, &mut seats, log, streams)?;
    let report = GameReport::new(&game, &kinds, actions)?;
    if args.json {
        streams.out.json(&report)?;
    } else {
        streams.out.styled(&report.text(&game))?;
    }
    Ok(())
}

/// The given seed, or else a drawn one. The heading of the game shows the seed; without a heading,
/// a drawn seed is printed to stderr.
fn seed(args: &RunArgs, streams: &mut Streams) -> io::Result<u64> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    let seed = chance::draw_seed();
    if args.quiet || args.json {
        writeln!(streams.err, "drew seed {seed}; `--seed {seed}` plays this game again")?;
    }
    Ok(seed)
}

/// The player with this name.
fn player(name: &str, game: &Game) -> Result<Player, Problem> {
    let seat = game.names().iter().position(|known| known == name);
    seat.map(Player::new).ok_or_else(|| {
        Diagnostic::new(format!("no player `{name}`")).did_you_mean(name, game.names()).into()
    })
}
