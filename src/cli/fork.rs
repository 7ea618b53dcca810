//! `fork`: branches a game at a line of its transcript.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use super::diff::place;
use super::options::{BotArgs, ExecutionArgs, SeatKind, SourceArgs};
use super::play::{Log, create, play, write_whole};
use super::problem::Problem;
use super::report::GameReport;
use super::setup;
use super::streams::Streams;
use super::terminal::Terminal;
use crate::count::counted;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::Game;
use crate::rules::Rules;
use crate::transcript::{self, Body, Detail, FORKED, Options, Recorder, Transcript, replay};

/// The arguments of `fork`.
#[derive(clap::Args, Debug)]
pub(super) struct ForkArgs {
    /// A transcript, and the last line to keep.
    #[arg(value_name = "GAME:LINE")]
    place: OsString,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Write the branch to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The players who continue, as for `run`; without them, only the beginning is written.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', requires = "record")]
    players: Vec<SeatKind>,
    #[command(flatten)]
    bots: BotArgs,
    /// Overwrite an existing file.
    #[arg(long, requires = "record")]
    force: bool,
    /// Print only the result, not the course of the game.
    #[arg(long)]
    quiet: bool,
}

/// Writes the beginning of a game, and lets the seats continue from there.
pub(super) fn fork(args: &ForkArgs, streams: &mut Streams) -> Result<(), Problem> {
    let (file, line) = place(&args.place)?;
    let text = setup::text(&file)?;
    let transcript = transcript::parse_prefix(&text, &file.display().to_string(), line)?;
    setup::check_line(&transcript, line)?;
    check_begun(&transcript, line)?;
    let loaded = setup::load_for(&transcript, &args.sources)?.with_execution(args.execution)?;
    let options = Options { uncached: args.execution.uncached, ..Options::default() };
    let report = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    if !report.notes.is_empty() {
        streams.err.styled(&format!("{}\n", Diagnostics(report.notes).render(true)))?;
    }
    let mut game = report.game;
    check_players(&args.players, &game)?;
    let plays_on = !args.players.is_empty() && !game.is_over();
    let rules = plays_on.then_some(&*loaded.rules);
    let branch = beginning(&transcript, &args.place, rules);
    let branch = format!("{}{branch}", setup::mark(&file)?);
    let Some(path) = &args.record else {
        return Ok(streams.out.write_all(branch.as_bytes())?);
    };
    if !plays_on {
        write_whole(path, args.force, &branch)?;
        if game.is_over() {
            writeln!(streams.err, "the game is over at this line, so nobody can continue it")?;
        }
        return Ok(());
    }
    let mut out = create(path, args.force)?;
    out.write_all(branch.as_bytes())?;
    out.line_end = transcript.line_end();
    let record = Recorder::after(out, None, &game).in_detail(detail(&transcript));
    let terminal = Rc::new(Terminal::new(&args.players, Some(path)));
    let mut seats = setup::seats(&args.players, game.table().seed(), false, &terminal, args.bots)?;
    let log = Log::new(Some(record), &args.players, &game, !args.quiet, &terminal);
    let actions = play(&mut game, &mut seats, log, streams)?;
    let report = GameReport::new(&game, &args.players, actions)?;
    Ok(streams.out.styled(&report.text(&game))?)
}

/// The lines up to the place, followed by a comment with their origin. With rules, the packs of
/// these rules replace those of the header, and the end of the recording is dropped.
fn beginning(transcript: &Transcript, place: &OsStr, rules: Option<&Rules>) -> String {
    let mut kept = transcript.clone();
    if rules.is_some() {
        kept.lines.retain(|line| line.body != Body::Finish);
    }
    let rows = kept.rows(rules);
    let place = place.to_string_lossy().replace(char::is_control, "\u{fffd}");
    let end = transcript.line_end();
    let rows = rows.strip_suffix('\r').unwrap_or(&rows);
    format!("{rows}{end}{FORKED}{place}{end}")
}

/// The level of detail of a recording.
fn detail(transcript: &Transcript) -> Detail {
    let is_compact = transcript.header.engine.is_some() && !transcript.header.is_complete;
    if is_compact { Detail::Actions } else { Detail::Changes }
}

/// Checks that a game with a given position has begun, since its first action determines the
/// current player.
fn check_begun(transcript: &Transcript, line: usize) -> Result<(), Diagnostic> {
    let has = |is: fn(&Body) -> bool| transcript.lines.iter().any(|line| is(&line.body));
    let is_open =
        has(|body| matches!(body, Body::Given(_))) && !has(|body| matches!(body, Body::Action(..)));
    if is_open {
        let wrong = "nobody has acted yet, so it is not known whose turn it is";
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
    let wrong = Diagnostic::new(format!("the game has {}, not {found}", counted(seats, "player")));
    Err(wrong.hint(format!("choose who plays for {names}: `--players greedy,human,…`")))
}
