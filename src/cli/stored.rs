//! Runs whose rows are written to shards and read from there, as JSON of one type.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use super::shards;
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::shards::{self as files, Header, Run, Shard, ShardFile, Writer};

/// Plays the rows with these numbers and hands them over in order. If it is interrupted, it hands
/// over fewer.
pub(super) type PlayRows<'a, T> =
    &'a mut dyn FnMut(Range<u64>, &mut dyn FnMut(&T) -> ControlFlow<()>) -> Result<(), Problem>;

/// Plays the rows of a run, or of a part of it, that the folder does not contain yet. Returns the
/// files with all of them.
pub(super) fn play_into<T: Serialize>(
    (folder, shard): (&Path, Option<Shard>),
    (run, repeat): (&Run, &str),
    play: PlayRows<'_, T>,
    streams: &mut Streams,
) -> Result<Vec<ShardFile>, Problem> {
    let mut play_shard = |header: &Header, writer: &mut Writer| {
        let (mut written, mut failed) = (0, None);
        play(header.numbers(), &mut |row: &T| {
            let line = serde_json::to_string(row).expect("a row is valid JSON");
            match writer.row(&line) {
                Ok(()) => {
                    written += 1;
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        match failed {
            Some(error) => Err(error.into()),
            None if written == header.count => Ok(()),
            None => Err(Problem::Interrupted),
        }
    };
    shards::play((folder, shard), (run, repeat), &mut play_shard, streams)
}

/// Reads the rows of complete files in order.
pub(super) fn read_rows<T: DeserializeOwned>(
    found: &[ShardFile],
    each: &mut dyn FnMut(T),
) -> Result<(), Diagnostic> {
    let mut rows = files::Rows::of(found);
    while let Some((number, line)) =
        rows.next_row().map_err(|error| Diagnostic::new(error.to_string()))?
    {
        let wrong = |why| Diagnostic::new(format!("row {number} cannot be read: {why}"));
        each(serde_json::from_str(&line).map_err(wrong)?);
    }
    Ok(())
}

/// What decides the rows of a run.
pub(super) fn about<T: DeserializeOwned>(run: &Run) -> Result<T, Diagnostic> {
    let wrong = |error| Diagnostic::new(format!("the run is not described as expected: {error}"));
    serde_json::from_value(run.about.clone()).map_err(wrong)
}
