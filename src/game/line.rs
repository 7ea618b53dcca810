//! Lines of routes: which pieces stand at an open end of theirs.
//!
//! A line leads over own pieces that join each other and ends at own buildings. Where nothing goes
//! on it has an open end, and where it returns to the building at which it began it has two. A ring
//! that no own building adjoins has no end, so each of its pieces may be taken for one. No piece of
//! a line between two own buildings is open, whatever branches off there; opponents' buildings
//! alter nothing.

use smallvec::SmallVec;

use super::work::Work;
use crate::board::{Border, Intersection};
use crate::set::Set;
use crate::table::Piece;

/// Pieces that join each other, each as the intersections at its ends, and the own buildings.
struct Lines {
    pieces: SmallVec<[[Intersection; 2]; 32]>,
    buildings: Set<Intersection>,
}

impl Work {
    /// Whether the piece on a border stands at an open end of a line of its owner.
    pub fn is_line_end(&self, line: Border) -> bool {
        let Some(piece) = self.table.on_lines[line] else { return false };
        let (board, owner) = (&self.rules.board, piece.owner());
        let joins = self.rules.kind(piece.kind()).joins;
        let joined = |piece: Option<Piece>| piece.is_some_and(|it| joins.contains(it.kind()));
        let others = self.table.seat(owner).lines.iter().filter(|&other| other != line);
        let others = others.filter(|&other| joined(self.table.on_lines[other]));
        let pieces = others.map(|other| board.border(other).ends).collect();
        Lines { pieces, buildings: self.own_sites(owner, joins) }.is_end(board.border(line).ends)
    }
}

impl Lines {
    /// Whether a piece between these intersections, beside the others, is an open end.
    fn is_end(&self, ends: [Intersection; 2]) -> bool {
        let [one, other] = ends;
        self.is_free(one)
            || self.is_free(other)
            || (self.is_in_ring(ends) && !self.is_between_buildings(ends))
    }

    /// Whether nothing goes on at an intersection.
    fn is_free(&self, site: Intersection) -> bool {
        !self.buildings.contains(site) && !self.pieces.iter().any(|ends| ends.contains(&site))
    }

    /// Whether the others lead from one end of a piece to the other, through no building.
    fn is_in_ring(&self, [one, other]: [Intersection; 2]) -> bool {
        let (from, to) = if self.buildings.contains(one) { (other, one) } else { (one, other) };
        self.reach(Set::of(from), None).contains(to)
    }

    /// Whether a piece is part of a line between two buildings. It is, if its ends lead to a
    /// building each, and to different ones on ways that nowhere meet: that is the case if there is
    /// no single intersection without which they lead to no building (Menger's theorem).
    fn is_between_buildings(&self, ends: [Intersection; 2]) -> bool {
        let ends = ends.into_iter().collect::<Set<_>>();
        let reach = self.reach(ends, None);
        reach.meets(&self.buildings)
            && reach.iter().all(|site| self.reach(ends, Some(site)).meets(&self.buildings))
    }

    /// The intersections to which the pieces lead from some, those included; none leads on through
    /// a building or over an intersection that is left out.
    fn reach(&self, from: Set<Intersection>, left_out: Option<Intersection>) -> Set<Intersection> {
        let left_out = left_out.map_or(Set::EMPTY, Set::of);
        let (mut reach, mut ahead) = (from - left_out, from - left_out - self.buildings);
        while let Some(site) = ahead.least() {
            ahead.remove(site);
            for &[one, other] in self.pieces.iter().filter(|ends| ends.contains(&site)) {
                let next = Set::of(if one == site { other } else { one }) - left_out - reach;
                reach |= next;
                ahead |= next - self.buildings;
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Stream;

    /// Calls with each way over pieces from an intersection to a building that goes over no
    /// intersection twice and over none of these, as the intersections that are used up then.
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
        for &[one, other] in lines.pieces.iter().filter(|ends| ends.contains(&at)) {
            let next = if one == at { other } else { one };
            if !seen.contains(next) {
                ways(lines, next, seen, found);
            }
        }
    }

    /// Whether a way leads from an intersection to another one that goes over no intersection
    /// twice and through no building.
    fn leads(lines: &Lines, at: Intersection, to: Intersection, seen: Set<Intersection>) -> bool {
        let seen = seen | Set::of(at);
        at == to
            || !lines.buildings.contains(at)
                && lines.pieces.iter().filter(|ends| ends.contains(&at)).any(|&[one, other]| {
                    let next = if one == at { other } else { one };
                    !seen.contains(next) && leads(lines, next, to, seen)
                })
    }

    /// Whether a piece is an open end, by trying all ways from its ends.
    fn tried(lines: &Lines, [one, other]: [Intersection; 2]) -> bool {
        let goes_on = |site| {
            lines.buildings.contains(site) || lines.pieces.iter().any(|ends| ends.contains(&site))
        };
        let mut closed = false;
        ways(lines, one, Set::of(other), &mut |seen| {
            ways(lines, other, seen - Set::of(other), &mut |_| closed = true);
        });
        // Both ends stand at a building, at which no way leads on.
        let ring = leads(lines, one, other, Set::EMPTY) || leads(lines, other, one, Set::EMPTY);
        !goes_on(one) || !goes_on(other) || (ring && !closed)
    }

    /// What remains without one of the pieces, and that piece.
    fn without(pieces: &[[u8; 2]], number: usize, buildings: &[u8]) -> (Lines, [Intersection; 2]) {
        let mut pieces: SmallVec<_> = pieces.iter().map(|ends| ends.map(Intersection)).collect();
        let piece = pieces.remove(number);
        let buildings = buildings.iter().copied().map(Intersection).collect();
        (Lines { pieces, buildings }, piece)
    }

    /// The numbers of the pieces at open ends.
    fn ends(pieces: &[[u8; 2]], buildings: &[u8]) -> Vec<usize> {
        let is_end = |&number: &usize| {
            let (lines, piece) = without(pieces, number, buildings);
            lines.is_end(piece)
        };
        (0..pieces.len()).filter(is_end).collect()
    }

    // covers: S-3
    #[test]
    fn lines_have_open_ends_where_the_ruling_says() {
        let line = [[0, 1], [1, 2], [2, 3]];
        assert_eq!(ends(&line, &[0]), [2]);
        assert_eq!(ends(&line, &[0, 3]), [0; 0]);
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
                |number, bound| u8::try_from(chance.below(seed, number, bound)).expect("a few");
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
            for number in 0..pieces.len() {
                let (lines, piece) = without(&pieces, number, &buildings);
                let is_end = lines.is_end(piece);
                assert_eq!(is_end, tried(&lines, piece), "{number} of {pieces:?}, {buildings:?}");
                open += usize::from(is_end);
                rings += usize::from(is_end && !piece.iter().any(|&site| lines.is_free(site)));
            }
        }
        assert!(open > 4_000 && rings > 1_000, "{open} open ends, {rings} of them in rings");
    }
}
