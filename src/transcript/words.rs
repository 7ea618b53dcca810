//! The words for actions, in their canonical form.

use super::changes::pays_first;
use crate::action::{Action, Choice, FREE, STANDARD};
use crate::board::Place;
use crate::game::Game;
use crate::resource::Resources;
use crate::rules::{Cost, Rules, Way};
use crate::set::Id;
use crate::table::{Ability, AdvanceAnswer, Answerable, Card, Player, Players, Port, Step};

/// Prints the names of a game's things.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub(super) rules: &'a Rules,
    pub(super) names: &'a [String],
}

/// The names of this game's things in transcripts.
pub fn of(game: &Game) -> Words<'_> {
    Words { rules: game.rules(), names: game.names() }
}

/// Prints an action of a player as a line that parses to exactly this action.
pub fn print_action(game: &Game, player: Player, action: &Action) -> String {
    let words = of(game);
    let is_placing = matches!(game.table().step(), Step::Place(_)) && game.question().is_none();
    format!("{} {}", words.name(player), words.action(player, action, is_placing))
}

impl<'a> Words<'a> {
    pub(super) fn name(&self, player: Player) -> &'a str {
        self.names.get(player.index()).map_or("somebody", String::as_str)
    }

    pub(super) fn place(&self, place: Place) -> String {
        self.rules.board.place_name(place)
    }

    pub(super) fn card(&self, card: Card) -> &'a str {
        &self.rules.card(card).name
    }

    /// The words of the action, starting with the verb.
    #[expect(clippy::too_many_lines, reason = "one arm for each action")]
    pub(super) fn action(&self, player: Player, action: &Action, is_placing: bool) -> String {
        let rules = self.rules;
        match *action {
            Action::Roll => "rolls".into(),
            Action::End => "ends turn".into(),
            Action::Build { kind, place, way, pay } => {
                let verb = if is_placing { "places" } else { "builds" };
                let kind = rules.kind(kind);
                let terms = self.terms(&kind.ways, way, pay);
                format!("{verb} {} at {}{terms}", kind.name, self.place(place))
            }
            Action::Buy { deck, way, pay } => {
                let deck = rules.deck(deck);
                format!("buys {}{}", deck.name, self.terms(&deck.ways, way, pay))
            }
            Action::Trade { rate, give, get } => {
                let fitting = rules.rates.iter().filter(|rate| rate.terms.allow(give, get)).count();
                let by = match rules.rates.get(rate.index()) {
                    Some(kind) if fitting != 1 => format!(" by {}", kind.name),
                    _ => String::new(),
                };
                format!("trades {} for {}{by}", rules.bag(give), rules.bag(get))
            }
            Action::Play { card, also: false } => format!("plays {}", self.card(card)),
            Action::Play { card, also: true } => {
                let other = rules.card(card).also.map(|other| &rules.abilities[other.index()]);
                let name = other.map_or("", |other| other.name.as_str());
                format!("plays {}: {name}", self.card(card))
            }
            Action::Use { ability, variant, pay } => {
                let kind = &rules.abilities[ability.index()];
                let variant = &kind.variants[usize::from(variant)];
                let paying = self.paying(&variant.costs, pay);
                let colon = if variant.name.is_empty() { "" } else { ": " };
                format!("uses {}{colon}{}{paying}", kind.name, variant.name)
            }
            Action::AnswerInAdvance { answerable, advance_answer } => {
                self.advance_answer(answerable, advance_answer)
            }
            Action::PayFirst { hidden } => pays_first(hidden).into(),
            Action::Discard { resource } => {
                format!("discards {}", rules.bag(Resources::of(resource, 1)))
            }
            Action::Move { marker, place } => {
                format!("moves {} to {}", rules.marker(marker).name, self.place(place))
            }
            Action::Take { from: Some(from) } => format!("takes from {}", self.name(from)),
            Action::Take { from: None } => "takes nothing".into(),
            Action::Choose(choice) => format!("chooses {}", self.choice(choice)),
            Action::Offer { give, get, to } => {
                let all = Players::first(self.names.len()).without(player);
                let to = if to == all { String::new() } else { format!(" to {}", self.list(to)) };
                format!("offers {} for {}{to}", rules.bag(give), rules.bag(get))
            }
            Action::Counter { give, get } => {
                format!("counters {} for {}", rules.bag(give), rules.bag(get))
            }
            Action::Conclude { with } => format!("trades with {}", self.name(with)),
            Action::Accept => "accepts".into(),
            Action::Refuse => "refuses".into(),
            Action::Withdraw => "withdraws".into(),
        }
    }

    pub(super) fn list(&self, players: Players) -> String {
        players.iter().map(|player| self.name(player)).collect::<Vec<_>>().join(", ")
    }

    /// The terms, unless they are the default ones.
    fn terms(&self, ways: &[Way], way: u8, pay: Resources) -> String {
        if way == FREE {
            return String::new();
        }
        let Some(found) = ways.get(usize::from(way)) else { return String::new() };
        let by = if way == STANDARD { String::new() } else { format!(" by {}", found.name) };
        let mut by_use = found.costs_by_use.iter();
        let costs = by_use.find(|costs| leave_choice(costs)).unwrap_or(&found.costs);
        format!("{by}{}", self.paying(costs, pay))
    }

    /// The payment, if the costs leave a choice.
    fn paying(&self, costs: &[Cost], pay: Resources) -> String {
        if leave_choice(costs) { format!(" paying {}", self.rules.bag(pay)) } else { String::new() }
    }

    /// Whether the use of an ability is printed with its price.
    pub(super) fn says_price(&self, ability: Ability, variant: u8) -> bool {
        let variants = &self.rules.abilities[ability.index()].variants;
        variants.get(usize::from(variant)).is_some_and(|variant| leave_choice(&variant.costs))
    }

    /// An advance answer in words.
    pub(super) fn advance_answer(
        &self,
        answerable: Answerable,
        advance_answer: AdvanceAnswer,
    ) -> String {
        format!("answers {}", self.answer(answerable, advance_answer))
    }

    /// The answer, and its rule.
    pub(super) fn answer(&self, answerable: Answerable, advance_answer: AdvanceAnswer) -> String {
        let answer = match advance_answer {
            AdvanceAnswer::Accept => "accept",
            AdvanceAnswer::Decline => "decline",
            AdvanceAnswer::Ask => "ask",
        };
        let rule = self.rules.answerables[answerable.index()].rule;
        format!("{answer} to {}", self.rules.rule(rule).name())
    }

    /// A face of the event die.
    pub(super) fn face(&self, face: u8) -> &str {
        self.rules.event_die.as_ref().map_or("", |die| die.name(face))
    }

    /// The answer to a question.
    pub(super) fn choice(&self, choice: Choice) -> String {
        self.rules.choice(choice, self.names)
    }

    pub(super) fn port(&self, port: Port) -> &'a str {
        match port {
            Port::Any => "any",
            Port::Of(resource) => &self.rules.resources[resource.index()].name,
        }
    }
}

/// Whether several payments are possible.
fn leave_choice(costs: &[Cost]) -> bool {
    !matches!(costs, [only] if only.same == 0 && only.any == 0)
}
