//! Routes as a graph with pieces as its edges. This module knows nothing about players, kinds or
//! rules.

use smallvec::SmallVec;

use crate::board::Intersection;
use crate::table::ROUTES;

/// A set of pieces, with one bit for each of up to [`ROUTES`] pieces.
pub(super) type Links = u128;

/// A piece of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoutePiece {
    /// The intersections at its ends.
    pub(super) ends: [Intersection; 2],
    /// The pieces with which a trail can continue at each end.
    pub(super) onward: [Links; 2],
    /// Its length: mostly 1.
    pub(super) length: u8,
}

/// The pieces that form trails; at most three meet at an intersection.
pub(super) struct Network(pub(super) SmallVec<[RoutePiece; 32]>);

/// The branches, which are not part of a cycle, and the remaining pieces, which are in cycles or
/// between them.
struct Branches {
    left: Links,
    /// The lengths of the branches that begin at the ends of each piece.
    tails: SmallVec<[[u8; 2]; 32]>,
    /// The length of the longest trail over branches alone.
    longest: u8,
}

impl Network {
    /// The length of the longest trail that uses no piece twice.
    ///
    /// All trails over the pieces outside branches are tried. A trail begins where an odd number of
    /// pieces meet, with the branch there, if any. If the connected pieces form a closed trail
    /// instead, it may begin anywhere.
    pub(super) fn longest_trail(&self) -> u8 {
        let branches = Branches::of(self);
        let (mut longest, mut seen) = (branches.longest, 0);
        for number in numbers(branches.left) {
            let link = &self.0[number];
            for begin in [0, 1] {
                if link.onward[begin].count_ones().is_multiple_of(2) {
                    let tail = branches.tails[number][begin];
                    let from = (tail > 0).then_some(link.ends[begin]);
                    let free = branches.left;
                    let trail = self.trail(&branches, from, (number, 1 - begin), free, &mut seen);
                    longest = longest.max(trail.saturating_add(tail));
                }
            }
        }
        for number in numbers(branches.left) {
            if seen >> number & 1 == 0 {
                let free = branches.left;
                longest = longest.max(self.trail(&branches, None, (number, 0), free, &mut seen));
            }
        }
        longest
    }

    /// The length of the longest trail over free pieces that begins with this piece and leaves it
    /// at this end. It may end with a branch, except at the intersection `from`, where it began
    /// with one. Adds the tried pieces to `seen`.
    fn trail(
        &self,
        branches: &Branches,
        from: Option<Intersection>,
        (number, end): (usize, usize),
        free: Links,
        seen: &mut Links,
    ) -> u8 {
        *seen |= 1 << number;
        let free = free & !(1 << number);
        let link = &self.0[number];
        let at = link.ends[end];
        let mut longest = if from == Some(at) { 0 } else { branches.tails[number][end] };
        for next in numbers(link.onward[end] & free) {
            let leaves = usize::from(self.0[next].ends[0] == at);
            longest = longest.max(self.trail(branches, from, (next, leaves), free, seen));
        }
        longest.saturating_add(link.length)
    }
}

impl Branches {
    /// Removes pieces with nothing connected at one of their ends, until no such piece is left.
    fn of(network: &Network) -> Self {
        let pieces = network.0.len();
        let left = if pieces == ROUTES { !0 } else { (1 << pieces) - 1 };
        let mut branches = Self { left, tails: SmallVec::from_elem([0; 2], pieces), longest: 0 };
        let mut before = 0;
        while before != branches.left {
            before = branches.left;
            for number in numbers(before) {
                let goes_on = |end: usize| network.0[number].onward[end] & branches.left != 0;
                if let Some(end) = [0, 1].into_iter().find(|&end| !goes_on(end)) {
                    branches.take_away(network, number, end);
                }
            }
        }
        branches
    }

    /// Removes a piece that is connected only at its other end.
    fn take_away(&mut self, network: &Network, number: usize, end: usize) {
        self.left &= !(1 << number);
        let [here, there] = [end, 1 - end].map(|end| self.tails[number][end]);
        let link = &network.0[number];
        let over = here.saturating_add(link.length);
        self.longest = self.longest.max(over.saturating_add(there));
        for next in numbers(link.onward[1 - end] & self.left) {
            let meets = usize::from(network.0[next].ends[0] != link.ends[1 - end]);
            let tail = &mut self.tails[next][meets];
            self.longest = self.longest.max(tail.saturating_add(over));
            *tail = over.max(*tail);
        }
    }
}

/// The numbers of the pieces in a set.
fn numbers(mut links: Links) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (links != 0).then(|| links.trailing_zeros() as usize)?;
        links &= links - 1;
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The network of pieces between these intersections, which join wherever they meet. Each
    /// `twice`-th piece counts twice.
    fn network(pieces: &[[u8; 2]], twice: usize) -> Network {
        let meet = |end: u8, number: usize| {
            let others = pieces.iter().enumerate();
            let joined = others.filter(|&(other, ends)| other != number && ends.contains(&end));
            joined.fold(0, |links, (other, _)| links | 1 << other)
        };
        let link = |(number, ends): (usize, &[u8; 2])| RoutePiece {
            ends: ends.map(Intersection),
            onward: ends.map(|end| meet(end, number)),
            length: 1 + u8::from(number % twice == 1),
        };
        Network(pieces.iter().enumerate().map(link).collect())
    }

    /// The length of the longest trail, found by trying all trails.
    fn tried(network: &Network) -> u8 {
        let without = SmallVec::from_elem([0; 2], network.0.len());
        let branches = Branches { left: !0, tails: without, longest: 0 };
        let starts = (0..network.0.len()).flat_map(|number| [(number, 0), (number, 1)]);
        let trails = starts.map(|start| network.trail(&branches, None, start, !0, &mut 0));
        trails.max().unwrap_or(0)
    }

    #[test]
    fn trails_go_over_no_piece_twice() {
        let fork = [[0, 1], [1, 2], [1, 3], [3, 4]];
        let round = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
        let lasso = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 6], [6, 7]];
        let lengths = [&fork[..], &round, &lasso, &[]].map(|it| network(it, 99).longest_trail());
        assert_eq!(lengths, [4, 7, 9, 0]);
    }

    #[test]
    fn trails_that_begin_at_odd_places_are_the_longest() {
        let chance = crate::chance::Stream::named("networks");
        for seed in 0..2_000 {
            let draw = |number| u8::try_from(chance.below(seed, number, 9)).expect("a few");
            let pairs = (0..12).map(|number| [draw(2 * number), draw(2 * number + 1)]);
            // At most three pieces meet at an intersection.
            let mut pieces: Vec<[u8; 2]> = Vec::new();
            for [one, other] in pairs {
                let pair = [one.min(other), one.max(other)];
                let meet = |end: u8| pieces.iter().filter(|it| it.contains(&end)).count();
                if one != other && !pieces.contains(&pair) && meet(one) < 3 && meet(other) < 3 {
                    pieces.push(pair);
                }
            }
            assert_eq!(pieces.iter().collect::<BTreeSet<_>>().len(), pieces.len());
            for twice in [1, 2, 5] {
                let network = network(&pieces, twice);
                assert_eq!(network.longest_trail(), tried(&network), "{pieces:?}");
            }
        }
    }
}
