//! The JSON Schema of all that the page and the server say to each other, and of recordings.

use serde_json::{Value, json};

use super::http;
use crate::protocol::Schemas;
use crate::saved::{RecordedMoment, Recording, Refused};

/// Returns the schema of all data of the page as JSON.
///
/// `$defs/routes` has an entry for each route, such as `POST /api/games`. Its `query` and `body` are
/// what the server takes; it answers with JSON (`answer`), with a text, with a stream of events, or
/// without a body. What it refuses, it answers with `$defs/Refused`. The data of a recorded game are
/// `$defs/Recording`.
///
/// Types of the protocol have the definitions of [`protocol::schema`](crate::protocol::schema()), but
/// objects have no further fields: the page belongs to the program, so neither is ever newer.
pub fn schema() -> String {
    let mut schemas = Schemas::new();
    let routes = http::route_schemas(&mut schemas);
    schemas.written::<Refused>();
    schemas.written::<Recording>();
    schemas.written::<RecordedMoment>();
    let mut definitions = schemas.definitions();
    definitions.insert("routes".into(), Value::Object(routes));
    definitions.values_mut().for_each(close);
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The data of the page of newcatan",
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}

/// Forbids further fields of objects.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            keywords.values_mut().for_each(close);
            if !keywords.contains_key("properties") || keywords.contains_key("additionalProperties")
            {
                return;
            }
            // Each of several variants would forbid the fields that all have in common.
            let Some(Value::Array(variants)) = keywords.get_mut("oneOf") else {
                keywords.insert("additionalProperties".into(), false.into());
                return;
            };
            for variant in variants.iter_mut().filter_map(Value::as_object_mut) {
                variant.remove("additionalProperties");
            }
            keywords.insert("unevaluatedProperties".into(), false.into());
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(close),
        _ => {}
    }
}
