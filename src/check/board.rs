//! Checks whether boards of a scenario have a 6 or 8 next to another 6 or 8.

use std::rc::Rc;
use std::sync::Arc;

use crate::audit::suite::LoadedRules;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::game::Game;
use crate::rules::Rules;
use crate::rules::setup::{Arrangement, FREQUENT, Pool};

/// The number of boards that are set up.
const BOARDS: u64 = 50;

/// Sets up boards of a scenario until one is refused or has two [`FREQUENT`] numbers side by side.
pub(super) fn check(LoadedRules { rules, script }: &LoadedRules) -> Option<Diagnostic> {
    let names = rules.names.last()?;
    let (file, text) = &rules.sources[rules.scenario_source];
    let scenario = Source::new(file, text.as_str());
    (1..=BOARDS).find_map(|seed| {
        let game = match Game::new(Arc::clone(rules), Rc::clone(script), names, seed) {
            Ok(game) => game,
            Err(refused) => {
                return Some(scenario.whole(refused.to_string()).code(Code::BadBoard));
            }
        };
        if is_wanted(rules) {
            return None;
        }
        let numbers = &game.table().numbers();
        let is_red = |hex| FREQUENT.contains(&numbers[hex]);
        let red = rules.board.hexes().iter().filter(|&hex| is_red(hex));
        let mut pairs = red.flat_map(|hex| {
            rules.board.hex(hex).neighbors.iter().flatten().map(move |&other| (hex, other))
        });
        let (one, other) = pairs.find(|&(_, other)| is_red(other))?;
        let (one, other) = (rules.board.hex_name(one), rules.board.hex_name(other));
        let message = format!("two hexes with a 6 or 8 are adjacent: `{one}` and `{other}`");
        let strange = scenario.whole(message).code(Code::RedNumbers);
        let hint = format!("`newcatan board {file} --seed {seed}` draws this board");
        Some(strange.warning().hint(hint))
    })
}

/// Whether the scenario itself says that shuffled numbers do not keep [`FREQUENT`] numbers apart.
fn is_wanted(rules: &Rules) -> bool {
    let is_shuffled = |pool: &Pool| {
        pool.arrangement == Arrangement::Shuffled && !pool.hidden && !pool.numbers.is_empty()
    };
    let keeps_apart = |group: &Vec<u8>| FREQUENT.iter().all(|number| group.contains(number));
    let setup = &rules.setup;
    setup.pools.iter().any(is_shuffled) && !setup.conditions.apart.iter().any(keeps_apart)
}
