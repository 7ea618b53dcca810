//! The JSON Schema of all messages, derived from the types that the program reads and writes.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::bot::{Begin, Choose, Chosen, End};
use super::message::Method;
use super::rpc::ErrorReason;
use super::{FORMAT, VERSION};

/// Returns the schema of all messages as JSON.
///
/// A request or an answer is valid under the schema `request` or `response` of its method in
/// `$defs/methods`; messages to programs that play are in `$defs/bot`.
pub fn schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let methods = Method::ALL.iter().map(|&method| {
        let [params, result] = method.schemas(&mut generator);
        (method.name().to_owned(), method_schema(method, &params, &result))
    });
    let methods: Map<String, Value> = methods.collect();
    let bot = bot(&mut generator);
    let ground = generator.subschema_for::<ErrorReason>();
    let mut definitions = generator.take_definitions(true);
    definitions.insert("error".into(), error(&ground));
    let methods_of = |message: &str| -> Vec<Value> {
        let path = |name: &String| json!({ "$ref": format!("#/$defs/methods/{name}/{message}") });
        methods.keys().map(path).collect()
    };
    let requests = methods_of("request");
    definitions.insert("request".into(), json!({ "oneOf": requests }));
    definitions.insert("methods".into(), Value::Object(methods));
    definitions.insert("bot".into(), bot);
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of newcatan",
        "description": format!("Version {VERSION}; saved games are in format {FORMAT}."),
        "oneOf": [
            { "$ref": "#/$defs/request" },
            { "type": "array", "items": { "$ref": "#/$defs/request" }, "minItems": 1 },
        ],
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}

fn method_schema(method: Method, params: &Schema, result: &Schema) -> Value {
    json!({
        "description": method.text(),
        "request": {
            "type": "object",
            "properties": {
                "jsonrpc": { "const": "2.0" },
                "id": { "type": ["integer", "string", "null"] },
                "method": { "const": method.name() },
                "params": params,
            },
            "required": ["method"],
            "additionalProperties": false,
        },
        "response": {
            "type": "object",
            "properties": {
                "jsonrpc": { "const": "2.0" },
                "id": { "type": ["integer", "string", "null"] },
                "result": result,
                "error": { "$ref": "#/$defs/error" },
            },
            "required": ["jsonrpc", "id"],
            "oneOf": [{ "required": ["result"] }, { "required": ["error"] }],
            "additionalProperties": false,
        },
    })
}

fn error(ground: &Schema) -> Value {
    json!({
        "type": "object",
        "properties": {
            "code": { "type": "integer" },
            "message": { "type": "string" },
            "data": {
                "type": "object",
                "properties": { "reasons": { "type": "array", "items": ground } },
                "required": ["reasons"],
            },
        },
        "required": ["code", "message"],
        "additionalProperties": false,
    })
}

fn bot(generator: &mut SchemaGenerator) -> Value {
    json!({
        "begin": generator.subschema_for::<Begin>(),
        "choose": generator.subschema_for::<Choose>(),
        "chosen": generator.subschema_for::<Chosen>(),
        "end": generator.subschema_for::<End>(),
    })
}
