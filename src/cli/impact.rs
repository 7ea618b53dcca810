//! `impact`: which recorded games an edited rule set changes, where first, and by which line.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use indicatif::ParallelProgressIterator;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use super::args::SourceArgs;
use super::diff::write_link;
use super::{Problem, Streams, project, setup, test};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::transcript::{Basis, Link, Told, compare, files_that_differ, tell};

/// The arguments of `impact`.
#[derive(clap::Args, Debug)]
pub(super) struct ImpactArgs {
    /// Folders and transcripts.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The folder of the edited packs.
    #[arg(long, required = true, value_name = "DIR")]
    rules: Vec<PathBuf>,
    /// The folder of the packs to compare with; those that are found without it unless given.
    #[arg(long, value_name = "DIR")]
    before: Vec<PathBuf>,
    /// Add the packs of this folder to those in play, before and after.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// What becomes of a game.
#[derive(Serialize)]
struct Impact {
    game: String,
    /// The line of the first difference; 0 for the beginning of the game.
    line: usize,
    /// The action of that line.
    action: String,
    /// What came of it before.
    before: Option<String>,
    /// What comes of it now.
    after: Option<String>,
    /// The line of the rules that makes the difference, where it is known.
    by: Option<String>,
    /// The first action that is refused now.
    illegal: Option<Illegal>,
}

/// An action that is refused now.
#[derive(Serialize)]
struct Illegal {
    line: usize,
    action: String,
    reasons: Vec<Link>,
}

/// What came of one game.
enum Outcome {
    Same,
    Changed(Box<Impact>),
    /// It could not be played even before the edit.
    Wrong(Diagnostics),
}

/// Plays all games under both rule sets and reports those that differ.
pub(super) fn impact(args: &ImpactArgs, streams: &mut Streams) -> Result<(), Problem> {
    let games = test::find(&args.games, None)?;
    let bar = project::bar("games", games.len());
    let outcomes: Vec<Outcome> =
        games.par_iter().progress_with(bar.clone()).map(|game| one(args, game)).collect();
    bar.finish_and_clear();
    let (mut impacts, mut wrong) = (Vec::new(), 0);
    for (outcome, game) in outcomes.into_iter().zip(&games) {
        match outcome {
            Outcome::Same => {}
            Outcome::Changed(impact) => impacts.push(*impact),
            Outcome::Wrong(diagnostics) => {
                wrong += 1;
                writeln!(streams.err, "{}\n{}\n", game.display(), diagnostics.render(true))?;
            }
        }
    }
    if args.json {
        let json = serde_json::to_string_pretty(&impacts).expect("a report is plain data");
        writeln!(streams.out, "{json}")?;
    } else {
        impacts.iter().try_for_each(|impact| impact.print(&mut streams.out))?;
        sum_up(&impacts, games.len(), &mut streams.out)?;
    }
    if wrong == 0 { Ok(()) } else { Err(Problem::Reported) }
}

/// Plays one game under both rule sets.
fn one(args: &ImpactArgs, file: &Path) -> Outcome {
    let game = file.display().to_string();
    let sources = |rules: &[PathBuf]| SourceArgs { rules: rules.to_vec(), with: args.with.clone() };
    let read = setup::read(file).and_then(|transcript| {
        let loaded = setup::load_for(&transcript, &sources(&args.before))?;
        Ok((transcript, loaded))
    });
    let (transcript, before) = match read {
        Ok(read) => read,
        Err(wrong) => return Outcome::Wrong(wrong),
    };
    let before = match tell(&transcript, &before.rules, Rc::clone(&before.script)) {
        Ok(told) if told.wrong.0.is_empty() => told,
        Ok(told) => return Outcome::Wrong(told.wrong),
        Err(wrong) => return Outcome::Wrong(wrong),
    };
    let after = setup::load_for(&transcript, &sources(&args.rules));
    let after = after.and_then(|after| tell(&transcript, &after.rules, Rc::clone(&after.script)));
    let impact = match after {
        Err(wrong) => Some(Impact::at(game, &wrong.0[0])),
        Ok(after) => difference(game, &before, &after),
    };
    impact.map_or(Outcome::Same, |impact| Outcome::Changed(Box::new(impact)))
}

/// What differs in a game that was played under both rule sets.
fn difference(game: String, before: &Told<'_>, after: &Told<'_>) -> Option<Impact> {
    let Some(first) = compare((before, Basis::Played), (after, Basis::Played)) else {
        return after.wrong.0.first().map(|wrong| Impact::at(game, wrong));
    };
    let files = files_that_differ(&before.rules, &after.rules);
    let by = first.maker(&files).map(|origin| origin.to_string());
    let illegal = after.steps.iter().find_map(|step| {
        let reasons = step.played.as_ref().filter(|_| !step.is_refused)?.against();
        let (line, action) = (step.line, step.says.clone());
        (!reasons.is_empty()).then_some(Illegal { line, action, reasons })
    });
    Some(Impact {
        game,
        line: first.right.line,
        action: first.right.action,
        before: first.left.text,
        after: first.right.text,
        by,
        illegal,
    })
}

impl Impact {
    /// The impact on a game of which the transcript says something that is wrong now.
    fn at(game: String, wrong: &Diagnostic) -> Self {
        let line = if wrong.file == game { wrong.line } else { 0 };
        let place = (line == 0 && wrong.line > 0).then(|| format!("{}:{}", wrong.file, wrong.line));
        let after = Some(wrong.message.clone());
        Self { game, line, action: String::new(), before: None, after, by: place, illegal: None }
    }

    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        match self.line {
            0 => writeln!(out, "{}", self.game)?,
            line => writeln!(out, "{}:{line}", self.game)?,
        }
        if !self.action.is_empty() {
            writeln!(out, "  {}", self.action)?;
        }
        if let Some(before) = &self.before {
            writeln!(out, "  - {before}")?;
        }
        writeln!(out, "  + {}", self.after.as_deref().unwrap_or("nothing more"))?;
        if let Some(by) = &self.by {
            writeln!(out, "    by {by}")?;
        }
        if let Some(Illegal { line, action, reasons }) = &self.illegal {
            writeln!(out, "  illegal now, line {line}: {action}")?;
            reasons.iter().try_for_each(|reason| write_link(out, reason))?;
        }
        Ok(())
    }
}

/// What all games together say.
fn sum_up(impacts: &[Impact], games: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let illegal = impacts.iter().filter(|impact| impact.illegal.is_some()).count();
    let changed = impacts.len();
    writeln!(out, "{changed} of {games} games change, {illegal} of them become illegal")?;
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for by in impacts.iter().filter_map(|impact| impact.by.as_deref()) {
        *lines.entry(by).or_default() += 1;
    }
    let mut lines: Vec<(&str, usize)> = lines.into_iter().collect();
    lines.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    lines.iter().try_for_each(|(by, count)| writeln!(out, "{count:7}  by {by}"))
}
