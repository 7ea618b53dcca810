//! Twice as many lines take about twice the resources, counted in bytes and not in time.

use std::rc::Rc;

use newcatan::transcript::{AddedChanges, Options, parse, replay};

use super::{host, rules};

/// The maximum growth of a count in percent if the lines are doubled.
const GROWTH: u64 = 230;
/// The initial number of lines of a transcript.
const LINES: usize = 5_000;

const BEGUN: &str = "scenario catan_beginners\nplayers white, orange, blue\n\n";
const ROLLED: &str = "scenario catan_beginners\nplayers white, orange, blue\n\nwhite rolls 3 3\n";

/// A kind of lines: its name, the text above them, and the line with a given number.
type Kind = (&'static str, &'static str, fn(usize) -> String);

const KINDS: [Kind; 23] = [
    ("with", "scenario catan\n", |n| format!("with p{n}.rhai")),
    ("without", "scenario catan\n", |n| format!("without p{n}")),
    ("pack", "scenario catan\n", |n| format!("pack p{n} 1.0.0")),
    ("set", "scenario catan\n", |n| format!("set s{n} = 1")),
    ("players", "scenario catan\n", |n| format!("players red, blue{n}")),
    ("unknown key", "newcatan transcript 1\nscenario catan\n", |n| format!("key{n} 1")),
    ("blank", BEGUN, |_| String::new()),
    ("comment", BEGUN, |n| format!("# comment {n}")),
    ("given cards", BEGUN, |_| "given white has 1 ore".into()),
    ("given piece", BEGUN, |_| "given white has settlement at A1.n".into()),
    ("given turn", BEGUN, |_| "given turn 1".into()),
    ("expect", BEGUN, |_| "expect white has 2 points".into()),
    ("wrong expect", BEGUN, |n| format!("expect white has {n} points")),
    ("expect may", BEGUN, |_| "expect white may roll".into()),
    ("garbage", BEGUN, |n| format!("expect white hsa {n} points")),
    ("stray change", BEGUN, |_| "  white gets 1 ore".into()),
    ("change", ROLLED, |n| format!("  white produces {n} wood")),
    ("refused", BEGUN, |_| "white ends turn\n  refused: roll".into()),
    (
        "reasons",
        "scenario catan_beginners\nplayers white, orange, blue\n\nwhite ends turn\n",
        |n| format!("  refused: reason {n}"),
    ),
    ("undo", BEGUN, |_| "white rolls 1 1\nundo".into()),
    ("digest", BEGUN, |n| format!("turn {n} digest 0123456789abcdef")),
    ("changes", ROLLED, |_| "  white produces 9 wood".into()),
    ("actions", BEGUN, |n| {
        let player = ["white", "orange", "blue"][n % 3];
        format!("{player} rolls 1 1\n{player} ends turn")
    }),
];

/// The modes of replay: to check, as in tests, and to rewrite changes.
const WAYS: [(bool, AddedChanges); 3] =
    [(false, AddedChanges::All), (false, AddedChanges::InPlace), (true, AddedChanges::InPlace)];

/// The total and the peak number of allocated bytes in the replay of a transcript.
fn bytes(head: &str, line: fn(usize) -> String, count: usize) -> [u64; 2] {
    let lines: String = (0..count).map(|number| line(number) + "\n").collect();
    let text = format!("{head}{lines}");
    let rules = rules("catan_beginners");
    let script = host(&rules);
    let counted = allocation_counter::measure(|| {
        // Diagnostics are rendered, too.
        match parse(&text, "a.game") {
            Err(wrong) => drop(wrong.to_string()),
            Ok(transcript) => {
                for (rewrite, added) in WAYS {
                    let options = Options { rewrite, added, ..Options::default() };
                    let played = replay(&transcript, &rules, Rc::clone(&script), options);
                    drop(played.map_err(|wrong| wrong.to_string()));
                }
            }
        }
    });
    [counted.bytes_total, counted.bytes_max]
}

#[test]
#[ignore = "plays long transcripts"]
fn what_a_transcript_takes_grows_with_its_lines() {
    for (kind, head, line) in KINDS {
        let (once, twice) = (bytes(head, line, LINES), bytes(head, line, 2 * LINES));
        for (once, twice) in once.into_iter().zip(twice) {
            assert!(twice * 100 <= once * GROWTH, "{kind}: {once} bytes, then {twice}");
        }
    }
}
