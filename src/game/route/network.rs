//! Routes as a graph: pieces are its edges, and trails go from one to the next. Knows no player,
//! no kind and no rule.

use smallvec::SmallVec;

use crate::board::Intersection;
use crate::table::ROUTES;

/// Pieces, each as the bit of its number: [`ROUTES`] of them.
pub(super) type Links = u128;

/// A piece of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Where it begins and ends.
    pub(super) ends: [Intersection; 2],
    /// The pieces over which a trail goes on at each end.
    pub(super) onward: [Links; 2],
}

/// The pieces over which trails lead.
pub(super) struct Network(pub(super) SmallVec<[Link; 32]>);

impl Network {
    /// The length of the longest trail that goes over no piece twice.
    ///
    /// It begins where an odd number of pieces meets, unless all that hang together can be gone
    /// over in a round, which may begin anywhere.
    pub(super) fn longest_trail(&self) -> u8 {
        let all = if self.0.len() == ROUTES { !0 } else { (1 << self.0.len()) - 1 };
        let (mut longest, mut seen) = (0, 0);
        for (number, link) in self.0.iter().enumerate() {
            for begin in [0, 1] {
                if link.onward[begin].count_ones().is_multiple_of(2) {
                    longest = longest.max(self.trail(number, 1 - begin, all, &mut seen));
                }
            }
        }
        for number in 0..self.0.len() {
            if seen >> number & 1 == 0 {
                longest = longest.max(self.trail(number, 0, all, &mut seen));
            }
        }
        longest
    }

    /// The longest trail over free pieces that begins with this one and leaves it at this end;
    /// notes which pieces were tried.
    fn trail(&self, number: usize, end: usize, free: Links, seen: &mut Links) -> u8 {
        *seen |= 1 << number;
        let free = free & !(1 << number);
        let link = &self.0[number];
        let (mut left, mut longest) = (link.onward[end] & free, 0);
        while left != 0 {
            let next = left.trailing_zeros() as usize;
            left &= left - 1;
            let enters = usize::from(self.0[next].ends[0] != link.ends[end]);
            longest = longest.max(self.trail(next, 1 - enters, free, seen));
        }
        1 + longest
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The pieces between these intersections, which join wherever they meet.
    fn network(pieces: &[[u8; 2]]) -> Network {
        let meet = |end: u8, number: usize| {
            let others = pieces.iter().enumerate();
            let joined = others.filter(|&(other, ends)| other != number && ends.contains(&end));
            joined.fold(0, |links, (other, _)| links | 1 << other)
        };
        let link = |(number, ends): (usize, &[u8; 2])| Link {
            ends: ends.map(Intersection),
            onward: ends.map(|end| meet(end, number)),
        };
        Network(pieces.iter().enumerate().map(link).collect())
    }

    /// The longest trail, by trying all of them.
    fn tried(network: &Network) -> u8 {
        let all = !0;
        let starts = (0..network.0.len()).flat_map(|number| [(number, 0), (number, 1)]);
        let trails = starts.map(|(number, end)| network.trail(number, end, all, &mut 0));
        trails.max().unwrap_or(0)
    }

    #[test]
    fn trails_go_over_no_piece_twice() {
        let fork = [[0, 1], [1, 2], [1, 3], [3, 4]];
        let round = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
        let lasso = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 6], [6, 7]];
        let lengths = [&fork[..], &round, &lasso, &[]].map(|it| network(it).longest_trail());
        assert_eq!(lengths, [3, 6, 8, 0]);
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
            let network = network(&pieces);
            assert_eq!(network.longest_trail(), tried(&network), "{pieces:?}");
        }
    }
}
