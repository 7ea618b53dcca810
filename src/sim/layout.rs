//! The names to which rows refer, and rows as JSON. With them, rows can be read without the rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::Row;
use super::usables::Usable;
use crate::set::Id;
use crate::table::{PLAYERS, Player};

/// The players of all games of a run, and the things that they can use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// The players, clockwise.
    pub players: Vec<Seated>,
    /// The things, in the order of [`Row::uses`].
    pub things: Vec<Usable>,
}

/// A player and who plays there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// The name of the player.
    pub name: String,
    /// The strategy of the player.
    pub seat: String,
}

/// A game in JSON.
#[derive(Serialize, Deserialize)]
struct GameLine {
    game: u64,
    seed: u64,
    winner: Option<String>,
    turns: u16,
    decisions: u32,
    players: Vec<PlayerLine>,
    failures: Vec<String>,
}

/// A player of the game; unused things are omitted.
#[derive(Serialize, Deserialize)]
struct PlayerLine {
    name: String,
    seat: String,
    points: i64,
    sources: BTreeMap<String, i64>,
    uses: BTreeMap<String, BTreeMap<String, u32>>,
}

impl Layout {
    /// The name of the winner of a game; `None` if nobody won.
    pub fn winner(&self, row: &Row) -> Option<&str> {
        row.winner.map(|winner| self.players[winner.index()].name.as_str())
    }

    /// A game as a line of JSON, without its line end.
    ///
    /// # Panics
    /// When the row is that of another layout.
    pub fn line(&self, number: u64, row: &Row) -> String {
        let line = GameLine {
            game: number,
            seed: row.seed,
            winner: self.winner(row).map(str::to_owned),
            turns: row.turns,
            decisions: row.decisions,
            players: (0..self.players.len()).map(|seat| self.player_line(row, seat)).collect(),
            failures: row.failures.clone(),
        };
        serde_json::to_string(&line).expect("a row is valid JSON")
    }

    fn player_line(&self, row: &Row, seat: usize) -> PlayerLine {
        let mut uses: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (thing, times) in self.things.iter().zip(&row.uses) {
            if times[seat] > 0 {
                let of_category = uses.entry(thing.category.word().to_owned()).or_default();
                of_category.insert(thing.name.clone(), times[seat]);
            }
        }
        let mut sources: BTreeMap<String, i64> = BTreeMap::new();
        for (source, points) in &row.points[seat] {
            *sources.entry(source.clone()).or_default() += points;
        }
        let Seated { name, seat: kind } = self.players[seat].clone();
        let points = row.points_of(Player::new(seat));
        PlayerLine { name, seat: kind, points, sources, uses }
    }

    /// Makes a reader of lines of JSON.
    pub fn reader(&self) -> LineReader<'_> {
        let things = self.things.iter().enumerate();
        let numbers = things.map(|(at, it)| ((it.category.word(), it.name.as_str()), at)).collect();
        LineReader { layout: self, numbers }
    }
}

/// Reads lines that [`Layout::line`] has written.
pub struct LineReader<'a> {
    layout: &'a Layout,
    /// The numbers of things, by category and name.
    numbers: BTreeMap<(&'a str, &'a str), usize>,
}

impl LineReader<'_> {
    /// Reads a game and its number.
    ///
    /// # Errors
    /// When the line is no game of this layout; the reason is for people.
    pub fn read(&self, line: &str) -> Result<(u64, Row), String> {
        let line: GameLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let Layout { players, things } = self.layout;
        let names = line.players.iter().map(|player| &player.name);
        if !names.eq(players.iter().map(|player| &player.name)) {
            return Err("the players are others".into());
        }
        let winner = |name: &String| players.iter().position(|player| player.name == *name);
        let winner = match &line.winner {
            None => None,
            Some(name) => Some(winner(name).ok_or_else(|| format!("no player `{name}`"))?),
        };
        let mut uses = vec![[0; PLAYERS]; things.len()];
        for (seat, player) in line.players.iter().enumerate() {
            for (category, used) in &player.uses {
                for (name, &times) in used {
                    let thing = self.numbers.get(&(category.as_str(), name.as_str()));
                    let thing = thing.ok_or_else(|| format!("no {category} `{name}`"))?;
                    uses[*thing][seat] = times;
                }
            }
        }
        let points = line.players.into_iter().map(|player| player.sources.into_iter().collect());
        let row = Row {
            seed: line.seed,
            winner: winner.map(Player::new),
            turns: line.turns,
            decisions: line.decisions,
            points: points.collect(),
            uses,
            failures: line.failures,
        };
        Ok((line.game, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Category;

    fn layout() -> Layout {
        let thing = |category, name: &str| Usable { category, name: name.into() };
        let player = |name: &str| Seated { name: name.into(), seat: "careful".into() };
        Layout {
            players: vec![player("red"), player("blue")],
            things: vec![
                thing(Category::Piece, "watch tower"),
                thing(Category::Card, "watch tower"),
                thing(Category::Rule, "pack/rule"),
            ],
        }
    }

    fn row() -> Row {
        let mut uses = vec![[0; PLAYERS]; 3];
        uses[0][1] = 4;
        uses[1][0] = 1;
        uses[2][1] = 7;
        Row {
            seed: u64::MAX,
            winner: Some(Player::new(1)),
            turns: 70,
            decisions: 300,
            points: vec![vec![("towers".into(), 0)], vec![("cards".into(), -1), ("it".into(), 9)]],
            uses,
            failures: vec!["pack/rule".into(); 2],
        }
    }

    #[test]
    fn a_row_is_read_as_it_is_written() {
        let layout = layout();
        for winner in [None, Some(Player::new(0)), Some(Player::new(1))] {
            let row = Row { winner, ..row() };
            let line = layout.line(12, &row);
            assert_eq!(layout.reader().read(&line), Ok((12, row)));
        }
        let text = serde_json::to_string(&layout).unwrap();
        assert!(text.contains("\"card watch tower\""), "{text}");
        assert_eq!(serde_json::from_str::<Layout>(&text).unwrap(), layout);
    }

    #[test]
    fn a_row_of_another_run_is_not_read() {
        let line = layout().line(12, &row());
        for (from, to) in [("\"blue\"", "\"white\""), ("pack/rule", "pack/other"), ("turns", "t")] {
            assert!(layout().reader().read(&line.replace(from, to)).is_err(), "{to}");
        }
        assert!(layout().reader().read("").is_err());
    }

    #[test]
    fn points_of_one_source_add_up() {
        let mut row = row();
        row.points[0] = vec![("towers".into(), 2), ("towers".into(), 3)];
        let (_, read) = layout().reader().read(&layout().line(0, &row)).unwrap();
        assert_eq!(read.points[0], [("towers".to_owned(), 5)]);
    }
}
