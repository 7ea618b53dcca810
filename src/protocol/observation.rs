//! The game as one seat sees it, as plain data.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::legal::{Cards, cards};
use super::seat_view::{SeatView, seats};
use crate::board::Place;
use crate::game::{Game, PlayerView, ownership};
use crate::rules::{CounterVisibility, Failure, Rules, state_name};
use crate::set::Id;
use crate::table::{
    Award, Card, Counter, Deck, HexMark, Marker, OpenHexEvent, Player, Players, Port, Step, Token,
};

/// The game as a player or a spectator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Observation {
    /// The player whose view this is; null for a spectator.
    pub viewer: Option<String>,
    /// The number of turns that have begun.
    pub turn: u16,
    /// The player whose turn it is.
    pub in_turn: String,
    /// The current step of the turn.
    pub step: &'static str,
    /// The players who have to act.
    pub to_act: Vec<String>,
    /// The last production roll; null before the first one.
    pub dice: Option<[u8; 2]>,
    /// The open questions of rules.
    pub questions: Vec<Asked>,
    /// The open offer.
    pub offer: Option<Offered>,
    /// The winner.
    pub winner: Option<String>,
    /// The hexes of the board.
    pub hexes: BTreeMap<String, HexSeen>,
    /// The ports.
    pub ports: Vec<PortSeen>,
    /// The place of each marker; null if it is not on the board.
    pub markers: BTreeMap<String, Option<String>>,
    /// The places of the neutral pieces, which belong to nobody, by kind.
    pub neutral: BTreeMap<String, Vec<String>>,
    /// The states of the pieces that are not in the first state of their kind, by place.
    pub states: BTreeMap<String, String>,
    /// The place of each token in the game.
    pub tokens: BTreeMap<String, String>,
    /// The revealed events.
    pub events: Vec<EventSeen>,
    /// The resource cards of the supply.
    pub supply: BTreeMap<String, usize>,
    /// The number of cards left in each deck.
    pub decks: BTreeMap<String, usize>,
    /// The number of discarded cards of each kind, if there are any.
    pub discards: BTreeMap<String, u8>,
    /// The pairs that have been drawn from the deck of dice since it was shuffled.
    pub drawn_dice: Vec<[u8; 2]>,
    /// The name that the event die shows since the last roll, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_die: Option<String>,
    /// The owner of each award.
    pub awards: BTreeMap<String, Option<String>>,
    /// The counters and marks of rules, by the rule's name and their own, such as `rule: counter`.
    /// A counter is a number, or a number for each player, hex, place or piece. A mark is a list of
    /// hexes or decks, or a list of players for each player.
    pub kept: BTreeMap<String, RuleStateSeen>,
    /// The players, clockwise.
    pub players: Vec<SeatView>,
}

/// A question that a rule asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// The player who is asked.
    pub player: String,
    /// The text of the question.
    pub prompt: String,
    /// The rule.
    pub rule: String,
}

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Offered {
    /// The cards that the current player would give.
    pub give: Cards,
    /// The cards that the current player would get.
    pub get: Cards,
    /// The players who have not answered yet.
    pub waiting: Vec<String>,
    /// The players who would trade, with their terms from the current player's point of view.
    pub willing: BTreeMap<String, Terms>,
}

/// Terms of a trade.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Terms {
    /// The cards given.
    pub give: Cards,
    /// The cards received.
    pub get: Cards,
}

/// A hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HexSeen {
    /// Its terrain.
    pub terrain: String,
    /// Its number; null if it has none.
    pub number: Option<u8>,
}

/// A port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PortSeen {
    /// The resource that it trades; null for any.
    pub resource: Option<String>,
    /// Its border.
    pub border: String,
    /// The intersections at which it can be used.
    pub intersections: Vec<String>,
}

/// A revealed event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EventSeen {
    /// The event.
    pub event: String,
    /// The hex.
    pub hex: String,
    /// The affected building of each player.
    pub affects: BTreeMap<String, String>,
}

/// A counter or a mark of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RuleStateSeen {
    /// A counter.
    Number(i16),
    /// A counter with a number for each player, or the numbers other than 0 at hexes, places or
    /// pieces.
    Numbers(BTreeMap<String, i16>),
    /// The players who are marked for each player.
    Players(BTreeMap<String, Vec<String>>),
    /// The hexes or decks that are marked.
    Places(Vec<String>),
}

impl Observation {
    /// The game as a viewer sees it, or with all hands visible.
    ///
    /// # Errors
    /// When a rule that counts points fails.
    pub fn of(view: &PlayerView<'_>, open: bool) -> Result<Self, Failure> {
        let look = ObservationBuilder { view: *view, game: view.game() };
        let (table, rules) = (look.game.table(), view.rules());
        let awards = rules.awards.iter().enumerate().map(|(index, kind)| {
            (kind.name.clone(), view.award(Award::new(index)).map(|player| look.name(player)))
        });
        let supply = rules.resources.iter().enumerate();
        let supply =
            supply.map(|(index, kind)| (kind.name.clone(), view.supply().get(Id::new(index))));
        let decks = rules.decks.iter().enumerate();
        let decks =
            decks.map(|(index, kind)| (kind.name.clone(), view.cards_left(Deck::new(index))));
        let discards = rules.cards.iter().enumerate().filter_map(|(index, kind)| {
            let count = table.discards()[Card::new(index)];
            (count > 0).then(|| (kind.name.clone(), count))
        });
        let mut neutral: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (place, kind) in table.neutral_pieces() {
            neutral.entry(rules.kind(kind).name.clone()).or_default().push(look.place(place));
        }
        Ok(Self {
            neutral,
            states: view.states().map(|(at, state)| (look.place(at), state.into())).collect(),
            viewer: view.viewer().map(|player| look.name(player)),
            turn: view.turn(),
            in_turn: look.name(view.in_turn()),
            step: step_word(look.game),
            to_act: look.names(look.game.to_act()),
            dice: (table.dice() != [0; 2]).then_some(table.dice()),
            event_die: look.event_die(),
            questions: look.questions(),
            offer: (view.step() == Step::Offer).then(|| look.offer()),
            winner: view.winner().map(|player| look.name(player)),
            hexes: look.hexes(),
            ports: look.ports(),
            markers: look.markers(),
            tokens: look.tokens(),
            events: view.events().map(|found| look.event(found)).collect(),
            supply: supply.collect(),
            decks: decks.collect(),
            discards: discards.collect(),
            drawn_dice: table.dealt().pairs().collect(),
            awards: awards.collect(),
            kept: look.kept(),
            players: seats(view, open)?,
        })
    }
}

/// The name of the current step.
fn step_word(game: &Game) -> &'static str {
    if game.question().is_some() {
        return "answer";
    }
    match game.table().step() {
        Step::Place(_) => "place",
        Step::Roll => "roll",
        Step::Rolled { .. } => "rolled",
        Step::Produced => "produced",
        Step::Discard => "discard",
        Step::Move(_) => "move",
        Step::Take(_) => "take",
        Step::Act => "act",
        Step::Offer => "offer",
        Step::TurnEnd => "turn_end",
        Step::Over => "over",
    }
}

/// Collects the parts of an observation.
struct ObservationBuilder<'a> {
    view: PlayerView<'a>,
    game: &'a Game,
}

impl ObservationBuilder<'_> {
    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn name(&self, player: Player) -> String {
        self.view.name(player).into()
    }

    fn names(&self, players: Players) -> Vec<String> {
        players.iter().map(|player| self.name(player)).collect()
    }

    fn event_die(&self) -> Option<String> {
        let face = self.game.table().event_die()?;
        Some(self.rules().event_die.as_ref()?.name(face).to_owned())
    }

    fn place(&self, place: Place) -> String {
        self.rules().board.place_name(place)
    }

    fn questions(&self) -> Vec<Asked> {
        let asked = |question: &crate::game::Question| Asked {
            player: self.name(question.player),
            prompt: question.prompt.clone(),
            rule: self.rules().rule(question.rule).id.clone(),
        };
        self.game.questions().iter().map(asked).collect()
    }

    fn offer(&self) -> Offered {
        let (offer, rules) = (self.view.offer(), self.rules());
        let terms = |player: Player| {
            let (give, get) = offer.terms[player.index()];
            let terms = Terms { give: cards(rules, give), get: cards(rules, get) };
            (self.name(player), terms)
        };
        Offered {
            give: cards(rules, offer.give),
            get: cards(rules, offer.get),
            waiting: self.names(offer.waiting),
            willing: offer.willing.iter().map(terms).collect(),
        }
    }

    fn hexes(&self) -> BTreeMap<String, HexSeen> {
        let (view, rules) = (self.view, self.rules());
        let hex = |hex| {
            let terrain = rules.terrain(view.terrain(hex)).name.clone();
            let number = Some(view.number(hex)).filter(|&number| number > 0);
            (rules.board.hex_name(hex), HexSeen { terrain, number })
        };
        rules.board.hexes().iter().map(hex).collect()
    }

    fn ports(&self) -> Vec<PortSeen> {
        let board = &self.rules().board;
        let ports = self.view.ports().map(|(border, port)| {
            let resource = match port {
                Port::Any => None,
                Port::Of(resource) => Some(self.rules().resources[resource.index()].name.clone()),
            };
            let ends = board.border(border).ends;
            let intersections = ends.map(|end| board.intersection_name(end)).into();
            PortSeen { resource, border: board.border_name(border), intersections }
        });
        ports.collect()
    }

    fn markers(&self) -> BTreeMap<String, Option<String>> {
        let markers = self.rules().markers.iter().enumerate();
        let place = |index| self.view.marker(Marker::new(index)).map(|place| self.place(place));
        markers.map(|(index, kind)| (kind.name.clone(), place(index))).collect()
    }

    fn tokens(&self) -> BTreeMap<String, String> {
        let tokens = self.rules().tokens.iter().enumerate();
        let place = |index| {
            let intersection = self.view.token(Token::new(index))?;
            Some(self.rules().board.intersection_name(intersection))
        };
        tokens.filter_map(|(index, kind)| Some((kind.name.clone(), place(index)?))).collect()
    }

    fn event(&self, found: &OpenHexEvent) -> EventSeen {
        let board = &self.rules().board;
        let affects = found.affects.iter().enumerate().filter_map(|(index, intersection)| {
            let intersection = board.intersection_name((*intersection)?);
            Some((self.name(Player::new(index)), intersection))
        });
        EventSeen {
            event: self.rules().hex_event(found.event).name.clone(),
            hex: board.hex_name(found.hex),
            affects: affects.collect(),
        }
    }

    /// The counters and marks. The rule's name precedes each name, since rules may use the same
    /// names.
    fn kept(&self) -> BTreeMap<String, RuleStateSeen> {
        let (rules, table, view) = (self.rules(), self.game.table(), self.game.view());
        let full = |name: &str, rule, copy| {
            state_name(&format!("{}: {name}", rules.rule(rule).name()), copy)
        };
        let players = || self.view.everybody().iter();
        let mut kept = BTreeMap::new();
        for kind in
            rules.counters.iter().filter(|kind| kind.visibility != CounterVisibility::Hidden)
        {
            let value = if kind.by_player {
                let of = |player: Player| {
                    let slot = Counter::new(kind.first.index() + player.index());
                    (self.name(player), table.counters()[slot])
                };
                RuleStateSeen::Numbers(players().map(of).collect())
            } else {
                RuleStateSeen::Number(table.counters()[kind.first])
            };
            kept.insert(full(&kind.name, kind.rule, kind.copy), value);
        }
        for kind in
            rules.place_counters.iter().filter(|kind| kind.visibility != CounterVisibility::Hidden)
        {
            let at = |(place, number)| (rules.board.place_name(place), number);
            let numbers = table.counts_of(kind.counter).map(at).collect();
            let name = full(&kind.name, kind.rule, kind.copy);
            kept.insert(name, RuleStateSeen::Numbers(numbers));
        }
        for (index, kind) in rules.player_marks.iter().enumerate() {
            let of =
                |player| (self.name(player), self.names(ownership::marked(view, index, player)));
            kept.insert(
                full(&kind.name, kind.rule, kind.copy),
                RuleStateSeen::Players(players().map(of).collect()),
            );
        }
        for (index, kind) in rules.hex_marks.iter().enumerate() {
            let name = |thing: crate::board::Hex| {
                if kind.of_hexes {
                    rules.board.hex_name(thing)
                } else {
                    rules.deck(Deck::new(thing.index())).name.clone()
                }
            };
            let places = table.hex_marks()[HexMark::new(index)].iter().map(name).collect();
            kept.insert(full(&kind.name, kind.rule, kind.copy), RuleStateSeen::Places(places));
        }
        kept
    }
}
