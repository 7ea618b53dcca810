//! The positions of a game with their features, and who won.

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;
use serde::{Deserialize, Serialize};

use super::Trained;
use crate::action::Action;
use crate::chance::fnv1a;
use crate::game::{Game, PlayerView, Refusal};
use crate::seat::search::features::{Analyst, FEATURES, Features};
use crate::seat::{ActionReport, Decision, Greedy, Search, Seat, Stop, play_out};
use crate::set::Id;
use crate::table::{PLAYERS, Step};

/// A position of a game that somebody won.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "StoredPosition", try_from = "StoredPosition")]
pub struct Position {
    /// The features of each player, by seat.
    pub(super) features: Vec<[f32; FEATURES]>,
    /// The seat of the winner.
    pub(super) winner: usize,
    /// Whether it is a position of the placement.
    pub(super) is_placement: bool,
}

/// A position as it is stored: the features of each player are decimal numbers in one text, which
/// are read back exactly, unlike the numbers of JSON.
#[derive(Serialize, Deserialize)]
struct StoredPosition {
    winner: usize,
    is_placement: bool,
    features: Vec<String>,
}

impl From<Position> for StoredPosition {
    fn from(position: Position) -> Self {
        let Position { features, winner, is_placement } = position;
        let text = |features: &[f32; FEATURES]| features.map(|it| it.to_string()).join(" ");
        Self { winner, is_placement, features: features.iter().map(text).collect() }
    }
}

impl TryFrom<StoredPosition> for Position {
    type Error = String;

    fn try_from(stored: StoredPosition) -> Result<Self, String> {
        let StoredPosition { winner, is_placement, features: texts } = stored;
        if texts.len() > PLAYERS || winner >= texts.len() {
            return Err(format!("seat {winner} of {} cannot be the winner", texts.len()));
        }
        let features = texts.iter().map(|text| parsed(text)).collect::<Result<_, _>>()?;
        Ok(Self { features, winner, is_placement })
    }
}

/// The features of a player.
fn parsed(text: &str) -> Result<[f32; FEATURES], String> {
    let numbers: Vec<f32> = text
        .split(' ')
        .map(|it| it.parse().map_err(|_| format!("`{it}` is not a number")))
        .collect::<Result<_, _>>()?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| format!("a player has {FEATURES} features, not {count}"))
}

/// The share of the positions between actions that are noted, in percent: neighbors are alike.
const NOTED: u32 = 40;

/// How often a player of the first round acts at random, in percent: in the placement, and later.
/// If all players always did what they consider best, the weights could not rate anything else.
const RANDOM: [u32; 2] = [40, 4];

/// A greedy player who sometimes acts at random.
struct Explorer {
    greedy: Greedy,
    chance: Lcg64Xsh32,
}

/// The random numbers of an explorer at a seat of the game with a seed.
fn explorer(seed: u64, seat: usize) -> Lcg64Xsh32 {
    Lcg64Xsh32::new(seed, fnv1a(format!("explorer:{seat}").as_bytes()))
}

impl Seat for Explorer {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        let share = RANDOM[usize::from(!matches!(view.step(), Step::Place(_)))];
        let decision = self.greedy.choose(view, legal)?;
        if legal.is_empty() || self.chance.next_u32() % 100 >= share {
            return Ok(decision);
        }
        let count = u32::try_from(legal.len()).expect("few actions");
        Ok(legal[(self.chance.next_u32() % count) as usize].into())
    }

    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        self.greedy.refused(view, wish, refused);
    }
}

/// Plays a game of players who look ahead with these weights, or of greedy ones, who
/// sometimes act at random, without weights.
/// `budget` is the number of positions that a player may evaluate for a decision. Returns some of
/// the positions before somebody rolls the dice or ends a turn, and all those after a placement; no
/// position of a game without a winner.
///
/// # Errors
/// When a rule fails or a seat is stuck.
pub fn play(
    game: &mut Game,
    trained: Option<&Trained>,
    budget: u32,
) -> Result<Vec<Position>, Stop> {
    let seed = game.table().seed();
    let mut chance = Lcg64Xsh32::new(seed, fnv1a(b"training"));
    let players = game.table().everybody().len();
    let seat = |index: usize| -> Box<dyn Seat> {
        match trained {
            Some(trained) => {
                Box::new(Search::new(budget, seed, index).with_weights(trained.weights()))
            }
            None => Box::new(Explorer { greedy: Greedy::new(), chance: explorer(seed, index) }),
        }
    };
    let mut seats: Vec<Box<dyn Seat>> = (0..players).map(seat).collect();
    let mut noted: Vec<([Features; PLAYERS], bool)> = Vec::new();
    let mut before = game.clone();
    play_out(game, &mut seats, &mut |played: &ActionReport<'_>| {
        let is_placement = matches!(played.game.table().step(), Step::Place(_));
        let position = match played.action {
            Action::Build { .. } if is_placement => Some(played.game),
            Action::End | Action::Roll if chance.next_u32() % 100 < NOTED => Some(&before),
            _ => None,
        };
        if let Some(position) = position {
            noted.push((Analyst::of(position)?.features(position)?, is_placement));
        }
        before.copy_from(played.game);
        Ok(())
    })?;
    let Some(winner) = game.table().winner() else { return Ok(Vec::new()) };
    let position = |(features, is_placement): ([Features; PLAYERS], bool)| Position {
        features: features[..players].iter().map(narrowed).collect(),
        winner: winner.index(),
        is_placement,
    };
    Ok(noted.into_iter().map(position).collect())
}

#[expect(clippy::cast_possible_truncation, reason = "features need no more digits")]
fn narrowed(features: &Features) -> [f32; FEATURES] {
    features.map(|feature| feature as f32)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::sync::Arc;

    use super::*;
    use crate::content::{Request, load};
    use crate::script;

    #[test]
    fn an_explorer_acts_at_random_as_often_as_it_says() {
        let rules = load(&Request::scenario("catan")).unwrap();
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let script = script::host(&rules).unwrap();
        let mut unlike = 0;
        for seed in 0..200 {
            let game = Game::new(Arc::clone(&rules), Rc::clone(&script), names, seed).unwrap();
            let player = game.to_act().iter().next().unwrap();
            let (view, legal) =
                (game.player_view(Some(player)), game.legal_actions(player).unwrap());
            let chance = explorer(seed, player.index());
            let mut explorer = Explorer { greedy: Greedy::new(), chance };
            let chosen = explorer.choose(&view, &legal).unwrap();
            unlike += usize::from(chosen != Greedy::new().choose(&view, &legal).unwrap());
        }
        // 40 of 100, of which few are what a greedy player would have done.
        assert!((60..=100).contains(&unlike), "{unlike} of 200");
    }

    #[test]
    fn a_position_is_read_as_it_is_stored() {
        let numbers = [0.1, 1.0 / 3.0, 16_777_217.0, f32::MIN_POSITIVE, -0.0, f32::EPSILON, 1e-7];
        let mut features = [0.0; FEATURES];
        features.iter_mut().zip(numbers).for_each(|(feature, number)| *feature = number);
        let of = features.iter().map(|it: &f32| 0.37 * it + 0.2).collect::<Vec<f32>>();
        let other: [f32; FEATURES] = of.try_into().expect("as many");
        let position = Position { features: vec![features, other], winner: 1, is_placement: true };
        let text = serde_json::to_string(&position).unwrap();
        let read: Position = serde_json::from_str(&text).unwrap();
        let bits = |position: &Position| -> Vec<u32> {
            position.features.iter().flatten().map(|it| it.to_bits()).collect()
        };
        assert_eq!(bits(&read), bits(&position));
        assert_eq!((read.winner, read.is_placement), (1, true));
        for (part, wrong) in [
            ("\"winner\":1", "\"winner\":2"),
            ("\"0.1 ", "\"x "),
            ("\"0.1 ", "\"0.1 1 "),
            ("\"features\":[", "\"features\":[\"\",\"\",\"\",\"\",\"\",\"\","),
        ] {
            let wrong = text.replacen(part, wrong, 1);
            assert!(wrong != text && serde_json::from_str::<Position>(&wrong).is_err(), "{wrong}");
        }
    }
}
