//! The outline of a `pack.toml`: the positions of its keys, values and list members.
//!
//! It depends only on the text and does not interpret the keys. Tools use it to remove or change
//! parts of the file.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The parts of a TOML file. Spans are byte ranges in its text.
#[derive(Clone, Default, Debug)]
pub struct PackOutline {
    /// Keys with a value after `=`.
    pub keys: Vec<Key>,
    /// The members of lists.
    pub members: Vec<Range<usize>>,
    /// Whole numbers.
    pub numbers: Vec<Range<usize>>,
    /// Strings with their quotes.
    pub texts: Vec<Range<usize>>,
}

/// A key and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// The key and its value.
    pub span: Range<usize>,
    /// The value.
    pub value: Range<usize>,
    /// Whether it belongs to a table of the file, instead of the file itself.
    pub is_in_table: bool,
}

impl PackOutline {
    /// Parses the text of a file. The outline is empty if the text is not valid TOML.
    pub fn of(text: &str) -> Self {
        let mut outline = Self::default();
        if let Ok(table) = DeTable::parse(text) {
            outline.table(table.get_ref(), text, false);
        }
        // The parser sorts tables by key.
        outline.keys.sort_by_key(|key| key.span.start);
        for spans in [&mut outline.members, &mut outline.numbers, &mut outline.texts] {
            spans.sort_by_key(|span| span.start);
        }
        outline
    }

    fn table(&mut self, table: &DeTable<'_>, text: &str, is_in_table: bool) {
        for (key, value) in table {
            // A table with its own header is not a value: its keys follow the header.
            let is_value = text[key.span().end..].trim_start().starts_with('=');
            if is_value {
                let (name, value) = (key.get_ref().to_string(), value.span());
                let span = key.span().start..value.end;
                self.keys.push(Key { name, span, value, is_in_table });
            }
            self.value(value, text);
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, text: &str) {
        match value.get_ref() {
            DeValue::Integer(_) => self.numbers.push(value.span()),
            DeValue::String(_) => self.texts.push(value.span()),
            DeValue::Table(table) => self.table(table, text, true),
            DeValue::Array(values) => {
                for member in values {
                    self.members.push(member.span());
                    self.value(member, text);
                }
            }
            DeValue::Boolean(_) | DeValue::Float(_) | DeValue::Datetime(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_members_are_found_in_tables_and_lists() {
        let text = "\
id = \"x\" # a name
[pieces.road]
joins = [\"road\", \"building\"]
copies = { soldier = 13, monopoly = -2 }
blocks = true
";
        let outline = PackOutline::of(text);
        let shown = |spans: &[Range<usize>]| -> Vec<&str> {
            spans.iter().map(|span| &text[span.clone()]).collect()
        };
        let keys: Vec<Range<usize>> = outline.keys.iter().map(|key| key.span.clone()).collect();
        assert_eq!(
            shown(&keys),
            [
                "id = \"x\"",
                "joins = [\"road\", \"building\"]",
                "copies = { soldier = 13, monopoly = -2 }",
                "soldier = 13",
                "monopoly = -2",
                "blocks = true",
            ]
        );
        assert_eq!(shown(&outline.members), ["\"road\"", "\"building\""]);
        assert_eq!(shown(&outline.numbers), ["13", "-2"]);
        assert!(PackOutline::of("id =").keys.is_empty());
    }
}
