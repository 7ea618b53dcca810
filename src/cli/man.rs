//! `man`: prints the program's manual page, or writes the pages of all verbs to a folder.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::{Man, generate_to};

use super::args::Args;
use super::{Problem, Streams};
use crate::diagnostic::Diagnostic;

/// The arguments of `man`.
#[derive(clap::Args, Debug)]
pub(super) struct ManArgs {
    /// Write `newcatan.1` and a page for each verb to this folder, such as `newcatan-run.1`.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the page about the program, or writes all pages.
pub(super) fn man(args: &ManArgs, streams: &mut Streams) -> Result<(), Problem> {
    // `help` has no page of its own.
    let program = Args::command().disable_help_subcommand(true);
    match &args.out {
        Some(folder) => Ok(write(program, folder)?),
        None => Ok(Man::new(program).render(&mut streams.out)?),
    }
}

/// Writes all pages to a folder, which is created where it is missing.
fn write(program: Command, folder: &Path) -> Result<(), Diagnostic> {
    let written = fs::create_dir_all(folder).and_then(|()| generate_to(program, folder));
    written.map_err(|error| {
        let message = format!("the pages cannot be written to `{}`: {error}", folder.display());
        Diagnostic::new(message).hint("`--out` takes a folder")
    })
}
