//! Events: a card on each hex with a revealed event.

use super::doubles::doubles;
use super::element::Element;
use super::layout::Layout;
use super::palette::OPEN;
use super::tokens::plate;
use crate::draw::affected;
use crate::game::Seen;

/// The cards of all revealed events.
pub(super) fn events(seen: &Seen<'_>, layout: &Layout) -> Element {
    let doubles = doubles(seen, layout);
    let mut layer = Element::new("g").set("class", "events");
    for found in seen.events() {
        let Some(spot) = layout.spot(found.hex) else { continue };
        let double = doubles.iter().find(|double| double.hexes.contains(&found.hex));
        let spot = double.map_or(spot, |double| double.outer(spot));
        let rule = seen.rules().rule(seen.rules().hex_event(found.event).rule);
        let affects = affected(seen, found).unwrap_or_else(|| "affects nobody".into());
        let tip = format!("{}: {} ({affects})", rule.title, rule.text);
        let mut card = Element::new("g").tip(&tip);
        card.extend(plate(&rule.title, spot, OPEN, 1, ""));
        layer = layer.add(&card);
    }
    layer
}
