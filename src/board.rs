//! The board: hexes, intersections and borders, their neighbors and their names.
//!
//! The board is immutable during a game, and shared. Everything that changes in play (terrain,
//! number markers, pieces) belongs to the table; this module knows nothing of players, pieces or
//! rules.

mod build;
mod layers;
mod name;
mod places;
mod shore;

pub use build::{Cell, Layout, Shift};
pub use name::is_direction;
pub use places::{PiecePlaces, Places};
pub use shore::{Ground, Shore};

use crate::set::Set;

crate::set::ids! {
    /// One hexagon of the board.
    Hex;
    /// A point where up to three hexes meet.
    Intersection;
    /// One side of a hex, shared with its neighbor if there is one.
    Border;
    /// A named part of the board.
    Area;
    /// A place for a port on the coast.
    PortPlace;
}

/// A place of any kind.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum Place {
    /// A hex.
    Hex(Hex),
    /// An intersection.
    Intersection(Intersection),
    /// A border.
    Border(Border),
}

/// The corners of a hex clockwise from the north, as written after a dot.
pub const CORNERS: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
/// The sides of a hex clockwise from the north-east, as written after a hyphen.
///
/// Side `i` is between corner `i` and the next one.
pub const SIDES: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];

/// The position and the neighbors of a hex.
#[derive(Clone, Debug)]
pub struct HexPlace {
    /// The row on the printed board, from 0 at the top.
    pub row: usize,
    /// The column within the row, from 0.
    pub column: usize,
    /// The distance of the hex's center from the left edge, in half hexes.
    pub x: i32,
    /// The six corners, in the order of [`CORNERS`].
    pub corners: [Intersection; 6],
    /// The six sides, in the order of [`SIDES`].
    pub sides: [Border; 6],
    /// The neighbors across the sides, in the order of [`SIDES`].
    pub neighbors: [Option<Hex>; 6],
}

/// The neighbors of an intersection.
#[derive(Clone, Debug, Default)]
pub struct IntersectionPlace {
    /// The adjacent hexes.
    pub hexes: Set<Hex>,
    /// The adjacent borders.
    pub borders: Set<Border>,
    /// The intersections one border away.
    pub neighbors: Set<Intersection>,
}

/// The neighbors of a border.
#[derive(Clone, Debug)]
pub struct BorderPlace {
    /// The intersections at the two ends of the border.
    pub ends: [Intersection; 2],
    /// The hexes on the two sides of the border; only one hex at the edge of the board.
    pub hexes: Set<Hex>,
}

/// A border that counts as two: each half can have a piece, and the middle stays empty.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// The intersection in the middle, which stays empty.
    pub middle: Intersection,
    /// The two halves, each from one end to the middle.
    pub halves: [Border; 2],
}

/// A named part of the board.
#[derive(Clone, Debug)]
pub struct AreaPlace {
    /// The name of the area in scripts and scenarios.
    pub name: String,
    /// Its hexes.
    pub hexes: Set<Hex>,
    /// Its hexes in the order of the scenario.
    pub in_order: Vec<Hex>,
    /// The intersections of its hexes, and those that the scenario adds.
    pub intersections: Set<Intersection>,
    /// The borders of its hexes, and those that the scenario adds.
    pub borders: Set<Border>,
}

/// The topology of a game's board, with its areas and ports.
#[derive(Clone, Debug)]
pub struct Board {
    hexes: Vec<HexPlace>,
    intersections: Vec<IntersectionPlace>,
    borders: Vec<BorderPlace>,
    gaps: Vec<Gap>,
    areas: Vec<AreaPlace>,
    port_places: Vec<Border>,
    shore: Shore,
    /// The borders on which nothing can be placed.
    closed: Set<Border>,
    rows: usize,
    joined: bool,
    layers: Vec<layers::Layer>,
    /// The places of layers, which are the last intersections and the last borders: for each of
    /// them, the place of the map at which it is, and the number of the layer.
    layered: [Vec<(Place, u8)>; 2],
}

impl Board {
    /// The position and the neighbors of the hex.
    #[inline]
    pub fn hex(&self, hex: Hex) -> &HexPlace {
        &self.hexes[usize::from(hex.0)]
    }

    /// The neighbors of the intersection.
    #[inline]
    pub fn intersection(&self, intersection: Intersection) -> &IntersectionPlace {
        &self.intersections[usize::from(intersection.0)]
    }

    /// The neighbors of the border.
    #[inline]
    pub fn border(&self, border: Border) -> &BorderPlace {
        &self.borders[usize::from(border.0)]
    }

    /// The name and the places of the area.
    pub fn area(&self, area: Area) -> &AreaPlace {
        &self.areas[usize::from(area.0)]
    }

    /// The area with this name.
    pub fn area_named(&self, name: &str) -> Option<Area> {
        let index = self.areas.iter().position(|area| area.name == name)?;
        Some(crate::set::Id::new(index))
    }

    /// All named areas, in the order of the scenario.
    pub fn areas(&self) -> &[AreaPlace] {
        &self.areas
    }

    /// All hexes.
    pub fn hexes(&self) -> Set<Hex> {
        Set::first(self.hexes.len())
    }

    /// The number of hexes.
    #[inline]
    pub fn hex_count(&self) -> usize {
        self.hexes.len()
    }

    /// All intersections of the map.
    pub fn intersections(&self) -> Set<Intersection> {
        Set::first(self.intersection_count())
    }

    #[inline]
    fn intersection_count(&self) -> usize {
        self.intersections.len() - self.layered[0].len()
    }

    #[inline]
    fn border_count(&self) -> usize {
        self.borders.len() - self.layered[1].len()
    }

    /// The borders on which nothing can be placed.
    pub fn closed(&self) -> Set<Border> {
        self.closed
    }

    /// All borders of the map.
    pub fn borders(&self) -> Set<Border> {
        Set::first(self.border_count())
    }

    /// Land and water as the map shows them. In play, hexes may become land or water; see
    /// [`Table::shore`](crate::table::Table::shore).
    #[inline]
    pub fn shore(&self) -> &Shore {
        &self.shore
    }

    /// The hexes among these that hang together with one of the first ones.
    pub fn joined_to(&self, first: Set<Hex>, among: Set<Hex>) -> Set<Hex> {
        let (mut group, mut found) = (Set::EMPTY, first & among);
        while !found.is_empty() {
            group |= found;
            let beside = |hex| self.hex(hex).neighbors.into_iter().flatten();
            found = found.iter().flat_map(beside).collect::<Set<Hex>>() & (among - group);
        }
        group
    }

    /// The largest group of adjacent hexes among these; the first of several.
    pub fn largest_group(&self, mut hexes: Set<Hex>) -> Set<Hex> {
        let mut largest = Set::EMPTY;
        while let Some(first) = hexes.least() {
            let group = self.joined_to(Set::of(first), hexes);
            if group.len() > largest.len() {
                largest = group;
            }
            hexes -= group;
        }
        largest
    }

    /// The borders of the port places, in the order of the scenario.
    pub fn port_places(&self) -> &[Border] {
        &self.port_places
    }

    /// The borders that count as two, in the order of the scenario.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The gap that contains this half.
    pub fn gap_with(&self, half: Border) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.halves.contains(&half))
    }

    /// The gap with this middle.
    pub fn gap_around(&self, middle: Intersection) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.middle == middle)
    }

    /// Whether the place is the middle of a gap.
    pub fn is_middle(&self, place: Place) -> bool {
        matches!(place, Place::Intersection(intersection) if self.gap_around(intersection).is_some())
    }

    /// The corners of a hex that are on land, counter-clockwise around the hex, and thus clockwise
    /// around the adjacent land.
    pub fn shore_of(&self, hex: Hex) -> Vec<Intersection> {
        let corners = self.hex(hex).corners;
        let on_land = |i: usize| self.shore.intersections().contains(corners[i % 6]);
        let first = (0..6).find(|&i| on_land(i) && !on_land(i + 1)).unwrap_or(0);
        (0..6).map(|i| first + 6 - i).filter(|&i| on_land(i)).map(|i| corners[i % 6]).collect()
    }

    /// The border between two adjoining intersections.
    pub fn between(&self, one: Intersection, other: Intersection) -> Option<Border> {
        let both = self.intersection(one).borders & self.intersection(other).borders;
        both.least()
    }

    /// The other borders at the two ends of a border.
    pub fn neighbors_of(&self, border: Border) -> Set<Border> {
        let [one, other] = self.border(border).ends.map(|end| self.intersection(end).borders);
        let mut neighbors = one | other;
        neighbors.remove(border);
        neighbors
    }

    /// The places next to this one and of the same sort: the intersections one border away, or the
    /// borders that share an end. Nothing is next to a hex.
    pub fn places_beside(&self, place: Place) -> PiecePlaces {
        let (mut intersections, mut borders) = (Set::EMPTY, Set::EMPTY);
        match self.ground(place) {
            Place::Hex(_) => {}
            Place::Intersection(it) => intersections = self.intersection(it).neighbors,
            Place::Border(border) => borders = self.neighbors_of(border),
        }
        PiecePlaces { intersections, borders }
    }

    /// The other places of the same sort at most this many steps from an intersection or a border.
    pub fn places_within(&self, place: Place, steps: usize) -> PiecePlaces {
        let mut reached = PiecePlaces::default();
        reached.insert(self.ground(place));
        for _ in 0..steps {
            let beside = reached.iter().flat_map(|place| self.places_beside(place).iter());
            let further: PiecePlaces = reached.iter().chain(beside).collect();
            if further == reached {
                break;
            }
            reached = further;
        }
        let others = reached.iter().filter(|&other| other != self.ground(place));
        others.collect()
    }

    /// The number of borders on the shortest way between two places, where a border counts from its
    /// nearer end. `None` if one of them is a hex.
    pub fn steps_between(&self, one: Place, other: Place) -> Option<usize> {
        let ends = |place| match self.ground(place) {
            Place::Intersection(intersection) => Some(Set::of(intersection)),
            Place::Border(border) => Some(self.border(border).ends.into_iter().collect()),
            Place::Hex(_) => None,
        };
        let (mut reached, goal) = (ends(one)?, ends(other)?);
        let (mut last, mut steps) = (reached, 0);
        while !reached.meets(&goal) {
            let beside =
                last.iter().fold(Set::EMPTY, |all, it| all | self.intersection(it).neighbors);
            last = beside - reached;
            if last.is_empty() {
                return None;
            }
            reached |= last;
            steps += 1;
        }
        Some(steps)
    }

    /// The number of rows of the printed board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the northern and southern edges are joined.
    pub fn joined(&self) -> bool {
        self.joined
    }

    /// The distance in hexes between two hexes of a board whose edges are not joined.
    pub fn distance(&self, one: Hex, other: Hex) -> usize {
        let (one, other) = (self.hex(one), self.hex(other));
        let across = one.x.abs_diff(other.x) as usize;
        let down = one.row.abs_diff(other.row);
        down.max(usize::midpoint(across, down))
    }

    /// The land hexes in a counter-clockwise spiral from this corner of the outermost ring to the
    /// center. The corners are numbered 0 to 5, beginning in the east. `None` unless the land is a
    /// hexagon.
    pub fn spiral(&self, corner: usize) -> Option<Vec<Hex>> {
        /// The directions counter-clockwise from the east, as indices of [`SIDES`].
        const TURN: [usize; 6] = [1, 0, 5, 4, 3, 2];
        let land = self.shore.land();
        let center = land.iter().find(|&hex| {
            let onward = |&hex: &Hex, side: usize| {
                self.hex(hex).neighbors[side].filter(|&next| land.contains(next))
            };
            let reach = |side: usize| std::iter::successors(Some(hex), |h| onward(h, side)).count();
            (1..6).all(|side| reach(side) == reach(0))
                && land.len() == 1 + 3 * reach(0) * (reach(0) - 1)
        })?;
        let mut spiral = Vec::with_capacity(land.len());
        let rings = land.iter().map(|hex| self.distance(center, hex)).max()?;
        for ring in (1..=rings).rev() {
            let step = |hex: Hex, turn: usize| self.hex(hex).neighbors[TURN[turn % 6]];
            let mut hex = (0..ring).try_fold(center, |hex, _| step(hex, corner))?;
            for turn in 0..6 {
                for _ in 0..ring {
                    spiral.push(hex);
                    hex = step(hex, corner + 2 + turn)?;
                }
            }
        }
        spiral.push(center);
        Some(spiral)
    }
}

#[cfg(test)]
mod tests;
