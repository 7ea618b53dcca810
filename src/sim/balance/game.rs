//! One game: who won, and what each player began with, gained and could use.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::chances::{Chance, Chances, CountedSeat};
use super::opening::write_opening;
use crate::game::Game;
use crate::seat::{Seat, Stop};
use crate::set::Id;
use crate::sim::game::{Row, play_watched};
use crate::sim::usables::{Category, Usables};

/// What players are grouped by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// The seat.
    Seat,
    /// The number of pairs of dice for which a first building produces, summed over its hexes.
    Pips,
    /// The number of different resources at the first buildings.
    Variety,
    /// A resource at a first building.
    Resource,
    /// A number at a first building.
    Number,
    /// A port at a first building.
    Port,
    /// A benefit to which the player gained access.
    Access,
    /// A card that the player played, or drew if it cannot be played.
    Card,
    /// A benefit, ability or terms that the player used.
    Use,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BalanceGame {
    /// The seed of its random results.
    pub seed: u64,
    /// The winner's seat, from 0; `None` if the game ended undecided.
    pub winner: Option<usize>,
    /// The number of actions.
    pub actions: u32,
    /// The players, clockwise.
    pub players: Vec<BalancePlayer>,
    /// The number of decisions that are counted in `chances`.
    pub decisions: u64,
    /// The chances of things, by their number; those without any are omitted.
    pub chances: BTreeMap<usize, Chance>,
    /// The uses of things by all players together, by their number; unused things are omitted.
    pub uses: BTreeMap<usize, u64>,
    /// The rules that failed and were skipped, one entry for each time.
    pub failures: Vec<String>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct BalancePlayer {
    /// The word for the kind of player.
    pub kind: String,
    /// The groups of the player, by family; [`Family::Pips`] and [`Family::Seat`] are not listed.
    pub groups: BTreeMap<Family, BTreeSet<String>>,
    /// The pips of the first buildings.
    pub pips: usize,
    /// The names of the intersections of the first buildings.
    pub places: Vec<String>,
}

impl BalancePlayer {
    pub(super) fn add(&mut self, family: Family, name: String) {
        self.groups.entry(family).or_default().insert(name);
    }
}

/// Plays a game to its end between players of these kinds.
///
/// # Errors
/// When a rule fails, or a seat leaves or is stuck.
///
/// # Panics
/// When there are more seats than kinds.
pub fn play_balance(
    game: &mut Game,
    seats: Vec<Box<dyn Seat>>,
    kinds: &[String],
    things: &Rc<Usables>,
) -> Result<BalanceGame, Stop> {
    let chances = Rc::new(RefCell::new(Chances::new(things)));
    let counted = seats
        .into_iter()
        .map(|seat| -> Box<dyn Seat> { Box::new(CountedSeat::new(seat, things, &chances)) });
    let mut seats: Vec<Box<dyn Seat>> = counted.collect();
    let kind = |kind: &String| BalancePlayer { kind: kind.clone(), ..BalancePlayer::default() };
    let mut players: Vec<BalancePlayer> = kinds.iter().map(kind).collect();
    let mut has_begun = false;
    let row = play_watched(game, &mut seats, things, &mut |game| {
        if !has_begun && game.table().turn() > 0 {
            has_begun = true;
            for (player, found) in game.table().everybody().iter().zip(&mut players) {
                write_opening(game, player, found);
            }
        }
        Ok(())
    })?;
    drop(seats);
    write_uses(&row, things, &mut players);
    let all = |times: &[u32]| times.iter().map(|&it| u64::from(it)).sum::<u64>();
    let uses = row.uses.iter().map(|times| all(times)).enumerate().filter(|&(_, times)| times > 0);
    let chances = chances.take();
    let is_any = |(_, chance): &(usize, Chance)| *chance != Chance::default();
    Ok(BalanceGame {
        seed: row.seed,
        winner: row.winner.map(Id::index),
        actions: row.decisions,
        players,
        decisions: chances.decisions,
        chances: chances.things.into_iter().enumerate().filter(is_any).collect(),
        uses: uses.collect(),
        failures: row.failures,
    })
}

/// Groups the players by what they gained and used.
fn write_uses(row: &Row, things: &Usables, players: &mut [BalancePlayer]) {
    for (thing, times) in things.list().iter().zip(&row.uses) {
        let family = match thing.category {
            Category::Access => Family::Access,
            Category::Card => Family::Card,
            Category::Benefit | Category::Ability | Category::Way => Family::Use,
            _ => continue,
        };
        for (player, _) in players.iter_mut().zip(times).filter(|(_, times)| **times > 0) {
            player.add(family, thing.name.clone());
        }
    }
}
