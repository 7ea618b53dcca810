//! `merge`: puts the shards of a run together.

mod difference;

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::balance;
use super::compare;
use super::described::{BALANCE, COMPARE, MATCH, SWEEP, TRAIN};
use super::html::Form;
use super::problem::Problem;
use super::shards::{command_line, row_word, unreadable};
use super::sim::{self, OutputArgs};
use super::streams::{Streams, shown};
use super::sweep;
use super::train;
use crate::count::counted;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::shards::{Damage, Header, Run, ShardFile, gaps, is_named_as_shard, shards_in};
use difference::notes;

/// The arguments of `merge`.
#[derive(clap::Args, Debug)]
pub(super) struct MergeArgs {
    /// Folders with the parts of one run, or the files of these parts.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// Also write the result of `compare`, `balance` or `sweep`, with plots, to this file as an HTML
    /// page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the weights after a round of `train` to this file, which may be the one with the weights
    /// before it.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// The greatest number of missing parts that are listed.
const LISTED: usize = 50;

/// Puts the shards of a run together and reports it as if it had been played at once.
pub(super) fn merge(args: &MergeArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut survey = Survey::of(&args.paths)?;
    survey.print_damaged(streams)?;
    let Some(run) = survey.run()? else { return Err(no_shards(&args.paths).into()) };
    let missing = gaps(run.rows, survey.whole.iter().map(|file| file.header.numbers()));
    if !missing.is_empty() {
        survey.print_missing(&run, &missing, &args.paths, streams)?;
        return Err(Problem::Reported);
    }
    survey.whole.sort_by_key(|file| file.header.first);
    let files = &survey.whole;
    args.check(&run.command)?;
    match run.command.as_str() {
        sim::COMMAND => sim::merge(&run, files, &args.output, streams),
        COMPARE => compare::merge_pairs(&run, files, args.form(COMPARE)?, streams),
        MATCH => compare::merge_match(&run, files, args.form(COMPARE)?, streams),
        BALANCE => balance::merge(&run, files, args.form(BALANCE)?, streams),
        SWEEP => sweep::merge(&run, files, args.form(SWEEP)?, streams),
        TRAIN if args.form(TRAIN)?.as_json => {
            Err(Diagnostic::new("the result of `train` is not printed as JSON").into())
        }
        TRAIN => train::merge(&run, files, args.weights.as_deref(), streams),
        other => {
            let message = format!("runs of `{other}` are not merged by this command");
            Err(Diagnostic::new(message).into())
        }
    }
}

impl MergeArgs {
    /// How the result is printed and saved, for a command without rows of games.
    fn form(&self, command: &str) -> Result<Form<'_>, Diagnostic> {
        let form = Form { as_json: self.output.json_only(command)?, page: self.html.as_deref() };
        form.check()?;
        Ok(form)
    }

    /// Refuses a file that the runs of a command do not have.
    fn check(&self, command: &str) -> Result<(), Diagnostic> {
        let what = match command {
            sim::COMMAND => "the games of `sim`",
            TRAIN => "a round of `train`",
            _ => "",
        };
        if self.html.is_some() && !what.is_empty() {
            let wrong = Diagnostic::new(format!("there is no page about {what}"));
            let hint = "`--html` is for the results of `compare`, `balance` and `sweep`";
            return Err(wrong.hint(hint));
        }
        if self.weights.is_some() && command != TRAIN {
            let wrong = Diagnostic::new("this run has no weights");
            return Err(wrong.hint("`--weights` is for a round of `train`"));
        }
        Ok(())
    }
}

fn no_shards(paths: &[PathBuf]) -> Diagnostic {
    let paths: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    let hint = "`newcatan sim`, `compare`, `balance`, `sweep` or `train` with `--shards FOLDER` writes parts of a run";
    Diagnostic::new(format!("there is no complete part of a run in {}", paths.join(", ")))
        .hint(hint)
}

/// The files that were found.
#[derive(Default)]
struct Survey {
    whole: Vec<ShardFile>,
    damaged: Vec<Damage>,
}

impl Survey {
    /// Checks all files. In folders, only those with names of shards are checked.
    fn of(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let mut found = Self::default();
        for path in paths {
            if path.is_dir() {
                let entries = files::entries(path).map_err(|error| unreadable(path, &error))?;
                entries.iter().filter(|path| is_named_as_shard(path)).for_each(|it| found.add(it));
            } else if path.exists() {
                found.add(path);
            } else {
                let message = format!("there is no file or folder `{}`", path.display());
                return Err(Diagnostic::new(message));
            }
        }
        Ok(found)
    }

    fn add(&mut self, path: &Path) {
        match ShardFile::check(path) {
            Ok(file) => self.whole.push(file),
            Err(damage) => self.damaged.push(damage),
        }
    }

    /// The run of all files; if none is complete, that of a damaged one. `None` if there is none.
    ///
    /// # Errors
    /// When two files belong to different runs.
    fn run(&self) -> Result<Option<Run>, Diagnostic> {
        let mut first: BTreeMap<u64, &ShardFile> = BTreeMap::new();
        for file in &self.whole {
            first.entry(file.header.run.hash()).or_insert(file);
        }
        let mut runs = first.into_values();
        let Some(one) = runs.next() else {
            return Ok(self.headers().next().map(|header| header.run.clone()));
        };
        match runs.next() {
            None => Ok(Some(one.header.run.clone())),
            Some(other) => Err(different(one, other)),
        }
    }

    /// The headers of all files, those of complete files first.
    fn headers(&self) -> impl Iterator<Item = &Header> {
        let damaged = self.damaged.iter().filter_map(|damage| damage.header.as_deref());
        self.whole.iter().map(|file| &file.header).chain(damaged)
    }

    fn print_damaged(&self, streams: &mut Streams) -> Result<(), Problem> {
        for damage in &self.damaged {
            let part = damage.header.as_ref().map(|header| format!("part {} in ", header.shard));
            let (part, path) = (part.unwrap_or_default(), shown(&damage.path));
            writeln!(streams.err, "damaged: {part}`{path}` {}", damage.why)?;
        }
        Ok(())
    }

    /// Lists the missing parts, and the command that plays each of them.
    fn print_missing(
        &self,
        run: &Run,
        missing: &[Range<u64>],
        paths: &[PathBuf],
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        let rows: u64 = missing.iter().map(|range| range.end - range.start).sum();
        let (missed, all) = (counted(rows, row_word(run)), run.rows);
        writeln!(streams.err, "missing: {missed} of {all}, in the parts that these commands play")?;
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for header in self.headers() {
            *counts.entry(header.shard.of).or_default() += 1;
        }
        // The number of parts of most files, as the others are probably meant to be the same.
        let of = counts.into_iter().max_by_key(|&(of, count)| (count, of)).map_or(1, |(of, _)| of);
        let folder = folder_of(&paths[0]);
        let folder = command_line(&[folder.to_string_lossy().into_owned()]);
        let repeat = self.headers().next().map_or("", |header| &header.repeat);
        let mut parts = shards_in(run.rows, of, missing);
        for shard in parts.by_ref().take(LISTED) {
            writeln!(streams.err, "  {repeat} --shard {shard} --shards {folder}")?;
        }
        if parts.next().is_some() {
            writeln!(
                streams.err,
                "  … and more; without `--shard`, the command plays all of them"
            )?;
        }
        Ok(())
    }
}

/// The folder of a path that is a folder or a file in it.
fn folder_of(path: &Path) -> &Path {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The error for files of two runs.
fn different(one: &ShardFile, other: &ShardFile) -> Diagnostic {
    let [left, right] = [one, other].map(|file| shown(&file.path));
    let message = format!("`{left}` and `{right}` belong to different runs");
    let hint = "give the files of one run, whose names begin alike, or its own folder";
    let mut wrong = Diagnostic::new(message).hint(hint);
    wrong
        .notes
        .extend(notes(&one.header.run.command, &one.header.run.differences(&other.header.run)));
    wrong
}
