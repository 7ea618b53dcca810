//! Elements of an SVG file, written as they are made.

use std::fmt::{self, Display, Write as _};

use crate::diagnostic::visible;

/// An element with its attributes and what it holds.
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

    /// A group that moves what it holds to a spot.
    pub(super) fn at(spot: Spot) -> Self {
        Self::new("g").set("transform", format_args!("translate({} {})", spot.x, spot.y))
    }

    /// A text of this size around a spot; the baseline goes through it.
    pub(super) fn text(spot: Spot, size: i32, text: &str) -> Self {
        Self::new("text").set("x", spot.x).set("y", spot.y).set("font-size", size).say(text)
    }

    /// Gives an attribute its value.
    pub(super) fn set(mut self, name: &str, value: impl Display) -> Self {
        let value = escaped(&value.to_string());
        write!(self.attributes, " {name}=\"{value}\"").expect("a string takes text");
        self
    }

    /// Fills the element, and draws its outline.
    pub(super) fn paint(self, fill: &str, stroke: &str, width: i32) -> Self {
        self.set("fill", fill).set("stroke", stroke).set("stroke-width", width)
    }

    /// Mutes the element where it shows again what is drawn elsewhere.
    pub(super) fn muted(self, muted: bool) -> Self {
        if muted { self.set("opacity", "0.4") } else { self }
    }

    /// Adds an element to what it holds.
    pub(super) fn add(mut self, child: &Self) -> Self {
        if !self.inside.ends_with('\n') {
            self.inside.push('\n');
        }
        writeln!(self.inside, "{child}").expect("a string takes text");
        self
    }

    /// Adds text to what it holds.
    pub(super) fn say(mut self, text: &str) -> Self {
        self.inside.push_str(&escaped(text));
        self
    }

    /// Adds the words that viewers show to the one who points at it.
    pub(super) fn tip(self, text: &str) -> Self {
        self.add(&Self::new("title").say(text))
    }

    /// Whether it holds nothing.
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
pub(super) struct Spot {
    /// Down, from the top.
    pub(super) y: i32,
    /// Across, from the left.
    pub(super) x: i32,
}

impl Spot {
    /// The point so far across and down.
    pub(super) const fn new(x: i32, y: i32) -> Self {
        Self { y, x }
    }

    /// The point between this one and another.
    pub(super) fn halfway(self, other: Self) -> Self {
        Self { x: i32::midpoint(self.x, other.x), y: i32::midpoint(self.y, other.y) }
    }

    /// The point so far from this one.
    pub(super) fn by(self, (x, y): (i32, i32)) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}

/// The text as XML takes it, on one line and with hidden characters written out.
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

/// About how wide a text of this size is.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 64);
    letters.saturating_mul(size) * 3 / 5
}

/// The size, this one at most, at which a text is not wider than that.
pub(super) fn fitting(text: &str, size: i32, room: i32) -> i32 {
    (5..=size).rev().find(|&size| width(text, size) <= room).unwrap_or(5)
}

/// The text in lines that are not wider than that, broken between words.
pub(super) fn wrapped(text: &str, size: i32, room: i32) -> Vec<String> {
    filled(text.split_whitespace(), size, room)
}

/// The parts of a text in lines that are not wider than that, broken between parts.
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

/// The text in as many lines as it takes, of about the same length.
pub(super) fn balanced(text: &str, size: i32, room: i32) -> Vec<String> {
    let lines = wrapped(text, size, room);
    let mut narrower = (0..room).map(|room| wrapped(text, size, room));
    narrower.find(|narrow| narrow.len() == lines.len()).unwrap_or(lines)
}

#[cfg(test)]
mod tests {
    use super::{Element, Spot, balanced, fitting, wrapped};

    #[test]
    fn text_is_escaped_and_hidden_characters_are_written_out() {
        let element = Element::text(Spot::new(1, 2), 3, "a <&> \"b\"\u{1}\n'c'").set("id", "<\"&");
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
