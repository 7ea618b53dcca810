//! The course of a game from its beginning, as one viewer sees it, and what was counted on the way.

use super::logs::Log;
use super::message::{Moment, PlayerStatistics, Statistics};
use crate::action::Action;
use crate::board::Place;
use crate::chance::DicePairs;
use crate::change::Change;
use crate::game::{CausedChange, Game, PastAction, PlayerView};
use crate::protocol::Watcher;
use crate::resource::Resources;
use crate::set::Id;
use crate::table::{PLAYERS, Player};

/// The number of pairs of two dice.
const PAIRS: u32 = 36;

/// Writes down each action of a game.
pub(crate) struct Course {
    viewer: Option<Player>,
    /// Whether nothing is hidden.
    is_open: bool,
    log: Log,
    pub(crate) moments: Vec<Moment>,
}

impl Course {
    /// The course of a game that has just begun.
    pub(crate) fn new(game: &Game, viewer: Option<Player>) -> Self {
        Self { viewer, is_open: false, log: Log::of_viewer(viewer, game), moments: Vec::new() }
    }

    /// The course of a game that has just begun, with everything that is hidden from players.
    #[cfg(feature = "serve")]
    pub(crate) fn open(game: &Game) -> Self {
        Self { is_open: true, log: Log::new(None, game), ..Self::new(game, None) }
    }

    /// The lines of the last action.
    pub(crate) fn last_lines(&mut self) -> Vec<String> {
        let before = self.moments.iter().rev().nth(1).map_or(0, |moment| moment.log);
        self.log.lines()[before..].to_vec()
    }
}

impl Watcher for Course {
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]) {
        self.log.played(game, player, action, changes);
        let view = game.player_view(self.viewer);
        let points = view.everybody().iter().map(|player| {
            let view = if self.is_open { game.player_view(Some(player)) } else { view };
            view.points(player).unwrap_or(0)
        });
        self.moments.push(Moment {
            player: view.name(player).to_owned(),
            turn: view.turn(),
            points: points.collect(),
            log: self.log.lines().len(),
        });
    }

    fn undone(&mut self, _: &Game, _: &[PastAction]) {}
}

/// Counts what happens in a game.
#[derive(Default)]
pub(crate) struct Counts {
    /// How often each sum was rolled, from 2 to 12.
    rolls: [u32; 11],
    players: [PlayerCounts; PLAYERS],
}

/// What happened to one player.
#[derive(Clone, Copy, Default)]
struct PlayerCounts {
    produced: Resources,
    /// The cards that the rolls could be expected to produce, in 36ths of a card.
    expected: u32,
    traded: u32,
    traded_with_supply: u32,
    taken: u32,
    lost: u32,
    discarded: u32,
}

impl Watcher for Counts {
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]) {
        for CausedChange { change, .. } in changes {
            self.count(game, change, &action);
        }
        if let Action::Trade { .. } = action {
            self.players[player.index()].traded_with_supply += 1;
        }
        if let Action::Conclude { with } = action {
            for side in [player, with] {
                self.players[side.index()].traded += 1;
            }
        }
    }

    fn undone(&mut self, _: &Game, _: &[PastAction]) {}
}

impl Counts {
    fn count(&mut self, game: &Game, change: &Change, action: &Action) {
        let size = |cards: Resources| u32::try_from(cards.total()).unwrap_or(u32::MAX);
        match *change {
            Change::Rolled(_, dice) => {
                self.rolls[usize::from(dice[0] + dice[1]) - 2] += 1;
                self.expect(&game.player_view(None));
            }
            Change::Produced(player, cards) => self.players[player.index()].produced += cards,
            Change::Discarded(player, cards) => {
                self.players[player.index()].discarded += size(cards);
            }
            Change::Stole { by, from, .. } => {
                self.players[by.index()].taken += 1;
                self.players[from.index()].lost += 1;
            }
            Change::Gave { from, to, cards, .. } if !matches!(action, Action::Conclude { .. }) => {
                self.players[to.index()].taken += size(cards);
                self.players[from.index()].lost += size(cards);
            }
            _ => {}
        }
    }

    /// Adds what a roll could be expected to produce on this board.
    fn expect(&mut self, view: &PlayerView<'_>) {
        let rules = view.rules();
        for hex in rules.board.hexes() {
            let number = view.number(hex);
            if number == 0 || !rules.terrain(view.terrain(hex)).is_productive() {
                continue;
            }
            let ways = u32::try_from(DicePairs::with_sum(number).count()).unwrap_or(PAIRS);
            for corner in rules.board.hex(hex).corners {
                let Some(piece) = view.piece(Place::Intersection(corner)) else { continue };
                if let Some(counts) = self.players.get_mut(piece.owner().index()) {
                    counts.expected += ways * u32::from(rules.kind(piece.kind()).yields);
                }
            }
        }
    }

    /// The counts as data.
    pub(crate) fn statistics(&self, game: &Game) -> Statistics {
        let rules = game.rules();
        let player = |(name, counts): (&String, &PlayerCounts)| {
            let produced = counts.produced.kinds().map(|kind| {
                (rules.resources[kind.index()].name.clone(), counts.produced.get(kind))
            });
            PlayerStatistics {
                player: name.clone(),
                produced: produced.collect(),
                expected: f64::from(counts.expected * 10 / PAIRS) / 10.0,
                traded: counts.traded,
                traded_with_supply: counts.traded_with_supply,
                taken: counts.taken,
                lost: counts.lost,
                discarded: counts.discarded,
            }
        };
        let players = game.names().iter().zip(&self.players).map(player).collect();
        Statistics { rolls: self.rolls.to_vec(), players }
    }
}
