//! `why` and `why-not`: the causes of a line of a transcript, or why an action is illegal there.

use std::ffi::OsString;
use std::io::Write;
use std::rc::Rc;

use super::diff::{place, write_link};
use super::options::SourceArgs;
use super::problem::Problem;
use super::setup;
use super::streams::Streams;
use crate::transcript::{
    Aliases, AnnotatedStep, Options, PlayedStep, PrintedChange, annotate_line, replay,
    why_not as reasons_against,
};

/// The arguments of `why`.
#[derive(clap::Args, Debug)]
pub(super) struct WhyArgs {
    /// A line of a transcript: an action, or a change.
    #[arg(value_name = "GAME:LINE")]
    place: OsString,
    #[command(flatten)]
    sources: SourceArgs,
}

/// The arguments of `why-not`.
#[derive(clap::Args, Debug)]
pub(super) struct WhyNotArgs {
    /// A line of a transcript; the action is tried before this line.
    #[arg(value_name = "GAME:LINE")]
    place: OsString,
    /// The action, such as "red builds road at C4-ne".
    action: String,
    #[command(flatten)]
    sources: SourceArgs,
}

/// Prints the causes of a line.
pub(super) fn why(args: &WhyArgs, streams: &mut Streams) -> Result<(), Problem> {
    let (file, line) = place(&args.place)?;
    let transcript = setup::read(&file, &args.sources)?;
    let loaded = setup::load_for(&transcript, &args.sources)?;
    let annotated = annotate_line(&transcript, &loaded.rules, Rc::clone(&loaded.script), line)?;
    if let Some(note) = transcript.scenario_note(&loaded.rules) {
        streams.err.styled(&format!("{}\n", note.render(true)))?;
    }
    let covers = |step: &&AnnotatedStep| {
        step.line == line || step.written.iter().any(|written| written.line == line)
    };
    let out = &mut streams.out;
    let Some(step) = annotated.steps.iter().find(covers) else {
        let wrong = transcript.source.error_on(line, "there is no action or change on this line");
        return Err(wrong.hint("name the line of an action, or of a change below it").into());
    };
    let Some(played) = &step.played else { return Err(annotated.wrong.into()) };
    // The words of the line itself come first.
    let words = format!("{} {}", step.text, transcript.source.text);
    let aliases = Aliases::of(&loaded.rules.board, &words);
    writeln!(out, "{}", step.text)?;
    for link in played.against() {
        write_link(out, &link.as_written(&aliases))?;
    }
    let matched = step.matched().into_iter().find(|(written, _)| written.line == line);
    let wanted: Vec<&PrintedChange> = match matched {
        Some((_, Some(seen))) => vec![seen],
        Some((_, None)) => {
            let wrong =
                transcript.source.error_on(line, "this did not happen when the game was replayed");
            return Err(wrong.hint("`newcatan diff` shows what happened instead").into());
        }
        None => played.happened.iter().collect(),
    };
    if wanted.is_empty() && played.refused.is_none() {
        writeln!(out, "  it caused no visible change")?;
    }
    for seen in wanted {
        behind(out, played, seen, &aliases)?;
    }
    let asked = played.asked();
    if !asked.is_empty() {
        writeln!(out, "  rules that were asked")?;
    }
    for link in asked {
        write_link(out, &link.as_written(&aliases))?;
    }
    Ok(())
}

/// Prints the causes of a change.
fn behind(
    out: &mut dyn Write,
    played: &PlayedStep,
    seen: &PrintedChange,
    aliases: &Aliases,
) -> std::io::Result<()> {
    writeln!(out, "  {}", aliases.write(&seen.text))?;
    let links = played.chain(seen);
    if links.is_empty() && !seen.is_repeated {
        return writeln!(out, "    the normal course of the game");
    }
    links.into_iter().try_for_each(|link| write_link(out, &link.as_written(aliases)))
}

/// Prints all reasons against an action.
pub(super) fn why_not(args: &WhyNotArgs, streams: &mut Streams) -> Result<(), Problem> {
    let (file, line) = place(&args.place)?;
    let transcript = setup::read(&file, &args.sources)?;
    setup::check_line(&transcript, line)?;
    let loaded = setup::load_for(&transcript, &args.sources)?;
    let options = Options { until: Some(line), ..Options::default() };
    let game = replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?.game;
    let out = &mut streams.out;
    match reasons_against(&game, &args.action)? {
        None => writeln!(out, "`{}` is legal", args.action)?,
        Some(links) => {
            writeln!(out, "{}", args.action)?;
            let words = format!("{} {}", args.action, transcript.source.text);
            let aliases = Aliases::of(&loaded.rules.board, &words);
            for link in links {
                write_link(out, &link.as_written(&aliases))?;
            }
        }
    }
    Ok(())
}
