//! A cache of the lengths of the trails that awards compare. A new piece can only add trails that
//! lead over it, and a piece that leaves can only end such trails. So a change often updates a length
//! instead of invalidating it.

use std::cell::Cell;

use crate::board::{Border, Intersection, Place};
use crate::change::Change;
use crate::game::route;
use crate::game::view::View;
use crate::rules::Merit;
use crate::set::{Id, Set};
use crate::table::{AWARDS, Award, Kind, PLAYERS, Piece, Player};

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

    /// Updates or invalidates the lengths that a change may alter. The change is about to be made.
    pub(super) fn update(&self, view: View<'_>, change: &Change) {
        match *change {
            Change::Built { player, kind, place: Place::Border(line) } => {
                self.update_lengths(view, player, kind, (None, Some(line)));
            }
            Change::Removed { player, kind, place: Place::Border(line) } => {
                self.update_lengths(view, player, kind, (Some(line), None));
            }
            Change::Shifted { player, kind, from: Place::Border(from), to: Place::Border(to) } => {
                self.update_lengths(view, player, kind, (Some(from), Some(to)));
            }
            Change::Built { player, place: Place::Intersection(site), .. }
            | Change::Removed { player, place: Place::Intersection(site), .. } => {
                self.invalidate_trails_through(view, player, site);
            }
            Change::Shifted {
                player,
                from: Place::Intersection(from),
                to: Place::Intersection(to),
                ..
            } => {
                self.invalidate_trails_through(view, player, from);
                self.invalidate_trails_through(view, player, to);
            }
            _ => {}
        }
    }

    /// Invalidates the trails that meet at an intersection. A player's piece there may join trails of
    /// the player over different kinds of pieces, and part trails of opponents.
    fn invalidate_trails_through(&self, view: View<'_>, owner: Player, site: Intersection) {
        let borders = view.rules().board.intersection(site).borders;
        for player in view.table().everybody().iter() {
            let there = view.table().seat(player).lines() & borders;
            let mut kinds = there.iter().map(|line| view.table().on_lines()[line].map(Piece::kind));
            let first = kinds.next();
            if kinds.any(|kind| player != owner || Some(kind) != first) {
                self.invalidate(player);
            }
        }
    }

    /// Updates the lengths of a player's trails before a piece leaves a border, a piece comes to a
    /// border, or both. Only trails over these borders are measured.
    fn update_lengths(
        &self,
        view: View<'_>,
        player: Player,
        kind: Kind,
        (gone, new): (Option<Border>, Option<Border>),
    ) {
        for (number, award) in view.rules().awards.iter().enumerate() {
            let Merit::Longest(kinds) = award.merit else { continue };
            let cached = self.of(player, Award::new(number));
            let Some(length) = cached.get().filter(|_| kinds.contains(kind)) else { continue };
            // If the trails over the piece that leaves are shorter, the longest one stays.
            let stays = gone.is_none_or(|gone| {
                let before = route::routes(view, player, kinds, None);
                before.longest_over(gone).is_some_and(|over| over < length)
            });
            let longest = match new.filter(|_| stays) {
                Some(new) => {
                    let mut after = route::routes(view, player, kinds, Some((kind, new)));
                    after.lines -= gone.map_or(Set::EMPTY, Set::of);
                    after.longest_over(new).map(|over| over.max(length))
                }
                None => stays.then_some(length),
            };
            cached.set(longest);
        }
    }

    /// A player with a cached length that is wrong.
    pub(super) fn wrong_player(&self, anew: View<'_>) -> Option<Player> {
        let awards = anew.rules().awards.iter().enumerate();
        let trails = awards.filter_map(|(number, award)| match award.merit {
            Merit::Longest(kinds) => Some((Award::new(number), kinds)),
            _ => None,
        });
        let mut cases = trails.flat_map(|it| anew.table().everybody().iter().map(move |p| (p, it)));
        let is_wrong = |&(player, (award, kinds)): &(Player, (Award, Set<Kind>))| {
            let cached = self.of(player, award).get();
            cached.is_some_and(|length| length != route::longest_trail(anew, player, kinds))
        };
        Some(cases.find(is_wrong)?.0)
    }
}
