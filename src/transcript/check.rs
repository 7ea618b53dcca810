//! Compares the changes and packs written in a transcript with the actual ones.

use super::merge::{self, MergeStep};
use super::places::canonical;
use super::tree::{Body, Line, ParsedAction, Transcript};
use crate::count::{agreeing, counted};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{Reason, Refusal};
use crate::limits::FINDINGS;
use crate::rules::Rules;

/// The end of a line's group: the line, the indented lines below it, and comments between them.
pub(super) fn group_end(lines: &[Line], at: usize) -> usize {
    if !matches!(lines[at].body, Body::Action(..) | Body::SetUp | Body::Undo(_)) {
        return at + 1;
    }
    let rest = &lines[at + 1..];
    let below = |line: &Line| matches!(line.body, Body::Change(_) | Body::Refused(_));
    let run = rest.iter().take_while(|line| below(line) || line.body == Body::Blank).count();
    at + 1 + rest[..run].iter().rposition(below).map_or(0, |last| last + 1)
}

impl Transcript {
    /// The diagnostic for a refused action without a `refused:` line.
    pub(super) fn refused(&self, parsed: &ParsedAction, reasons: &[Reason]) -> Diagnostic {
        let error = |message: String| self.source.error(parsed.span.clone(), message);
        match reasons {
            [only] => error(format!("refused: {only}")),
            _ => {
                let wrong = error(format!("refused for {} reasons", reasons.len()));
                reasons.iter().fold(wrong, |wrong, reason| wrong.hint(reason.to_string()))
            }
        }
    }

    /// Reports `refused:` lines that match none of the reasons.
    pub(super) fn other_reasons(
        &self,
        rules: &Rules,
        refusals: &[&Line],
        refused: &Refusal,
    ) -> Vec<Diagnostic> {
        let reasons: Vec<String> = match refused {
            Refusal::Illegal(reasons) => reasons.iter().map(Reason::to_string).collect(),
            Refusal::Failed(failure) => vec![format!("{} [{}]", failure.message, failure.origin)],
        };
        // A line of a rule is the same in every folder of packs, and places can have several names.
        let plain = |text: &str| canonical(&rules.board, &rules.without_folders(text));
        let plain_reasons: Vec<String> = reasons.iter().map(|it| plain(it)).collect();
        let is_met = |line: &Line| match &line.body {
            Body::Refused(text) => {
                let plain_text = plain(text);
                plain_reasons.iter().any(|reason| reason.contains(&plain_text))
                    || reasons.iter().any(|reason| reason.contains(text))
            }
            _ => true,
        };
        let others = refusals.iter().filter(|line| !is_met(line)).take(FINDINGS + 1).map(|line| {
            let wrong = "the action is refused, but for other reasons";
            let wrong = self.source.error(line.span.clone(), wrong);
            wrong.hints(reasons.iter().cloned())
        });
        others.collect()
    }

    /// Compares the changes written below a line with the actual ones. If the transcript is marked
    /// as complete, no change may be missing.
    pub(super) fn compare(&self, at: usize, steps: &[MergeStep<'_>]) -> Option<Diagnostic> {
        let is_complete = self.header.is_complete;
        let (row, message) = steps.iter().enumerate().find_map(|(index, step)| match *step {
            MergeStep::Written(row, text) => {
                let is_this =
                    |step: &MergeStep<'_>| matches!(step, MergeStep::Both(_, change) if change.text == text);
                let earlier = steps[..index].iter().any(is_this);
                let what = if earlier { "did not happen again here" } else { "did not happen" };
                Some((row, format!("`{text}` {what}")))
            }
            MergeStep::Missing(change) if is_complete => {
                let below = steps[index..].iter().find_map(|step| match step {
                    MergeStep::Both(row, _) | MergeStep::Written(row, _) => Some(*row),
                    _ => None,
                });
                Some((below.unwrap_or(at), format!("`{}` happened, but is not in the transcript", change.text)))
            }
            _ => None,
        })?;
        let wrong = self.source.error(self.lines[row].span.clone(), message);
        Some(Diagnostic { notes: vec![merge::diff(steps)], ..wrong })
    }

    /// A note that the scenario has changed since the game was recorded, if the recording contains
    /// the scenario's hash.
    pub fn scenario_note(&self, rules: &Rules) -> Option<Diagnostic> {
        let recorded = self.header.scenario_hash.as_ref()?;
        let found = format!("{:016x}", rules.hash);
        let is_same = recorded.text.eq_ignore_ascii_case(&found);
        (!is_same).then(|| {
            let message = format!("scenario `{}` differs from the recorded one", self.scenario());
            let note = self.source.error(self.header.scenario.span.clone(), message).warning();
            note.hint(format!("its hash was {}; now it is {found}", recorded.text))
        })
    }

    /// Combines the errors of a recording into one if its scenario has changed since.
    pub(super) fn explained(&self, wrong: Diagnostics, rules: &Rules) -> Diagnostics {
        let (Some(note), Some(first)) = (self.scenario_note(rules), wrong.0.first()) else {
            return wrong;
        };
        let mut explained = Diagnostic { is_warning: false, ..note };
        let place = if first.line == 0 { String::new() } else { format!("line {}: ", first.line) };
        explained.notes.push(format!("{place}{}", first.message));
        if wrong.0.len() > 1 {
            let more = wrong.0.len() - 1;
            let lines = counted(more, "more line");
            explained.notes.push(format!("{lines} {} also wrong", agreeing(more, "is", "are")));
        }
        explained.hint("play the game with the original scenario, or record it again").into()
    }

    /// Notes about packs that differ from those of the recording.
    pub(super) fn pack_notes(&self, rules: &Rules) -> Vec<Diagnostic> {
        let mut notes = Vec::new();
        for line in &self.header.packs {
            let note = |message: String| self.source.error(line.id.span.clone(), message).warning();
            let id = &line.id.text;
            match rules.packs.iter().find(|pack| pack.id == *id) {
                None => notes.push(note(format!("pack `{id}` is not in play"))),
                Some(pack)
                    if line.hash.map_or(line.version != pack.version, |hash| hash != pack.hash) =>
                {
                    let message = format!("pack `{id}` differs from the recorded one");
                    let versions = if line.version == pack.version {
                        format!("both are version {}, but their files differ", line.version)
                    } else {
                        format!("recorded {}, now {}", line.version, pack.version)
                    };
                    notes.push(note(message).hint(versions));
                }
                Some(_) => {}
            }
        }
        if !self.header.packs.is_empty() {
            let known = |id: &str| self.header.packs.iter().any(|line| line.id.text == id);
            for pack in rules.packs.iter().filter(|pack| !known(&pack.id)) {
                let message =
                    format!("pack `{}` was not in play when the game was recorded", pack.id);
                notes.push(self.source.whole(message).warning());
            }
        }
        notes
    }
}
