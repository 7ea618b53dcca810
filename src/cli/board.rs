//! `board`: draws a scenario, or a position of a transcript.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::options::GameArgs;
use super::problem::{Problem, unwritable};
use super::setup;
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::files;
use crate::game::Game;
use crate::transcript::{Options, replay};

/// The arguments of `board`.
#[derive(clap::Args, Debug)]
pub(super) struct BoardArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The seed of the random board.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop before this line of the transcript.
    #[arg(long, value_name = "LINE")]
    until: Option<usize>,
    /// Label each hex with its name; in a picture, intersections and borders as well.
    #[arg(long)]
    names: bool,
    /// Also write a picture to this file; `-` writes only the picture, to stdout.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws a board.
pub(super) fn board(args: &BoardArgs, streams: &mut Streams) -> Result<(), Problem> {
    let game = if setup::is_transcript(&args.game) { position(args)? } else { opening(args)? };
    let view = game.player_view(None);
    if let Some(path) = &args.svg {
        let picture = draw::picture(&view, args.names)?;
        if path.as_os_str() == "-" {
            return Ok(streams.out.write_all(picture.as_bytes())?);
        }
        save_picture(path, &picture)?;
    }
    let style = Style { names: args.names, colors: true };
    Ok(streams.out.styled(&draw::board(&view, style))?)
}

/// Writes a picture to a file. Replaces an existing picture, but no other kind of file.
fn save_picture(path: &Path, picture: &str) -> Result<(), Diagnostic> {
    let is_file = path.is_file() && !files::is_own(path);
    if is_file && path.extension().is_none_or(|extension| extension != "svg") {
        let message = format!("`{}` already exists and might not be a picture", path.display());
        return Err(Diagnostic::new(message).hint("use a file name that ends in `.svg`"));
    }
    files::save(path, picture).map_err(|error| {
        unwritable(path, &error)
            .hint("`--svg` takes a file in an existing folder, or `-` for stdout")
    })
}

/// The game of a scenario before its first action.
fn opening(args: &BoardArgs) -> Result<Game, Problem> {
    if args.until.is_some() {
        let message =
            format!("`{}` is a scenario, which has no actions", args.game.scenario.display());
        return Err(Diagnostic::new(message).hint("`--until` is for transcripts").into());
    }
    let loaded = setup::load_game(&args.game)?;
    loaded.begin(*loaded.rules.seats.end(), args.seed)
}

/// The position at a line of a transcript, or at its end.
fn position(args: &BoardArgs) -> Result<Game, Problem> {
    let changes = &args.game.changes;
    if !changes.packs.is_empty() || !changes.set.is_empty() {
        let message = "a transcript names its own packs and settings";
        return Err(Diagnostic::new(message).hint("leave out `--packs` and `--set`").into());
    }
    let transcript = setup::read(Path::new(&args.game.scenario), &changes.sources)?;
    let loaded = setup::load_for(&transcript, &changes.sources)?;
    let options = Options { until: args.until, ..Options::default() };
    let report = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    Ok(report.game)
}
