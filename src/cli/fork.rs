//! `fork`: branches a game at a line of its transcript.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use super::args::{SeatKind, SourceArgs};
use super::diff::place;
use super::play::{Log, create, play};
use super::report::Report;
use super::{Problem, Streams, setup};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::transcript::{self, Body, Options, Recorder, Transcript, replay};

/// The arguments of `fork`.
#[derive(clap::Args, Debug)]
pub(super) struct ForkArgs {
    /// A line of a transcript: the last one that stays.
    #[arg(value_name = "GAME:LINE")]
    place: String,
    #[command(flatten)]
    sources: SourceArgs,
    /// Write the branch to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Who plays on; nobody unless given, and only the beginning is written.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_enum, requires = "record")]
    players: Vec<SeatKind>,
    /// Write over a file that is there already.
    #[arg(long, requires = "record")]
    force: bool,
    /// Print the result only, not the game going by.
    #[arg(long)]
    quiet: bool,
}

/// Writes the beginning of a game, and lets the seats play on from there.
pub(super) fn fork(args: &ForkArgs, streams: &mut Streams) -> Result<(), Problem> {
    let (file, line) = place(&args.place)?;
    let text = setup::text(&file)?;
    let transcript = transcript::parse(&beginning(&text, line), &file.display().to_string())?;
    check(&transcript, line)?;
    let loaded = setup::load_for(&transcript, &args.sources)?;
    let report = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), Options::default())?;
    let mut game = report.game;
    check_players(&args.players, &game)?;
    let mut branch = report.blessed;
    writeln!(branch, "# forked from {}", args.place).expect("a string takes text");
    let Some(path) = &args.record else {
        return Ok(streams.out.write_all(branch.as_bytes())?);
    };
    let mut out = create(path, args.force)?;
    out.write_all(branch.as_bytes())?;
    if args.players.is_empty() {
        return Ok(());
    }
    let record = Recorder::after(out, &game);
    let mut seats = setup::seats(&args.players, game.table().seed, false);
    let log = Log::new(Some(record), &args.players, &game, !args.quiet);
    let Some(actions) = play(&loaded, &mut game, &mut seats, log, streams)? else {
        return Ok(());
    };
    let report = Report::new(&game, &args.players, actions)?;
    Ok(streams.out.write_all(report.text(&game).as_bytes())?)
}

/// The lines of a text up to one, and what is indented right below that.
fn beginning(text: &str, line: usize) -> String {
    let is_below = |row: &str| row.starts_with([' ', '\t']) && !row.trim().is_empty();
    let rows = text.split_inclusive('\n').enumerate();
    rows.take_while(|(index, row)| *index < line || is_below(row)).map(|(_, row)| row).collect()
}

/// Checks that the line is there, and that the game has begun where it begins with a position:
/// who is in turn is told by the first action.
fn check(transcript: &Transcript, line: usize) -> Result<(), Diagnostic> {
    setup::check_line(transcript, line)?;
    let has = |is: fn(&Body) -> bool| transcript.lines.iter().any(|line| is(&line.body));
    let is_open =
        has(|body| matches!(body, Body::Given(_))) && !has(|body| matches!(body, Body::Action(..)));
    if is_open {
        let wrong = "nobody has acted yet, so it is open who is in turn";
        let hint = "name the line of the first action, or a later one";
        return Err(transcript.source.error_on(line, wrong).hint(hint));
    }
    Ok(())
}

fn check_players(players: &[SeatKind], game: &Game) -> Result<(), Diagnostic> {
    let (found, seats) = (players.len(), game.names().len());
    if found == 0 || found == seats {
        return Ok(());
    }
    let names = game.names().join(", ");
    let wrong = Diagnostic::new(format!("the game has {seats} players, found {found}"));
    Err(wrong.hint(format!("say who plays for {names}: `--players greedy,human,…`")))
}
