//! Tokens: a label for each, inside the outpost next to its intersection.

use super::doubles::{Double, doubles};
use super::element::{Element, Spot, balanced, fitting, width};
use super::layout::Layout;
use super::palette::{self, IDLE, INK, OPEN, Paint};
use crate::board::Intersection;
use crate::draw::{blocker, users};
use crate::game::Seen;
use crate::set::Id;
use crate::table::Token;

/// The maximum font size of the titles, and their maximum width.
const SIZE: i32 = 10;
const ROOM: i32 = 60;

/// The labels of all tokens on the board.
pub(super) fn tokens(seen: &Seen<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "tokens");
    for Label { token, site, spot, .. } in labels(seen, layout) {
        layer = layer.add(&label(seen, token, site, spot));
    }
    layer
}

/// The position of a token's label.
pub(super) struct Label {
    token: Token,
    /// The token's intersection.
    pub(super) place: Intersection,
    /// The position of the intersection.
    pub(super) site: Spot,
    /// The center of the label.
    pub(super) spot: Spot,
}

impl Label {
    /// Whether a name at this position would touch the label.
    pub(super) fn covers(&self, name: Spot) -> bool {
        let (across, down) = (name.x - self.spot.x, name.y - 2 - self.spot.y);
        across.abs() < ROOM / 2 + 13 && down.abs() < 17
    }
}

/// The positions of the labels of all tokens.
pub(super) fn labels(seen: &Seen<'_>, layout: &Layout) -> Vec<Label> {
    let rules = seen.rules();
    let doubles = doubles(seen, layout);
    let label = |token: Token| {
        let place = seen.token(token)?;
        let site = layout.site(place)?;
        let hexes = rules.board.intersection(place).hexes;
        let at = |double: &&Double| {
            let outpost = rules.token(token).outpost;
            double.hexes.iter().any(|&hex| hexes.contains(hex) && seen.terrain(hex) == outpost)
        };
        let spot = doubles.iter().find(at).map_or(site, |double| double.label(site));
        Some(Label { token, place, site, spot })
    };
    (0..rules.tokens.len()).map(Token::new).filter_map(label).collect()
}

/// The label of a token, with a line to its intersection.
fn label(seen: &Seen<'_>, token: Token, site: Spot, spot: Spot) -> Element {
    let rule = seen.rules().rule(seen.rules().token(token).rule);
    let users = users(seen, token).unwrap_or_else(|| "nobody has access".into());
    let tip = format!("{}: {} ({users})", rule.title, rule.text);
    let line = format!("M{} {}L{} {}", site.x, site.y, spot.x, spot.y);
    let line = Element::new("path").set("d", line).set("stroke", INK).set("stroke-width", 2);
    let dot = Element::new("circle").set("cx", site.x).set("cy", site.y).set("r", 4);
    let mut label = Element::new("g").tip(&tip).add(&line).add(&dot.set("fill", INK));
    label.extend(card(seen, token, &rule.title, spot));
    label
}

/// A card with a title, in the color of the player with access, and dashed if a marker blocks the
/// token.
fn card(seen: &Seen<'_>, token: Token, title: &str, spot: Spot) -> Vec<Element> {
    let user = seen.everybody().iter().find(|&player| seen.has_access(player, token));
    let blocked = user.is_none() && blocker(seen, token).is_some();
    let paint = user.map_or(if blocked { IDLE } else { OPEN }, |user| palette::player(seen, user));
    let rim = if user.is_some() { 2 } else { 1 };
    plate(title, spot, paint, rim, if blocked { "4 3" } else { "" })
}

/// A small card with a title on one or more lines.
pub(super) fn plate(title: &str, spot: Spot, paint: Paint, rim: i32, dashes: &str) -> Vec<Element> {
    let lines = balanced(title, SIZE, ROOM);
    let longest = lines.iter().max_by_key(|line| width(line, SIZE)).map_or("", String::as_str);
    let size = fitting(longest, SIZE, ROOM);
    let count = i32::try_from(lines.len()).expect("the title is short");
    let (wide, high) = (width(longest, size).max(30) + 6, count * 11 + 3);
    let card = Element::new("rect").set("x", spot.x - wide / 2).set("y", spot.y - high / 2);
    let card = card.set("width", wide).set("height", high).set("rx", 5);
    let card = card.paint(paint.fill, INK, rim);
    let card = if dashes.is_empty() { card } else { card.set("stroke-dasharray", dashes) };
    let line = |(number, line): (i32, &String)| {
        let at = spot.by((0, 11 * number - (count - 1) * 11 / 2 + 3));
        Element::text(at, size, line).set("fill", paint.ink)
    };
    std::iter::once(card).chain((0..).zip(&lines).map(line)).collect()
}
