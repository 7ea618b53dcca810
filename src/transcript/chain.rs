//! The chain behind a change: the action, the hook and the word of a rule that made it, or the
//! facts that the kernel went by.

use std::rc::Rc;

use serde::Serialize;

use super::told::{Played, Seen};
use super::words::Words;
use crate::action::Action;
use crate::game::{Game, Heed, Reason, Refused};
use crate::rules::{Arg, Call, Origin, Rules, Value};
use crate::set::Id;

/// What kind of link of the chain it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// The effect of a rule that ran.
    Hook,
    /// The line of it that made the change.
    Verb,
    /// A fact that the kernel went by.
    Fact,
    /// A pure hook that was asked.
    Asked,
    /// A reason against the action.
    Reason,
}

/// A link of the chain behind a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// In words: the call, the reason, or the line itself.
    pub text: String,
    /// Where it is written; an empty file for the course of the game itself.
    pub origin: Origin,
    /// The line that stands there.
    pub source: String,
}

impl Link {
    fn new(rules: &Rules, kind: LinkKind, text: impl Into<String>, origin: Origin) -> Self {
        let source = rules.line_at(&origin).to_owned();
        Self { kind, text: text.into(), origin, source }
    }
}

impl Played {
    /// The chain behind something that happened, from the action on.
    pub fn chain(&self, seen: &Seen) -> Vec<Link> {
        let Some(event) = &seen.event else { return Vec::new() };
        let rules = self.after.rules();
        let mut links = Vec::new();
        if let (Some(call), Some(cause)) = (&event.call, event.cause) {
            let origin = rules.rule(call.rule).origin(Some(call.hook));
            links.push(Link::new(rules, LinkKind::Hook, in_words(&self.after, call), origin));
            if cause.line > 0 {
                let verb = Link::new(rules, LinkKind::Verb, "", cause.origin(rules));
                links.push(Link { text: verb.source.clone(), ..verb });
            }
        }
        let action = self.actions.first().map(|(_, action)| action);
        // What a roll brings about is told by the dice that it shows.
        let before = self.before.iter().filter(|_| action != Some(&Action::Roll));
        let games = before.chain([&self.after]);
        for origin in games.flat_map(|game| game.work().grounds(action, &event.change)) {
            let fact = Link::new(rules, LinkKind::Fact, "", origin);
            let fact = Link { text: fact.source.clone(), ..fact };
            if !links.iter().any(|link| link.origin == fact.origin) {
                links.push(fact);
            }
        }
        links
    }

    /// The effects of rules that made changes, told or not.
    pub fn hooks(&self) -> Vec<Link> {
        let rules = self.after.rules();
        let link = |call: &Rc<Call>| {
            let origin = rules.rule(call.rule).origin(Some(call.hook));
            Link::new(rules, LinkKind::Hook, in_words(&self.after, call), origin)
        };
        self.calls.iter().map(link).collect()
    }

    /// The pure hooks that were asked and had something to say, with the verbs of packs that they
    /// say, and what rules asked players before the action and ask them now.
    pub fn asked(&self) -> Vec<Link> {
        let rules = self.after.rules();
        let mut links: Vec<Link> = Vec::new();
        let mut add = |text: String, origin: Origin| {
            let link = Link::new(rules, LinkKind::Asked, text, origin);
            if !links.contains(&link) {
                links.push(link);
            }
        };
        for Heed { call, value } in &self.heeds {
            if *value == Value::Nothing {
                continue;
            }
            let text = format!("{} {}", in_words(&self.after, call), answer(value));
            add(text.clone(), rules.rule(call.rule).origin(Some(call.hook)));
            for verb in rules.verbs_of(call.rule) {
                add(format!("{text}, by {}", rules.line_at(&verb).trim_end_matches(" {")), verb);
            }
        }
        let before = self.before.iter().flat_map(|before| before.questions());
        for question in before.chain(self.after.questions()) {
            let name = &self.after.names()[question.player.index()];
            let rule = rules.rule(question.rule).name();
            add(format!("{rule} asks {name}: {}", question.prompt), question.origin.clone());
        }
        links
    }

    /// What stands against the action, where it was refused.
    pub fn against(&self) -> Vec<Link> {
        let rules = self.after.rules();
        match &self.refused {
            None => Vec::new(),
            Some(Refused::Illegal(reasons)) => reasons_in_words(rules, reasons),
            Some(Refused::Failed(failure)) => {
                let origin = failure.origin.clone();
                vec![Link::new(rules, LinkKind::Reason, failure.message.clone(), origin)]
            }
        }
    }
}

/// Reasons as links: what each says, with its rulings.
pub fn reasons_in_words(rules: &Rules, reasons: &[Reason]) -> Vec<Link> {
    let link = |reason: &Reason| {
        let of: Vec<&str> = [reason.rule.as_str(), reason.rulings.as_str()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let of = if of.is_empty() { String::new() } else { format!(" [{}]", of.join(" ")) };
        let text = format!("{}{of}", reason.text);
        Link::new(rules, LinkKind::Reason, text, reason.origin.clone())
    };
    reasons.iter().map(link).collect()
}

/// A call in words: `on_built(red, settlement at C4.n) of a rule`.
fn in_words(game: &Game, call: &Call) -> String {
    let words = game.words();
    let args = call.args.iter().map(|arg| argument(words, arg));
    let args: Vec<String> = [words.name(call.me).to_owned()].into_iter().chain(args).collect();
    let rule = game.rules().rule(call.rule);
    format!("{}({}) of {}", call.hook.name(), args.join(", "), rule.name())
}

fn argument(words: Words<'_>, arg: &Arg) -> String {
    let rules = words.rules;
    match *arg {
        Arg::Player(player) => words.name(player).into(),
        Arg::Number(number) => number.to_string(),
        Arg::Cards(cards) => rules.bag(cards),
        Arg::Piece { kind, place, .. } => {
            format!("{} at {}", rules.kind(kind).name, words.place(place))
        }
        Arg::Kind(kind) => rules.kind(kind).name.clone(),
        Arg::Place(place) => words.place(place),
        Arg::Marker(marker) => rules.marker(marker).name.clone(),
        Arg::Card(card) => rules.card(card).name.clone(),
        Arg::Deck(deck) => rules.deck(deck).name.clone(),
        Arg::Truth(truth) => truth.to_string(),
    }
}

fn answer(value: &Value) -> String {
    match value {
        Value::Nothing => "says nothing".into(),
        Value::Truth(truth) => format!("answers {truth}"),
        Value::Number(number) => format!("answers {number}"),
        Value::Text(text) => format!("says: {text}"),
    }
}
