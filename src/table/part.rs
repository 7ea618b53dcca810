//! Parts of the table, and which of them a change alters: what was found out by looking at some
//! parts is true for as long as these lie as they did.

use super::{PLAYERS, Player, Players, Step, Table};
use crate::board::Spots;
use crate::change::Change;
use crate::set::Id;

/// A part of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Terrains, number markers and ports.
    Land,
    /// The pieces on the board, and what is kept beside them.
    Pieces,
    /// Where markers stand, and how far they reach.
    Markers,
    /// Where tokens lie, and who has access to them.
    Tokens,
    /// The events that lie open.
    Events,
    /// Resource cards: hands, piles and the supply.
    Hands,
    /// Cards of decks: those left, held and played.
    Cards,
    /// Awards and points gained for good.
    Points,
    /// What players own of goods.
    Goods,
    /// The players whom rules have marked.
    Marks,
    /// The hexes and decks that rules have marked.
    Tags,
    /// The numbers that rules keep.
    Counters,
    /// What players answer in advance.
    Answers,
    /// Whose turn it is, its step and its roll.
    Turn,
    /// Whether the first pieces are being placed: of some steps and turns that is the beginning or
    /// the end.
    Placement,
    /// Which pieces on borders were built or moved in the running turn.
    FreshPieces,
    /// What else belongs to the running turn alone.
    Fresh,
    /// The offer that lies open.
    Offer,
    /// How far the random streams are drawn.
    Chance,
}

impl Part {
    /// How many there are.
    pub const COUNT: usize = Self::Chance as usize + 1;
}

/// The parts of which each player has a share.
const SHARED: [Part; 2] = [Part::Pieces, Part::FreshPieces];

/// A set of parts of the table, some of them as a whole or as shares of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts(u64);

impl Parts {
    /// No part.
    pub const NONE: Self = Self(0);
    /// The whole table.
    pub const ALL: Self = Self(u64::MAX);
    /// Each part and each share, in which nothing is known to lie as it did.
    pub const EACH: Self = Self((1 << Self::COUNT) - 1);
    /// How many parts and shares there are.
    pub const COUNT: usize = Part::COUNT + SHARED.len() * PLAYERS;

    /// These parts.
    #[inline]
    pub const fn of(parts: &[Part]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < parts.len() {
            bits |= 1 << parts[at] as u64;
            at += 1;
        }
        Self(bits)
    }

    /// The players' shares of these parts.
    const fn shares(self, first: usize, last: usize) -> Self {
        let (mut bits, mut number) = (0, 0);
        while number < SHARED.len() {
            let mut player = first;
            while player <= last && self.0 >> SHARED[number] as u32 & 1 == 1 {
                bits |= 1 << (Part::COUNT + number * PLAYERS + player);
                player += 1;
            }
            number += 1;
        }
        Self(bits)
    }

    /// These parts with a player's shares of them.
    const fn with_share(self, player: Player) -> Self {
        Self(self.0 | self.shares(player.0 as usize, player.0 as usize).0)
    }

    /// These parts with everybody's shares of them.
    const fn with_shares(self) -> Self {
        Self(self.0 | self.shares(0, PLAYERS - 1).0)
    }

    /// Whether there are some among them of which players have shares.
    #[inline]
    pub fn has_shares(self) -> bool {
        !self.is_all() && !self.among(const { Self::of(&SHARED) }).is_empty()
    }

    /// The same with the shares of these players instead of the whole parts.
    #[must_use]
    pub fn shares_of(self, players: Players) -> Self {
        let shares = players.iter().map(|player| self.shares(player.index(), player.index()));
        shares.fold(self.without(const { Self::of(&SHARED) }), Self::and)
    }

    /// These parts and the others.
    #[inline]
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those of these parts that are among the others.
    #[inline]
    #[must_use]
    pub fn among(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// These parts but for the others.
    #[inline]
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether they are the whole table, as far as that matters.
    #[inline]
    pub const fn is_all(self) -> bool {
        self.0 >> (u64::BITS - 1) == 1
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The parts by their numbers, in rising order.
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

/// These parts, known when the program is built.
macro_rules! parts {
    ($($part:ident),*) => { const { Parts::of(&[$(Part::$part),*]) } };
}

impl Change {
    /// The parts of the table that it may alter.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub fn alters(&self) -> Parts {
        match self {
            Self::Terrain(..) | Self::Number(..) => parts!(Land),
            Self::Port(..) => const { parts!(Land, Pieces).with_shares() },
            Self::Idle(_) | Self::Turns(_) => parts!(Turn),
            Self::Step(_) | Self::Placing(..) | Self::Over(_) => parts!(Turn, Placement),
            Self::Turn(_) => const { parts!(Turn, Placement, FreshPieces, Fresh).with_shares() },
            Self::Rolled(..) => parts!(Turn, Hands, Chance),
            Self::Produced(..)
            | Self::Took(..)
            | Self::Paid(..)
            | Self::Due(..)
            | Self::Aside(..)
            | Self::Discarded(..)
            | Self::Gave { .. }
            | Self::Opened(..)
            | Self::PaysHiddenFirst(..)
            | Self::Piled(..)
            | Self::Unpiled(..)
            | Self::PutAway(_) => parts!(Hands),
            Self::Stole { .. } => parts!(Hands, Chance),
            Self::Withheld(..) | Self::Shown(..) | Self::Declined(..) | Self::Skipped(_) => {
                parts!()
            }
            Self::Built { player, .. } => parts!(Pieces, FreshPieces).with_share(*player),
            Self::Removed { player, .. } | Self::Shifted { player, .. } => {
                parts!(Pieces, FreshPieces, Events).with_share(*player)
            }
            Self::Moved(..) | Self::Spread(_) => parts!(Markers),
            Self::Drew { .. } => parts!(Cards, Fresh, Chance),
            Self::Played(..) => parts!(Cards, Fresh),
            Self::Lasts(_) => parts!(Fresh),
            Self::Awarded(..) | Self::Gained(..) => parts!(Points),
            Self::Lies(..) => parts!(Tokens),
            Self::Access(..) => parts!(Tokens, Fresh),
            Self::Received(..) | Self::Handed { .. } | Self::Returned(..) => parts!(Goods, Fresh),
            Self::Discovered(..) => parts!(Events, Chance),
            Self::Relaid(..) | Self::Affected(..) => parts!(Events),
            Self::Tagged(..) => parts!(Tags),
            Self::Marked(..) => parts!(Marks),
            Self::AnsweredInAdvance(..) => parts!(Answers),
            Self::Counted(..) => parts!(Counters),
            Self::Offered { .. } | Self::Replied(..) | Self::Withdrawn => parts!(Offer),
            Self::Drawn(_) => parts!(Chance),
        }
    }
}

impl Table {
    /// The parts of this table that a change alters.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub fn altered_by(&self, change: &Change) -> Parts {
        let is_placement = match change {
            Change::Placing(..) => true,
            Change::Step(step) => matches!(step, Step::Place(_)),
            Change::Turn(_) | Change::Over(_) => false,
            _ => return change.alters(),
        };
        let altered = match change {
            Change::Turn(_) => self.altered_by_turn(change),
            _ => change.alters().without(parts!(Placement)),
        };
        if is_placement == self.is_placement() { altered } else { altered.and(parts!(Placement)) }
    }

    /// In a new turn no piece is fresh any more.
    #[inline(never)]
    fn altered_by_turn(&self, turn: &Change) -> Parts {
        let all = const { parts!(FreshPieces, Placement).with_shares() };
        if self.fresh_lines.is_empty() {
            return turn.alters().without(all);
        }
        let fresh = Spots { lines: self.fresh_lines, ..Spots::default() };
        let of = |players| parts!(FreshPieces).and(parts!(FreshPieces).shares_of(players));
        let pieces = const { parts!(FreshPieces).with_shares() };
        turn.alters().without(all).and(self.owners(fresh).map_or(pieces, of))
    }

    /// Whose the pieces are that stand at some places, where one stands at each.
    pub fn owners(&self, Spots { mut sites, mut lines }: Spots) -> Option<Players> {
        let mut owners = Players::NONE;
        loop {
            let piece = match (sites.least(), lines.least()) {
                (Some(site), _) => self.on_sites[site]?,
                (None, Some(line)) => self.on_lines[line]?,
                (None, None) => return Some(owners),
            };
            let seat = self.seat(piece.owner());
            let others = (sites - seat.sites, lines - seat.lines);
            if others == (sites, lines) {
                return None;
            }
            owners = owners.with(piece.owner());
            (sites, lines) = others;
        }
    }
}
