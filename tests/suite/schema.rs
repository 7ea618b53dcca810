//! The schemas and definitions for editors: they are derived from the declarations of the loader,
//! and agree with it.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use newcatan::content::{Request, STANDARD, load, pack_schema, scenario_schema};
use newcatan::editor::definitions;
use newcatan::protocol;
#[cfg(feature = "serve")]
use serde_json::Value;

use crate::support;

const PACK: &str = "docs/schema/pack.schema.json";
const SCENARIO: &str = "docs/schema/scenario.schema.json";
const PROTOCOL: &str = "docs/schema/protocol.schema.json";
#[cfg(feature = "serve")]
const PAGE: &str = "docs/schema/page.schema.json";

/// `just generate` rewrites it.
#[track_caller]
fn is_current(file: &str, made: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, made).unwrap();
    }
    let written = fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == made, "`{file}` is out of date: `just generate`");
}

#[test]
fn the_schemas_are_those_of_the_loader() {
    is_current(PACK, &pack_schema());
    is_current(SCENARIO, &scenario_schema());
    is_current(PROTOCOL, &protocol::schema());
    #[cfg(feature = "serve")]
    is_current(PAGE, &newcatan::serve::schema());
}

/// A schema whose objects may have further fields.
#[cfg(feature = "serve")]
fn opened(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            let is_kept = |(keyword, value): &(&String, &Value)| {
                **value != false || !keyword.ends_with("Properties")
            };
            let kept = keywords.iter().filter(is_kept);
            kept.map(|(keyword, value)| (keyword.clone(), opened(value))).collect()
        }
        Value::Array(schemas) => schemas.iter().map(opened).collect(),
        other => other.clone(),
    }
}

#[cfg(feature = "serve")]
#[test]
fn the_page_and_the_protocol_define_each_type_alike() {
    let definitions = |schema: String| -> Value {
        serde_json::from_str::<Value>(&schema).unwrap()["$defs"].take()
    };
    let (page, protocol) = (newcatan::serve::schema(), protocol::schema());
    let (page, protocol) = (definitions(page), definitions(protocol));
    let both: Vec<&String> =
        page.as_object().unwrap().keys().filter(|name| protocol.get(name).is_some()).collect();
    for name in &both {
        assert_eq!(opened(&page[name]), opened(&protocol[name]), "{name}");
    }
    assert!(both.len() > 20 && both.contains(&&"Observation".to_owned()), "{both:?}");
}

#[test]
fn the_page_on_editors_runs() {
    let page = fs::read_to_string("docs/editors.md").unwrap();
    let rules = load(&Request::scenario(STANDARD)).unwrap();
    let made = [pack_schema(), scenario_schema(), definitions(&rules)];
    let lines = support::blocks(&page, "console");
    for (line, made) in lines.iter().flat_map(|block| block.lines()).zip(made) {
        let (command, _) = line.split_once(" > ").expect(line);
        let command = command.strip_prefix("$ newcatan ").expect(line);
        let command: Vec<&str> = command.split(' ').collect();
        assert_eq!(support::out(&support::run_in(Path::new("."), &command)), made);
    }
    for text in support::blocks(&page, "toml") {
        assert!(toml::from_str::<toml::Table>(text).is_ok(), "{text}");
    }
    for text in support::blocks(&page, "json") {
        assert!(serde_json::from_str::<serde_json::Value>(text).is_ok(), "{text}");
    }
}

fn validator(schema: &str) -> Validator {
    jsonschema::draft7::new(&serde_json::from_str(schema).unwrap()).unwrap()
}

/// The errors of a TOML text against a schema.
fn against(validator: &Validator, text: &str) -> Vec<String> {
    let value: serde_json::Value = toml::from_str(text).unwrap();
    let errors = validator.iter_errors(&value);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// The shipped files with this name or ending, with their texts.
fn shipped(folder: &str, name: &str) -> Vec<(PathBuf, String)> {
    let mut files = support::files::files(folder);
    files.retain(|file| file.to_string_lossy().ends_with(name));
    assert!(files.len() > 5);
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn every_shipped_file_meets_the_schema_that_it_names() {
    for (schema, made, files) in [
        (PACK, pack_schema(), shipped("rules", "pack.toml")),
        (SCENARIO, scenario_schema(), shipped("scenarios", ".toml")),
    ] {
        let validator = validator(&made);
        for (file, text) in files {
            let first = text.lines().next().unwrap();
            let named = first.strip_prefix("#:schema ").expect(first);
            let named = file.parent().unwrap().join(named).canonicalize().unwrap();
            assert_eq!(named, Path::new(schema).canonicalize().unwrap(), "{}", file.display());
            assert_eq!(against(&validator, &text), [""; 0], "{}", file.display());
        }
    }
}

/// A part of a shipped pack, and a mistaken version of it.
const IN_PACK: [(&str, &str); 12] = [
    ("title =", "titel ="),
    ("each_resource = 19", "each_resorce = 19"),
    ("symbol = \"w\"", "simbol = \"w\""),
    ("class = \"route\"", "clas = \"route\""),
    ("class = \"route\"", "class = \"Route\""),
    ("on = \"border\"", "on = 1"),
    ("per_player = 15 ", "per_player = \"15\" "),
    ("per_player = 15 ", "per_player = 256 "),
    ("blocks_routes = true", "blocks_routes = \"yes\""),
    ("range = [3, 30]", "range = [3]"),
    ("version = \"1.0.0\"", ""),
    ("rounds = [\"forward\", \"backward\"]", "rounds = [\"forward\", \"back\"]"),
];

/// A part of a shipped scenario, and a mistaken version of it.
const IN_SCENARIO: [(&str, &str); 10] = [
    ("title =", "titel ="),
    ("players = [3, 4]", "players = 4"),
    ("players = [3, 4]", "players = [3, 7]"),
    ("packs = [\"catan\", \"newcatan\"]", "packs = \"catan\""),
    ("turn_limit = 1000", "turn_limit = -1"),
    ("[board.numbers]", "[board.markers_of_numbers]"),
    ("arrangement = \"spiral\"", "arrangement = \"spirals\""),
    ("wood = 4", "wood = \"four\""),
    ("shuffled = true", "shuffled = 1"),
    ("gaps = [", "gabs = ["),
];

/// A text with one mistake.
fn mistaken(text: &str, (right, wrong): (&str, &str)) -> String {
    assert!(text.contains(right), "nothing says `{right}` any more");
    text.replacen(right, wrong, 1)
}

/// Checks that each mistake in a file is refused by its schema and by the loader.
fn refused_by_both(file: &str, scenario: &str, schema: &Validator, mistakes: &[(&str, &str)]) {
    let text = fs::read_to_string(file).unwrap();
    for &mistake in mistakes {
        let text = mistaken(&text, mistake);
        assert_ne!(against(schema, &text), [""; 0], "{mistake:?}");
        let texts = [(file.into(), text)].into();
        assert!(load(&Request { texts, ..Request::scenario(scenario) }).is_err(), "{mistake:?}");
    }
}

#[test]
fn what_the_loader_refuses_in_a_pack_the_schema_refuses() {
    refused_by_both("rules/catan/pack.toml", "catan", &validator(&pack_schema()), &IN_PACK);
}

#[test]
fn what_the_loader_refuses_in_a_scenario_the_schema_refuses() {
    let schema = validator(&scenario_schema());
    refused_by_both("scenarios/newcatan.toml", "newcatan", &schema, &IN_SCENARIO);
}

const WORDS: &str = "docs/schema/newcatan.d.rhai";

#[test]
fn the_definitions_are_those_of_the_language() {
    let rules = load(&Request::scenario(STANDARD)).unwrap();
    is_current(WORDS, &definitions(&rules));
}

/// Definitions differ from functions in types, in `get`, and in the missing body.
#[test]
fn the_definitions_are_functions_to_the_engine() {
    let rules = load(&Request::scenario(STANDARD)).unwrap();
    let page = definitions(&rules);
    let mut engine = rhai::Engine::new_raw();
    engine.set_max_functions(usize::MAX);
    let mut count = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("fn ")) {
        let (head, _) = line.split_once(") -> ").expect(line);
        let (name, parameters) = head.trim_start_matches("get ").split_once('(').expect(line);
        let names = parameters.split(", ").map(|parameter| parameter.split(':').next().unwrap());
        let names: Vec<String> = names.map(|name| name.replace("this", "of")).collect();
        let function = format!("fn {name}({}) {{ }}", names.join(", "));
        assert!(engine.compile(&function).is_ok(), "{function}");
        count += 1;
    }
    assert!(count > 150, "{count}");
}
