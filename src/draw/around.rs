//! What is written below the map: the meaning of its letters, tokens, events and counters.

use std::fmt::Write as _;

use super::canvas::{self, Ink};
use super::{affected, kind_letter, letter, shown_counters, shown_place_counters, titled, users};
use crate::board::{Intersection, Place};
use crate::diagnostic::visible;
use crate::game::PlayerView;
use crate::set::Id;
use crate::table::{Goods, Kind, Marker, OpenHexEvent, Piece, Players, Terrain, Token};

/// The meaning of letters and strokes.
pub(super) fn legend(view: &PlayerView<'_>, colors: bool) -> String {
    let rules = view.rules();
    let players = view.everybody().iter().map(|player| {
        let text = format!("{} {}", letter(view, player), view.name(player));
        canvas::paint(&text, Ink::Of(player), colors)
    });
    let nobody = rules.kinds.iter().any(|kind| kind.neutral).then(|| "* nobody".to_owned());
    let symbol = |kind: Kind| {
        let declared = rules.kind(kind);
        match declared.beside_land {
            Some(false) => format!("~ {}", declared.name),
            _ if declared.on_border => format!("/ {}", declared.name),
            _ => format!("{} {}", kind_letter(rules, kind), declared.name),
        }
    };
    let drawn = |kind: &Kind| !rules.kind(*kind).beside_others;
    let kinds = (0..rules.kinds.len()).map(Kind::new).filter(drawn).map(symbol);
    let markers = rules.markers.iter().enumerate().map(|(index, marker)| {
        let off = view.marker(Marker::new(index)).is_none();
        let off = if off { " off the board" } else { "" };
        format!("({}) {}{off}", marker.symbol, marker.name)
    });
    let gaps =
        (!rules.board.gaps().is_empty()).then(|| ":: a gap: a border in two halves".to_owned());
    let players = players.chain(nobody).collect::<Vec<_>>().join(", ");
    let others = kinds.chain(gaps).chain(markers).collect::<Vec<_>>().join(", ");
    format!("{players}; {}\n", visible(&others))
}

/// The pieces that stand on hexes or beside others: their places and owners.
pub(super) fn beside_others(view: &PlayerView<'_>) -> String {
    let (rules, mut text) = (view.rules(), String::new());
    for (ground, place) in rules.board.layered_places() {
        let Some(piece) = view.piece(place) else { continue };
        let head = if text.is_empty() { "\nOther pieces\n" } else { "" };
        text.push_str(head);
        text.push_str(&piece_line(view, piece, place, ground));
    }
    text
}

/// The pieces of the map in other states than the first one.
pub(super) fn states(view: &PlayerView<'_>) -> String {
    let board = &view.rules().board;
    let on_map = view.states().filter(|&(place, _)| board.layer_of(place).is_none());
    let lines = on_map.filter_map(|(place, _)| Some((place, view.piece(place)?)));
    let lines: String = lines.map(|(place, piece)| piece_line(view, piece, place, place)).collect();
    if lines.is_empty() { lines } else { format!("\nStates\n{lines}") }
}

/// A line with a piece, its owner and the place where it is listed.
fn piece_line(view: &PlayerView<'_>, piece: Piece, place: Place, ground: Place) -> String {
    let (at, owner) = (view.rules().board.place_name(ground), view.name(piece.owner()));
    format!("  {at:<5} {} of {owner}\n", view.piece_name(piece, place))
}

/// The shown counters: the numbers of the game, of players, and at places.
pub(super) fn counters(view: &PlayerView<'_>) -> String {
    let (rules, board) = (view.rules(), &view.rules().board);
    let of_players = shown_counters(rules).map(|kind| {
        let of = |player| match view.count(kind, player) {
            0 => None,
            number if kind.by_player => Some(format!("{} {number}", view.name(player))),
            number => Some(number.to_string()),
        };
        let players = if kind.by_player { view.everybody() } else { Players::first(1) };
        (kind.name.as_str(), players.iter().filter_map(of).collect::<Vec<_>>())
    });
    let of_places = shown_place_counters(rules).map(|kind| {
        let at = |(place, number)| format!("{} {number}", board.place_name(place));
        (kind.name.as_str(), view.counts(kind).map(at).collect::<Vec<_>>())
    });
    listed("Counters", of_players.chain(of_places).collect())
}

/// The goods of players.
pub(super) fn goods(view: &PlayerView<'_>) -> String {
    let goods = view.rules().goods.iter().enumerate().map(|(number, kind)| {
        let of = |player| match view.goods(player, Goods::new(number)) {
            0 => None,
            count => Some(format!("{} {count}", view.name(player))),
        };
        (kind.name.as_str(), view.everybody().iter().filter_map(of).collect())
    });
    listed("Goods", goods.collect())
}

/// A list with a heading: in each line a name and its numbers. Names without numbers are left out.
fn listed(heading: &str, mut lines: Vec<(&str, Vec<String>)>) -> String {
    lines.retain(|(_, numbers)| !numbers.is_empty());
    let widest = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = if lines.is_empty() { String::new() } else { format!("\n{heading}\n") };
    for (name, numbers) in lines {
        writeln!(text, "  {name:<widest$}  {}", numbers.join(", ")).expect("writing cannot fail");
    }
    text
}

/// The revealed events: their places, titles and effects.
pub(super) fn events(view: &PlayerView<'_>) -> String {
    let rules = view.rules();
    let title = |found: &OpenHexEvent| rules.rule(rules.hex_event(found.event).rule).title.as_str();
    let widest = view.events().map(|found| title(found).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (number, found) in view.events().enumerate() {
        let head = if number == 0 { "\nEvents\n" } else { "" };
        let (hex, title) = (rules.board.hex_name(found.hex), title(found));
        let affected = affected(view, found).unwrap_or_default();
        let line = format!("  {hex:<5} {title:<widest$}  {affected}");
        writeln!(text, "{head}{}", line.trim_end()).expect("writing cannot fail");
    }
    text
}

/// The tokens on the board, by outpost: their places, titles, and the players with access.
pub(super) fn tokens(view: &PlayerView<'_>) -> String {
    let rules = view.rules();
    let mut all: Vec<(Token, Intersection)> = (0..rules.tokens.len())
        .map(Token::new)
        .filter_map(|token| Some((token, view.token(token)?)))
        .collect();
    all.sort_by_key(|&(_, site)| site);
    let title = |token: Token| rules.rule(rules.token(token).rule).title.as_str();
    let widest = all.iter().map(|&(token, _)| title(token).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for outpost in (0..rules.terrains.len()).map(Terrain::new) {
        let mut here =
            all.iter().filter(|(token, _)| rules.token(*token).outpost == outpost).peekable();
        if here.peek().is_some() {
            write!(text, "\n{}\n", titled(&rules.terrain(outpost).name))
                .expect("writing cannot fail");
        }
        for &(token, site) in here {
            let (site, title) = (rules.board.intersection_name(site), title(token));
            let users = users(view, token);
            let line = format!("  {site:<5} {title:<widest$}  {}", users.unwrap_or_default());
            writeln!(text, "{}", line.trim_end()).expect("writing cannot fail");
        }
    }
    text
}
