//! Ports, each on the water beside its border, with piers to the border's two intersections.

use std::collections::BTreeSet;

use super::element::{Element, Point, fitting};
use super::layout::{CORNERS, Layout, Positioned, across, toward};
use super::palette::{self, INK, PAPER, PIER};
use crate::board::Hex;
use crate::draw::port_rate;
use crate::game::PlayerView;
use crate::set::Id;
use crate::table::Port;

/// A port at one of its positions in the picture.
struct Harbor {
    port: Port,
    hex: Positioned<Hex>,
    side: usize,
}

/// The ports at all their positions.
fn harbors(view: &PlayerView<'_>, layout: &Layout) -> Vec<Harbor> {
    let board = &view.rules().board;
    let mut harbors = Vec::new();
    for (border, port) in view.ports() {
        let hexes = board.border(border).hexes;
        let Some(land) = (hexes & view.shore().land()).or(hexes).least() else { continue };
        let Some(side) = board.hex(land).sides.iter().position(|&side| side == border) else {
            continue;
        };
        match board.hex(land).neighbors[side] {
            None => harbors.extend(layout.drawn(land).map(|hex| Harbor { port, hex, side })),
            // The first row of a joined board is drawn twice, together with its ports.
            Some(water) => harbors.extend(layout.drawn(water).map(|water| {
                let point = across(water.point, (side + 3) % 6);
                Harbor { port, hex: Positioned { thing: land, point, ..water }, side }
            })),
        }
    }
    harbors
}

/// The centers of the hexes with ports.
pub(super) fn waters(view: &PlayerView<'_>, layout: &Layout) -> BTreeSet<Point> {
    let harbors = harbors(view, layout);
    harbors.iter().map(|harbor| across(harbor.hex.point, harbor.side)).collect()
}

/// All ports.
pub(super) fn ports(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let rules = view.rules();
    let mut layer = Element::new("g").set("class", "ports");
    let harbors = harbors(view, layout);
    for &Harbor { port, hex, side } in &harbors {
        // In the middle of the water, if there is room, away from pieces on the border.
        let water = across(hex.point, side);
        let alone =
            harbors.iter().filter(|one| across(one.hex.point, one.side) == water).count() == 1;
        let center = toward(hex.point, side, if alone { 185 } else { 150 });
        let mut drawn = Element::new("g").muted(hex.again);
        for corner in [side, (side + 1) % 6] {
            let end = hex.point.by(CORNERS[corner]);
            let pier = Element::new("path");
            let pier =
                pier.set("d", format_args!("M{} {}L{} {}", center.x, center.y, end.x, end.y));
            drawn = drawn.add(&pier.set("stroke", PIER).set("stroke-width", 5));
        }
        let rate = port_rate(rules, port);
        let (fill, name) = match port {
            Port::Any => (PAPER, None),
            Port::Of(resource) => {
                let index = resource.index();
                (palette::land(index), Some(&rules.resources[index].name))
            }
        };
        let circle = Element::new("circle").set("cx", center.x).set("cy", center.y).set("r", 23);
        drawn = drawn.add(&circle.paint(fill, PIER, 3));
        let below = if name.is_some() { -2 } else { 5 };
        let text = Element::text(center.by((0, below)), 15, &rate).set("fill", INK);
        drawn = drawn.add(&text.set("font-weight", "bold"));
        if let Some(name) = name {
            let text = Element::text(center.by((0, 12)), fitting(name, 12, 40), name);
            drawn = drawn.add(&text.set("fill", INK));
        }
        layer = layer.add(&drawn);
    }
    layer
}
