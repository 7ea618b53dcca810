//! The common setup of all games: rules, players and seeds.

use std::rc::Rc;

use super::BalanceArgs;
use crate::cli::labels::label;
use crate::cli::problem::Problem;
use crate::cli::setup;
use crate::cli::side::{Side, rotations};
use crate::seat::Strategy;
use crate::sim::{BalanceGame, BalanceLayout, Usables, play_balance};

/// The common setup of all games.
pub(super) struct BalanceSetup {
    pub(super) side: Side,
    /// The scenario and its changes.
    pub(super) label: String,
    /// The players of each game of a seed.
    pub(super) rotations: Vec<Vec<Strategy>>,
    pub(super) layout: BalanceLayout,
    seed: u64,
}

impl BalanceSetup {
    /// Begins a first game, to report errors that would affect all games.
    pub(super) fn lay(args: &BalanceArgs) -> Result<Self, Problem> {
        let loaded = setup::load_game(&args.game)?.with_execution(args.playing.execution)?;
        let mut kinds = args.players.clone();
        if kinds.is_empty() {
            kinds = vec![Strategy::Greedy; *loaded.rules.seats.end()];
        }
        let side = Side::new(&loaded, kinds.len(), args.playing)?;
        let rotations = rotations(&kinds);
        let layout = BalanceLayout {
            names: loaded.begin(kinds.len(), args.playing.seed)?.names().to_vec(),
            in_seed: rotations.len(),
            things: side.things.list().to_vec(),
            choosable: side.things.choosable(&side.rules),
        };
        let label = label(&side.rules.scenario, &args.game);
        Ok(Self { side, label, rotations, layout, seed: args.playing.seed })
    }

    /// What one thread does: it plays the game with a number.
    pub(super) fn worker(&self) -> impl FnMut(u64) -> Result<BalanceGame, Problem> {
        let loaded = self.side.loaded();
        let things = Rc::new(Usables::of(&self.side.rules));
        let in_seed = self.rotations.len() as u64;
        move |number| {
            let rotation = usize::try_from(number % in_seed).expect("there are few players");
            let kinds = &self.rotations[rotation];
            let words: Vec<String> = kinds.iter().map(|kind| kind.word().into()).collect();
            let seed = self.seed.wrapping_add(number / in_seed);
            self.side.play_by(&loaded, kinds, seed, |game, seats, _| {
                play_balance(game, seats, &words, &things)
            })
        }
    }
}
