//! The double-hexes of a scenario's map, what they show, the gaps between them, and the tokens
//! that lie at them.

use super::catalog::Catalog;
use super::manifest::Word;
use super::map::hex;
use super::scenario::{DoubleHexKeys, Scenario};
use super::tables::Tables;
use crate::board::{Board, Hex, Place};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::Laying;
use crate::set::{Id, Set};
use crate::table::{Terrain, Token};

/// Makes the borders that count as two.
pub(super) fn add_gaps(scenario: &Scenario, board: &mut Board, wrong: &mut Diagnostics) {
    for name in &scenario.keys.board.gaps {
        let border = match board.place(name.get_ref()) {
            Ok(Place::Border(border)) => board.add_gap(border),
            Ok(_) => Err(format!("`{}` is no border", name.get_ref())),
            Err(message) => Err(message),
        };
        wrong.keep(border.map_err(|message| scenario.error(name, message)));
    }
}

/// Reads the double-hexes: `drawn` are the cells that the map gives them.
pub(super) fn lay(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    drawn: Set<Hex>,
    laying: &mut Laying,
    wrong: &mut Diagnostics,
) {
    let keys = &scenario.keys.board;
    let Some(doubles) = &keys.double_hexes else {
        if !drawn.is_empty() {
            let message = "the map has cells `=`, but nothing says what they show";
            let hint = "write `[board.double_hexes]` with `places` and `kinds`";
            wrong.push(scenario.error(&keys.rows, message).hint(hint));
        }
        return;
    };
    let mut left = drawn;
    for place in &doubles.places {
        let hexes = wrong.keep(double_hex(scenario, board, place, &mut left));
        laying.double_hexes.places.extend(hexes);
    }
    if let Some(hex) = left.least().filter(|_| !doubles.places.is_empty()) {
        let message = format!("`{}` belongs to no double-hex", board.hex_name(hex));
        wrong.push(scenario.error(&keys.rows, message));
    }
    let (places, kinds) = (doubles.places.len(), doubles.kinds.get_ref().len());
    if places != kinds {
        let message = format!("there are {places} places for double-hexes, but {kinds} kinds");
        wrong.push(scenario.error(&doubles.kinds, message));
    }
    let shown = |word: &Word| terrain(scenario, catalog, word, |kind| !kind.land);
    for word in doubles.kinds.get_ref() {
        laying.double_hexes.kinds.extend(wrong.keep(shown(word)));
    }
    for word in &doubles.opposite {
        let kind = wrong.keep(shown(word));
        if let Some(kind) = kind {
            wrong.keep(check_opposite(scenario, doubles, laying, word, kind));
            laying.double_hexes.opposite.push(kind);
        }
    }
    laying.double_hexes.shuffled = doubles.shuffled;
}

/// The two hexes of a double-hex, such as `A2 A3`.
fn double_hex(
    scenario: &Scenario,
    board: &Board,
    place: &Word,
    left: &mut Set<Hex>,
) -> Result<Vec<Hex>, Diagnostic> {
    let text = place.get_ref();
    let hexes = text.split_whitespace().map(|name| {
        let start = place.span().start + 1 + (name.as_ptr() as usize - text.as_ptr() as usize);
        let word = toml::Spanned::new(start..start + name.len(), name.to_owned());
        let hex = hex(scenario, board, &word)?;
        if !left.contains(hex) {
            let message = format!("`{name}` is no free cell of a double-hex");
            return Err(scenario.error(&word, message).hint("the map draws them as `=`"));
        }
        left.remove(hex);
        Ok(hex)
    });
    let hexes = hexes.collect::<Result<Vec<_>, Diagnostic>>()?;
    match hexes[..] {
        [one, other] if board.hex(one).neighbors.contains(&Some(other)) => Ok(hexes),
        _ => {
            let message = format!("`{text}` is no double-hex");
            let hint = "write two hexes that adjoin, clockwise, such as `A2 A3`";
            Err(scenario.error(place, message).hint(hint))
        }
    }
}

/// A terrain of the packs.
fn terrain(
    scenario: &Scenario,
    catalog: &Catalog,
    word: &Word,
    fits: impl Fn(&crate::rules::TerrainKind) -> bool,
) -> Result<Terrain, Diagnostic> {
    let name = word.get_ref();
    let known = catalog.terrain(name).filter(|kind| fits(&catalog.terrains[kind.index()]));
    known.ok_or_else(|| {
        let names = catalog.terrains.iter().filter(|kind| fits(kind));
        let names = names.map(|kind| kind.name.as_str());
        scenario.error(word, format!("no double-hex shows `{name}`")).did_you_mean(name, names)
    })
}

/// Kinds that stand opposite to each other are two; fixed ones have to stand so.
fn check_opposite(
    scenario: &Scenario,
    keys: &DoubleHexKeys,
    laying: &Laying,
    word: &Word,
    kind: Terrain,
) -> Result<(), Diagnostic> {
    let kinds = &laying.double_hexes.kinds;
    let at: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == kind).collect();
    let name = word.get_ref();
    let [one, other] = at[..] else {
        let message = format!("only two can be opposite, but `{name}` is there {} times", at.len());
        return Err(scenario.error(word, message));
    };
    if kinds.len() % 2 == 1 {
        let message = format!("of {} double-hexes none are opposite", kinds.len());
        return Err(scenario.error(word, message));
    }
    if !keys.shuffled && other - one != kinds.len() / 2 {
        let message = format!("the two `{name}` are not opposite to each other");
        let hint =
            "the places go clockwise around the land: opposite are the first and the fourth of six";
        return Err(scenario.error(&keys.kinds, message).hint(hint));
    }
    Ok(())
}

/// Reads which tokens lie at the outposts.
pub(super) fn lay_tokens(
    scenario: &Scenario,
    catalog: &Catalog,
    tables: &Tables,
    laying: &mut Laying,
    wrong: &mut Diagnostics,
) {
    for (name, words) in &scenario.keys.board.tokens.0 {
        let outpost = terrain(scenario, catalog, name, |kind| kind.outpost);
        let Some(outpost) = wrong.keep(outpost) else { continue };
        let mut tokens: Vec<Token> = Vec::new();
        for word in words {
            let token = wrong.keep(token(scenario, tables, outpost, word));
            let Some(token) = token else { continue };
            if tokens.contains(&token) {
                wrong.push(scenario.error(word, format!("`{}` lies there twice", word.get_ref())));
            }
            tokens.push(token);
        }
        let places = laying.double_hexes.kinds.iter().filter(|&&kind| kind == outpost).count();
        let room = 5 * places;
        if tokens.len() > room {
            let outpost = name.get_ref();
            let message = format!("{} tokens at `{outpost}`, which has {room}", tokens.len());
            wrong.push(scenario.error(&words[room.min(words.len() - 1)], message));
        }
        laying.tokens.push((outpost, tokens));
    }
}

fn token(
    scenario: &Scenario,
    tables: &Tables,
    outpost: Terrain,
    word: &Word,
) -> Result<Token, Diagnostic> {
    let name = word.get_ref();
    let known = || tables.tokens.iter().filter(|token| token.outpost == outpost);
    let found =
        tables.tokens.iter().position(|token| token.outpost == outpost && token.name == *name);
    found.map(Token::new).ok_or_else(|| {
        let names = known().map(|token| token.name.as_str());
        scenario
            .error(word, format!("no benefit `{name}` of this outpost"))
            .did_you_mean(name, names)
    })
}
