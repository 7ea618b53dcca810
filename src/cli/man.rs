//! `man`: prints the program's manual page, or writes the pages of all commands to a folder.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::args::Args;
use super::problem::Problem;
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::files::save_all;

/// The arguments of `man`.
#[derive(clap::Args, Debug)]
pub(super) struct ManArgs {
    /// Write `newcatan.1` and a page for each command, such as `newcatan-run.1`, to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the page about the program, or writes all pages.
pub(super) fn man(args: &ManArgs, streams: &mut Streams) -> Result<(), Problem> {
    // The command `help` has no page of its own.
    let program = Args::command().disable_help_subcommand(true);
    match &args.out {
        Some(folder) => write(program, folder),
        None => Ok(Man::new(program).render(&mut streams.out)?),
    }
}

/// Writes all pages to a folder, which is created if missing.
fn write(mut program: Command, folder: &Path) -> Result<(), Problem> {
    program.build();
    let mut pages = Vec::new();
    list(program, folder, &mut pages)?;
    save_all(&pages).map_err(|(_, error)| {
        let message = format!("the pages cannot be written to `{}`: {error}", folder.display());
        Diagnostic::new(message).hint("`--out` takes a folder").into()
    })
}

/// Adds the pages of a command and its subcommands.
fn list(command: Command, folder: &Path, pages: &mut Vec<(PathBuf, String)>) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        list(below.clone(), folder, pages)?;
    }
    let (man, mut page) = (Man::new(command), Vec::new());
    man.render(&mut page)?;
    let text = String::from_utf8(page).map_err(io::Error::other)?;
    pages.push((folder.join(man.get_filename()), text));
    Ok(())
}
