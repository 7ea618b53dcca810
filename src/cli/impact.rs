//! `impact`: reports the recorded games that an edited rule set changes. For each game, it reports
//! the first difference and the line of the rules that causes it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use indicatif::ParallelProgressIterator;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use super::diff::write_link;
use super::options::SourceArgs;
use super::problem::Problem;
use super::streams::Streams;
use super::streams::shown;
use super::{project, setup, test};
use crate::content::pack_files;
use crate::count::{agreeing, counted};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::transcript::{AnnotatedReplay, Basis, Link, annotate, compare};

/// The arguments of `impact`.
#[derive(clap::Args, Debug)]
pub(super) struct ImpactArgs {
    /// Folders and transcripts.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The folder of the edited packs.
    #[arg(long, required = true, value_name = "DIR")]
    rules: Vec<PathBuf>,
    /// The folder of the packs to compare with; by default, the packs that are found without this
    /// option.
    #[arg(long, value_name = "DIR")]
    before: Vec<PathBuf>,
    /// Add the packs of this folder to the game, both before and after the edit.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// The effect of the edit on a game.
#[derive(Serialize)]
struct Impact {
    game: String,
    /// The line of the first difference; 0 for the beginning of the game.
    line: usize,
    /// The action on that line.
    action: String,
    /// Its result before the edit.
    before: Option<String>,
    /// Its result after the edit.
    after: Option<String>,
    /// The line of the rules that causes the difference, if known.
    by: Option<String>,
    /// The first action that is now refused.
    illegal: Option<Illegal>,
}

/// An action that is now refused.
#[derive(Serialize)]
struct Illegal {
    line: usize,
    action: String,
    reasons: Vec<Link>,
}

/// The result of replaying one game.
struct ReplayedGame {
    /// The difference, if there is one, or the reason why the game cannot be played.
    impact: Result<Option<Box<Impact>>, Diagnostics>,
    /// Whether an edited pack is in play.
    is_concerned: bool,
}

/// The results of all games.
#[derive(Serialize, Default)]
struct ImpactReport {
    /// The number of games that were played.
    games: usize,
    /// The games that change.
    changed: Vec<Impact>,
    /// The games that cannot be played.
    unplayable: Vec<String>,
}

/// Plays all games with both rule sets and reports those that differ.
pub(super) fn impact(args: &ImpactArgs, streams: &mut Streams) -> Result<(), Problem> {
    for folder in args.rules.iter().chain(&args.before) {
        pack_files(folder)?;
    }
    let mut games = test::find(&args.games, None)?;
    let mut known = BTreeSet::new();
    games.retain(|game| known.insert(game.clone()));
    let bar = project::bar("games", games.len());
    let outcomes: Vec<ReplayedGame> =
        games.par_iter().progress_with(bar.clone()).map(|game| one(args, game)).collect();
    bar.finish_and_clear();
    let is_concerned = outcomes.iter().any(|outcome| outcome.is_concerned);
    let mut report = ImpactReport { games: games.len(), ..ImpactReport::default() };
    let mut reported: Vec<Diagnostics> = Vec::new();
    for (outcome, game) in outcomes.into_iter().zip(&games) {
        match outcome.impact {
            Ok(impact) => report.changed.extend(impact.map(|impact| *impact)),
            Err(wrong) => {
                report.unplayable.push(game.display().to_string());
                if !reported.contains(&wrong) {
                    writeln!(streams.err, "{}", shown(game))?;
                    streams.err.styled(&format!("{}\n\n", wrong.render(true)))?;
                    reported.push(wrong);
                }
            }
        }
    }
    if args.json {
        streams.out.json(&report)?;
    } else {
        report.print(&mut streams.out)?;
    }
    if !report.unplayable.is_empty() {
        return Err(Problem::Reported);
    }
    if !is_concerned {
        let folders: Vec<String> =
            args.rules.iter().map(|folder| format!("`{}`", folder.display())).collect();
        let wrong = format!("these games do not use any pack in {}", folders.join(", "));
        let hint = "an edited pack must be in a folder with its name, such as `my_rules/catan`";
        return Err(Diagnostic::new(wrong).hint(hint).into());
    }
    Ok(())
}

/// Plays one game with both rule sets.
fn one(args: &ImpactArgs, file: &Path) -> ReplayedGame {
    let mut is_concerned = false;
    let impact = play(args, file, &mut is_concerned).map(|impact| impact.map(Box::new));
    ReplayedGame { impact, is_concerned }
}

fn play(
    args: &ImpactArgs,
    file: &Path,
    is_concerned: &mut bool,
) -> Result<Option<Impact>, Diagnostics> {
    let sources = |rules: &[PathBuf]| SourceArgs { rules: rules.to_vec(), with: args.with.clone() };
    let transcript = setup::read(file, &sources(&args.before))?;
    let before = setup::load_for(&transcript, &sources(&args.before))?;
    let before = annotate(&transcript, &before.rules, Rc::clone(&before.script))?;
    if !before.wrong.0.is_empty() {
        return Err(before.wrong);
    }
    let after = setup::load_for(&transcript, &sources(&args.rules))?;
    let of_edited = |found: &str| args.rules.iter().any(|dir| Path::new(found).starts_with(dir));
    *is_concerned = after.rules.packs.iter().any(|pack| of_edited(&pack.found));
    let game = file.display().to_string();
    Ok(match annotate(&transcript, &after.rules, Rc::clone(&after.script)) {
        Err(wrong) => Some(Impact::at(game, &wrong.0[0])),
        Ok(after) => difference(game, &before, &after),
    })
}

/// The difference between the two replays of a game.
fn difference(
    game: String,
    before: &AnnotatedReplay<'_>,
    after: &AnnotatedReplay<'_>,
) -> Option<Impact> {
    let first = compare((before, Basis::Played), (after, Basis::Played))?;
    let by = first.maker(&before.rules, &after.rules).map(|origin| origin.to_string());
    let illegal = after.steps.iter().find_map(|step| {
        let reasons = step.played.as_ref().filter(|_| !step.is_refused)?.against();
        let (line, action) = (step.line, step.text.clone());
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
    /// The impact on a game that can no longer begin.
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
        match &self.by {
            Some(by) => writeln!(out, "    by {by}")?,
            None => writeln!(out, "    by one of the edited files")?,
        }
        if let Some(Illegal { line, action, reasons }) = &self.illegal {
            writeln!(out, "  illegal now, line {line}: {action}")?;
            reasons.iter().try_for_each(|reason| write_link(out, reason))?;
        }
        Ok(())
    }
}

impl ImpactReport {
    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.changed.iter().try_for_each(|impact| impact.print(out))?;
        let illegal = self.changed.iter().filter(|impact| impact.illegal.is_some()).count();
        let (changed, games) = (self.changed.len(), self.games);
        let change = agreeing(changed, "changes", "change");
        let becomes = agreeing(illegal, "becomes", "become");
        let games = counted(games, "game");
        writeln!(out, "{changed} of {games} {change}; {illegal} of them {becomes} illegal")?;
        if !self.unplayable.is_empty() {
            writeln!(out, "{} of the games cannot be played", self.unplayable.len())?;
        }
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        for by in self.changed.iter().filter_map(|impact| impact.by.as_deref()) {
            *lines.entry(by).or_default() += 1;
        }
        let mut lines: Vec<(&str, usize)> = lines.into_iter().collect();
        lines.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        lines.iter().try_for_each(|(by, count)| writeln!(out, "{count:7}  by {by}"))
    }
}
