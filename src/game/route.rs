//! The longest trail over a player's routes.

use std::cell::Cell;

use super::work::Work;
use crate::board::{Border, Intersection, Place};
use crate::change::Change;
use crate::set::{By, Set};
use crate::table::{AWARDS, Award, ByPlayer, Kind, Piece, Player};

/// The lengths of trails that awards compare, as far as they were measured and no piece has been
/// added or taken away since.
#[derive(Clone)]
pub(super) struct Trails(Cell<ByPlayer<By<Award, Option<u8>, AWARDS>>>);

impl Default for Trails {
    fn default() -> Self {
        Self(Cell::new(ByPlayer::all(By::all(None))))
    }
}

impl Trails {
    /// The length that is known, or else is measured now.
    pub(super) fn length(&self, award: Award, player: Player, measure: impl Fn() -> u8) -> u8 {
        let mut lengths = self.0.get();
        let length = lengths[player][award].unwrap_or_else(measure);
        lengths[player][award] = Some(length);
        self.0.set(lengths);
        length
    }

    /// Forgets the lengths of a player's trails.
    fn forget(&mut self, player: Player) {
        self.0.get_mut()[player].fill(None);
    }
}

impl Work {
    /// Forgets the trails that a change may have made longer or shorter: of the player whose
    /// route it is, or of all whose routes lead to the intersection.
    pub(super) fn forget_trails(&mut self, change: &Change) {
        let (player, places) = match *change {
            Change::Built { player, place, .. } | Change::Removed { player, place, .. } => {
                (player, [Some(place), None])
            }
            Change::Shifted { player, from, to, .. } => (player, [Some(from), Some(to)]),
            _ => return,
        };
        for place in places.into_iter().flatten() {
            match place {
                Place::Hex(_) => {}
                Place::Border(_) => self.trails.forget(player),
                Place::Intersection(site) => {
                    let borders = self.rules.board.intersection(site).borders;
                    for piece in borders.iter().filter_map(|border| self.table.on_lines[border]) {
                        self.trails.forget(piece.owner());
                    }
                }
            }
        }
    }

    /// The length of the longest single trail of the player over pieces of these kinds: no
    /// piece twice, ended by opponents' pieces that block. Pieces of different kinds join only
    /// at an own piece on the intersection between them.
    pub fn longest_trail(&self, player: Player, kinds: Set<Kind>) -> u8 {
        self.longest_trail_with(player, kinds, None)
    }

    /// The same, as it would be with one more piece.
    pub(super) fn longest_trail_with(
        &self,
        player: Player,
        kinds: Set<Kind>,
        added: Option<(Kind, Border)>,
    ) -> u8 {
        let mut lines = self.table.seat(player).lines;
        for line in lines {
            if !self.table.on_lines[line].is_some_and(|piece| kinds.contains(piece.kind())) {
                lines.remove(line);
            }
        }
        lines.extend(added.map(|(_, border)| border));
        let blocked = self.blocked(player);
        Search { work: self, player, blocked, added, lines, seen: Set::EMPTY }.longest()
    }
}

struct Search<'a> {
    work: &'a Work,
    player: Player,
    blocked: Set<Intersection>,
    /// A piece that does not stand there yet.
    added: Option<(Kind, Border)>,
    /// The pieces that trails lead over.
    lines: Set<Border>,
    /// Those to which a trail has led.
    seen: Set<Border>,
}

impl Search<'_> {
    /// A longest trail begins where an odd number of pieces meets, unless all of them can be gone
    /// over in a round, which may begin anywhere.
    fn longest(&mut self) -> u8 {
        let mut longest = 0;
        for line in self.lines {
            let [one, other] = self.work.rules.board.border(line).ends;
            for (begin, end) in [(one, other), (other, one)] {
                if self.onward(line, begin, self.lines).len() % 2 == 0 {
                    longest = longest.max(self.from(line, end, self.lines));
                }
            }
        }
        while let Some(line) = (self.lines - self.seen).least() {
            let [end, _] = self.work.rules.board.border(line).ends;
            longest = longest.max(self.from(line, end, self.lines));
        }
        longest
    }

    /// The longest trail that begins with this line and leaves it at this end.
    fn from(&mut self, line: Border, end: Intersection, mut free: Set<Border>) -> u8 {
        self.seen.insert(line);
        free.remove(line);
        let mut longest = 0;
        for next in self.onward(line, end, free) {
            let [one, other] = self.work.rules.board.border(next).ends;
            longest = longest.max(self.from(next, if one == end { other } else { one }, free));
        }
        1 + longest
    }

    /// Those of the lines over which a trail goes on from this one at this end.
    fn onward(&self, line: Border, end: Intersection, mut lines: Set<Border>) -> Set<Border> {
        if self.blocked.contains(end) {
            return Set::EMPTY;
        }
        lines.remove(line);
        let mut onward = self.work.rules.board.intersection(end).borders & lines;
        let here = self.work.table.on_sites[end];
        if here.is_none_or(|piece| piece.owner() != self.player) {
            for next in onward {
                if self.kind(next) != self.kind(line) {
                    onward.remove(next);
                }
            }
        }
        onward
    }

    fn kind(&self, border: Border) -> Option<Kind> {
        let added = self.added.filter(|&(_, place)| place == border).map(|(kind, _)| kind);
        added.or_else(|| self.work.table.on_lines[border].map(Piece::kind))
    }
}
