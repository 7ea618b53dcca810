//! Reads the map of a scenario: the board and its set-up.

use std::ops::Range;

use super::catalog::Catalog;
use super::manifest::SpannedString;
use super::scenario::{AreaKeys, Scenario, ShiftKey};
use super::{double_hexes, pools, ports};
use crate::board::{Board, Cell, Hex, Layout, PiecePlaces, Place, Shift};
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::rules::Origin;
use crate::rules::setup::{MarkerStart, Setup};
use crate::set::{Id, Set};
use crate::table::{HEXES, Marker, Terrain, is_number_marker};

/// The maximum number of areas of a board.
const AREAS: usize = 64;

/// A hex as the map draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MapCell {
    /// A hex whose terrain comes from a pool: 0 is the pool of `?`, the others follow.
    Pool(usize),
    /// Half of a double-hex.
    Double,
    /// A cell that cannot be parsed.
    Unknown,
    /// A hex with a fixed terrain, and perhaps with a number marker, where 0 means that it has none.
    Fixed(Terrain, Option<u8>),
}

impl MapCell {
    /// The number of the pool from which the terrain comes.
    fn pool(&self) -> Option<usize> {
        match self {
            Self::Pool(number) => Some(*number),
            _ => None,
        }
    }
}

/// Reads the map of a scenario.
pub(super) fn read(
    scenario: &Scenario,
    catalog: &Catalog,
    wrong: &mut Diagnostics,
) -> Option<(Board, Setup)> {
    let keys = &scenario.board;
    let rows = rows(scenario, catalog, wrong);
    let hexes: Vec<MapCell> = rows.iter().flatten().copied().flatten().collect();
    if hexes.contains(&MapCell::Unknown) {
        return None;
    }
    let cell = |drawn: &Option<MapCell>| match drawn {
        None => Cell::Nothing,
        Some(MapCell::Fixed(terrain, _)) if !catalog.terrains[terrain.index()].land => Cell::Water,
        Some(MapCell::Double) => Cell::Water,
        Some(MapCell::Pool(pool)) if pools::is_hidden(scenario, *pool) => Cell::Hidden,
        Some(_) => Cell::Land,
    };
    let layout = Layout {
        rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        shift: match keys.shift {
            ShiftKey::Centered => Shift::Centered,
            ShiftKey::Odd => Shift::Odd,
            ShiftKey::Even => Shift::Even,
        },
        joined: keys.joined.is_some(),
    };
    if hexes.len() > HEXES {
        let message = format!("the map has {} hexes, expected at most {HEXES}", hexes.len());
        wrong.push(scenario.board_error(&keys.rows, message));
        return None;
    }
    let board = layout.board().map_err(|message| scenario.board_error(&keys.rows, message));
    let mut board = wrong.keep(board)?;
    let doubles = hexes.iter().enumerate().filter(|(_, drawn)| **drawn == MapCell::Double);
    let doubles = doubles.map(|(at, _)| Hex::new(at)).collect();
    double_hexes::add_gaps(scenario, &mut board, doubles, wrong);
    let mut setup = Setup::default();
    set_up_hexes(&hexes, &mut setup);
    let is_closed = |hex: &Hex| {
        setup.terrain[hex.index()].is_some_and(|it| catalog.terrains[it.index()].closed)
    };
    board.close(board.hexes().iter().filter(is_closed).collect());
    let pools: Vec<Option<usize>> = hexes.iter().map(MapCell::pool).collect();
    pools::set_up(scenario, catalog, &board, &pools, &mut setup, wrong);
    if let Some((over, _)) = keys.areas.0.get(AREAS) {
        wrong.push(scenario.board_error(over, format!("a board can have at most {AREAS} areas")));
    }
    for (name, area) in keys.areas.0.iter().take(AREAS) {
        add_area(scenario, &mut board, name, area, wrong);
    }
    set_up_start(scenario, &board, &mut setup, wrong);
    double_hexes::set_up(scenario, catalog, &board, doubles, &mut setup, wrong);
    if let Some(ports) = &keys.ports {
        ports::add_ports(scenario, catalog, &mut board, ports, &mut setup, wrong);
    }
    Some((board, setup))
}

/// Parses the rows of the map into cells, each with a hex or nothing.
fn rows(
    scenario: &Scenario,
    catalog: &Catalog,
    wrong: &mut Diagnostics,
) -> Vec<Vec<Option<MapCell>>> {
    let symbols = pools::symbols(scenario, catalog, wrong);
    let mut rows = Vec::new();
    for row in scenario.board.rows.get_ref() {
        let text = row.get_ref();
        let mut cells = Vec::new();
        for word in text.split_whitespace() {
            let drawn = cell(catalog, &symbols, word).map_err(|(message, hint)| {
                scenario.board_source().error(within(row, word), message).hint(hint)
            });
            cells.push(wrong.keep(drawn).unwrap_or(Some(MapCell::Unknown)));
        }
        rows.push(cells);
    }
    rows
}

/// The span of a part of a word within the file.
pub(super) fn within(word: &SpannedString, part: &str) -> Range<usize> {
    let before = part.as_ptr() as usize - word.get_ref().as_ptr() as usize;
    let start = word.span().start + 1 + before;
    start..start + part.len()
}

/// A diagnostic at the cell of a hex.
pub(super) fn cell_error(
    scenario: &Scenario,
    board: &Board,
    hex: Hex,
    message: String,
) -> Diagnostic {
    let place = board.hex(hex);
    let row = &scenario.board.rows.get_ref()[place.row];
    let cell = row.get_ref().split_whitespace().nth(place.column).unwrap_or_default();
    scenario.board_source().error(within(row, cell), message)
}

/// Parses a cell of the map, or returns a message and a hint.
fn cell(
    catalog: &Catalog,
    pools: &[(&str, &SpannedString)],
    word: &str,
) -> Result<Option<MapCell>, (String, String)> {
    match word {
        "." => return Ok(None),
        "?" => return Ok(Some(MapCell::Pool(0))),
        "=" => return Ok(Some(MapCell::Double)),
        _ => {}
    }
    if let Some(at) = pools.iter().position(|(symbol, _)| *symbol == word) {
        return Ok(Some(MapCell::Pool(at + 1)));
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (symbol, number) = word.split_at(digits);
    let terrain = catalog.terrains.iter().position(|kind| kind.symbol == symbol);
    let Some(terrain) = terrain.map(Terrain::new) else {
        let known = catalog.terrains.iter().filter(|kind| !kind.outpost);
        let known = known.map(|kind| format!("`{}` {}", kind.symbol, kind.name));
        let named =
            pools.iter().map(|(symbol, pool)| format!("`{symbol}` a hex of `{}`", pool.get_ref()));
        let known: Vec<String> = known.chain(named).collect();
        let others = "`?` a hex from the pool, `=` half of a double-hex, `.` no hex";
        let hint = format!("cells are {}, {others}", known.join(", "));
        return Err((format!("no terrain has the symbol `{symbol}`"), hint));
    };
    if catalog.terrains[terrain.index()].outpost {
        let name = &catalog.terrains[terrain.index()].name;
        let hint = "draw `=`, and add the outpost to `kinds` in `[board.double_hexes]`";
        return Err((format!("`{name}` is shown by a double-hex, not by a cell"), hint.into()));
    }
    if number.is_empty() {
        return Ok(Some(MapCell::Fixed(terrain, None)));
    }
    let number = number.parse().ok().filter(|&number| number == 0 || is_number_marker(number));
    let number = number.ok_or_else(|| {
        (
            format!("`{word}` has an invalid number marker"),
            "expected a number from 2 to 12, except 7, or 0 for none".into(),
        )
    })?;
    let kind = &catalog.terrains[terrain.index()];
    if !kind.numbered {
        let message =
            format!("`{}` produces nothing, so it cannot have a number marker", kind.name);
        let hint = format!(
            "write `{symbol}` alone, or declare what `[terrain.{}]` yields, or `numbered = true`",
            kind.name
        );
        return Err((message, hint));
    }
    Ok(Some(MapCell::Fixed(terrain, Some(number))))
}

fn set_up_hexes(hexes: &[MapCell], setup: &mut Setup) {
    for hex in hexes {
        let (terrain, number) = match *hex {
            MapCell::Pool(_) | MapCell::Double | MapCell::Unknown => (None, None),
            MapCell::Fixed(terrain, number) => (Some(terrain), number),
        };
        setup.terrain.push(terrain);
        setup.numbers.push(number);
    }
}

/// Adds a named area of the board.
fn add_area(
    scenario: &Scenario,
    board: &mut Board,
    name: &SpannedString,
    area: &AreaKeys,
    wrong: &mut Diagnostics,
) {
    let mut hexes: Vec<Hex> = Vec::new();
    let mut places = PiecePlaces::default();
    for row in &area.rows {
        let letter = row.get_ref().bytes().next().filter(|_| row.get_ref().len() == 1);
        let index = letter.map(|letter| usize::from(letter.wrapping_sub(b'A')));
        let Some(index) = index.filter(|&index| index < board.rows()) else {
            let last = char::from(b'A' + u8::try_from(board.rows() - 1).unwrap_or(25));
            let message = format!("no row `{}`: the rows are A to {last}", row.get_ref());
            wrong.push(scenario.board_error(row, message));
            continue;
        };
        let in_row = |hex: &Hex| board.hex(*hex).row == index && !hexes.contains(hex);
        let row: Vec<Hex> = board.shore().land().iter().filter(in_row).collect();
        hexes.extend(row);
    }
    for place in &area.hexes {
        let known = wrong.keep(hex(scenario, board, place));
        hexes.extend(known.filter(|hex| !hexes.contains(hex)));
    }
    for place in &area.places {
        match board.place(place.get_ref()) {
            Ok(Place::Hex(_)) => {
                let message = format!("`{}` is a hex", place.get_ref());
                wrong.push(scenario.board_error(place, message).hint("add it to `hexes`"));
            }
            Ok(place) => places.insert(place),
            Err(message) => wrong.push(scenario.board_error(place, message)),
        }
    }
    if area.rows.is_empty() && area.hexes.is_empty() && area.places.is_empty() {
        let message = format!("the area `{}` has no hexes and no places", name.get_ref());
        wrong.push(scenario.board_error(name, message));
    }
    board.add_area(name.get_ref(), hexes, places);
}

/// Reads the areas in which the first pieces are placed.
fn set_up_start(scenario: &Scenario, board: &Board, setup: &mut Setup, wrong: &mut Diagnostics) {
    for name in scenario.board.start_in.iter().flatten() {
        let word = name.get_ref();
        let names = board.areas().iter().map(|area| &area.name);
        let unknown = || scenario.board_error(name, format!("no area `{word}`"));
        let area = board.area_named(word);
        let area = area.ok_or_else(|| unknown().did_you_mean(word, names));
        if let Some(area) = wrong.keep(area) {
            let origin = Origin::of(&scenario.board_error(name, ""));
            let (places, _) = setup.start_in.get_or_insert((Set::EMPTY, origin));
            *places |= board.area(area).intersections;
        }
    }
}

/// The hex with this name.
pub(super) fn hex(scenario: &Scenario, board: &Board, name: &SpannedString) -> Result<Hex> {
    match board.place(name.get_ref()) {
        Ok(Place::Hex(hex)) => Ok(hex),
        Ok(_) => Err(scenario.board_error(name, format!("`{}` is not a hex", name.get_ref()))),
        Err(message) => Err(scenario.board_error(name, message)),
    }
}

/// Where a marker starts: on a hex, on the hex with a number, or `outside`.
fn marker_start(scenario: &Scenario, board: &Board, place: &SpannedString) -> Result<MarkerStart> {
    let word = place.get_ref();
    if word == "outside" {
        return Ok(MarkerStart::Outside);
    }
    match word.parse().ok().filter(|&number| is_number_marker(number)) {
        Some(number) => Ok(MarkerStart::OnNumber(number)),
        None => hex(scenario, board, place).map(|hex| MarkerStart::At(Place::Hex(hex))),
    }
}

/// Places markers on the hexes that the scenario names, and checks that there is a hex on which
/// each other marker can start.
pub(super) fn set_up_markers(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    for (name, place) in &scenario.board.markers.0 {
        let word = name.get_ref();
        let known = catalog.markers.iter().position(|marker| marker.name == *word);
        let Some(marker) = known.map(Marker::new) else {
            let names = catalog.markers.iter().map(|marker| &marker.name);
            let message = format!("no marker `{word}`");
            wrong.push(scenario.board_error(name, message).did_you_mean(word, names));
            continue;
        };
        let Some(start) = wrong.keep(marker_start(scenario, board, place)) else { continue };
        let places = catalog.markers[marker.index()].on.hexes(board.shore());
        if matches!(start, MarkerStart::At(Place::Hex(hex)) if !places.contains(hex)) {
            let message = format!("`{word}` cannot be placed at `{}`", place.get_ref());
            wrong.push(scenario.board_error(place, message));
        }
        setup.markers.push((marker, start));
    }
    let doubled = setup.double_hexes.places.iter().flatten().count();
    let open = setup.terrain.iter().filter(|terrain| terrain.is_none()).count();
    // If a terrain cannot be parsed, it may be the missing one.
    let pooled = || setup.pools.iter().flat_map(|pool| &pool.terrain);
    let is_whole = open == pooled().count() + doubled;
    for (at, marker) in catalog.markers.iter().enumerate().filter(|_| is_whole) {
        let Some(starts) = marker.starts else { continue };
        let placed = setup.markers.iter().any(|(placed, _)| placed.index() == at);
        let shown = pooled().any(|it| *it == starts) || setup.terrain.contains(&Some(starts));
        if !placed && !shown {
            let terrain = &catalog.terrains[starts.index()].name;
            let message =
                format!("`{}` starts on `{terrain}`, but no hex has this terrain", marker.name);
            let hint = format!("write `markers = {{ {} = \"A1\" }}` under `[board]`", marker.name);
            wrong.push(scenario.board_error(&scenario.board.rows, message).hint(hint));
        }
    }
}
