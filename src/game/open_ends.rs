//! Lines of routes, and their pieces at open ends.
//!
//! A line consists of connected pieces of one player. It ends at the player's buildings, and at the
//! player's other pieces that block routes; below, both are called buildings. A line has an open end
//! where no piece continues it, and two if it returns to the building at which it began. A ring
//! without a building of the player has no end, so each of its pieces counts as an
//! open end. No piece of a line between two buildings of the player is an open end, even if lines
//! branch off it. Opponents' buildings have no effect.

use smallvec::SmallVec;

use super::view::View;
use crate::board::{Border, Intersection, Place};
use crate::fault::{KernelFault, planted};
use crate::game::law::places;
use crate::game::{markers, route};
use crate::set::{IdMap, Set};
use crate::table::{Kind, PIECE_PLACES, Player};

/// The borders of a player's routes of these kinds that are at an open end of a line.
pub(crate) fn open(view: View<'_>, player: Player, kinds: Set<Kind>) -> Set<Border> {
    kinds.iter().fold(Set::EMPTY, |all, kind| all | open_of(view, player, kind))
}

/// A player's open routes of these kinds that may be moved now. Routes that were built or moved this
/// turn are left out, and so are routes next to a marker that bars their kind.
pub(crate) fn movable(view: View<'_>, player: Player, kinds: Set<Kind>) -> Set<Border> {
    kinds.iter().fold(Set::EMPTY, |all, kind| all | movable_of(view, player, kind))
}

fn open_of(view: View<'_>, player: Player, kind: Kind) -> Set<Border> {
    view.open_ends(player, kind, || of_kind(view, player, kind))
}

fn movable_of(view: View<'_>, player: Player, kind: Kind) -> Set<Border> {
    let ends = open_of(view, player, kind) - view.table().fresh_borders();
    let barred = markers::barring(view, kind)
        .fold(Set::EMPTY, |all, marker| all | markers::barred_by(view, marker).borders);
    if barred.is_empty() {
        return ends;
    }
    let ground = |border: Border| view.rules().board.ground(Place::Border(border));
    let is_barred =
        |border: Border| matches!(ground(border), Place::Border(it) if barred.contains(it));
    ends.iter().filter(|&border| !is_barred(border)).collect()
}

/// The borders of a player's routes of a kind that are at an open end of a line.
pub(super) fn of_kind(view: View<'_>, player: Player, kind: Kind) -> Set<Border> {
    let (board, table) = (&view.rules().board, view.table());
    let joins = view.rules().kind(kind).joins;
    let (mut routes, mut pieces) = (Set::EMPTY, SmallVec::new());
    for border in table.seat(player).borders() {
        let Some(piece) = table.on_borders()[border] else { continue };
        if joins.contains(piece.kind()) || piece.kind() == kind {
            pieces.push((border, board.border(border).ends));
        }
        if piece.kind() == kind {
            routes.insert(border);
        }
    }
    if routes.is_empty() || planted(KernelFault::ClosedLineOpen) {
        return routes;
    }
    let blocking = view.rules().kinds_that(|kind| kind.blocks_routes);
    let buildings = places::own_intersections(view, player, joins | blocking);
    routes & Lines { pieces, buildings }.ends()
}

/// Selects the borders whose piece is the only one of its owner's routes at one of these
/// intersections.
pub(crate) fn ending_at(
    view: View<'_>,
    borders: Set<Border>,
    places: Set<Intersection>,
) -> Set<Border> {
    let (rules, table) = (view.rules(), view.table());
    let ends = |border: &Border| {
        let is_last = |&end: &Intersection| !route::is_continued(rules, table, *border, end);
        rules.board.border(*border).ends.iter().any(|end| places.contains(*end) && is_last(end))
    };
    borders.iter().filter(ends).collect()
}

/// The connected pieces of a player, each with the intersections at its ends, and the player's
/// buildings.
struct Lines {
    pieces: SmallVec<[(Border, [Intersection; 2]); 32]>,
    buildings: Set<Intersection>,
}

impl Lines {
    /// The pieces at open ends.
    fn ends(&self) -> Set<Border> {
        let (mut met, mut goes_on) = (Set::EMPTY, self.buildings);
        for &intersection in self.pieces.iter().flat_map(|(_, ends)| ends) {
            if met.contains(intersection) {
                goes_on.insert(intersection);
            }
            met.insert(intersection);
        }
        let mut free = Set::EMPTY;
        for &(border, [one, other]) in &self.pieces {
            if !goes_on.contains(one) || !goes_on.contains(other) {
                free.insert(border);
            }
        }
        if self.has_ring() { free | self.ring_ends() } else { free }
    }

    /// Whether there is a ring: a piece connects intersections that other pieces already connect.
    fn has_ring(&self) -> bool {
        let mut next: IdMap<Intersection, _, PIECE_PLACES> = IdMap::all(None);
        self.pieces.iter().any(|&(_, ends)| {
            let [one, other] = ends.map(|mut intersection| {
                while let Some(it) = next[intersection] {
                    intersection = it;
                }
                intersection
            });
            next[one] = Some(other);
            one == other
        })
    }

    /// The pieces at open ends in rings.
    fn ring_ends(&self) -> Set<Border> {
        let mut walk = BlockSearch::new(self);
        let intersections = || self.pieces.iter().flat_map(|&(_, ends)| ends);
        for intersection in
            intersections().filter(|&intersection| self.buildings.contains(intersection))
        {
            walk.begin(intersection);
        }
        intersections().for_each(|intersection| walk.begin(intersection));
        let BlockSearch { ends, beside, .. } = walk;
        if beside.is_empty() {
            return ends;
        }
        let pieces = self.pieces.iter().filter(|(border, _)| beside.contains(*border));
        let others = Self { pieces: pieces.copied().collect(), buildings: Set::EMPTY };
        ends | others.ring_ends()
    }
}

/// A depth-first traversal that divides the pieces into blocks (Hopcroft and Tarjan). Any two
/// pieces of a block are in a ring together. All buildings count as one connected root, so the
/// pieces in a block with the root are part of a line between two buildings.
struct BlockSearch<'a> {
    lines: &'a Lines,
    /// The sequence numbers of the intersections in the order of the traversal, starting at 1; 0 if
    /// not reached.
    reached: IdMap<Intersection, u16, PIECE_PLACES>,
    count: u16,
    /// The visited pieces that belong to no block yet.
    open: SmallVec<[(Border, [Intersection; 2]); 32]>,
    /// The open ends.
    ends: Set<Border>,
    /// Pieces in a block with a building that are not adjacent to it. They are open ends if they
    /// are in a ring without it.
    beside: Set<Border>,
}

impl<'a> BlockSearch<'a> {
    fn new(lines: &'a Lines) -> Self {
        let (reached, open) = (IdMap::all(0), SmallVec::new());
        Self { lines, reached, count: 0, open, ends: Set::EMPTY, beside: Set::EMPTY }
    }

    /// Starts at an intersection, unless it was already reached.
    fn begin(&mut self, intersection: Intersection) {
        if self.reached[intersection] == 0 {
            self.visit(intersection, None);
            self.open.clear();
        }
    }

    /// Continues from an intersection. Returns the number of the earliest intersection that is
    /// reachable from there, or 0 for the root.
    fn visit(&mut self, intersection: Intersection, from: Option<Border>) -> u16 {
        let lines = self.lines;
        self.count += 1;
        let now = self.count;
        self.reached[intersection] = now;
        let mut back = if lines.buildings.contains(intersection) { 0 } else { now };
        for &(border, ends) in lines.pieces.iter().filter(|(_, ends)| ends.contains(&intersection))
        {
            let next = if ends[0] == intersection { ends[1] } else { ends[0] };
            let (before, begun) = (self.reached[next], self.open.len());
            if Some(border) == from || before > now {
                continue;
            }
            self.open.push((border, ends));
            let least = if before == 0 { self.visit(next, Some(border)) } else { before };
            back = back.min(least);
            if least >= now {
                self.close(intersection, begun);
            }
        }
        back
    }

    /// Completes the block that begins at an intersection.
    fn close(&mut self, intersection: Intersection, begun: usize) {
        let is_ring = self.open.len() > begun + 1;
        let at_building = self.lines.buildings.contains(intersection);
        for (border, ends) in self.open.drain(begun..).filter(|_| is_ring) {
            let is_end = !at_building || ends.contains(&intersection);
            if is_end { &mut self.ends } else { &mut self.beside }.insert(border);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Stream;
    use crate::set::Id;

    impl Lines {
        /// The ends of the pieces at an intersection.
        fn at(&self, intersection: Intersection) -> impl Iterator<Item = [Intersection; 2]> {
            self.pieces
                .iter()
                .map(|&(_, ends)| ends)
                .filter(move |ends| ends.contains(&intersection))
        }

        /// Returns the lines without one piece, and the ends of that piece.
        fn without(&self, number: usize) -> (Self, [Intersection; 2]) {
            let mut pieces = self.pieces.clone();
            let (_, piece) = pieces.remove(number);
            (Self { pieces, buildings: self.buildings }, piece)
        }
    }

    fn lines(pieces: &[[u8; 2]], buildings: &[u8]) -> Lines {
        let numbered = (0..).map(Border).zip(pieces.iter().map(|ends| ends.map(Intersection)));
        let buildings = buildings.iter().copied().map(Intersection).collect();
        Lines { pieces: numbered.collect(), buildings }
    }

    /// Calls `found` for each path from an intersection to a building that visits no intersection
    /// twice and none of `seen`. The argument contains all visited intersections.
    fn ways(
        lines: &Lines,
        at: Intersection,
        seen: Set<Intersection>,
        found: &mut dyn FnMut(Set<Intersection>),
    ) {
        let seen = seen | Set::of(at);
        if lines.buildings.contains(at) {
            return found(seen);
        }
        for [one, other] in lines.at(at) {
            let next = if one == at { other } else { one };
            if !seen.contains(next) {
                ways(lines, next, seen, found);
            }
        }
    }

    /// Whether two intersections are connected by a path that visits no intersection twice and
    /// passes through no building.
    fn leads(lines: &Lines, at: Intersection, to: Intersection, seen: Set<Intersection>) -> bool {
        let seen = seen | Set::of(at);
        at == to
            || !lines.buildings.contains(at)
                && lines.at(at).any(|[one, other]| {
                    let next = if one == at { other } else { one };
                    !seen.contains(next) && leads(lines, next, to, seen)
                })
    }

    /// Determines whether a piece is an open end by trying all paths from its ends.
    fn tried(lines: &Lines, [one, other]: [Intersection; 2]) -> bool {
        let goes_on = |intersection| {
            lines.buildings.contains(intersection) || lines.at(intersection).next().is_some()
        };
        let mut closed = false;
        ways(lines, one, Set::of(other), &mut |seen| {
            ways(lines, other, seen - Set::of(other), &mut |_| closed = true);
        });
        // Both directions are tried, since paths do not continue beyond a building.
        let ring = leads(lines, one, other, Set::EMPTY) || leads(lines, other, one, Set::EMPTY);
        !goes_on(one) || !goes_on(other) || (ring && !closed)
    }

    /// The numbers of the pieces at open ends.
    fn ends(pieces: &[[u8; 2]], buildings: &[u8]) -> Vec<u8> {
        lines(pieces, buildings).ends().iter().map(|border| border.0).collect()
    }

    // covers: S-3
    #[test]
    fn lines_have_open_ends_where_the_ruling_says() {
        let border = [[0, 1], [1, 2], [2, 3]];
        assert_eq!(ends(&border, &[0]), [2]);
        assert_eq!(ends(&border, &[0, 3]), [0; 0]);
        let ring = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
        assert_eq!(ends(&ring, &[0]), [0, 5]);
        assert_eq!(ends(&ring, &[]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(ends(&ring, &[0, 3]), [0; 0]);
        let lasso = [&ring[..], &[[0, 6], [6, 7]]].concat();
        assert_eq!(ends(&lasso, &[7]), [0, 1, 2, 3, 4, 5]);
        let ring_on_the_way = [&lasso[..], &[[3, 8], [8, 9]]].concat();
        assert_eq!(ends(&ring_on_the_way, &[7, 9]), [0; 0]);
        assert_eq!(ends(&ring_on_the_way, &[7]), [0, 1, 2, 3, 4, 5, 9]);
        let ring_beside_a_line = [&ring[..], &[[0, 6], [6, 7], [6, 8]]].concat();
        assert_eq!(ends(&ring_beside_a_line, &[7, 8]), [0, 1, 2, 3, 4, 5]);
    }

    // covers: S-3
    #[test]
    fn open_ends_are_those_of_which_all_ways_say_so() {
        let chance = Stream::named("lines");
        let (mut open, mut rings) = (0, 0);
        for seed in 0..4_000 {
            let draw =
                |number, bound| u8::try_from(chance.below(seed, number, bound)).expect("fits u8");
            let mut pieces: Vec<[u8; 2]> = Vec::new();
            for number in 0..14 {
                let pair = [draw(2 * number, 9), draw(2 * number + 1, 9)];
                // At most three pieces meet at an intersection.
                let meet = |end: u8| pieces.iter().filter(|it| it.contains(&end)).count();
                let is_new =
                    !pieces.iter().any(|it| it.contains(&pair[0]) && it.contains(&pair[1]));
                if pair[0] != pair[1] && is_new && meet(pair[0]) < 3 && meet(pair[1]) < 3 {
                    pieces.push(pair);
                }
            }
            let count = draw(28, 4);
            let buildings: Vec<u8> = (0..count).map(|at| draw(29 + u32::from(at), 9)).collect();
            let all = lines(&pieces, &buildings);
            let (ends, in_rings) = (all.ends(), all.ring_ends());
            for number in 0..pieces.len() {
                let (others, piece) = all.without(number);
                let is_end = ends.contains(Border::new(number));
                assert_eq!(is_end, tried(&others, piece), "{number} of {pieces:?}, {buildings:?}");
            }
            (open, rings) = (open + ends.len(), rings + in_rings.len());
        }
        assert!(open > 4_000 && rings > 1_000, "{open} open ends, {rings} of them in rings");
    }
}
