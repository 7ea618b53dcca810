//! The longest trail over a player's routes.

use super::work::Work;
use crate::board::{Border, Intersection};
use crate::set::Set;
use crate::table::{Kind, Player};

impl Work {
    /// The length of the longest single trail of the player over pieces of these kinds: no
    /// piece twice, ended by opponents' pieces that block. Pieces of different kinds join only
    /// at an own piece on the intersection between them.
    pub fn longest_trail(&self, player: Player, kinds: Set<Kind>) -> u8 {
        let own = |border: &Border| {
            self.table.on_lines[*border].is_some_and(|piece| kinds.contains(piece.kind()))
        };
        let lines: Set<Border> = self.table.seat(player).lines.iter().filter(own).collect();
        let search = Search { work: self, player, blocked: self.blocked(player) };
        let starts =
            lines.iter().flat_map(|line| self.rules.board.border(line).ends.map(|end| (line, end)));
        starts.map(|(line, end)| search.from(line, end, lines)).max().unwrap_or(0)
    }
}

struct Search<'a> {
    work: &'a Work,
    player: Player,
    blocked: Set<Intersection>,
}

impl Search<'_> {
    /// The longest trail that begins with this line and leaves it at this end.
    fn from(&self, line: Border, end: Intersection, mut free: Set<Border>) -> u8 {
        free.remove(line);
        if self.blocked.contains(end) {
            return 1;
        }
        let board = &self.work.rules.board;
        let onward = board.intersection(end).borders & free;
        let next = onward.iter().filter(|&next| self.joins(line, next, end)).map(|next| {
            let [one, other] = board.border(next).ends;
            self.from(next, if one == end { other } else { one }, free)
        });
        1 + next.max().unwrap_or(0)
    }

    fn joins(&self, line: Border, next: Border, at: Intersection) -> bool {
        let kind = |border| self.work.table.on_lines[border].map(crate::table::Piece::kind);
        kind(line) == kind(next)
            || self.work.table.on_sites[at].is_some_and(|piece| piece.owner() == self.player)
    }
}
