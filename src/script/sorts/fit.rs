//! Which sorts fit where: what a function is called on, what it takes, what can be compared, and
//! what operators make of them.

use crate::diagnostic::Diagnostic;
use crate::rules::Sort;

/// A diagnostic about two sorts with the way to bring them together.
pub(super) fn mismatched(message: String, one: Sort, other: Sort) -> Diagnostic {
    let wrong = Diagnostic::new(message);
    let both = [one, other];
    if both.contains(&Sort::Number) && both.contains(&Sort::Cards) {
        wrong.hint("`total` tells how many cards there are, `of` how many of a kind")
    } else if both.contains(&Sort::Number) && both.into_iter().any(Sort::is_selection) {
        wrong.hint("`count` tells how many there are")
    } else if both == [Sort::Number, Sort::Text] || both == [Sort::Text, Sort::Number] {
        wrong.hint("a text with a number is written `${number}` between backticks")
    } else if both.contains(&Sort::Pieces) && both.contains(&Sort::Places) {
        wrong.hint("`pieces` of places are those that stand there: `me.pieces | places.pieces`")
    } else if both.contains(&Sort::Text) {
        wrong.hint("a text with the name of a thing is written `${thing}` between backticks")
    } else {
        wrong
    }
}

/// What an operator makes of two values; nothing where it never works.
pub(super) fn made(operator: &str, one: Sort, other: Sort) -> Option<Sort> {
    const PLAIN: [Sort; 4] = [Sort::Number, Sort::Truth, Sort::Text, Sort::List];
    let both = [one, other];
    if both.contains(&Sort::Any) || both.contains(&Sort::Unit) {
        return Some(match operator {
            "+" if both.contains(&Sort::Text) => Sort::Text,
            "-" | "&" | "|" if one.is_selection() => one,
            _ => Sort::Any,
        });
    }
    let works = match (operator, both) {
        (_, [Sort::Number, Sort::Number]) | ("&" | "|" | "^", [Sort::Truth, Sort::Truth]) => true,
        ("+" | "-", [Sort::Text, Sort::Text]) | ("+", [Sort::List, Sort::List]) => {
            return Some(one);
        }
        _ if both.iter().any(|sort| PLAIN.contains(sort)) => false,
        ("|", _) if both.contains(&Sort::Cards) => false,
        ("-" | "&" | "|", _) => return combined(one, other),
        _ => false,
    };
    works.then_some(if PLAIN.contains(&one) { one } else { Sort::Any })
}

/// The selection that two values make together, a single thing counted as a selection of one.
fn combined(one: Sort, other: Sort) -> Option<Sort> {
    let selection = |sort: Sort| {
        let is_it = |all: &&Sort| **all == sort || all.member() == sort;
        Sort::ALL.iter().filter(|all| all.is_selection()).find(is_it).copied()
    };
    match (selection(one), selection(other)) {
        (Some(one), Some(other)) => (one == other).then_some(one),
        // A hex or a place: which of them is known only when the rule runs.
        (Some(known), None) if other == Sort::Spot => is_taken(known, other).then_some(known),
        (None, Some(known)) if one == Sort::Spot => is_taken(known, one).then_some(known),
        _ => (one == Sort::Spot && other == Sort::Spot).then_some(Sort::Any),
    }
}

/// Whether an argument of a sort will do.
pub fn is_taken(takes: Sort, found: Sort) -> bool {
    let others: &[Sort] = match takes {
        Sort::Any | Sort::Same => return true,
        Sort::Port | Sort::Terrain => &[Sort::Text, Sort::Resource],
        Sort::Resource
        | Sort::Kind
        | Sort::TerrainName
        | Sort::AreaName
        | Sort::GoodsName
        | Sort::GroupName
        | Sort::CardName
        | Sort::CounterName
        | Sort::MarkName
        | Sort::PileName
        | Sort::Terms => &[Sort::Text],
        Sort::Resources => &[Sort::Resource],
        Sort::Cards => &[Sort::Text, Sort::Number],
        Sort::Players => &[Sort::Player],
        Sort::Markers => &[Sort::Marker],
        Sort::Hex => &[Sort::Spot],
        Sort::Piece => &[Sort::Place, Sort::Spot],
        Sort::Hexes => &[Sort::Hex, Sort::Spot],
        Sort::Place => &[Sort::Piece, Sort::Spot],
        Sort::Spot => &[Sort::Place, Sort::Hex, Sort::Piece],
        Sort::Places => &[Sort::Place, Sort::Spot, Sort::Piece, Sort::Pieces],
        Sort::Spots => {
            use Sort::{Hex, Hexes, Piece, Pieces, Place, Places, Spot};
            &[Place, Spot, Hex, Hexes, Piece, Pieces, Places]
        }
        Sort::Pieces => &[Sort::Piece, Sort::Place, Sort::Spot, Sort::Places],
        _ => &[],
    };
    found == Sort::Any || found == takes || others.contains(&found)
}

/// Whether two values can be equal; a piece is equal to its place.
pub(super) fn is_comparable(one: Sort, other: Sort) -> bool {
    let is_somewhere = |sort| matches!(sort, Sort::Place | Sort::Spot | Sort::Hex | Sort::Piece);
    let is_hex_and_piece = [[one, other], [other, one]].contains(&[Sort::Hex, Sort::Piece]);
    one == other
        || [one, other].contains(&Sort::Any)
        || [one, other].contains(&Sort::Unit)
        || (is_somewhere(one) && is_somewhere(other) && !is_hex_and_piece)
}
