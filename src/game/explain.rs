//! Puts the objections to an action into words, each with its rule, source position and numbers.

mod answer;
mod ownership;
mod places;
mod step;
mod words;

use std::fmt;

pub(super) use answer::reasons_against_answer;

use super::law::{self, Objection, collect};
use super::view::View;
use crate::action::Action;
use crate::game::law::discard;
use crate::resource::Resources;
use crate::rules::{Hook, Origin, Result, Rule, RuleId};
use crate::table::Player;

/// One reason against an action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Reason {
    /// The objection in words, with numbers.
    pub text: String,
    /// The rule or declaration that caused it; empty for the general course of the game.
    pub rule: String,
    /// The rulings that the rule implements; empty for declarations.
    pub rulings: String,
    /// The source position of the rule or declaration.
    pub origin: Origin,
}

impl Reason {
    /// Creates a reason without a rule.
    pub fn new(text: impl Into<String>, origin: Origin) -> Self {
        Self { text: text.into(), rule: String::new(), rulings: String::new(), origin }
    }

    /// Creates a reason from the general course of the game.
    fn course(text: impl Into<String>) -> Self {
        Self::new(text, Origin::default())
    }

    /// Creates a reason from a declaration.
    fn declared(text: String, what: &str, origin: &Origin) -> Self {
        Self { rule: what.into(), ..Self::new(text, origin.clone()) }
    }

    /// Creates a reason from a rule.
    pub(super) fn of(rule: &Rule, text: impl Into<String>, origin: Origin) -> Self {
        Self { rule: rule.id.clone(), rulings: rule.rulings.clone(), ..Self::new(text, origin) }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match (self.rule.as_str(), self.rulings.as_str()) {
            ("", _) => Ok(()),
            (rule, "") => write!(f, " [{rule} {}]", self.origin),
            (rule, rulings) => write!(f, " [{rule} {rulings} {}]", self.origin),
        }
    }
}

/// Explains objections to actions of a player.
#[derive(Clone, Copy)]
struct Explainer<'a> {
    view: View<'a>,
    player: Player,
}

/// Returns all reasons against an action of the player; empty if the action is legal.
pub(crate) fn reasons(view: View<'_>, player: Player, action: &Action) -> Result<Vec<Reason>> {
    Ok(explained(view, player, &law::objections(view, player, action)?))
}

/// Returns the reasons against discarding these cards together; empty if no discard is due.
pub(crate) fn reasons_against_discard(
    view: View<'_>,
    player: Player,
    cards: Resources,
) -> Vec<Reason> {
    if view.table().seat(player).due() == 0 {
        return Vec::new();
    }
    let objections = collect(|check| discard::check(view, check, player, cards));
    explained(view, player, &objections.unwrap_or_default())
}

/// Puts objections into words.
fn explained<'a>(view: View<'a>, player: Player, objections: &[Objection<'a>]) -> Vec<Reason> {
    let explainer = Explainer { view, player };
    objections.iter().map(|objection| explainer.reason(objection)).collect()
}

impl Explainer<'_> {
    /// Creates a reason from a hook of a rule, or from the rule as a whole.
    fn ruled(self, text: String, rule: RuleId, hook: Option<Hook>) -> Reason {
        let rule = self.view.rules().rule(rule);
        Reason::of(rule, text, rule.origin(hook))
    }

    /// Creates a reason from the declared placement.
    fn placement(self, text: String) -> Reason {
        let is_declared = |table: &&str| !self.view.rules().declared(table, "").is_empty();
        let table = ["placement.rounds", "placement"].into_iter().find(is_declared);
        self.in_manifest(text, table.unwrap_or_default(), "")
    }

    /// Creates a reason from the last declaration that packs make under a key of a table.
    fn in_manifest(self, text: String, table: &str, key: &str) -> Reason {
        match self.view.rules().declared(table, key).pop() {
            Some(origin) => Reason::declared(text, table, &origin),
            None => Reason::course(text),
        }
    }

    /// Creates a reason from the first of these keys that packs declare for something, such as a
    /// kind of piece. If they declare none of these keys, the reason refers to the declaration as a
    /// whole.
    fn by_key(
        self,
        text: String,
        (table, name): (&str, &str),
        keys: &[&str],
        origin: &Origin,
    ) -> Reason {
        let table = format!("{table}.{name}");
        let stated = keys.iter().find_map(|key| self.view.rules().declared(&table, key).pop());
        Reason::declared(text, name, &stated.unwrap_or_else(|| origin.clone()))
    }

    /// The name of the player.
    fn name(self) -> String {
        self.view.name(self.player).into()
    }
}
