//! Explanations: objections to an action in words, each with its rule, its place and the numbers.

mod answer;
mod ownership;
mod places;
mod step;
mod words;

use std::fmt;

use super::law::{self, Objection, collect};
use super::question::Question;
use super::view::View;
use crate::action::Action;
use crate::game::law::discard;
use crate::resource::Resources;
use crate::rules::{Answer, Failure, Hook, Origin, Rule, RuleId};
use crate::table::Player;

/// One reason against an action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Reason {
    /// What stands against it, with the numbers.
    pub text: String,
    /// The rule or declaration behind it; empty for the course of the game itself.
    pub rule: String,
    /// The rulings that the rule carries out; empty for declarations.
    pub rulings: String,
    /// Where that is written.
    pub origin: Origin,
}

impl Reason {
    /// A reason without a rule behind it.
    pub fn new(text: impl Into<String>, origin: Origin) -> Self {
        Self { text: text.into(), rule: String::new(), rulings: String::new(), origin }
    }

    /// A reason by the course of the game.
    fn course(text: impl Into<String>) -> Self {
        Self::new(text, Origin::default())
    }

    /// A reason by a declaration.
    fn declared(text: String, what: &str, origin: &Origin) -> Self {
        Self { rule: what.into(), ..Self::new(text, origin.clone()) }
    }

    /// A reason of a rule.
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

/// What explains objections to what a player does.
#[derive(Clone, Copy)]
struct Explainer<'a> {
    view: View<'a>,
    player: Player,
}

/// Everything that stands against an action of the player, in words; nothing if it is legal.
pub(crate) fn reasons(
    view: View<'_>,
    player: Player,
    action: &Action,
) -> Result<Vec<Reason>, Failure> {
    Ok(explained(view, player, &law::objections(view, player, action)?))
}

/// What stands against the discard of these cards at once; nothing if none is due.
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

/// What stands against an answer to a rule's question: laws, or what the rule selects.
pub(super) fn reasons_against_answer(
    view: View<'_>,
    player: Player,
    action: &Action,
    (question, answers): (&Question, &[Answer]),
) -> Result<Vec<Reason>, Failure> {
    Explainer { view, player }.answer(*action, question, answers)
}

/// Objections in words.
fn explained<'a>(view: View<'a>, player: Player, objections: &[Objection<'a>]) -> Vec<Reason> {
    let explainer = Explainer { view, player };
    objections.iter().map(|objection| explainer.reason(objection)).collect()
}

impl Explainer<'_> {
    /// A reason by a hook of a rule, or by the rule as a whole.
    fn ruled(self, text: String, rule: RuleId, hook: Option<Hook>) -> Reason {
        let rule = self.view.rules().rule(rule);
        Reason::of(rule, text, rule.origin(hook))
    }

    /// A reason by the declared placement.
    fn placement(self, text: String) -> Reason {
        self.in_manifest(text, "placement", "")
    }

    /// A reason by what packs declare under a key of a table; the last one counts.
    fn in_manifest(self, text: String, table: &str, key: &str) -> Reason {
        match self.view.rules().declared(table, key).pop() {
            Some(origin) => Reason::declared(text, table, &origin),
            None => Reason::course(text),
        }
    }

    /// A reason by the first of these keys that packs declare of something, such as a kind of piece;
    /// by its declaration if they state none of them.
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
