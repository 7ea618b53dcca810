//! Values that few games need. They are stored outside the table, so that the tables of other games
//! are small and quick to copy.

use serde::{Deserialize, Serialize};

use super::cards::OtherCards;
use super::{Card, Kind, NEUTRAL, Offer, Piece, Pile, PlaceCounter, Player, Table, Terrain};
use crate::board::{Board, Ground, Hex, Place, Shore};
use crate::chance::DicePairs;
use crate::resource::Resources;

/// Values that few games need.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct More {
    /// The numbers that rules store at hexes and places.
    pub(super) place_counts: Counts,
    /// The numbers that rules store on pieces, by the place of the piece.
    pub(super) piece_counts: Counts,
    /// The cards from decks, of the kinds after the first ones.
    #[serde(default)]
    pub(super) cards: Option<Box<OtherCards>>,
    /// The cards under their decks, in the order in which they will be drawn.
    #[serde(default)]
    pub(super) under: Vec<Card>,
    /// The pairs that have been drawn from the deck of dice since it was shuffled.
    #[serde(default)]
    pub(super) dealt: DicePairs,
    /// The name that the event die shows since the last roll.
    #[serde(default)]
    pub(super) event_die: Option<u8>,
    /// Land and water, if they differ from the map.
    #[serde(default)]
    pub(super) shore: Option<Shore>,
    /// The neutral pieces, by place.
    #[serde(default)]
    pub(super) neutral: Vec<(Place, Kind)>,
    /// What was drawn from pools of hidden hexes, by the index of the pool, in ascending order.
    #[serde(default)]
    pub(super) tiles: Vec<(u8, Tile)>,
    /// The resource cards in piles, by player and pile, in ascending order.
    #[serde(default)]
    pub(super) piles: Vec<(Player, Pile, Resources)>,
    /// The open offer.
    #[serde(default)]
    pub(super) offer: Option<Offer>,
}

/// What a pool of hidden hexes contains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Tile {
    /// A terrain.
    Terrain(Terrain),
    /// A number marker.
    Number(u8),
}

/// The numbers other than 0 that counters have at places, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Counts(Vec<(PlaceCounter, Place, i16)>);

impl PlaceCounter {
    /// The ids of counters of pieces begin here.
    const OF_PIECES: u8 = 128;

    /// The counter that stores the states of pieces; a piece without a number is in its first state.
    pub const STATE: Self = Self(u8::MAX);

    /// The counter of pieces with this index; its numbers move with the pieces.
    pub fn of_pieces(index: usize) -> Self {
        Self(Self::OF_PIECES + u8::try_from(index).expect("a game has few counters"))
    }

    /// Whether it stores numbers on pieces.
    pub fn is_of_pieces(self) -> bool {
        self.0 >= Self::OF_PIECES
    }
}

impl Counts {
    fn find(&self, counter: PlaceCounter, place: Place) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(counter, place), |&(counter, place, _)| (counter, place))
    }

    fn get(&self, counter: PlaceCounter, place: Place) -> i16 {
        self.find(counter, place).map_or(0, |at| self.0[at].2)
    }

    fn set(&mut self, counter: PlaceCounter, place: Place, number: i16) {
        match (self.find(counter, place), number) {
            (Ok(at), 0) => drop(self.0.remove(at)),
            (Ok(at), _) => self.0[at].2 = number,
            (Err(_), 0) => {}
            (Err(at), _) => self.0.insert(at, (counter, place, number)),
        }
    }
}

impl More {
    fn counts(&self, counter: PlaceCounter) -> &Counts {
        if counter.is_of_pieces() { &self.piece_counts } else { &self.place_counts }
    }
}

impl Table {
    /// The piece at a place.
    #[inline]
    pub fn piece(&self, place: Place) -> Option<Piece> {
        self.piece_of_player(place).or_else(|| {
            let mut neutral = self.neutral_pieces();
            neutral.find(|(at, _)| *at == place).map(|(_, kind)| Piece::new(NEUTRAL, kind))
        })
    }

    /// The neutral pieces, by place.
    #[inline]
    pub fn neutral_pieces(&self) -> impl Iterator<Item = (Place, Kind)> {
        self.more.iter().flat_map(|more| &more.neutral).copied()
    }

    /// Puts a neutral piece on the board, moves one, or takes one off.
    pub(super) fn move_neutral(&mut self, kind: Kind, from: Option<Place>, to: Option<Place>) {
        let pieces = &mut self.more.get_or_insert_default().neutral;
        pieces.retain(|(place, _)| Some(*place) != from);
        pieces.extend(to.map(|place| (place, kind)));
        pieces.sort_unstable();
        if let Some(from) = from {
            self.move_counts(from, to);
        }
        self.tidy();
    }

    /// The number that a counter has at a place, or on the piece there.
    pub fn count_at(&self, counter: PlaceCounter, place: Place) -> i16 {
        self.more.as_ref().map_or(0, |more| more.counts(counter).get(counter, place))
    }

    /// The state of the piece at a place.
    pub fn state_at(&self, place: Place) -> u8 {
        u8::try_from(self.count_at(PlaceCounter::STATE, place)).unwrap_or(u8::MAX)
    }

    /// The numbers other than 0 of a counter, with their places.
    pub fn counts_of(&self, counter: PlaceCounter) -> impl Iterator<Item = (Place, i16)> {
        let counts = self.more.iter().flat_map(move |more| &more.counts(counter).0);
        counts.filter(move |count| count.0 == counter).map(|&(_, place, number)| (place, number))
    }

    pub(super) fn set_count_at(&mut self, counter: PlaceCounter, place: Place, number: i16) {
        let more = self.more.get_or_insert_default();
        let of_pieces = counter.is_of_pieces();
        let counts = if of_pieces { &mut more.piece_counts } else { &mut more.place_counts };
        counts.set(counter, place, number);
        self.tidy();
    }

    /// Drops the block if it contains nothing, so that equal tables have equal blocks.
    pub(super) fn tidy(&mut self) {
        self.more.take_if(|more| **more == More::default());
    }

    /// Land and water on this board.
    #[inline]
    pub fn shore<'a>(&'a self, board: &'a Board) -> &'a Shore {
        let own = self.more.as_ref().and_then(|more| more.shore.as_ref());
        own.unwrap_or_else(|| board.shore())
    }

    pub(super) fn set_ground(&mut self, hex: Hex, ground: Ground, board: &Board) {
        let shore = board.shore_after(self.shore(board), hex, ground);
        let is_drawn = shore == *board.shore();
        self.more.get_or_insert_default().shore = Some(shore).filter(|_| !is_drawn);
        self.tidy();
    }

    /// How many of these tiles were drawn from a pool of hidden hexes.
    pub fn drawn_tiles(&self, pool: u8, tile: Tile) -> usize {
        let tiles = self.more.iter().flat_map(|more| &more.tiles);
        tiles.filter(|&&drawn| drawn == (pool, tile)).count()
    }

    pub(super) fn draw_tile(&mut self, pool: u8, tile: Tile) {
        let tiles = &mut self.more.get_or_insert_default().tiles;
        let at = tiles.partition_point(|drawn| *drawn < (pool, tile));
        tiles.insert(at, (pool, tile));
    }

    /// The pairs that have been drawn from the deck of dice since it was shuffled.
    pub fn dealt(&self) -> DicePairs {
        self.more.as_ref().map_or(DicePairs::default(), |more| more.dealt)
    }

    pub(super) fn set_dealt(&mut self, pairs: DicePairs) {
        self.more.get_or_insert_default().dealt = pairs;
        self.tidy();
    }

    /// The name that the event die shows since the last roll.
    pub fn event_die(&self) -> Option<u8> {
        self.more.as_ref()?.event_die
    }

    pub(super) fn set_event_die(&mut self, name: u8) {
        self.more.get_or_insert_default().event_die = Some(name);
    }

    /// The resource cards in a pile of a player; they are not part of the hand.
    pub fn pile(&self, player: Player, pile: Pile) -> Resources {
        let mut piles = self.more.iter().flat_map(|more| &more.piles);
        let here = piles.find(|&&(owner, kind, _)| (owner, kind) == (player, pile));
        here.map_or(Resources::NONE, |&(_, _, cards)| cards)
    }

    pub(super) fn add_to_pile(&mut self, player: Player, pile: Pile, cards: Resources) {
        if cards.is_empty() {
            return;
        }
        let piles = &mut self.more.get_or_insert_default().piles;
        match piles.binary_search_by_key(&(player, pile), |&(owner, kind, _)| (owner, kind)) {
            Ok(at) => piles[at].2 += cards,
            Err(at) => piles.insert(at, (player, pile, cards)),
        }
    }

    /// Removes the cards of a pile, and returns them.
    pub(super) fn take_pile(&mut self, player: Player, pile: Pile) -> Resources {
        let cards = self.pile(player, pile);
        if let Some(more) = &mut self.more {
            more.piles.retain(|&(owner, kind, _)| (owner, kind) != (player, pile));
        }
        self.tidy();
        cards
    }

    /// Moves the numbers of a piece to its new place, or drops them if the piece leaves the board.
    #[inline]
    pub(super) fn move_counts(&mut self, from: Place, to: Option<Place>) {
        if self.more.is_some() {
            self.move_piece_counts(from, to);
        }
    }

    #[cold]
    fn move_piece_counts(&mut self, from: Place, to: Option<Place>) {
        let counts = self.more.iter().flat_map(|more| &more.piece_counts.0);
        let moved = counts.filter(|&&(_, place, _)| place == from);
        for (counter, _, number) in moved.copied().collect::<Vec<_>>() {
            self.set_count_at(counter, from, 0);
            if let Some(to) = to {
                self.set_count_at(counter, to, number);
            }
        }
    }
}
