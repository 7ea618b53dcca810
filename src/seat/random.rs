//! A player who takes each legal action with the same probability.

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

use super::{Decision, NO_LEGAL_ACTION, Seat, Stop, is_only_victim, is_taking};
use crate::action::Action;
use crate::chance::fnv1a;
use crate::game::{Game, PlayerView, Refusal};
use crate::table::Player;

/// The initial capacity for actions, sufficient for most positions.
const ROOM: usize = 128;

/// A player who takes any legal action, except for offers and counter-offers.
///
/// The seat has its own generator, which does not affect the random streams of the game.
#[derive(Clone, Debug)]
pub struct Random(Lcg64Xsh32);

impl Random {
    /// A random player for this seat in the game with this seed.
    pub fn new(seed: u64, seat: usize) -> Self {
        Self(Lcg64Xsh32::new(seed, fnv1a(format!("seat:{seat}").as_bytes())))
    }

    fn below(&mut self, bound: usize) -> usize {
        let scaled = (u64::from(self.0.next_u32()) * bound as u64) >> 32;
        usize::try_from(scaled).expect("the number is below the bound")
    }
}

impl Seat for Random {
    fn choose(&mut self, _: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        if legal.is_empty() {
            return Ok(NO_LEGAL_ACTION.into());
        }
        Ok(Decision::Listed(self.below(legal.len())))
    }
}

/// Plays a game at random, decision by decision, without recording anything.
#[derive(Clone, Debug)]
pub struct Playout {
    chance: Random,
    legal: Vec<Action>,
}

impl Playout {
    /// A playout whose decisions are determined by this seed.
    pub fn new(seed: u64) -> Self {
        Self { chance: Random::new(seed, 0), legal: Vec::with_capacity(ROOM) }
    }

    /// Makes the next decision; after the move of a marker, also takes from the only victim. Returns
    /// whether there was a decision.
    ///
    /// # Errors
    /// When a rule fails, or nobody has a legal action.
    #[expect(clippy::inline_always, reason = "a random game consists of this call")]
    #[inline(always)]
    pub fn decide(&mut self, game: &mut Game) -> Result<bool, Stop> {
        let Some(player) = game.to_act().iter().next() else { return Ok(false) };
        game.list_legal(player, &mut self.legal)?;
        if self.legal.is_empty() {
            return helpless(game, player);
        }
        let action = self.legal[self.chance.below(self.legal.len())];
        game.play_listed(player, action).map_err(|refused| stopped(game, player, refused))?;
        while is_taking(game) && self.take_from_only_victim(game)? {}
        Ok(true)
    }

    /// Takes from the victim of a moved marker if there is only one, as part of the move. Returns
    /// whether there was only one.
    #[inline(never)]
    fn take_from_only_victim(&mut self, game: &mut Game) -> Result<bool, Stop> {
        let Some(player) = game.to_act().iter().next() else { return Ok(false) };
        game.list_legal(player, &mut self.legal)?;
        if !is_only_victim(&self.legal) {
            return Ok(false);
        }
        // The random number keeps the games as they would be with a question.
        let taken = game.play_listed(player, self.legal[self.chance.below(1)]);
        taken.map_err(|refused| stopped(game, player, refused))?;
        Ok(true)
    }
}

/// Plays an illegal action for a player without legal ones, so that its refusal names the obstacle.
#[cold]
fn helpless(game: &mut Game, player: Player) -> Result<bool, Stop> {
    let played = game.play(player, NO_LEGAL_ACTION);
    played.map(|_| true).map_err(|refused| stopped(game, player, refused))
}

#[cold]
fn stopped(game: &Game, player: Player, refused: Refusal) -> Stop {
    match refused {
        Refusal::Failed(failure) => Stop::Failed(failure),
        refused @ Refusal::Illegal(_) => {
            Stop::Stuck { name: game.view().name(player).into(), refused }
        }
    }
}

/// Plays a game to its end at random. Returns the number of decisions. Benchmarks measure this
/// function, and `benches/instructions` selects it by name.
///
/// # Errors
/// When a rule fails, or nobody has a legal action.
#[inline(never)]
pub fn playout(game: &mut Game, seed: u64) -> Result<u32, Stop> {
    let mut playout = Playout::new(seed);
    let mut decisions = 0;
    while playout.decide(game)? {
        decisions += 1;
    }
    Ok(decisions)
}
