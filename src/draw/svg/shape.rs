//! The shapes of pieces and markers.
//!
//! The shape of a kind is declared, or derived from its declaration, never from its name.

use super::element::{Element, Point};
use super::layout::Half;
use super::palette::{BRIGHT, INK, MARKER, Paint};
use crate::rules::Rules;
use crate::set::{Id, Set};
use crate::table::Kind;

/// The shape of a kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape<'a> {
    /// The outline that its pack declares.
    Own(&'a str),
    /// A route on land: a bar along the border.
    Bar,
    /// A route on water: a hull along the border.
    Hull,
    /// Any other piece on a border.
    Diamond,
    /// A building that replaces no other.
    House,
    /// A building that replaces another.
    Towers,
    /// A building that replaces a building of the previous shape.
    Castle,
    /// Any other piece on an intersection: a pentagon that points to the right.
    Tent,
}

impl<'a> Shape<'a> {
    /// The shape of a kind.
    pub(super) fn of(rules: &'a Rules, kind: Kind) -> Self {
        let declared = rules.kind(kind);
        if let Some(path) = &declared.shape {
            return Self::Own(path);
        }
        match (declared.on_border, declared.is_route, declared.is_building) {
            (true, true, _) if declared.beside_land == Some(false) => Self::Hull,
            (true, true, _) => Self::Bar,
            (true, false, _) => Self::Diamond,
            (false, _, false) => Self::Tent,
            (false, _, true) => match storeys(rules, kind) {
                0 => Self::House,
                1 => Self::Towers,
                _ => Self::Castle,
            },
        }
    }

    /// The outline as a path, around the center.
    fn outline(self) -> &'a str {
        match self {
            Self::Own(path) => path,
            Self::Bar => "M-21 -7H21V7H-21Z",
            Self::Hull => "M-27 0Q-16 -9 0 -9H6Q18 -8 27 0Q18 8 6 9H0Q-16 9 -27 0Z",
            Self::Diamond => "M-15 0L0 -11L15 0L0 11Z",
            Self::House => "M-12 12V-3L0 -15L12 -3V12Z",
            Self::Towers => "M-19 14V-11L-9 -21L1 -11V-3H19V14Z",
            Self::Castle => "M-22 14V-12L-13 -21L-4 -12V-5H4V-12L13 -21L22 -12V14Z",
            Self::Tent => "M-13 -10H4L16 0L4 10H-13Z",
        }
    }

    /// The position of the letters, and their size.
    fn mark(self) -> (Point, i32) {
        match self {
            Self::Own(_) => (Point::new(0, 5), 12),
            Self::Bar => (Point::new(0, 4), 10),
            Self::Hull | Self::Diamond => (Point::new(0, 4), 11),
            Self::House => (Point::new(0, 8), 13),
            Self::Towers => (Point::new(-6, 10), 15),
            Self::Castle => (Point::new(0, 11), 15),
            Self::Tent => (Point::new(-2, 5), 12),
        }
    }

    /// The shape around the center, rotated by `turn` degrees, with upright letters on it.
    pub(super) fn draw(self, paint: Paint, turn: i32, mark: &str) -> Vec<Element> {
        let mut outline = Element::new("path").set("d", self.outline()).paint(paint.fill, INK, 2);
        outline = outline.set("stroke-linejoin", "round");
        if turn != 0 {
            outline = outline.set("transform", format_args!("rotate({turn})"));
        }
        let (point, size) = self.mark();
        let text = Element::text(point, size, mark).set("fill", paint.ink);
        vec![outline, text.set("font-weight", "bold")]
    }

    /// The shape on a half of a border, around the border's midpoint. Bars have half the length,
    /// all other shapes half the size.
    pub(super) fn draw_half(self, paint: Paint, half: &Half, mark: &str) -> Vec<Element> {
        let turn = format!("rotate({})", half.turn());
        let point = Point::default().by((half.reach.0 * 9 / 26, half.reach.1 / 3));
        let outline = if self == Self::Bar {
            Element::new("path").set("d", "M0 -7H21V7H0Z").set("transform", turn)
        } else {
            let scaled = format!("translate({} {}) {turn} scale(0.5)", point.x, point.y);
            Element::new("path").set("d", self.outline()).set("transform", scaled)
        };
        let outline = outline.paint(paint.fill, INK, 2).set("stroke-linejoin", "round");
        let text = Element::text(point.by((0, 4)), 10, mark).set("fill", paint.ink);
        vec![outline, text.set("font-weight", "bold")]
    }
}

/// The length of the chain of kinds that this one replaces.
fn storeys(rules: &Rules, kind: Kind) -> usize {
    let mut below = rules.kind(kind).replaces;
    let mut met = Set::EMPTY;
    let mut storeys = 0;
    while !below.is_empty() {
        storeys += 1;
        met |= below;
        below = below.iter().flat_map(|kind| rules.kind(kind).replaces).collect::<Set<_>>() - met;
    }
    storeys
}

/// The letters on a player's piece: the player's, and the kind's if several kinds have the same
/// shape.
pub(super) fn mark(rules: &Rules, kind: Kind, letter: char) -> String {
    let shape = Shape::of(rules, kind);
    let alike = (0..rules.kinds.len()).filter(|&i| Shape::of(rules, Kind::new(i)) == shape).count();
    let own = (alike > 1).then(|| rules.kind(kind).name.chars().next()).flatten();
    std::iter::once(letter).chain(own).collect()
}

/// A marker with its symbol, around the center.
pub(super) fn pawn(symbol: &str) -> Vec<Element> {
    let outline = "M-12 17Q-11 3 -5 -1A8 8 0 1 1 5 -1Q11 3 12 17Z";
    let outline = Element::new("path").set("d", outline).paint(MARKER, BRIGHT, 2);
    let text = Element::text(Point::new(0, 13), 13, symbol).set("fill", BRIGHT);
    vec![outline, text.set("font-weight", "bold")]
}
