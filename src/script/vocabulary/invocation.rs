//! Calls of functions in scripts, and their arguments.

use crate::board::{Hex, PiecePlaces, Place};
use crate::game::{Effect, Halt, View};
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Running};
use crate::script::known::Meaning;
use crate::script::thing::{Order, Thing};
use crate::script::value::{Value, costs};
use crate::set::{Id, Set};
use crate::table::Player;

/// The maximum number that a function accepts as a count.
const MAX_COUNT: usize = 127;

/// The result of a function.
pub type CallResult = Result<Value, Halt>;

/// A call of a function in a script, with its receiver and arguments.
pub struct Invocation<'a, W> {
    /// The game: a view of it, or an effect on it.
    pub game: W,
    /// The running rule, and the copy of its card.
    pub running: Running,
    /// The name of the function.
    pub name: &'static str,
    /// The receiver.
    pub of: &'a Thing,
    /// Its arguments.
    pub args: &'a [Value],
}

/// Something with a view of a game.
pub trait HasView {
    /// The view.
    fn view(&self) -> View<'_>;
}

impl HasView for View<'_> {
    #[inline]
    fn view(&self) -> View<'_> {
        *self
    }
}

impl HasView for &mut Effect {
    #[inline]
    fn view(&self) -> View<'_> {
        Effect::view(self)
    }
}

/// A call of a property or query.
pub type Query<'a> = Invocation<'a, View<'a>>;
/// A call of a verb.
pub type Command<'a> = Invocation<'a, &'a mut Effect>;

impl<'a, W: HasView> Invocation<'a, W> {
    /// A view of the game.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// Fails because the function cannot be called on such a thing.
    pub(super) fn misplaced(&self) -> CallResult {
        let message = format!("`{}` does not apply to {}", self.name, self.of.description());
        Err(self.view().fail(&message, None))
    }

    pub(super) fn wrong(&self, number: usize, expected: &str) -> Halt {
        let found = self.args[number].description();
        let message = format!("`{}` expects {expected}, found {found}", self.name);
        self.view().fail(&message, None)
    }

    pub(super) fn thing(&self, number: usize) -> Option<Thing> {
        self.args.get(number)?.thing()
    }

    /// Whether the argument is `NONE`, in which case a verb does nothing.
    pub(super) fn is_none(&self, number: usize) -> bool {
        self.thing(number) == Some(Thing::Nothing)
    }

    /// What the argument denotes, if it was looked up when the game was loaded.
    pub(super) fn meaning(&self, number: usize) -> Option<&'a Meaning> {
        match self.args.get(number)? {
            Value::Known(known) => Some(&known.meaning),
            _ => None,
        }
    }

    pub(super) fn text(&self, number: usize) -> Result<&'a str, Halt> {
        self.args[number].text().ok_or_else(|| self.wrong(number, "a string"))
    }

    pub(super) fn number(&self, number: usize) -> Result<i64, Halt> {
        self.args[number].number().ok_or_else(|| self.wrong(number, "a number"))
    }

    /// A count; negative numbers become 0.
    pub(super) fn count(&self, number: usize) -> Result<usize, Halt> {
        let count = self.number(number)?.max(0);
        usize::try_from(count).ok().filter(|&count| count <= MAX_COUNT).ok_or_else(|| {
            let message =
                format!("`{}` expects a number up to {MAX_COUNT}, found {count}", self.name);
            self.view().fail(&message, None)
        })
    }

    pub(super) fn player(&self, number: usize) -> Result<Player, Halt> {
        match self.thing(number) {
            Some(Thing::Player(player)) => Ok(player),
            _ => Err(self.wrong(number, "a player")),
        }
    }

    /// A resource, or the name of one.
    pub(super) fn resource(&self, number: usize) -> Result<Resource, Halt> {
        let found = match (self.thing(number), self.args[number].text()) {
            (Some(Thing::Resource(resource)), _) => Some(resource),
            (_, Some(name)) => self.view().rules().resource_named(name),
            _ => None,
        };
        found.ok_or_else(|| self.wrong(number, "a resource"))
    }

    pub(super) fn places(&self, number: usize) -> Result<PiecePlaces, Halt> {
        match self.thing(number) {
            Some(Thing::Places(places) | Thing::Pieces(places)) => Ok(places),
            Some(Thing::Place(place) | Thing::Piece { place, .. })
                if !matches!(place, Place::Hex(_)) =>
            {
                Ok(PiecePlaces::from_iter([place]))
            }
            Some(Thing::Nothing) => Ok(PiecePlaces::default()),
            _ => Err(self.wrong(number, "places or pieces")),
        }
    }

    pub(super) fn hexes(&self, number: usize) -> Result<Set<Hex>, Halt> {
        match self.thing(number) {
            Some(Thing::Hexes(hexes)) => Ok(hexes),
            Some(Thing::Place(Place::Hex(hex))) => Ok(Set::of(hex)),
            Some(Thing::Nothing) => Ok(Set::EMPTY),
            _ => Err(self.wrong(number, "hexes")),
        }
    }

    pub(super) fn players(&self, number: usize) -> Result<Order, Halt> {
        match self.thing(number) {
            Some(Thing::Players(players)) => Ok(players),
            Some(Thing::Player(player)) => Ok(Order::from_iter([player])),
            Some(Thing::Nothing) => Ok(Order::default()),
            _ => Err(self.wrong(number, "players")),
        }
    }

    pub(super) fn resources(&self, number: usize) -> Result<Vec<Resource>, Halt> {
        let bits = match self.thing(number) {
            Some(Thing::Resources(bits)) => bits,
            Some(Thing::Resource(resource)) => 1 << resource.0,
            Some(Thing::Nothing) => 0,
            _ => return Err(self.wrong(number, "resources")),
        };
        let all = (0..self.view().rules().resources.len()).map(Resource::new);
        Ok(all.filter(|kind| bits >> kind.0 & 1 == 1).collect())
    }

    /// The cards that this argument describes, together with the next one if there is one: a bag,
    /// `(kind, count)`, a number of arbitrary cards, or a string such as `"1 ore, 2 any"`.
    pub(super) fn cards(&self, number: usize) -> Result<Cost, Halt> {
        if self.args.len() == number + 2 {
            let count = self.count(number + 1)?;
            return Ok(Cost::fixed(Resources::of(self.resource(number)?, count)));
        }
        if let Some(Meaning::Cost(cost)) = self.meaning(number) {
            return Ok(*cost);
        }
        match &self.args[number] {
            Value::Thing(Thing::Cards(cards)) => return Ok(Cost::fixed(*cards)),
            Value::Number(_) => {
                let any = u8::try_from(self.count(number)?).expect("fewer than 128 cards");
                let except = self.view().rules().words.choices[0].except;
                return Ok(Cost { any, except, ..Cost::default() });
            }
            _ => {}
        }
        match costs(self.text(number)?, self.view().rules()) {
            Ok(costs) if costs.len() == 1 => Ok(costs[0]),
            Ok(_) => Err(self.view().fail("a choice of payments cannot be made here", None)),
            Err(error) => Err(self.view().fail(&error.message, error.hint.as_deref())),
        }
    }
}

/// Converts a thing, a boolean or a number to an answer.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of all functions")]
pub(super) fn answer(value: impl Into<Value>) -> CallResult {
    Ok(value.into())
}

/// Converts a count to an answer.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of all functions")]
pub(super) fn number(count: usize) -> CallResult {
    Ok(Value::Number(i64::try_from(count).expect("counts are small")))
}

/// The empty answer of verbs.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of all functions")]
pub(super) fn done() -> CallResult {
    Ok(Value::Unit)
}
