//! Tokens: a label for each, on the outpost's side of its intersection.

use super::doubles::{Double, doubles};
use super::element::{Element, Spot, fitting, width, wrapped};
use super::layout::Layout;
use super::palette::{self, FAINT, INK, PAPER};
use crate::board::Intersection;
use crate::draw::{blocker, letter, users};
use crate::game::Seen;
use crate::set::Id;
use crate::table::Token;

/// How big the titles are at most, and how wide.
const SIZE: i32 = 10;
const ROOM: i32 = 58;

/// The labels of all tokens on the board.
pub(super) fn tokens(seen: &Seen<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "tokens");
    for Label { token, site, spot, .. } in labels(seen, layout) {
        layer = layer.add(&label(seen, token, site, spot));
    }
    layer
}

/// Where the label of a token lies.
pub(super) struct Label {
    token: Token,
    /// The token's intersection.
    pub(super) place: Intersection,
    /// Where that lies.
    pub(super) site: Spot,
    /// The middle of the label.
    pub(super) spot: Spot,
}

/// Where the labels of all tokens lie.
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
    let rules = seen.rules();
    let rule = rules.rule(rules.token(token).rule);
    let user = seen.everybody().iter().find(|&player| seen.has_access(player, token));
    let blocked = blocker(seen, token);
    let lines = wrapped(&rule.title, SIZE, ROOM);
    let longest = lines.iter().max_by_key(|line| width(line, SIZE)).map_or("", String::as_str);
    let size = fitting(longest, SIZE, ROOM);
    let count = i32::try_from(lines.len()).expect("a short title");
    let (wide, high) = (width(longest, size).max(30) + 6, count * 11 + 3);

    let users = users(seen, token).unwrap_or_else(|| "nobody has access".into());
    let tip = format!("{}: {} ({users})", rule.title, rule.text);
    let line = format!("M{} {}L{} {}", site.x, site.y, spot.x, spot.y);
    let line = Element::new("path").set("d", line).set("stroke", INK).set("stroke-width", 2);
    let dot = Element::new("circle").set("cx", site.x).set("cy", site.y).set("r", 4);
    let mut card = Element::new("rect").set("x", spot.x - wide / 2).set("y", spot.y - high / 2);
    card = card.set("width", wide).set("height", high).set("rx", 5);
    card = card.paint(PAPER, INK, if user.is_some() { 2 } else { 1 });
    if blocked.is_some() {
        card = card.set("stroke-dasharray", "4 3");
    }
    let mut label = Element::new("g").tip(&tip).add(&line).add(&dot.set("fill", INK)).add(&card);
    for (number, text) in (0..).zip(&lines) {
        let at = spot.by((0, 11 * number - (count - 1) * 11 / 2 + 3));
        let mut text = Element::text(at, size, text);
        text = text.set("fill", if blocked.is_some() { FAINT } else { INK });
        if blocked.is_some() {
            text = text.set("text-decoration", "line-through");
        }
        label = label.add(&text);
    }
    if let Some(player) = user {
        let paint = palette::player(seen, player);
        let at = spot.by((wide / 2, -high / 2 + 1));
        let badge = Element::new("circle").set("cx", at.x).set("cy", at.y).set("r", 6);
        let text = Element::text(at.by((0, 3)), 9, &letter(seen, player).to_string());
        label = label.add(&badge.paint(paint.fill, INK, 1));
        label = label.add(&text.set("fill", paint.ink).set("font-weight", "bold"));
    }
    label
}
