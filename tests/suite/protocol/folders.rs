//! Files are read only in the folders that the command line names.

use serde_json::json;

use super::Session;

#[test]
fn rules_come_by_name_only_from_the_folders_that_were_named() {
    let home = tempfile::tempdir().unwrap();
    let (open, shut) = (home.path().join("open"), home.path().join("shut"));
    std::fs::create_dir_all(open.join("mine")).unwrap();
    std::fs::create_dir_all(&shut).unwrap();
    let scenario = std::fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    let rule = "//! Gift\n//! Once a turn a sheep is free.\n//! Rulings: H-1.\n\nconst ABILITY = \"take a gift\";\nconst ONCE_PER = \"turn\";\n\nfn act(me) {\n    me.take(SHEEP, 1);\n}\n";
    let pack = "id = \"mine\"\ntitle = \"Mine\"\nversion = \"1.0.0\"\n";
    for folder in [&open, &shut] {
        std::fs::write(folder.join("own.toml"), &scenario).unwrap();
        std::fs::write(folder.join("gift.rhai"), rule).unwrap();
    }
    std::fs::write(open.join("mine/pack.toml"), pack).unwrap();
    std::fs::write(open.join("mine/gift.rhai"), rule).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(shut.join("own.toml"), open.join("linked.toml")).unwrap();
    let mut session = Session::with_folders(&[&open]);
    for with in ["gift.rhai", "mine"] {
        session.ask("new", json!({ "scenario": "own", "with": [with], "game": with })).unwrap();
        session.play(with, "red rolls 1 1").unwrap();
        session.play(with, "red uses take a gift").unwrap();
    }
    // A pack by its texts, and a single rule by its text.
    let files = json!({ "pack.toml": pack, "gift.rhai": rule });
    for (id, with) in [
        ("pack", json!({ "name": "mine", "files": files })),
        ("rule", json!({ "name": "gift", "text": rule })),
    ] {
        let mut session = Session::new();
        let params = json!({ "scenario": { "text": scenario }, "with": [with], "game": id });
        session.ask("new", params).unwrap();
        session.play(id, "red rolls 1 1").unwrap();
        session.play(id, "red uses take a gift").unwrap();
        let state = session.ask("state", json!({ "game": id })).unwrap();
        session.ask("load", json!({ "state": state })).unwrap();
    }
    let absolute = shut.join("own.toml").display().to_string();
    let relative = ["../shut/own.toml", "open/../../shut/own", "linked", "linked.toml"];
    for scenario in relative.into_iter().chain([&*absolute, "/etc/passwd"]) {
        let error = session.error("new", json!({ "scenario": scenario }));
        assert_eq!(error, format!("-32003 no scenario `{scenario}` in the permitted folders"));
    }
    for with in ["../shut/gift.rhai", "../shut", "/etc"] {
        let error = session.error("new", json!({ "scenario": "catan", "with": [with] }));
        let expected = format!("no pack or rule file `{with}` in the permitted folders");
        assert_eq!(error, format!("-32003 {expected}"));
    }
    // Nothing is read from the current folder: the built-in rules are used.
    let mut session = Session::new();
    let begun = session.ask("new", json!({ "scenario": "scenarios/catan.toml" })).unwrap();
    let why = session.ask("rules", json!({ "game": begun["game"] })).unwrap();
    assert_eq!(why["title"], "Catan");
    let text = "title = \"x\"\npacks = [\"catan\"]\nplayers = [3, 4]\nboard_of = \"/etc/passwd\"\n";
    let error = session.error("new", json!({ "scenario": { "text": text } }));
    assert_eq!(error, "-32003 `/etc/passwd` is outside the folder of the scenario");
}

#[cfg(unix)]
#[test]
fn packs_outside_of_the_folders_are_as_if_they_were_not_there() {
    let home = tempfile::tempdir().unwrap();
    let (open, shut) = (home.path().join("open"), home.path().join("shut"));
    std::fs::create_dir_all(&open).unwrap();
    std::fs::create_dir_all(shut.join("pk")).unwrap();
    let pack = "id = \"pk\"\ntitle = \"Pk\"\nversion = \"1.0.0\"\n";
    std::fs::write(shut.join("pk/pack.toml"), pack).unwrap();
    std::os::unix::fs::symlink(shut.join("pk"), open.join("pk")).unwrap();
    let mut session = Session::with_folders(&[&open]);
    for id in ["../shut/pk", "pk", &shut.join("pk").display().to_string()] {
        let error = session.error("new", json!({ "scenario": "catan", "packs": ["catan", id] }));
        assert_eq!(error, format!("-32003 no pack `{id}`"));
    }
}
