//! Tokens: a label for each, inside the outpost next to its intersection.

use super::doubles::{Double, doubles};
use super::element::{Element, Point, balanced, fitting, width};
use super::layout::Layout;
use super::palette::{self, IDLE, INK, OPEN, Paint};
use crate::board::Intersection;
use crate::draw::{blocker, users};
use crate::game::PlayerView;
use crate::set::Id;
use crate::table::Token;

/// The maximum font size of the titles, and their maximum width.
const SIZE: i32 = 10;
const ROOM: i32 = 60;

/// The labels of all tokens on the board.
pub(super) fn tokens(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "tokens");
    for Label { token, site, point, .. } in labels(view, layout) {
        layer = layer.add(&label(view, token, site, point));
    }
    layer
}

/// The position of a token's label.
pub(super) struct Label {
    token: Token,
    /// The token's intersection.
    pub(super) place: Intersection,
    /// The position of the intersection.
    pub(super) site: Point,
    /// The center of the label.
    pub(super) point: Point,
}

impl Label {
    /// Whether a name at this position would touch the label.
    pub(super) fn covers(&self, name: Point) -> bool {
        let (across, down) = (name.x - self.point.x, name.y - 2 - self.point.y);
        across.abs() < ROOM / 2 + 13 && down.abs() < 17
    }
}

/// The positions of the labels of all tokens.
pub(super) fn labels(view: &PlayerView<'_>, layout: &Layout) -> Vec<Label> {
    let rules = view.rules();
    let doubles = doubles(view, layout);
    let label = |token: Token| {
        let place = view.token(token)?;
        let site = layout.site(place)?;
        let hexes = rules.board.intersection(place).hexes;
        let at = |double: &&Double| {
            let outpost = rules.token(token).outpost;
            double.hexes.iter().any(|&hex| hexes.contains(hex) && view.terrain(hex) == outpost)
        };
        let point = doubles.iter().find(at).map_or(site, |double| double.label(site));
        Some(Label { token, place, site, point })
    };
    (0..rules.tokens.len()).map(Token::new).filter_map(label).collect()
}

/// The label of a token, with a line to its intersection.
fn label(view: &PlayerView<'_>, token: Token, site: Point, point: Point) -> Element {
    let rule = view.rules().rule(view.rules().token(token).rule);
    let users = users(view, token).unwrap_or_else(|| "nobody has access".into());
    let tip = format!("{}: {} ({users})", rule.title, rule.text);
    let line = format!("M{} {}L{} {}", site.x, site.y, point.x, point.y);
    let line = Element::new("path").set("d", line).set("stroke", INK).set("stroke-width", 2);
    let dot = Element::new("circle").set("cx", site.x).set("cy", site.y).set("r", 4);
    let mut label = Element::new("g").tip(&tip).add(&line).add(&dot.set("fill", INK));
    label.extend(card(view, token, &rule.title, point));
    label
}

/// A card with a title, in the color of the player with access, and dashed if a marker blocks the
/// token.
fn card(view: &PlayerView<'_>, token: Token, title: &str, point: Point) -> Vec<Element> {
    let user = view.everybody().iter().find(|&player| view.has_access(player, token));
    let blocked = user.is_none() && blocker(view, token).is_some();
    let paint = user.map_or(if blocked { IDLE } else { OPEN }, |user| palette::player(view, user));
    let rim = if user.is_some() { 2 } else { 1 };
    plate(title, point, paint, rim, if blocked { "4 3" } else { "" })
}

/// A small card with a title on one or more lines.
pub(super) fn plate(
    title: &str,
    point: Point,
    paint: Paint,
    rim: i32,
    dashes: &str,
) -> Vec<Element> {
    let lines = balanced(title, SIZE, ROOM);
    let longest = lines.iter().max_by_key(|line| width(line, SIZE)).map_or("", String::as_str);
    let size = fitting(longest, SIZE, ROOM);
    let count = i32::try_from(lines.len()).expect("the title is short");
    let (wide, high) = (width(longest, size).max(30) + 6, count * 11 + 3);
    let card = Element::new("rect").set("x", point.x - wide / 2).set("y", point.y - high / 2);
    let card = card.set("width", wide).set("height", high).set("rx", 5);
    let card = card.paint(paint.fill, INK, rim);
    let card = if dashes.is_empty() { card } else { card.set("stroke-dasharray", dashes) };
    let line = |(number, line): (i32, &String)| {
        let at = point.by((0, 11 * number - (count - 1) * 11 / 2 + 3));
        Element::text(at, size, line).set("fill", paint.ink)
    };
    std::iter::once(card).chain((0..).zip(&lines).map(line)).collect()
}
