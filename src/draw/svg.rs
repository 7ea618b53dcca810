//! The board as a picture: an SVG file that needs nothing but itself.
//!
//! A picture is made of layers, each a module's, one over the other. What a thing looks like
//! follows from what is declared of it; its name is only written beside it, and no color is the
//! only thing that tells two apart.

mod doubles;
mod element;
mod land;
mod layout;
mod legend;
mod names;
mod palette;
mod pieces;
mod ports;
mod shape;
mod tokens;

use crate::game::Seen;
use crate::rules::Failure;
use element::{Element, Spot, fitting};
use layout::Layout;
use palette::{BRIGHT, FAINT, INK};

/// The empty space around everything.
const MARGIN: i32 = 24;
/// The space for the title.
const HEAD: i32 = 56;
/// The space for what lies outside the board.
const FOOT: i32 = 48;

/// Draws the board with all that lies on it as an SVG file, with a legend beside it.
///
/// # Errors
/// When a rule fails that counts points.
pub fn picture(seen: &Seen<'_>, names: bool) -> Result<String, Failure> {
    let rules = seen.rules();
    let layout = Layout::new(&rules.board);
    let (first, last) = layout.ends();
    let corner = Spot::new(last.x + MARGIN + 16, first.y);
    let (legend, height) = legend::legend(seen, corner)?;
    let (left, top) = (first.x - MARGIN, first.y - MARGIN - HEAD);
    let right = corner.x + legend::WIDTH + MARGIN;
    let outside = pieces::outside(seen, Spot::new(first.x, last.y + FOOT - 6));
    let foot = if outside.is_empty() { 0 } else { FOOT };
    let bottom = (last.y + foot).max(corner.y + height) + MARGIN;
    let (width, height) = (right - left, bottom - top);

    let standing = legend::standing(seen);
    let paper = Element::new("rect").set("x", left).set("y", top).set("width", width);
    let title = Spot::new(first.x, top + MARGIN + 22);
    let size = fitting(&rules.title, 26, width - 2 * MARGIN);
    let heading = Element::text(title, size, &rules.title).set("fill", INK);
    let below = Element::text(title.by((0, 22)), 15, &standing).set("fill", FAINT);
    let start = |text: Element| text.set("text-anchor", "start");

    let mut picture = Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("version", "1.1")
        .set("width", width)
        .set("height", height)
        .set("viewBox", format_args!("{left} {top} {width} {height}"))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .tip(&format!("{}: {standing}", rules.title))
        .add(&paper.set("height", height).set("fill", BRIGHT))
        .add(&start(heading).set("font-weight", "bold"))
        .add(&start(below));
    let ports = ports::waters(seen, &layout);
    let mut layers = vec![
        land::around(&layout),
        land::hexes(seen, &layout),
        doubles::gaps(seen, &layout),
        doubles::layer(seen, &layout),
        ports::ports(seen, &layout),
        land::labels(seen, &layout, &ports, names),
        land::numbers(seen, &layout),
        tokens::tokens(seen, &layout),
    ];
    if names {
        layers.push(names::names(seen, &layout));
    }
    layers.extend([
        pieces::on_borders(seen, &layout),
        pieces::on_intersections(seen, &layout),
        pieces::markers(seen, &layout),
        outside,
        legend,
    ]);
    picture.extend(layers.into_iter().filter(|layer| !layer.is_empty()));
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{picture}\n"))
}
