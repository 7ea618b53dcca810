//! Removes marks when they end.

use super::effect::Effect;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::Lasts;
use crate::set::Id;
use crate::table::{HexMark, Player, PlayerMark, Players};

/// Updates the marks of players at the end of this player's turn, and removes the marks that end.
#[inline]
pub(super) fn end_player_marks(effect: &mut Effect, player: Player) {
    let marked =
        effect.table().player_marks().values().iter().fold(Players::NONE, |all, &it| all | it);
    if marked.is_empty() || planted(KernelFault::MarksForEver) {
        return;
    }
    for index in 0..effect.rules().player_marks.len() {
        let kind = &effect.rules().player_marks[index];
        let (first, last, lasts) = (kind.first, kind.before(player), kind.lasts);
        let now = effect.table().player_marks()[first.of(player)];
        match lasts {
            Lasts::Game => {}
            Lasts::Turn => {
                for player in effect.table().everybody().iter() {
                    mark_players(effect, first.of(player), Players::NONE);
                }
            }
            Lasts::NextTurn | Lasts::OnlyNextTurn => {
                mark_players(effect, last, now);
                mark_players(effect, first.of(player), Players::NONE);
            }
        }
    }
}

/// Removes the marks of hexes and decks that last for one turn.
#[inline]
pub(super) fn end_hex_marks(effect: &mut Effect) {
    for mark in (0..effect.rules().hex_marks.len()).map(HexMark::new) {
        if effect.rules().hex_marks[mark.index()].by_turn {
            for thing in effect.table().hex_marks()[mark] {
                effect.make(Change::MarkedHex(mark, thing, false));
            }
        }
    }
}

#[inline]
fn mark_players(effect: &mut Effect, mark: PlayerMark, players: Players) {
    if effect.table().player_marks()[mark] != players {
        effect.make(Change::MarkedPlayers(mark, players));
    }
}
