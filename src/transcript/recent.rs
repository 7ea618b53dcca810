//! The last actions of a transcript that is played, for those who ask what made a value what it is.

use std::collections::VecDeque;

use super::chain::grounds;
use super::changes::repeats;
use crate::action::Action;
use crate::game::{Event, Game};
use crate::table::Player;

/// How many actions are kept.
const KEPT: usize = 100;

/// An action that was played.
pub(super) struct Act {
    /// The line, from 1.
    pub(super) line: usize,
    /// What the line says.
    pub(super) says: String,
    /// Who acted.
    pub(super) player: Player,
    /// The actions, one after the other.
    pub(super) actions: Vec<Action>,
    /// What happened.
    pub(super) events: Vec<Event>,
    /// The game before it.
    pub(super) before: Game,
}

/// The last actions, the latest one at the end.
#[derive(Default)]
pub(super) struct Recent(VecDeque<Act>);

impl Recent {
    /// Keeps an action, and drops one that is too long ago.
    pub(super) fn keep(&mut self, act: Act) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(act);
    }

    /// The last action that changed a value, with what happened to its subject and the lines of
    /// the rules behind that; nothing where no action did, as far as they are kept.
    pub(super) fn change_of<V: PartialEq>(
        &self,
        now: &Game,
        subject: &str,
        value: impl Fn(&Game) -> V,
    ) -> Option<String> {
        let mut after = now;
        for act in self.0.iter().rev() {
            if value(&act.before) != value(after) {
                let lines = act.told(after, subject);
                let title = format!("changed last in line {}: {}", act.line, act.says);
                return Some(std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n"));
            }
            after = &act.before;
        }
        None
    }
}

impl Act {
    /// What happened to a subject, or all that happened where nothing says its name, with the
    /// lines of the rules behind it.
    fn told(&self, after: &Game, subject: &str) -> Vec<String> {
        let all: Vec<(String, bool)> =
            self.events.iter().filter_map(|event| self.line_of(event, after, subject)).collect();
        let is_named = all.iter().any(|(_, names)| *names);
        let told = all.into_iter().filter(|(_, names)| *names || !is_named);
        told.map(|(text, _)| format!("  {text}")).collect()
    }

    /// A change with the line behind it, and whether it names the subject; nothing where it has
    /// neither words nor a line, or says no more than the action.
    fn line_of(&self, event: &Event, after: &Game, subject: &str) -> Option<(String, bool)> {
        let rules = after.rules();
        if repeats(after.words(), self.player, &self.actions, &event.change) {
            return None;
        }
        let cause = event.cause.map(|cause| cause.origin(rules));
        let origin = cause.or_else(|| {
            let found = grounds(Some(&self.before), after, self.actions.first(), &event.change);
            found.into_iter().next()
        });
        let words = after.words().change(&event.change, None);
        let text = match (words, &origin) {
            (Some(words), _) => words,
            (None, Some(origin)) if event.cause.is_some() => rules.line_at(origin).into_owned(),
            _ => return None,
        };
        let is_named = text.split([' ', ',']).any(|word| word == subject);
        let place = origin.map_or_else(String::new, |origin| format!(" [{origin}]"));
        Some((format!("{text}{place}"), is_named))
    }
}
