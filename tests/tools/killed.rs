//! Recordings of games whose program was killed.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::support::said;
use crate::{folder, support};

/// The lines of a recording that are shown as the game goes by too: no header, no digest.
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
    for (number, kept) in [30, 300, 900].into_iter().enumerate() {
        let file = format!("{number}.game");
        let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
            .current_dir(folder.path())
            .args(["run", "catan", "--seed", "3", "--record", &file])
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
        let begun = told.lines().position(|line| line.contains(" places ")).unwrap();
        let told: Vec<&str> = told.lines().skip(begun).collect();
        let told: Vec<&str> = told
            .into_iter()
            .filter(|line| !line.is_empty() && !line.starts_with("turn "))
            .collect();
        let shown = shown(&recorded);
        let lost = told.len().saturating_sub(shown.len());
        assert!(lost <= 1, "{lost} lines are lost");
        let both = told.len().min(shown.len());
        let both = if lost == 0 { both } else { both - 1 };
        assert_eq!(told[..both - 1], shown[..both - 1]);

        let replayed = support::run_in(folder.path(), &["replay", &file]);
        assert!(said(&replayed).contains("the recording is cut off here"), "{}", said(&replayed));
        if replayed.status.success() {
            continue;
        }
        // The message names the line from which on nothing is whole.
        let said = said(&replayed);
        let from = said.split("delete from line ").nth(1).unwrap().split(' ').next().unwrap();
        let from: usize = from.parse().unwrap();
        let whole: Vec<&str> = recorded.lines().take(from - 1).collect();
        fs::write(folder.path().join(&file), whole.join("\n") + "\n").unwrap();
        assert!(support::run_in(folder.path(), &["replay", &file]).status.success());
    }
}
