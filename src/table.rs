//! Everything that lies on the table: plain data, flat, without pointers into the rules.
//!
//! Knows how each change alters it, and no rule: what may happen is the game's to say.

#[macro_use]
mod readable;
mod apply;
mod part;
mod seat;
#[cfg(test)]
pub(crate) mod tests;

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use crate::board::{Border, Hex, Intersection, Place, PortPlace};
use crate::resource::{Resource, Resources};
use crate::set::{By, Few, Set};
pub use part::{Part, Parts};
pub use seat::{AdvanceAnswer, OpenHexEvent, Seat};

crate::set::ids! {
    /// A seat at the table, numbered clockwise from the first player.
    Player;
    /// A kind of piece, such as a road.
    Kind;
    /// A marker that stands on the board or outside it.
    Marker;
    /// What a hex shows.
    Terrain;
    /// A deck of cards.
    Deck;
    /// A kind of card.
    Card;
    /// An award that one player holds.
    Award;
    /// A rate of trade with the supply.
    Rate;
    /// An ability that players may use.
    Ability;
    /// A number that a rule keeps.
    Counter;
    /// A token that lies at an intersection; a rule belongs to whoever has access to it.
    Token;
    /// Something of which players own some, such as points that can be bought.
    Good;
    /// Players that a rule has marked for a player.
    Mark;
    /// A rule that players can answer in advance.
    Answerable;
    /// An event that can be discovered on a hex; a rule belongs to those whose building it affects.
    HexEvent;
    /// A pile of resource cards that lies before a player and is no part of the hand.
    Pile;
    /// Hexes or decks that a rule has marked.
    Tag;
}

/// Whether a number marker can show this.
pub fn is_number_marker(number: u8) -> bool {
    (2..=12).contains(&number) && number != 7
}

/// The most players of a game.
pub const PLAYERS: usize = 6;
/// The most kinds of pieces.
pub const KINDS: usize = 8;
/// The most pieces of a player on borders.
pub const ROUTES: usize = 128;
/// The most markers.
pub const MARKERS: usize = 4;
/// The most kinds of cards.
pub const CARDS: usize = 48;
/// The most awards.
pub const AWARDS: usize = 8;
/// The most port places.
pub const PORTS: usize = 16;
/// The most counters, one for each player where a rule counts by player.
pub const COUNTERS: usize = 64;
/// The most tokens.
pub const TOKENS: usize = 32;
/// The most kinds of goods.
pub const GOODS: usize = 12;
/// The most marks, one or two for each player where a rule marks players, and as many for each copy
/// of a card that marks them copy by copy.
pub const MARKS: usize = 60;
/// The most rules that can be answered in advance.
pub const ANSWERABLES: usize = 32;
/// The most events that lie open.
pub const OPEN_HEX_EVENTS: usize = 8;
/// The most kinds of events.
pub const HEX_EVENTS: usize = 32;
/// The most sorts of piles.
pub const PILES: usize = 4;
/// The most marks of hexes and decks.
pub const TAGS: usize = 4;
/// The most hexes.
pub const HEXES: usize = 128;
/// The most intersections or borders.
pub const SPOTS: usize = 256;
/// The most random streams: four of the game, then one for each rule that draws.
pub const STREAMS: usize = 16;
/// The number of the stream of the set-up.
pub const BOARD: usize = 0;
/// The number of the stream of production rolls.
pub const DICE: usize = 1;
/// The number of the stream of the decks.
pub const DECK: usize = 2;
/// The number of the stream of cards taken from hands.
pub const THEFT: usize = 3;

/// A set of players.
pub type Players = Few<Player>;
/// One value for each player.
pub type ByPlayer<V> = By<Player, V, PLAYERS>;
/// One value for each kind of card.
pub type ByCard<V> = By<Card, V, CARDS>;

/// A piece on the board: whose, and what, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this kind that belongs to the player.
    #[inline]
    pub fn new(owner: Player, kind: Kind) -> Self {
        Self(NonZeroU8::new(1 + (owner.0 << 3 | kind.0)).expect("one more than something"))
    }

    /// Whose piece it is.
    #[inline]
    pub fn owner(self) -> Player {
        Player((self.0.get() - 1) >> 3)
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind((self.0.get() - 1) & 7)
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} of {:?}", self.kind(), self.owner())
    }
}

/// What a port trades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Port {
    /// Any resource.
    Any,
    /// One resource.
    Of(Resource),
}

impl Port {
    /// The bit of this kind of port in [`Table::at_ports`].
    #[inline]
    pub(crate) fn bit(self) -> u16 {
        match self {
            Self::Any => 1,
            Self::Of(resource) => 2 << resource.0,
        }
    }
}

/// What the player in turn, or everybody, has to do now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// The placement: how many pieces have been placed so far.
    Place(u8),
    /// The turn begins; the dice are to be rolled.
    Roll,
    /// Players with full hands discard.
    Discard,
    /// A marker of this group is to be moved.
    Move(u8),
    /// A card may be taken after the move of this marker.
    Take(Marker),
    /// Trading and building.
    Act,
    /// An offer lies open.
    Offer,
    /// The game is over.
    Over,
}

impl Step {
    /// Whether it is one of the normal consequences of a roll.
    #[inline]
    pub fn is_of_roll(self) -> bool {
        matches!(self, Self::Discard | Self::Move(_) | Self::Take(_))
    }
}

/// A trade that the player in turn offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// What the player in turn would give.
    pub give: Resources,
    /// What the player in turn would get.
    pub get: Resources,
    /// Who has not answered yet.
    pub waiting: Players,
    /// Who would trade, on the terms of `terms`.
    pub willing: Players,
    /// What each willing player agrees to: what the player in turn would give and get.
    pub terms: [(Resources, Resources); PLAYERS],
}

readable! {
    /// Everything that lies on the table.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub struct Table {
        /// The seed of the game's chance.
        copy seed: u64,
        /// How far each random stream is drawn.
        ref drawn: [u32; STREAMS],
        /// How many players there are.
        copy players: u8,
        /// How many turns have begun, none during the placement.
        copy turn: u16,
        /// The player in turn.
        copy in_turn: Player,
        /// What has to be done now.
        copy step: Step,
        /// The last production roll.
        copy dice: [u8; 2],
        /// Where the last piece of the placement stands.
        copy last_placed: Intersection,
        /// How many turns in a row nobody could do anything.
        copy idle: u8,
        /// What each hex shows.
        ref terrain: By<Hex, Terrain, HEXES>,
        /// The number marker of each hex, 0 for none.
        ref numbers: By<Hex, u8, HEXES>,
        /// The port at each port place.
        ref ports: By<PortPlace, Option<Port>, PORTS>,
        /// The piece on each intersection.
        ref on_sites: By<Intersection, Option<Piece>, SPOTS>,
        /// The intersections beside one with a piece.
        copy near: Set<Intersection>,
        /// The piece on each border.
        ref on_lines: By<Border, Option<Piece>, SPOTS>,
        /// The borders on which a piece was built or moved in this turn.
        copy fresh_lines: Set<Border>,
        /// Where each marker stands.
        ref markers: By<Marker, Option<Place>, MARKERS>,
        /// The resource cards of the general supply.
        copy supply: Resources,
        /// The resource cards that a position leaves out of the game.
        #[serde(default)]
        copy put_away: Resources,
        /// The cards left in the decks, by kind: which lies on top is drawn when it is bought.
        ref deck: ByCard<u8>,
        /// The cards that the player in turn bought in this turn.
        ref fresh_cards: ByCard<u8>,
        /// How many cards were played in this turn.
        copy plays: u8,
        /// The cards played in this turn that last until its end, by kind.
        #[serde(default = "no_cards")]
        ref lasting: ByCard<u8>,
        /// What each player has.
        ref seats: ByPlayer<Seat>,
        /// Who holds each award.
        ref awards: By<Award, Option<Player>, AWARDS>,
        /// Where each token lies; nowhere for those out of the game.
        #[serde(default = "no_tokens")]
        ref tokens: By<Token, Option<Intersection>, TOKENS>,
        /// The players that rules have marked.
        #[serde(default = "no_marks")]
        ref marks: By<Mark, Players, MARKS>,
        /// The hexes that rules have marked; decks as hexes of the same number.
        #[serde(default = "no_tags")]
        ref tags: By<Tag, Set<Hex>, TAGS>,
        /// The events that lie open, in the order in which they were discovered.
        #[serde(default)]
        ref found: [Option<OpenHexEvent>; OPEN_HEX_EVENTS],
        /// The markers that govern all intersections of the outpost where they stand.
        #[serde(default)]
        copy spread: Few<Marker>,
        /// The numbers that rules keep.
        ref counters: By<Counter, i16, COUNTERS>,
        /// The offer that lies open.
        ref offer: Offer,
        /// Who won, once the game is over.
        copy winner: Option<Player>,
    }
}

fn no_cards() -> ByCard<u8> {
    ByCard::all(0)
}

fn no_tags() -> By<Tag, Set<Hex>, TAGS> {
    By::all(Set::EMPTY)
}

fn no_tokens() -> By<Token, Option<Intersection>, TOKENS> {
    By::all(None)
}

fn no_marks() -> By<Mark, Players, MARKS> {
    By::all(Players::NONE)
}

impl Table {
    /// An empty table, with nothing on the board and nothing in the supply.
    pub fn empty(players: usize, seed: u64) -> Self {
        Self {
            seed,
            drawn: [0; STREAMS],
            players: u8::try_from(players).expect("at most six players"),
            turn: 0,
            in_turn: Player(0),
            step: Step::Place(0),
            dice: [0; 2],
            last_placed: Intersection(0),
            idle: 0,
            terrain: By::all(Terrain(0)),
            numbers: By::all(0),
            ports: By::all(None),
            on_sites: By::all(None),
            near: Set::EMPTY,
            on_lines: By::all(None),
            fresh_lines: Set::EMPTY,
            markers: By::all(None),
            supply: Resources::NONE,
            put_away: Resources::NONE,
            deck: ByCard::all(0),
            fresh_cards: ByCard::all(0),
            plays: 0,
            lasting: no_cards(),
            seats: ByPlayer::all(Seat::empty()),
            awards: By::all(None),
            tokens: no_tokens(),
            marks: no_marks(),
            tags: no_tags(),
            found: [None; OPEN_HEX_EVENTS],
            spread: Few::NONE,
            counters: By::all(0),
            offer: Offer::default(),
            winner: None,
        }
    }

    /// A table with these cards in the supply and in the decks, and nothing on the board.
    pub fn new(players: usize, seed: u64, supply: Resources, deck: ByCard<u8>) -> Self {
        Self { supply, deck, ..Self::empty(players, seed) }
    }

    /// The same table with chance of another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// All players.
    #[inline]
    pub fn everybody(&self) -> Players {
        Players::first(usize::from(self.players))
    }

    /// The players clockwise, beginning with this one.
    #[inline]
    pub fn clockwise(&self, first: Player) -> impl Iterator<Item = Player> + use<> {
        let players = self.players;
        (first.0..players).chain(0..first.0).map(Player)
    }

    /// The opponents of a player clockwise, beginning at the left.
    #[inline]
    pub fn opponents(&self, player: Player) -> impl Iterator<Item = Player> + use<> {
        self.clockwise(player).skip(1)
    }

    /// What the player has.
    #[inline]
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player]
    }

    /// The piece at a place.
    pub fn piece(&self, place: Place) -> Option<Piece> {
        match place {
            Place::Hex(_) => None,
            Place::Intersection(site) => self.on_sites[site],
            Place::Border(border) => self.on_lines[border],
        }
    }

    /// The events that lie open, in the order in which they were discovered.
    pub fn events(&self) -> impl Iterator<Item = &OpenHexEvent> {
        self.found.iter().flatten()
    }

    /// The event that lies open on a hex.
    pub fn event_at(&self, hex: Hex) -> Option<&OpenHexEvent> {
        self.events().find(|found| found.hex == hex)
    }

    /// The tokens to which somebody has access.
    #[inline]
    pub fn used_tokens(&self) -> Few<Token> {
        self.everybody().iter().fold(Few::NONE, |used, player| used | self.seat(player).access)
    }

    /// The events that lie open.
    #[inline(never)]
    pub fn open_events(&self) -> Few<HexEvent> {
        self.events().map(|found| found.event).collect()
    }

    /// The building of the player that an event affects.
    pub fn affected(&self, event: HexEvent, player: Player) -> Option<Intersection> {
        let found = self.events().find(|found| found.event == event)?;
        found.affects[usize::from(player.0)]
    }

    /// Whether the first pieces are being placed.
    #[inline]
    pub fn is_placement(&self) -> bool {
        matches!(self.step, Step::Place(_))
    }

    /// The sum of the last production roll.
    #[inline]
    pub fn rolled(&self) -> u8 {
        self.dice[0] + self.dice[1]
    }

    /// The intersections with a piece of anybody.
    #[inline]
    pub fn taken_sites(&self) -> Set<Intersection> {
        self.everybody().iter().fold(Set::EMPTY, |sites, player| sites | self.seats[player].sites)
    }

    /// The borders with a piece of anybody.
    #[inline]
    pub fn taken_lines(&self) -> Set<Border> {
        self.everybody().iter().fold(Set::EMPTY, |lines, player| lines | self.seats[player].lines)
    }

    /// The player's pieces of one kind on intersections.
    pub fn sites_of(&self, player: Player, kind: Kind) -> Set<Intersection> {
        let is =
            |site: &Intersection| self.on_sites[*site].is_some_and(|piece| piece.kind() == kind);
        self.seats[player].sites.iter().filter(is).collect()
    }
}

impl Mark {
    /// The place of a player, for a mark whose places begin here.
    #[must_use]
    pub fn of(self, player: Player) -> Self {
        Self(self.0 + player.0)
    }
}

impl Counter {
    /// The slot of a player, for a counter that begins here and counts by player.
    #[must_use]
    pub fn of(self, player: Player) -> Self {
        Self(self.0 + player.0)
    }
}
