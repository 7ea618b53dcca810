//! Functions of the rule language, and how they are declared.

use super::invocation::{CallResult, Command, Query};
use crate::rules::Type;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::table::Facets;

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
    pub(in crate::script) reads: Facets,
    /// Determines the facets that a call reads, if they are fewer.
    pub(in crate::script) reads_fewer: Option<fn(&Query) -> Option<Facets>>,
    /// Its result on `NONE`.
    pub(super) on_none: OnNone,
    pub(in crate::script) run: Run,
}

/// The implementation of a function.
#[derive(Clone, Copy)]
pub(in crate::script) enum Run {
    /// A function that reads the game.
    Reads(fn(&Query) -> CallResult),
    /// A function that acts or asks.
    Acts(fn(&mut Command) -> CallResult),
}

/// The result of a function on `NONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OnNone {
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
    pub(in crate::script) fn may_give(&self, of: &Thing, answer: &Value) -> bool {
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
        ty == Type::Any || self.receivers().any(|of| is_one_of(ty, of))
    }

    /// The types on whose values the function can be called.
    pub(super) fn receiver_types(&self) -> impl Iterator<Item = Type> {
        let types = || Type::ALL.iter().copied().filter(|&ty| ty != Type::Any);
        self.receivers().flat_map(move |of| types().filter(move |&ty| is_one_of(ty, of)))
    }

    /// The names of the types on whose values the function can be called.
    fn receivers(&self) -> impl Iterator<Item = &'static str> {
        self.of.split(", ")
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

/// Whether a type is among those that a name of receivers denotes.
fn is_one_of(ty: Type, of: &str) -> bool {
    match of {
        "selection" => ty.is_selection(),
        "hex" => matches!(ty, Type::Hex | Type::Spot),
        "place" => matches!(ty, Type::Place | Type::Spot),
        _ => ty.is_named(of),
    }
}

/// Calls a query on a receiver of its type.
pub(super) fn reads<'a, T>(
    call: &Query<'a>,
    of: T,
    run: impl FnOnce(&Query<'a>, T) -> CallResult,
) -> CallResult {
    run(call, of)
}

/// Calls a verb on a receiver of its type.
pub(super) fn acts<'a, T>(
    call: &mut Command<'a>,
    of: T,
    run: impl FnOnce(&mut Command<'a>, T) -> CallResult,
) -> CallResult {
    run(call, of)
}

/// Declares functions that read or act. Each declaration begins with the types of the receiver, the
/// name, the parameters and the result, and a description. Then come the facets of the table that
/// the function reads (all by default), a function that determines fewer facets for a call, and the
/// code. The code gets the receiver as a value of its own type. Types with different code are
/// separated by `+`. If the receiver is a player, players or pieces, a function reads only the
/// shares of these players, or of the owners of those pieces.
///
/// Called on `NONE`, a verb does nothing. The result is `false` for a boolean, 0 for a number, and
/// otherwise `NONE`; `or` declares another result.
macro_rules! declare {
    ($list:ident, $run:ident; $($of:tt $(+ $other:tt)* . $name:ident $(($($parameter:ident : $ty:ident),*))? -> $result_type:ident $(or $none:tt)? : $text:literal $([$($part:ident),*])? $(fewer $fewer:ident)? => $does:expr $(, $other_does:expr)*;)*) => {
        /// The functions of this file.
        pub(super) const $list: &[super::function::Function] = &[$(super::function::Function {
            name: stringify!($name),
            of: concat!($of $(, ", ", $other)*),
            parameters: declare!(@parameters $(($($parameter),*))?),
            parameter_types: &[$($(crate::rules::Type::$ty),*)?],
            result_type: crate::rules::Type::$result_type,
            text: $text,
            reads: declare!(@facets $([$($part),*])?),
            reads_fewer: declare!(@fewer $($fewer)?),
            on_none: declare!(@none $result_type $($none)?),
            run: super::function::Run::$run(|call| {
                if let Some(of) = declare!(@receiver $of)(super::invocation::HasView::view(&call.game), call.of) {
                    declare!(@run $run)(call, of, $does)
                }
                $(else if let Some(of) = declare!(@receiver $other)(super::invocation::HasView::view(&call.game), call.of) {
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
    (@fewer) => { None };
    (@fewer $fewer:ident) => { Some($fewer) };
    (@none $result_type:ident true) => { super::function::OnNone::Truth(true) };
    (@none $result_type:ident false) => { super::function::OnNone::Truth(false) };
    (@none $result_type:ident NONE) => { super::function::OnNone::Nothing };
    (@none $result_type:ident nothing) => { super::function::OnNone::Unit };
    (@none $result_type:ident argument) => { super::function::OnNone::Argument };
    (@none Truth) => { super::function::OnNone::Truth(false) };
    (@none Number) => { super::function::OnNone::Zero };
    (@none Unit) => { super::function::OnNone::Unit };
    (@none $result_type:ident) => { super::function::OnNone::Nothing };
    (@run Reads) => { super::function::reads };
    (@run Acts) => { super::function::acts };
    (@receiver "game") => { super::receivers::game };
    (@receiver "supply") => { super::receivers::supply };
    (@receiver "player") => { super::receivers::player };
    (@receiver "players") => { super::receivers::players };
    (@receiver "player, players") => { super::receivers::players_of };
    (@receiver "player, game") => { super::receivers::players_of };
    (@receiver "player, players, game") => { super::receivers::players_of };
    (@receiver "cards") => { super::receivers::cards };
    (@receiver "cards, supply") => { super::receivers::cards_of };
    (@receiver "kind") => { super::receivers::kind };
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
pub(super) use declare;
