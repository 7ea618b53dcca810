//! `board`: draws a scenario, or a position of a transcript.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use super::args::BoardArgs;
use super::{Problem, Streams, setup};
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::game::Game;
use crate::transcript::{Options, replay};

/// Draws a board.
pub(super) fn board(args: &BoardArgs, streams: &mut Streams) -> Result<(), Problem> {
    let game = if setup::is_transcript(&args.game) { position(args)? } else { opening(args)? };
    let style = Style { names: args.names, colors: true };
    streams.out.write_all(draw::board(&game.seen_by(None), style).as_bytes())?;
    Ok(())
}

/// The game of a scenario before the first action.
fn opening(args: &BoardArgs) -> Result<Game, Problem> {
    if args.until.is_some() {
        let message = format!("`{}` is a scenario, which has no actions", args.game.scenario);
        return Err(Diagnostic::new(message).hint("`--until` is for transcripts").into());
    }
    let loaded = setup::load(&args.game.request())?;
    loaded.begin(*loaded.rules.seats.end(), args.seed)
}

/// The position at a line of a transcript, or at its end.
fn position(args: &BoardArgs) -> Result<Game, Problem> {
    if !args.game.packs.is_empty() || !args.game.set.is_empty() {
        let message = "a transcript names its own packs and settings";
        return Err(Diagnostic::new(message).hint("leave out `--packs` and `--set`").into());
    }
    let transcript = setup::read(Path::new(&args.game.scenario))?;
    let loaded = setup::load_for(&transcript, &args.game.sources)?;
    let options = Options { until: args.until, ..Options::default() };
    let report = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    Ok(report.game)
}
