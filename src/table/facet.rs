//! Facets of the table, and which of them a change alters. They are the dependencies of cached
//! answers: an answer is valid until a facet that was read for it changes.

use super::{Counter, PLAYERS, Player, Players, Step, TableCore};
use crate::board::{PiecePlaces, Place};
use crate::change::Change;
use crate::set::Id;

/// A facet of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facet {
    /// Terrains, number markers and ports.
    Land,
    /// The pieces on the board, and the values stored with them.
    Pieces,
    /// The places of markers, and their reach.
    Markers,
    /// The places of tokens, and who has access to them.
    Tokens,
    /// The revealed events.
    Events,
    /// Resource cards: hands, piles and the supply.
    Hands,
    /// Cards of decks: left in the deck, in hand and played.
    Cards,
    /// Awards and permanent points.
    Points,
    /// The goods of players.
    Goods,
    /// The players marked by rules.
    PlayerMarks,
    /// The hexes and decks marked by rules.
    HexMarks,
    /// The counters of rules, except for those of pieces.
    Counters,
    /// Advance answers.
    Answers,
    /// The current player, the step and the roll.
    Turn,
    /// Whether the placement is in progress; steps and turns may begin or end it.
    Placement,
    /// The pieces on borders that were built or moved in the current turn.
    FreshPieces,
    /// Everything else that belongs to the current turn.
    Fresh,
    /// The open offer.
    Offer,
    /// The positions of the random streams.
    Chance,
}

impl Facet {
    /// The number of facets.
    pub const COUNT: usize = Self::Chance as usize + 1;
}

/// The facets that are divided into one share for each player.
const SHARED: [Facet; 5] =
    [Facet::Pieces, Facet::FreshPieces, Facet::Hands, Facet::Cards, Facet::Goods];

/// The number of groups of counters. Each counter has its own facet if there are no more counters
/// than that.
const COUNTER_GROUPS: usize = 12;

/// A set of facets of the table. Shared facets are included as a whole or as shares of players, and
/// counters all together or in groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facets(u64);

impl Facets {
    /// No facet.
    pub const NONE: Self = Self(0);
    /// The whole table.
    pub const ALL: Self = Self(u64::MAX);
    /// Every facet and every share; used when anything may have changed.
    pub const EACH: Self = Self((1 << Self::COUNT) - 1);
    /// The counters of hexes and places.
    pub const PLACE_COUNTERS: Self = Self(1 << (Self::FIRST_GROUP + COUNTER_GROUPS));
    /// The number of facets, shares and groups of counters.
    pub const COUNT: usize = Self::FIRST_GROUP + COUNTER_GROUPS + 1;
    /// The index of the first group of counters.
    const FIRST_GROUP: usize = Facet::COUNT + SHARED.len() * PLAYERS;

    /// A set of these facets.
    #[inline]
    pub const fn of(facets: &[Facet]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < facets.len() {
            bits |= 1 << facets[at] as u64;
            at += 1;
        }
        Self(bits)
    }

    /// The group of a counter.
    #[inline]
    pub fn of_counter(counter: Counter) -> Self {
        Self(1 << (Self::FIRST_GROUP + counter.index() % COUNTER_GROUPS))
    }

    /// The shares of these facets for the first player; those of the others follow them.
    const fn first_shares(self) -> u64 {
        let (mut bits, mut number) = (0, 0);
        while number < SHARED.len() {
            bits |= (self.0 >> SHARED[number] as u32 & 1) << (Facet::COUNT + number);
            number += 1;
        }
        bits
    }

    /// The shares of these facets for one player.
    #[inline]
    const fn share(self, player: Player) -> Self {
        Self(self.first_shares() << (player.0 as usize * SHARED.len()))
    }

    /// These facets together with one player's shares of them.
    #[inline]
    pub(crate) const fn with_share(self, player: Player) -> Self {
        Self(self.0 | self.share(player).0)
    }

    /// These facets together with all players' shares of them.
    #[inline]
    pub(crate) const fn with_shares(self) -> Self {
        const FIRST_SHARE_OF_EACH: u64 = {
            let (mut bits, mut player) = (0, 0);
            while player < PLAYERS {
                bits |= 1 << (player * SHARED.len());
                player += 1;
            }
            bits
        };
        Self(self.0 | (self.first_shares() * FIRST_SHARE_OF_EACH))
    }

    /// Whether the set contains shared facets as a whole.
    #[inline]
    pub fn has_shares(self) -> bool {
        !self.is_all() && !self.among(const { Self::of(&SHARED) }).is_empty()
    }

    /// Replaces shared facets with the shares of these players.
    #[must_use]
    pub fn shares_of(self, players: Players) -> Self {
        let shares = players.iter().map(|player| self.share(player));
        shares.fold(self.without(const { Self::of(&SHARED) }), Self::and)
    }

    /// The union with other facets.
    #[inline]
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The intersection with other facets.
    #[inline]
    #[must_use]
    pub fn among(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// These facets without the others.
    #[inline]
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether this is [`ALL`](Self::ALL).
    #[inline]
    pub const fn is_all(self) -> bool {
        self.0 >> (u64::BITS - 1) == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The indices of the facets in ascending order.
    #[inline]
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }
}

/// A constant set of facets.
macro_rules! facets {
    ($($facet:ident),*) => {
        const { $crate::table::Facets::of(&[$($crate::table::Facet::$facet),*]) }
    };
}
pub(crate) use facets;

impl TableCore {
    /// The facets of this table that a change alters.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub fn altered_by(&self, change: &Change) -> Facets {
        if let Some(place) = change.altered_piece() {
            return self.altered_at(place);
        }
        let is_placement = match change {
            Change::Step(step) => matches!(step, Step::Place(_)),
            Change::Turn(_) | Change::Over(_) => false,
            // Each round of the placement has its own pieces, so `Placing` alters it.
            _ => return change.alters(),
        };
        let altered = match change {
            Change::Turn(_) => self.altered_by_turn(change),
            _ => change.alters().without(facets!(Placement)),
        };
        if is_placement == self.is_placement() { altered } else { altered.and(facets!(Placement)) }
    }

    /// The facets that a change to the piece at a place alters.
    #[inline(never)]
    fn altered_at(&self, place: Place) -> Facets {
        let owners = match place {
            Place::Hex(_) => None,
            place => self.owners(PiecePlaces::from_iter([place])),
        };
        let all = const { facets!(Pieces).with_shares() };
        owners.map_or(all, |owners| facets!(Pieces).and(facets!(Pieces).shares_of(owners)))
    }

    /// The facets that a new turn alters. `FreshPieces` is included only if pieces were built or
    /// moved in the previous turn, and only with the shares of their owners.
    #[inline(never)]
    fn altered_by_turn(&self, turn: &Change) -> Facets {
        let all = const { facets!(FreshPieces, Placement).with_shares() };
        if self.fresh_borders.is_empty() {
            return turn.alters().without(all);
        }
        let fresh = PiecePlaces { borders: self.fresh_borders, ..PiecePlaces::default() };
        let of = |players| facets!(FreshPieces).and(facets!(FreshPieces).shares_of(players));
        let pieces = const { facets!(FreshPieces).with_shares() };
        turn.alters().without(all).and(self.owners(fresh).map_or(pieces, of))
    }

    /// The owners of the pieces at some places; `None` if a place is empty.
    pub fn owners(
        &self,
        PiecePlaces { mut intersections, mut borders }: PiecePlaces,
    ) -> Option<Players> {
        let mut owners = Players::NONE;
        loop {
            let piece = match (intersections.least(), borders.least()) {
                (Some(intersection), _) => self.on_intersections[intersection]?,
                (None, Some(line)) => self.on_borders[line]?,
                (None, None) => return Some(owners),
            };
            let seat = self.seat(piece.owner());
            let others = (intersections - seat.intersections, borders - seat.borders);
            if others == (intersections, borders) {
                return None;
            }
            owners = owners.with(piece.owner());
            (intersections, borders) = others;
        }
    }
}
