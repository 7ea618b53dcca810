//! A number for each combination of two values: darker squares have larger numbers.

use super::{TEXT, WIDTH, chart, label};
use crate::draw::svg::element::{Element, Point, fitting};
use crate::draw::svg::palette::{BRIGHT, FAINT, INK};

/// The room for values at the left.
const NAMES: i32 = 190;
/// The height of a row.
const ROW: i32 = 34;
/// The room above the rows, for the values of the columns.
const HEAD: i32 = 52;
/// The greatest width of a column.
const COLUMN: i32 = 110;
/// The darkness of the largest number.
const DARKEST: f64 = 0.85;

/// The values along one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridAxis {
    /// What they are values of.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
}

/// Draws a grid with the first axis down and the second one across, and a number for each row and
/// column. The numbers are written, too, so the picture can be read without its shades.
pub fn number_grid(title: &str, axes: [&GridAxis; 2], numbers: &[Vec<Option<f64>>]) -> String {
    let [down, across] = axes;
    let count = |axis: &GridAxis| i32::try_from(axis.values.len().max(1)).unwrap_or(1);
    let column = ((WIDTH - NAMES - 16) / count(across)).min(COLUMN);
    let step = usize::try_from(column).unwrap_or(1).max(1);
    let known = || numbers.iter().flatten().flatten().copied();
    let least = known().fold(f64::INFINITY, f64::min);
    let range = known().fold(f64::NEG_INFINITY, f64::max) - least;
    let mut picture = chart(HEAD + ROW * count(down) + 12, title);
    let middle = NAMES + column * count(across) / 2;
    picture = picture.add(&label(Point::new(middle, 18), "middle", &across.name));
    picture = picture.add(&label(Point::new(12, HEAD - 12), "start", &down.name));
    for (value, x) in across.values.iter().zip((NAMES..).step_by(step)) {
        let size = fitting(value, TEXT, column - 6);
        let text = Element::text(Point::new(x + column / 2, HEAD - 12), size, value);
        picture = picture.add(&text.set("text-anchor", "middle").set("fill", INK));
    }
    for ((value, row), y) in down.values.iter().zip(numbers).zip((HEAD..).step_by(ROW as usize)) {
        let size = fitting(value, TEXT, NAMES - 24);
        let text = Element::text(Point::new(12, y + ROW / 2 + 5), size, value).set("fill", INK);
        picture = picture.add(&text);
        for (number, x) in row.iter().zip((NAMES..).step_by(step)) {
            let darkness = number.map_or(0.0, |number| {
                if range > 0.0 { DARKEST * (number - least) / range } else { 0.0 }
            });
            picture.extend(square(Point::new(x, y), column, *number, darkness));
        }
    }
    picture.to_string()
}

/// A square and its number.
fn square(corner: Point, width: i32, number: Option<f64>, darkness: f64) -> [Element; 2] {
    let square = Element::new("rect")
        .set("x", corner.x)
        .set("y", corner.y)
        .set("width", width)
        .set("height", ROW)
        .set("fill", INK)
        .set("fill-opacity", format_args!("{darkness:.2}"))
        .set("stroke", FAINT);
    let text = number.map_or("-".into(), |number| format!("{number:.2}"));
    let at = Point::new(corner.x + width / 2, corner.y + ROW / 2 + 5);
    let ink = if darkness > DARKEST / 2.0 { BRIGHT } else { INK };
    [square, Element::text(at, TEXT, &text).set("text-anchor", "middle").set("fill", ink)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_is_the_darkest() {
        let axis = |name: &str, values: &[&str]| GridAxis {
            name: name.into(),
            values: values.iter().map(|&it| it.into()).collect(),
        };
        let (down, across) = (axis("goal", &["8", "10"]), axis("luck", &["no", "yes", "very"]));
        let numbers =
            [vec![Some(10.0), Some(20.0), None], vec![Some(30.0), Some(15.0), Some(10.0)]];
        let picture = number_grid("Turns", [&down, &across], &numbers);
        let document = roxmltree::Document::parse(&picture).unwrap();
        let shades: Vec<&str> =
            document.descendants().filter_map(|it| it.attribute("fill-opacity")).collect();
        assert_eq!(shades, ["0.00", "0.42", "0.00", "0.85", "0.21", "0.00"]);
        let texts: Vec<&str> = document
            .descendants()
            .filter(|it| it.has_tag_name("text"))
            .filter_map(|it| it.text())
            .collect();
        assert_eq!(texts[..5], ["luck", "goal", "no", "yes", "very"]);
        assert_eq!(texts[5..], ["8", "10.00", "20.00", "-", "10", "30.00", "15.00", "10.00"]);
    }
}
