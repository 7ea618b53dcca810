//! Counters and states: a small dark plate with the number at each hex or place, or with the number
//! or the state beside each piece.

use super::element::{Element, Point, width};
use super::layout::Layout;
use super::palette::{BRIGHT, INK};
use crate::board::Place;
use crate::draw::shown_place_counters;
use crate::game::PlayerView;

/// The offset of a plate from the center of a hex, and from other places.
const OF_HEX: (i32, i32) = (30, -20);
const OF_PLACE: (i32, i32) = (14, -13);
/// The height of a plate, and the size of its number.
const HIGH: i32 = 15;
const SIZE: i32 = 12;

/// The plates of all shown counters of hexes, places and pieces, and of states of pieces.
pub(super) fn counters(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let counts = shown_place_counters(view.rules()).flat_map(|kind| {
        let counts = view.counts(kind);
        counts
            .map(|(place, number)| (place, number.to_string(), format!("{}: {number}", kind.name)))
    });
    let states = view.states().filter_map(|(place, state)| {
        let tip = view.piece_name(view.piece(place)?, place);
        Some((place, state.to_owned(), tip))
    });
    let mut layer = Element::new("g").set("class", "counters");
    let mut drawn: Vec<Place> = Vec::new();
    for (place, text, tip) in counts.chain(states) {
        let Some(point) = point(layout, view.rules().board.ground(place)) else { continue };
        let above = drawn.iter().filter(|&&other| other == place).count();
        let below = i32::try_from(above).expect("there are few counters") * HIGH;
        layer = layer.add(&plate(point.by((0, below)), &text).tip(&tip));
        drawn.push(place);
    }
    layer
}

/// The center of the plates at a place.
fn point(layout: &Layout, place: Place) -> Option<Point> {
    let aside = if matches!(place, Place::Hex(_)) { OF_HEX } else { OF_PLACE };
    Some(layout.place(place)?.by(aside))
}

fn plate(center: Point, text: &str) -> Element {
    let wide = width(text, SIZE) + 9;
    let rect = Element::new("rect").set("x", center.x - wide / 2).set("y", center.y - HIGH / 2);
    let rect = rect.set("width", wide).set("height", HIGH).set("rx", 4).paint(INK, BRIGHT, 1);
    let text = Element::text(center.by((0, 4)), SIZE, text).set("fill", BRIGHT);
    Element::new("g").add(&rect).add(&text.set("font-weight", "bold"))
}
