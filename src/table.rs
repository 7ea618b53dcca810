//! The state of the table: plain flat data, without references to the rules.
//!
//! This module knows how each change alters the table, but it knows no rules: the game decides
//! which changes happen.

#[macro_use]
mod getters;
mod apply;
mod cards;
pub(crate) mod facet;
mod more;
mod offer;
mod piece;
mod port;
mod seat;
#[cfg(test)]
pub(crate) mod tests;

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::board::{Border, Hex, Intersection, Place, PortPlace};
use crate::resource::Resources;
use crate::set::{ByteSet, IdMap, Set, SmallSet};
use cards::FirstCards;

pub use cards::CardCounts;
pub use facet::{Facet, Facets};
pub use more::{More, Tile};
pub use offer::Offer;
pub use piece::{NEUTRAL, Piece};
pub use port::{Port, PortBits};
pub use seat::{AdvanceAnswer, OpenHexEvent, PlayerState};

crate::set::ids! {
    /// A seat at the table, numbered clockwise from the first player.
    Player;
    /// A kind of piece, such as a road.
    Kind;
    /// A marker, on or off the board.
    Marker;
    /// A terrain.
    Terrain;
    /// A deck of cards.
    Deck;
    /// A kind of card.
    Card;
    /// An award for one player.
    Award;
    /// A rate of trade with the supply.
    Rate;
    /// An ability that players may use.
    Ability;
    /// A number stored by a rule.
    Counter;
    /// A counter with a number for each hex, place or piece.
    PlaceCounter;
    /// A token at an intersection; its rule belongs to the players with access to it.
    Token;
    /// A kind of goods that players own, such as points that can be bought.
    Goods;
    /// The players that a rule has marked on behalf of one player.
    PlayerMark;
    /// A rule that players can answer in advance.
    Answerable;
    /// An event that can be discovered on a hex; its rule belongs to the players whose building it
    /// affects.
    HexEvent;
    /// A pile of resource cards in front of a player, not part of the hand.
    Pile;
    /// Hexes or decks marked by a rule.
    HexMark;
}

/// Whether a number marker can have this number.
pub fn is_number_marker(number: u8) -> bool {
    (2..=12).contains(&number) && number != 7
}

/// The maximum number of players.
pub const PLAYERS: usize = 6;
/// The maximum number of kinds of pieces.
pub const KINDS: usize = 24;
/// The maximum number of a player's pieces on borders.
pub const ROUTES: usize = 128;
/// The maximum number of markers.
pub const MARKERS: usize = 12;
/// The maximum number of kinds of cards.
pub const CARDS: usize = 256;
/// The maximum number of awards.
pub const AWARDS: usize = 8;
/// The maximum number of port places.
pub const PORTS: usize = 16;
/// The maximum number of counter slots; some counters have one slot for each player.
pub const COUNTERS: usize = 64;
/// The maximum number of counters of hexes and places, and of counters of pieces.
pub const PLACE_COUNTERS: usize = 64;
/// The maximum number of tokens.
pub const TOKENS: usize = 32;
/// The maximum number of kinds of goods.
pub const GOODS: usize = 32;
/// The maximum number of mark slots. A mark has one or two slots for each player, and as many again
/// for each additional copy of a card whose copies have separate marks.
pub const PLAYER_MARKS: usize = 60;
/// The maximum number of rules that can be answered in advance.
pub const ANSWERABLES: usize = 32;
/// The maximum number of revealed events.
pub const OPEN_HEX_EVENTS: usize = 8;
/// The maximum number of kinds of events.
pub const HEX_EVENTS: usize = 32;
/// The maximum number of kinds of piles.
pub const PILES: usize = 4;
/// The maximum number of marks on hexes and decks.
pub const HEX_MARKS: usize = 4;
/// The maximum number of hexes.
pub const HEXES: usize = 128;
/// The maximum number of intersections, and of borders.
pub const PIECE_PLACES: usize = 256;
/// The maximum number of random streams: four for the game, then one for each rule
/// that draws and one for the event die.
pub const STREAMS: usize = 16;
/// The index of the stream for the set-up.
pub const BOARD: usize = 0;
/// The index of the stream for production rolls.
pub const DICE: usize = 1;
/// The index of the stream for the decks.
pub const DECK: usize = 2;
/// The index of the stream for cards taken from hands.
pub const THEFT: usize = 3;

/// A set of players.
pub type Players = ByteSet<Player>;
/// One value for each player.
pub type ByPlayer<V> = IdMap<Player, V, PLAYERS>;

/// The current step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// The placement, with the number of pieces placed so far; or [`Self::PREPARING`].
    Place(u8),
    /// The current player has to roll the dice.
    Roll,
    /// The dice were rolled, and rules react before the roll takes effect; `again` if one of them
    /// has rolled the dice again.
    Rolled {
        /// Whether rules have yet to react to the last roll.
        again: bool,
    },
    /// Hexes have produced, and players choose what the hexes owe them.
    Produced,
    /// Players with too many cards discard.
    Discard,
    /// The current player has to move a marker of this group.
    Move(u8),
    /// The current player may take a card after moving this marker.
    Take(Marker),
    /// Trading and building.
    Act,
    /// An offer is open.
    Offer,
    /// The current player has ended the turn, and rules react before the next turn begins.
    TurnEnd,
    /// The game is over.
    Over,
}

impl Default for Step {
    fn default() -> Self {
        Self::Place(0)
    }
}

impl Step {
    /// Rules prepare the table before the placement, and may ask players. No placement has so many
    /// pieces.
    pub const PREPARING: Self = Self::Place(u8::MAX);

    /// Whether nobody has to act: the game goes on once the pending calls of rules have run.
    #[inline]
    pub fn goes_on(self) -> bool {
        matches!(self, Self::PREPARING | Self::Rolled { .. } | Self::Produced | Self::TurnEnd)
    }

    /// Whether it is one of the normal consequences of a roll.
    #[inline]
    pub fn is_of_roll(self) -> bool {
        matches!(self, Self::Discard | Self::Move(_) | Self::Take(_))
    }
}

readable! {
    /// The state that every game has.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
    pub struct TableCore {
        /// The seed of the game's random results.
        copy seed: u64,
        /// The number of draws from each random stream.
        ref drawn: [u32; STREAMS],
        /// The number of players.
        copy players: u8,
        /// The number of turns that have begun; 0 during the placement.
        copy turn: u16,
        /// The player whose turn it is.
        copy in_turn: Player,
        /// The current step.
        copy step: Step,
        /// The last production roll.
        copy dice: [u8; 2],
        /// The intersection on which a piece was placed last.
        copy last_placed: Intersection,
        /// The number of consecutive turns in which nobody could do anything.
        copy idle: u8,
        /// The terrain of each hex.
        ref terrain: IdMap<Hex, Terrain, HEXES>,
        /// The number marker of each hex; 0 for none.
        ref numbers: IdMap<Hex, u8, HEXES>,
        /// The port at each port place.
        ref ports: IdMap<PortPlace, Option<Port>, PORTS>,
        /// The border of each port.
        ref port_borders: IdMap<PortPlace, Border, PORTS>,
        /// The piece on each intersection.
        #[serde(rename = "on_sites")]
        ref on_intersections: IdMap<Intersection, Option<Piece>, PIECE_PLACES>,
        /// The intersections adjacent to an occupied one.
        copy near: Set<Intersection>,
        /// The piece on each border.
        #[serde(rename = "on_lines")]
        ref on_borders: IdMap<Border, Option<Piece>, PIECE_PLACES>,
        /// The intersections with a neutral piece.
        #[serde(default, skip_serializing_if = "Set::is_empty")]
        copy neutral_intersections: Set<Intersection>,
        /// The borders with a neutral piece.
        #[serde(default, skip_serializing_if = "Set::is_empty")]
        copy neutral_borders: Set<Border>,
        /// The borders with a piece that was built or moved this turn.
        #[serde(rename = "fresh_lines")]
        copy fresh_borders: Set<Border>,
        /// The place of each marker.
        ref markers: IdMap<Marker, Option<Place>, MARKERS>,
        /// The resource cards of the general supply.
        copy supply: Resources,
        /// The resource cards that a given position excludes from the game.
        #[serde(default)]
        copy put_away: Resources,
        /// The cards from decks, of the first kinds.
        #[serde(flatten)]
        own cards: FirstCards,
        /// The number of cards that each player has not played.
        ref held_total: ByPlayer<u16>,
        /// The number of cards that the current player got this turn.
        copy fresh_total: u16,
        /// The number of cards played this turn.
        copy plays: u8,
        /// The number of these cards that count for the cards that may be played in a turn.
        copy counted_plays: u8,
        /// The belongings of each player.
        ref seats: ByPlayer<PlayerState>,
        /// The owner of each award.
        ref awards: IdMap<Award, Option<Player>, AWARDS>,
        /// The place of each token; `None` if it is not in the game.
        #[serde(default)]
        ref tokens: IdMap<Token, Option<Intersection>, TOKENS>,
        /// The players marked by rules.
        #[serde(default, rename = "marks")]
        ref player_marks: IdMap<PlayerMark, Players, PLAYER_MARKS>,
        /// The hexes marked by rules; decks are stored as hexes with the same index.
        #[serde(default, rename = "tags")]
        ref hex_marks: IdMap<HexMark, Set<Hex>, HEX_MARKS>,
        /// The revealed events, in the order of discovery.
        #[serde(default, rename = "found")]
        ref event_slots: [Option<OpenHexEvent>; OPEN_HEX_EVENTS],
        /// The markers that affect all intersections of their outpost.
        #[serde(default)]
        copy spread: SmallSet<Marker>,
        /// The counters of rules.
        ref counters: IdMap<Counter, i16, COUNTERS>,
        /// The winner, once the game is over.
        copy winner: Option<Player>,
    }
}

/// The complete state of the table.
#[derive(PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The state that every game has, in one block that is copied at once.
    #[serde(flatten)]
    core: TableCore,
    /// The state that few games have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    more: Option<Box<More>>,
}

impl Clone for Table {
    #[inline]
    fn clone(&self) -> Self {
        // The core is copied last, so that it is copied only once.
        let more = self.more.clone();
        Self { core: self.core, more }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.core = other.core;
        self.more.clone_from(&other.more);
    }
}

impl Deref for Table {
    type Target = TableCore;

    #[inline]
    fn deref(&self) -> &TableCore {
        &self.core
    }
}

impl Table {
    /// A table with an empty board and an empty supply.
    pub fn empty(players: usize, seed: u64) -> Self {
        Self::new(players, seed, Resources::NONE, &[])
    }

    /// A table with these cards in the supply, this number of cards of each kind in the decks, and
    /// an empty board.
    pub fn new(players: usize, seed: u64, supply: Resources, deck: &[u8]) -> Self {
        let players = u8::try_from(players).expect("at most six players");
        let core = TableCore { seed, players, supply, ..TableCore::default() };
        let mut table = Self { core, more: None };
        table.fill_decks(deck);
        table
    }

    /// The table with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { core: TableCore { seed, ..self.core }, ..self }
    }
}

impl TableCore {
    /// All players.
    #[inline]
    pub fn everybody(&self) -> Players {
        Players::first(usize::from(self.players))
    }

    /// The players in clockwise order, beginning with this one.
    #[inline]
    pub fn clockwise(&self, first: Player) -> impl Iterator<Item = Player> + use<> {
        let players = self.players;
        (first.0..players).chain(0..first.0).map(Player)
    }

    /// The opponents of a player in clockwise order, beginning with the left neighbor.
    #[inline]
    pub fn opponents(&self, player: Player) -> impl Iterator<Item = Player> + use<> {
        self.clockwise(player).skip(1)
    }

    /// The belongings of the player.
    #[inline]
    pub fn seat(&self, player: Player) -> &PlayerState {
        &self.seats[player]
    }

    /// The piece of a player at a place.
    #[inline]
    fn piece_of_player(&self, place: Place) -> Option<Piece> {
        match place {
            Place::Hex(_) => None,
            Place::Intersection(intersection) => self.on_intersections[intersection],
            Place::Border(border) => self.on_borders[border],
        }
    }

    /// The revealed events, in the order of discovery.
    pub fn events(&self) -> impl Iterator<Item = &OpenHexEvent> {
        self.event_slots.iter().flatten()
    }

    /// The revealed event on a hex.
    pub fn event_at(&self, hex: Hex) -> Option<&OpenHexEvent> {
        self.events().find(|found| found.hex == hex)
    }

    /// The tokens to which any player has access.
    #[inline]
    pub fn used_tokens(&self) -> SmallSet<Token> {
        self.everybody().iter().fold(SmallSet::NONE, |used, player| used | self.seat(player).access)
    }

    /// The revealed events.
    #[inline(never)]
    pub fn open_events(&self) -> SmallSet<HexEvent> {
        self.events().map(|found| found.event).collect()
    }

    /// The building of the player that an event affects.
    pub fn affected(&self, event: HexEvent, player: Player) -> Option<Intersection> {
        let found = self.events().find(|found| found.event == event)?;
        found.affects[usize::from(player.0)]
    }

    /// Whether the placement is in progress.
    #[inline]
    pub fn is_placement(&self) -> bool {
        matches!(self.step, Step::Place(_))
    }

    /// The sum of the last production roll.
    #[inline]
    pub fn rolled(&self) -> u8 {
        self.dice[0] + self.dice[1]
    }

    /// The intersections with a piece.
    #[inline]
    pub fn taken_intersections(&self) -> Set<Intersection> {
        self.everybody().iter().fold(self.neutral_intersections, |intersections, player| {
            intersections | self.seats[player].intersections
        })
    }

    /// The borders with a piece.
    #[inline]
    pub fn taken_borders(&self) -> Set<Border> {
        self.everybody()
            .iter()
            .fold(self.neutral_borders, |borders, player| borders | self.seats[player].borders)
    }
}

impl PlayerMark {
    /// The slot of a player, given the first slot of a mark.
    #[must_use]
    pub fn of(self, player: Player) -> Self {
        Self(self.0 + player.0)
    }
}

impl Counter {
    /// The slot of a player, given the first slot of a counter with one slot for each player.
    #[must_use]
    pub fn of(self, player: Player) -> Self {
        Self(self.0 + player.0)
    }
}
