//! The ends of marks.

use super::effect::Effect;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::Lasts;
use crate::set::Id;
use crate::table::{Mark, Player, Players, Tag};

/// Ends the marks that last no longer than the turn of the player that ends.
pub(super) fn end_marks(effect: &mut Effect, player: Player) {
    let marked = effect.table().marks().values().iter().fold(Players::NONE, |all, &it| all | it);
    if marked.is_empty() || planted(KernelFault::MarksForEver) {
        return;
    }
    for index in 0..effect.rules().marks.len() {
        let kind = &effect.rules().marks[index];
        let (first, last, lasts) = (kind.first, kind.before(player), kind.lasts);
        let now = effect.table().marks()[first.of(player)];
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

/// Ends the marks of hexes and decks that last no longer than a turn.
pub(super) fn end_tags(effect: &mut Effect) {
    for tag in (0..effect.rules().tags.len()).map(Tag::new) {
        if effect.rules().tags[tag.index()].by_turn {
            for thing in effect.table().tags()[tag] {
                effect.make(Change::Tagged(tag, thing, false));
            }
        }
    }
}

fn mark_players(effect: &mut Effect, mark: Mark, players: Players) {
    if effect.table().marks()[mark] != players {
        effect.make(Change::Marked(mark, players));
    }
}
