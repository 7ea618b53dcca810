//! `check`: reports errors in files without playing games.

mod find;
mod fix;
mod report;

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use rust_embed::RustEmbed;

use super::options::SourceArgs;
use super::problem::Problem;
use super::streams::Streams;
use crate::check;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

pub(super) use find::CheckFiles;

/// The arguments of `check`.
#[derive(clap::Args, Debug)]
pub(super) struct CheckArgs {
    /// Folders, packs, rule files, scenarios and transcripts.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
    /// The output format of the findings.
    #[arg(long, value_enum, default_value_t = FindingFormat::Text)]
    format: FindingFormat,
    /// Fail on warnings too.
    #[arg(long)]
    strict: bool,
    /// First replace old names of the rule language in the files.
    #[arg(long)]
    fix: bool,
    /// Explain what a code means, and what to do.
    #[arg(long, value_name = "CODE", exclusive = true)]
    explain: Option<String>,
}

/// The output format of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FindingFormat {
    /// For people: the line, the place in it, and hints.
    Text,
    /// For programs: a list in JSON.
    Json,
    /// For programs that read the findings of checkers: SARIF.
    Sarif,
}

/// The pages about the codes.
#[derive(RustEmbed)]
#[folder = "docs/checks/"]
struct Pages;

/// Checks all files and prints the findings.
pub(super) fn check(args: &CheckArgs, streams: &mut Streams) -> Result<(), Problem> {
    if let Some(code) = &args.explain {
        return explain(code, streams);
    }
    if args.fix {
        let found = find::find(&args.paths, &args.sources)?;
        // Other formats are for programs, which read the findings only.
        let is_text = args.format == FindingFormat::Text;
        fix::fix(&found, if is_text { &mut streams.out } else { &mut streams.err })?;
    }
    let (found, diagnostics) = match findings(&args.paths, &args.sources) {
        // With another format, this error is printed in it as well.
        Err(wrong) if args.format != FindingFormat::Text => (CheckFiles::default(), wrong),
        found => found?,
    };
    match args.format {
        FindingFormat::Text => {
            if !diagnostics.0.is_empty() {
                streams.out.styled(&format!("{}\n\n", diagnostics.render_with_codes(true)))?;
            }
            writeln!(streams.out, "{}", found.summary(&diagnostics))?;
        }
        FindingFormat::Json => streams.out.json(&report::json(&diagnostics))?,
        FindingFormat::Sarif => streams.out.json(&report::sarif(&diagnostics))?,
    }
    let is_failure = |one: &Diagnostic| args.strict || !one.is_warning;
    if diagnostics.0.iter().any(is_failure) { Err(Problem::Reported) } else { Ok(()) }
}

/// Finds the files under these paths and checks them.
pub(super) fn findings(
    paths: &[PathBuf],
    sources: &SourceArgs,
) -> Result<(CheckFiles, Diagnostics), Diagnostics> {
    let mut found = find::find(paths, sources)?;
    let mut diagnostics = std::mem::take(&mut found.wrong);
    let checked = check::check(&found.targets).0.into_iter();
    let (strange, wrong): (Vec<_>, Vec<_>) = checked.partition(|one| one.is_warning);
    diagnostics.extend(wrong);
    diagnostics.0.extend(strange);
    Ok((found, diagnostics))
}

/// Prints the page about a code.
fn explain(name: &str, streams: &mut Streams) -> Result<(), Problem> {
    let known = || Code::ALL.iter().map(|code| code.name());
    let page = Pages::get(&format!("{name}.md")).filter(|_| known().any(|code| code == name));
    let Some(page) = page else {
        let unknown = Diagnostic::new(format!("no code `{name}`"));
        return Err(unknown.did_you_mean(name, known()).into());
    };
    Ok(streams.out.write_all(&page.data)?)
}
