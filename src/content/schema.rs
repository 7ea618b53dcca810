//! JSON Schemas of `pack.toml` and of scenarios, made from the very types that the loader reads,
//! so that editors complete and check what people write.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::manifest::Manifest;
use super::scenario::ScenarioKeys;

/// The schema of a `pack.toml`, as the text of a file.
pub fn pack_schema() -> String {
    text::<Manifest>()
}

/// The schema of a scenario, as the text of a file.
pub fn scenario_schema() -> String {
    text::<ScenarioKeys>()
}

/// A schema of the draft that editors of TOML know, in one piece.
fn text<T: JsonSchema>() -> String {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let schema = settings.with_transform(plain).into_generator().into_root_schema_for::<T>();
    format!("{:#}\n", schema.to_value())
}

/// Leaves out what TOML has not: null, and names for the widths of numbers; and the line ends of
/// descriptions, which are those of the sources.
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
                // What is said of the key says more than what is said of all such values.
                if schema.get(&key).is_none() {
                    schema.insert(key, value);
                }
            }
        }
    }
    transform_subschemas(&mut plain, schema);
}
