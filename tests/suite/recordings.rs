//! Games as pages that show every moment (`newcatan board GAME --html FILE`).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

const PLAYERS: &str = "greedy,greedy,greedy";
/// A seed whose game has a discard of several cards.
const SEED: &str = "3";

fn newcatan(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).args(args).env("NO_COLOR", "1").output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim_end().to_owned()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"recording\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The recording of a game in a folder.
fn recorded(folder: &Path, args: &[&str]) -> Value {
    data(&out(&newcatan(folder, &[&["board"], args, &["--html", "-"]].concat())))
}

/// All states of a text of which only the differences are recorded.
fn states(text: &Value) -> Vec<String> {
    let mut lines: Vec<Value> = text["first"].as_array().unwrap().clone();
    let joined = |lines: &[Value]| {
        lines.iter().map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n")
    };
    let mut states = vec![joined(&lines)];
    for step in text["steps"].as_array().unwrap() {
        for splice in step.as_array().unwrap().iter().rev() {
            let number = |at: usize| usize::try_from(splice[at].as_u64().unwrap()).unwrap();
            let (from, deleted) = (number(0), number(1));
            lines.splice(from..from + deleted, splice[2].as_array().unwrap().clone());
        }
        states.push(joined(&lines));
    }
    states
}

/// The moments of a recording.
fn moments(recording: &Value) -> Vec<Value> {
    let states = states(&recording["views"]);
    states.iter().map(|state| serde_json::from_str(state).unwrap()).collect()
}

/// The lines of all moments.
fn log(moments: &[Value]) -> Vec<String> {
    let lines = moments.iter().flat_map(|moment| moment["log"].as_array().unwrap());
    lines.map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// A folder with a whole game that bots have played.
fn played() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let args = ["run", "newcatan", "--players", PLAYERS, "--seed", SEED, "--record", "whole.game"];
    out(&newcatan(folder.path(), &args));
    folder
}

#[test]
fn a_recording_shows_every_moment_and_hides_nothing() {
    let folder = played();
    let recording = recorded(folder.path(), &["whole.game"]);
    let moments = moments(&recording);
    let text = fs::read_to_string(folder.path().join("whole.game")).unwrap();
    let (_, body) = text.split_once("set-up\n").unwrap();
    let (_, body) = body.split_once("\n\n").unwrap();
    let lines: Vec<&str> = body
        .lines()
        .filter(|line| {
            !line.is_empty() && !line.starts_with("turn ") && *line != "end of recording"
        })
        .collect();
    assert!(lines.iter().any(|line| line.contains(" discards ") && line.contains(", ")));
    assert_eq!(log(&moments), lines);
    let replayed = out(&newcatan(folder.path(), &["replay", "whole.game"]));
    assert!(replayed.contains(&format!(" {} actions", moments.len() - 1)), "{replayed}");
    let history = recording["history"]["moments"].as_array().unwrap();
    assert_eq!(history.len(), moments.len() - 1);
    let last = &moments.last().unwrap()["observation"];
    assert!(lines.last().unwrap().contains(last["winner"].as_str().unwrap()));
    for (player, points) in history.last().unwrap()["points"].as_array().unwrap().iter().enumerate()
    {
        assert_eq!(*points, last["players"][player]["points"]);
    }
    for player in moments.iter().flat_map(|it| it["observation"]["players"].as_array().unwrap()) {
        let cards = player["resources"].as_object().unwrap().values();
        assert_eq!(cards.map(|count| count.as_u64().unwrap()).sum::<u64>(), player["hand"]);
    }
    let rolls = recording["history"]["statistics"]["rolls"].as_array().unwrap();
    let rolled: u64 = rolls.iter().map(|count| count.as_u64().unwrap()).sum();
    let rolls = lines.iter().filter(|line| line.contains(" rolls "));
    assert_eq!(rolled, rolls.count() as u64);
}

#[test]
fn a_recording_is_as_the_schema_says() {
    let schema: Value = serde_json::from_str(&newcatan::serve::schema()).unwrap();
    let check = |name: &str, values: &[Value]| {
        let part = json!({ "$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"] });
        let validator = jsonschema::draft202012::new(&part).unwrap();
        let errors = values.iter().flat_map(|value| validator.iter_errors(value));
        let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{name}");
    };
    let recording = recorded(played().path(), &["whole.game"]);
    check("RecordedMoment", &moments(&recording));
    check("Recording", &[recording]);
}

#[test]
fn points_include_hidden_cards() {
    let folder = tempfile::tempdir().unwrap();
    let game = "scenario catan_beginners\nplayers red, blue, white\n\n\
                given blue holds 1 victory point\nred rolls 4 5\n";
    fs::write(folder.path().join("hidden.game"), game).unwrap();
    let recording = recorded(folder.path(), &["hidden.game"]);
    insta::assert_snapshot!(recording["history"]["moments"][0]["points"], @"[0,1,0]");
}

#[test]
fn the_board_of_a_moment_is_that_of_the_game() {
    let folder = played();
    let boards = states(&recorded(folder.path(), &["whole.game"])["boards"]);
    let of = |board: &str, player: &str| board.matches(&format!(" of {player}</title>")).count();
    let drawn = out(&newcatan(folder.path(), &["board", "whole.game", "--svg", "-"]));
    assert_eq!(of(&boards[0], "red"), 0);
    for player in ["red", "blue", "white"] {
        assert!(of(&drawn, player) > 4);
        assert_eq!(of(boards.last().unwrap(), player), of(&drawn, player));
    }
}

#[test]
fn what_was_undone_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let game = "scenario catan_beginners\nplayers red, blue, white\n\n\
                red rolls 4 5\nred ends turn\nblue rolls 4 4\nundo 2\nred ends turn\n";
    fs::write(folder.path().join("undone.game"), game).unwrap();
    let moments = moments(&recorded(folder.path(), &["undone.game"]));
    insta::assert_snapshot!(log(&moments).join("\n"), @"
    red rolls 4 5
      red produces 1 grain
    red ends turn
      turn of blue begins
    ");
}

#[test]
fn a_recording_ends_before_an_error_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = "scenario catan_beginners\nplayers red, blue, white\n\nred rolls 4 4\nred rolls\n";
    fs::write(folder.path().join("wrong.game"), game).unwrap();
    let wrong = newcatan(folder.path(), &["board", "wrong.game", "--html", "wrong.html"]);
    assert_eq!(wrong.status.code(), Some(1));
    let page = fs::read_to_string(folder.path().join("wrong.html")).unwrap();
    let recording = data(&page);
    assert_eq!(moments(&recording).len(), 2);
    assert_eq!(recording["problem"].as_str().unwrap().trim_end(), said(&wrong));
    insta::assert_snapshot!(said(&wrong), @"
    error: refused: the dice have already been rolled
     --> wrong.game:5:5
      |
    5 | red rolls
      |     ^^^^^
    ");
    let recording = recorded(folder.path(), &["wrong.game", "--until", "5"]);
    assert_eq!(recording["problem"], Value::Null);
}

#[test]
fn only_transcripts_have_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let refused = newcatan(folder.path(), &["board", "catan", "--html", "catan.html"]);
    insta::assert_snapshot!(said(&refused), @"
    error: `catan` is a scenario, which has no actions
     |
     = help: `--html` is for transcripts
    ");
    assert!(!folder.path().join("catan.html").exists());
}

#[test]
fn a_title_ends_no_script() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    let (_, rest) = scenario.split_once("title = \"").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    let title = "</script><script>alert(1)</script>";
    fs::write(folder.path().join("odd.toml"), format!("title = \"{title}\"\n{rest}")).unwrap();
    let game = "scenario odd.toml\nplayers red, blue, white\n\nred rolls 3 4\n";
    fs::write(folder.path().join("odd.game"), game).unwrap();
    let page = out(&newcatan(folder.path(), &["board", "odd.game", "--html", "-"]));
    assert!(!page.contains(title));
    assert_eq!(data(&page)["title"], title);
}

/// 3 MB are few enough to send by mail.
#[test]
#[ignore = "long"]
fn the_longest_recorded_game_is_a_small_page() {
    let folders = fs::read_dir("tests/corpus").unwrap();
    let games = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
    let length = |game: &fs::DirEntry| fs::read_to_string(game.path()).unwrap().lines().count();
    let longest = games.map(Result::unwrap).max_by_key(length).unwrap();
    let path = longest.path();
    let page = out(&newcatan(Path::new("."), &["board", path.to_str().unwrap(), "--html", "-"]));
    assert!(page.len() <= 3_000_000, "{} bytes", page.len());
}
