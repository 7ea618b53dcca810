//! The result of a game, as text and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::options::SeatKind;
use crate::count::counted;
use crate::diagnostic::visible;
use crate::draw::{self, Style};
use crate::game::Game;
use crate::game::award;
use crate::rules::Failure;

/// The result of a game.
#[derive(Serialize, Debug)]
pub(super) struct GameReport {
    /// The scenario, by name or path.
    scenario: String,
    /// The seed of the game's random results.
    seed: u64,
    /// The number of turns that were begun.
    turns: u16,
    /// The number of actions.
    actions: usize,
    /// The winner; `None` if the turn limit was reached.
    winner: Option<String>,
    /// The players, seat by seat.
    players: Vec<PlayerReport>,
}

/// The result of a game for one player.
#[derive(Serialize, Debug)]
struct PlayerReport {
    /// The name of the player.
    name: String,
    /// The kind of the seat.
    seat: String,
    /// All points, including hidden ones.
    points: i64,
    /// The sources of the points.
    sources: Vec<SourceReport>,
}

/// A source of a player's points.
#[derive(Serialize, Debug)]
struct SourceReport {
    /// A kind of piece in the plural, an award or a rule.
    source: String,
    /// The points.
    points: i64,
}

impl GameReport {
    /// The result of a finished game.
    pub(super) fn new(game: &Game, seats: &[SeatKind], actions: usize) -> Result<Self, Failure> {
        let table = game.table();
        let players = table.everybody().iter().zip(seats).map(|(player, seat)| {
            let sources = award::all_points_by_source(game.view(), player)?;
            Ok(PlayerReport {
                name: game.names()[usize::from(player.0)].clone(),
                seat: seat.word().into_owned(),
                points: sources.iter().map(|(_, points)| points).sum(),
                sources: sources
                    .into_iter()
                    .map(|(source, points)| SourceReport { source, points })
                    .collect(),
            })
        });
        Ok(Self {
            scenario: game.rules().scenario.clone(),
            seed: table.seed(),
            turns: table.turn(),
            actions,
            winner: table.winner().map(|winner| game.names()[usize::from(winner.0)].clone()),
            players: players.collect::<Result<_, Failure>>()?,
        })
    }

    /// The final board, the points with their sources, and the winner.
    pub(super) fn text(&self, game: &Game) -> String {
        let style = Style { names: false, colors: true };
        let mut text = draw::board(&game.player_view(None), style);
        text.push('\n');
        let name = self.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
        let seat = self.players.iter().map(|player| player.seat.len()).max().unwrap_or(0);
        for player in &self.players {
            let sources: Vec<String> = player
                .sources
                .iter()
                .map(|source| format!("{} from {}", source.points, source.source))
                .collect();
            let points = counted(player.points, "point");
            let colon = if sources.is_empty() { "" } else { ": " };
            let sources = sources.join(", ");
            let line = format!(
                "{:name$}  {:seat$}  {points:>9}{colon}{sources}",
                player.name, player.seat
            );
            writeln!(text, "{}", visible(&line)).expect("writing cannot fail");
        }
        let end = match &self.winner {
            Some(winner) => format!("{winner} wins"),
            None => "undecided".into(),
        };
        let (turns, actions) = (counted(self.turns, "turn"), counted(self.actions, "action"));
        writeln!(text, "\n{end} after {turns} ({actions})").expect("writing cannot fail");
        text
    }
}
