//! `serve`: opens tables for people, who play in a browser.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::problem::Problem;
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::serve::{Addresses, Options, serve};

/// The arguments of `serve`.
#[derive(clap::Args, Debug)]
pub(super) struct ServeArgs {
    /// The port of the page.
    #[arg(long, default_value_t = 8271)]
    port: u16,
    /// Only print the address. This is what happens anyway, until the program can open the page.
    #[arg(long, hide = true)]
    no_open: bool,
    /// Let other machines in the local network play, too. The traffic is not encrypted.
    #[arg(long)]
    lan: bool,
    /// The folder in which games are saved.
    #[arg(long, value_name = "DIR", default_value = "games")]
    games: PathBuf,
    /// The pause before each action of a program, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 700)]
    pause: u64,
}

/// Runs the server until it is interrupted.
pub(super) fn run(args: &ServeArgs, streams: &mut Streams) -> Result<(), Problem> {
    let options = Options {
        port: args.port,
        lan: args.lan,
        games: args.games.clone(),
        pause: Duration::from_millis(args.pause),
    };
    let served = serve(&options, |addresses| {
        // If nobody reads the output, the server runs all the same.
        let _ = announce(addresses, args, streams);
    });
    served.map_err(|error| {
        let message = format!("the server cannot run on port {}: {error}", args.port);
        Diagnostic::new(message).hint("choose another port with `--port`").into()
    })
}

/// Prints the addresses, and opens the page.
fn announce(addresses: &Addresses, args: &ServeArgs, streams: &mut Streams) -> std::io::Result<()> {
    let link = format!("{}/#manager={}", addresses.local, addresses.key);
    writeln!(streams.out, "open {link}")?;
    for other in &addresses.others {
        writeln!(streams.out, "other machines reach it at {other}; the traffic is not encrypted")?;
    }
    writeln!(streams.out, "games are saved in `{}`; Ctrl-C ends the server", args.games.display())?;
    streams.out.flush()
}
