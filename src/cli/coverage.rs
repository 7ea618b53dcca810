//! `coverage`: reports the rulings that tests name, and the lines of rule files that games run.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::options::SourceArgs;
use super::problem::{Problem, unwritable};
use super::project;
use super::streams::Streams;
use crate::audit::coverage::Coverage;
use crate::audit::page::page;
use crate::audit::rulings::repeated;
use crate::diagnostic::Diagnostics;
use crate::files::save;

/// The arguments of `coverage`.
#[derive(clap::Args, Debug)]
pub(super) struct CoverageArgs {
    /// Folders and transcripts; by default, `tests` and `src`.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
    /// Also write an HTML page with the lines of all rule files to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the result as JSON, and nothing else.
    #[arg(long)]
    json: bool,
}

/// Plays all games and reports their coverage. Fails if anything is not covered.
pub(super) fn coverage(args: &CoverageArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut paths = args.paths.clone();
    if paths.is_empty() {
        let usual = ["tests", "src"].map(Path::new);
        paths.extend(usual.iter().filter(|path| path.is_dir()).map(|path| path.to_path_buf()));
    }
    if paths.is_empty() {
        paths.push("tests/games".into());
    }
    let mut files = project::read(&args.sources, &[], &paths)?;
    Diagnostics(repeated(&files)).unless_any(())?;
    let suite = project::suite(&args.sources, &paths)?;
    files.tests.extend(suite.games.iter().map(|game| game.transcript.source.clone()));
    let bar = project::bar("games", suite.games.len());
    let played = suite.play_all(|| bar.inc(1));
    bar.finish_and_clear();
    let coverage = Coverage::new(&files, &played?);
    if args.json {
        streams.out.json(&coverage)?;
    } else {
        write!(streams.out, "{coverage}")?;
    }
    if let Some(file) = &args.html {
        save(file, &page(&coverage)).map_err(|error| unwritable(file, &error))?;
    }
    if coverage.is_complete() { Ok(()) } else { Err(Problem::Reported) }
}
