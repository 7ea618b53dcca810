//! Positions that a player holds for possible.

use super::PlayerView;
use crate::change::Change;
use crate::game::{Game, State, deal_hidden_cards};
use crate::resource::Resources;

impl PlayerView<'_> {
    /// A copy of the game as it could be for all that the viewer knows: the cards that the viewer
    /// cannot see and all future random results are drawn from a seed. While players discard,
    /// opponents have nothing more to discard. The copy depends on nothing that is hidden.
    ///
    /// `None` for a spectator, and if a rule that has drawn something, or depends on hidden cards,
    /// waits for an answer.
    pub fn sample(&self, seed: u64) -> Option<Game> {
        let player = self.viewer()?;
        let State { table, pending, spent } = self.game().state();
        let is_asking = pending.as_ref().is_some_and(|pending| pending.frame.is_some());
        if is_asking && table.drawn() != self.game().table().drawn() {
            return None;
        }
        let mut game = self.game().clone();
        game.restore(State { table: table.with_seed(seed), pending: None, spent }).ok()?;
        deal_hidden_cards(&mut game, player, seed);
        for other in self.opponents(player) {
            if !game.table().seat(other).aside().is_empty() {
                game.effect.make(Change::Discarded(other, Resources::NONE));
            }
            if game.table().seat(other).due() > 0 {
                game.effect.make(Change::Due(other, 0));
            }
        }
        let table = game.table().clone();
        game.restore(State { table, pending, spent }).ok()?;
        Some(game)
    }
}
