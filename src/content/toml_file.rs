//! Parses TOML with spans: errors point at the line, and tables keep the order of the file.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Range};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use toml::de::{DeTable, DeValue};

use super::migration;
use crate::diagnostic::{Code, Diagnostic, Source, is_hidden, misread};

/// Parses the file; unknown keys are errors.
pub(crate) fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostic> {
    let value = toml::from_str(&source.text).map_err(|error| explain(source, &error))?;
    check_texts(source)?;
    Ok(value)
}

/// Checks that the strings of a TOML file contain no terminal control characters. In TOML, such
/// characters can only be written as escapes.
fn check_texts(source: &Source) -> Result<(), Diagnostic> {
    let has_escapes = source.text.contains('\\');
    let table = has_escapes.then(|| DeTable::parse(&source.text).ok()).flatten();
    let Some((at, found)) = table.and_then(|table| hidden_in_table(table.get_ref())) else {
        return Ok(());
    };
    let message = format!("the text contains a control character: `{}`", found.escape_unicode());
    let wrong = source.error(at, message).code(Code::OutOfRange);
    Err(wrong.hint("delete this character, which is invisible"))
}

/// The first control character in the strings of a table, with the span of the string.
fn hidden_in_table(table: &DeTable<'_>) -> Option<(Range<usize>, char)> {
    let mut entries = table.iter();
    entries
        .find_map(|(key, value)| hidden_in(key.get_ref(), key).or_else(|| hidden_in_value(value)))
}

fn hidden_in_value(value: &toml::Spanned<DeValue<'_>>) -> Option<(Range<usize>, char)> {
    match value.get_ref() {
        DeValue::String(text) => hidden_in(text, value),
        DeValue::Array(values) => values.iter().find_map(hidden_in_value),
        DeValue::Table(table) => hidden_in_table(table),
        _ => None,
    }
}

fn hidden_in<T>(text: &str, at: &toml::Spanned<T>) -> Option<(Range<usize>, char)> {
    let found = text.chars().find(|&character| is_hidden(character));
    found.map(|found| (at.span(), found))
}

/// The diagnostic for an error of the parser, at its span.
fn explain(source: &Source, error: &toml::de::Error) -> Diagnostic {
    let wrong = misread(&error.message().replace('\n', ", "), "a table");
    let span = error.span().unwrap_or(0..0);
    let at = |span: Range<usize>| source.error(span, "");
    match wrong.code {
        Some(Code::MissingKey) => {
            let table = source.text[span.clone()].lines().next();
            let table = table.filter(|line| line.starts_with('['));
            let name = wrong.message.split('`').nth(1).unwrap_or_default().to_owned();
            let hint = |table: &str| format!("`{table}` is incomplete: it also needs `{name}`");
            let wrong = wrong.at(at(span.start..span.start));
            wrong.hints(table.map(hint))
        }
        Some(Code::UnknownKey) => {
            let old = migration::in_toml(&source.text).into_iter();
            let mut old = old.filter(|(key, _)| span.start <= key.start && key.end <= span.end);
            let hints = old.next().map_or(wrong.hints, |(_, word)| vec![word.hint()]);
            Diagnostic { hints, ..wrong }.at(at(span))
        }
        Some(Code::WrongType) if source.text.parse::<toml::Table>().is_err() => {
            wrong.at(at(span)).code(Code::TomlSyntax)
        }
        _ => wrong.at(at(span)),
    }
}

/// The text without a first line that names its schema for editors.
pub(super) fn without_schema(text: &str) -> &str {
    let rest = text.strip_prefix("#:schema ").and_then(|rest| rest.split_once('\n'));
    rest.map_or(text, |(_, rest)| rest)
}

/// A value with its span in the file.
#[derive(serde::Deserialize, JsonSchema, Clone, Debug)]
#[schemars(description = "")]
#[serde(transparent)]
pub(super) struct Spanned<T>(#[schemars(with = "T")] toml::Spanned<T>);

/// A string of a file with its span.
pub(super) type SpannedString = Spanned<String>;

impl<T> Spanned<T> {
    /// Makes a value with this span in bytes.
    pub(super) fn new(span: Range<usize>, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }
}

impl<T> Deref for Spanned<T> {
    type Target = toml::Spanned<T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// A table whose entries keep the order of the file.
#[derive(Clone, Debug)]
pub(super) struct NamedEntries<T>(pub(super) Vec<(Spanned<String>, T)>);

impl<T> Default for NamedEntries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NamedEntries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for NamedEntries<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("TableOf{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

/// Collects the entries of a table.
struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = NamedEntries<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry::<Spanned<String>, T>()? {
            entries.push(entry);
        }
        entries.sort_by_key(|(key, _)| key.span().start);
        Ok(NamedEntries(entries))
    }
}
