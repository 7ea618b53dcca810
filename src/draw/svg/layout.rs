//! The positions of hexes, intersections and borders in the picture.
//!
//! A corner of each hex points north. All lengths are integers, so that a picture is the same on
//! every platform. A hex is 104 wide and 120 high, and rows are 90 apart.

use std::collections::{BTreeMap, BTreeSet};

use super::element::Point;
use crate::board::{Board, Border, Hex, Intersection, Place};

/// Half the width of a hex.
pub(super) const HALF: i32 = 52;
/// The distance from the center of a hex to its northern corner.
pub(super) const TALL: i32 = 60;
/// The distance between two rows of hexes.
const PITCH: i32 = 90;

/// The corners of a hex relative to its center, clockwise from the north.
pub(super) const CORNERS: [(i32, i32); 6] =
    [(0, -TALL), (HALF, -30), (HALF, 30), (0, TALL), (-HALF, 30), (-HALF, -30)];
/// The midpoints of the sides of a hex relative to its center, clockwise from the north-east.
pub(super) const SIDES: [(i32, i32); 6] =
    [(26, -45), (HALF, 0), (26, 45), (-26, 45), (-HALF, 0), (-26, -45)];
/// The rotation of each side in degrees.
pub(super) const TURNS: [i32; 6] = [30, 90, -30, 30, 90, -30];

/// A thing of the board at one of its positions in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Positioned<T> {
    /// The thing.
    pub(super) thing: T,
    /// Its center.
    pub(super) point: Point,
    /// The index of the corner or side, counted within one of its hexes.
    pub(super) number: usize,
    /// Whether it is drawn in full at another position.
    pub(super) again: bool,
}

/// A half of a border that counts as two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// The half.
    pub(super) thing: Border,
    /// The midpoint of the whole border, where the half ends.
    pub(super) middle: Point,
    /// The offset from that midpoint to the half's other end.
    pub(super) reach: (i32, i32),
    /// The index of the side, counted within one of its hexes.
    pub(super) number: usize,
}

impl Half {
    /// The midpoint of the half.
    pub(super) fn point(&self) -> Point {
        self.middle.by((self.reach.0 / 2, self.reach.1 / 2))
    }

    /// Its rotation from the east in degrees.
    pub(super) fn turn(&self) -> i32 {
        match (self.reach.0.signum(), self.reach.1.signum()) {
            (0, down) => 90 * down,
            (1, down) => 30 * down,
            (_, down) => 150 * down,
        }
    }
}

/// The positions of the parts of a board in the picture.
pub(super) struct Layout {
    /// The hexes; if the board is joined, the first row is repeated at the end.
    pub(super) hexes: Vec<Positioned<Hex>>,
    /// The intersections, from north to south.
    pub(super) intersections: Vec<Positioned<Intersection>>,
    /// The borders, from north to south, except for borders that count as two.
    pub(super) borders: Vec<Positioned<Border>>,
    /// The halves of borders that count as two, from north to south.
    pub(super) halves: Vec<Half>,
    /// The centers of the water hexes that are drawn beside land at the edge of the board, except
    /// next to a border that counts as two.
    pub(super) around: BTreeSet<Point>,
}

impl Layout {
    /// Computes the positions of a board.
    pub(super) fn new(board: &Board) -> Self {
        let hexes = hexes(board);
        // Land comes first, since places are named after it.
        let mut in_order: Vec<&Positioned<Hex>> = hexes.iter().collect();
        in_order.sort_by_key(|hex| (hex.again, !board.shore().land().contains(hex.thing)));
        let mut places = Places::default();
        for hex in in_order {
            for number in 0..6 {
                places.corner(board, hex, number);
                places.side(board, hex, number);
            }
        }
        Self {
            hexes,
            intersections: places.intersections.into_values().collect(),
            borders: places.borders.into_values().collect(),
            halves: places.halves.into_values().collect(),
            around: places.around,
        }
    }

    /// The north-western and south-eastern limits of all hexes.
    pub(super) fn ends(&self) -> (Point, Point) {
        let points = || self.hexes.iter().map(|hex| hex.point).chain(self.around.iter().copied());
        let across = || points().map(|point| point.x);
        let down = || points().map(|point| point.y);
        let first = Point::new(across().min().unwrap_or(0), down().min().unwrap_or(0));
        let last = Point::new(across().max().unwrap_or(0), down().max().unwrap_or(0));
        (first.by((-HALF, -TALL)), last.by((HALF, TALL)))
    }

    /// The center of the board.
    pub(super) fn middle(&self) -> Point {
        let (first, last) = self.ends();
        first.halfway(last)
    }

    /// The position where a hex is drawn in full.
    pub(super) fn point(&self, hex: Hex) -> Option<Point> {
        self.drawn(hex).find(|drawn| !drawn.again).map(|drawn| drawn.point)
    }

    /// The position where an intersection is drawn in full.
    pub(super) fn site(&self, site: Intersection) -> Option<Point> {
        let mut drawn =
            self.intersections.iter().filter(|drawn| drawn.thing == site && !drawn.again);
        drawn.next().map(|drawn| drawn.point)
    }

    /// The position where the middle of a border is drawn in full.
    pub(super) fn line(&self, line: Border) -> Option<Point> {
        let whole = self.borders.iter().find(|drawn| drawn.thing == line && !drawn.again);
        let half = || self.halves.iter().find(|half| half.thing == line).map(Half::point);
        whole.map(|drawn| drawn.point).or_else(half)
    }

    /// The position where a place of the map is drawn in full.
    pub(super) fn place(&self, place: Place) -> Option<Point> {
        match place {
            Place::Hex(hex) => self.point(hex),
            Place::Intersection(site) => self.site(site),
            Place::Border(line) => self.line(line),
        }
    }

    /// All positions of a hex.
    pub(super) fn drawn(&self, hex: Hex) -> impl Iterator<Item = Positioned<Hex>> {
        self.hexes.iter().copied().filter(move |drawn| drawn.thing == hex)
    }
}

/// The intersections and borders of the hexes processed so far, by position.
#[derive(Default)]
struct Places {
    intersections: BTreeMap<Point, Positioned<Intersection>>,
    borders: BTreeMap<Point, Positioned<Border>>,
    halves: BTreeMap<Point, Half>,
    around: BTreeSet<Point>,
}

impl Places {
    /// Adds an intersection of a hex.
    fn corner(&mut self, board: &Board, hex: &Positioned<Hex>, number: usize) {
        let thing = board.hex(hex.thing).corners[number];
        let point = hex.point.by(CORNERS[number]);
        self.intersections.entry(point).or_insert(Positioned {
            thing,
            point,
            number,
            again: hex.again,
        });
    }

    /// Adds a border of a hex, and the water beyond it at the edge of the board.
    fn side(&mut self, board: &Board, hex: &Positioned<Hex>, number: usize) {
        let place = board.hex(hex.thing);
        let thing = place.sides[number];
        if let Some(gap) = board.gap_with(thing) {
            self.gap(board, gap.halves, hex, number);
            return;
        }
        let point = hex.point.by(SIDES[number]);
        self.borders.entry(point).or_insert(Positioned { thing, point, number, again: hex.again });
        if board.shore().land().contains(hex.thing) && place.neighbors[number].is_none() {
            self.around.insert(across(hex.point, number));
        }
    }

    /// Adds a border that counts as two.
    fn gap(&mut self, board: &Board, halves: [Border; 2], hex: &Positioned<Hex>, number: usize) {
        let middle = hex.point.by(SIDES[number]);
        for corner in [number, (number + 1) % 6] {
            let end = board.hex(hex.thing).corners[corner];
            let (to, from) = (CORNERS[corner], SIDES[number]);
            let reach = (to.0 - from.0, to.1 - from.1);
            for thing in halves.into_iter().filter(|half| board.border(*half).ends.contains(&end)) {
                let half = Half { thing, middle, reach, number };
                self.halves.entry(half.point()).or_insert(half);
            }
        }
    }
}

/// All hexes; if the board is joined, the first row is repeated at the end.
fn hexes(board: &Board) -> Vec<Positioned<Hex>> {
    let row = |hex: Hex| board.hex(hex).row;
    let once = board.hexes().iter().map(|hex| (hex, row(hex)));
    let again = board.hexes().iter().filter(|&hex| board.joined() && row(hex) == 0);
    let rows = once.chain(again.map(|hex| (hex, board.rows())));
    let hexes = rows.map(|(thing, row)| {
        let point = Point::new(HALF * (board.hex(thing).x + 1), middle(row));
        Positioned { thing, point, number: 0, again: row == board.rows() }
    });
    hexes.collect()
}

/// The vertical center of a row.
fn middle(row: usize) -> i32 {
    TALL + PITCH * i32::try_from(row).expect("the board is small")
}

/// The center of the neighbor across a side.
pub(super) fn across(center: Point, side: usize) -> Point {
    let (x, y) = SIDES[side];
    center.by((2 * x, 2 * y))
}

/// The point at this percentage of the way from the center of a hex to one of its sides.
pub(super) fn toward(center: Point, side: usize, hundredths: i32) -> Point {
    let (x, y) = SIDES[side];
    center.by((x * hundredths / 100, y * hundredths / 100))
}
