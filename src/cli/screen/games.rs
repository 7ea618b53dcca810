//! The list of saved games.

use std::io;

use crate::cli::columns::Columns;
use crate::cli::streams::Streams;
use crate::clock::seconds;
use crate::count::counted;
use crate::saved::{Saved, Store};

/// Lists the games, the last saved one first.
pub(super) fn list(store: &Store, streams: &mut Streams) -> io::Result<()> {
    let rows = rows(store, seconds())?;
    let columns = Columns::of(&rows);
    rows.iter().try_for_each(|row| columns.write(&mut streams.out, row))
}

/// For each game its name, its title, its players, how it has ended, and when it was saved; `now`
/// is in seconds since 1970.
pub(super) fn rows(store: &Store, now: u64) -> io::Result<Vec<Vec<String>>> {
    let mut games: Vec<(u64, String)> =
        store.ids()?.into_iter().map(|id| (store.time(&id), id)).collect();
    games.sort_by(|one, other| other.cmp(one));
    let row = |(time, id): (u64, String)| {
        let age = age(now.saturating_sub(time));
        match store.saved(&id) {
            Ok(saved) => vec![id, saved.title.clone(), players(&saved), end(&saved), age],
            Err(error) => vec![id, String::new(), String::new(), error.to_string(), age],
        }
    };
    Ok(games.into_iter().map(row).collect())
}

/// The kinds of seats with their numbers, as in `1 person, 3 greedy`.
fn players(saved: &Saved) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for kind in saved.seats.iter().cloned().map(String::from) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds = kinds.iter().map(|(kind, number)| format!("{number} {kind}"));
    kinds.collect::<Vec<_>>().join(", ")
}

fn end(saved: &Saved) -> String {
    match &saved.ended {
        None => "goes on".into(),
        Some(ended) => match &ended.winner {
            Some(winner) => format!("{winner} has won"),
            None => "nobody has won".into(),
        },
    }
}

/// How long ago something was, in words.
fn age(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..60 => return "now".into(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(number, unit))
}
