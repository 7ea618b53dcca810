//! One game, with what happened on the way: who was ahead, and where buildings stood at the end.

use serde::{Deserialize, Serialize};

use super::game::{Row, play_watched};
use super::usables::Usables;
use crate::board::{Intersection, Place};
use crate::game::{Game, award};
use crate::rules::Failure;
use crate::seat::{Seat, Stop};
use crate::table::Player;

/// The results of a game and its course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// The results.
    pub row: Row,
    /// How often another player than before was alone ahead in visible points at the end of a turn.
    pub lead_changes: u32,
    /// The intersections with a building of a player at the end.
    pub buildings: Vec<Intersection>,
}

/// Plays a game to its end, and records its course.
///
/// # Errors
/// When a rule fails, or a seat leaves or is stuck.
pub fn play_course(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    things: &Usables,
) -> Result<Course, Stop> {
    let mut lead = Lead::default();
    let row = play_watched(game, seats, things, &mut |game| {
        let has_ended = game.table().turn() > lead.turn;
        if has_ended || game.is_over() {
            lead.turn = game.table().turn();
            lead.update(alone_ahead(game)?);
        }
        Ok(())
    })?;
    Ok(Course { row, lead_changes: lead.changes, buildings: buildings(game) })
}

/// Who was alone ahead last.
#[derive(Default)]
struct Lead {
    turn: u16,
    leader: Option<Player>,
    changes: u32,
}

impl Lead {
    /// Records who is alone ahead; if nobody is, the last leader remains.
    fn update(&mut self, leader: Option<Player>) {
        let Some(leader) = leader else { return };
        let before = self.leader.replace(leader);
        self.changes += u32::from(before.is_some_and(|before| before != leader));
    }
}

/// The player who has more visible points than every other player.
fn alone_ahead(game: &Game) -> Result<Option<Player>, Failure> {
    let (mut most, mut leader) = (i64::MIN, None);
    for player in game.table().everybody().iter() {
        let points = award::open_points(game.view(), player)?;
        if points >= most {
            leader = (points > most).then_some(player);
            most = points;
        }
    }
    Ok(leader)
}

/// The intersections with a building of any player.
fn buildings(game: &Game) -> Vec<Intersection> {
    game.table().everybody().iter().flat_map(|player| buildings_of(game, player)).collect()
}

/// The intersections with a building of a player.
pub(super) fn buildings_of(game: &Game, player: Player) -> Vec<Intersection> {
    let (table, rules) = (game.table(), game.rules());
    let is_building = |&at: &Intersection| {
        let piece = game.player_view(None).piece(Place::Intersection(at));
        piece.is_some_and(|piece| rules.kind(piece.kind()).is_building)
    };
    table.seat(player).intersections().iter().filter(is_building).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_changes_when_another_player_is_alone_ahead() {
        let [red, blue] = [Player(0), Player(1)];
        let mut lead = Lead::default();
        for leader in [None, Some(red), None, Some(red), Some(blue), None, Some(red)] {
            lead.update(leader);
        }
        assert_eq!(lead.changes, 2);
    }
}
