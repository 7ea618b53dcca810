//! Recordings whose scenario has changed.

use std::fs;

use tempfile::TempDir;

use crate::tools::{folder, run};

/// A recording of a scenario that was edited afterwards.
fn edited() -> TempDir {
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    let folder = folder(&[("mine.toml", &scenario)]);
    let players = ["--players", "greedy,greedy,greedy"];
    let args = [&["run", "mine.toml", "--seed", "7", "--quiet"], &players[..]].concat();
    let recorded = run(folder.path(), &[&args[..], &["--record", "a.game"]].concat());
    assert!(recorded.contains("exit 0"), "{recorded}");
    let at = scenario.find("w11").or_else(|| scenario.find("w8")).expect("a wood with a number");
    let edited = format!(
        "{}w3{}",
        &scenario[..at],
        &scenario[at..].trim_start_matches(|c: char| c.is_alphanumeric())
    );
    fs::write(folder.path().join("mine.toml"), edited).unwrap();
    folder
}

#[test]
fn a_changed_scenario_is_told_once_by_replay() {
    let folder = edited();
    let replayed = run(folder.path(), &["replay", "a.game"]);
    assert_eq!(replayed.matches("error").count(), 1, "{replayed}");
    let head = "exit 1\nerror: scenario `mine.toml` differs from the recorded one";
    assert!(replayed.starts_with(head), "{replayed}");
    assert!(replayed.contains(" more lines are also wrong"), "{replayed}");
}

#[test]
fn a_changed_scenario_is_named_by_diff_and_why() {
    let folder = edited();
    let compared = run(folder.path(), &["diff", "a.game"]);
    assert!(
        compared.contains("scenario `mine.toml` differs from the recorded one: its hash was "),
        "{compared}"
    );
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let line = text.lines().position(|line| line == "set-up").unwrap() + 1;
    let told = run(folder.path(), &["why", &format!("a.game:{line}")]);
    assert!(told.contains("warning: scenario `mine.toml` differs"), "{told}");
}

#[test]
fn a_recording_without_the_hash_plays_as_ever() {
    let folder = edited();
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let hash = text.lines().find(|line| line.starts_with("scenario-hash ")).expect("a hash");
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    fs::write(folder.path().join("mine.toml"), scenario).unwrap();
    fs::write(folder.path().join("b.game"), text.replace(&format!("{hash}\n"), "")).unwrap();
    for game in ["a.game", "b.game"] {
        let replayed = run(folder.path(), &["replay", "--strict", game]);
        assert!(replayed.ends_with("exit 0\n"), "{replayed}");
    }
}

#[test]
#[ignore = "takes a second"]
fn a_fork_and_a_recording_written_anew_name_the_scenario_as_it_is() {
    let folder = edited();
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    fs::write(folder.path().join("mine.toml"), scenario + "# The same game.\n").unwrap();
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let begun = text.lines().position(|line| line.contains(" rolls ")).unwrap();
    let place = format!("a.game:{begun}");
    let args = ["fork", &place, "--record", "b.game", "--quiet", "--players"];
    run(folder.path(), &[&args[..], &["random,random,random"]].concat());
    let strict = |game| run(folder.path(), &["replay", "--strict", game]);
    assert!(strict("a.game").contains("scenario `mine.toml` differs"), "{}", strict("a.game"));
    run(folder.path(), &["replay", "--bless", "a.game"]);
    for game in ["a.game", "b.game"] {
        assert!(strict(game).ends_with("exit 0\n"), "{}", strict(game));
    }
}
