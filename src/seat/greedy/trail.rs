//! The longest trail that a player would have with one more piece.

use crate::board::{Border, Intersection, Place};
use crate::game::Seen;
use crate::set::Set;
use crate::table::{Kind, Player};

/// The longest trail over pieces of these kinds once this one stands as well.
pub(super) fn with(seen: &Seen<'_>, player: Player, kinds: Set<Kind>, added: (Kind, Border)) -> u8 {
    let own = |border: &Border| {
        seen.piece(Place::Border(*border)).is_some_and(|piece| kinds.contains(piece.kind()))
    };
    let mut lines: Set<Border> = seen.lines(player).iter().filter(own).collect();
    lines.insert(added.1);
    let search = Search { seen, player, blocked: seen.blocked(player), added };
    let starts = lines.iter().flat_map(|line| {
        seen.rules().board.border(line).ends.map(|end| search.from(line, end, lines))
    });
    starts.max().unwrap_or(0)
}

struct Search<'a> {
    seen: &'a Seen<'a>,
    player: Player,
    blocked: Set<Intersection>,
    added: (Kind, Border),
}

impl Search<'_> {
    fn from(&self, line: Border, end: Intersection, mut free: Set<Border>) -> u8 {
        free.remove(line);
        if self.blocked.contains(end) {
            return 1;
        }
        let board = &self.seen.rules().board;
        let onward = board.intersection(end).borders & free;
        let next = onward.iter().filter(|&next| self.joins(line, next, end)).map(|next| {
            let [one, other] = board.border(next).ends;
            self.from(next, if one == end { other } else { one }, free)
        });
        1 + next.max().unwrap_or(0)
    }

    fn joins(&self, line: Border, next: Border, at: Intersection) -> bool {
        self.kind(line) == self.kind(next)
            || self
                .seen
                .piece(Place::Intersection(at))
                .is_some_and(|piece| piece.owner() == self.player)
    }

    fn kind(&self, border: Border) -> Option<Kind> {
        if border == self.added.1 {
            return Some(self.added.0);
        }
        self.seen.piece(Place::Border(border)).map(crate::table::Piece::kind)
    }
}
