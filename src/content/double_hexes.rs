//! The double-hexes of a scenario's map: their terrain, the gaps between them, and their tokens.

use std::f64::consts::TAU;

use super::catalog::{Catalog, to_identifier, to_words};
use super::manifest::SpannedString;
use super::map;
use super::scenario::{DoubleHexKeys, Scenario};
use super::tables::Tables;
use crate::board::{Board, Border, Hex, Intersection, Place};
use crate::count::{counted, times};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::{DoubleHexes, Setup, TerrainKind};
use crate::set::{Id, Set};
use crate::table::{Terrain, Token};

/// Marks the gaps, which are borders that count as two. `drawn` contains the cells of double-hexes.
pub(super) fn add_gaps(
    scenario: &Scenario,
    board: &mut Board,
    drawn: Set<Hex>,
    wrong: &mut Diagnostics,
) {
    let mut gaps: Vec<(&SpannedString, Border)> = Vec::new();
    for name in &scenario.board.gaps {
        let Some(border) = wrong.keep(border(scenario, board, drawn, name)) else { continue };
        if gaps.iter().any(|&(_, gap)| gap == border) {
            let message = format!("`{}` is already a gap", name.get_ref());
            wrong.push(scenario.board_error(name, message));
            continue;
        }
        gaps.push((name, border));
    }
    for (name, border) in gaps {
        wrong.keep(board.add_gap(border).map_err(|message| scenario.board_error(name, message)));
    }
}

/// The border with this name, which must be on the coast between double-hexes.
fn border(
    scenario: &Scenario,
    board: &Board,
    drawn: Set<Hex>,
    name: &SpannedString,
) -> Result<Border, Diagnostic> {
    let wrong = |message: String| scenario.board_error(name, message);
    let text = name.get_ref();
    let Place::Border(border) = board.place(text).map_err(wrong)? else {
        let hint = "a gap is a border, such as `B2-nw`";
        return Err(wrong(format!("`{text}` is not a border")).hint(hint));
    };
    let place = board.border(border);
    let land = (place.hexes & board.shore().land()).len();
    if land == 0 {
        return Err(wrong(format!("`{text}` is not next to land")));
    }
    let is_near = |end: Intersection| board.intersection(end).hexes.meets(&drawn);
    let lies_along = place.hexes.meets(&drawn);
    if land > 1 || lies_along || !place.ends.into_iter().any(is_near) {
        let hint = "a gap is a border on the coast where one double-hex ends and another begins";
        return Err(wrong(format!("`{text}` is not between double-hexes")).hint(hint));
    }
    Ok(border)
}

/// Reads the double-hexes. `drawn` contains the cells of double-hexes in the map.
pub(super) fn set_up(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    drawn: Set<Hex>,
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    let Some(doubles) = &scenario.board.double_hexes else {
        if let Some(hex) = drawn.least() {
            let message = "the map has `=` cells, but nothing declares what they show";
            let hint = "write `[board.double_hexes]` with `places` and `kinds`";
            wrong.push(map::cell_error(scenario, board, hex, message.into()).hint(hint));
        }
        return;
    };
    let mut left = drawn;
    let (places, kinds) = (doubles.places.len(), doubles.kinds.get_ref().len());
    for place in &doubles.places {
        let hexes = wrong.keep(double_hex(scenario, board, place, drawn, &mut left));
        setup.double_hexes.places.extend(hexes);
    }
    // An invalid place leaves its cells unused. They are not reported again.
    if let Some(hex) = left.least().filter(|_| setup.double_hexes.places.len() == places) {
        let message = format!("`{}` does not belong to any double-hex", board.hex_name(hex));
        let hint = "add it to `places` in `[board.double_hexes]`";
        wrong.push(map::cell_error(scenario, board, hex, message).hint(hint));
    }
    let all_read = setup.double_hexes.places.len() == places;
    if let Some(first) = doubles.places.first().filter(|_| all_read)
        && !go_clockwise(board, &setup.double_hexes.places)
    {
        let message =
            "the double-hexes, or the two hexes of a double-hex, are not in clockwise order";
        let hint = "start anywhere, and go around the land once: `A2 A3`, then `B5 C6`, and so on";
        wrong.push(scenario.error(first, message).hint(hint));
    }
    if places != kinds {
        let message = format!(
            "the double-hexes have {}, but {}",
            counted(places, "place"),
            counted(kinds, "kind")
        );
        wrong.push(scenario.board_error(&doubles.kinds, message));
    }
    let shown = |word: &SpannedString| terrain(scenario, catalog, word, |kind| !kind.land);
    for word in doubles.kinds.get_ref() {
        setup.double_hexes.kinds.extend(wrong.keep(shown(word)));
    }
    if places == kinds && setup.double_hexes.kinds.len() == kinds {
        for word in &doubles.opposite {
            let kind = wrong.keep(opposite(scenario, catalog, doubles, setup, word));
            setup.double_hexes.opposite.extend(kind);
        }
    }
    setup.double_hexes.shuffled = doubles.shuffled;
}

/// Whether the double-hexes are listed clockwise around the center of the land.
fn go_clockwise(board: &Board, places: &[Vec<Hex>]) -> bool {
    let at = |hex: Hex| {
        let place = board.hex(hex);
        // In units of half a hex's width, the distance between two rows is the square root of 3.
        (f64::from(place.x), f64::from(u32::try_from(place.row).unwrap_or(0)) * 3_f64.sqrt())
    };
    let land = board.shore().land();
    let (mut middle_x, mut middle_y) = (0.0, 0.0);
    for (x, y) in land.iter().map(at) {
        (middle_x, middle_y) = (middle_x + x, middle_y + y);
    }
    let count = f64::from(u32::try_from(land.len()).unwrap_or(1));
    let angle = |hex| {
        let (x, y) = at(hex);
        (y - middle_y / count).atan2(x - middle_x / count)
    };
    let around: Vec<f64> = places.iter().flatten().map(|&hex| angle(hex)).collect();
    let next = around.iter().cycle().skip(1);
    let turned = around.iter().zip(next).map(|(one, other)| (other - one).rem_euclid(TAU));
    turned.sum::<f64>() < 1.5 * TAU
}

/// Parses the two hexes of a double-hex, such as `A2 A3`.
fn double_hex(
    scenario: &Scenario,
    board: &Board,
    place: &SpannedString,
    drawn: Set<Hex>,
    left: &mut Set<Hex>,
) -> Result<Vec<Hex>, Diagnostic> {
    let text = place.get_ref();
    let hexes = text.split_whitespace().map(|name| {
        let word = SpannedString::new(map::within(place, name), name.to_owned());
        let hex = map::hex(scenario, board, &word)?;
        if !drawn.contains(hex) {
            let message = format!("`{name}` is not a cell of a double-hex");
            return Err(scenario
                .board_error(&word, message)
                .hint("the map shows the cells of double-hexes as `=`"));
        }
        if !left.contains(hex) {
            let message = format!("`{name}` already belongs to a double-hex");
            return Err(scenario.board_error(&word, message));
        }
        left.remove(hex);
        Ok(hex)
    });
    let hexes = hexes.collect::<Result<Vec<_>, Diagnostic>>()?;
    match hexes[..] {
        [one, other] if board.hex(one).neighbors.contains(&Some(other)) => Ok(hexes),
        _ => {
            let message = format!("`{text}` is not a double-hex");
            let hint = "write two adjacent hexes in clockwise order, such as `A2 A3`";
            Err(scenario.board_error(place, message).hint(hint))
        }
    }
}

/// Resolves the name of a terrain that a pack declares and that meets a condition.
fn terrain(
    scenario: &Scenario,
    catalog: &Catalog,
    word: &SpannedString,
    fits: impl Fn(&TerrainKind) -> bool,
) -> Result<Terrain, Diagnostic> {
    let name = word.get_ref();
    let known = catalog.terrain(name).filter(|kind| fits(&catalog.terrains[kind.index()]));
    known.ok_or_else(|| {
        let names = catalog.terrains.iter().filter(|kind| fits(kind));
        let names = names.map(|kind| to_identifier(&kind.name));
        scenario
            .board_error(word, format!("`{name}` cannot be shown by a double-hex"))
            .did_you_mean(name, names)
    })
}

/// Resolves a kind whose two double-hexes are opposite each other. If the double-hexes are not
/// shuffled, checks that the two are opposite.
fn opposite(
    scenario: &Scenario,
    catalog: &Catalog,
    keys: &DoubleHexKeys,
    setup: &Setup,
    word: &SpannedString,
) -> Result<Terrain, Diagnostic> {
    let wrong = |message: String| scenario.board_error(word, message);
    let name = word.get_ref();
    let DoubleHexes { kinds, opposite, .. } = &setup.double_hexes;
    let kind = terrain(scenario, catalog, word, |kind| !kind.land)?;
    if opposite.contains(&kind) {
        return Err(wrong(format!("`{name}` is listed twice")));
    }
    let at: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == kind).collect();
    let [one, other] = at[..] else {
        let found = match at.len() {
            0 => "is not listed".into(),
            count => format!("is listed {}", times(count)),
        };
        return Err(wrong(format!(
            "a kind in `opposite` must be listed exactly twice in `kinds`, but `{name}` {found}"
        )));
    };
    if kinds.len() % 2 == 1 {
        return Err(wrong(format!(
            "in a ring of {} double-hexes, no two are opposite each other",
            kinds.len()
        )));
    }
    if !keys.shuffled && other - one != kinds.len() / 2 {
        let message = format!("the two `{name}` double-hexes are not opposite each other");
        let hint = "the places go clockwise around the land: of six, the first and the fourth are opposite";
        return Err(scenario.board_error(&keys.kinds, message).hint(hint));
    }
    Ok(kind)
}

/// The number of land intersections that a double-hex touches.
const SITES: usize = 5;

/// Checks that an outpost with tokens has one for each of its intersections.
fn check_tokens(scenario: &Scenario, catalog: &Catalog, tables: &Tables, wrong: &mut Diagnostics) {
    // Tokens may be missing because of another mistake.
    let doubles = scenario.board.double_hexes.as_ref().filter(|_| wrong.0.is_empty());
    let Some(doubles) = doubles else { return };
    let mut checked: Vec<Terrain> = Vec::new();
    for word in doubles.kinds.get_ref() {
        let Some(outpost) = catalog.terrain(word.get_ref()) else { continue };
        if !catalog.terrains[outpost.index()].outpost || checked.contains(&outpost) {
            continue;
        }
        checked.push(outpost);
        let tokens = tables.tokens.iter().filter(|token| token.outpost == outpost).count();
        if (1..SITES).contains(&tokens) {
            let message = format!("`{}` has only {tokens} of {SITES} benefits", word.get_ref());
            let hint = format!("write another rule with `OUTPOST = \"{}\"`", word.get_ref());
            wrong.push(scenario.board_error(word, message).hint(hint));
        }
    }
}

/// Reads the tokens of the outposts.
pub(super) fn set_up_tokens(
    scenario: &Scenario,
    catalog: &Catalog,
    tables: &Tables,
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    check_tokens(scenario, catalog, tables, wrong);
    for (name, words) in &scenario.board.tokens.0 {
        let outpost = terrain(scenario, catalog, name, |kind| kind.outpost);
        let Some(outpost) = wrong.keep(outpost) else { continue };
        let mut tokens: Vec<Token> = Vec::new();
        for word in words {
            let token = wrong.keep(token(scenario, catalog, tables, outpost, word));
            let Some(token) = token else { continue };
            if tokens.contains(&token) {
                wrong.push(
                    scenario.board_error(word, format!("`{}` is listed twice", word.get_ref())),
                );
            }
            tokens.push(token);
        }
        let places = setup.double_hexes.kinds.iter().filter(|&&kind| kind == outpost).count();
        let (outpost_name, room) = (name.get_ref(), SITES * places);
        if places == 0 {
            wrong.push(
                scenario.board_error(name, format!("the board has no outpost `{outpost_name}`")),
            );
        } else if tokens.len() > room {
            let message = format!(
                "{} are listed for `{outpost_name}`, which has room for {room}",
                counted(tokens.len(), "token")
            );
            wrong.push(scenario.board_error(&words[room.min(words.len() - 1)], message));
        }
        setup.tokens.push((outpost, tokens));
    }
}

fn token(
    scenario: &Scenario,
    catalog: &Catalog,
    tables: &Tables,
    outpost: Terrain,
    word: &SpannedString,
) -> Result<Token, Diagnostic> {
    let name = word.get_ref();
    let found = tables.tokens.iter().position(|token| token.name == to_words(name));
    let Some(found) = found else {
        let known = tables.tokens.iter().filter(|token| token.outpost == outpost);
        let names = known.map(|token| to_identifier(&token.name));
        return Err(scenario
            .error(word, format!("no benefit `{name}` at this outpost"))
            .did_you_mean(name, names));
    };
    let other = tables.tokens[found].outpost;
    if other != outpost {
        let [here, there] = [outpost, other].map(|terrain| &catalog.terrains[terrain.index()].name);
        let message = format!("`{name}` is a benefit of the {there}, not of the {here}");
        return Err(scenario.board_error(word, message));
    }
    Ok(Token::new(found))
}
