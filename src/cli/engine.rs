//! `engine`: plays games for another program, with messages over the standard streams.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use super::problem::Problem;
use crate::chance;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::protocol::Server;

/// The arguments of `engine`.
#[derive(clap::Args, Debug)]
pub(super) struct EngineArgs {
    /// Let messages name scenarios, packs and rule files in this folder; without it, messages can
    /// use only built-in files and the texts that they contain.
    #[arg(long, value_name = "DIR")]
    rules: Vec<PathBuf>,
}

/// Answers messages until the input ends.
pub(super) fn engine(args: &EngineArgs) -> Result<(), Problem> {
    if let Some(folder) = args.rules.iter().find(|folder| !folder.is_dir()) {
        return Err(Diagnostic::new(format!("`{}` is not a folder", folder.display())).into());
    }
    // Panics are reported in the answer, so they are not printed to stderr.
    std::panic::set_hook(Box::new(|_| {}));
    let mut server = Server::new(args.rules.clone(), chance::draw_seed);
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    while let Some(whole) = next(&mut input, &mut line)? {
        let answer = if whole {
            server.answer(&String::from_utf8_lossy(&line))
        } else {
            Some(Server::too_long())
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads the next line. Returns whether the whole line was read; `None` at the end of the input.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    input.by_ref().take(limits::MESSAGE as u64 + 1).read_until(b'\n', line)?;
    if line.len() <= limits::MESSAGE {
        return Ok((!line.is_empty()).then_some(true));
    }
    let mut last = line.last().copied();
    while last != Some(b'\n') {
        line.clear();
        input.by_ref().take(limits::MESSAGE as u64).read_until(b'\n', line)?;
        last = line.last().copied();
        if line.is_empty() {
            break;
        }
    }
    Ok(Some(false))
}
