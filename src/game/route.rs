//! The longest trail over a player's routes, and which lengths are known already.

mod network;

use std::cell::Cell;

use network::{Link, Network};

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
        let kind = |line| match added {
            Some((kind, place)) if place == line => Some(kind),
            _ => self.table.on_lines[line].map(Piece::kind),
        };
        let mut lines = self.table.seat(player).lines;
        lines.extend(added.map(|(_, border)| border));
        for line in lines {
            if !kind(line).is_some_and(|kind| kinds.contains(kind)) {
                lines.remove(line);
            }
        }
        let blocked = self.blocked(player);
        let onward = |line: Border, end: Intersection| {
            if blocked.contains(end) {
                return 0;
            }
            let own = self.table.on_sites[end].is_some_and(|piece| piece.owner() == player);
            let here = self.rules.board.intersection(end).borders & lines;
            let joined = here.iter().filter(|&next| own || kind(next) == kind(line));
            let others = joined.filter(|&next| next != line);
            others.fold(0, |links, next| links | 1 << lines.rank(next))
        };
        let link = |line| {
            let ends = self.rules.board.border(line).ends;
            Link { ends, onward: ends.map(|end| onward(line, end)) }
        };
        Network(lines.iter().map(link).collect()).longest_trail()
    }
}
