//! The players for whom a function of a rule has the highest or the lowest number.

use std::rc::Rc;

use rhai::{Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

use super::call_stack::CallStack;
use super::thing::{Order, Thing};
use super::value::Value;
use crate::table::Player;

/// The names of the functions, and whether the highest number is the best.
const NAMES: [(&str, bool); 2] = [("with_most", true), ("with_fewest", false)];

/// Whether the highest number is the best for the function with this name; `None` for others.
pub(super) fn named(name: &str) -> Option<bool> {
    NAMES.iter().find(|known| known.0 == name).map(|known| known.1)
}

/// The best players so far, with their number.
pub(super) struct BestPlayers {
    wants_most: bool,
    number: Option<i64>,
    players: Vec<Player>,
}

impl BestPlayers {
    pub(super) fn new(wants_most: bool) -> Self {
        Self { wants_most, number: None, players: Vec::new() }
    }

    /// Adds a player with a number.
    pub(super) fn add(&mut self, player: Player, number: i64) {
        let is_better = |best| if self.wants_most { number > best } else { number < best };
        if self.number.is_none_or(is_better) {
            self.number = Some(number);
            self.players.clear();
        }
        if self.number == Some(number) {
            self.players.push(player);
        }
    }

    /// The players as a selection.
    pub(super) fn thing(self) -> Thing {
        Thing::Players(self.players.into_iter().collect())
    }
}

/// The players among whom to find the best; `None` for a value without players.
pub(super) fn players(of: Thing) -> Option<Order> {
    match of {
        Thing::Players(players) => Some(players),
        Thing::Player(player) => Some(Order::from_iter([player])),
        _ => None,
    }
}

/// Registers the functions for the interpreter.
pub(super) fn register(engine: &mut Engine, stack: &Rc<CallStack>) {
    for (name, wants_most) in NAMES {
        let stack = Rc::clone(stack);
        let call = move |context: NativeCallContext, of: &mut Thing, tally: FnPtr| {
            if *of == Thing::Nothing {
                return Ok(Dynamic::from(Thing::Nothing));
            }
            let Some(players) = players(*of) else {
                let message = format!("`{name}` does not apply to {}", of.description());
                return stack
                    .with(context.call_position(), |frame| Err(frame.view().fail(&message, None)));
            };
            let mut best = BestPlayers::new(wants_most);
            for player in players.iter() {
                let number =
                    tally.call_raw(&context, None, [Dynamic::from(Thing::Player(player))])?;
                match Value::from(number) {
                    Value::Number(number) => best.add(player, number),
                    other => {
                        let found = other.description();
                        let message =
                            format!("the function of `{name}` returns {found}, expected a number");
                        return stack.with(context.call_position(), |frame| {
                            Err(frame.view().fail(&message, None))
                        });
                    }
                }
            }
            Ok(Dynamic::from(best.thing()))
        };
        engine.register_fn(name, move |c: NativeCallContext, of: &mut Thing, tally: FnPtr| {
            call(c, of, tally) as Result<Dynamic, Box<EvalAltResult>>
        });
    }
}
