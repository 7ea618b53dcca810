//! Runs that write shards to a folder, whatever the command.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::described::{BALANCE, COMPARE, MATCH, SWEEP};
use super::problem::{Problem, unwritable};
use super::streams::{Streams, shown};
use crate::count::counted;
use crate::diagnostic::Diagnostic;
use crate::shards::{Header, Run, Shard, ShardFile, Writer, gaps, shards_in};

/// The options of commands whose runs can be divided.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ShardArgs {
    /// Play only this part of the games, such as `2/4`; all parts together contain every game.
    #[arg(long, value_name = "PART/PARTS")]
    pub(super) shard: Option<Shard>,
    /// Write the games to this folder, in files that `newcatan merge` puts together. Files that are
    /// complete are not played again, so an interrupted run goes on.
    #[arg(long, value_name = "FOLDER")]
    pub(super) shards: Option<PathBuf>,
}

/// Plays the rows of a shard and writes them.
pub(super) type PlayShard<'a> = &'a mut dyn FnMut(&Header, &mut Writer) -> Result<(), Problem>;

/// The greatest number of files of a run that is not divided by `--shard`, and the least number of
/// rows that a file is worth.
const FILES: u64 = 100;
const ROWS: u64 = 100;

/// Plays a run, or a part of it, into a folder. Returns the files that contain all its rows.
pub(super) fn play(
    (folder, shard): (&Path, Option<Shard>),
    (run, repeat): (&Run, &str),
    play: PlayShard<'_>,
    streams: &mut Streams,
) -> Result<Vec<ShardFile>, Problem> {
    let header = |shard| Header::new(run.clone(), shard, repeat.to_owned());
    if let Some(shard) = shard {
        return Ok(vec![play_shard(folder, &header(shard), play, streams)?]);
    }
    let mut files = match ShardFile::find_all(folder, run) {
        Err(_) if !folder.exists() => Vec::new(),
        files => files.map_err(|error| unreadable(folder, &error))?,
    };
    let missing = gaps(run.rows, files.iter().map(|file| file.header.numbers()));
    let of = (run.rows / ROWS).clamp(1, FILES);
    for shard in shards_in(run.rows, of, &missing) {
        files.push(play_shard(folder, &header(shard), play, streams)?);
    }
    Ok(files)
}

/// Plays a shard, unless its file is complete. Says which file it is.
fn play_shard(
    folder: &Path,
    header: &Header,
    play: PlayShard<'_>,
    streams: &mut Streams,
) -> Result<ShardFile, Problem> {
    match ShardFile::find(folder, header) {
        Ok(Some(file)) => {
            let rows = counted(header.count, row_word(&header.run));
            writeln!(streams.err, "`{}` is complete: {rows}", shown(&file.path))?;
            return Ok(file);
        }
        Ok(None) => {}
        Err(damage) => {
            let path = shown(&damage.path);
            writeln!(streams.err, "`{path}` {}: it is played again", damage.why)?;
        }
    }
    let failed = |error| unwritable(folder, &error);
    let mut writer = Writer::begin(folder, header).map_err(failed)?;
    match play(header, &mut writer) {
        Err(Problem::Interrupted) => {
            drop(writer);
            writeln!(
                streams.err,
                "part {} is not complete; the same command goes on",
                header.shard
            )?;
            Err(Problem::Interrupted)
        }
        played => {
            played?;
            let path = writer.finish().map_err(failed)?;
            Ok(ShardFile { path, header: header.clone() })
        }
    }
}

/// What a row of a run is.
pub(super) fn row_word(run: &Run) -> &'static str {
    match run.command.as_str() {
        COMPARE => "pair",
        MATCH | BALANCE | SWEEP => "seed",
        _ => "game",
    }
}

/// The diagnostic for a folder that cannot be listed.
pub(super) fn unreadable(folder: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(format!("`{}` cannot be read: {error}", folder.display()))
}

/// A command line, quoted for a POSIX shell.
pub(super) fn command_line(words: &[String]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./,=:+@%".contains(c);
    let quoted = |word: &String| {
        if !word.is_empty() && word.chars().all(is_plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        let line =
            |words: &[&str]| command_line(&words.iter().map(|&it| it.into()).collect::<Vec<_>>());
        assert_eq!(
            line(&["a", "--set", "pack.goal=1", "./x y", ""]),
            "a --set pack.goal=1 './x y' ''"
        );
        assert_eq!(line(&["it's", "$HOME", "a*"]), r"'it'\''s' '$HOME' 'a*'");
    }
}
