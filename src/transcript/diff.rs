//! The first difference between two annotated replays, its cause, and its consequences.
//!
//! Compares the replays step by step: first the action, then its changes, then the position.

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;

use super::annotated::{AnnotatedReplay, AnnotatedStep, PrintedChange, WrittenLine};
use super::called::lines_used;
use super::chain::{Link, LinkKind};
use super::differences::{StateDifference, differences};
use super::why_not::why_not;
use super::{digest, truncation};
use crate::action::Action;
use crate::change::Change;
use crate::diagnostic::Diagnostic;
use crate::rules::Origin;
use crate::table::Player;

/// Which lines of an annotated replay are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The written changes, which must be complete.
    Written,
    /// The changes that happened in the replay.
    Played,
}

/// The kind of the first difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The given position at the beginning.
    Given,
    /// The action.
    Action,
    /// A change caused by an action.
    Change,
    /// The position after an action whose printed changes are equal.
    Position,
    /// The result of an expectation.
    Expectation,
    /// One transcript continues, and the other does not.
    End,
}

/// The first difference between two games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Divergence {
    /// The kind of the difference.
    pub what: DifferenceKind,
    /// The first game.
    pub left: Side,
    /// The second game.
    pub right: Side,
    /// The differences between the positions after it.
    pub states: Vec<StateDifference>,
    /// The number of later lines that differ.
    pub later: usize,
}

/// One of the games at the first difference.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Side {
    /// The line, counted from 1; 0 if the transcript does not contain one.
    pub line: usize,
    /// The action; empty after the end.
    pub action: String,
    /// The differing change or digest; `None` if only the other game has one.
    pub text: Option<String>,
    /// Why the game cannot be played up to this line with the packs found.
    pub stopped: Option<String>,
    /// The causes of the line, or the reasons against the other game's action.
    pub links: Vec<Link>,
    /// The lines of rule files that the step used: the causes, also those that both games share,
    /// and the functions that the rules call.
    #[serde(skip)]
    pub used: Vec<Origin>,
    /// Whether the replay with the packs found agrees with the written changes.
    pub is_played_so: bool,
    /// Whether the scenario found is the recorded one; true if the recording does not contain its
    /// hash.
    pub is_same_scenario: bool,
    /// Whether the packs and the scenario found are the recorded ones.
    #[serde(skip)]
    pub is_recorded: bool,
}

impl Side {
    /// Whether a reason against the action is in a file.
    fn blames_file(&self) -> bool {
        let in_file = |link: &Link| link.kind == LinkKind::Reason && !link.origin.file.is_empty();
        self.links.iter().any(in_file)
    }
}

/// A line of a step's result.
struct ComparedLine<'a> {
    text: &'a str,
    line: usize,
    seen: Option<&'a PrintedChange>,
}

/// The players with their actions, and the dice rolled.
type Done<'a> = (&'a [(Player, Action)], Vec<&'a Change>);

/// The text that replaces the changes of a refused action.
const REFUSED: &str = "refused";

/// An annotated replay, and which of its lines are compared.
type Compared<'a, 'b> = (&'a AnnotatedReplay<'b>, Basis);

/// The first difference: the index of the step, the kind, and the index of the line.
type DifferenceAt = (usize, DifferenceKind, usize);

/// The first difference between two annotated replays; `None` if they are equal.
pub fn compare(left: Compared<'_, '_>, right: Compared<'_, '_>) -> Option<Divergence> {
    let count = left.0.steps.len().max(right.0.steps.len());
    let Some(found) = (0..count).find_map(|at| differ_at(left, right, at)) else {
        return left.0.expectation_difference(right.0);
    };
    let mut left_side = left.0.side(found, left.1, right.0);
    let mut right_side = right.0.side(found, right.1, left.0);
    let (at, what, _) = found;
    if what == DifferenceKind::Change {
        // If no rule refuses the action, as when it draws less than is written, then all that the
        // action did in the other game may explain it.
        if right.0.steps[at].is_refused(right.1) && !right_side.blames_file() {
            left_side.links = left.0.steps[at].behind_all(left.1);
        }
        if left.0.steps[at].is_refused(left.1) && !left_side.blames_file() {
            right_side.links = right.0.steps[at].behind_all(right.1);
        }
    }
    if matches!(what, DifferenceKind::Change | DifferenceKind::Position) {
        for (side, replay) in [(&mut left_side, left.0), (&mut right_side, right.0)] {
            let known = |link: &Link| side.links.iter().any(|known| known.origin == link.origin);
            let more: Vec<Link> =
                replay.behind_action(at).into_iter().filter(|link| !known(link)).collect();
            side.links.extend(more);
        }
    }
    left_side.used = left.0.used(&left_side.links);
    right_side.used = right.0.used(&right_side.links);
    only_own(&mut left_side.links, &mut right_side.links);
    let states = match (left.0.steps.get(at), right.0.steps.get(at)) {
        (Some(one), Some(other)) if what != DifferenceKind::Action => one.states(other),
        _ => Vec::new(),
    };
    if let (DifferenceKind::Position, Some(first)) = (what, states.first()) {
        left_side.text = Some(first.in_words(&first.left));
        right_side.text = Some(first.in_words(&first.right));
    }
    let shown = [&left_side, &right_side].iter().filter(|side| side.text.is_some()).count();
    let later = later(left, right, at).saturating_sub(shown);
    Some(Divergence { what, left: left_side, right: right_side, states, later })
}

/// The difference between two annotated replays at a step, if there is one.
fn differ_at(left: Compared<'_, '_>, right: Compared<'_, '_>, at: usize) -> Option<DifferenceAt> {
    let (Some(one), Some(other)) = (left.0.steps.get(at), right.0.steps.get(at)) else {
        return Some((at, DifferenceKind::End, 0));
    };
    if at == 0 {
        if let Some(line) = left.0.given_otherwise(right.0) {
            return Some((at, DifferenceKind::Given, line));
        }
        if !(one.has_changes(left.1) && other.has_changes(right.1)) {
            return None;
        }
    }
    if at > 0 && !one.is_same_action(other) {
        return Some((at, DifferenceKind::Action, 0));
    }
    let (lines, others) = (one.lines(left.1), other.lines(right.1));
    let same = lines.iter().zip(&others).take_while(|(a, b)| a.text == b.text).count();
    if same < lines.len().max(others.len()) {
        return Some((at, DifferenceKind::Change, same));
    }
    let differ = match (&one.played, &other.played) {
        (Some(one), Some(other)) if (left.1, right.1) == (Basis::Played, Basis::Played) => {
            let (one, other) = (&one.after, &other.after);
            let is_asked = one.question().is_some() || other.question().is_some();
            (is_asked || one.table() != other.table()) && digest(one) != digest(other)
        }
        _ => matches!((one.digest(left.1), other.digest(right.1)), (Some(a), Some(b)) if a != b),
    };
    differ.then_some((at, DifferenceKind::Position, 0))
}

/// Removes the hook calls and the facts about the action that both games share, since they explain
/// no difference.
fn only_own(left: &mut Vec<Link>, right: &mut Vec<Link>) {
    let is_common = |link: &&Link| matches!(link.kind, LinkKind::Asked | LinkKind::Action);
    let texts = |links: &[Link]| -> Vec<String> {
        links.iter().filter(is_common).map(|link| link.text.clone()).collect()
    };
    let (of_left, of_right) = (texts(left), texts(right));
    left.retain(|link| !is_common(&link) || !of_right.contains(&link.text));
    right.retain(|link| !is_common(&link) || !of_left.contains(&link.text));
}

/// The number of lines that differ, starting with this step.
fn later(left: Compared<'_, '_>, right: Compared<'_, '_>, at: usize) -> usize {
    let lines = |(replay, basis): Compared<'_, '_>| -> Vec<String> {
        let steps = replay.steps.iter().skip(at);
        let lines = steps.flat_map(|step| {
            let action = std::iter::once(step.action_words().to_owned()).filter(|_| at > 0);
            let lines = step.lines(basis).into_iter();
            action.chain(lines.map(|line| format!("  {}", line.text)))
        });
        lines.collect()
    };
    let mut input = InternedInput::default();
    input.update_before(lines(left).into_iter());
    input.update_after(lines(right).into_iter());
    let diff = Diff::compute(Algorithm::Myers, &input);
    (diff.count_removals() + diff.count_additions()) as usize
}

impl AnnotatedReplay<'_> {
    /// Notes about a scenario and packs that differ from the recorded ones, with both hashes, and
    /// about an incomplete recording.
    pub fn notes(&self) -> Vec<String> {
        let last = self.steps.iter().rev().find_map(|step| step.played.as_ref());
        let is_over = last.is_some_and(|played| played.after.is_over());
        let cut_off = truncation::cut_off(self.transcript).filter(|_| !is_over);
        let cut_off = cut_off.map(|note| format!("{} (line {})", note.message, note.line));
        self.scenario_differs().into_iter().chain(self.packs_differ()).chain(cut_off).collect()
    }

    /// Whether the packs and the scenario found have the hashes in the transcript.
    fn has_recorded_rules(&self) -> bool {
        let has_hash = self.transcript.header.packs.iter().any(|pack| pack.hash.is_some());
        has_hash && self.packs_differ().is_empty() && self.scenario_differs().is_none()
    }

    fn scenario_differs(&self) -> Option<String> {
        let note = self.transcript.scenario_note(&self.rules)?;
        Some(format!("{}: {}", note.message, note.hints.join(", ")))
    }

    fn packs_differ(&self) -> Vec<String> {
        let packs = self.transcript.header.packs.iter().filter_map(|line| {
            let (id, recorded) = (&line.id.text, line.hash?);
            let Some(found) = self.rules.packs.iter().find(|pack| pack.id == *id) else {
                return Some(format!("pack {id}: recorded {recorded:016x}, not found"));
            };
            let differs = found.hash != recorded;
            differs
                .then(|| format!("pack {id}: recorded {recorded:016x}, found {:016x}", found.hash))
        });
        packs.collect()
    }

    /// The index of the first `given` line that differs between the games, if the positions differ.
    fn given_otherwise(&self, other: &Self) -> Option<usize> {
        let begun =
            |replay: &Self| replay.steps[0].played.as_ref().map(|played| digest(&played.after));
        if matches!((begun(self), begun(other)), (Some(one), Some(other)) if one == other) {
            return None;
        }
        let (given, others) = (self.transcript.given(), other.transcript.given());
        let text = |given: &[WrittenLine], at: usize| given.get(at).map(|given| given.text.clone());
        (0..given.len().max(others.len())).find(|&at| text(&given, at) != text(&others, at))
    }

    /// Describes this game at the first difference.
    fn side(
        &self,
        (at, what, line): (usize, DifferenceKind, usize),
        basis: Basis,
        other: &Self,
    ) -> Side {
        let Some(step) = self.steps.get(at) else {
            return Side { is_played_so: true, is_same_scenario: true, ..Side::default() };
        };
        let mut side = Side {
            line: step.line,
            action: step.text.clone(),
            text: None,
            stopped: self.stopped(step),
            links: Vec::new(),
            used: Vec::new(),
            is_played_so: basis == Basis::Played || step.is_played_so(),
            is_same_scenario: self.scenario_differs().is_none(),
            is_recorded: self.has_recorded_rules(),
        };
        match what {
            DifferenceKind::Action | DifferenceKind::End => {
                side.text = (at > 0).then(|| step.text.clone());
                side.links = self.against(at, other);
            }
            DifferenceKind::Change => {
                let lines = step.lines(basis);
                if let Some(line) = lines.get(line) {
                    side.line = line.line;
                    side.text = Some(line.text.to_owned());
                }
                side.links = step.behind(lines.get(line));
                if at == 0 {
                    side.links.extend(step.facts_against(other.steps.first()));
                }
            }
            DifferenceKind::Position => {
                side.text = step.digest(basis);
                side.line = step.digest.as_ref().map_or(step.line, |digest| digest.line);
                side.is_played_so &= side.text == step.digest(Basis::Played);
                side.links = step.behind(None);
                side.links.extend(step.facts_against(other.steps.get(at)));
            }
            DifferenceKind::Given => {
                let given = self.transcript.given();
                let given = given.get(line);
                side.text = given.map(|given| given.text.clone());
                side.line = given.map_or(0, |given| given.line);
            }
            DifferenceKind::Expectation => {}
        }
        side
    }

    /// Why a step was not played.
    fn stopped(&self, step: &AnnotatedStep) -> Option<String> {
        let wrong = self.wrong.0.last().filter(|_| step.played.is_none())?;
        Some(format!("{} (line {})", wrong.message, wrong.line))
    }

    /// The first expectation or refusal that fails in only one of two games with equal changes.
    fn expectation_difference(&self, other: &Self) -> Option<Divergence> {
        let of = |replay: &Self, others: &Self| {
            let plain = |replay: &Self, wrong: &Diagnostic| {
                let texts = std::iter::once(&wrong.message).chain(&wrong.notes).chain(&wrong.hints);
                let texts = texts.map(|text| replay.rules.without_folders(text));
                (wrong.line, wrong.column, texts.collect::<Vec<_>>())
            };
            let known: Vec<_> = others.wrong.0.iter().map(|wrong| plain(others, wrong)).collect();
            replay.wrong.0.iter().find(|wrong| !known.contains(&plain(replay, wrong))).cloned()
        };
        let side = |replay: &Self, own: Option<Diagnostic>, others: Option<&Diagnostic>| {
            let wrong = own.as_ref().or(others);
            let line = wrong.map_or(0, |wrong| wrong.line);
            let lines = || replay.transcript.source.text.lines();
            let action = line.checked_sub(1).and_then(|line| lines().nth(line));
            let links = replay.reasons_for_expectation(line);
            Side {
                line,
                action: action.unwrap_or_default().trim().to_owned(),
                text: own.map(|wrong| wrong.message),
                used: replay.used(&links),
                links,
                is_played_so: true,
                is_same_scenario: true,
                ..Side::default()
            }
        };
        let (left, right) = (of(self, other), of(other, self));
        if left.is_none() && right.is_none() {
            return None;
        }
        let sides = (side(self, left.clone(), right.as_ref()), side(other, right, left.as_ref()));
        let what = DifferenceKind::Expectation;
        Some(Divergence { what, left: sides.0, right: sides.1, states: Vec::new(), later: 0 })
    }

    /// The lines of the links, and those of the functions that their rules call.
    fn used(&self, links: &[Link]) -> Vec<Origin> {
        lines_used(&self.rules, links.iter().map(|link| &link.origin))
    }

    /// The facts that caused changes that the action of a step already states.
    fn behind_action(&self, at: usize) -> Vec<Link> {
        let Some(played) = &self.steps[at].played else { return Vec::new() };
        let repeated = played.happened.iter().filter(|seen| seen.is_repeated);
        let links = repeated.flat_map(|seen| played.chain(seen));
        links.map(|link| Link { kind: LinkKind::Action, ..link }).collect()
    }

    /// The reasons in this game against the next action of the other game.
    fn against(&self, at: usize, other: &Self) -> Vec<Link> {
        let before = at.checked_sub(1).and_then(|at| self.steps[at].played.as_ref());
        let (Some(before), Some(step)) = (before, other.steps.get(at)) else { return Vec::new() };
        let links = why_not(&before.after, &step.text).ok().flatten();
        links.unwrap_or_default()
    }
}

impl AnnotatedStep {
    /// Whether the action of the step is refused.
    fn is_refused(&self, basis: Basis) -> bool {
        match basis {
            Basis::Written => self.is_refused,
            Basis::Played => self.played.as_ref().is_some_and(|played| played.refused.is_some()),
        }
    }

    /// What caused all lines of the step's result.
    fn behind_all(&self, basis: Basis) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        for link in self.lines(basis).iter().flat_map(|line| self.behind(Some(line))) {
            if !links.iter().any(|known| known.origin == link.origin) {
                links.push(link);
            }
        }
        links
    }

    /// The lines of the step's result, without changes that may be missing in a transcript.
    fn lines(&self, basis: Basis) -> Vec<ComparedLine<'_>> {
        if self.is_refused(basis) {
            return vec![ComparedLine { text: REFUSED, line: self.line, seen: None }];
        }
        if basis == Basis::Written {
            let mut lines = Vec::new();
            for (WrittenLine { text, line }, seen) in self.matched() {
                if seen.is_some_and(PrintedChange::is_optional) {
                    continue;
                }
                lines.push(ComparedLine { text, line: *line, seen });
            }
            return lines;
        }
        let happened = self.played.iter().flat_map(|played| &played.happened);
        let own = happened.filter(|seen| !seen.is_repeated && !seen.is_optional());
        own.map(|seen| ComparedLine {
            text: &seen.text,
            line: self.line_of(seen),
            seen: Some(seen),
        })
        .collect()
    }

    /// The words of the action without random results, which may be left out.
    fn action_words(&self) -> &str {
        let says = self.text.split(" drawing ").next().unwrap_or_default();
        says.find(" rolls ").map_or(says, |at| &says[..at + " rolls".len()])
    }

    /// The actions with the dice rolled, whether these were written or drawn.
    fn action(&self) -> Option<Done<'_>> {
        let played = self.played.as_ref().filter(|played| !played.actions.is_empty())?;
        let changes = played.happened.iter().filter_map(|seen| Some(&seen.caused.as_ref()?.change));
        let dice = changes.filter(|it| matches!(it, Change::Rolled(..) | Change::EventDie(_)));
        Some((&played.actions, dice.collect()))
    }

    /// Whether both games have the same action, possibly in different words.
    fn is_same_action(&self, other: &Self) -> bool {
        let (one, another) = (self.action(), other.action());
        self.text == other.text || (one.is_some() && one == another)
    }

    /// Whether the step has changes to compare; the beginning has none without a set-up line.
    fn has_changes(&self, basis: Basis) -> bool {
        basis == Basis::Played || self.line > 0
    }

    /// The digest after the step.
    fn digest(&self, basis: Basis) -> Option<String> {
        let written = self.digest.as_ref()?;
        match basis {
            Basis::Written => Some(written.text.clone()),
            Basis::Played => self.played.as_ref().map(|played| digest(&played.after)),
        }
    }

    /// Whether all written changes happened.
    fn is_played_so(&self) -> bool {
        let is_refused = self.played.as_ref().is_some_and(|played| played.refused.is_some());
        self.is_refused == is_refused && self.matched().iter().all(|(_, seen)| seen.is_some())
    }

    /// The causes of a change, or of its absence: effects that ran, pure hooks that were called,
    /// and refusals.
    fn behind(&self, line: Option<&ComparedLine<'_>>) -> Vec<Link> {
        let Some(played) = &self.played else { return Vec::new() };
        let mut links = match line {
            Some(line) => line.seen.map_or_else(Vec::new, |seen| played.chain(seen)),
            None => played.hooks(),
        };
        links.extend(played.against());
        links.extend(played.asked());
        links
    }

    /// The facts that caused this game's table to differ from another game's after the same step.
    fn facts_against(&self, other: Option<&Self>) -> Vec<Link> {
        let others = other.and_then(|step| step.played.as_ref());
        let both = self.played.as_ref().zip(others);
        both.map_or_else(Vec::new, |(played, others)| played.facts_against(others))
    }

    /// The differences between the positions after two steps.
    fn states(&self, other: &Self) -> Vec<StateDifference> {
        match (&self.played, &other.played) {
            (Some(one), Some(other)) => differences(&one.after, &other.after),
            _ => Vec::new(),
        }
    }
}
