//! Converts findings to a list in JSON, or to SARIF.

use std::path::Path;

use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;

/// The schema of SARIF.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// All findings as a list.
pub(super) fn json(found: &Diagnostics) -> Value {
    found.0.iter().map(finding).collect()
}

fn finding(found: &Diagnostic) -> Value {
    json!({
        "code": found.code.map(Code::name),
        "level": level(found),
        "file": found.file,
        "line": found.line,
        "column": found.column,
        "length": found.length,
        "message": found.message,
        "notes": found.notes,
        "hints": found.hints,
    })
}

fn level(found: &Diagnostic) -> &'static str {
    if found.is_warning { "warning" } else { "error" }
}

/// All findings as SARIF.
pub(super) fn sarif(found: &Diagnostics) -> Value {
    let rules: Vec<Value> = Code::ALL
        .iter()
        .map(|code| json!({"id": code.name(), "shortDescription": {"text": code.text()}}))
        .collect();
    let results: Vec<Value> = found.0.iter().map(result).collect();
    let driver = json!({
        "name": "newcatan",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let run =
        json!({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results});
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

fn result(found: &Diagnostic) -> Value {
    let mut text = found.message.clone();
    for hint in found.notes.iter().chain(&found.hints) {
        text = format!("{text}\n{hint}");
    }
    let mut result = json!({"level": level(found), "message": {"text": text}});
    if let Some(code) = found.code {
        result["ruleId"] = code.name().into();
    }
    if !found.file.is_empty() {
        let mut place = json!({"artifactLocation": {"uri": uri(&found.file)}});
        if found.line > 0 {
            let column = found.column.max(1);
            place["region"] = json!({
                "startLine": found.line,
                "startColumn": column,
                "endColumn": column + found.length.max(1),
            });
        }
        result["locations"] = json!([{"physicalLocation": place}]);
    }
    result
}

/// A path as a relative URI.
fn uri(file: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-~:".contains(c);
    let mut uri = String::new();
    for c in files::with_slashes(Path::new(file)).chars() {
        if plain(c) {
            uri.push(c);
        } else {
            let mut bytes = [0; 4];
            uri.extend(c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    uri
}
