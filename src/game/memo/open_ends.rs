//! A cache of the routes at open ends of lines, which depend only on the pieces of their owner.

use std::cell::Cell;

use crate::board::Border;
use crate::change::Change;
use crate::set::{Id, Set};
use crate::table::{Kind, PLAYERS, Player};

/// A kind of route, and the routes of this kind at open ends.
type Ends = (Kind, Set<Border>);

/// The routes at open ends, by player: those of the last kind asked for.
#[derive(Clone, Default)]
pub(super) struct OpenEnds([Cell<Option<Ends>>; PLAYERS]);

impl OpenEnds {
    /// The player's routes of a kind at open ends.
    pub(super) fn find(
        &self,
        player: Player,
        kind: Kind,
        find: impl FnOnce() -> Set<Border>,
    ) -> Set<Border> {
        let cached = &self.0[player.index()];
        if let Some((_, ends)) = cached.get().filter(|(known, _)| *known == kind) {
            return ends;
        }
        let ends = find();
        cached.set(Some((kind, ends)));
        ends
    }

    /// Invalidates the routes that a change may alter.
    #[inline]
    pub(super) fn invalidate(&self, change: &Change) {
        if let Some(player) = change.pieces_of() {
            self.0[player.index()].set(None);
        }
    }

    /// A player with cached open ends that differ from the result of `ends`.
    pub(super) fn wrong_player(
        &self,
        ends: impl Fn(Player, Kind) -> Set<Border>,
    ) -> Option<Player> {
        let mut cached = self.0.iter().enumerate().map(|(at, ends)| (Player::new(at), ends.get()));
        let is_wrong = |&(player, cached): &(Player, Option<Ends>)| {
            cached.is_some_and(|(kind, known)| known != ends(player, kind))
        };
        cached.find(is_wrong).map(|(player, _)| player)
    }
}
