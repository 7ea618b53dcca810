use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::problems::{Texts, look};
use super::{complete, definition, hover};
use crate::content::{Request, load};
use crate::rules::Rules;

fn rules() -> &'static Rules {
    static RULES: OnceLock<Arc<Rules>> = OnceLock::new();
    RULES.get_or_init(|| load(&Request::scenario("newcatan_complete")).unwrap())
}

/// The text without `|`, and the position of the `|`.
fn marked(text: &str) -> (String, usize) {
    (text.replacen('|', "", 1), text.find('|').unwrap())
}

/// Checks that the completions at `|` contain all expected names and none of the others.
#[track_caller]
fn offers(file: &str, text: &str, expected: &[&str], others: &[&str]) {
    let (text, at) = marked(text);
    let (_, terms) = complete(Path::new(file), &text, at, rules());
    let names: Vec<&str> = terms.iter().map(|term| term.name.as_str()).collect();
    for name in expected {
        assert!(names.contains(name), "no `{name}` in {names:?}");
    }
    for name in others {
        assert!(!names.contains(name), "`{name}` in {names:?}");
    }
}

#[track_caller]
fn rule(text: &str, expected: &[&str], others: &[&str]) {
    offers("a.rhai", text, expected, others);
}

#[track_caller]
fn game(line: &str, expected: &[&str], others: &[&str]) {
    let text = format!("scenario newcatan\nplayers red, blue, white\n\n{line}");
    offers("a.game", &text, expected, others);
}

#[test]
fn parts_of_a_file_are_hooks_facts_and_their_values() {
    rule("//! Title\n|", &["on_built", "const", "fn"], &["hand"]);
    rule("fn act(me) { }\non_|", &["on_turn"], &["act"]);
    rule("fn on_|", &["on_built"], &["const"]);
    rule("const |", &["DECK", "OUTPOST"], &["on_built"]);
    rule("const OUTPOST = \"|", &["merchants"], &["desert"]);
    rule("const ONCE_PER = \"t|\";", &["turn", "game"], &["merchants"]);
    rule("const REPLACES = \"newcatan/im|", &["newcatan/immunity"], &[]);
    rule("const PORT = \"|", &["wood", "any"], &[]);
    rule("//! Title\n//! Text.\n//! Rulings: C-|", &["C-16"], &[]);
    rule("//! Tit|", &[], &["on_built"]);
    let (text, at) = marked("const REPLACES = \"newcatan/im|");
    assert_eq!(complete(Path::new("a.rhai"), &text, at, rules()).0, 18..29);
}

#[test]
fn hooks_are_written_as_functions() {
    let (_, terms) = complete(Path::new("a.rhai"), "", 0, rules());
    let hook = terms.iter().find(|term| term.name == "may_build").unwrap();
    assert_eq!(hook.body.as_deref(), Some("fn may_build(me, kind, place) {\n    \n}"));
    let (_, terms) = complete(Path::new("a.rhai"), "fn ", 3, rules());
    let hook = terms.iter().find(|term| term.name == "act").unwrap();
    assert_eq!(hook.body.as_deref(), Some("act(me, what) {\n    \n}"));
}

#[test]
fn words_fit_what_they_are_said_of() {
    rule("fn act(me) { me.| }", &["hand", "choose_hex", "take"], &["discover", "is_land"]);
    rule("fn act(me) { me.hand.| }", &["of", "total"], &["take", "opponents"]);
    rule("fn on_built(me, piece) { piece.|", &["owner"], &["hand"]);
    rule("fn act(me) { for other in me.opponents { other.|", &["hand"], &["contains"]);
    rule(
        "fn act(me) { let hex = me.choose_hex(\"W\", game.hexes); hex.|",
        &["discover"],
        &["hand"],
    );
    rule("fn act(me) { let a = me.opponents; if true { a.|", &["contains"], &["hand"]);
    rule("fn act(me) { let n = me.hand.total > 1; n.|", &["hand", "discover"], &[]);
    rule("fn act(me) { ROBBER.|", &["move_to"], &["hand"]);
    rule("fn act(me) { who_knows(1)[2].|", &["hand", "move_to"], &[]);
    rule("fn act(me) { let x = settings.|", &["goal", "pairs_for_sale"], &["hand"]);
}

/// Checks the first completions at `|`.
#[track_caller]
fn first(text: &str, expected: &[&str]) {
    let (text, at) = marked(text);
    let (_, terms) = complete(Path::new("a.rhai"), &text, at, rules());
    let names: Vec<&str> = terms.iter().map(|term| term.name.as_str()).collect();
    assert_eq!(names[..expected.len()], *expected);
}

#[test]
fn arguments_begin_with_what_a_word_takes() {
    first("fn act(me) { me.take(|", &["BRICK", "GRAIN", "ORE", "SHEEP", "WOOD"]);
    first("fn on_production_roll(me, roll) { me.take(WOOD, ro|", &["roll"]);
    first("fn act(me) { let n = 1; me.choose_number(\"How many?\", me.hand.of(WOOD), |", &["n"]);
    first("fn act(me) { for other in me.opponents { other.give(|", &["me", "other"]);
    first("fn act(me) { me.gain(|", &["\"special point\""]);
    rule("fn act(me) { me.gain(\"|", &["special point"], &["WOOD", "me"]);
    rule("fn act(me) { me.take(\"2 |", &["wood", "any"], &["WOOD"]);
    rule("fn act(me) { max(|", &["me", "WOOD"], &[]);
    rule("fn act(me) { me.take(me.hand.of(WOOD) + |", &["me", "WOOD"], &[]);
}

#[test]
fn statements_know_variables_constants_and_facts() {
    let facts = "const MINIMUM = 3;\nprivate fn own(me) { }\n";
    let text = format!("{facts}fn on_built(me, piece) {{ let a = 1; |");
    rule(&text, &["me", "piece", "a", "WOOD", "MINIMUM", "own", "let", "NONE"], &["on_turn"]);
    rule("fn act(me) { me.say(\"|", &[], &["WOOD"]);
    rule("fn act(me) { // |", &[], &["WOOD"]);
    rule("fn act(me) { let a = `${|", &["me"], &[]);
}

#[test]
fn lines_of_transcripts_go_on_by_their_grammar() {
    game("|", &["red", "given", "expect"], &["rolls"]);
    game("r|", &["red"], &[]);
    game("red |", &["rolls", "builds", "ends"], &["given"]);
    game("red builds |", &["road", "settlement"], &["wood"]);
    game("red builds road |", &["at"], &[]);
    game("red builds road at |", &["C3-e"], &["C3", "C3.n"]);
    game("red builds settlement at C|", &["C3.n"], &["C3"]);
    game("red moves robber to |", &["C3"], &["C3.n"]);
    game("red plays |", &["expedition"], &["wood"]);
    game("red takes from |", &["blue"], &["C3"]);
    game("red trades 2 |", &["wood"], &["red"]);
    game("red trades 2 wood |", &["for"], &["red"]);
    game("given |", &["turn", "hex", "red"], &["rolls"]);
    game("given red |", &["has", "holds"], &["rolls"]);
    game("given red has access to |", &["immunity"], &[]);
    game("  red |", &[], &["rolls"]);
    game("# covers: A-|", &["A-40"], &[]);
    offers("a.game", "|", &["scenario", "players"], &[]);
}

#[test]
fn hovers_tell_what_the_declarations_say() {
    let hovered = |text: &str| {
        let (text, at) = marked(text);
        let found = hover(Path::new("a.rhai"), &text, at, rules());
        found.map(|(span, terms)| {
            format!("{}: {}", &text[span], terms.first().map_or("", |term| &term.head))
        })
    };
    assert_eq!(hovered("const DE|CK = 1").as_deref(), Some("DECK: const DECK: a string"));
    assert_eq!(hovered("fn |act(me) {}").as_deref(), Some("act: fn act(me, what)"));
    assert_eq!(hovered("fn act(me) { me.ha|nd }").as_deref(), Some("hand: hand, of player"));
    assert_eq!(hovered("fn act(me) { WO|OD }").as_deref(), Some("WOOD: WOOD: a resource"));
    let setting = hovered("fn act(me) { settings.go|al }");
    assert_eq!(setting.as_deref(), Some("goal: catan.goal = 10"));
    assert_eq!(hovered("fn act(me) { let what_| = 1 }"), None);
    assert_eq!(hovered("|"), None);
}

#[test]
fn the_file_of_a_rule_is_found() {
    let (text, at) = marked("const REPLACES = \"newcatan/immu|nity\";");
    let origin = definition(&text, at, rules()).unwrap();
    assert_eq!(origin.file, "rules/newcatan/benefits/immunity.rhai");
    assert_eq!(definition(&text, 0, rules()), None);
}

/// Types a file letter by letter, and checks every fourth state. `SEED` determines the first one.
fn typed(text: &str, each: impl Fn(&str)) {
    let seed = std::env::var("SEED").map_or(0, |seed| seed.parse().expect("`SEED` is a number"));
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.skip(seed % 4).step_by(4).for_each(|end| each(&text[..end]));
}

#[test]
#[ignore = "types whole files"]
fn nothing_breaks_at_any_keystroke() {
    let card = include_str!("../../rules/development/cards/special_tribute.rhai");
    let game = include_str!("../../tests/pictures/new_catan.game");
    for (file, text) in [("a.rhai", card), ("a.game", game)] {
        typed(text, |text| {
            complete(Path::new(file), text, text.len(), rules());
            hover(Path::new(file), text, text.len(), rules());
            definition(text, text.len(), rules());
        });
    }
    let file = "rules/catan/cards/monopoly.rhai";
    let text = include_str!("../../rules/catan/cards/monopoly.rhai");
    typed(text, |text| _ = look(file, &Texts::from([(file.into(), text.into())])));
}
