//! Builds the elements of an SVG file as text.

use std::fmt::{self, Display, Write as _};

use crate::diagnostic::visible;

/// An element with its attributes and contents.
pub(super) struct Element {
    tag: &'static str,
    attributes: String,
    inside: String,
}

impl Element {
    /// An empty element.
    pub(super) fn new(tag: &'static str) -> Self {
        Self { tag, attributes: String::new(), inside: String::new() }
    }

    /// A group that moves its contents to a position.
    pub(super) fn at(point: Point) -> Self {
        Self::new("g").set("transform", format_args!("translate({} {})", point.x, point.y))
    }

    /// Text of this size, whose baseline is centered on this position.
    pub(super) fn text(point: Point, size: i32, text: &str) -> Self {
        Self::new("text").set("x", point.x).set("y", point.y).set("font-size", size).say(text)
    }

    /// Sets an attribute.
    pub(super) fn set(mut self, name: &str, value: impl Display) -> Self {
        let value = escaped(&value.to_string());
        write!(self.attributes, " {name}=\"{value}\"").expect("writing cannot fail");
        self
    }

    /// Sets fill and outline.
    pub(super) fn paint(self, fill: &str, stroke: &str, width: i32) -> Self {
        self.set("fill", fill).set("stroke", stroke).set("stroke-width", width)
    }

    /// Makes the element transparent if it repeats one drawn elsewhere.
    pub(super) fn muted(self, muted: bool) -> Self {
        if muted { self.set("opacity", "0.4") } else { self }
    }

    /// Appends a child element.
    pub(super) fn add(mut self, child: &Self) -> Self {
        if !self.inside.ends_with('\n') {
            self.inside.push('\n');
        }
        writeln!(self.inside, "{child}").expect("writing cannot fail");
        self
    }

    /// Appends text.
    pub(super) fn say(mut self, text: &str) -> Self {
        self.inside.push_str(&escaped(text));
        self
    }

    /// Adds a tooltip.
    pub(super) fn tip(self, text: &str) -> Self {
        self.add(&Self::new("title").say(text))
    }

    /// Whether it has no contents.
    pub(super) fn is_empty(&self) -> bool {
        self.inside.is_empty()
    }
}

impl Extend<Element> for Element {
    fn extend<I: IntoIterator<Item = Element>>(&mut self, children: I) {
        for child in children {
            *self = std::mem::replace(self, Self::new("g")).add(&child);
        }
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tag, attributes, inside } = self;
        if inside.is_empty() {
            write!(f, "<{tag}{attributes}/>")
        } else {
            write!(f, "<{tag}{attributes}>{inside}</{tag}>")
        }
    }
}

/// A point of the picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Point {
    /// The distance from the top.
    pub(super) y: i32,
    /// The distance from the left.
    pub(super) x: i32,
}

impl Point {
    /// The point at these coordinates.
    pub(super) const fn new(x: i32, y: i32) -> Self {
        Self { y, x }
    }

    /// The midpoint of this point and another.
    pub(super) fn halfway(self, other: Self) -> Self {
        Self { x: i32::midpoint(self.x, other.x), y: i32::midpoint(self.y, other.y) }
    }

    /// This point moved by an offset.
    pub(super) fn by(self, (x, y): (i32, i32)) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}

/// Escapes text for XML, including hidden characters, and puts it on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// The approximate width of text of this size.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 64);
    letters.saturating_mul(size) * 3 / 5
}

/// The size, at most `size`, at which the text fits into `room`.
pub(super) fn fitting(text: &str, size: i32, room: i32) -> i32 {
    (5..=size).rev().find(|&size| width(text, size) <= room).unwrap_or(5)
}

/// Wraps text between words so that lines fit into `room`.
pub(super) fn wrapped(text: &str, size: i32, room: i32) -> Vec<String> {
    filled(text.split_whitespace(), size, room)
}

/// Joins parts of text into lines that fit into `room`.
pub(super) fn filled<'a>(
    parts: impl Iterator<Item = &'a str>,
    size: i32,
    room: i32,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(part, size) + size / 2 <= room => {
                line.push(' ');
                line.push_str(part);
            }
            _ => lines.push(part.into()),
        }
    }
    lines
}

/// Wraps text into the minimum number of lines, of similar length.
pub(super) fn balanced(text: &str, size: i32, room: i32) -> Vec<String> {
    let lines = wrapped(text, size, room);
    let mut narrower = (0..room).map(|room| wrapped(text, size, room));
    narrower.find(|narrow| narrow.len() == lines.len()).unwrap_or(lines)
}

#[cfg(test)]
mod tests {
    use super::{Element, Point, balanced, fitting, wrapped};

    #[test]
    fn text_is_escaped_and_hidden_characters_are_written_out() {
        let element = Element::text(Point::new(1, 2), 3, "a <&> \"b\"\u{1}\n'c'").set("id", "<\"&");
        let written = "<text x=\"1\" y=\"2\" font-size=\"3\" id=\"&lt;&quot;&amp;\">\
                       a &lt;&amp;&gt; &quot;b&quot;\\u{1} 'c'</text>";
        assert_eq!(element.to_string(), written);
    }

    #[test]
    fn long_texts_shrink_or_break() {
        assert_eq!(fitting("short", 12, 100), 12);
        assert_eq!(fitting("a rather long text", 12, 100), 9);
        assert_eq!(wrapped("one two three", 10, 60), ["one two", "three"]);
        assert_eq!(wrapped("three for two", 10, 60), ["three for", "two"]);
        assert_eq!(balanced("three for two", 10, 60), ["three", "for two"]);
    }
}
