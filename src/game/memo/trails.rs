//! A cache of the lengths of the trails that awards compare. A new piece can only add trails over
//! it, and the removal of a piece can only remove such trails. So a change often updates a length
//! instead of invalidating it.

use std::cell::Cell;

use crate::board::{Border, Intersection, Place};
use crate::change::Change;
use crate::game::route;
use crate::rules::{Merit, Rules};
use crate::set::{Id, Set};
use crate::table::{AWARDS, Award, Kind, PLAYERS, Piece, Player, Table};

/// The lengths of trails, by player and award.
#[derive(Clone, Default)]
pub(super) struct Trails([[Cell<Option<u8>>; AWARDS]; PLAYERS]);

impl Trails {
    /// The length of a player's longest trail.
    pub(super) fn length(&self, award: Award, player: Player, measure: impl Fn() -> u8) -> u8 {
        let cached = self.of(player, award);
        let length = cached.get().unwrap_or_else(measure);
        cached.set(Some(length));
        length
    }

    fn of(&self, player: Player, award: Award) -> &Cell<Option<u8>> {
        &self.0[player.index()][award.index()]
    }

    /// Invalidates everything.
    pub(super) fn clear(&self) {
        self.0.iter().flatten().for_each(|length| length.set(None));
    }

    /// Invalidates the lengths of a player's trails.
    fn invalidate(&self, player: Player) {
        self.0[player.index()].iter().for_each(|length| length.set(None));
    }

    /// Updates or invalidates the lengths that a change may alter. Called just before the change is
    /// made.
    pub(super) fn update(&self, rules: &Rules, table: &Table, change: &Change) {
        match *change {
            Change::Built { player, kind, place: Place::Border(border) } => {
                self.update_lengths(rules, table, player, kind, (None, Some(border)));
            }
            Change::Removed { player, kind, place: Place::Border(border) } => {
                self.update_lengths(rules, table, player, kind, (Some(border), None));
            }
            Change::Shifted { player, kind, from: Place::Border(from), to: Place::Border(to) } => {
                self.update_lengths(rules, table, player, kind, (Some(from), Some(to)));
            }
            Change::Put { player, place: Place::Border(_), .. } => self.invalidate(player),
            Change::Neutral { .. } => self.clear(),
            Change::Built { player, place: Place::Intersection(intersection), .. }
            | Change::Put { player, place: Place::Intersection(intersection), .. }
            | Change::Removed { player, place: Place::Intersection(intersection), .. } => {
                self.invalidate_trails_through(rules, table, player, intersection);
            }
            Change::Shifted {
                player,
                from: Place::Intersection(from),
                to: Place::Intersection(to),
                ..
            } => {
                self.invalidate_trails_through(rules, table, player, from);
                self.invalidate_trails_through(rules, table, player, to);
            }
            _ => {}
        }
    }

    /// Invalidates the trails that meet at an intersection. A player's piece there may join the
    /// player's trails over different kinds of pieces, and split trails of opponents.
    fn invalidate_trails_through(
        &self,
        rules: &Rules,
        table: &Table,
        owner: Player,
        intersection: Intersection,
    ) {
        let borders = rules.board.intersection(intersection).borders;
        for player in table.everybody().iter() {
            let there = table.seat(player).borders() & borders;
            let mut kinds = there.iter().map(|border| table.on_borders()[border].map(Piece::kind));
            let first = kinds.next();
            if kinds.any(|kind| player != owner || Some(kind) != first) {
                self.invalidate(player);
            }
        }
    }

    /// Updates the lengths of a player's trails before a piece is removed from a border, a piece is
    /// put on a border, or both. Only trails over these borders are measured.
    fn update_lengths(
        &self,
        rules: &Rules,
        table: &Table,
        player: Player,
        kind: Kind,
        (gone, new): (Option<Border>, Option<Border>),
    ) {
        for (number, award) in rules.awards.iter().enumerate() {
            let Merit::Longest(kinds) = award.merit else { continue };
            let cached = self.of(player, Award::new(number));
            let Some(length) = cached.get().filter(|_| kinds.contains(kind)) else { continue };
            // If the trails over the removed piece are shorter, the longest one remains.
            let stays = gone.is_none_or(|gone| {
                let before = route::routes(rules, table, player, kinds, None);
                before.longest_over(gone).is_some_and(|over| over < length)
            });
            let longest = match new.filter(|_| stays) {
                Some(new) => {
                    let mut after = route::routes(rules, table, player, kinds, Some((kind, new)));
                    after.borders -= gone.map_or(Set::EMPTY, Set::of);
                    after.longest_over(new).map(|over| over.max(length))
                }
                None => stays.then_some(length),
            };
            cached.set(longest);
        }
    }

    /// A player with a cached length that differs from `length`.
    pub(super) fn wrong_player(&self, length: impl Fn(Award, Player) -> u8) -> Option<Player> {
        let players = self.0.iter().enumerate();
        let mut cases = players.flat_map(|(player, lengths)| {
            let lengths = lengths.iter().enumerate();
            lengths
                .map(move |(award, cached)| (Player::new(player), Award::new(award), cached.get()))
        });
        let is_wrong = |&(player, award, cached): &(Player, Award, Option<u8>)| {
            cached.is_some_and(|cached| cached != length(award, player))
        };
        Some(cases.find(is_wrong)?.0)
    }
}
