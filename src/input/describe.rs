//! What matters about an action: the hexes at a place with their numbers, ports, and whose buildings
//! a marker would reach.

use crate::action::{Action, Choice};
use crate::board::{Border, Hex, Intersection, Place};
use crate::chance::DicePairs;
use crate::count::counted;
use crate::draw::port_label;
use crate::game::PlayerView;
use crate::set::{Id, Set};

/// The words for what matters about an action, and the pips of its place.
pub(super) fn describe(view: &PlayerView<'_>, action: &Action) -> (String, usize) {
    match *action {
        Action::Build { place, .. } => of_place(view, view.rules().board.ground(place)),
        Action::Choose(Choice::Piece(place)) => of_piece(view, place),
        Action::Move { place, .. } => (of_target(view, place), 0),
        Action::Choose(Choice::Intersection(at)) => of_place(view, Place::Intersection(at)),
        Action::Choose(Choice::Hex(hex)) => (of_target(view, Place::Hex(hex)), 0),
        Action::Take { from: Some(from) } => (counted(view.hand_size(from), "card"), 0),
        _ => (String::new(), 0),
    }
}

/// The words for a place of a piece, and its pips.
fn of_place(view: &PlayerView<'_>, place: Place) -> (String, usize) {
    match place {
        Place::Hex(hex) => of_hexes(view, [hex].into_iter().collect()),
        Place::Intersection(at) => of_intersection(view, at),
        Place::Border(border) => (of_border(view, border), 0),
    }
}

/// The owner and the kind of a piece with its state, and if it produces, the words for its place.
fn of_piece(view: &PlayerView<'_>, place: Place) -> (String, usize) {
    let ground = view.rules().board.ground(place);
    let Some(piece) = view.piece(place) else { return of_place(view, ground) };
    let name = format!("{} {}", view.name(piece.owner()), view.piece_name(piece, place));
    if !view.rules().kind(piece.kind()).is_productive() {
        return (name, 0);
    }
    let (words, pips) = of_place(view, ground);
    (if words.is_empty() { name } else { format!("{name}; {words}") }, pips)
}

/// The token, the port and the hexes at an intersection, and their pips.
fn of_intersection(view: &PlayerView<'_>, at: Intersection) -> (String, usize) {
    let rules = view.rules();
    let (hexes, pips) = of_hexes(view, rules.board.intersection(at).hexes);
    let token = view.token_at(at).map(|token| rules.token(token).name.clone());
    let is_beside = |border: Border| rules.board.border(border).ends.contains(&at);
    let ports = view.ports().filter(|&(border, _)| is_beside(border));
    let ports = ports.map(|(_, port)| format!("port {}", port_label(rules, port)));
    let parts = token.into_iter().chain(ports).chain((!hexes.is_empty()).then_some(hexes));
    (parts.collect::<Vec<_>>().join("; "), pips)
}

/// The hexes with numbers, those with the most pips first, the other land, and the sum of the pips.
fn of_hexes(view: &PlayerView<'_>, hexes: Set<Hex>) -> (String, usize) {
    let mut parts: Vec<(usize, String)> =
        hexes.iter().filter_map(|hex| Some((pips(view, hex), of_hex(view, hex)?))).collect();
    parts.sort_by_key(|&(pips, _)| std::cmp::Reverse(pips));
    let sum = parts.iter().map(|(pips, _)| pips).sum();
    let names: Vec<String> = parts.into_iter().map(|(_, name)| name).collect();
    let pips = if sum > 0 { format!(": {}", counted(sum, "pip")) } else { String::new() };
    (format!("{}{pips}", names.join(", ")), sum)
}

/// The product or terrain of a hex and its number; `None` for water without a number.
fn of_hex(view: &PlayerView<'_>, hex: Hex) -> Option<String> {
    let rules = view.rules();
    let terrain = rules.terrain(view.terrain(hex));
    let number = terrain.numbers_in_words(view.number(hex));
    let product = terrain.yields.map(|kind| &rules.resources[kind.index()].name);
    let name = product.unwrap_or(&terrain.name);
    match number.as_str() {
        "" => terrain.land.then(|| name.clone()),
        number => Some(format!("{name} {number}")),
    }
}

/// The number of pairs of dice that let a hex produce.
fn pips(view: &PlayerView<'_>, hex: Hex) -> usize {
    let terrain = view.rules().terrain(view.terrain(hex));
    let number = [view.number(hex)];
    let numbers = if number == [0] { &terrain.numbers[..] } else { &number };
    numbers.iter().map(|&number| DicePairs::with_sum(number).count()).sum()
}

/// Where a border leads, if the viewer is at its other end only and nothing stands there.
fn of_border(view: &PlayerView<'_>, border: Border) -> String {
    let Some(viewer) = view.viewer() else { return String::new() };
    let board = &view.rules().board;
    let own = view.intersections(viewer);
    let routes = view.borders(viewer);
    let is_far = |end: &&Intersection| {
        !own.contains(**end) && (board.intersection(**end).borders & routes).is_empty()
    };
    let ends = board.border(border).ends;
    match ends.iter().filter(is_far).collect::<Vec<_>>()[..] {
        [&end] if view.piece(Place::Intersection(end)).is_none() => {
            let (words, _) = of_intersection(view, end);
            let at = board.intersection_name(end);
            if words.is_empty() {
                format!("towards {at}")
            } else {
                format!("towards {at}: {words}")
            }
        }
        _ => String::new(),
    }
}

/// The words for the target of a marker: what it is, and the buildings there.
fn of_target(view: &PlayerView<'_>, place: Place) -> String {
    let board = &view.rules().board;
    let (what, at) = match place {
        Place::Hex(hex) => (of_hex(view, hex).unwrap_or_default(), board.hex(hex).corners.to_vec()),
        Place::Intersection(at) => (of_intersection(view, at).0, vec![at]),
        Place::Border(_) => return String::new(),
    };
    let building = |at: Intersection| {
        let place = Place::Intersection(at);
        let piece = view.piece(place)?;
        Some(format!("{} {}", view.name(piece.owner()), view.piece_name(piece, place)))
    };
    let buildings: Vec<String> = at.into_iter().filter_map(building).collect();
    match (what.as_str(), buildings.join(", ")) {
        (_, buildings) if buildings.is_empty() => what,
        ("", buildings) => buildings,
        (what, buildings) => format!("{what}: {buildings}"),
    }
}
