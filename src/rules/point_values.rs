//! Short lists of the things that give points, which speed up the frequent counting of points.

use super::{AwardKind, CardKind, GoodsKind, Merit, PieceKind};
use crate::set::Id;
use crate::table::{Award, Card, Goods, Kind};

/// The things that give points, with their points.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PointValues {
    /// Pieces on the board.
    pub pieces: Vec<(Kind, i64)>,
    /// Cards in the hand.
    pub cards: Vec<(Card, i64)>,
    /// Goods of a player.
    pub goods: Vec<(Goods, i64)>,
    /// Awards of a player.
    pub awards: Vec<(Award, i64)>,
    /// Whether a rule computes the merit of any award.
    pub has_merit_rule: bool,
}

impl PointValues {
    /// Collects the things with points from their declarations.
    pub fn of(
        pieces: &[PieceKind],
        cards: &[CardKind],
        goods: &[GoodsKind],
        awards: &[AwardKind],
    ) -> Self {
        Self {
            pieces: worth(pieces.iter().map(|kind| kind.points)),
            cards: worth(cards.iter().map(|kind| kind.points)),
            goods: worth(goods.iter().map(|kind| kind.points)),
            awards: worth(awards.iter().map(|kind| kind.points)),
            has_merit_rule: awards.iter().any(|kind| kind.merit == Merit::Script),
        }
    }
}

/// The things with points, by index.
fn worth<T: Id>(points: impl Iterator<Item = i8>) -> Vec<(T, i64)> {
    let all = points.enumerate().map(|(number, points)| (T::new(number), i64::from(points)));
    all.filter(|&(_, points)| points != 0).collect()
}
