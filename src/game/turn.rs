//! How turns end and begin, and when nobody can do anything any more.

use super::effect::Effect;
use super::harvest;
use super::view::View;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::game::law::list;
use crate::rules::{CounterKind, Failure, Hook, HookShape, RuleId};
use crate::set::Id;
use crate::table::{OpenHexEvent, Player, Token};

/// Whether a counter of this turn has counted something of the player's.
fn has_counted(view: View<'_>, kind: &CounterKind, player: Player) -> bool {
    let slot = if kind.by_player { kind.first.of(player) } else { kind.first };
    kind.by_turn && view.table().counters()[slot] != 0
}

impl Effect {
    pub(super) fn end_turn(&mut self, player: Player) -> Result<(), Failure> {
        let idle = if self.is_stalled(player)? { self.table().idle() + 1 } else { 0 };
        if idle != self.table().idle() {
            self.make(Change::Idle(idle));
        }
        if idle >= self.table().players() {
            self.make(Change::Over(None));
            return Ok(());
        }
        self.reset_counters();
        self.end_marks(player);
        self.end_tags();
        let next = self.table().clockwise(player).nth(1).expect("there are opponents");
        self.begin_turn(next);
        Ok(())
    }

    /// Whether no roll can produce anything for anybody any more and the player can do nothing
    /// but end the turn, nor play a card in the next one.
    fn is_stalled(&mut self, player: Player) -> Result<bool, Failure> {
        if harvest::is_fertile(self.view()) || planted(KernelFault::IdleGameGoesOn) {
            return Ok(false);
        }
        let seat = self.table().seat(player);
        let mut cards = self.rules().cards.iter().enumerate();
        let holds_a_card = cards.any(|(i, kind)| kind.playable && seat.cards()[Id::new(i)] > 0);
        // What was used in this turn, or is not yet to be used, can be used in the next one; and
        // a rule of the player's own may wait for a roll.
        let has_acted =
            self.rules().counters.iter().any(|kind| has_counted(self.view(), kind, player));
        let hears = |rule: RuleId| {
            self.rules().rule(rule).hooks.keys().any(|hook| hook.shape() == HookShape::Effect)
        };
        let waits = |token: Token| hears(self.rules().token(token).rule);
        let has_access = !seat.fresh_access().is_empty() || seat.access().iter().any(waits);
        let affects = |found: &OpenHexEvent| {
            let rule = self.rules().hex_event(found.event).rule;
            found.affects[player.index()].is_some()
                && self.rules().defines(rule, Hook::OnProductionRoll)
        };
        if holds_a_card || has_acted || has_access || self.table().events().any(affects) {
            return Ok(false);
        }
        let mut list = Vec::new();
        list::legal(self.view(), player, &mut list)?;
        let cards = |player: Player| !self.table().seat(player).hand().is_empty();
        let could_trade = cards(player) && self.table().opponents(player).any(cards);
        Ok(list.len() == 1 && !could_trade)
    }

    /// Sets the counters that last for a turn back to 0.
    fn reset_counters(&mut self) {
        for slot in self.table().counters().counted() {
            let counters = &self.rules().counters;
            let kind = &counters[counters.partition_point(|kind| kind.first <= slot) - 1];
            if kind.by_turn {
                self.make(Change::Counted(slot, 0));
            }
        }
    }

    /// Begins the turn of a player, or ends the game when the turns are over.
    pub(super) fn begin_turn(&mut self, player: Player) {
        let is_last = self.table().turn() >= self.rules().turn_limit;
        if is_last && !planted(KernelFault::TurnsWithoutEnd) {
            self.make(Change::Over(None));
            return;
        }
        self.make(Change::Turn(player));
        self.hear(Hook::OnTurn, player, &[]);
    }
}
