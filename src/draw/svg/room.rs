//! Finds room for plates beside pieces: the position where a plate covers least of what is drawn.

use super::element::Point;
use super::layout::{Layout, TURNS};
use super::pieces;
use crate::board::Place;
use crate::game::PlayerView;

/// The size of the area that a piece on an intersection takes up.
const PIECE: i32 = 34;
/// The distance between a piece and the plate beside it.
const GAP: i32 = 2;
/// How bad it is to cover a plate, a piece or a marker, a number, and the name of a terrain.
const OF_PLATE: i32 = 16;
const OF_PIECE: i32 = 8;
const OF_NUMBER: i32 = 4;
const OF_LABEL: i32 = 1;

/// A rectangle of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    /// The north-western corner.
    pub(super) first: Point,
    /// The south-eastern corner.
    last: Point,
}

impl Area {
    /// The area of this width and height around a point.
    pub(super) fn around(center: Point, width: i32, height: i32) -> Self {
        let first = center.by((-width / 2, -height / 2));
        Self { first, last: first.by((width, height)) }
    }

    /// The distance between its western and eastern side.
    pub(super) fn width(self) -> i32 {
        self.last.x - self.first.x
    }

    /// The distance between its northern and southern side.
    pub(super) fn height(self) -> i32 {
        self.last.y - self.first.y
    }

    /// Its center.
    pub(super) fn center(self) -> Point {
        self.first.by((self.width() / 2, self.height() / 2))
    }

    /// This area moved by an offset.
    pub(super) fn by(self, offset: (i32, i32)) -> Self {
        Self { first: self.first.by(offset), last: self.last.by(offset) }
    }

    /// The areas of this size beside a piece at its center, starting with the best.
    pub(super) fn beside(self) -> Vec<Self> {
        let across = PIECE / 2 + self.width() / 2 + GAP;
        let down = PIECE / 2 + self.height() / 2 + GAP;
        let (aside, near) = (across - 8, down - 8);
        let offsets = [
            (0, down),
            (0, -down),
            (aside, near),
            (-aside, near),
            (aside, -near),
            (-aside, -near),
            (across, 0),
            (-across, 0),
        ];
        offsets.map(|offset| self.by(offset)).to_vec()
    }

    /// The size of the part that both areas have in common.
    fn shared(self, other: Self) -> i32 {
        let across = self.last.x.min(other.last.x) - self.first.x.max(other.first.x);
        let down = self.last.y.min(other.last.y) - self.first.y.max(other.first.y);
        across.max(0) * down.max(0)
    }
}

/// What is drawn on the board, each with how bad it is to cover it.
pub(super) struct Room {
    taken: Vec<(Area, i32)>,
}

impl Room {
    /// The room that pieces, markers, numbers and names of terrains leave.
    pub(super) fn of(view: &PlayerView<'_>, layout: &Layout) -> Self {
        let mut taken = Vec::new();
        for site in &layout.intersections {
            if view.piece(Place::Intersection(site.thing)).is_some() {
                taken.push((Area::around(site.point, PIECE, PIECE), OF_PIECE));
            }
        }
        for line in &layout.borders {
            if view.piece(Place::Border(line.thing)).is_some() {
                let (wide, high) = if TURNS[line.number] == 90 { (16, 44) } else { (44, 32) };
                taken.push((Area::around(line.point, wide, high), OF_PIECE));
            }
        }
        for half in &layout.halves {
            if view.piece(Place::Border(half.thing)).is_some() {
                taken.push((Area::around(half.point(), 22, 22), OF_PIECE));
            }
        }
        let small = pieces::small(view, layout).into_iter();
        taken.extend(small.map(|(_, _, point)| (Area::around(point, 24, 20), OF_PIECE)));
        let pawns = pieces::on_hexes(view, layout).into_iter();
        taken.extend(pawns.map(|(_, point, _)| (Area::around(point, 26, 34), OF_PIECE)));
        for hex in &layout.hexes {
            if view.number(hex.thing) != 0 {
                taken.push((Area::around(hex.point.by((0, 6)), 38, 38), OF_NUMBER));
            }
            if view.rules().terrain(view.terrain(hex.thing)).land {
                taken.push((Area::around(hex.point.by((0, -31)), 50, 14), OF_LABEL));
            }
        }
        Self { taken }
    }

    /// Takes the first of the areas that cover least.
    pub(super) fn take(&mut self, areas: Vec<Area>) -> Area {
        let covered = |area: &Area| -> i32 {
            self.taken.iter().map(|(other, weight)| area.shared(*other) * weight).sum()
        };
        let best = areas.into_iter().min_by_key(covered).expect("a plate has a place");
        self.taken.push((best, OF_PLATE));
        best
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, OF_PIECE, PIECE, Point, Room};

    #[test]
    fn a_plate_is_drawn_where_no_piece_is() {
        let origin = Point::new(0, 0);
        let below = Area::around(origin.by((0, 40)), PIECE, PIECE);
        let mut room = Room { taken: vec![(below, OF_PIECE)] };
        let plate = Area::around(origin, 40, 14);
        let first = room.take(plate.beside());
        assert_eq!((first.center(), first.width()), (Point::new(0, -26), 40));
        let second = room.take(plate.beside());
        assert_eq!(second.shared(first) + second.shared(below), 0);
    }
}
