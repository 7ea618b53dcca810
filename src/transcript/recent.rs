//! The last actions of a transcript that is played, for those who ask what made a value what it is.

use std::collections::VecDeque;

use super::chain::grounds;
use super::changes::repeats;
use super::words;
use crate::action::Action;
use crate::change::Change;
use crate::game::{CausedChange, Game};
use crate::table::Player;

/// How many actions are kept.
const KEPT: usize = 100;

/// An action that was played.
pub(super) struct PlayedAction {
    /// The line, from 1.
    pub(super) line: usize,
    /// What the line says.
    pub(super) says: String,
    /// Who acted.
    pub(super) player: Player,
    /// The actions, one after the other.
    pub(super) actions: Vec<Action>,
    /// What happened.
    pub(super) events: Vec<CausedChange>,
    /// The game before it.
    pub(super) before: Game,
}

/// The last actions, the latest one at the end.
#[derive(Default)]
pub(super) struct Recent(VecDeque<PlayedAction>);

impl Recent {
    /// Keeps an action, and drops one that is too long ago.
    pub(super) fn keep(&mut self, act: PlayedAction) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(act);
    }

    /// The last action that changed a value, with what happened to its subject and the lines of
    /// the rules behind that; for what ended by itself, such as with a turn, also the last one
    /// before by which a rule changed it. Nothing where no action did, as far as they are kept.
    pub(super) fn changes_of<V: PartialEq>(
        &self,
        now: &Game,
        value: impl Fn(&Game) -> V,
        subject: &Subject<'_>,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        let mut after = now;
        for act in self.0.iter().rev() {
            let is_by_rule = act.events.iter().any(|event| subject.is_kept_by_rule(event));
            let when = if notes.is_empty() { "last" } else { "before" };
            let counts = match notes[..] {
                [] => value(&act.before) != value(after),
                _ => is_by_rule,
            };
            if counts {
                let lines = act.told(after, subject);
                let title = format!("changed {when} in line {}: {}", act.line, act.says);
                notes.push(std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n"));
                let is_kept = act.events.iter().any(|event| (subject.is_kept)(&event.change));
                if is_by_rule || !is_kept {
                    break;
                }
            }
            after = &act.before;
        }
        notes
    }
}

/// What a value is of.
pub(super) struct Subject<'a> {
    /// Its name, as changes say it.
    pub(super) name: &'a str,
    /// Whether a change is one of a counter or a mark of rules that is meant.
    pub(super) is_kept: &'a dyn Fn(&Change) -> bool,
}

impl Subject<'_> {
    fn is_kept_by_rule(&self, event: &CausedChange) -> bool {
        event.cause.is_some() && (self.is_kept)(&event.change)
    }
}

/// How much a change has to do with a subject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// It happened with the same action.
    Beside,
    /// It says the name.
    Named,
    /// It is a change of the counter or the mark itself.
    Itself,
}

impl PlayedAction {
    /// What happened to a subject, or all that happened where nothing says its name, with the
    /// lines of the rules behind it.
    fn told(&self, after: &Game, subject: &Subject<'_>) -> Vec<String> {
        let all: Vec<(String, Nearness)> =
            self.events.iter().filter_map(|event| self.line_of(event, after, subject)).collect();
        let nearest = all.iter().map(|&(_, nearness)| nearness).max();
        let told = all.into_iter().filter(|&(_, nearness)| Some(nearness) == nearest);
        told.map(|(text, _)| format!("  {text}")).collect()
    }

    /// A change with the line behind it, and how near it is to the subject; nothing where it has
    /// neither words nor a line, or says no more than the action.
    fn line_of(
        &self,
        event: &CausedChange,
        after: &Game,
        subject: &Subject<'_>,
    ) -> Option<(String, Nearness)> {
        let rules = after.rules();
        if repeats(words::of(after), self.player, &self.actions, &event.change) {
            return None;
        }
        let is_kept = (subject.is_kept)(&event.change);
        let cause = event.cause.map(|cause| cause.origin(rules));
        let origin = cause.or_else(|| {
            let found = grounds(Some(&self.before), after, self.actions.first(), &event.change);
            found.into_iter().next()
        });
        let words = words::of(after).change(&event.change, None);
        let text = match (words, &origin) {
            (Some(words), _) => words,
            (None, Some(origin)) if event.cause.is_some() || is_kept => {
                rules.line_at(origin).into_owned()
            }
            _ => return None,
        };
        let nearness = match text.split([' ', ',']).any(|word| word == subject.name) {
            _ if is_kept => Nearness::Itself,
            true => Nearness::Named,
            false => Nearness::Beside,
        };
        let place = origin.map_or_else(String::new, |origin| format!(" [{origin}]"));
        Some((format!("{text}{place}"), nearness))
    }
}
