//! Sectors: the outposts beside a place, and the outposts nearest to it.

use super::view::View;
use crate::board::{Border, Hex, Intersection, Place};
use crate::set::{Id, Set};
use crate::table::Terrain;

/// The outposts nearest to a place; several if they are equally near. The distance is counted in
/// hexes, intersections or borders, depending on the place.
pub fn sectors(view: View<'_>, place: Place) -> Vec<Terrain> {
    let outposts = (0..view.rules().terrains.len())
        .map(Terrain::new)
        .filter(|&outpost| view.rules().terrain(outpost).outpost);
    let away: Vec<(Terrain, usize)> =
        outposts.filter_map(|outpost| Some((outpost, steps_to(view, outpost, place)?))).collect();
    let least = away.iter().map(|(_, steps)| *steps).min();
    away.into_iter().filter(|(_, steps)| Some(*steps) == least).map(|(o, _)| o).collect()
}

/// The number of hexes, intersections or borders from an outpost to a place.
fn steps_to(view: View<'_>, outpost: Terrain, place: Place) -> Option<usize> {
    let board = &view.rules().board;
    match board.ground(place) {
        Place::Hex(hex) => {
            let near =
                |hex: Hex| -> Set<Hex> { board.hex(hex).neighbors.into_iter().flatten().collect() };
            steps(hexes_of(view, outpost), hex, |hex| near(hex) & view.shore().land())
        }
        Place::Intersection(intersection) => {
            let ground = view.shore().intersections() | middles(board);
            let near =
                |intersection: Intersection| board.intersection(intersection).neighbors & ground;
            steps(outpost_intersections(view, outpost).into_iter().collect(), intersection, near)
        }
        Place::Border(border) => {
            let hexes = hexes_of(view, outpost);
            let beside = view.shore().borders_beside(true);
            let ground = beside.iter().filter(|&b| board.border(b).hexes.meets(&hexes));
            // Here a gap is one border: a path that reaches one half of it reaches the other.
            let gaps = board.gaps().iter().map(|gap| Set::from_iter(gap.halves));
            let gaps: Vec<Set<Border>> = gaps.collect();
            let near = |border: Border| {
                let ends = board.border(border).ends;
                let [one, other] = ends.map(|end| board.intersection(end).borders);
                let near = one | other;
                gaps.iter().filter(|gap| near.meets(gap)).fold(near, |near, gap| near | *gap)
            };
            steps(ground.collect(), border, |border| near(border) & beside)
        }
    }
}

/// The hexes beside a place.
pub fn hexes_beside(view: View<'_>, place: Place) -> Set<Hex> {
    let board = &view.rules().board;
    match place {
        Place::Hex(hex) => board.hex(hex).neighbors.iter().flatten().copied().collect(),
        Place::Intersection(intersection) => board.intersection(intersection).hexes,
        Place::Border(line) => board.border(line).hexes,
    }
}

/// The outposts beside a place.
pub fn outposts_beside(view: View<'_>, place: Place) -> Set<Terrain> {
    let shown = hexes_beside(view, place).iter().map(|hex| view.table().terrain()[hex]);
    shown.filter(|&terrain| view.rules().terrain(terrain).outpost).collect()
}

/// The hexes of an outpost.
pub fn hexes_of(view: View<'_>, outpost: Terrain) -> Set<Hex> {
    let board = &view.rules().board;
    board.hexes().iter().filter(|&hex| view.table().terrain()[hex] == outpost).collect()
}

/// The middles of all gaps.
fn middles(board: &crate::board::Board) -> Set<Intersection> {
    board.gaps().iter().map(|gap| gap.middle).collect()
}

/// The number of steps from the nearest of some places to another place; `None` if it cannot be
/// reached.
fn steps<T: Id>(mut reached: Set<T>, to: T, near: impl Fn(T) -> Set<T>) -> Option<usize> {
    let (mut steps, mut latest) = (0, reached);
    while !reached.contains(to) {
        latest = latest.iter().fold(Set::EMPTY, |all, place| all | near(place)) - reached;
        if latest.is_empty() {
            return None;
        }
        reached |= latest;
        steps += 1;
    }
    Some(steps)
}

/// The intersections of an outpost on the coast, clockwise around the board.
pub fn outpost_intersections(view: View<'_>, outpost: Terrain) -> Vec<Intersection> {
    let board = &view.rules().board;
    let doubles = view.rules().setup.double_hexes.places.iter();
    let hexes = doubles.flatten().filter(|&&hex| view.table().terrain()[hex] == outpost);
    let mut intersections = Vec::new();
    for &hex in hexes {
        for intersection in board.shore_of(hex) {
            if !intersections.contains(&intersection) {
                intersections.push(intersection);
            }
        }
    }
    intersections
}
