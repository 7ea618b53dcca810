//! Legal actions as plain data, each with the line that plays it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::action::{Action, Choice};
use crate::board::Place;
use crate::game::{Game, law};
use crate::resource::{Resource, Resources};
use crate::rules::{Failure, Rules, Way};
use crate::set::Id;
use crate::table::{AdvanceAnswer, Player, Step};
use crate::transcript::print_action;

/// The number of cards of each resource.
pub(super) type Cards = BTreeMap<String, usize>;

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Legal {
    /// The player who may take it.
    pub player: String,
    /// The line that plays it, such as `red builds road at C4-ne`.
    pub line: String,
    /// The action as data.
    #[serde(flatten)]
    pub data: ActionData,
}

/// An action as data. `pay` is its cost, and `by` the rule that offers these terms instead of the
/// declared ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ActionData {
    /// Rolls the dice.
    Roll,
    /// Ends the turn.
    EndTurn,
    /// Builds a piece, or places it for free.
    Build {
        /// The kind of piece.
        piece: String,
        /// The place.
        place: String,
        /// The cards to pay.
        pay: Cards,
        /// The rule that offers the terms.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Buys a card.
    Buy {
        /// The deck.
        deck: String,
        /// The cards to pay.
        pay: Cards,
        /// The rule that offers the terms.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Trades with the supply.
    Trade {
        /// The cards given.
        give: Cards,
        /// The cards received.
        get: Cards,
        /// The rate.
        by: String,
    },
    /// Plays a card.
    Play {
        /// The card.
        card: String,
        /// The ability that the player uses by playing the card, instead of the card's own rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        instead: Option<String>,
    },
    /// Uses an ability.
    Use {
        /// The ability.
        ability: String,
        /// Its variant; empty if there is only one.
        variant: String,
        /// The cards to pay.
        pay: Cards,
    },
    /// Offers a trade to opponents.
    Offer {
        /// The cards that the player would give.
        give: Cards,
        /// The cards that the player would get.
        get: Cards,
        /// The opponents to whom it is offered.
        to: Vec<String>,
    },
    /// Answers the offer with other terms.
    Counter {
        /// The cards that the player would give.
        give: Cards,
        /// The cards that the player would get.
        get: Cards,
    },
    /// Accepts the offer.
    Accept,
    /// Refuses the offer.
    Refuse,
    /// Concludes the offer.
    Conclude {
        /// The player with whom it is concluded.
        with: String,
    },
    /// Withdraws the offer.
    Withdraw,
    /// Discards a card.
    Discard {
        /// The card.
        card: String,
    },
    /// Moves a marker.
    Move {
        /// The marker.
        marker: String,
        /// The new place.
        place: String,
    },
    /// Takes a random card after the move of a marker.
    Take {
        /// The player from whom it is taken; null to take none.
        from: Option<String>,
    },
    /// Gives an advance answer to a rule.
    Answer {
        /// The rule.
        rule: String,
        /// The answer: `accept`, `decline` or `ask`.
        #[schemars(with = "String")]
        answer: AdvanceAnswer,
    },
    /// Chooses whether hidden cards are paid before open ones.
    PayFirst {
        /// Whether hidden cards are paid first.
        hidden: bool,
    },
    /// Answers a question.
    Choose {
        /// The kind of the answer.
        sort: AnswerKind,
        /// The answer: a name, a place, a number, `yes`, `no` or `nothing`.
        answer: String,
    },
}

/// The kind of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// Yes, no or nothing.
    Word,
    /// A kind of resource.
    Resource,
    /// One of the player's own cards.
    Card,
    /// A player.
    Player,
    /// A hex.
    Hex,
    /// An intersection.
    Intersection,
    /// The place of a piece.
    Piece,
    /// A marker.
    Marker,
    /// Goods.
    #[serde(rename = "good")]
    Goods,
    /// An outpost.
    Outpost,
    /// A number.
    Number,
    /// One of the player's own cards of a deck.
    Held,
    /// A name.
    Name,
}

/// The legal actions of a player; with `offers`, these include offers and counter-offers of one
/// card for one card.
pub(crate) fn legal(game: &Game, player: Player, offers: bool) -> Result<Vec<Legal>, Failure> {
    let mut actions = game.legal_actions(player)?;
    if offers && game.question().is_none() {
        for action in single_offers(game, player) {
            if !actions.contains(&action) && game.reasons(player, &action)?.is_empty() {
                actions.push(action);
            }
        }
    }
    Ok(actions.iter().map(|action| Legal::of(game, player, action)).collect())
}

/// Offers and counter-offers of one card for one card.
fn single_offers(game: &Game, player: Player) -> Vec<Action> {
    let table = game.table();
    let one = |kind| Resources::of(kind, 1);
    let not_offered = game.rules().classes.not_offered;
    let all = || (0..game.rules().resources.len()).map(Resource::new);
    let kinds = || all().filter(|&kind| not_offered.get(kind) == 0);
    let to = law::trade_partners(game.view(), player);
    let mut offers = Vec::new();
    for give in kinds() {
        for get in kinds().filter(|&get| get != give) {
            let (give, get) = (one(give), one(get));
            match table.step() {
                Step::Act => offers.push(Action::Offer { give, get, to }),
                Step::Offer => offers.push(Action::Counter { give, get }),
                _ => {}
            }
        }
    }
    offers
}

impl Legal {
    /// Converts a player's action to plain data.
    pub fn of(game: &Game, player: Player, action: &Action) -> Self {
        Self {
            player: game.names()[player.index()].clone(),
            line: print_action(game, player, action),
            data: Namer { rules: game.rules(), names: game.names() }.data(action),
        }
    }
}

/// The cards by the names of their resources.
pub(super) fn cards(rules: &Rules, bag: Resources) -> Cards {
    bag.kinds().map(|kind| (rules.resources[kind.index()].name.clone(), bag.get(kind))).collect()
}

/// Looks up the names of players, places and declarations.
struct Namer<'a> {
    rules: &'a Rules,
    names: &'a [String],
}

impl Namer<'_> {
    fn data(&self, action: &Action) -> ActionData {
        let rules = self.rules;
        let cards = |bag| cards(rules, bag);
        match *action {
            Action::Roll => ActionData::Roll,
            Action::End => ActionData::EndTurn,
            Action::Build { kind, place, way, pay } => {
                let kind = rules.kind(kind);
                let (piece, place) = (kind.name.clone(), self.place(place));
                ActionData::Build { piece, place, pay: cards(pay), by: by(&kind.ways, way) }
            }
            Action::Buy { deck, way, pay } => {
                let deck = rules.deck(deck);
                ActionData::Buy {
                    deck: deck.name.clone(),
                    pay: cards(pay),
                    by: by(&deck.ways, way),
                }
            }
            Action::Trade { rate, give, get } => {
                let by = rules.rates[rate.index()].name.clone();
                ActionData::Trade { give: cards(give), get: cards(get), by }
            }
            Action::Play { card, also } => {
                let kind = rules.card(card);
                let other = kind.also.filter(|_| also);
                let instead = other.map(|other| rules.abilities[other.index()].name.clone());
                ActionData::Play { card: kind.name.clone(), instead }
            }
            Action::Use { ability, variant, pay } => {
                let kind = &rules.abilities[ability.index()];
                let variant = kind.variants[usize::from(variant)].name.clone();
                ActionData::Use { ability: kind.name.clone(), variant, pay: cards(pay) }
            }
            Action::Discard { resource } => ActionData::Discard { card: self.resource(resource) },
            Action::Move { marker, place } => ActionData::Move {
                marker: rules.marker(marker).name.clone(),
                place: self.place(place),
            },
            Action::Take { from } => ActionData::Take { from: from.map(|from| self.player(from)) },
            Action::AnswerInAdvance { answerable, advance_answer } => {
                let rule = rules.rule(rules.answerables[answerable.index()].rule).name();
                ActionData::Answer { rule, answer: advance_answer }
            }
            Action::PayFirst { hidden } => ActionData::PayFirst { hidden },
            Action::Choose(choice) => {
                let answer = rules.choice(choice, self.names);
                ActionData::Choose { sort: answer_kind(choice), answer }
            }
            Action::Offer { give, get, to } => {
                let to = to.iter().map(|player| self.player(player)).collect();
                ActionData::Offer { give: cards(give), get: cards(get), to }
            }
            Action::Counter { give, get } => {
                ActionData::Counter { give: cards(give), get: cards(get) }
            }
            Action::Conclude { with } => ActionData::Conclude { with: self.player(with) },
            Action::Accept => ActionData::Accept,
            Action::Refuse => ActionData::Refuse,
            Action::Withdraw => ActionData::Withdraw,
        }
    }

    fn place(&self, place: Place) -> String {
        self.rules.board.place_name(place)
    }

    fn player(&self, player: Player) -> String {
        self.names[player.index()].clone()
    }

    fn resource(&self, resource: Resource) -> String {
        self.rules.resources[resource.index()].name.clone()
    }
}

/// The rule that offers a way; `None` for the declared terms and for free ones.
fn by(ways: &[Way], way: u8) -> Option<String> {
    let way = ways.get(usize::from(way))?;
    (!way.name.is_empty()).then(|| way.name.clone())
}

fn answer_kind(choice: Choice) -> AnswerKind {
    match choice {
        Choice::No | Choice::Yes => AnswerKind::Word,
        Choice::Resource(_) => AnswerKind::Resource,
        Choice::Card(_) => AnswerKind::Card,
        Choice::Player(_) => AnswerKind::Player,
        Choice::Hex(_) => AnswerKind::Hex,
        Choice::Intersection(_) => AnswerKind::Intersection,
        Choice::Piece(_) => AnswerKind::Piece,
        Choice::Marker(_) => AnswerKind::Marker,
        Choice::Goods(_) => AnswerKind::Goods,
        Choice::Outpost(_) => AnswerKind::Outpost,
        Choice::Number(_) => AnswerKind::Number,
        Choice::Held(_) => AnswerKind::Held,
        Choice::Name(_) => AnswerKind::Name,
    }
}
