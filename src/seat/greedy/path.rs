//! The shortest paths to intersections that the player's routes do not reach yet.

use std::collections::VecDeque;

use crate::board::{Border, Intersection};
use crate::game::PlayerView;
use crate::rules::Failure;
use crate::set::{Id, Set};
use crate::table::{KINDS, Kind, PIECE_PLACES, Player};

/// The maximum length of a path in pieces.
const HORIZON: u8 = 9;

/// A shortest path to an intersection.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuildPath {
    /// The piece to build first.
    pub(super) first: (Kind, Border),
    /// The number of pieces of each kind.
    pub(super) pieces: [u8; KINDS],
}

impl BuildPath {
    /// The number of pieces.
    pub(super) fn length(&self) -> u8 {
        self.pieces.iter().sum()
    }
}

/// The route pieces that the player could build now.
pub(super) fn beginnings(
    view: &PlayerView<'_>,
    me: Player,
) -> Result<Vec<(Kind, Border)>, Failure> {
    let rules = view.rules();
    let mut found = Vec::new();
    for kind in rules.kinds_that(|kind| kind.on_border && kind.is_route) {
        if view.supply_of(me, kind) > 0 {
            found.extend(view.places(me, kind)?.borders.iter().map(|border| (kind, border)));
        }
    }
    Ok(found)
}

/// For each intersection, by index, the shortest path that begins with one of these pieces.
///
/// Kinds of routes join only according to their declarations. A path does not continue through an
/// opponent's piece that interrupts routes, over an occupied border or beside the wrong terrain.
pub(super) fn paths(
    view: &PlayerView<'_>,
    me: Player,
    beginnings: &[(Kind, Border)],
) -> Vec<Option<BuildPath>> {
    let mut search = PathSearch {
        view,
        me,
        blocked: view.blocked(me),
        found: vec![None; PIECE_PLACES],
        visited: vec![Set::EMPTY; KINDS],
        queue: VecDeque::new(),
        free: free_borders(view),
    };
    for &(kind, border) in beginnings {
        let mut pieces = [0; KINDS];
        pieces[kind.index()] = 1;
        for end in view.rules().board.border(border).ends {
            search.arrive(end, kind, BuildPath { first: (kind, border), pieces });
        }
    }
    while let Some((intersection, kind, path)) = search.queue.pop_front() {
        search.go_on(intersection, kind, path);
    }
    search.found
}

/// The free borders for each kind of route.
fn free_borders(view: &PlayerView<'_>) -> Vec<Set<Border>> {
    let rules = view.rules();
    let taken = view.everybody().iter().fold(Set::EMPTY, |taken, p| taken | view.borders(p));
    let ground = |kind: &crate::rules::PieceKind| match kind.beside_land {
        _ if !kind.on_border || !kind.is_route => Set::EMPTY,
        Some(land) => view.shore().borders_beside(land) - taken,
        None => rules.board.borders() - taken,
    };
    rules.kinds.iter().map(ground).collect()
}

struct PathSearch<'a> {
    view: &'a PlayerView<'a>,
    me: Player,
    blocked: Set<Intersection>,
    free: Vec<Set<Border>>,
    found: Vec<Option<BuildPath>>,
    visited: Vec<Set<Intersection>>,
    queue: VecDeque<(Intersection, Kind, BuildPath)>,
}

impl PathSearch<'_> {
    fn arrive(&mut self, intersection: Intersection, kind: Kind, path: BuildPath) {
        if self.visited[kind.index()].contains(intersection) {
            return;
        }
        self.visited[kind.index()].insert(intersection);
        self.found[intersection.index()].get_or_insert(path);
        self.queue.push_back((intersection, kind, path));
    }

    fn go_on(&mut self, intersection: Intersection, last: Kind, path: BuildPath) {
        if self.blocked.contains(intersection) || path.length() >= HORIZON {
            return;
        }
        let board = &self.view.rules().board;
        for kind in (0..self.free.len()).map(Kind::new) {
            let declared = self.view.rules().kind(kind);
            let left = declared.each - self.view.pieces(self.me, kind);
            if !declared.joins.contains(last) || path.pieces[kind.index()] >= left {
                continue;
            }
            for border in board.intersection(intersection).borders & self.free[kind.index()] {
                let mut longer = path;
                longer.pieces[kind.index()] += 1;
                for end in board.border(border).ends {
                    if end != intersection {
                        self.arrive(end, kind, longer);
                    }
                }
            }
        }
    }
}
