//! JSON Schemas of `pack.toml` and of scenarios for editors, derived from the types that the loader
//! reads.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::manifest::Manifest;
use super::scenario::ScenarioKeys;

/// The JSON Schema of a `pack.toml`.
pub fn pack_schema() -> String {
    text::<Manifest>()
}

/// The JSON Schema of a scenario.
pub fn scenario_schema() -> String {
    text::<ScenarioKeys>()
}

/// Generates a draft-7 schema without references, since TOML editors support that draft.
fn text<T: JsonSchema>() -> String {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let schema = settings.with_transform(plain).into_generator().into_root_schema_for::<T>();
    format!("{:#}\n", schema.to_value())
}

/// Removes null and integer formats, which TOML does not have, and line breaks in descriptions.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = &mut types[..] {
            let only = only.take();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &mut choices[..] {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            for (key, value) in only {
                // The description of the key is more specific than that of its type.
                if schema.get(&key).is_none() {
                    schema.insert(key, value);
                }
            }
        }
    }
    transform_subschemas(&mut plain, schema);
}
