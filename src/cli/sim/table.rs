//! The common setup of all games: rules, seats and seeds.

use std::sync::Arc;

use super::SimArgs;
use crate::cli::described::repeat_game;
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::diagnostic::Diagnostics;
use crate::rules::Rules;
use crate::seat::Strategy;
use crate::sim::{self, Layout, Row, Seated, Usables};

/// The common setup of all games.
pub(super) struct SimSetup<'a> {
    args: &'a SimArgs,
    pub(super) rules: Arc<Rules>,
    things: Usables,
    kinds: Vec<Strategy>,
    pub(super) layout: Layout,
}

impl<'a> SimSetup<'a> {
    /// Begins a first game, to report errors that would affect all games.
    pub(super) fn new(args: &'a SimArgs, loaded: &LoadedGame) -> Result<Self, Problem> {
        let rules = Arc::clone(&loaded.rules);
        let mut kinds = args.players.clone();
        if kinds.is_empty() {
            kinds = vec![Strategy::Greedy; *rules.seats.end()];
        }
        let game = loaded.begin(kinds.len(), args.seed)?;
        let seats = game.names().iter().zip(&kinds);
        let seated = |(name, kind): (&String, &Strategy)| Seated {
            name: name.clone(),
            seat: kind.word().into(),
        };
        let things = Usables::of(&rules);
        let layout =
            Layout { players: seats.map(seated).collect(), things: things.list().to_vec() };
        Ok(Self { args, rules, things, kinds, layout })
    }

    /// The rules with a script host for one thread.
    pub(super) fn loaded(&self) -> LoadedGame {
        let loaded = LoadedGame::new(Arc::clone(&self.rules), self.args.execution);
        loaded.expect("the rules have been loaded before")
    }

    /// The number of games played at once; `None` for the number of cores.
    pub(super) fn threads(&self) -> Option<u16> {
        self.args.threads
    }

    /// The seed of a game.
    pub(super) fn seed(&self, number: u64) -> u64 {
        self.args.seed.wrapping_add(number)
    }

    /// Plays the game with this number.
    pub(super) fn play(&self, loaded: &LoadedGame, number: u64) -> Result<Row, Problem> {
        let seed = self.seed(number);
        let placed = |problem| match problem {
            Problem::Files(wrong) => Problem::Files(self.in_game(wrong, number)),
            other => other,
        };
        let mut game = loaded.begin(self.kinds.len(), seed).map_err(placed)?;
        game.on_rule_error(self.args.on_rule_error.into());
        game.limit_operations(self.args.limit.operations);
        let seats = self.kinds.iter().enumerate();
        let mut seats: Vec<_> = seats.map(|(seat, kind)| kind.create_seat(seed, seat)).collect();
        sim::play(&mut game, &mut seats, &self.things)
            .map_err(|stop| placed(setup::stopped(&game, stop)))
    }

    /// Adds the number and the seed of a game to its errors, and the command that repeats it.
    fn in_game(&self, mut wrong: Diagnostics, number: u64) -> Diagnostics {
        if let Some(first) = wrong.0.first_mut() {
            let (args, seed) = (self.args, self.seed(number));
            let how = (args.on_rule_error, args.limit, args.execution);
            let repeat = repeat_game(&args.game, (&self.kinds, seed), how);
            first.notes.push(format!("in game {number}, seed {seed}"));
            first.hints.push(format!("`{repeat}` repeats this game"));
        }
        wrong
    }
}
