//! Counters and states: a small dark plate with the number at each hex or place, or with the number
//! or the state beside each piece, where it covers least of other things.

use super::element::{Element, Point, balanced, width};
use super::layout::Layout;
use super::palette::{BRIGHT, INK};
use super::room::{Area, Room};
use crate::board::Place;
use crate::draw::shown_place_counters;
use crate::game::PlayerView;

/// The offset of a plate from the center of a hex.
const OF_HEX: (i32, i32) = (30, -20);
/// The size of a number, and of the name of a state.
const NUMBER: i32 = 12;
const STATE: i32 = 10;
/// The width in which the name of a state is broken into lines.
const LINE: i32 = 64;

/// The plates of all shown counters of hexes, places and pieces, and of states of pieces.
pub(super) fn counters(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let counts = shown_place_counters(view.rules()).flat_map(|kind| {
        let plate = |number: i16| Plate { lines: vec![number.to_string()], size: NUMBER };
        let tip = |number: i16| format!("{}: {number}", kind.name);
        view.counts(kind).map(move |(place, number)| (place, plate(number), tip(number)))
    });
    let states = view.states().filter_map(|(place, state)| {
        let tip = view.piece_name(view.piece(place)?, place);
        Some((place, Plate { lines: balanced(state, STATE, LINE), size: STATE }, tip))
    });
    let mut layer = Element::new("g").set("class", "counters");
    let mut room = Room::of(view, layout);
    for (place, plate, tip) in counts.chain(states) {
        let ground = view.rules().board.ground(place);
        let Some(point) = layout.place(ground) else { continue };
        let area = plate.area(point);
        let candidates = match ground {
            Place::Hex(_) => vec![area.by(OF_HEX), area.by((OF_HEX.0, OF_HEX.1 + area.height()))],
            _ => area.beside(),
        };
        let area = room.take(candidates);
        layer = layer.add(&plate.draw(area.center()).tip(&tip));
    }
    layer
}

/// The text of a plate.
struct Plate {
    lines: Vec<String>,
    size: i32,
}

impl Plate {
    /// The distance between two baselines.
    fn pitch(&self) -> i32 {
        self.size + 1
    }

    /// The area of the plate around a point.
    fn area(&self, center: Point) -> Area {
        let wide = self.lines.iter().map(|line| width(line, self.size)).max().unwrap_or(0) + 9;
        let count = i32::try_from(self.lines.len()).expect("names are short");
        Area::around(center, wide, count * self.pitch() + 2)
    }

    fn draw(&self, center: Point) -> Element {
        let area = self.area(center);
        let rect = Element::new("rect").set("x", area.first.x).set("y", area.first.y);
        let rect = rect.set("width", area.width()).set("height", area.height());
        let mut plate = Element::new("g").add(&rect.set("rx", 4).paint(INK, BRIGHT, 1));
        let mut baseline = Point::new(center.x, area.first.y - 1);
        for line in &self.lines {
            baseline = baseline.by((0, self.pitch()));
            let text = Element::text(baseline, self.size, line).set("fill", BRIGHT);
            plate = plate.add(&text.set("font-weight", "bold"));
        }
        plate
    }
}
