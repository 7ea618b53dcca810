//! The chain of causes of a change: the hook and the verb that made it, and the facts that the
//! kernel used.

use std::iter::once;

use crate::game::sources::layout;
use serde::Serialize;

use super::annotated::{PlayedStep, PrintedChange};
use super::called::OutlinedFile;
use super::places::Aliases;
use super::words::{self, Words};
use crate::action::Action;
use crate::change::Change;
use crate::game::{Game, HookCall, Reason, Refusal, sources};
use crate::rules::{Arg, Call, HookResult, Origin, RuleId, Rules};
use crate::set::Id;

/// The kind of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// The effect of a rule that ran.
    Hook,
    /// The line of the hook that made the change.
    Verb,
    /// Something on the board that the change depends on.
    Board,
    /// A fact that the kernel used.
    Fact,
    /// A fact that caused a change that the line of the action already states.
    Action,
    /// A pure hook that was called.
    Asked,
    /// A reason against the action.
    Reason,
}

/// A link in the chain of causes of a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Link {
    /// The kind of the link.
    pub kind: LinkKind,
    /// The call or the reason in words, or the line itself.
    pub text: String,
    /// Its source position. `origin.file` is empty if the link does not come from a file, as for
    /// things on the board.
    pub origin: Origin,
    /// The line of code at `origin`.
    pub source: String,
}

impl Link {
    fn new(rules: &Rules, kind: LinkKind, text: impl Into<String>, origin: Origin) -> Self {
        let source = rules.line_at(&origin).into_owned();
        Self { kind, text: text.into(), origin, source }
    }

    /// A link with the line at `origin` as its text.
    pub(super) fn line(rules: &Rules, kind: LinkKind, origin: Origin) -> Self {
        Self::new(rules, kind, rules.line_at(&origin), origin)
    }

    /// Replaces places in the text with the names that the transcript uses; lines of code are
    /// unchanged.
    #[must_use]
    pub fn as_written(self, aliases: &Aliases) -> Self {
        let is_line = self.text == self.source;
        if is_line { self } else { Self { text: aliases.write(&self.text), ..self } }
    }

    /// The link for the effect of a rule.
    fn hook(game: &Game, call: &Call) -> Self {
        let origin = game.rules().rule(call.rule).origin(Some(call.hook));
        Self::new(game.rules(), LinkKind::Hook, in_words(game, call), origin)
    }
}

impl PlayedStep {
    /// The chain of causes of a change: the hook and its line, then facts and things on the board.
    pub fn chain(&self, seen: &PrintedChange) -> Vec<Link> {
        let rules = self.after.rules();
        let Some(caused) = &seen.caused else {
            let laid = self.before.is_none().then(|| layout::sources_of_layout(self.after.view()));
            let link = |origin| Link::line(rules, LinkKind::Fact, origin);
            return laid.into_iter().flatten().map(link).collect();
        };
        let mut links = Vec::new();
        if let (Some(call), Some(cause)) = (&caused.call, caused.cause) {
            links.push(Link::hook(&self.after, call));
            if cause.line > 0 {
                links.push(Link::line(rules, LinkKind::Verb, cause.origin(rules)));
            }
            let about = sources::sources_of_call(self.after.view(), call).into_iter();
            links.extend(about.map(|origin| Link::line(rules, LinkKind::Fact, origin)));
        }
        if let Change::Produced(player, _) | Change::Withheld(player, ..) = caused.change {
            let lying = sources::harvest_of(self.after.view(), player).into_iter();
            let link = |text| Link::new(rules, LinkKind::Board, text, Origin::default());
            links.extend(lying.map(link));
        }
        let action = self.actions.first().map(|(_, action)| action);
        for change in std::iter::once(&caused.change).chain(self.shortage_behind(&caused.change)) {
            for origin in source_facts(self.before.as_deref(), &self.after, action, change) {
                if !links.iter().any(|link| link.origin == origin) {
                    links.push(Link::line(rules, LinkKind::Fact, origin));
                }
            }
        }
        links
    }

    /// Finds the shortage that reduced a player's production.
    fn shortage_behind(&self, produced: &Change) -> Option<&Change> {
        let Change::Produced(player, cards) = *produced else { return None };
        let mut changes =
            self.happened.iter().filter_map(|seen| Some(&seen.caused.as_ref()?.change));
        changes.find(|change| {
            matches!(**change, Change::Withheld(whose, resource, _)
                if whose == player && cards.get(resource) > 0)
        })
    }

    /// The facts that caused this game's table to differ from another game's table.
    pub fn facts_against(&self, other: &Self) -> Vec<Link> {
        let origins = layout::sources_of_difference(self.after.view(), other.after.view());
        let link = |origin| Link::line(self.after.rules(), LinkKind::Fact, origin);
        origins.into_iter().map(link).collect()
    }

    /// The effects of rules that made changes, including changes that are not printed.
    pub fn hooks(&self) -> Vec<Link> {
        self.calls.iter().map(|call| Link::hook(&self.after, call)).collect()
    }

    /// The pure hooks that returned an answer, with the pack verbs that they call, and the open
    /// questions of rules before and after the action.
    pub fn asked(&self) -> Vec<Link> {
        let rules = self.after.rules();
        let mut links = hook_calls_in_words(&self.after, &self.hook_calls);
        let before = self.before.iter().flat_map(|before| before.questions());
        for question in before.chain(self.after.questions()) {
            let name = &self.after.names()[question.player.index()];
            let rule = rules.rule(question.rule).name();
            let text = format!("{rule} asks {name}: {}", question.prompt);
            let link = |origin| Link::new(rules, LinkKind::Asked, text.as_str(), origin);
            let asks = question.origin(rules);
            let rule = rules.rule(question.rule);
            let by_verb = (asks.file != rule.file).then(|| link(rule.origin(None)));
            let settings = rules.settings_of(&rule.file);
            let settings = settings.map(|origin| Link::line(rules, LinkKind::Fact, origin));
            for link in once(link(asks)).chain(by_verb).chain(settings) {
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
        links
    }

    /// The reasons why the action was refused.
    pub fn against(&self) -> Vec<Link> {
        let rules = self.after.rules();
        match &self.refused {
            None => Vec::new(),
            Some(Refusal::Illegal(reasons)) => reasons_in_words(rules, reasons),
            Some(Refusal::Failed(failure)) => {
                let origin = failure.origin.clone();
                vec![Link::new(rules, LinkKind::Reason, failure.message.clone(), origin)]
            }
        }
    }
}

/// The source positions of the facts that the kernel used for a change caused by an action.
pub(super) fn source_facts(
    before: Option<&Game>,
    after: &Game,
    action: Option<&Action>,
    change: &Change,
) -> Vec<Origin> {
    // The changes of a roll are explained by its dice.
    let before = before.filter(|_| action != Some(&Action::Roll));
    let games = before.into_iter().chain([after]);
    games.flat_map(|game| sources::sources_of_change(game.view(), action, change)).collect()
}

/// The definitions of the pack verbs that a rule calls, directly or indirectly.
fn verbs_of(rules: &Rules, rule: RuleId) -> Vec<Origin> {
    let file = OutlinedFile::numbered(rules, rules.rule(rule).source);
    let mut called = file.called_within(rules, &file.whole());
    called.retain(|origin| origin.file != rules.rule(rule).file);
    called
}

/// The pure hooks that returned an answer, with the pack verbs that they call.
pub(super) fn hook_calls_in_words(game: &Game, hook_calls: &[HookCall]) -> Vec<Link> {
    let rules = game.rules();
    let mut links: Vec<Link> = Vec::new();
    let mut add = |text: String, origin: Origin| {
        let link = Link::new(rules, LinkKind::Asked, text, origin);
        if !links.contains(&link) {
            links.push(link);
        }
    };
    for HookCall { call, value } in
        hook_calls.iter().filter(|hook_call| hook_call.value != HookResult::Nothing)
    {
        let text = format!("{} {}", in_words(game, call), answer(game, value));
        add(text.clone(), rules.rule(call.rule).origin(Some(call.hook)));
        for verb in verbs_of(rules, call.rule) {
            add(format!("{text}, by {}", rules.line_at(&verb).trim_end_matches(" {")), verb);
        }
    }
    links
}

/// Converts reasons to links: their words with rulings, then the settings that their rules read.
pub fn reasons_in_words(rules: &Rules, reasons: &[Reason]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for reason in reasons {
        let of: Vec<&str> = [reason.rule.as_str(), reason.rulings.as_str()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let of = if of.is_empty() { String::new() } else { format!(" [{}]", of.join(" ")) };
        let text = format!("{}{of}", reason.text);
        links.push(Link::new(rules, LinkKind::Reason, text, reason.origin.clone()));
    }
    for origin in reasons.iter().flat_map(|reason| rules.settings_of(&reason.origin.file)) {
        if !links.iter().any(|link| link.origin == origin) {
            links.push(Link::line(rules, LinkKind::Fact, origin));
        }
    }
    links
}

/// A call in words: `on_built(red, settlement at C4.n) of a rule`.
fn in_words(game: &Game, call: &Call) -> String {
    let words = words::of(game);
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

fn answer(game: &Game, value: &HookResult) -> String {
    match value {
        HookResult::Nothing => "returns nothing".into(),
        HookResult::Truth(truth) => format!("returns {truth}"),
        HookResult::Number(number) => format!("returns {number}"),
        HookResult::Text(text) => format!("returns: {text}"),
        HookResult::Cards(cards) => format!("returns {}", game.rules().bag(*cards)),
    }
}
