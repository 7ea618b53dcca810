//! All kinds of names and texts: those that a transcript cannot contain are refused when the game
//! is loaded, and recordings with all others are replayed to the same game.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use newcatan::chance::Stream;
use newcatan::content::{Request, load};
use newcatan::diagnostic::Diagnostics;
use newcatan::game::Game;
use newcatan::rules::{Rules, SettingValue};
use newcatan::transcript::{
    NamePosition, Options, Recorder, check_recordable, is_reserved, is_valid_name,
};
use newcatan::transcript::{check_player, parse, replay};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::transcripts::host;

/// All words of the language, from its grammar.
fn words() -> BTreeSet<String> {
    let grammar = include_str!("../../../src/transcript/grammar.pest");
    let texts = grammar.split('"').skip(1).step_by(2);
    let is_word =
        |text: &&str| text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let both = texts.filter(is_word).flat_map(|word| [word.to_owned(), format!("{word}s")]);
    let words: BTreeSet<String> = both.chain(["refused".into(), "refusing".into()]).collect();
    assert!(words.len() > 100, "{words:?}");
    words
}

/// Records a random game of these players, and replays it.
fn record_and_replay(rules: &Arc<Rules>, request: &Request, names: &[String], seed: u64) {
    let mut game = Game::new(rules.clone(), host(rules), names, seed).unwrap();
    check_recordable(rules).unwrap();
    let mut recorder = Recorder::new(Vec::new(), None);
    recorder.begin(&game).unwrap();
    for number in 0..250 {
        let Some(player) = game.to_act().iter().next() else { break };
        let legal = game.legal_actions(player).unwrap();
        let action = legal[Stream::named("test").below(seed, number, legal.len())];
        let events = game.play(player, action).unwrap();
        recorder.action(&game, player, &action, &events).unwrap();
    }
    let text = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
    let transcript = parse(&text, "a.game").unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    assert_eq!(transcript.names(rules), names);
    let set = transcript.settings();
    let again = load(&Request { set, ..request.clone() }).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(values(&again), values(rules));
    let report = replay(&transcript, &again, host(&again), Options::default());
    let report = report.unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    assert_eq!((report.game.state(), report.rewritten), (game.state(), text));
}

/// The settings of a game and their values.
fn values(rules: &Rules) -> Vec<(&String, &SettingValue)> {
    rules.settings.iter().map(|(key, setting)| (key, &setting.value)).collect()
}

/// A TOML text.
fn quoted(text: &str) -> String {
    toml::Value::String(text.into()).to_string()
}

/// The game of a scenario with two players of these names.
fn named(names: &[String]) -> (Request, Result<Arc<Rules>, Diagnostics>) {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let text = format!(
        "title = \"N\"\npacks = [\"catan\"]\nplayers = [2, 3]\nboard_of = \"catan_beginners\"\n\
         [names]\n{} = [{}]\n",
        names.len(),
        names.join(", ")
    );
    let mut request = Request::scenario("named.toml");
    request.texts.insert("named.toml".into(), text);
    let loaded = load(&request);
    (request, loaded)
}

#[test]
#[ignore = "plays hundreds of games"]
fn a_word_of_the_language_names_a_player_everywhere_or_is_refused() {
    let refused = |word: &String| check_player(word, std::iter::empty()).is_err();
    let (refused, free): (Vec<String>, Vec<String>) = words().into_iter().partition(refused);
    for word in ["given", "undo", "turn", "end", "players", "nobody", "supply", "game", "refused"] {
        assert!(refused.iter().any(|one| one == word), "{word}");
    }
    for word in &refused {
        let wrong = named(&[word.clone(), "blue".into()]).1.expect_err(word).to_string();
        assert!(wrong.contains(word) && wrong.contains("named.toml:6"), "{wrong}");
    }
    for (number, names) in (0..).zip(free.chunks_exact(3)) {
        let (request, rules) = named(names);
        record_and_replay(
            &rules.unwrap_or_else(|wrong| panic!("{wrong}")),
            &request,
            names,
            number,
        );
    }
}

#[test]
fn a_player_has_a_name_in_any_script() {
    let names = ["jörg", "анна", "李"].map(str::to_owned);
    let (request, rules) = named(&names);
    record_and_replay(&rules.unwrap_or_else(|wrong| panic!("{wrong}")), &request, &names, 1);
    for wrong in ["Anna", "ÖZGE", "1st", "-ann", "an n", "an\u{202e}n", "ann.b", ""] {
        assert!(check_player(wrong, std::iter::empty()).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_name_of_twenty_thousand_letters_is_refused() {
    let wrong = named(&["a".repeat(20_000), "blue".into()]).1.unwrap_err().to_string();
    assert!(
        wrong.contains("the name of a player has 20000 characters, but at most 60 are allowed")
    );
    assert!(wrong.len() < 2_000, "{wrong}");
}

/// Writes a pack of these files and a scenario that uses it. Returns the request for the game.
fn packed(folder: &Path, files: &[(String, String)], manifest: &str) -> Request {
    let pack = folder.join("odd");
    let head = "id = \"odd\"\ntitle = \"Odd\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n";
    fs::create_dir_all(&pack).unwrap();
    fs::write(pack.join("pack.toml"), format!("{head}{manifest}")).unwrap();
    for (name, text) in files {
        fs::write(pack.join(name), text).unwrap();
    }
    let scenario = folder.join("odd.toml");
    let text = "title = \"N\"\npacks = [\"catan\", \"odd\"]\nplayers = [3, 3]\n\
                board_of = \"catan_beginners\"\n";
    fs::write(&scenario, text).unwrap();
    Request::scenario(scenario.display().to_string())
}

/// A rule file with a title that contains all kinds of characters.
fn rule(facts: &str, body: &str) -> String {
    format!(
        "//! A, title: \"with\" 12 # odd; [things]\n//! Does it.\n//! Rulings: H-1.\n\n{facts}\n\n{body}\n"
    )
}

#[test]
#[ignore = "plays hundreds of games"]
fn a_word_of_the_language_names_a_card_and_an_ability_or_is_refused() {
    let card = rule(
        "const DECK = \"development\";\nconst COPIES = 2;",
        "fn act(me) { me.choose_number(\"Which, \\\"number\\\": 1 # or 2?\\nexpect red wins\", 1, 2); }",
    );
    let ability = rule(
        "const ABILITY = \"WORD it\";\nconst ONCE_PER = \"turn\";\nconst VARIANTS = [\"one: nothing\", \"two more: nothing\"];",
        "fn act(me, variant) { me.take(ORE, variant); }",
    );
    for (text, said) in [(card, NamePosition::Counted), (ability, NamePosition::Last)] {
        let is_free = |word: &String| !is_reserved(word) && is_valid_name(word, said);
        let words = words().into_iter().filter(|word| !word.contains('-'));
        let (free, refused): (Vec<String>, Vec<String>) = words.partition(is_free);
        for word in &refused {
            let folder = TempDir::new().unwrap();
            let file = (format!("{word}.rhai"), text.replace("WORD", "try"));
            let wrong = load(&packed(folder.path(), &[file], "")).expect_err(word).to_string();
            assert!(wrong.contains(&format!("`{word}`")), "{wrong}");
        }
        for (number, words) in (0..).zip(free.chunks(16)) {
            let folder = TempDir::new().unwrap();
            let files: Vec<_> = words
                .iter()
                .map(|word| (format!("{word}.rhai"), text.replace("WORD", word)))
                .collect();
            let request = packed(folder.path(), &files, "");
            let rules = load(&request).unwrap_or_else(|wrong| panic!("{wrong}"));
            let names = ["red", "blue", "white"].map(str::to_owned);
            record_and_replay(&rules, &request, &names, number);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "plays hundreds of games"]
    fn a_game_that_can_be_loaded_replays_whatever_its_players_are_called(
        one in "[a-z][a-zA-Z0-9_-]{0,70}|\\PC{0,12}|(?s:.){0,6}",
        other in "[a-z][a-z0-9_-]{0,12}",
    ) {
        let names = [one, other];
        let (request, loaded) = named(&names);
        match loaded {
            Ok(rules) => record_and_replay(&rules, &request, &names, 7),
            Err(wrong) => {
                let wrong = wrong.to_string();
                let is_told = wrong.contains("player") || wrong.contains("control character");
                prop_assert!(is_told, "{}", wrong);
            }
        }
    }

    #[test]
    #[ignore = "plays hundreds of games"]
    fn a_game_that_can_be_loaded_replays_whatever_its_settings_say(
        value in "[a-z \"'#,:=-]{0,12}|[0-9]{1,4}|true|false|\\PC{0,12}|(?s:.){0,6}|[a-zé]{990,1010}",
    ) {
        let folder = TempDir::new().unwrap();
        let manifest =
            "[settings.motto]\ndefault = \"nothing at all\"\ntext = \"What it says.\"\n";
        let file = ("odd.rhai".into(), rule("", "fn on_turn(me) { settings.motto; }"));
        let mut request = packed(folder.path(), &[file], manifest);
        request.set = vec![("motto".into(), value)];
        let names = ["red", "blue", "white"].map(str::to_owned);
        match load(&request) {
            Ok(rules) => record_and_replay(&rules, &request, &names, 7),
            Err(wrong) => {
                let wrong = wrong.to_string();
                prop_assert!(wrong.contains("`odd.motto` has an invalid value"), "{}", wrong);
            }
        }
    }
}
