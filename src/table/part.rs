//! Parts of the table, and which of them a change alters: what was found out by looking at some
//! parts is true for as long as these lie as they did.

use crate::change::Change;

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

/// A set of parts of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts(u32);

impl Parts {
    /// No part.
    pub const NONE: Self = Self(0);
    /// The whole table.
    pub const ALL: Self = Self(u32::MAX);

    /// These parts.
    #[inline]
    pub const fn of(parts: &[Part]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < parts.len() {
            bits |= 1 << parts[at] as u32;
            at += 1;
        }
        Self(bits)
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
    /// The parts of the table that it may alter, but for [`Part::Placement`].
    #[inline]
    pub fn alters(&self) -> Parts {
        match self {
            Self::Terrain(..) | Self::Number(..) => parts!(Land),
            Self::Port(..) => parts!(Land, Pieces),
            Self::Step(_) | Self::Placing(..) | Self::Idle(_) | Self::Turns(_) | Self::Over(_) => {
                parts!(Turn)
            }
            Self::Turn(_) => parts!(Turn, FreshPieces, Fresh),
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
            Self::Built { .. } => parts!(Pieces, FreshPieces),
            Self::Removed { .. } | Self::Shifted { .. } => parts!(Pieces, FreshPieces, Events),
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
            Self::Stands(..) => parts!(Answers),
            Self::Counted(..) => parts!(Counters),
            Self::Offered { .. } | Self::Replied(..) | Self::Withdrawn => parts!(Offer),
            Self::Drawn(_) => parts!(Chance),
        }
    }
}
