//! A run in parts: files with a row for each batch, as `newcatan sim --shards` writes them.
//!
//! A row has no times, which are others each time it is played.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

use newcatan::shards::{Header, Rows, Run, Shard, ShardFile, Writer, gaps, shards_in};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::plan::Plan;
use super::{BATCH, Row, SAVED, Soak, play_batch, silence};

/// A batch in a file.
#[derive(Serialize, Deserialize)]
struct BatchRow {
    batch: u64,
    rules: String,
    games: u64,
    actions: u64,
    won: u64,
    at_the_limit: u64,
    stalled: u64,
    findings: Vec<String>,
}

/// The run of this number of games of this plan by this program.
fn run(plan: &Plan, games: u64) -> io::Result<Run> {
    let program = format!("{:016x}", plan.hash()?);
    Ok(Run::new("soak", games.div_ceil(BATCH), &json!({ "program": program })))
}

/// Plays a part of the games, unless its file is complete.
pub(super) fn play(plan: &Plan, games: u64, shard: Shard, folder: &Path) -> io::Result<ExitCode> {
    let command = format!("soak {games}{}", plan.switch());
    let header = Header::new(run(plan, games)?, shard, command);
    match ShardFile::find(folder, &header) {
        Ok(Some(file)) => {
            println!("`{}` is complete", file.path.display());
            return Ok(ExitCode::SUCCESS);
        }
        Ok(None) => {}
        Err(damage) => println!("`{}` {}: it is played again", damage.path.display(), damage.why),
    }
    fs::create_dir_all(folder)?;
    let mut writer = Writer::begin(folder, &header)?;
    silence();
    let mut batches = header.numbers();
    while !batches.is_empty() {
        let end = batches.end.min(batches.start + SAVED);
        for row in play_batches(plan, batches.start..end) {
            writer.row(&serde_json::to_string(&row)?)?;
        }
        batches.start = end;
        println!("{} of {} batches are left", batches.end - batches.start, header.count);
    }
    println!("`{}` is complete", writer.finish()?.display());
    Ok(ExitCode::SUCCESS)
}

fn play_batches(plan: &Plan, batches: Range<u64>) -> Vec<BatchRow> {
    let play = |batch| {
        let (setup, findings) = (plan.setup_of(batch), Mutex::new(Vec::new()));
        let add = |finding: &str| {
            findings.lock().expect("no thread panics while adding").push(finding.to_owned());
        };
        let row = play_batch(plan, setup, batch, &add);
        let Row { games, actions, won, at_the_limit, stalled, .. } = row;
        let findings = findings.into_inner().expect("no thread panics while adding");
        BatchRow {
            batch,
            rules: setup.name(),
            games,
            actions,
            won,
            at_the_limit,
            stalled,
            findings,
        }
    };
    batches.into_par_iter().map(play).collect()
}

/// Prints the table of all parts, or which parts are missing.
pub(super) fn merge(plan: &Plan, games: u64, folder: &Path) -> io::Result<ExitCode> {
    let run = run(plan, games)?;
    let files = ShardFile::find_all(folder, &run)?;
    let missing = gaps(run.rows, files.iter().map(|file| file.header.numbers()));
    if !missing.is_empty() {
        let of = files.iter().map(|file| file.header.shard.of).max().unwrap_or(1);
        let folder = folder.display();
        println!("these parts are missing, or are not complete:");
        for shard in shards_in(run.rows, of, &missing) {
            println!("  just soak {games} --shard {shard} --shards {folder}{}", plan.switch());
        }
        return Ok(ExitCode::FAILURE);
    }
    let (mut soak, mut findings, mut rows) = (Soak::default(), Vec::new(), Rows::of(&files));
    while let Some((_, row)) = rows.next_row().map_err(io::Error::other)? {
        let row: BatchRow = serde_json::from_str(&row)?;
        let sum = Row {
            games: row.games,
            actions: row.actions,
            won: row.won,
            at_the_limit: row.at_the_limit,
            stalled: row.stalled,
            findings: row.findings.len() as u64,
            milliseconds: 0,
        };
        soak.rows.entry(row.rules).or_default().add(&sum);
        findings.extend(row.findings);
    }
    soak.print();
    findings.iter().for_each(|finding| print!("{finding}"));
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
