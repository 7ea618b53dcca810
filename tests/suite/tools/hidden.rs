//! Characters that control terminals or reverse text: no output contains any, whatever is in the
//! files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools::folder;

/// Escapes that clear the screen, set the title, hide text, move the cursor back, and reverse text.
const BAD: &str =
    "\u{1b}[2J\u{1b}]0;owned\u{7}\u{1b}[8m\u{9b}1A\u{8}\u{202e}\u{2066}\u{200f}\u{7f}";
/// The same characters as escapes in TOML and in rule files.
const TOML: &str =
    "\\u001b[2J\\u001b]0;owned\\u0007\\u001b[8m\\u009b1A\\b\\u202e\\u2066\\u200f\\u007f";
const RHAI: &str = "\\x1b[2J\\x1b]0;owned\\x07\\x1b[8m\\u009b1A\\x08\\u202e\\u2066\\u200f\\x7f";

/// Whether this is a color code of the program itself.
fn is_color(code: &str) -> bool {
    let colors = ["0", "1", "2", "22", "39", "49", "7"];
    code.split(';').all(|part| {
        let number = part.parse::<u32>().unwrap_or(u32::MAX);
        colors.contains(&part)
            || (30..=37).contains(&number)
            || (90..=97).contains(&number)
            || part.len() <= 3 && code.starts_with("38;5;")
    })
}

/// The forbidden characters in a text.
fn found_in(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for (number, part) in text.split("\u{1b}[").enumerate() {
        let color = part.split_once('m').filter(|(code, _)| number > 0 && is_color(code));
        match color {
            Some((_, after)) => plain.push_str(after),
            None if number == 0 => plain.push_str(part),
            None => plain.extend(["\u{1b}[", part]),
        }
    }
    let is_bad = |c: &char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2066}'..='\u{2069}')
    };
    plain.chars().filter(is_bad).map(|c| c.escape_unicode().to_string()).collect()
}

/// Runs the program with colors as if on a terminal. Returns all its output.
fn written(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .current_dir(folder)
        .args(args)
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    format!("{out}{err}")
}

#[track_caller]
fn check(folder: &Path, args: &[&str]) -> String {
    let text = written(folder, args);
    assert_eq!(found_in(&text), [""; 0], "{args:?}: {}", text.escape_debug());
    text
}

const PACK: &str = "id = \"odd\"\ntitle = \"Odd\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n";
const RULE: &str = "//! Odd\n//! Asks.\n//! Rulings: H-1.\n\nfn on_turn(me) { me.choose_number(\"BAD?\", 1, 2); }\n";
const VETO: &str = "//! Veto\n//! Says no.\n//! Rulings: H-1.\n\n\
    fn may_build(me, kind, place) { if kind == CITY { \"BAD\" } }\n";
const SCENARIO: &str = "title = \"N\"\npacks = [\"catan\", \"odd\"]\nplayers = [2, 3]\n\
    board_of = \"catan_beginners\"\n";
const GAME: &str =
    "scenario odd.toml\nplayers red, blue\ngiven red has settlement at B2.n\nred rolls 1 1\n";

/// A folder with a pack, a scenario and a game, one of them with a replacement.
fn spoilt(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let veto = VETO.replace("BAD", "no road");
    let question = RULE.replace("BAD", "which");
    let files = [
        ("odd/pack.toml", PACK),
        ("odd/rule.rhai", &question),
        ("odd/veto.rhai", &veto),
        ("odd.toml", SCENARIO),
        ("a.game", GAME),
    ];
    let folder = folder(&files);
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no `{from}`");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
    folder
}

/// All commands for a scenario, a pack and a game that end by themselves.
const COMMANDS: [&[&str]; 20] = [
    &["run", "odd.toml", "--players", "random,random", "--record", "r.game", "--force"],
    &["run", "odd.toml", "--players", "human,random"],
    &["run", "odd.toml", "--json"],
    &["run", "odd.toml", "--help-rules"],
    &["replay", "a.game"],
    &["fork", "a.game:4"],
    &["test", ".", "--junit", "out.xml"],
    &["diff", "a.game", "r.game"],
    &["diff", "a.game", "--json"],
    &["why", "a.game:4"],
    &["why-not", "a.game:4", "red builds city at B2.n"],
    &["impact", "a.game", "--rules", "."],
    &["check", "."],
    &["check", ".", "--format", "json"],
    &["check", ".", "--format", "sarif"],
    &["board", "odd.toml", "--names", "--svg", "out.svg"],
    &["rules", "odd.toml"],
    &["sim", "odd.toml", "--games", "2", "--players", "random,random"],
    &["coverage", "--with", "odd", ".", "--html", "out.html"],
    &["mutate", "odd", "--tests", ".", "--list"],
];

#[test]
#[ignore = "runs all verbs"]
fn no_verb_writes_a_character_that_steers_a_terminal() {
    let cases = [
        ("odd.toml", "\"N\"", &*format!("\"{TOML}\"")),
        ("odd.toml", "\"N\"", &format!("\"{BAD}\"")),
        (
            "odd.toml",
            "players = [2, 3]",
            &format!("players = [2, 3]\n[names]\n2 = [\"{TOML}\", \"x\"]\n# "),
        ),
        ("odd.toml", "[2, 3]", &format!("[2, 3 {BAD}")),
        ("odd/pack.toml", "\"Odd\"", &format!("\"{TOML}\"")),
        ("odd/pack.toml", "requires", &format!("\"{TOML}\" = 1\nrequires")),
        ("odd/pack.toml", "[\"catan\"]", &format!("[\"{TOML}\"]")),
        ("odd/rule.rhai", "which", RHAI),
        ("odd/rule.rhai", "which", BAD),
        ("odd/rule.rhai", "Odd", BAD),
        ("odd/rule.rhai", "me.choose", &format!("me.{BAD}")),
        ("odd/veto.rhai", "\"no road\"", &format!("\"{RHAI}\"")),
        ("a.game", "red rolls 1 1", &format!("red rolls {BAD} 1 1")),
        ("a.game", "red rolls 1 1", &format!("# {BAD}\nred rolls 1 1")),
        ("a.game", "scenario odd.toml", &format!("scenario {BAD}")),
    ];
    for (file, from, to) in cases {
        let folder = spoilt(file, from, to);
        for args in COMMANDS {
            check(folder.path(), args);
        }
        for file in ["r.game", "out.xml", "out.svg", "out.html"] {
            let text = fs::read_to_string(folder.path().join(file)).unwrap_or_default();
            assert_eq!(found_in(&text), [""; 0], "{file}: {}", text.escape_debug());
        }
    }
}

#[test]
fn a_question_and_a_refusal_are_shown_with_their_characters_written_out() {
    let folder = spoilt("odd/rule.rhai", "which", RHAI);
    let args = ["run", "odd.toml", "--players", "random,random", "--record", "r.game"];
    check(folder.path(), &args);
    let recorded = fs::read_to_string(folder.path().join("r.game")).unwrap();
    assert!(recorded.contains("\\u{1b}[2J\\u{1b}]0;owned\\u{7}"), "{recorded}");
    let replayed = check(folder.path(), &["replay", "r.game"]);
    assert!(replayed.contains("actions"), "{replayed}");

    let folder = spoilt("odd/veto.rhai", "no road", RHAI);
    fs::remove_file(folder.path().join("odd/rule.rhai")).unwrap();
    let said = check(folder.path(), &["why-not", "a.game:4", "red builds city at B2.n"]);
    assert!(said.contains("\\u{1b}[2J"), "{said}");
}

#[cfg(unix)]
#[test]
fn the_names_of_files_are_shown_with_their_characters_written_out() {
    let name = format!("{}.game", BAD.replace('/', ""));
    let folder = folder(&[(&name, "scenario nowhere\n"), ("b.game", GAME)]);
    for args in [
        &["test", "."][..],
        &["check", "."],
        &["replay", &name],
        &["test", ".", "--junit", "out.xml"],
    ] {
        let said = check(folder.path(), args);
        assert!(said.contains("\\u{1b}[2J"), "{args:?}: {said}");
    }
    let junit = fs::read_to_string(folder.path().join("out.xml")).unwrap();
    assert!(found_in(&junit).is_empty() && junit.contains("\\u{1b}[2J"), "{junit}");
}
