//! Many games: rows and summary do not depend on threads and shards, and `run` can play each game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{out, run_in, said};

/// A rule with a choice: on a 2 or a 12, the current player takes any card.
const GIFT: &str = r#"//! Gift
//! Whoever rolls a 2 or a 12 takes any card.
//! Rulings: H-1.

fn on_production_roll(me, roll) {
    if roll == 2 || roll == 12 {
        me.take("1 any");
    }
}
"#;

/// A rule that fails in some games: on a 12 if any player has a city.
const FAULTY: &str = r"//! Faulty
//! Fails on a 12 once the roller has a city.
//! Rulings: H-1.

fn on_production_roll(me, roll) {
    if roll == 12 && me.on_board(CITY) > 0 {
        [1][roll];
    }
}
";

/// A folder with the rules above.
fn workspace() -> TempDir {
    let workspace = tempfile::tempdir().unwrap();
    fs::write(workspace.path().join("gift.rhai"), GIFT).unwrap();
    fs::write(workspace.path().join("faulty.rhai"), FAULTY).unwrap();
    workspace
}

/// Runs `sim`. Returns the exit code, the results and the messages.
fn sim(workspace: &Path, args: &str) -> (i32, String, String) {
    let words: Vec<&str> = ["sim"].into_iter().chain(args.split(' ')).collect();
    let output = run_in(workspace, &words);
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code().unwrap(), out(&output), err)
}

/// The summary of a successful run.
fn summary(workspace: &Path, args: &str) -> Value {
    let (code, out, err) = sim(workspace, &format!("{args} --json"));
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

fn text(workspace: &Path, file: &str) -> String {
    fs::read_to_string(workspace.join(file)).unwrap()
}

/// The rows of a JSON Lines file.
fn rows(workspace: &Path, file: &str) -> Vec<Value> {
    text(workspace, file).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
#[ignore = "plays many games"]
fn threads_change_nothing() {
    let workspace = workspace();
    let told = |threads: usize| {
        let mut told = Vec::new();
        for format in ["csv", "jsonl"] {
            let file = format!("{threads}.{format}");
            let game = "newcatan --games 9 --players greedy,random,greedy --seed 5";
            let (code, out, err) =
                sim(workspace.path(), &format!("{game} --threads {threads} --out {file}"));
            assert_eq!((code, err.as_str()), (0, ""));
            told.push((out, text(workspace.path(), &file)));
        }
        told
    };
    let one = told(1);
    assert!(one[0].0.contains("9 games, seeds 5 to 13"), "{}", one[0].0);
    assert_eq!(told(2), one);
    assert_eq!(told(5), one);
}

#[test]
fn the_interpreter_and_a_game_without_a_cache_give_the_same_rows() {
    let workspace = workspace();
    let rows = |flags: &str| {
        let game = "newcatan --games 2 --players greedy,random,greedy --seed 5";
        let args = format!("{game} --out rows.csv --force{flags}");
        let (code, _, err) = sim(workspace.path(), &args);
        assert_eq!((code, err.as_str()), (0, ""));
        text(workspace.path(), "rows.csv")
    };
    let usual = rows("");
    for flags in [" --uncached", " --interpret", " --uncached --interpret"] {
        assert_eq!(rows(flags), usual, "{flags}");
    }
}

#[test]
#[ignore = "takes a second"]
fn parts_are_the_whole() {
    let workspace = workspace();
    let game = "catan --games 7 --players random,greedy,random --seed 40";
    for format in ["csv", "jsonl"] {
        let whole = format!("whole.{format}");
        summary(workspace.path(), &format!("{game} --out {whole}"));
        let mut together = String::new();
        let mut games = 0;
        for part in 1..=3 {
            let file = format!("{part}.{format}");
            let told = summary(workspace.path(), &format!("{game} --shard {part}/3 --out {file}"));
            games += told["games"].as_u64().unwrap();
            assert_eq!(told["shard"]["part"], part);
            let rows = text(workspace.path(), &file);
            let is_headed = format == "csv" && part > 1;
            together.extend(rows.split_inclusive('\n').skip(usize::from(is_headed)));
        }
        assert_eq!((games, together), (7, text(workspace.path(), &whole)));
    }
    let (_, told, _) = sim(workspace.path(), &format!("{game} --shard 2/3"));
    assert!(told.starts_with("catan: 2 games, seeds 42 to 43, part 2 of 3\n"), "{told}");
    // A shard may be empty.
    let (code, told, _) = sim(workspace.path(), "catan --games 1 --shard 1/2");
    assert_eq!(code, 0);
    assert!(told.starts_with("catan: 0 games, part 1 of 2\n"), "{told}");
}

#[test]
#[ignore = "takes a second"]
fn the_summary_is_that_of_its_rows() {
    let workspace = workspace();
    let game = "newcatan_complete --games 12 --players greedy,greedy,random";
    let told = summary(workspace.path(), &format!("{game} --out games.jsonl"));
    let rows = rows(workspace.path(), "games.jsonl");
    assert_eq!(told["games"], rows.len());

    let of = |name: &str| rows.iter().map(|row| row[name].as_u64().unwrap()).collect::<Vec<_>>();
    for length in ["turns", "decisions"] {
        let mut sorted = of(length);
        sorted.sort_unstable();
        assert_eq!(told[length]["least"], sorted[0]);
        assert_eq!(told[length]["median"], sorted[5]);
        assert_eq!(told[length]["high"], sorted[11]);
        let sum: f64 = rows.iter().map(|row| row[length].as_f64().unwrap()).sum();
        assert!((told[length]["mean"].as_f64().unwrap() - sum / 12.0).abs() < 1e-9);
    }
    for (seat, player) in told["players"].as_array().unwrap().iter().enumerate() {
        let wins = rows.iter().filter(|row| row["winner"] == player["name"]).count();
        assert_eq!(player["wins"]["count"], wins);
        let points = rows.iter().map(|row| row["players"][seat]["points"].as_f64().unwrap());
        let mean = points.sum::<f64>() / 12.0;
        assert!((player["points"].as_f64().unwrap() - mean).abs() < 1e-9);
    }
    let mut used = 0;
    for usage in told["uses"].as_array().unwrap() {
        let (sort, name) = (usage["sort"].as_str().unwrap(), usage["name"].as_str().unwrap());
        let times = |seat: &Value| seat["uses"][sort][name].as_u64().unwrap_or(0);
        let seats = || {
            rows.iter().flat_map(|row| {
                row["players"].as_array().unwrap().iter().map(move |seat| (row, seat))
            })
        };
        let users = || seats().filter(|(_, seat)| times(seat) > 0);
        let won = users().filter(|(row, seat)| row["winner"] == seat["name"]).count();
        assert_eq!(usage["times"], seats().map(|(_, seat)| times(seat)).sum::<u64>(), "{name}");
        assert_eq!(usage["wins"]["of"], users().count(), "{name}");
        assert_eq!(usage["wins"]["count"], won, "{name}");
        used += users().count();
    }
    assert!(used > 300, "{used} uses");
}

#[test]
#[ignore = "takes a second"]
fn columns_say_what_lines_of_json_say() {
    let workspace = workspace();
    let game = "newcatan --games 5 --players greedy,greedy,greedy";
    summary(workspace.path(), &format!("{game} --out games.csv"));
    summary(workspace.path(), &format!("{game} --out games.jsonl"));
    let table = text(workspace.path(), "games.csv");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let columns = lines.next().unwrap();
    for (row, cells) in rows(workspace.path(), "games.jsonl").iter().zip(lines) {
        assert_eq!(cells.len(), columns.len());
        let cells: BTreeMap<&str, &str> = columns.iter().copied().zip(cells).collect();
        for name in ["game", "seed", "turns", "decisions"] {
            assert_eq!(cells[name], row[name].to_string());
        }
        assert_eq!(cells["winner"], row["winner"].as_str().unwrap_or_default());
        let mut told = 0;
        for seat in row["players"].as_array().unwrap() {
            let name = seat["name"].as_str().unwrap();
            assert_eq!(cells[&*format!("{name}_points")], seat["points"].to_string());
            let of_sources = seat["sources"].as_object().unwrap().values();
            assert_eq!(of_sources.map(|it| it.as_i64().unwrap()).sum::<i64>(), seat["points"]);
            for (sort, uses) in seat["uses"].as_object().unwrap() {
                for (thing, times) in uses.as_object().unwrap() {
                    let column = format!("{name}_{sort}_{thing}").replace([' ', '/'], "_");
                    assert_eq!(cells[&*column], times.to_string(), "{column}");
                    told += 1;
                }
            }
        }
        let is_use = |column: &&&str| column.matches('_').count() > 1 && cells[**column] != "0";
        assert_eq!(columns.iter().filter(is_use).count(), told, "all others are 0");
    }
}

#[test]
#[ignore = "plays many games"]
fn each_row_is_a_game_of_run() {
    let workspace = workspace();
    for (game, players) in
        [("catan", "random,greedy,random,greedy"), ("desolation", "greedy,greedy,greedy")]
    {
        let game = format!("{game} --players {players} --with gift.rhai");
        summary(workspace.path(), &format!("{game} --games 4 --seed 11 --out {players}.jsonl"));
        for row in rows(workspace.path(), &format!("{players}.jsonl")) {
            let seed = row["seed"].as_u64().unwrap();
            assert_eq!(seed, 11 + row["game"].as_u64().unwrap());
            let record = format!("{players}.{seed}.game");
            let run = format!("run {game} --seed {seed} --json --record {record}");
            let run = run_in(workspace.path(), &run.split(' ').collect::<Vec<_>>());
            let alone: Value = serde_json::from_str(&out(&run)).unwrap();
            assert_eq!(alone["winner"], row["winner"]);
            assert_eq!(alone["turns"], row["turns"]);
            assert_eq!(alone["actions"], row["decisions"]);
            uses_are_those_of_the_record(&row, &text(workspace.path(), &record));
        }
    }
}

/// Checks the counts of a row against the transcript of the game.
fn uses_are_those_of_the_record(row: &Value, record: &str) {
    for seat in row["players"].as_array().unwrap() {
        let name = seat["name"].as_str().unwrap();
        let lines = |said: &str| record.lines().filter(|line| line.trim() == said).count();
        let said = |words: &str| lines(&format!("{name} {words}"));
        let used = |sort: &str, thing: &str| match seat["uses"][sort][thing].as_u64() {
            Some(times) => usize::try_from(times).unwrap(),
            None => 0,
        };
        assert_eq!(used("card", "soldier"), said("plays soldier"));
        assert_eq!(used("card", "monopoly"), said("plays monopoly"));
        assert_eq!(used("deck", "development"), said("buys development"));
        assert_eq!(used("award", "longest road"), lines(&format!("longest road goes to {name}")));
        // A choice within a call is no second use.
        let gifts = said("rolls 1 1") + said("rolls 6 6");
        assert_eq!(used("rule", "house_rules/gift"), gifts, "{name}");
    }
}

#[test]
#[ignore = "plays many games"]
fn a_failing_rule_ends_the_run_with_what_is_there() {
    let workspace = workspace();
    let game = "catan --games 30 --with faulty.rhai --players greedy,greedy,greedy --json";
    let mut told = Vec::new();
    for threads in [1, 3] {
        let file = format!("{threads}.jsonl");
        let (code, out, err) =
            sim(workspace.path(), &format!("{game} --threads {threads} --out {file}"));
        assert_eq!(code, 1, "{err}");
        told.push((out, err, text(workspace.path(), &file)));
    }
    assert_eq!(told[0], told[1]);
    let (out, err, rows) = &told[0];
    let report: Value = serde_json::from_str(out).unwrap();
    let played = report["games"].as_u64().unwrap();
    assert_eq!(
        (report["wanted"].as_u64(), u64::try_from(rows.lines().count())),
        (Some(30), Ok(played))
    );
    assert!(played < 30);
    let seed = 1 + played;
    let place = format!("in game {played}, seed {seed}");
    for part in ["faulty.rhai:7", &place, &format!("--seed {seed}`")] {
        assert!(err.contains(part), "`{part}` is not in\n{err}");
    }
    let skipped =
        sim(workspace.path(), &format!("{game} --on-rule-error skip --out skipped.jsonl"));
    assert_eq!((skipped.0, skipped.2.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&skipped.1).unwrap();
    let failures = self::rows(workspace.path(), "skipped.jsonl");
    let failures = failures.iter().map(|row| row["failures"].as_array().unwrap().len());
    assert_eq!(report["failures"]["house_rules/faulty"], failures.sum::<usize>());
    assert!(report["failures"]["house_rules/faulty"].as_u64().unwrap() > 0);
}

/// The messages about wrong arguments.
fn refusals(args: &[&str]) -> String {
    let workspace = workspace();
    fs::write(workspace.path().join("there.csv"), "").unwrap();
    let refusal = |args: &&str| {
        let words: Vec<&str> = ["sim"].into_iter().chain(args.split(' ')).collect();
        let said = said(&run_in(workspace.path(), &words));
        let said = said.trim_end_matches("For more information, try '--help'.").trim_end();
        format!("> {args}\n{said}")
    };
    args.iter().map(refusal).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn wrong_files_and_players_are_told() {
    insta::assert_snapshot!(refusals(&[
        "catan --out games.txt",
        "catan --out there.csv",
        "catan --out none/games.csv",
        "catan --players greedy",
        "catna",
    ]), @"
    > catan --out games.txt
    exit 1
    error: `games.txt` does not end in `.csv` or `.jsonl`
     |
     = help: name it `games.csv` for comma-separated values, or `games.jsonl` for JSON lines

    > catan --out there.csv
    exit 1
    error: `there.csv` already exists
     |
     = help: overwrite it with `--force`

    > catan --out none/games.csv
    exit 1
    error: `none/games.csv` cannot be written: No such file or directory (os error 2)

    > catan --players greedy
    exit 1
    error: `catan` is for 3 to 4 players, not 1
     |
     = help: choose the players with `--players greedy,random,…`

    > catna
    exit 1
    error: no scenario `catna`: there is no file `scenarios/catna.toml`
     |
     = help: did you mean `catan`?
    ");
}

#[test]
fn wrong_usage_is_told() {
    insta::assert_snapshot!(refusals(&[
        "catan --shard 5/4",
        "catan --shard 2",
        "catan --players human,greedy,greedy",
        "catan --games 0",
        "catan --threads 0",
    ]), @"
    > catan --shard 5/4
    exit 2
    error: invalid value '5/4' for '--shard <PART/PARTS>': there is no part 5 of 4

    > catan --shard 2
    exit 2
    error: invalid value '2' for '--shard <PART/PARTS>': expected a part and the number of parts, such as `2/4`, found `2`

    > catan --players human,greedy,greedy
    exit 2
    error: invalid value 'human' for '--players <SEAT>': expected `greedy`, `search` or `random`

    > catan --games 0
    exit 2
    error: invalid value '0' for '--games <GAMES>': 0 is not in 1..18446744073709551615

    > catan --threads 0
    exit 2
    error: invalid value '0' for '--threads <N>': 0 is not in 1..=65535
    ");
}

/// Ends a long run by a signal as soon as some games are written.
#[cfg(unix)]
#[test]
fn an_interrupted_run_tells_what_is_there() {
    use std::process::{Command, Stdio};

    let workspace = workspace();
    let args = "sim catan --games 1000000 --players random,random,random --out games.jsonl";
    let child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .current_dir(workspace.path())
        .args(args.split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let file = workspace.path().join("games.jsonl");
    while fs::read_to_string(&file).unwrap_or_default().lines().count() < 3 {
        std::thread::yield_now();
    }
    let ended = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = out(&output);
    let rows = rows(workspace.path(), "games.jsonl");
    let games = rows.len();
    let heading = format!(
        "catan: {games} games, seeds 1 to {games}, ended early (1000000 games requested): interrupted"
    );
    assert_eq!(told.lines().next(), Some(heading.as_str()));
    assert!((0..).zip(&rows).all(|(number, row)| row["game"] == number));
}

/// Flags are placed and turned by rules, nobody builds them; tents are never on the board.
#[test]
fn pieces_that_rules_place_are_counted() {
    let workspace = tempfile::tempdir().unwrap();
    let folder = workspace.path().join("flags");
    fs::create_dir(&folder).unwrap();
    let piece = |name: &str, more: &str| {
        format!("[pieces.{name}]\nclass = \"other\"\non = \"intersection\"\n{more}\n")
    };
    let pieces = ["flag", "banner", "tent"].map(|name| piece(name, "per_player = 2"));
    let hermit = piece("hermit", "neutral = true");
    let pack = format!(
        "id = \"flags\"\ntitle = \"Flags\"\nversion = \"1.0.0\"\n\n{}{hermit}",
        pieces.concat()
    );
    fs::write(folder.join("pack.toml"), pack).unwrap();
    let rule = "//! Flags\n//! A city gets a flag, which becomes a banner, and calls a hermit.\n//! Rulings: H-1.\n\n\
        const KIND = \"city\";\n\nfn on_built(me, piece) {\n    me.place(FLAG, piece.place.neighbors.unoccupied.first(1).only);\n    \
        me.pieces.of(FLAG).first(1).only.become(BANNER);\n    \
        if game.neutral_pieces.is_empty {\n        game.place(HERMIT, game.hexes.intersections.unoccupied.first(1).only);\n    }\n}\n";
    fs::write(folder.join("flags.rhai"), rule).unwrap();
    let (code, out, err) =
        sim(workspace.path(), "catan --with flags --games 4 --players greedy,greedy,greedy");
    assert_eq!(code, 0, "{err}");
    let table =
        |heading: &str| out.split(heading).nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    assert!(table("pieces built").ends_with("never: tent"), "{out}");
    let placed = table("pieces placed by rules, or turned into");
    for name in ["flag", "banner", "hermit"] {
        assert!(placed.contains(&format!("\n  {name}")), "{out}");
    }
    assert!(
        !placed.contains("never") && !placed.contains("tent") && !placed.contains("road"),
        "{out}"
    );
    // Without such rules, there is no table of placed pieces.
    assert!(!sim(workspace.path(), "catan --games 1").1.contains("placed by rules"));
}
