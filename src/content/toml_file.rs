//! Reading TOML with places: errors point at the line, and tables keep the order of the file.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Range};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Code, Diagnostic, Source, is_hidden};

/// What messages of the reader call types, and what people call them.
const TYPES: [(&str, &str); 6] = [
    ("wanted string or table", "expected a text or a table"),
    ("expected u8", "expected 0 to 255"),
    ("expected i8", "expected -128 to 127"),
    ("expected u16", "expected 0 to 65535"),
    ("expected usize", "expected a whole number"),
    ("expected an array of length 2", "expected a list of two"),
];

/// Reads the file as a value, every key of which is known.
pub(crate) fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostic> {
    let value = toml::from_str(&source.text).map_err(|error| explain(source, &error))?;
    check_texts(source)?;
    Ok(value)
}

/// Checks that no text of a TOML file steers terminals. Only escapes can bring such a character in.
fn check_texts(source: &Source) -> Result<(), Diagnostic> {
    let has_escapes = source.text.contains('\\');
    let table = has_escapes.then(|| DeTable::parse(&source.text).ok()).flatten();
    let Some((at, found)) = table.and_then(|table| hidden_in_table(table.get_ref())) else {
        return Ok(());
    };
    let message = format!("the text has a control character: `{}`", found.escape_unicode());
    let wrong = source.error(at, message).code(Code::OutOfRange);
    Err(wrong.hint("leave it out: nobody can see what it does"))
}

/// The first character of a table's texts that steers terminals, with the place of the text.
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

/// Says what is wrong with a file in the words of people who write TOML.
fn explain(source: &Source, error: &toml::de::Error) -> Diagnostic {
    let message = error.message().replace('\n', ", ");
    let span = error.span().unwrap_or(0..0);
    let mut quoted = message.split('`').skip(1).step_by(2);
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        let what = if message.starts_with("unknown field") { "key" } else { "value" };
        let name = quoted.next().unwrap_or_default();
        let known: Vec<&str> = quoted.collect();
        let code = if what == "key" { Code::UnknownKey } else { Code::OutOfRange };
        let unknown = source.error(span, format!("unknown {what} `{name}`")).code(code);
        return unknown.did_you_mean(name, known);
    }
    if message.starts_with("missing field") {
        let name = quoted.next().unwrap_or_default();
        let start = span.start;
        let missing = source.error(start..start, format!("the key `{name}` is missing"));
        let missing = missing.code(Code::MissingKey);
        let table = source.text[span].lines().next().filter(|line| line.starts_with('['));
        let hint = |table: &str| format!("`{table}` is read as a whole: state `{name}` in it too");
        return table.map(hint).into_iter().fold(missing, Diagnostic::hint);
    }
    let plain = TYPES.iter().fold(message, |said, (name, words)| said.replace(name, words));
    let plain = without_types(&plain);
    let is_toml = source.text.parse::<toml::Table>().is_ok();
    source.error(span, plain).code(if is_toml { Code::WrongType } else { Code::TomlSyntax })
}

/// A message of the reader without the names of Rust types.
fn without_types(message: &str) -> String {
    if let Some((before, after)) = message.split_once("expected struct ") {
        let rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        return format!("{before}expected a table{rest}");
    }
    if message.contains("untagged enum") {
        return "this cannot stand here: expected a whole number, `true`, `false` or a text".into();
    }
    message.strip_suffix(" as i128").unwrap_or(message).replace("` as i128", "`")
}

/// What the game is made of: the text without a first line that tells editors its schema.
pub(super) fn without_schema(text: &str) -> &str {
    let rest = text.strip_prefix("#:schema ").and_then(|rest| rest.split_once('\n'));
    rest.map_or(text, |(_, rest)| rest)
}

/// A value with its place in the file.
#[derive(serde::Deserialize, JsonSchema, Clone, Debug)]
#[schemars(description = "")]
#[serde(transparent)]
pub(super) struct Spanned<T>(#[schemars(with = "T")] toml::Spanned<T>);

impl<T> Spanned<T> {
    /// This value at these bytes of the file.
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

/// A table of named things, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Declared<T>(pub(super) Vec<(Spanned<String>, T)>);

impl<T> Default for Declared<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Declared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Declared<T> {
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
    type Value = Declared<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry::<Spanned<String>, T>()? {
            entries.push(entry);
        }
        entries.sort_by_key(|(key, _)| key.span().start);
        Ok(Declared(entries))
    }
}
