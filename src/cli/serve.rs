//! `serve`: opens tables for people, who play in a browser.

mod browser;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::options::BotArgs;
use super::problem::Problem;
use super::program::{Errors, programs};
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::serve::{Addresses, Options, serve};

/// The arguments of `serve`.
#[derive(clap::Args, Debug)]
pub(super) struct ServeArgs {
    /// The port of the page.
    #[arg(long, default_value_t = 8271)]
    port: u16,
    /// Do not open the page in the browser; only print its link.
    #[arg(long)]
    no_open: bool,
    /// Let other machines in the local network play, too. The traffic is not encrypted.
    #[arg(long)]
    lan: bool,
    /// Give no hints to people.
    #[arg(long)]
    no_hints: bool,
    /// The folder in which games are saved.
    #[arg(long, value_name = "DIR", default_value = "games")]
    games: PathBuf,
    /// The pause before each action of a program, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 700)]
    pause: u64,
    /// A program that can be chosen for seats by the name of its file; may be repeated.
    #[arg(long = "program", value_name = "PATH")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    bots: BotArgs,
}

/// Runs the server until it is interrupted.
pub(super) fn run(args: &ServeArgs, streams: &mut Streams) -> Result<(), Problem> {
    let options = Options {
        port: args.port,
        lan: args.lan,
        games: args.games.clone(),
        pause: Duration::from_millis(args.pause),
        hints: !args.no_hints,
        programs: programs(&args.programs, args.bots, Errors::Shown)?,
    };
    allow_files();
    let mut opened = None;
    let served = serve(&options, |addresses| {
        let link = format!("{}/#manager={}", addresses.local, addresses.key);
        // If nobody reads the output, the server runs all the same.
        let _ = announce(&link, addresses, args, streams);
        if !args.no_open {
            opened = browser::open(&link, &args.games);
        }
    });
    drop(opened);
    served.map_err(|error| {
        let message = format!("the server cannot run on port {}: {error}", args.port);
        Diagnostic::new(message).hint("choose another port with `--port`").into()
    })
}

/// Allows as many open files and connections as the system lets the program have: each game has
/// some, and each of its viewers.
#[cfg(unix)]
fn allow_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If it cannot be raised, the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Only Unix has such a limit.
#[cfg(not(unix))]
fn allow_files() {}

/// Prints the addresses.
fn announce(
    link: &str,
    addresses: &Addresses,
    args: &ServeArgs,
    streams: &mut Streams,
) -> std::io::Result<()> {
    writeln!(streams.out, "open {link}")?;
    for other in &addresses.others {
        writeln!(streams.out, "other machines reach it at {other}; the traffic is not encrypted")?;
    }
    writeln!(streams.out, "games are saved in `{}`; Ctrl-C ends the server", args.games.display())?;
    streams.out.flush()
}
