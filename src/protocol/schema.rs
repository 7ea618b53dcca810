//! The JSON Schema of all messages, derived from the types that the program reads and writes.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::bot::{Begin, Choose, Chosen, End};
use super::message::Method;
use super::rpc::ErrorReason;
use super::{FORMAT, VERSION};

/// The schemas of types that are read, and of types that are written, with one definition for each
/// name.
///
/// Who writes a value may omit fields with a default; what the program itself writes contains them.
pub(crate) struct Schemas {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Schemas {
    pub(crate) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12();
        let written = settings.clone().for_serialize().into_generator();
        Self { read: settings.into_generator(), written }
    }

    /// The schema of what the program reads.
    pub(crate) fn read<T: JsonSchema>(&mut self) -> Schema {
        self.read.subschema_for::<T>()
    }

    /// The schema of what the program writes.
    pub(crate) fn written<T: JsonSchema>(&mut self) -> Schema {
        self.written.subschema_for::<T>()
    }

    /// The definitions of all types that were asked for. A type that is both read and written has
    /// the definition of what is read, under which what is written is valid, too.
    pub(crate) fn definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.written.take_definitions(true);
        definitions.extend(self.read.take_definitions(true));
        definitions
    }
}

/// Returns the schema of all messages as JSON.
///
/// A request or an answer is valid under the schema `request` or `response` of its method in
/// `$defs/methods`; messages to programs that play are in `$defs/bot`.
pub fn schema() -> String {
    let mut schemas = Schemas::new();
    let methods = Method::ALL.iter().map(|&method| {
        let [params, result] = method.schemas(&mut schemas);
        (method.name().to_owned(), method_schema(method, &params, &result))
    });
    let methods: Map<String, Value> = methods.collect();
    let bot = bot(&mut schemas);
    let ground = schemas.written::<ErrorReason>();
    let mut definitions = schemas.definitions();
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

fn bot(schemas: &mut Schemas) -> Value {
    json!({
        "begin": schemas.written::<Begin>(),
        "choose": schemas.written::<Choose>(),
        "chosen": schemas.read::<Chosen>(),
        "end": schemas.written::<End>(),
    })
}
