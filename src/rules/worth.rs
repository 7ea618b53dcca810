//! What gives points, in short lists: most things do not, and points are counted all the time.

use super::{AwardKind, CardKind, GoodKind, PieceKind};
use crate::set::Id;
use crate::table::{Award, Card, Good, Kind};

/// The things that give points, and how many.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    /// Pieces on the board.
    pub pieces: Vec<(Kind, i64)>,
    /// Cards of the hand.
    pub cards: Vec<(Card, i64)>,
    /// Goods that a player owns.
    pub goods: Vec<(Good, i64)>,
    /// Awards that a player holds.
    pub awards: Vec<(Award, i64)>,
}

impl Worth {
    /// The things that give points, by what is declared of each.
    pub fn of(
        pieces: &[PieceKind],
        cards: &[CardKind],
        goods: &[GoodKind],
        awards: &[AwardKind],
    ) -> Self {
        Self {
            pieces: worth(pieces.iter().map(|kind| kind.points)),
            cards: worth(cards.iter().map(|kind| kind.points)),
            goods: worth(goods.iter().map(|kind| kind.points)),
            awards: worth(awards.iter().map(|kind| kind.points)),
        }
    }
}

/// Those that give points, by their numbers.
fn worth<T: Id>(points: impl Iterator<Item = i8>) -> Vec<(T, i64)> {
    let all = points.enumerate().map(|(number, points)| (T::new(number), i64::from(points)));
    all.filter(|&(_, points)| points != 0).collect()
}
