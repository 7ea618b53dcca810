//! The vocabulary of scripts: every verb, query and property in one declaration, from which the
//! engine, the checker and the reference are made.

mod board_verbs;
pub(super) mod overloads;
mod properties;
mod queries;
mod receivers;
#[cfg(test)]
mod tests;
mod verbs;

use super::thing::{Order, Thing};
use super::value::{Value, costs};
use crate::board::{Hex, Place, Spots};
use crate::game::{Effect, Halt, View};
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Running, Type};
use crate::set::{Id, Set};
use crate::table::{Parts, Player};

/// The most of something that a function can count.
const MOST: usize = 127;

/// A function of the rule language: a property, a query or a verb.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The types on which it can be called.
    pub of: &'static str,
    /// Its parameters; nothing for a property.
    pub parameters: Option<&'static [&'static str]>,
    /// What its arguments are.
    pub takes: &'static [Type],
    /// What it answers.
    pub gives: Type,
    /// What it means.
    pub text: &'static str,
    /// The parts of the table that it may read.
    pub(super) looks: Parts,
    /// When it reads fewer parts, and which.
    pub(super) looks_less: Option<Less>,
    /// What it answers when it is called on `NONE`.
    on_none: OnNone,
    pub(super) run: Run,
}

/// A case in which a function reads these parts alone.
pub(super) type Less = (fn(&Query) -> bool, Parts);

/// What a function does.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// It reads the game.
    Reads(fn(&Query) -> Answer),
    /// It changes or asks something.
    Acts(fn(&mut Command) -> Answer),
}

/// What a function answers when it is called on `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnNone {
    Unit,
    Truth(bool),
    Zero,
    Nothing,
    /// Its first argument.
    Argument,
}

impl Function {
    /// Whether it changes or asks something, so that only effects may call it.
    pub fn acts(&self) -> bool {
        matches!(self.run, Run::Acts(_))
    }

    /// Whether the answer is of the declared type when the function is called on this thing.
    pub(super) fn may_give(&self, of: &Thing, answer: &Value) -> bool {
        let given = answer.type_of();
        match self.gives {
            Type::Any => true,
            // What may be missing is `NONE`, which flows through all functions.
            _ if given == Type::Any => true,
            Type::Same => given == of.type_of(),
            Type::Member => of.type_of().member() == given,
            Type::Spot => matches!(given, Type::Place | Type::Hex),
            gives => given == gives,
        }
    }

    /// Whether the function can be called on values of a type.
    pub fn fits(&self, ty: Type) -> bool {
        self.of.split(", ").any(|of| match of {
            _ if ty == Type::Any => true,
            "selection" => ty.is_selection(),
            "hex" => matches!(ty, Type::Hex | Type::Spot),
            "place" => matches!(ty, Type::Place | Type::Spot),
            _ => of == ty.name(),
        })
    }

    /// The type of the answer when the function is called on a value of a type.
    pub fn gives_of(&self, ty: Type) -> Type {
        match self.gives {
            Type::Same => ty,
            Type::Member => ty.member(),
            gives => gives,
        }
    }
}

/// What a function answers.
pub type Answer = Result<Value, Halt>;

/// A call of a function in a script: on what, with which arguments.
pub struct Invocation<'a, W> {
    /// The game: a view of it, or an effect on it.
    pub game: W,
    /// The rule that runs, and for which copy of its card.
    pub running: Running,
    /// The name of the function.
    pub name: &'static str,
    /// The thing on which it is called.
    pub of: Thing,
    /// Its arguments.
    pub args: &'a [Value],
}

/// Something that has a view of a game.
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

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    let pages = [properties::PROPERTIES, queries::QUERIES, verbs::VERBS, board_verbs::BOARD_VERBS];
    pages.into_iter().flatten()
}

impl<'a, W: HasView> Invocation<'a, W> {
    /// A view of the game.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// Fails since the function cannot be called on such a thing.
    pub(super) fn misplaced(&self) -> Answer {
        let message = format!("`{}` is not said of {}", self.name, self.of.description());
        Err(self.view().fail(&message, None))
    }

    fn wrong(&self, number: usize, expected: &str) -> Halt {
        let found = self.args[number].description();
        let message = format!("`{}` expects {expected}, found {found}", self.name);
        self.view().fail(&message, None)
    }

    fn thing(&self, number: usize) -> Option<Thing> {
        self.args.get(number)?.thing()
    }

    /// Whether the argument is `NONE`, so that a verb does nothing.
    fn is_none(&self, number: usize) -> bool {
        self.thing(number) == Some(Thing::Nothing)
    }

    fn text(&self, number: usize) -> Result<&'a str, Halt> {
        self.args[number].text().ok_or_else(|| self.wrong(number, "a text"))
    }

    fn number(&self, number: usize) -> Result<i64, Halt> {
        self.args[number].number().ok_or_else(|| self.wrong(number, "a number"))
    }

    /// How many of something: what is below zero is none.
    fn count(&self, number: usize) -> Result<usize, Halt> {
        let count = self.number(number)?.max(0);
        usize::try_from(count).ok().filter(|&count| count <= MOST).ok_or_else(|| {
            let message = format!("`{}` expects a number up to {MOST}, found {count}", self.name);
            self.view().fail(&message, None)
        })
    }

    fn player(&self, number: usize) -> Result<Player, Halt> {
        match self.thing(number) {
            Some(Thing::Player(player)) => Ok(player),
            _ => Err(self.wrong(number, "a player")),
        }
    }

    /// A resource, also by its name.
    fn resource(&self, number: usize) -> Result<Resource, Halt> {
        let found = match &self.args[number] {
            Value::Thing(Thing::Resource(resource)) => Some(*resource),
            Value::Text(name) => self.view().rules().resource_named(name),
            _ => None,
        };
        found.ok_or_else(|| self.wrong(number, "a resource"))
    }

    fn spots(&self, number: usize) -> Result<Spots, Halt> {
        match self.thing(number) {
            Some(Thing::Spots(spots) | Thing::Pieces(spots)) => Ok(spots),
            Some(Thing::Place(place) | Thing::Piece { place, .. })
                if !matches!(place, Place::Hex(_)) =>
            {
                Ok(Spots::from_iter([place]))
            }
            Some(Thing::Nothing) => Ok(Spots::default()),
            _ => Err(self.wrong(number, "places or pieces")),
        }
    }

    fn hexes(&self, number: usize) -> Result<Set<Hex>, Halt> {
        match self.thing(number) {
            Some(Thing::Hexes(hexes)) => Ok(hexes),
            Some(Thing::Place(Place::Hex(hex))) => Ok(Set::of(hex)),
            Some(Thing::Nothing) => Ok(Set::EMPTY),
            _ => Err(self.wrong(number, "hexes")),
        }
    }

    fn players(&self, number: usize) -> Result<Order, Halt> {
        match self.thing(number) {
            Some(Thing::Players(players)) => Ok(players),
            Some(Thing::Player(player)) => Ok(Order::from_iter([player])),
            Some(Thing::Nothing) => Ok(Order::default()),
            _ => Err(self.wrong(number, "players")),
        }
    }

    fn resources(&self, number: usize) -> Result<Vec<Resource>, Halt> {
        let bits = match self.thing(number) {
            Some(Thing::Resources(bits)) => bits,
            Some(Thing::Resource(resource)) => 1 << resource.0,
            Some(Thing::Nothing) => 0,
            _ => return Err(self.wrong(number, "resources")),
        };
        let all = (0..self.view().rules().resources.len()).map(Resource::new);
        Ok(all.filter(|kind| bits >> kind.0 & 1 == 1).collect())
    }

    /// The cards of the arguments from this one on: a bag, `(kind, count)`, a number of any cards,
    /// or a text such as `"1 ore, 2 any"`.
    fn cards(&self, number: usize) -> Result<Cost, Halt> {
        if self.args.len() == number + 2 {
            let count = self.count(number + 1)?;
            return Ok(Cost::fixed(Resources::of(self.resource(number)?, count)));
        }
        match &self.args[number] {
            Value::Thing(Thing::Cards(cards)) => return Ok(Cost::fixed(*cards)),
            Value::Price(price) => return Ok(price.cost),
            Value::Number(_) => {
                let any = u8::try_from(self.count(number)?).expect("fewer than 128 cards");
                return Ok(Cost { any, ..Cost::default() });
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

/// A thing, a truth or a number of its own.
#[expect(clippy::unnecessary_wraps, reason = "what every function answers")]
fn answer(value: impl Into<Value>) -> Answer {
    Ok(value.into())
}

/// A number of things.
#[expect(clippy::unnecessary_wraps, reason = "what every function answers")]
fn number(count: usize) -> Answer {
    Ok(Value::Number(i64::try_from(count).expect("a small number")))
}

/// Nothing, for verbs.
#[expect(clippy::unnecessary_wraps, reason = "what every function answers")]
fn done() -> Answer {
    Ok(Value::Unit)
}

/// The answer of a query that is called on a thing of its type.
fn reads<'a, T>(call: &Query<'a>, of: T, run: impl FnOnce(&Query<'a>, T) -> Answer) -> Answer {
    run(call, of)
}

/// The answer of a verb that is called on a thing of its type.
fn acts<'a, T>(
    call: &mut Command<'a>,
    of: T,
    run: impl FnOnce(&mut Command<'a>, T) -> Answer,
) -> Answer {
    run(call, of)
}

/// Declares functions that read or act: the types on which one can be called, its name, parameters
/// and answer, what it does in words, the parts of the table that it reads (all unless stated),
/// when it reads fewer, and its code, which gets a value of the type on which it is called. Types
/// with code of their own are separated by `+`. A function that is called on a player or on pieces
/// reads only the pieces of that player or of their owners.
///
/// Called on `NONE`, a truth is false, a number is 0, a verb does nothing, and all else is `NONE`;
/// `or` states another answer.
macro_rules! declare {
    ($list:ident, $run:ident; $($of:tt $(+ $other:tt)* . $name:ident $(($($parameter:ident : $ty:ident),*))? -> $gives:ident $(or $none:tt)? : $text:literal $([$($part:ident),*])? $(if $when:ident [$($less:ident),*])? => $does:expr $(, $other_does:expr)*;)*) => {
        /// The functions of this file.
        pub(super) const $list: &[super::Function] = &[$(super::Function {
            name: stringify!($name),
            of: concat!($of $(, ", ", $other)*),
            parameters: declare!(@parameters $(($($parameter),*))?),
            takes: &[$($(crate::rules::Type::$ty),*)?],
            gives: crate::rules::Type::$gives,
            text: $text,
            looks: declare!(@parts $([$($part),*])?),
            looks_less: declare!(@less $($when [$($less),*])?),
            on_none: declare!(@none $gives $($none)?),
            run: super::Run::$run(|call| {
                if let Some(of) = declare!(@receiver $of)(super::HasView::view(&call.game), call.of) {
                    declare!(@run $run)(call, of, $does)
                }
                $(else if let Some(of) = declare!(@receiver $other)(super::HasView::view(&call.game), call.of) {
                    declare!(@run $run)(call, of, $other_does)
                })*
                else {
                    call.misplaced()
                }
            }),
        },)*];
    };
    (@parts) => { crate::table::Parts::ALL };
    (@parts [$($part:ident),*]) => { crate::table::Parts::of(&[$(crate::table::Part::$part),*]) };
    (@less) => { None };
    (@less $when:ident [$($part:ident),*]) => { Some(($when, declare!(@parts [$($part),*]))) };
    (@none $gives:ident true) => { super::OnNone::Truth(true) };
    (@none $gives:ident false) => { super::OnNone::Truth(false) };
    (@none $gives:ident NONE) => { super::OnNone::Nothing };
    (@none $gives:ident nothing) => { super::OnNone::Unit };
    (@none $gives:ident argument) => { super::OnNone::Argument };
    (@none Truth) => { super::OnNone::Truth(false) };
    (@none Number) => { super::OnNone::Zero };
    (@none Unit) => { super::OnNone::Unit };
    (@none $gives:ident) => { super::OnNone::Nothing };
    (@run Reads) => { super::reads };
    (@run Acts) => { super::acts };
    (@receiver "game") => { super::receivers::game };
    (@receiver "supply") => { super::receivers::supply };
    (@receiver "player") => { super::receivers::player };
    (@receiver "players") => { super::receivers::players };
    (@receiver "player, players") => { super::receivers::players_of };
    (@receiver "player, game") => { super::receivers::players_of };
    (@receiver "player, players, game") => { super::receivers::players_of };
    (@receiver "cards") => { super::receivers::cards };
    (@receiver "cards, supply") => { super::receivers::cards_of };
    (@receiver "card") => { super::receivers::card };
    (@receiver "marker") => { super::receivers::marker };
    (@receiver "markers") => { super::receivers::markers };
    (@receiver "outposts") => { super::receivers::outposts };
    (@receiver "hex") => { super::receivers::hex };
    (@receiver "hexes") => { super::receivers::hexes };
    (@receiver "place") => { super::receivers::place };
    (@receiver "places") => { super::receivers::places };
    (@receiver "piece") => { super::receivers::piece };
    (@receiver "pieces") => { super::receivers::pieces };
    (@receiver "hex, place") => { super::receivers::place };
    (@receiver "piece, place") => { super::receivers::place_of };
    (@receiver "place, piece") => { super::receivers::place_of };
    (@receiver "hex, place, piece") => { super::receivers::place_of };
    (@receiver "piece, pieces") => { super::receivers::places_of };
    (@receiver "piece, pieces, place") => { super::receivers::places_of };
    (@receiver "selection") => { super::receivers::selection };
    (@parameters) => { None };
    (@parameters ($($parameter:ident),*)) => { Some(&[$(stringify!($parameter)),*]) };
}
use declare;
