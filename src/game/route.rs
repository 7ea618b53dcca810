//! The longest trail over a player's routes.

use super::work::Work;
use crate::board::{Border, Intersection};
use crate::set::Set;
use crate::table::{Kind, Piece, Player};

impl Work {
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
        let search = Search { work: self, player, blocked: self.blocked(player), added };
        let own = |&line: &Border| search.kind(line).is_some_and(|kind| kinds.contains(kind));
        let mut lines: Set<Border> = self.table.seat(player).lines.iter().filter(own).collect();
        lines.extend(added.map(|(_, border)| border));
        let ends = |line| self.rules.board.border(line).ends.map(|end| (line, end));
        let starts = lines.iter().flat_map(ends);
        starts.map(|(line, end)| search.from(line, end, lines)).max().unwrap_or(0)
    }
}

struct Search<'a> {
    work: &'a Work,
    player: Player,
    blocked: Set<Intersection>,
    /// A piece that does not stand there yet.
    added: Option<(Kind, Border)>,
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
        let here = self.work.table.on_sites[at];
        self.kind(line) == self.kind(next) || here.is_some_and(|piece| piece.owner() == self.player)
    }

    fn kind(&self, border: Border) -> Option<Kind> {
        let added = self.added.filter(|&(_, place)| place == border).map(|(kind, _)| kind);
        added.or_else(|| self.work.table.on_lines[border].map(Piece::kind))
    }
}
