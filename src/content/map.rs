//! Reads the map of a scenario: the board and its set-up.

use std::ops::Range;

use super::catalog::Catalog;
use super::manifest::SpannedString;
use super::scenario::{AreaKeys, NumberKeys, Scenario, ShiftKey};
use super::{double_hexes, ports};
use crate::board::{Board, Cell, Hex, Layout, Place, Shift};
use crate::count::agreeing;
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::rules::{Arrangement, Setup};
use crate::set::{Id, Set};
use crate::table::{HEXES, Marker, Terrain, is_number_marker};

/// The maximum number of areas of a board.
const AREAS: usize = 64;

/// A hex as the map draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MapCell {
    /// A hex whose terrain comes from the pool.
    Open,
    /// Half of a double-hex.
    Double,
    /// A cell that cannot be parsed.
    Unknown,
    /// A hex with a fixed terrain, and perhaps with a number marker.
    Fixed(Terrain, Option<u8>),
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
    let producing = set_up_pool(scenario, catalog, &hexes, &mut setup, wrong);
    set_up_numbers(scenario, &board, producing, &mut setup, wrong);
    if let Some((over, _)) = keys.areas.0.get(AREAS) {
        wrong.push(scenario.board_error(over, format!("a board can have at most {AREAS} areas")));
    }
    for (name, area) in keys.areas.0.iter().take(AREAS) {
        add_area(scenario, &mut board, name, area, wrong);
    }
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
    let mut rows = Vec::new();
    for row in scenario.board.rows.get_ref() {
        let text = row.get_ref();
        let mut cells = Vec::new();
        for word in text.split_whitespace() {
            let drawn = cell(catalog, word).map_err(|(message, hint)| {
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
fn cell(catalog: &Catalog, word: &str) -> Result<Option<MapCell>, (String, String)> {
    match word {
        "." => return Ok(None),
        "?" => return Ok(Some(MapCell::Open)),
        "=" => return Ok(Some(MapCell::Double)),
        _ => {}
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (symbol, number) = word.split_at(digits);
    let terrain = catalog.terrains.iter().position(|kind| kind.symbol == symbol);
    let Some(terrain) = terrain.map(Terrain::new) else {
        let known = catalog.terrains.iter().filter(|kind| !kind.outpost);
        let known = known.map(|kind| format!("`{}` {}", kind.symbol, kind.name));
        let known: Vec<String> = known.collect();
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
    let number = number.parse().ok().filter(|&number| is_number_marker(number));
    let number = number.ok_or_else(|| {
        (
            format!("`{word}` has an invalid number marker"),
            "expected a number from 2 to 12, except 7".into(),
        )
    })?;
    let kind = &catalog.terrains[terrain.index()];
    if kind.yields.is_none() {
        let message =
            format!("`{}` produces nothing, so it cannot have a number marker", kind.name);
        let hint =
            format!("write `{symbol}` alone, or declare what `[terrain.{}]` yields", kind.name);
        return Err((message, hint));
    }
    Ok(Some(MapCell::Fixed(terrain, Some(number))))
}

fn set_up_hexes(hexes: &[MapCell], setup: &mut Setup) {
    for hex in hexes {
        let (terrain, number) = match *hex {
            MapCell::Open | MapCell::Double | MapCell::Unknown => (None, None),
            MapCell::Fixed(terrain, number) => (Some(terrain), number),
        };
        setup.terrain.push(terrain);
        setup.numbers.push(number);
    }
}

/// Reads the terrain pool for the open hexes. Returns the number of producing hexes without a
/// number marker, if all terrain is known.
fn set_up_pool(
    scenario: &Scenario,
    catalog: &Catalog,
    hexes: &[MapCell],
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) -> Option<usize> {
    let keys = &scenario.board;
    let mut is_known = true;
    for (name, count) in &keys.terrain.0 {
        let word = name.get_ref();
        let Some(terrain) = catalog.terrain(word) else {
            let names = catalog.terrains.iter().map(|kind| &kind.name);
            let message = format!("no terrain `{word}`");
            wrong.push(scenario.board_error(name, message).did_you_mean(word, names));
            is_known = false;
            continue;
        };
        let kind = &catalog.terrains[terrain.index()];
        if kind.outpost {
            let message = format!("`{word}` is shown by a double-hex, not by a hex of the pool");
            let hint = "add it to `kinds` in `[board.double_hexes]`";
            wrong.push(scenario.board_error(name, message).hint(hint));
        } else if !kind.land {
            let message = format!("`{word}` is water, so it has to be drawn on the map");
            wrong.push(scenario.board_error(name, message));
        }
        setup.terrain_pool.extend(std::iter::repeat_n(terrain, (*count).min(HEXES)));
    }
    let open = hexes.iter().filter(|&&hex| hex == MapCell::Open).count();
    let found = setup.terrain_pool.len();
    if is_known && open != found {
        let message = format!("the map has {open} open hexes, but the pool has {found}");
        let hint = "each `?` takes a hex from `board.terrain`";
        wrong.push(scenario.board_error(&keys.rows, message).hint(hint));
        is_known = false;
    }
    let yields = |terrain: &Terrain| catalog.terrains[terrain.index()].yields.is_some();
    let drawn = setup.terrain.iter().zip(&setup.numbers);
    let bare =
        drawn.filter(|(terrain, number)| number.is_none() && terrain.is_some_and(|it| yields(&it)));
    let pooled = setup.terrain_pool.iter().filter(|terrain| yields(terrain));
    is_known.then(|| bare.count() + pooled.count())
}

/// Reads the pool of number markers for producing hexes without a number marker.
fn set_up_numbers(
    scenario: &Scenario,
    board: &Board,
    producing: Option<usize>,
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    let keys = &scenario.board;
    let Some(NumberKeys { order, arrangement }) = &keys.numbers else {
        if let Some(open) = producing.filter(|&open| open > 0) {
            let have = agreeing(open, "has", "have");
            let message = format!("{open} of the producing hexes {have} no number marker");
            let hint = "write number markers in the cells, or list them in `board.numbers.order`";
            wrong.push(scenario.board_error(&keys.rows, message).hint(hint));
        }
        return;
    };
    for number in order.get_ref().iter().filter(|number| !is_number_marker(*number.get_ref())) {
        let message = format!("no number marker shows {}", number.get_ref());
        wrong.push(
            scenario.board_error(number, message).hint("expected a number from 2 to 12, except 7"),
        );
    }
    setup.number_pool = order.get_ref().iter().map(|number| *number.get_ref()).collect();
    setup.arrangement = (*arrangement).into();
    let found = setup.number_pool.len();
    if let Some(open) = producing.filter(|&open| open != found) {
        let message = format!("`order` has {found} number markers, expected {open}");
        wrong.push(scenario.board_error(order, message));
    }
    if setup.arrangement == Arrangement::Spiral && board.spiral(0).is_none() {
        let message = "only a hexagonal board has a spiral";
        wrong.push(scenario.board_error(order, message).hint("write `arrangement = \"shuffled\"`"));
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
    let mut hexes: Set<Hex> = Set::EMPTY;
    for row in &area.rows {
        let letter = row.get_ref().bytes().next().filter(|_| row.get_ref().len() == 1);
        let index = letter.map(|letter| usize::from(letter.wrapping_sub(b'A')));
        let Some(index) = index.filter(|&index| index < board.rows()) else {
            let last = char::from(b'A' + u8::try_from(board.rows() - 1).unwrap_or(25));
            let message = format!("no row `{}`: the rows are A to {last}", row.get_ref());
            wrong.push(scenario.board_error(row, message));
            continue;
        };
        hexes |= board.land().iter().filter(|&hex| board.hex(hex).row == index).collect();
    }
    for place in &area.hexes {
        if let Some(hex) = wrong.keep(hex(scenario, board, place)) {
            hexes.insert(hex);
        }
    }
    if hexes.is_empty() && area.rows.is_empty() && area.hexes.is_empty() {
        let message = format!("the area `{}` has no hexes", name.get_ref());
        wrong.push(scenario.board_error(name, message));
    }
    board.add_area(name.get_ref(), hexes);
}

/// The hex with this name.
pub(super) fn hex(scenario: &Scenario, board: &Board, name: &SpannedString) -> Result<Hex> {
    match board.place(name.get_ref()) {
        Ok(Place::Hex(hex)) => Ok(hex),
        Ok(_) => Err(scenario.board_error(name, format!("`{}` is not a hex", name.get_ref()))),
        Err(message) => Err(scenario.board_error(name, message)),
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
        let Some(hex) = wrong.keep(hex(scenario, board, place)) else { continue };
        if !catalog.markers[marker.index()].places.contains(hex) {
            let message = format!("`{word}` cannot be placed at `{}`", place.get_ref());
            wrong.push(scenario.board_error(place, message));
        }
        setup.markers.push((marker, Place::Hex(hex)));
    }
    let doubled = setup.double_hexes.places.iter().flatten().count();
    let open = setup.terrain.iter().filter(|terrain| terrain.is_none()).count();
    // If a terrain cannot be parsed, it may be the missing one.
    let is_whole = open == setup.terrain_pool.len() + doubled;
    for (at, marker) in catalog.markers.iter().enumerate().filter(|_| is_whole) {
        let Some(starts) = marker.starts else { continue };
        let placed = setup.markers.iter().any(|(placed, _)| placed.index() == at);
        let shown = setup.terrain_pool.contains(&starts) || setup.terrain.contains(&Some(starts));
        if !placed && !shown {
            let terrain = &catalog.terrains[starts.index()].name;
            let message =
                format!("`{}` starts on `{terrain}`, but no hex has this terrain", marker.name);
            let hint = format!("write `markers = {{ {} = \"A1\" }}` under `[board]`", marker.name);
            wrong.push(scenario.board_error(&scenario.board.rows, message).hint(hint));
        }
    }
}
