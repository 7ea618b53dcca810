//! Runs whose rows are added up: while they are played, or from shards, as JSON of one type.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use super::shards::{self, ShardArgs};
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::shards::{self as files, Header, Run, Shard, ShardFile, Writer};

/// Plays the rows with these numbers and hands them over in order. If it is interrupted, it hands
/// over fewer.
pub(super) type PlayRows<'a, T> =
    &'a mut dyn FnMut(Range<u64>, &mut dyn FnMut(&T) -> ControlFlow<()>) -> Result<(), Problem>;

/// Why no more rows of a run were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ending {
    /// All of them were.
    Complete,
    /// They decided what was asked.
    Enough,
    /// The user has interrupted the run.
    Interrupted,
    /// A game failed.
    Failed,
}

/// The rows that a run was to add.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The number of the first row, and how many were wanted.
    pub(super) first: u64,
    pub(super) wanted: u64,
    pub(super) ending: Ending,
}

impl Extent {
    /// All rows of a complete run.
    pub(super) fn whole(run: &Run) -> Self {
        Self { first: 0, wanted: run.rows, ending: Ending::Complete }
    }
}

impl Ending {
    /// The end of a sentence about the rows, if more of them were wanted: how many, and why there
    /// are fewer.
    pub(super) fn early(self, wanted: &str) -> String {
        let why = match self {
            Self::Complete | Self::Enough => return String::new(),
            Self::Interrupted => "interrupted",
            Self::Failed => "a game failed",
        };
        format!(", ended early ({wanted} requested): {why}")
    }
}

/// What a run has added.
pub(super) struct Added {
    pub(super) extent: Extent,
    /// An error unless `add` broke or had all of them. It follows the report of those that it had.
    pub(super) end: Result<(), Problem>,
}

/// Plays the rows of a run, or of the part that the arguments name, and adds each of them in order,
/// until `add` breaks. If the arguments name a folder, the rows that it lacks are played into it, and
/// then all are added from there; without all rows, none is added, and the problem is returned.
pub(super) fn add_rows<T: Serialize + DeserializeOwned>(
    args: &ShardArgs,
    (run, repeat): (&Run, &str),
    play: PlayRows<'_, T>,
    add: &mut dyn FnMut(&T) -> ControlFlow<()>,
    streams: &mut Streams,
) -> Result<Added, Problem> {
    let numbers = args.shard.unwrap_or_default().numbers(run.rows);
    let (first, wanted) = (numbers.start, numbers.end - numbers.start);
    let (mut added, mut is_enough) = (0, false);
    let mut receive = |row: &T| {
        let flow = add(row);
        added += 1;
        is_enough = flow.is_break();
        flow
    };
    let played = match &args.shards {
        Some(folder) => {
            let files = play_into((folder, args.shard), (run, repeat), play, streams)?;
            read_until(&files, &mut |row: T| receive(&row))?;
            Ok(())
        }
        None => play(numbers, &mut receive),
    };
    let is_whole = is_enough || added == wanted;
    let (end, ending) = ended(played, is_whole);
    let ending = if is_enough { Ending::Enough } else { ending };
    Ok(Added { extent: Extent { first, wanted, ending }, end })
}

/// The problem with which a run ends after playing, and why it has no more rows.
pub(super) fn ended(played: Result<(), Problem>, is_whole: bool) -> (Result<(), Problem>, Ending) {
    let ending = match &played {
        Ok(()) if is_whole => Ending::Complete,
        Ok(()) | Err(Problem::Interrupted) => Ending::Interrupted,
        Err(_) => Ending::Failed,
    };
    (played.and(if is_whole { Ok(()) } else { Err(Problem::Interrupted) }), ending)
}

/// Plays the rows of a run, or of a part of it, that the folder does not contain yet. Returns the
/// files with all of them.
fn play_into<T: Serialize>(
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
    read_until(found, &mut |row| {
        each(row);
        ControlFlow::Continue(())
    })
}

/// Reads the rows of complete files in order, until `each` breaks.
fn read_until<T: DeserializeOwned>(
    found: &[ShardFile],
    each: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), Diagnostic> {
    let mut rows = files::Rows::of(found);
    while let Some((number, line)) =
        rows.next_row().map_err(|error| Diagnostic::new(error.to_string()))?
    {
        let wrong = |why| Diagnostic::new(format!("row {number} cannot be read: {why}"));
        if each(serde_json::from_str(&line).map_err(wrong)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// What decides the rows of a run.
pub(super) fn about<T: DeserializeOwned>(run: &Run) -> Result<T, Diagnostic> {
    let wrong = |error| Diagnostic::new(format!("the run is not described as expected: {error}"));
    serde_json::from_value(run.about.clone()).map_err(wrong)
}
