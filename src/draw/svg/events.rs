//! Events: a card on each hex with a revealed event.

use super::doubles::doubles;
use super::element::Element;
use super::layout::Layout;
use super::palette::OPEN;
use super::tokens::plate;
use crate::draw::affected;
use crate::game::PlayerView;

/// The cards of all revealed events.
pub(super) fn events(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let doubles = doubles(view, layout);
    let mut layer = Element::new("g").set("class", "events");
    for found in view.events() {
        let Some(point) = layout.point(found.hex) else { continue };
        let double = doubles.iter().find(|double| double.hexes.contains(&found.hex));
        let point = double.map_or(point, |double| double.outer(point));
        let rule = view.rules().rule(view.rules().hex_event(found.event).rule);
        let affects = affected(view, found).unwrap_or_else(|| "affects nobody".into());
        let tip = format!("{}: {} ({affects})", rule.title, rule.text);
        let mut card = Element::new("g").tip(&tip);
        card.extend(plate(&rule.title, point, OPEN, 1, ""));
        layer = layer.add(&card);
    }
    layer
}
