//! `fork`: a game can continue from any of its lines.

use std::fs;

use crate::support::{out, run_in};
use crate::tools::{folder, run};

#[test]
#[ignore = "forks a hundred games"]
fn a_game_is_forked_anywhere_also_within_a_question() {
    let folder = folder(&[]);
    let args = ["run", "newcatan", "--seed", "9", "--quiet", "--record", "a.game"];
    assert!(run(folder.path(), &args).ends_with("exit 0\n"));
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let begun = lines.iter().position(|line| *line == "set-up").unwrap();
    let within: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].contains(" chooses ")).take(2).collect();
    assert_eq!(within.len(), 2, "rules ask");
    let scattered = (begun..lines.len()).step_by(lines.len() / 4);
    for line in within.into_iter().chain(scattered) {
        let place = format!("a.game:{line}");
        for players in ["random,random,random,random", "greedy,random,greedy,random"] {
            let args = ["fork", &place, "--record", "b.game", "--force", "--quiet", "--players"];
            let forked = run(folder.path(), &[&args[..], &[players]].concat());
            assert!(forked.ends_with("exit 0\n"), "{place}: {forked}");
            let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
            assert!(replayed.ends_with("exit 0\n"), "{place}: {replayed}");
            let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
            let (before, after) = branch.split_once(&format!("# forked from {place}\n")).unwrap();
            assert!(text.starts_with(before) && before.lines().count() >= line, "{place}");
            assert!(after.ends_with("end of recording\n"));
        }
    }
}

#[test]
fn without_players_the_beginning_is_written() {
    let game = "scenario catan\nplayers red, blue, white\n\ngiven red has settlement at C4.n\n\
        given blue has 2 ore\ngiven red holds 1 monopoly\n\nred plays monopoly\nred chooses ore\n  \
        blue gives 2 ore to red\nexpect red has 2 ore\n";
    let folder = folder(&[("a.game", game)]);
    insta::assert_snapshot!(run(folder.path(), &["fork", "a.game:9"]), @"
    scenario catan
    players red, blue, white

    given red has settlement at C4.n
    given blue has 2 ore
    given red holds 1 monopoly

    red plays monopoly
    red chooses ore
      blue gives 2 ore to red
    # forked from a.game:9
    exit 0
    ");
    run(folder.path(), &["fork", "a.game:8", "--record", "b.game"]);
    insta::assert_snapshot!(run(folder.path(), &["replay", "b.game", "a.game"]), @"
    b.game: 1 turn, 1 action
    a.game: 1 turn, 2 actions, 1 expectation
    2 replayed, 0 failed
    exit 0
    ");
}

#[test]
fn the_beginning_of_a_recording_is_not_cut_off() {
    let folder = folder(&[]);
    let args = ["run", "catan", "--seed", "3", "--quiet", "--record", "a.game"];
    assert!(run(folder.path(), &args).ends_with("exit 0\n"));
    run(folder.path(), &["fork", "a.game:60", "--record", "b.game"]);
    let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
    assert!(replayed.ends_with("exit 0\n") && !replayed.contains("cut off"), "{replayed}");
    // Below the comment, lines can be missing again.
    let text = fs::read_to_string(folder.path().join("b.game")).unwrap();
    fs::write(folder.path().join("b.game"), text.replace("# forked from", "# from")).unwrap();
    assert!(run(folder.path(), &["replay", "b.game"]).contains("the recording is cut off here"));
}

#[test]
fn a_fork_that_cannot_be_is_explained() {
    let game = "scenario catan\nplayers red, blue, white\ngiven red has 1 ore\nred rolls 1 2\n";
    let folder = folder(&[("a.game", game)]);
    let fork = |args: &[&str]| run(folder.path(), &[&["fork"], args].concat());
    insta::assert_snapshot!(fork(&["a.game:9"]), @"
    exit 1
    error: there is no line 9
    --> a.game
     = help: the transcript has 4 lines
    ");
    insta::assert_snapshot!(fork(&["a.game:3"]), @"
    exit 1
    error: nobody has acted yet, so it is not known whose turn it is
     --> a.game:3:1
      |
    3 | given red has 1 ore
      | ^^^^^^^^^^^^^^^^^^^
      |
      = help: name the line of the first action, or a later one
    ");
    insta::assert_snapshot!(fork(&["a.game:4", "--record", "b.game", "--players", "greedy,greedy"]), @"
    exit 1
    error: the game has 3 players, not 2
     |
     = help: choose who plays for red, blue, white: `--players greedy,human,…`
    ");
    insta::assert_snapshot!(fork(&["a.game:4", "--record", "a.game"]), @"
    exit 1
    error: `a.game` already exists
     |
     = help: overwrite it with `--force`
    ");
}

#[test]
fn what_stands_above_a_line_is_not_checked() {
    let game = "scenario catan\nplayers red, blue, white\ngiven hex C4 is wood 6\n\
        given hex B3 is desert\ngiven hex B4 is desert\ngiven red has settlement at C4.n\n\
        given robber at A1\nred rolls 3 3\n  red produces 2 wood\nexpect red has 7 wood\n\
        red ends turn\n  turn of white begins\n";
    let folder = folder(&[("a.game", game)]);
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game", "--from", "11"]), @"
    exit 1
    error: `turn of white begins` did not happen
      --> a.game:12:3
       |
    12 |   turn of white begins
       |   ^^^^^^^^^^^^^^^^^^^^
       |
       = note: written (-), happened (+)
               - turn of white begins
               + turn of blue begins
    ");
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game", "--from", "99"]), @"
    exit 1
    error: there is no line 99
    --> a.game
     = help: the transcript has 12 lines
    ");
    let blessed = run_in(folder.path(), &["replay", "a.game", "--from", "11", "--bless"]);
    insta::assert_snapshot!(out(&blessed), @"a.game: 2 turns, 2 actions, 1 expectation, rewritten");
    let rewritten = fs::read_to_string(folder.path().join("a.game")).unwrap();
    assert_eq!(rewritten, game.replace("turn of white", "turn of blue"));
}

#[test]
#[ignore = "takes a second"]
fn a_game_is_forked_at_its_end() {
    let folder = folder(&[]);
    run(folder.path(), &["run", "catan", "--seed", "9", "--quiet", "--record", "over.game"]);
    let over = fs::read_to_string(folder.path().join("over.game")).unwrap();
    let place = format!("over.game:{}", over.lines().count());
    let players = ["--players", "greedy,greedy,greedy,greedy", "--quiet", "--force"];
    let fork = |place: &str| {
        run(folder.path(), &[&["fork", place, "--record", "b.game"], &players[..]].concat())
    };
    assert_eq!(fork(&place), "exit 0\nthe game is over at this line, so nobody can continue it");
    let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
    assert!(replayed.ends_with("exit 0\n"), "{replayed}");

    let (left, _) = over.split_once("turn 3 digest").unwrap();
    let left = format!("{left}end of recording\n");
    fs::write(folder.path().join("left.game"), &left).unwrap();
    let forked = fork(&format!("left.game:{}", left.lines().count()));
    assert!(forked.ends_with("exit 0\n"), "{forked}");
    let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
    assert!(replayed.ends_with("exit 0\n"), "{replayed}");
}

#[test]
fn a_fork_keeps_all_that_belongs_to_its_line() {
    let game = "engine 0.1.0\nscenario catan\nplayers red, blue, white\ngiven blue has 2 ore\n\
        given red holds 1 monopoly\nred plays monopoly\nred chooses ore\n# all of it\n  \
        blue gives 2 ore to red\nred jumps\n";
    let folder = folder(&[("a.game", game)]);
    let (whole, _) = game.split_once("red jumps").unwrap();
    for line in ["a.game:7", "a.game:8", "a.game:9"] {
        let expected = format!("{whole}# forked from {line}\nexit 0\n");
        assert_eq!(run(folder.path(), &["fork", line]), expected);
    }
}

#[test]
fn a_fork_within_the_header_is_refused() {
    let folder =
        folder(&[("a.game", "scenario catan\nseed 4\n\nplayers red, blue, white\nset-up\n")]);
    let refused = run(folder.path(), &["fork", "a.game:2"]);
    assert!(
        refused.starts_with("exit 1\nerror: the header continues below this line"),
        "{refused}"
    );
    assert!(refused.contains("choose line 4, which ends the header, or a later line"), "{refused}");
}

#[test]
fn a_fork_is_played_with_the_packs_as_they_are() {
    let game = "scenario catan\npack catan 1.0.0 0123456789abcdef # old\n\
        players red, blue, white\ngiven red has 1 ore\nred rolls 1 2\n";
    let folder = folder(&[("a.game", game)]);
    let args = ["fork", "a.game:5", "--record", "b.game", "--quiet", "--players"];
    let forked = run(folder.path(), &[&args[..], &["random,random,random"]].concat());
    assert!(forked.contains("warning: pack `catan` differs from the recorded one"), "{forked}");
    let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
    assert!(branch.contains(" # old\n") && !branch.contains("0123456789abcdef"), "{branch}");
    let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
    assert!(replayed.ends_with("exit 0\n"), "{replayed}");
}

#[test]
fn a_compact_game_goes_on_compactly() {
    let folder = folder(&[]);
    let args = ["run", "catan", "--seed", "9", "--quiet", "--compact", "--record", "a.game"];
    run(folder.path(), &args);
    let args = ["fork", "a.game:60", "--record", "b.game", "--quiet", "--players"];
    run(folder.path(), &[&args[..], &["random,random,random,random"]].concat());
    let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let (before, after) = branch.split_once("# forked from a.game:60\n").unwrap();
    assert!(text.starts_with(before) && !after.contains("\n  "), "{branch}");
    let replayed = run(folder.path(), &["replay", "--strict", "b.game"]);
    assert!(replayed.ends_with("exit 0\n"), "{replayed}");
}

#[test]
fn a_fork_keeps_the_ends_of_lines() {
    let game = "scenario catan\r\nplayers red, blue, white\r\nred places settlement at C3.s\r\n";
    let folder = folder(&[("a.game", game)]);
    let args = ["fork", "a.game:3", "--record", "b.game", "--quiet", "--players"];
    let forked = run(folder.path(), &[&args[..], &["random,random,random"]].concat());
    assert!(forked.ends_with("exit 0\n"), "{forked}");
    let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
    assert!(branch.ends_with("end of recording\r\n"), "{branch}");
    assert!(branch.split_inclusive('\n').all(|line| line.ends_with("\r\n")), "{branch}");
    assert!(!branch.contains("\r\r"), "{branch}");
}
