//! `mutate`: plants faults in rule files, and reports those that no game catches and the rulings
//! that are therefore not proven.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::options::SourceArgs;
use super::problem::Problem;
use super::project;
use super::streams::Streams;
use crate::audit::equivalent::Equivalents;
use crate::audit::mutant::{Mutant, mutants};
use crate::audit::mutate::{MutantSummary, MutationReport, Options, Threads, mutate as judge};
use crate::audit::proof::{self, Proofs, Unproven, prove};
use crate::audit::replacements::Replacements;
use crate::audit::ruling_comments;
use crate::audit::rulings::Project;
use crate::audit::suite::{Suite, SuiteRun};
use crate::clock::now;
use crate::content::built_in_pack_files;
use crate::count::{agreeing, counted};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};

/// The default list of equivalent mutants.
const EQUIVALENT: &str = "tests/equivalent.toml";

/// The arguments of `mutate`.
#[derive(clap::Args, Debug)]
pub(super) struct MutateArgs {
    /// Files, folders, packs and scenarios; by default, everything in `rules`, or in the files and
    /// folders that `--with` and `--rules` name.
    #[arg(value_name = "FILE|PACK")]
    files: Vec<String>,
    #[command(flatten)]
    sources: SourceArgs,
    /// The games that have to catch the faults.
    #[arg(long, value_name = "PATH", default_value = "tests/games")]
    tests: Vec<PathBuf>,
    /// The reviewed list of mutants that change nothing; by default, `tests/equivalent.toml` if it
    /// exists.
    #[arg(long, value_name = "FILE")]
    equivalent: Option<PathBuf>,
    /// The minimum percentage of mutants that have to be caught.
    #[arg(long, value_name = "PER CENT", default_value_t = 95, value_parser = share())]
    least: u8,
    /// Stop testing mutants after this long, such as `60s` or `5m`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    budget: Option<Duration>,
    /// The seed of the order in which mutants are tested.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of mutants tested at once; by default, as many as the machine can run.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Test only the rulings that lines implement. A line that ends in `// A-25` implements A-25,
    /// and a game that names A-25 has to catch a fault in that line.
    #[arg(long, conflicts_with = "list")]
    rulings: bool,
    /// List the mutants without testing them.
    #[arg(long)]
    list: bool,
    /// Print the result as JSON, and nothing else.
    #[arg(long)]
    json: bool,
}

/// The results as JSON.
#[derive(serde::Serialize)]
struct Results<'a> {
    #[serde(flatten)]
    mutants: Option<&'a MutationReport>,
    rulings: &'a Proofs,
}

/// Tests the mutants of rule files, and the rulings of their lines. Reports mutants that no game
/// catches, and rulings that are not proven.
pub(super) fn mutate(args: &MutateArgs, streams: &mut Streams) -> Result<(), Problem> {
    let project = project::read(&args.sources, &args.files, &[])?;
    let (chosen, maps) = chosen(&project, args)?;
    let known = [built_in_pack_files(), project.rules.clone(), project.scenarios.clone()].concat();
    let words = Replacements::of(&known);
    let planted = |sources: &[Source]| -> Vec<Mutant> {
        sources.iter().flat_map(|source| mutants(source, &words)).collect()
    };
    let mutants = planted(&chosen);
    if args.list {
        return list(args, &mutants, streams);
    }
    let begun = now();
    Diagnostics(ruling_comments::wrong(&project)).unless_any(())?;
    let equivalents = equivalents(args)?;
    let suite = project::suite(&project::with_homes(&args.sources, &args.files), &args.tests)?;
    let bar = project::bar("games", suite.games.len());
    let played = suite.play_all(|| bar.inc(1));
    bar.finish_and_clear();
    let played = played?;
    check_played(&mutants, &played)?;
    let jobs = || std::thread::available_parallelism().map_or(1, Into::into);
    let (jobs, seed) = (args.jobs.unwrap_or_else(jobs), args.seed);
    let stop = || args.budget.is_some_and(|budget| begun.elapsed() >= budget);
    let report = (!args.rulings).then(|| {
        let bar = project::bar("mutants", mutants.len());
        let threads = Threads { jobs, seed, stop: &stop, progress: &|| bar.inc(1) };
        let options = Options { are_all: args.files.is_empty(), others: &others(&project.rules) };
        let report = judge((&suite, &played), &mutants, &equivalents, &options, &threads);
        bar.finish_and_clear();
        report
    });
    let (lines, carriers) = lines(&project, [chosen, maps].concat(), args, &suite);
    let bar = project::bar("rulings", lines.len());
    let threads = Threads { jobs, seed, stop: &stop, progress: &|| bar.inc(1) };
    let proofs = prove((&suite, &played), &planted(&carriers), &lines, &threads);
    bar.finish_and_clear();
    if args.json {
        streams.out.json(&Results { mutants: report.as_ref(), rulings: &proofs })?;
    } else {
        write!(streams.out, "{}", report.as_ref().map(text).unwrap_or_default())?;
        write!(streams.out, "{}", rulings_text(&proofs))?;
    }
    conclude(args, report, &proofs)
}

/// Fails if too few mutants are caught or a ruling is not proven.
fn conclude(
    args: &MutateArgs,
    report: Option<MutationReport>,
    proofs: &Proofs,
) -> Result<(), Problem> {
    let is_caught = report.as_ref().is_none_or(|report| report.catches(args.least.into()));
    match report {
        Some(report) if report.valid() == 0 => return Err(nothing_judged(&report).into()),
        Some(report) => Diagnostics(report.wrong).unless_any(())?,
        None if proofs.judged() == 0 => return Err(no_ruling_judged(proofs).into()),
        None => {}
    }
    if is_caught && proofs.unproven.is_empty() { Ok(()) } else { Err(Problem::Reported) }
}

/// The files that the arguments name. Without arguments, all rule files, and separately the
/// scenarios, whose lines can also implement rulings.
fn chosen(project: &Project, args: &MutateArgs) -> Result<(Vec<Source>, Vec<Source>), Diagnostic> {
    let names = &args.files;
    if names.is_empty() {
        let are_others = !args.sources.rules.is_empty() || !args.sources.with.is_empty();
        let maps = if are_others { Vec::new() } else { project.scenarios.clone() };
        return Ok((project.rules.clone(), maps));
    }
    let all = || project.rules.iter().chain(&project.scenarios);
    let is_meant = |source: &Source, name: &str| {
        let file = project::plain(Path::new(&source.file));
        let is_part = file.iter().any(|part| part == name.trim_end_matches('/'));
        is_part || file.starts_with(project::plain(Path::new(name)))
    };
    for name in names {
        if !all().any(|source| is_meant(source, name)) {
            let files = project.rules.iter().map(|source| source.file.as_str());
            let message = format!("the rules contain no file or pack `{name}`");
            return Err(Diagnostic::new(message).did_you_mean(name, files));
        }
    }
    let is_chosen = |source: &&Source| names.iter().any(|name| is_meant(source, name));
    Ok((all().filter(is_chosen).cloned().collect(), Vec::new()))
}

/// The lines of the chosen files that implement rulings. If files are named, other files with lines
/// for these rulings are included. Without a list of rulings, only rulings that games name are
/// tested.
fn lines(
    project: &Project,
    chosen: Vec<Source>,
    args: &MutateArgs,
    suite: &Suite,
) -> (proof::RulingLines, Vec<Source>) {
    let mut lines = proof::lines(&chosen);
    if project.lists.is_empty() {
        let games = proof::games(suite);
        lines.retain(|id, _| games.contains_key(id));
    }
    if args.files.is_empty() {
        return (lines, chosen);
    }
    let all = [project.rules.clone(), project.scenarios.clone()].concat();
    let mut of_all = proof::lines(&all);
    of_all.retain(|id, _| lines.contains_key(id));
    (of_all, all)
}

/// Checks that games play the mutated files, and not a copy of them elsewhere.
fn check_played(mutants: &[Mutant], played: &[SuiteRun]) -> Result<(), Diagnostic> {
    let is_played = |mutant: &Mutant| played.iter().any(|it| it.has_pack_of(&mutant.source.file));
    let Some(first) = mutants.first().filter(|_| !mutants.iter().any(is_played)) else {
        return Ok(());
    };
    let packs: BTreeSet<&str> =
        played.iter().flat_map(|game| game.packs.iter().map(String::as_str)).collect();
    let packs: Vec<String> = packs.into_iter().map(|pack| format!("`{pack}`")).collect();
    let wrong = format!("no game uses `{}`", first.source.file);
    let hint = format!("the games use {}", packs.join(", "));
    let wrong = Diagnostic::new(wrong).hint(hint);
    Err(wrong.hint("use `--tests` to name games that use these rules, or `--rules` to name the folder of the rules that the games use"))
}

/// The files of shipped rules that are not in this list.
fn others(rules: &[Source]) -> Vec<String> {
    let built_in = built_in_pack_files().into_iter().map(|source| source.file);
    built_in.filter(|file| !rules.iter().any(|source| source.file == *file)).collect()
}

/// The diagnostic if no mutant was tested.
fn nothing_judged(report: &MutationReport) -> Diagnostic {
    let hint = match report {
        MutationReport { mutants: 0, .. } => "no fault can be planted in these files",
        MutationReport { left: 1.., .. } => "allow more time with `--budget`",
        _ => "no game uses the packs of these files, or none of the mutants can be loaded",
    };
    Diagnostic::new("no mutant was tested").hint(hint)
}

/// The diagnostic if no ruling was tested.
fn no_ruling_judged(proofs: &Proofs) -> Diagnostic {
    let hint = match proofs.left {
        0 => "end a line with the ruling that it implements: `// A-25`, or `# A-25` in TOML",
        _ => "allow more time with `--budget`",
    };
    Diagnostic::new("no ruling was tested").hint(hint)
}

fn equivalents(args: &MutateArgs) -> Result<Equivalents, Diagnostics> {
    let usual = PathBuf::from(EQUIVALENT);
    let usual = usual.is_file().then_some(usual);
    match args.equivalent.clone().or(usual) {
        Some(file) => Ok(Equivalents::read(project::text(&file)?)?),
        None => Ok(Equivalents::default()),
    }
}

/// Lists mutants without testing them.
fn list(args: &MutateArgs, mutants: &[Mutant], streams: &mut Streams) -> Result<(), Problem> {
    let shown: Vec<MutantSummary> =
        mutants.iter().map(|mutant| MutantSummary::new(mutant, 0, 0)).collect();
    if args.json {
        return Ok(streams.out.json(&shown)?);
    }
    for mutant in &shown {
        write!(streams.out, "{}", entry(mutant))?;
    }
    writeln!(streams.out, "{}", counted(shown.len(), "mutant"))?;
    Ok(())
}

/// The position of a mutant, and its change.
fn entry(mutant: &MutantSummary) -> String {
    let MutantSummary { file, line, fault, old, new, .. } = mutant;
    format!("{file}:{line}  {}\n  - {old}\n{}\n", fault.word(), format!("  + {new}").trim_end())
}

/// The mutants that are not caught, and the totals.
fn text(report: &MutationReport) -> String {
    let mut text = String::new();
    for mutant in &report.survivors {
        let seen = match mutant.games {
            0 => "  no game runs it\n".to_owned(),
            1 => "  not caught by the game that runs it\n".to_owned(),
            games => format!("  not caught by the {games} games that run it\n"),
        };
        text.push_str(&entry(mutant));
        text.push_str(&seen);
    }
    for mutant in &report.crashes {
        text.push_str(&(entry(mutant) + "  the program panics: this is a bug\n"));
    }
    let (caught, judged) = (report.caught(), report.valid() - report.equivalent.len());
    let tenths = (caught * 1000).checked_div(judged);
    let share = tenths.map_or(String::new(), |t| format!(": {}.{} %", t / 10, t % 10));
    let left = if report.left == 0 { String::new() } else { format!(", {} left", report.left) };
    let (listed, survivors) = (report.equivalent.len(), report.survivors.len());
    let sums = [
        counted(report.mutants, "mutant"),
        format!("{} that cannot be loaded", report.invalid.len()),
        format!(
            "{listed} that {} nothing according to the list",
            agreeing(listed, "changes", "change")
        ),
        format!("{} not tested before time ran out", report.left),
        format!("{caught} of {judged} caught{share}{left}"),
        format!("  {} by expectations of games", report.caught_by_games),
        format!("  {} by recorded results of games", report.caught_by_records),
        format!("{survivors} {}", agreeing(survivors, "survives", "survive")),
    ];
    text + sums.join("\n").as_str() + "\n"
}

/// The rulings that are not proven, and the totals; empty if no line implements a ruling.
fn rulings_text(proofs: &Proofs) -> String {
    let unproven: String = proofs.unproven.iter().map(unproven).collect();
    let (judged, proven) = (proofs.judged(), proofs.proven.len());
    if judged + proofs.left == 0 {
        return String::new();
    }
    let left = if proofs.left == 0 { String::new() } else { format!(", {} left", proofs.left) };
    let sums = [
        format!("{proven} of {} proven{left}", counted(judged, "ruling")),
        format!("  {} by expectations of games", proven - proofs.by_records()),
        format!("  {} by recorded results of games", proofs.by_records()),
    ];
    unproven + sums.join("\n").as_str() + "\n"
}

/// A ruling that is not proven, and the reason.
fn unproven(Unproven { ruling, line, games, mutants }: &Unproven) -> String {
    let named = match games {
        1 => "the game that names it".to_owned(),
        games => format!("the {games} games that name it"),
    };
    let reason = match (games, mutants) {
        (0, _) => {
            format!("no game names it: add the line `# covers: {ruling}` to the game that tests it")
        }
        (_, 0) => format!("no fault in its lines can be caught by {named}"),
        (_, 1) => format!("the fault in its lines is not caught by {named}"),
        _ => format!("none of the {mutants} faults in its lines is caught by {named}"),
    };
    format!("{line}  ruling {ruling}\n  {reason}\n")
}

fn share() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(0..=100)
}

fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60),
        None => (text.strip_suffix('s').unwrap_or(text), 1),
    };
    let seconds = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    let expected = || format!("expected a time such as `60s` or `5m`, found `{text}`");
    seconds.map(Duration::from_secs).ok_or_else(expected)
}
