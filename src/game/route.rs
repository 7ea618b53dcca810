//! The longest trail over a player's routes, and which lengths are known already: a new piece can
//! only add the trails that lead over it.

mod network;

use std::cell::Cell;

use network::{Link, Network};

use super::work::Work;
use crate::board::{Border, Intersection, Place};
use crate::change::Change;
use crate::rules::Merit;
use crate::set::{By, Id, Set};
use crate::table::{AWARDS, Award, ByPlayer, Kind, Piece, Player, Players};

/// The lengths of trails that awards compare, as far as they were measured.
#[derive(Clone)]
pub(super) struct Trails(Cell<Lengths>);

/// The length of each player's longest trail, by award.
type Lengths = ByPlayer<By<Award, Option<u8>, AWARDS>>;

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
    /// Measures or forgets the trails that a change may have made longer or shorter.
    pub(super) fn follow_trails(&mut self, change: &Change) {
        match *change {
            Change::Built { player, kind, place: Place::Border(line) } => {
                self.prolong_trails(player, kind, line);
            }
            Change::Removed { player, place: Place::Border(_), .. }
            | Change::Shifted { player, from: Place::Border(_), .. } => {
                self.known.trails.forget(player);
            }
            Change::Built { place: Place::Intersection(site), .. }
            | Change::Removed { place: Place::Intersection(site), .. } => {
                self.forget_trails_through(site);
            }
            Change::Shifted {
                from: Place::Intersection(from),
                to: Place::Intersection(to),
                ..
            } => {
                self.forget_trails_through(from);
                self.forget_trails_through(to);
            }
            _ => {}
        }
    }

    /// Forgets the trails of those whose pieces meet at an intersection: a piece there may part
    /// or join them.
    fn forget_trails_through(&mut self, site: Intersection) {
        let borders = self.rules.board.intersection(site).borders;
        let meet = |player: &Player| (self.table.seat(*player).lines & borders).len() > 1;
        let everybody = self.table.everybody();
        for player in everybody.iter().filter(meet).collect::<Players>().iter() {
            self.known.trails.forget(player);
        }
    }

    /// Measures the trails of a player anew that lead over a new piece; the others are as before.
    fn prolong_trails(&mut self, player: Player, kind: Kind, line: Border) {
        for (number, award) in self.rules.awards.iter().enumerate() {
            let Merit::Longest(kinds) = award.merit else { continue };
            let known = self.known.trails.0.get()[player][Award::new(number)];
            if let Some(known) = known.filter(|_| kinds.contains(kind)) {
                let over = self.longest_trail_over(player, kinds, line);
                let longest = over.map(|length| length.max(known));
                self.known.trails.0.get_mut()[player][Award::new(number)] = longest;
            }
        }
    }

    /// The length of the longest trail over a piece of the player; nothing where its pieces lead
    /// around in a circle, so that a trail can go on in more ways than one.
    fn longest_trail_over(&self, player: Player, kinds: Set<Kind>, line: Border) -> Option<u8> {
        let mut tree = Tree {
            work: self,
            player,
            lines: self.lines_of(player, kinds),
            blocked: self.blocked(player),
            seen: Set::EMPTY,
        };
        let [one, other] = self.rules.board.border(line).ends;
        Some(tree.depth(line, one)? + 1 + tree.depth(line, other)?)
    }

    /// The player's pieces of these kinds on borders.
    fn lines_of(&self, player: Player, kinds: Set<Kind>) -> Set<Border> {
        let mut lines = self.table.seat(player).lines;
        if !(self.rules.kinds_that(|kind| kind.on_border) - kinds).is_empty() {
            for line in lines {
                if !self.table.on_lines[line].is_some_and(|it| kinds.contains(it.kind())) {
                    lines.remove(line);
                }
            }
        }
        lines
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
        let mut lines = self.lines_of(player, kinds);
        lines.extend(added.filter(|(kind, _)| kinds.contains(*kind)).map(|(_, border)| border));
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

/// The pieces that hang together with one, as long as they lead around nowhere.
struct Tree<'a> {
    work: &'a Work,
    player: Player,
    /// The pieces that count.
    lines: Set<Border>,
    /// Where trails end.
    blocked: Set<Intersection>,
    /// Where the search has come through.
    seen: Set<Intersection>,
}

impl Tree<'_> {
    /// How many pieces a trail goes on over that leaves a piece at this end; nothing where it
    /// comes to where it was.
    fn depth(&mut self, line: Border, end: Intersection) -> Option<u8> {
        if self.blocked.contains(end) {
            return Some(0);
        }
        if self.seen.contains(end) {
            return None;
        }
        self.seen.insert(end);
        let (table, board) = (&self.work.table, &self.work.rules.board);
        let own = table.on_sites[end].is_some_and(|piece| piece.owner() == self.player);
        let mut depth = 0;
        for next in board.intersection(end).borders & self.lines {
            if next != line && (own || table.on_lines[next] == table.on_lines[line]) {
                let [one, other] = board.border(next).ends;
                let far = if one == end { other } else { one };
                depth = depth.max(1 + self.depth(next, far)?);
            }
        }
        Some(depth)
    }
}
