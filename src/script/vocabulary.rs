//! The vocabulary of scripts: the single declaration of all verbs, queries and properties, for the
//! interpreter, the checker and the reference.

mod board_verbs;
mod memory;
pub(super) mod overloads;
mod properties;
mod queries;
mod receivers;
#[cfg(test)]
mod tests;
mod verbs;

use super::thing::{Order, Thing};
use super::value::{Value, costs};
use crate::board::{Hex, PiecePlaces, Place};
use crate::game::{Effect, Halt, View};
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Running, Type};
use crate::set::{Id, Set};
use crate::table::{Facets, Player};

/// The maximum number that a function accepts as a count.
const MAX_COUNT: usize = 127;

/// A function of the rule language: a property, a query or a verb.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The types on which it can be called.
    pub of: &'static str,
    /// Its parameters; `None` for a property.
    pub parameters: Option<&'static [&'static str]>,
    /// The types of its arguments.
    pub parameter_types: &'static [Type],
    /// The type of its result.
    pub result_type: Type,
    /// Its description.
    pub text: &'static str,
    /// The facets of the table that it may read.
    pub(super) reads: Facets,
    /// A condition under which it reads fewer facets, and these facets.
    pub(super) reads_less: Option<Less>,
    /// Its result on `NONE`.
    on_none: OnNone,
    pub(super) run: Run,
}

/// A condition under which a function reads only these facets.
pub(super) type Less = (fn(&Query) -> bool, Facets);

/// The implementation of a function.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// A function that reads the game.
    Reads(fn(&Query) -> CallResult),
    /// A function that acts or asks.
    Acts(fn(&mut Command) -> CallResult),
}

/// The result of a function on `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnNone {
    Unit,
    Truth(bool),
    Zero,
    Nothing,
    /// The first argument.
    Argument,
}

impl Function {
    /// Whether it acts or asks, in which case only effects may call it.
    pub fn acts(&self) -> bool {
        matches!(self.run, Run::Acts(_))
    }

    /// Whether the answer has the declared type for this receiver.
    pub(super) fn may_give(&self, of: &Thing, answer: &Value) -> bool {
        let given = answer.type_of();
        match self.result_type {
            Type::Any => true,
            // Missing values are `NONE`, which all functions accept.
            _ if given == Type::Any => true,
            Type::Same => given == of.type_of(),
            Type::Member => of.type_of().member() == given,
            Type::Spot => matches!(given, Type::Place | Type::Hex),
            ty => given == ty.plain(),
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

    /// The type of the result for a receiver of this type.
    pub fn result_type_of(&self, ty: Type) -> Type {
        match self.result_type {
            Type::Same => ty,
            Type::Member => ty.member(),
            ty => ty,
        }
    }
}

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
    pub of: Thing,
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

    /// Fails because the function cannot be called on such a thing.
    pub(super) fn misplaced(&self) -> CallResult {
        let message = format!("`{}` does not apply to {}", self.name, self.of.description());
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

    /// Whether the argument is `NONE`, in which case a verb does nothing.
    fn is_none(&self, number: usize) -> bool {
        self.thing(number) == Some(Thing::Nothing)
    }

    fn text(&self, number: usize) -> Result<&'a str, Halt> {
        self.args[number].text().ok_or_else(|| self.wrong(number, "a string"))
    }

    fn number(&self, number: usize) -> Result<i64, Halt> {
        self.args[number].number().ok_or_else(|| self.wrong(number, "a number"))
    }

    /// A count; negative numbers become 0.
    fn count(&self, number: usize) -> Result<usize, Halt> {
        let count = self.number(number)?.max(0);
        usize::try_from(count).ok().filter(|&count| count <= MAX_COUNT).ok_or_else(|| {
            let message =
                format!("`{}` expects a number up to {MAX_COUNT}, found {count}", self.name);
            self.view().fail(&message, None)
        })
    }

    fn player(&self, number: usize) -> Result<Player, Halt> {
        match self.thing(number) {
            Some(Thing::Player(player)) => Ok(player),
            _ => Err(self.wrong(number, "a player")),
        }
    }

    /// A resource, or the name of one.
    fn resource(&self, number: usize) -> Result<Resource, Halt> {
        let found = match &self.args[number] {
            Value::Thing(Thing::Resource(resource)) => Some(*resource),
            Value::Text(name) => self.view().rules().resource_named(name),
            _ => None,
        };
        found.ok_or_else(|| self.wrong(number, "a resource"))
    }

    fn places(&self, number: usize) -> Result<PiecePlaces, Halt> {
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

    /// The cards that this argument describes, together with the next one if there is one: a bag,
    /// `(kind, count)`, a number of arbitrary cards, or a string such as `"1 ore, 2 any"`.
    fn cards(&self, number: usize) -> Result<Cost, Halt> {
        if self.args.len() == number + 2 {
            let count = self.count(number + 1)?;
            return Ok(Cost::fixed(Resources::of(self.resource(number)?, count)));
        }
        match &self.args[number] {
            Value::Thing(Thing::Cards(cards)) => return Ok(Cost::fixed(*cards)),
            Value::ParsedPrice(price) => return Ok(price.cost),
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
fn answer(value: impl Into<Value>) -> CallResult {
    Ok(value.into())
}

/// Converts a count to an answer.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of all functions")]
fn number(count: usize) -> CallResult {
    Ok(Value::Number(i64::try_from(count).expect("counts are small")))
}

/// The empty answer of verbs.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of all functions")]
fn done() -> CallResult {
    Ok(Value::Unit)
}

/// Calls a query on a receiver of its type.
fn reads<'a, T>(
    call: &Query<'a>,
    of: T,
    run: impl FnOnce(&Query<'a>, T) -> CallResult,
) -> CallResult {
    run(call, of)
}

/// Calls a verb on a receiver of its type.
fn acts<'a, T>(
    call: &mut Command<'a>,
    of: T,
    run: impl FnOnce(&mut Command<'a>, T) -> CallResult,
) -> CallResult {
    run(call, of)
}

/// Declares functions that read or act. Each declaration begins with the types of the receiver, the
/// name, the parameters and the result, and a description. Then come the facets of the table that
/// the function reads (all by default), a condition under which it reads fewer, and the code. The
/// code gets the receiver as a value of its own type. Types with different code are separated by
/// `+`. If the receiver is a player or pieces, a function reads only the pieces of that player, or
/// of the owners of those pieces.
///
/// Called on `NONE`, a verb does nothing. The result is `false` for a boolean, 0 for a number, and
/// otherwise `NONE`; `or` declares another result.
macro_rules! declare {
    ($list:ident, $run:ident; $($of:tt $(+ $other:tt)* . $name:ident $(($($parameter:ident : $ty:ident),*))? -> $result_type:ident $(or $none:tt)? : $text:literal $([$($part:ident),*])? $(if $when:ident [$($less:ident),*])? => $does:expr $(, $other_does:expr)*;)*) => {
        /// The functions of this file.
        pub(super) const $list: &[super::Function] = &[$(super::Function {
            name: stringify!($name),
            of: concat!($of $(, ", ", $other)*),
            parameters: declare!(@parameters $(($($parameter),*))?),
            parameter_types: &[$($(crate::rules::Type::$ty),*)?],
            result_type: crate::rules::Type::$result_type,
            text: $text,
            reads: declare!(@facets $([$($part),*])?),
            reads_less: declare!(@less $($when [$($less),*])?),
            on_none: declare!(@none $result_type $($none)?),
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
    (@facets) => { crate::table::Facets::ALL };
    (@facets [$($part:ident),*]) => { crate::table::Facets::of(&[$(crate::table::Facet::$part),*]) };
    (@less) => { None };
    (@less $when:ident [$($part:ident),*]) => { Some(($when, declare!(@facets [$($part),*]))) };
    (@none $result_type:ident true) => { super::OnNone::Truth(true) };
    (@none $result_type:ident false) => { super::OnNone::Truth(false) };
    (@none $result_type:ident NONE) => { super::OnNone::Nothing };
    (@none $result_type:ident nothing) => { super::OnNone::Unit };
    (@none $result_type:ident argument) => { super::OnNone::Argument };
    (@none Truth) => { super::OnNone::Truth(false) };
    (@none Number) => { super::OnNone::Zero };
    (@none Unit) => { super::OnNone::Unit };
    (@none $result_type:ident) => { super::OnNone::Nothing };
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
    (@receiver "hex, hexes, place, places") => { super::receivers::spots_of };
    (@receiver "hex, piece, pieces, place, places") => { super::receivers::spots_of };
    (@receiver "hex, hexes, piece, pieces, place, places") => { super::receivers::spots_of };
    (@receiver "selection") => { super::receivers::selection };
    (@parameters) => { None };
    (@parameters ($($parameter:ident),*)) => { Some(&[$(stringify!($parameter)),*]) };
}
use declare;
