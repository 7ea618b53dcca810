//! The pools of a scenario's map: the terrain and the number markers that are drawn.

use super::catalog::Catalog;
use super::manifest::SpannedString;
use super::scenario::{BoardKeys, NumberKeys, Scenario};
use super::toml_file::{NamedEntries, Spanned};
use crate::board::{Board, Hex};
use crate::count::agreeing;
use crate::diagnostic::{Diagnostics, Source};
use crate::rules::setup::{Arrangement, Pool, Setup};
use crate::set::Id;
use crate::table::{HEXES, Terrain, is_number_marker};

/// Reads the pools: first the one of the hexes `?`, then the others in the order of the scenario.
/// `drawn` contains the number of each hex's pool.
pub(super) fn set_up(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    drawn: &[Option<usize>],
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    let (keys, source) = (&scenario.board, scenario.board_source());
    let (before, mut others) = (wrong.0.len(), board.hexes());
    let own = std::iter::once(&keys.terrain);
    for (at, terrain) in own.chain(keys.pools.0.iter().map(|(_, pool)| &pool.terrain)).enumerate() {
        let terrain = terrain_pool(scenario, catalog, terrain, wrong);
        let is = |hex: &Hex| drawn[hex.index()] == Some(at);
        let hexes = board.hexes().iter().filter(is).collect();
        setup.pools.push(Pool { hexes, terrain, ..Pool::default() });
    }
    let are_named = wrong.0.len() == before;
    for (at, (_, keys)) in keys.pools.0.iter().enumerate() {
        let pool = &mut setup.pools[at + 1];
        if let Some(cover) =
            keys.hidden.as_ref().and_then(|name| cover(scenario, catalog, name, wrong))
        {
            pool.hidden = true;
            for hex in pool.hexes {
                setup.terrain[hex.index()] = Some(cover);
            }
        }
        if let Some(numbers) = &keys.numbers {
            pool.numbers = number_markers(source, numbers.get_ref(), wrong);
            pool.numbered = pool.hexes;
            others -= pool.hexes;
        }
    }
    setup.pools[0].numbered = others;
    if let Some(NumberKeys { order, arrangement }) = &keys.numbers {
        setup.pools[0].numbers = number_markers(source, order.get_ref(), wrong);
        setup.pools[0].arrangement = (*arrangement).into();
        if setup.pools[0].arrangement == Arrangement::Spiral && board.spiral(0).is_none() {
            let message = "only a hexagonal board has a spiral";
            let hint = "write `arrangement = \"shuffled\"`";
            wrong.push(scenario.board_error(order, message).hint(hint));
        }
    }
    if are_named && is_terrain_complete(scenario, setup, wrong) {
        count_numbers(scenario, catalog, setup, wrong);
    }
}

/// Whether the hexes of the pool with this number are hidden at first.
pub(super) fn is_hidden(scenario: &Scenario, pool: usize) -> bool {
    let keys = pool.checked_sub(1).and_then(|at| scenario.board.pools.0.get(at));
    keys.is_some_and(|(_, keys)| keys.hidden.is_some())
}

/// The terrain that the hexes of a hidden pool show at first.
fn cover(
    scenario: &Scenario,
    catalog: &Catalog,
    name: &SpannedString,
    wrong: &mut Diagnostics,
) -> Option<Terrain> {
    let word = name.get_ref();
    let known = catalog.terrain(word).filter(|kind| catalog.terrains[kind.index()].hidden);
    if known.is_none() {
        let names = catalog.terrains.iter().filter(|kind| kind.hidden).map(|kind| &kind.name);
        let message = format!("no terrain `{word}` is declared with `hidden = true`");
        wrong.push(scenario.board_error(name, message).did_you_mean(word, names));
    }
    known
}

/// The terrain of a pool.
fn terrain_pool(
    scenario: &Scenario,
    catalog: &Catalog,
    keys: &NamedEntries<usize>,
    wrong: &mut Diagnostics,
) -> Vec<Terrain> {
    let mut pool = Vec::new();
    for (name, count) in &keys.0 {
        let word = name.get_ref();
        let Some(terrain) = catalog.terrain(word) else {
            let names = catalog.terrains.iter().map(|kind| &kind.name);
            let message = format!("no terrain `{word}`");
            wrong.push(scenario.board_error(name, message).did_you_mean(word, names));
            continue;
        };
        let kind = &catalog.terrains[terrain.index()];
        if kind.outpost {
            let message = format!("`{word}` is shown by a double-hex, not by a hex of the pool");
            let hint = "add it to `kinds` in `[board.double_hexes]`";
            wrong.push(scenario.board_error(name, message).hint(hint));
        } else if kind.hidden {
            let message = format!("`{word}` covers hidden hexes, so no pool contains it");
            wrong.push(scenario.board_error(name, message));
        }
        pool.extend(std::iter::repeat_n(terrain, (*count).min(HEXES)));
    }
    pool
}

/// The number markers of a list.
pub(super) fn number_markers(
    source: &Source,
    keys: &[Spanned<u8>],
    wrong: &mut Diagnostics,
) -> Vec<u8> {
    for number in keys.iter().filter(|number| !is_number_marker(*number.get_ref())) {
        let message = format!("no number marker shows {}", number.get_ref());
        let hint = "expected a number from 2 to 12, except 7";
        wrong.push(source.error(number.span(), message).hint(hint));
    }
    keys.iter().map(|number| *number.get_ref()).collect()
}

/// Checks that each pool has as much terrain as hexes.
fn is_terrain_complete(scenario: &Scenario, setup: &Setup, wrong: &mut Diagnostics) -> bool {
    let before = wrong.0.len();
    let BoardKeys { rows, pools, .. } = &scenario.board;
    let named = pools.0.iter().map(|(name, pool)| (name, pool.symbol.get_ref().as_str()));
    let mut keys = std::iter::once(None).chain(named.map(Some));
    for pool in &setup.pools {
        let key = keys.next().flatten();
        let (open, found) = (pool.hexes.len(), pool.terrain.len());
        if open == found {
            continue;
        }
        wrong.push(match key {
            None => {
                let message = format!("the map has {open} open hexes, but the pool has {found}");
                let hint = "each `?` takes a hex from `board.terrain`";
                scenario.board_error(rows, message).hint(hint)
            }
            Some((name, symbol)) => {
                let message =
                    format!("the map has {open} hexes `{symbol}`, but the pool has {found}");
                scenario.board_error(name, message)
            }
        });
    }
    wrong.0.len() == before
}

/// Checks that each pool has as many number markers as hexes that take one.
fn count_numbers(scenario: &Scenario, catalog: &Catalog, setup: &Setup, wrong: &mut Diagnostics) {
    let BoardKeys { rows, pools, numbers, .. } = &scenario.board;
    let takes = |terrain: &Terrain| catalog.terrains[terrain.index()].numbered;
    let open = |group: &Pool| {
        let drawn = setup.terrain.iter().zip(&setup.numbers).enumerate();
        let bare = drawn.filter(|(at, (terrain, number))| {
            group.numbered.contains(Hex::new(*at))
                && number.is_none()
                && terrain.as_ref().is_some_and(takes)
        });
        let inside = |pool: &&Pool| (pool.hexes - group.numbered).is_empty();
        let pooled = setup.pools.iter().filter(inside).flat_map(|pool| &pool.terrain);
        bare.count() + pooled.filter(|terrain| takes(terrain)).count()
    };
    let mut expect = |group: &Pool, at: &Spanned<Vec<Spanned<u8>>>, key: &str| {
        let (open, found) = (open(group), group.numbers.len());
        if open != found {
            let message = format!("`{key}` has {found} number markers, expected {open}");
            wrong.push(scenario.board_error(at, message));
        }
    };
    for ((_, keys), pool) in pools.0.iter().zip(&setup.pools[1..]) {
        if let Some(numbers) = &keys.numbers {
            expect(pool, numbers, "numbers");
        }
    }
    let open = open(&setup.pools[0]);
    match numbers {
        Some(keys) => expect(&setup.pools[0], &keys.order, "order"),
        None if open > 0 => {
            let have = agreeing(open, "has", "have");
            let message = format!("{open} of the producing hexes {have} no number marker");
            let hint = "write number markers in the cells, or list them in `board.numbers.order`";
            wrong.push(scenario.board_error(rows, message).hint(hint));
        }
        None => {}
    }
}

/// Checks the symbols of pools, and returns the valid ones with the names of their pools.
pub(super) fn symbols<'a>(
    scenario: &'a Scenario,
    catalog: &Catalog,
    wrong: &mut Diagnostics,
) -> Vec<(&'a str, &'a SpannedString)> {
    let mut symbols: Vec<(&str, &SpannedString)> = Vec::new();
    for (name, keys) in &scenario.board.pools.0 {
        let symbol = keys.symbol.get_ref().as_str();
        let terrain = catalog.terrains.iter().find(|kind| kind.symbol == symbol);
        let pool = symbols.iter().find(|(other, _)| *other == symbol);
        let taken = match (terrain, pool) {
            (Some(kind), _) => Some(format!("the terrain `{}`", kind.name)),
            (None, Some((_, other))) => Some(format!("the pool `{}`", other.get_ref())),
            (None, None) => None,
        };
        if !super::catalog::is_symbol(symbol) {
            let message = format!("`{symbol}` cannot be the symbol of a pool");
            let hint = "choose a letter that no terrain uses";
            wrong.push(scenario.board_error(&keys.symbol, message).hint(hint));
        } else if let Some(taken) = taken {
            let message = format!("`{symbol}` is already the symbol of {taken}");
            let hint = "choose a letter that no terrain uses";
            wrong.push(scenario.board_error(&keys.symbol, message).hint(hint));
        }
        symbols.push((symbol, name));
    }
    symbols
}
