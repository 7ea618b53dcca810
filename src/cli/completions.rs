//! `completions`: prints the completion script for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::args::Args;
use super::problem::Problem;
use super::streams::Streams;

/// The arguments of `completions`.
#[derive(clap::Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell that reads the script.
    shell: Shell,
}

/// Prints the completion script for a shell.
pub(super) fn completions(args: &CompletionsArgs, streams: &mut Streams) -> Result<(), Problem> {
    // Writing to memory cannot fail; a closed pipe is handled by the caller.
    let mut text = Vec::new();
    generate(args.shell, &mut Args::command(), "newcatan", &mut text);
    Ok(streams.out.write_all(&text)?)
}
