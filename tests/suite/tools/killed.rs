//! Recordings of games whose program was killed.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::support::said;
use crate::tools::{folder, support};

/// A game that exceeds the buffer of a pipe, so that it waits for its reader.
const GAME: [&str; 6] =
    ["run", "newcatan", "--seed", "3", "--players", "random,random,random,random"];

/// The lines of a recording that are also shown during the game: no header, no digests.
fn shown(recorded: &str) -> Vec<&str> {
    let game = recorded.split_once("\n\n").map_or("", |(_, after)| after);
    let game = game.split_once("\n\n").map_or("", |(_, after)| after);
    let is_shown = |line: &&str| {
        !line.is_empty() && !line.starts_with("turn ") && !line.starts_with("  turn of ")
    };
    game.lines().filter(is_shown).collect()
}

#[test]
fn a_kill_loses_at_most_the_last_line() {
    let folder = folder(&[]);
    for (number, kept) in [60, 300, 600].into_iter().enumerate() {
        let file = format!("{number}.game");
        let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
            .current_dir(folder.path())
            .args(GAME)
            .args(["--record", &file])
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        while told.lines().count() < kept {
            assert!(reader.read_line(&mut told).unwrap() > 0, "the game goes on");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).unwrap();
        told.push_str(&String::from_utf8_lossy(&rest));

        let recorded = fs::read_to_string(folder.path().join(&file)).unwrap();
        assert!(!recorded.contains("end of recording"), "the game was not over");
        let told = told.lines().skip_while(|line| !line.contains(" places "));
        let told: Vec<&str> =
            told.filter(|line| !line.is_empty() && !line.starts_with("turn ")).collect();
        let shown = shown(&recorded);
        assert!(told.len() <= shown.len() + 1, "{} lines told", told.len());
        let both = told.len().min(shown.len()).saturating_sub(1);
        assert_eq!(told[..both], shown[..both]);

        let replayed = support::run_in(folder.path(), &["replay", &file]);
        assert!(said(&replayed).contains("the recording is cut off here"), "{}", said(&replayed));
        assert!(replayed.status.success(), "{}", said(&replayed));
    }
}

/// A recording that is cut off anywhere can be replayed up to its last complete action.
#[test]
#[ignore = "replays a recording again and again"]
fn a_recording_cut_off_anywhere_is_replayed_up_to_its_last_whole_action() {
    let folder = folder(&[]);
    let recorded = ["--quiet", "--record", "whole.game"];
    assert!(support::run_in(folder.path(), &[&GAME[..], &recorded].concat()).status.success());
    let whole = fs::read_to_string(folder.path().join("whole.game")).unwrap();
    let begun = whole.find("\nset-up").unwrap() + 1;
    let lines = whole[begun..].match_indices('\n').map(|(at, _)| begun + at + 1);
    let actions = |text: &str| {
        let is_action = |line: &&str| line.contains(' ') && line.starts_with(char::is_lowercase);
        text[begun..].lines().filter(is_action).filter(|line| !line.starts_with("turn ")).count()
    };
    let mut left_out = 0;
    for end in lines.take(400).step_by(40).flat_map(|end| [end, end + 4]) {
        let cut = &whole[..end];
        fs::write(folder.path().join("cut.game"), cut).unwrap();
        let output = support::run_in(folder.path(), &["replay", "cut.game"]);
        assert!(output.status.success(), "{}\n{}", said(&output), &cut[cut.len() - 200..]);
        assert_eq!(said(&output).matches("the recording is cut off here").count(), 1);
        let summary = support::out(&output);
        let played = summary.split(" action").next().unwrap().rsplit(' ').next().unwrap();
        let played: usize = played.parse().unwrap_or(0);
        let written = actions(cut);
        assert!((written.saturating_sub(1)..=written).contains(&played), "{summary} {written}");
        left_out += usize::from(played < written);
    }
    assert!(left_out > 2, "{left_out}");
}

#[test]
fn what_is_wrong_above_the_end_of_a_cut_off_recording_is_an_error() {
    let folder = folder(&[]);
    let recorded = ["--quiet", "--record", "whole.game"];
    assert!(support::run_in(folder.path(), &[&GAME[..], &recorded].concat()).status.success());
    let whole = fs::read_to_string(folder.path().join("whole.game")).unwrap();
    let cut: String = whole.split_inclusive('\n').take(200).collect();
    let action = cut.rfind("\n  ").unwrap();
    let wrong = format!("{}\n  red takes 9 ore\n", &cut[..action]);
    let digest = format!("{}turn 7 digest 0123456789abcdef\n", &cut[..=action]);
    for text in [wrong, digest] {
        fs::write(folder.path().join("cut.game"), text).unwrap();
        let output = support::run_in(folder.path(), &["replay", "cut.game"]);
        assert!(!output.status.success(), "{}", said(&output));
    }
}

#[test]
#[ignore = "kills the program again and again"]
fn a_kill_at_any_time_leaves_the_beginning_of_the_recording() {
    let folder = folder(&[]);
    let start = |file: &str| {
        Command::new(env!("CARGO_BIN_EXE_newcatan"))
            .current_dir(folder.path())
            .args(GAME)
            .args(["--quiet", "--record", file])
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    assert!(start("whole.game").wait().unwrap().success());
    let whole = fs::read_to_string(folder.path().join("whole.game")).unwrap();
    let mut killed = 0;
    for bytes in (0..whole.len() as u64).step_by(whole.len() / 12) {
        let path = folder.path().join(format!("{bytes}.game"));
        let mut child = start(&format!("{bytes}.game"));
        while fs::metadata(&path).map_or(0, |file| file.len()) < bytes.max(1) {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let recorded = fs::read_to_string(&path).unwrap();
        assert!(whole.starts_with(&recorded), "it is the same game");
        killed += usize::from(recorded.len() < whole.len());
    }
    assert!(killed > 3, "only {killed} games were killed in their middle");
}

#[test]
fn a_kill_among_discards_loses_no_line_of_who_is_done() {
    let game = "scenario catan\nplayers red, blue, white\ngiven red has 8 ore\n\
        given blue has 8 wood\nred rolls 3 4\n";
    let folder = folder(&[("a.game", game)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .current_dir(folder.path())
        .args(["fork", "a.game:5", "--record", "b.game", "--players", "human,human,human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"\ndiscards 4 ore\n\n").unwrap();
    let mut told = Vec::new();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).bytes();
    while !told.ends_with(b"blue> ") {
        told.push(answers.next().expect("blue is asked").unwrap());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
    assert_eq!(branch, format!("{game}# forked from a.game:5\nred discards 4 ore\n"));
}
