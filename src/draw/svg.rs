//! Draws the board as a self-contained SVG file.
//!
//! A picture consists of layers, each drawn by its own module. The look of a thing is derived from
//! its declaration, and its name is only printed next to it. No two things differ in color alone.

pub mod chart;
mod counters;
mod doubles;
mod element;
mod events;
mod heat;
mod land;
mod layout;
mod legend;
mod names;
mod palette;
mod pieces;
mod ports;
mod room;
mod shape;
mod tokens;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::board::{Board, Place};
use crate::game::PlayerView;
use crate::rules::{Failure, ResourceKind};
use element::{Element, Point, fitting};
pub use heat::{BoardOutline, HeatSpot, heat_map};
use layout::Layout;
use palette::{BRIGHT, FAINT, INK};

/// The margin around everything.
const MARGIN: i32 = 24;
/// The height of the title.
const HEAD: i32 = 56;
/// The height of the row for markers outside the board.
const FOOT: i32 = 48;

/// Draws the board with everything on it as an SVG file, with a legend beside it.
///
/// # Errors
/// When a rule that counts points fails.
pub fn picture(view: &PlayerView<'_>, names: bool) -> Result<String, Failure> {
    let layout = Layout::new(&view.rules().board);
    let (first, last) = layout.ends();
    // Leave room for names beside the board.
    let margin = if names { MARGIN + 16 } else { MARGIN };
    let corner = Point::new(last.x + margin + 16, first.y);
    let (legend, height) = legend::legend(view, corner)?;
    let (left, top) = (first.x - margin, first.y - MARGIN - HEAD);
    let outside = pieces::outside(view, Point::new(first.x, last.y + FOOT - 6));
    let foot = if outside.is_empty() { 0 } else { FOOT };
    let width = corner.x + legend::WIDTH + MARGIN - left;
    let height = (last.y + foot).max(corner.y + height) + MARGIN - top;

    let paper = Element::new("rect").set("x", left).set("y", top).set("width", width);
    let mut picture = Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("version", "1.1")
        .set("width", width)
        .set("height", height)
        .set("viewBox", format_args!("{left} {top} {width} {height}"))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .tip(&format!("{}: {}", view.rules().title, legend::standing(view)))
        .add(&paper.set("height", height).set("fill", BRIGHT));
    picture.extend(heading(view, Point::new(first.x, top + MARGIN + 22), width - 2 * MARGIN));
    picture.extend(layers(view, &layout, names));
    picture.extend([outside, legend].into_iter().filter(|layer| !layer.is_empty()));
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{picture}\n"))
}

/// Draws the board with everything on it, without a title and a legend, for a page that shows
/// these itself.
pub fn board_alone(view: &PlayerView<'_>) -> String {
    let layout = Layout::new(&view.rules().board);
    let (first, _) = layout.ends();
    let [left, top, width, height] = frame(&layout);
    let mut picture = Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("{left} {top} {width} {height}"))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle");
    picture.extend(layers(view, &layout, false));
    let outside = pieces::outside(view, Point::new(first.x, top + height - MARGIN));
    picture.extend((!outside.is_empty()).then_some(outside));
    picture.to_string()
}

/// The left and upper edge, the width and the height of a board that is drawn alone, with room for
/// markers outside the board.
fn frame(layout: &Layout) -> [i32; 4] {
    let (first, last) = layout.ends();
    let (left, top) = (first.x - MARGIN, first.y - MARGIN);
    [left, top, last.x + MARGIN - left, last.y + FOOT - top]
}

/// Where the places of a board are in its picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Plan {
    /// The left and upper edge, the width and the height of the picture.
    pub frame: [i32; 4],
    /// The center of each place, by its name.
    pub places: BTreeMap<String, [i32; 2]>,
}

impl Plan {
    /// The plan of a board as [`board_alone`] draws it.
    pub fn of(board: &Board) -> Self {
        let layout = Layout::new(board);
        let hexes = board.hexes().iter().map(Place::Hex);
        let intersections = layout.intersections.iter().map(|at| Place::Intersection(at.thing));
        let borders = layout.borders.iter().map(|at| Place::Border(at.thing));
        let halves = layout.halves.iter().map(|half| Place::Border(half.thing));
        let beside = board.layered_places().map(|(_, place)| place);
        let all = hexes.chain(intersections).chain(borders).chain(halves).chain(beside);
        let named = |place: Place| {
            let point = layout.place(board.ground(place))?;
            Some((board.place_name(place), [point.x, point.y]))
        };
        let places = all.filter_map(named).collect();
        Self { frame: frame(&layout), places }
    }
}

/// The colors of things in the picture of a board, for what is shown beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Colors {
    /// The color of each resource.
    pub resources: BTreeMap<String, &'static str>,
    /// The color of each player's pieces, and that of texts on them.
    pub players: BTreeMap<String, [&'static str; 2]>,
}

impl Colors {
    /// The colors of a game.
    pub fn of(view: &PlayerView<'_>) -> Self {
        let resources = view.rules().resources.iter().enumerate();
        let resource =
            |(index, kind): (usize, &ResourceKind)| (kind.name.clone(), palette::land(index));
        let player = |player| {
            let paint = palette::player(view, player);
            (view.name(player).to_owned(), [paint.fill, paint.ink])
        };
        Self {
            resources: resources.map(resource).collect(),
            players: view.everybody().iter().map(player).collect(),
        }
    }
}

/// The title of the scenario, and the state of the game.
fn heading(view: &PlayerView<'_>, point: Point, room: i32) -> [Element; 2] {
    let title = &view.rules().title;
    let heading = Element::text(point, fitting(title, 26, room), title).set("fill", INK);
    let below = Element::text(point.by((0, 22)), 15, &legend::standing(view)).set("fill", FAINT);
    [heading.set("font-weight", "bold"), below].map(|text| text.set("text-anchor", "start"))
}

/// The layers of the board, starting with the lowest.
fn layers(view: &PlayerView<'_>, layout: &Layout, names: bool) -> Vec<Element> {
    let ports = ports::waters(view, layout);
    let mut layers = vec![
        land::around(layout),
        land::hexes(view, layout),
        doubles::gaps(view, layout),
        doubles::layer(view, layout),
        ports::ports(view, layout),
        land::labels(view, layout, &ports, names),
        land::numbers(view, layout),
        tokens::tokens(view, layout),
        events::events(view, layout),
        pieces::on_borders(view, layout),
        pieces::on_intersections(view, layout),
        pieces::beside_others(view, layout),
        pieces::markers(view, layout),
        counters::counters(view, layout),
    ];
    if names {
        layers.push(names::names(view, layout));
    }
    layers.retain(|layer| !layer.is_empty());
    layers
}
