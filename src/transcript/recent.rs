//! The last actions of a replay, to explain how a value came about.

use std::collections::VecDeque;

use super::chain::source_facts;
use super::changes::repeats;
use super::words;
use crate::action::Action;
use crate::change::Change;
use crate::game::{CausedChange, Game};
use crate::table::Player;

/// The maximum number of stored actions.
const MAX_ACTIONS: usize = 100;

/// An action that was played.
pub(super) struct PlayedAction {
    /// The line, counted from 1.
    pub(super) line: usize,
    /// The text of the line.
    pub(super) says: String,
    /// Who acted.
    pub(super) player: Player,
    /// The actions that the line stands for, in order.
    pub(super) actions: Vec<Action>,
    /// The changes.
    pub(super) changes: Vec<CausedChange>,
    /// The game before the action.
    pub(super) before: Game,
}

/// The last actions, the latest one at the end.
#[derive(Default)]
pub(super) struct RecentActions(VecDeque<PlayedAction>);

impl RecentActions {
    /// Stores an action, and drops the oldest one if there are too many.
    pub(super) fn keep(&mut self, act: PlayedAction) {
        if self.0.len() == MAX_ACTIONS {
            self.0.pop_front();
        }
        self.0.push_back(act);
    }

    /// Describes the last stored action that changed a value, with the changes of its subject and
    /// the lines of rules that caused them. If the value changed without a rule, such as at the end
    /// of a turn, the last change by a rule is described as well. The list is empty if no stored
    /// action changed the value.
    pub(super) fn changes_of<V: PartialEq>(
        &self,
        now: &Game,
        value: impl Fn(&Game) -> V,
        subject: &Subject<'_>,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        let mut after = now;
        for act in self.0.iter().rev() {
            let is_by_rule = act.changes.iter().any(|event| subject.changes_state_by_rule(event));
            let when = if notes.is_empty() { "last" } else { "previously" };
            let counts = match notes[..] {
                [] => value(&act.before) != value(after),
                _ => is_by_rule,
            };
            if counts {
                let lines = act.nearest_changes(after, subject);
                let title = format!("{when} changed in line {}: {}", act.line, act.says);
                notes.push(std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n"));
                let is_state_change =
                    act.changes.iter().any(|event| (subject.is_state_change)(&event.change));
                if is_by_rule || !is_state_change {
                    break;
                }
            }
            after = &act.before;
        }
        notes
    }
}

/// The subject of a value.
pub(super) struct Subject<'a> {
    /// Its name in printed changes.
    pub(super) name: &'a str,
    /// Whether a change affects the counter or mark in question.
    pub(super) is_state_change: &'a dyn Fn(&Change) -> bool,
}

impl Subject<'_> {
    fn changes_state_by_rule(&self, event: &CausedChange) -> bool {
        event.cause.is_some() && (self.is_state_change)(&event.change)
    }
}

/// How closely a change is related to a subject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Relevance {
    /// A change of the same action.
    Beside,
    /// A change whose text contains the name.
    Named,
    /// A change of the counter or the mark itself.
    Itself,
}

impl PlayedAction {
    /// The changes of the action that are most closely related to a subject, with the lines of
    /// rules that caused them.
    fn nearest_changes(&self, after: &Game, subject: &Subject<'_>) -> Vec<String> {
        let all: Vec<(String, Relevance)> =
            self.changes.iter().filter_map(|event| self.line_of(event, after, subject)).collect();
        let nearest = all.iter().map(|&(_, nearness)| nearness).max();
        let lines = all.into_iter().filter(|&(_, nearness)| Some(nearness) == nearest);
        lines.map(|(text, _)| format!("  {text}")).collect()
    }

    /// A change with the line that caused it, and its relation to the subject; `None` if it has
    /// neither words nor a line, or if the action already states it.
    fn line_of(
        &self,
        event: &CausedChange,
        after: &Game,
        subject: &Subject<'_>,
    ) -> Option<(String, Relevance)> {
        let rules = after.rules();
        if repeats(words::of(after), self.player, &self.actions, &event.change) {
            return None;
        }
        let is_state_change = (subject.is_state_change)(&event.change);
        let cause = event.cause.map(|cause| cause.origin(rules));
        let origin = cause.or_else(|| {
            let found =
                source_facts(Some(&self.before), after, self.actions.first(), &event.change);
            found.into_iter().next()
        });
        let words = words::of(after).change(&event.change, None);
        let text = match (words, &origin) {
            (Some(words), _) => words,
            (None, Some(origin)) if event.cause.is_some() || is_state_change => {
                rules.line_at(origin).into_owned()
            }
            _ => return None,
        };
        let nearness = match text.split([' ', ',']).any(|word| word == subject.name) {
            _ if is_state_change => Relevance::Itself,
            true => Relevance::Named,
            false => Relevance::Beside,
        };
        let place = origin.map_or_else(String::new, |origin| format!(" [{origin}]"));
        Some((format!("{text}{place}"), nearness))
    }
}
