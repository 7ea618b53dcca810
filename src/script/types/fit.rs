//! Compatibility of types: receivers, parameters, comparisons and operators.

use crate::diagnostic::Diagnostic;
use crate::rules::Type;

/// A diagnostic about two incompatible types, with a hint for converting them.
pub(super) fn mismatched(message: String, one: Type, other: Type) -> Diagnostic {
    let wrong = Diagnostic::new(message);
    let both = [one, other];
    if both.contains(&Type::Number) && both.contains(&Type::Cards) {
        wrong.hint(
            "`total` returns the total number of cards, and `of` the number of cards of one kind",
        )
    } else if both.contains(&Type::Number) && both.into_iter().any(Type::is_selection) {
        wrong.hint("`count` returns the number of elements")
    } else if both == [Type::Number, Type::Text] || both == [Type::Text, Type::Number] {
        wrong.hint("to put a number into a string, write `${number}` between backticks")
    } else if both.contains(&Type::Pieces) && both.contains(&Type::Places) {
        wrong.hint("`pieces` returns the pieces at the places: `me.pieces | places.pieces`")
    } else if both.contains(&Type::Text) {
        wrong.hint("to insert the name of a thing into text, write `${thing}` between backticks")
    } else {
        wrong
    }
}

/// The result type of an operator; `None` if it always fails.
pub(super) fn made(operator: &str, one: Type, other: Type) -> Option<Type> {
    const PLAIN: [Type; 4] = [Type::Number, Type::Truth, Type::Text, Type::List];
    let both = [one, other];
    if both.contains(&Type::Any) || both.contains(&Type::Unit) {
        return Some(match operator {
            "+" if both.contains(&Type::Text) => Type::Text,
            "-" | "&" | "|" if one.is_selection() => one,
            _ => Type::Any,
        });
    }
    let works = match (operator, both) {
        (_, [Type::Number, Type::Number]) | ("&" | "|" | "^", [Type::Truth, Type::Truth]) => true,
        ("+" | "-", [Type::Text, Type::Text]) | ("+", [Type::List, Type::List]) => {
            return Some(one);
        }
        _ if both.iter().any(|ty| PLAIN.contains(ty)) => false,
        ("|", _) if both.contains(&Type::Cards) => false,
        ("-" | "&" | "|", _) => return combined(operator, one, other),
        _ => false,
    };
    works.then_some(if PLAIN.contains(&one) { one } else { Type::Any })
}

/// The type of two combined selections; a single thing counts as a selection of one.
fn combined(operator: &str, one: Type, other: Type) -> Option<Type> {
    let selection = |ty: Type| {
        let is_it = |all: &&Type| **all == ty || all.member() == ty;
        Type::ALL.iter().filter(|all| all.is_selection()).find(is_it).copied()
    };
    match (selection(one), selection(other)) {
        (Some(one @ (Type::Pieces | Type::Places)), Some(Type::Pieces | Type::Places))
            if operator != "|" =>
        {
            Some(one)
        }
        (Some(one), Some(other)) => (one == other).then_some(one),
        // Whether it is a hex or a place is only known at run time.
        (Some(context), None) if other == Type::Spot => {
            is_accepted(context, other).then_some(context)
        }
        (None, Some(context)) if one == Type::Spot => is_accepted(context, one).then_some(context),
        _ => (one == Type::Spot && other == Type::Spot).then_some(Type::Any),
    }
}

/// Whether a parameter of type `parameter` accepts an argument of type `found`.
pub fn is_accepted(parameter: Type, found: Type) -> bool {
    use Type::{
        Any, AreaName, AwardName, Card, CardName, Cards, CounterName, DeckName, GoodsName,
        GroupName, HeldName, Hex, Hexes, Kind, MarkName, Marker, Markers, Number, OneKind, Piece,
        Pieces, PileName, Place, Places, Player, Players, Port, Resource, Resources, Same, Spot,
        Spots, StateName, Terms, Terrain, TerrainName, Text,
    };
    let others: &[Type] = match parameter {
        Any | Same => return true,
        Port | Terrain => &[Text, Resource],
        CardName | HeldName => &[Text, Card],
        Resource | Kind | TerrainName | AreaName | GoodsName | GroupName | DeckName | AwardName
        | StateName | CounterName | MarkName | PileName | Terms => &[Text],
        Resources => &[Resource],
        OneKind => &[Kind, Text],
        Cards => &[Text, Number],
        Players => &[Player],
        Markers => &[Marker],
        Hex => &[Spot],
        Piece => &[Place, Spot],
        Hexes => &[Hex, Spot],
        Place => &[Piece, Spot],
        Spot => &[Place, Hex, Piece],
        Places => &[Place, Spot, Piece, Pieces],
        Spots => &[Place, Spot, Hex, Hexes, Piece, Pieces, Places],
        Pieces => &[Piece, Place, Spot, Places],
        _ => &[],
    };
    found == Any
        || found == parameter
        || [found, found.plain()].iter().any(|it| parameter == *it || others.contains(it))
}

/// Whether two values can be equal; a piece is equal to its place.
pub(super) fn is_comparable(one: Type, other: Type) -> bool {
    let is_somewhere = |ty| matches!(ty, Type::Place | Type::Spot | Type::Hex | Type::Piece);
    let is_hex_and_piece = [[one, other], [other, one]].contains(&[Type::Hex, Type::Piece]);
    one == other
        || [one, other].contains(&Type::Any)
        || [one, other].contains(&Type::Unit)
        || (is_somewhere(one) && is_somewhere(other) && !is_hex_and_piece)
}
