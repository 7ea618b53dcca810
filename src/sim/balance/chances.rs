//! How often players could use things in their turns, and whether they did.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::game::{PlayerView, Refusal};
use crate::seat::{Decision, Seat, Stop};
use crate::sim::usables::Usables;
use crate::table::Step;

/// The decisions about a thing. It is illegal for another reason than its price at all others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// At how many decisions it was legal.
    pub legal: u64,
    /// At how many decisions only its price was in the way.
    pub unaffordable: u64,
    /// How often it was chosen.
    pub chosen: u64,
}

/// The decisions of the players in their own turns, except for answers to questions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chances {
    /// The number of decisions.
    pub decisions: u64,
    /// The chances of each thing, in the order of [`Usables::list`].
    pub things: Vec<Chance>,
}

/// The state at a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Illegal,
    Unaffordable,
    Legal,
}

/// A seat whose chances are counted.
pub(super) struct CountedSeat {
    inner: Box<dyn Seat>,
    things: Rc<Usables>,
    chances: Rc<RefCell<Chances>>,
    /// The things of the last decision, in case it is refused.
    chosen: Vec<usize>,
    /// Whether the next decision repeats a refused one.
    is_repeated: bool,
}

impl Chances {
    pub(super) fn new(things: &Usables) -> Self {
        Self { decisions: 0, things: vec![Chance::default(); things.list().len()] }
    }

    /// Counts what a player may choose.
    fn count_offered(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        things: &Usables,
    ) -> Result<(), Stop> {
        let mut states = vec![State::Illegal; self.things.len()];
        for option in view.unaffordable()? {
            for thing in things.of_option(view.rules(), option) {
                states[thing] = State::Unaffordable;
            }
        }
        for action in legal {
            for thing in things.of_action(view.rules(), action) {
                states[thing] = State::Legal;
            }
        }
        self.decisions += 1;
        for (chance, state) in self.things.iter_mut().zip(states) {
            chance.legal += u64::from(state == State::Legal);
            chance.unaffordable += u64::from(state == State::Unaffordable);
        }
        Ok(())
    }
}

impl CountedSeat {
    pub(super) fn new(
        inner: Box<dyn Seat>,
        things: &Rc<Usables>,
        chances: &Rc<RefCell<Chances>>,
    ) -> Self {
        let (things, chances) = (Rc::clone(things), Rc::clone(chances));
        Self { inner, things, chances, chosen: Vec::new(), is_repeated: false }
    }
}

impl Seat for CountedSeat {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        let wish = self.inner.choose(view, legal)?;
        self.chosen.clear();
        if !is_free(view) {
            return Ok(wish);
        }
        let mut chances = self.chances.borrow_mut();
        if !self.is_repeated {
            chances.count_offered(view, legal, &self.things)?;
        }
        self.is_repeated = false;
        let action = match wish {
            Decision::Act(action) => Some(action),
            Decision::Listed(number) => legal.get(number).copied(),
            Decision::Undo => None,
        };
        if let Some(action) = action {
            self.chosen.extend(self.things.of_action(view.rules(), &action));
            for &thing in &self.chosen {
                chances.things[thing].chosen += 1;
            }
        }
        Ok(wish)
    }

    fn takes_back(&self) -> bool {
        self.inner.takes_back()
    }

    fn complaints(&mut self) -> Vec<String> {
        self.inner.complaints()
    }

    fn end(&mut self, view: &PlayerView<'_>) {
        self.inner.end(view);
    }

    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        let mut chances = self.chances.borrow_mut();
        for thing in self.chosen.drain(..) {
            chances.things[thing].chosen -= 1;
        }
        self.is_repeated = is_free(view);
        self.inner.refused(view, wish, refused);
    }
}

/// Whether a player chooses among all that a turn offers.
fn is_free(view: &PlayerView<'_>) -> bool {
    let is_own = view.viewer() == Some(view.in_turn()) && view.game().question().is_none();
    is_own && view.turn() > 0 && matches!(view.step(), Step::Roll | Step::Act)
}
