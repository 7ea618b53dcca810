//! `board`: draws a scenario, or a position of a transcript.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::options::GameArgs;
use super::problem::{Problem, unwritable};
use super::setup::{self, LoadedGame};
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::files;
use crate::game::Game;
#[cfg(feature = "serve")]
use crate::saved::Recording;
#[cfg(feature = "serve")]
use crate::serve::replay_page;
use crate::transcript::{Options, Transcript, replay};

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
    /// Also write the game of a transcript to this file, as a page that shows every moment and
    /// needs no server; `-` writes only the page, to stdout.
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Draws a board.
pub(super) fn board(args: &BoardArgs, streams: &mut Streams) -> Result<(), Problem> {
    #[cfg(feature = "serve")]
    if let Some(path) = &args.html
        && save(
            &Output { path, option: "--html", kind: "page", extension: "html" },
            &page(args)?,
            streams,
        )?
    {
        return Ok(());
    }
    let game = if setup::is_transcript(&args.game) { position(args)? } else { opening(args)? };
    let view = game.player_view(None);
    if let Some(path) = &args.svg {
        let picture = draw::picture(&view, args.names)?;
        if save(
            &Output { path, option: "--svg", kind: "picture", extension: "svg" },
            &picture,
            streams,
        )? {
            return Ok(());
        }
    }
    let style = Style { names: args.names, colors: true };
    Ok(streams.out.styled(&draw::board(&view, style))?)
}

/// A file that an option names.
struct Output<'a> {
    path: &'a Path,
    option: &'static str,
    /// What it contains, and the extension of files that may be replaced.
    kind: &'static str,
    extension: &'static str,
}

/// Writes a text to a file, or to stdout if the path is `-`; returns whether it went to stdout.
/// Replaces an existing file with the extension, but no other one.
fn save(output: &Output<'_>, text: &str, streams: &mut Streams) -> Result<bool, Problem> {
    let &Output { path, option, kind, extension } = output;
    if path.as_os_str() == "-" {
        streams.out.write_all(text.as_bytes())?;
        return Ok(true);
    }
    let is_file = path.is_file() && !files::is_own(path);
    if is_file && path.extension().is_none_or(|found| found != extension) {
        let message = format!("`{}` already exists and might not be a {kind}", path.display());
        let hint = format!("use a file name that ends in `.{extension}`");
        return Err(Diagnostic::new(message).hint(hint).into());
    }
    files::save(path, text).map_err(|error| {
        let hint = format!("`{option}` takes a file in an existing folder, or `-` for stdout");
        unwritable(path, &error).hint(hint)
    })?;
    Ok(false)
}

/// The page that shows every moment of a transcript.
#[cfg(feature = "serve")]
fn page(args: &BoardArgs) -> Result<String, Problem> {
    if !setup::is_transcript(&args.game) {
        return Err(is_scenario(args, "--html"));
    }
    let (transcript, loaded) = load_transcript(args)?;
    let script = Rc::clone(&loaded.script);
    let recording = Recording::of(&transcript, &loaded.rules, script, args.until)?;
    Ok(replay_page(&recording))
}

/// The error of an option that is only for transcripts.
fn is_scenario(args: &BoardArgs, option: &str) -> Problem {
    let message = format!("`{}` is a scenario, which has no actions", args.game.scenario.display());
    Diagnostic::new(message).hint(format!("`{option}` is for transcripts")).into()
}

/// The game of a scenario before its first action.
fn opening(args: &BoardArgs) -> Result<Game, Problem> {
    if args.until.is_some() {
        return Err(is_scenario(args, "--until"));
    }
    let loaded = setup::load_game(&args.game)?;
    loaded.begin(*loaded.rules.seats.end(), args.seed)
}

/// The position at a line of a transcript, or at its end.
fn position(args: &BoardArgs) -> Result<Game, Problem> {
    let (transcript, loaded) = load_transcript(args)?;
    let options = Options { until: args.until, ..Options::default() };
    let report = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    Ok(report.game)
}

/// A transcript and its rules.
fn load_transcript(args: &BoardArgs) -> Result<(Transcript, LoadedGame), Problem> {
    let changes = &args.game.changes;
    if !changes.packs.is_empty() || !changes.set.is_empty() {
        let message = "a transcript names its own packs and settings";
        return Err(Diagnostic::new(message).hint("leave out `--packs` and `--set`").into());
    }
    let transcript = setup::read(Path::new(&args.game.scenario), &changes.sources)?;
    let loaded = setup::load_for(&transcript, &changes.sources)?;
    Ok((transcript, loaded))
}
