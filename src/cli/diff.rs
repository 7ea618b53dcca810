//! `diff`: the first difference between two transcripts, and its cause.

use crate::transcript::header_differences;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Serialize;

use super::options::SourceArgs;
use super::problem::Problem;
use super::setup;
use super::streams::Out;
use super::streams::Streams;
use crate::diagnostic::{Diagnostic, visible};
use crate::transcript::{
    AnnotatedReplay, Basis, DifferenceKind, Divergence, FileDifference, Link, LinkKind, Side,
    Transcript, annotate, compare, files_that_differ,
};

/// The arguments of `diff`.
#[derive(clap::Args, Debug)]
pub(super) struct DiffArgs {
    /// A transcript.
    #[arg(value_name = "GAME")]
    left: PathBuf,
    /// Another transcript; without it, the written game is compared with its replay.
    #[arg(value_name = "OTHER")]
    right: Option<PathBuf>,
    /// Look for the packs of the first game in this folder before all others.
    #[arg(long, value_name = "DIR")]
    before: Vec<PathBuf>,
    /// Look for the packs of the second game in this folder before all others.
    #[arg(long, value_name = "DIR")]
    after: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
    /// Print the difference as JSON.
    #[arg(long)]
    json: bool,
}

/// The result of the comparison, for JSON.
#[derive(Serialize)]
struct Comparison {
    left: String,
    right: String,
    /// The differences between the headers of the two games.
    heads: Vec<String>,
    /// Notes about packs that differ from the recorded ones, and about a transcript without an end.
    packs: [Vec<String>; 2],
    first: Option<Divergence>,
    /// The rule files that differ.
    files: Vec<FileDifference>,
}

/// Compares two transcripts, or one with its replay.
pub(super) fn diff(args: &DiffArgs, streams: &mut Streams) -> Result<(), Problem> {
    let sources = |folders: &[PathBuf]| SourceArgs {
        rules: folders.iter().chain(&args.sources.rules).cloned().collect(),
        with: args.sources.with.clone(),
    };
    let right_path = args.right.as_ref().unwrap_or(&args.left);
    let one = setup::read(&args.left, &sources(&args.before))?;
    let other = setup::read(right_path, &sources(&args.after))?;
    let left = played(&one, &sources(&args.before))?;
    let right = played(&other, &sources(&args.after))?;
    let is_one = args.right.is_none();
    let by_rules = !args.before.is_empty() || !args.after.is_empty();
    let (left_basis, right_basis) = if by_rules {
        (Basis::Played, Basis::Played)
    } else if is_one {
        (basis(&one)?, Basis::Played)
    } else {
        (written_or_played(&one), written_or_played(&other))
    };
    let first = compare((&left, left_basis), (&right, right_basis));
    let name = |path: &Path, what: &str| {
        let shown = path.display().to_string();
        if is_one { format!("{shown} {what}") } else { shown }
    };
    let as_left = if left_basis == Basis::Written { "as written" } else { "before" };
    let as_right = if left_basis == Basis::Written { "as played" } else { "after" };
    let comparison = Comparison {
        left: name(&args.left, as_left),
        right: name(right_path, as_right),
        heads: header_differences(&one, &other),
        packs: [left.notes(), right.notes()],
        first,
        files: files_that_differ(&left.rules, &right.rules),
    };
    if args.json {
        streams.out.json(&comparison)?;
    } else {
        comparison.print(&mut streams.out)?;
    }
    if comparison.first.is_some() { Err(Problem::Reported) } else { Ok(()) }
}

/// Plays a transcript with the packs found for it.
fn played<'a>(
    transcript: &'a Transcript,
    sources: &SourceArgs,
) -> Result<AnnotatedReplay<'a>, Problem> {
    let loaded = setup::load_for(transcript, sources).map_err(|wrong| {
        let hint = format!(
            "the error occurred while loading the rules of the game `{}`",
            transcript.source.file
        );
        wrong.hinted(|_| Some(hint.clone()))
    })?;
    Ok(annotate(transcript, &loaded.rules, Rc::clone(&loaded.script))?)
}

/// Selects the written changes if the transcript contains all changes, or else the replayed ones.
fn written_or_played(transcript: &Transcript) -> Basis {
    if transcript.header.is_complete { Basis::Written } else { Basis::Played }
}

/// Selects the written changes of a transcript for comparison with its replay. Fails if changes are
/// missing.
fn basis(transcript: &Transcript) -> Result<Basis, Problem> {
    if transcript.header.is_complete {
        return Ok(Basis::Written);
    }
    let wrong = transcript.source.whole("this transcript does not contain every change");
    let hint =
        "name another transcript, or the folder of the rules to compare with: `--before rules`";
    Err(wrong.hint(hint).into())
}

impl Comparison {
    /// Prints the differences between the headers, and the notes.
    fn print_heads(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.heads.iter().try_for_each(|head| writeln!(out, "  {head}"))?;
        let [left, right] = &self.packs;
        for note in left {
            let sign = if right.contains(note) { ' ' } else { '-' };
            writeln!(out, "{sign} {note}")?;
        }
        right
            .iter()
            .filter(|note| !left.contains(note))
            .try_for_each(|note| writeln!(out, "+ {note}"))
    }

    fn print(&self, out: &mut Out) -> std::io::Result<()> {
        let Some(first) = &self.first else {
            writeln!(out, "{} and {} are the same game", self.left, self.right)?;
            return self.print_heads(out);
        };
        writeln!(out, "- {}\n+ {}", self.left, self.right)?;
        self.print_heads(out)?;
        write_first(out, first, &self.files)
    }
}

/// Prints the first difference between two games, the causes on each side, and the files that
/// differ.
pub(super) fn write_first(
    out: &mut Out,
    first: &Divergence,
    files: &[FileDifference],
) -> std::io::Result<()> {
    let what = match first.what {
        DifferenceKind::Given => "the starting positions differ",
        DifferenceKind::Action => "the first difference is an action",
        DifferenceKind::Change => "the first difference is a change",
        DifferenceKind::Position if first.states.is_empty() => {
            "the digests differ, but the positions do not"
        }
        DifferenceKind::Position => "the positions differ, but the visible changes do not",
        DifferenceKind::Expectation => {
            "the games are the same, but the transcript expects something else"
        }
        DifferenceKind::End => "one of the transcripts ends here",
    };
    writeln!(out, "\n{what}")?;
    if !matches!(first.what, DifferenceKind::Given | DifferenceKind::Action | DifferenceKind::End) {
        writeln!(out, "  {}", first.left.action)?;
    }
    write_side(out, (31, '-'), &first.left)?;
    write_side(out, (32, '+'), &first.right)?;
    if !files.is_empty() {
        writeln!(out, "\nrule files that differ")?;
    }
    for FileDifference { left, right, .. } in files {
        let place = |origin: &Option<crate::rules::Origin>| {
            origin.as_ref().map_or("no file".to_owned(), ToString::to_string)
        };
        writeln!(out, "  {} / {}", place(left), place(right))?;
    }
    if !first.states.is_empty() {
        writeln!(out, "\nthe positions after this line")?;
    }
    for state in &first.states {
        writeln!(out, "  {}, {}", state.of, state.what)?;
        for (sign, parts) in [('-', &state.left), ('+', &state.right)] {
            if !parts.is_empty() {
                writeln!(out, "    {sign} {}", parts.join(", "))?;
            }
        }
    }
    match first.later {
        0 => Ok(()),
        1 => writeln!(out, "\n1 later line differs"),
        more => writeln!(out, "\n{more} later lines differ"),
    }
}

/// Prints one of the games at the first difference: its line, and the causes of that line.
fn write_side(out: &mut Out, (color, sign): (u8, char), side: &Side) -> std::io::Result<()> {
    let text = side.text.as_deref().unwrap_or("nothing more");
    let line = if side.line == 0 { String::new() } else { format!("line {}: ", side.line) };
    out.styled(&format!("\x1b[{color}m{sign} {line}{}\x1b[0m\n", visible(text)))?;
    side.links.iter().try_for_each(|link| write_link(out, link))?;
    let found = if side.is_same_scenario {
        "the packs found here"
    } else {
        "the packs and the changed scenario found here"
    };
    if let Some(why) = &side.stopped {
        writeln!(out, "    note    {found} cannot play this line: {why}")?;
    } else if !side.is_played_so && !side.action.is_empty() {
        let cause = if side.is_recorded {
            "the recorded rules play this line differently: the transcript was edited, \
             or another version of newcatan recorded it"
        } else {
            &format!("{found} play this line differently")
        };
        writeln!(out, "    note    {cause}")?;
    }
    Ok(())
}

/// Prints a link in the chain of causes of a change.
pub(super) fn write_link(out: &mut dyn Write, link: &Link) -> std::io::Result<()> {
    let kind = match link.kind {
        LinkKind::Hook => "hook",
        LinkKind::Verb => "verb",
        LinkKind::Board => "board",
        LinkKind::Fact => "fact",
        LinkKind::Action => "action",
        LinkKind::Asked => "asked",
        LinkKind::Reason => "reason",
    };
    match link.origin.file.as_str() {
        "" => writeln!(out, "    {kind:6}  {}", link.text),
        _ => writeln!(out, "    {kind:6}  {}  ({})", link.text, link.origin),
    }
}

/// Parses a place in a transcript, such as `game.game:12`; the path need not be valid Unicode.
pub(super) fn place(text: &OsStr) -> Result<(PathBuf, usize), Diagnostic> {
    let shown = text.to_string_lossy();
    let wrong = || {
        Diagnostic::new(format!("`{shown}` does not name a line of a transcript"))
            .hint("write the file and the line, such as `game.game:12`")
    };
    let (_, digits) = shown.rsplit_once(':').ok_or_else(wrong)?;
    let line = digits.parse().ok().filter(|&line| line > 0).ok_or_else(wrong)?;
    let file = without_last(text, ':'.len_utf8() + digits.len()).ok_or_else(wrong)?;
    Ok((file, line))
}

/// A path without this number of ASCII bytes at its end.
#[cfg(unix)]
fn without_last(text: &OsStr, count: usize) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = text.as_bytes();
    Some(OsStr::from_bytes(&bytes[..bytes.len().checked_sub(count)?]).into())
}

/// A path without this number of ASCII bytes at its end.
#[cfg(not(unix))]
fn without_last(text: &OsStr, count: usize) -> Option<PathBuf> {
    let text = text.to_str()?;
    Some(text[..text.len().checked_sub(count)?].into())
}
