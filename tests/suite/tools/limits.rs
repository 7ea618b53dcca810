//! `docs/limits.md` contains the limits of the program, with the numbers in the code.

use std::fs;

use newcatan::game::{GAME_OPERATIONS, MAX_GAME_OPERATIONS};
use newcatan::limits;
use newcatan::resource::RESOURCES;
use newcatan::rules::LASTING_CARDS;
use newcatan::table as most;
use newcatan::transcript::NAME;

/// The number after this text in a source file.
fn number(file: &str, before: &str) -> usize {
    let text = fs::read_to_string(format!("src/{file}")).unwrap();
    let found: Vec<&str> = text.split(before).skip(1).collect();
    let [after] = found[..] else { panic!("`{before}` stands {} times in {file}", found.len()) };
    let written = after.trim_start().split([';', ',', ')', ' ', '\n']).next().unwrap();
    let product = after.split(';').next().unwrap().trim();
    let factors = if product.contains(" * ") { product.split(" * ") } else { written.split(" * ") };
    let factors = factors.map(|factor| factor.trim().replace('_', ""));
    factors.map(|factor| factor.parse::<usize>().expect("a number")).product()
}

/// A number as the page writes it: `10,000`.
fn written(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

/// The beginning of each row of the page, and its number.
type Limits = Vec<(&'static str, usize)>;

/// The limits of games and boards.
fn of_games() -> Limits {
    vec![
        ("players", most::PLAYERS),
        ("resources", RESOURCES),
        ("cards of a resource", number("resource.rs", "A counted bag of resources: up to")),
        ("kinds of pieces", most::KINDS),
        ("pieces of a player", most::ROUTES),
        ("markers", most::MARKERS),
        ("kinds of cards (each", most::CARDS),
        ("kinds of cards before", LASTING_CARDS),
        ("decks", number("content/catalog.rs", "DECKS: usize =")),
        ("kinds of goods", most::GOODS),
        ("awards", most::AWARDS),
        ("benefits", most::TOKENS),
        ("events", most::HEX_EVENTS),
        ("events that are face up", most::OPEN_HEX_EVENTS),
        ("sorts of piles", most::PILES),
        ("pieces that each player", number("content/placement.rs", "STEPS: usize =")),
        ("turns", usize::from(u16::MAX)),
        ("hexes", most::HEXES),
        ("intersections", most::PIECE_PLACES),
        ("rows", number("board/build.rs", "self.rows.len() >")),
        ("terrains", number("content/catalog.rs", "TERRAINS: usize =")),
        ("ports", most::PORTS),
        ("areas", number("content/map.rs", "AREAS: usize =")),
    ]
}

/// The limits of rules and their effects.
fn of_rules() -> Limits {
    let fact = |fact: &str| number("content/consistency.rs", fact);
    let streams = most::STREAMS - number("content/tables.rs", "OWN_STREAMS: usize =");
    vec![
        ("rules", number("content/rule_file.rs", "RULES: usize =")),
        ("members of a family", number("content/rule_file.rs", "RULES: usize =")),
        ("characters of the name", number("content/rule_file.rs", "NAME: usize =")),
        ("slots of counters", most::COUNTERS),
        ("slots of marks", most::PLAYER_MARKS),
        ("rules that mark", most::HEX_MARKS),
        ("rules that can be answered", most::ANSWERABLES),
        ("rules that draw", streams),
        ("things that `game.random`", number("game/verb.rs", "(1..=")),
        ("variants", fact("VARIANTS: usize =")),
        (
            "numbers that `choose_number`",
            number("script/vocabulary/verbs.rs", "saturating_sub(*least) <"),
        ),
        ("names that", number("script/vocabulary/verbs.rs", "NAMES: usize =")),
        ("`USES`", fact("Fact::Uses, 1..=")),
        ("`TIMES`", fact("Fact::Times, 1..=")),
        ("`COPIES`", fact("Fact::Copies, 1..=")),
        ("`MINIMUM`", fact("Fact::Minimum, 1..=")),
        ("`HAND_LIMIT`", fact("Fact::HandLimit, 0..=")),
        ("cards of a kind in a price", number("notation.rs", "CARDS: usize =")),
        ("cards of `any`", number("notation.rs", "CHOSEN: usize =")),
        ("ways to choose", number("rules/terms.rs", "CHOICES: usize =")),
        ("operations of one call of a hook", number("script/limits.rs", "const OPERATIONS: u64 =")),
        ("operations of one call with", number("script/limits.rs", "ALL_OPERATIONS: u64 =")),
        ("operations of an action", number("game/budget.rs", "const OPERATIONS: u64 =")),
        ("operations of a game", usize::try_from(GAME_OPERATIONS).unwrap()),
        ("operations that", usize::try_from(MAX_GAME_OPERATIONS).unwrap()),
        ("calls of hooks", usize::from(newcatan::game::CALLS)),
        ("questions", number("game/question.rs", "QUESTIONS: usize =")),
        ("actions", number("rules/terms.rs", "CHOICES: usize =")),
        ("outcomes", number("game/foresight.rs", "OUTCOMES: usize =")),
        ("consecutive answers", number("game/foresight.rs", "DEPTH: usize =")),
        ("pure hooks", number("script/limits.rs", "const DEPTH: usize =")),
        ("functions that call", number("script/engine.rs", "set_max_call_levels(")),
        ("functions of a file", number("script/engine.rs", "set_max_functions(")),
        ("variables", number("script/engine.rs", "set_max_variables(")),
        ("nested brackets", number("script/engine.rs", "set_max_expr_depths(")),
        ("bytes of a string", number("script/limits.rs", "const TEXT: usize =")),
        ("things in a list", number("script/limits.rs", "const LIST: usize =")),
        ("the number", number("script/limits.rs", "const MAX_RESULT: i64 =")),
    ]
}

/// The limits of files.
fn of_files() -> Limits {
    vec![
        ("bytes of a file", limits::FILE),
        ("files of a pack", limits::FILES),
        ("nested folders", limits::FOLDERS),
        ("packs of a game", limits::PACKS),
        ("bytes of a pack", limits::PACKS_TOGETHER),
        ("bytes of the files of all rules", limits::RULE_FILES),
        ("statements and expressions", limits::NODES),
        ("lines of a rule file", number("script/error.rs", "const LINES: usize =") - 1),
        ("files `verbs", number("script/error.rs", "const VERB_FILES: usize =")),
        ("bytes of a transcript", limits::TRANSCRIPT),
        ("lines of a transcript", limits::LINES),
        ("bytes of a line", limits::LINE),
        ("lines of the header", limits::HEADER),
        ("actions that can be taken back", limits::UNDO),
        ("lines of a comparison", limits::COMPARED),
        ("characters of the name of a player", NAME),
        ("bytes of a path", number("transcript/naming.rs", "const TEXT: usize =")),
        ("turns", number("transcript/given_position.rs", "const TURNS: u16 =")),
        ("cards of a kind in a line", number("transcript/resolve.rs", "const CARDS: u64 =")),
        ("bytes of a message", limits::MESSAGE),
        ("requests of a message", limits::REQUESTS),
        ("games that a program", limits::GAMES),
        ("games of a `playout`", limits::PLAYOUTS),
        ("actions of these games", limits::PLAYOUT_ACTIONS),
        ("files and folders", limits::VISITED),
        ("errors", limits::FINDINGS),
    ]
}

#[test]
fn the_page_of_limits_has_the_numbers_of_the_code() {
    let page = fs::read_to_string("docs/limits.md").unwrap();
    let rows: Vec<(&str, &str)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | "))
        .filter(|&(what, _)| what != "at most")
        .collect();
    let limits = [of_games(), of_rules(), of_files()].concat();
    for (&(what, said), (begins, number)) in rows.iter().zip(&limits) {
        assert!(what.starts_with(begins), "`{what}` instead of `{begins}`");
        assert_eq!(said, written(*number), "{what}");
    }
    assert_eq!(rows.len(), limits.len(), "a limit is missing in the page, or in the test");
}

/// The range of a counter is that of its type, and no message names it.
#[test]
fn the_page_of_limits_has_the_range_of_counters() {
    let table = fs::read_to_string("src/table.rs").unwrap();
    assert!(table.contains("counters: IdMap<Counter, i16, COUNTERS>"));
    let page = fs::read_to_string("docs/limits.md").unwrap();
    let range = format!("A counter holds a number from {} to {}.", i16::MIN, i16::MAX);
    assert!(page.contains(&range), "{range}");
    assert!(fs::read_to_string("docs/rules.md").unwrap().contains(&range), "{range}");
}
