//! Comparisons: matches between two kinds of players, and pairs of games of two rule sets.

mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{out, run_in, said};

/// Runs the program with these words. Returns the exit code, the results and the messages.
fn run(folder: &Path, words: &str) -> (i32, String, String) {
    let output = run_in(folder, &words.split(' ').collect::<Vec<_>>());
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code().unwrap(), out(&output), err)
}

/// The report of a successful comparison.
fn report(folder: &Path, words: &str) -> Value {
    let (code, out, err) = run(folder, &format!("compare {words} --json"));
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_match_is_the_games_of_all_arrangements() {
    let folder = tempfile::tempdir().unwrap();
    let game = "catan_beginners --set goal=5";
    let told = report(folder.path(), &format!("{game} --seats greedy,random --games 12 --seed 7"));
    assert_eq!(
        (&told["games"], &told["seeds"], &told["players"]),
        (&12.into(), &2.into(), &4.into())
    );

    let mut wins = [0, 0];
    let (mut points, mut turns) = ([0.0, 0.0], 0.0);
    // By seat: all wins, and those of each kind.
    let mut of_seats = [[0, 0, 0]; 4];
    let mut arrangements = BTreeSet::new();
    for bits in 0..16_u32 {
        if bits.count_ones() != 2 {
            continue;
        }
        let kinds: Vec<&str> =
            (0..4).map(|seat| if bits >> seat & 1 == 1 { "random" } else { "greedy" }).collect();
        let sim = format!("sim {game} --players {} --games 2 --seed 7 --json", kinds.join(","));
        let (_, alone, _) = run(folder.path(), &sim);
        let alone: Value = serde_json::from_str(&alone).unwrap();
        turns += alone["turns"]["mean"].as_f64().unwrap() / 6.0;
        for (seat, player) in alone["players"].as_array().unwrap().iter().enumerate() {
            let kind = usize::from(player["seat"] == "random");
            let won = player["wins"]["count"].as_u64().unwrap();
            wins[kind] += won;
            of_seats[seat][0] += won;
            of_seats[seat][1 + kind] += won;
            assert_eq!(told["seats"][seat]["name"], player["name"]);
            points[kind] += player["points"].as_f64().unwrap() / 12.0;
        }
        arrangements.insert(kinds);
    }
    assert_eq!(arrangements.len(), 6);
    for kind in 0..2 {
        let told = &told["kinds"][kind];
        assert_eq!((&told["wins"]["count"], &told["wins"]["of"]), (&wins[kind].into(), &12.into()));
        assert!((told["points"]["mean"].as_f64().unwrap() - points[kind]).abs() < 1e-9, "{told}");
    }
    assert_eq!(wins[0] + wins[1] + told["undecided"]["count"].as_u64().unwrap(), 12);
    for (seat, wins) in told["seats"].as_array().unwrap().iter().zip(of_seats) {
        let shares = [&seat["wins"], &seat["kinds"][0], &seat["kinds"][1]];
        assert_eq!(shares.map(|it| it["count"].as_u64().unwrap()), wins, "{seat}");
        assert_eq!(shares.map(|it| it["of"].as_u64().unwrap()), [12, 6, 6]);
    }
    assert!((told["turns"]["mean"].as_f64().unwrap() - turns).abs() < 1e-9, "{told}");
}

#[test]
fn a_close_match_tells_what_would_settle_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = "compare catan_beginners --set goal=4 --seats search:20,greedy --size 3 --games 12";
    let (code, told, err) = run(folder.path(), &format!("{game} --html page.html"));
    assert_eq!((code, err.as_str()), (0, ""));
    insta::assert_snapshot!(told, @"
    catan_beginners: search:20 against greedy, 12 games of 3 players, seeds 1 to 2

    wins
                 games   share            95 %  points          95 %
      search:20      7  58.3 %  32.0 to 80.7 %    3.33  3.33 to 3.33
      greedy         5  41.7 %  19.3 to 68.0 %    2.79  0.14 to 5.44
      undecided      0   0.0 %   0.0 to 24.2 %

    wins by seat
                 all           95 %  search:20            95 %  greedy           95 %
      white   58.3 %  9.6 to 94.9 %     66.7 %  15.9 to 95.5 %  50.0 %  5.5 to 94.5 %
      orange   0.0 %  0.0 to 24.2 %      0.0 %   0.0 to 39.0 %   0.0 %  0.0 to 39.0 %
      blue    41.7 %  5.1 to 90.4 %     50.0 %   5.5 to 94.5 %  33.3 %  4.5 to 84.1 %

    search:20 minus greedy
                                 difference               95 %  settled by games
      share of wins                +16.7 pp  -36.1 to +61.3 pp               456
      points of the best player       +0.50     -3.74 to +4.74              1104

    length of a game
                  mean               95 %
      turns      27.58    -43.36 to 98.53
      decisions  90.42  -149.94 to 330.78
    ");
    let json = report(folder.path(), game.strip_prefix("compare ").unwrap());
    let settled = json["margin"]["to_settle"].as_u64().unwrap();
    assert!(settled > 12 && settled.is_multiple_of(6), "{json}");
    assert!(told.contains(&format!("  {settled}\n")), "{told}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    for part in ["wins by seat", "white as greedy", "length of a game", "<svg"] {
        assert!(page.to_lowercase().contains(part), "{part}: {page}");
    }
    // A clear difference is settled.
    let clear = game.replace("search:20,greedy", "greedy,random").replace(" 12", " 60");
    let json = report(folder.path(), clear.strip_prefix("compare ").unwrap());
    assert!(json["difference"]["interval"][0].as_f64().unwrap() > 0.0, "{json}");
    assert!(json["difference"]["to_settle"].is_null(), "{json}");
}

/// A rule that fails in the second turn.
const BROKEN: &str = "//! Broken
//! Fails soon.
//! Rulings: H-1.

fn on_turn(me) {
    if game.turn > 1 {
        [1][game.turn];
    }
}
";

#[test]
fn a_run_that_ends_early_tells_why() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.rhai"), BROKEN).unwrap();
    let late = BROKEN.replace("> 1", "> 20");
    fs::write(folder.path().join("late.rhai"), late).unwrap();
    let failed = |words: &str| {
        let (code, told, err) = run(folder.path(), &format!("{words} --html page.html"));
        assert!(code == 1 && err.contains("error: "), "{code} {err}");
        told
    };
    let told = [
        "compare catan_beginners --with broken.rhai --games 7",
        "compare catan_beginners --seats greedy,random --with broken.rhai --games 12",
        "balance catan_beginners --with broken.rhai --games 7",
        "sweep catan_beginners --with broken.rhai --games 7",
    ]
    .map(failed);
    insta::assert_snapshot!(told.join("\n"), @"
    first:  catan_beginners
    second: catan_beginners, with broken.rhai
    0 pairs of games of greedy,greedy,greedy,greedy, ended early (7 pairs requested): a game failed

    no pair was played

    catan_beginners: greedy against random, 0 games of 4 players, ended early (12 games requested): a game failed

    no game was played

    catan_beginners, with broken.rhai: 0 games of greedy,greedy,greedy,greedy, ended early (7 seeds requested): a game failed

    no game was played

    catan_beginners: 2 cells, ended early (7 seeds requested): a game failed

    no seed was played in all cells
    ");
    assert!(!folder.path().join("page.html").exists(), "a page without games");
    let words = "compare catan_beginners --both-set goal=3 --with late.rhai --games 80";
    let told = failed(words);
    let first = told.lines().nth(2).unwrap();
    assert!(first.ends_with(", ended early (80 pairs requested): a game failed"), "{first}");
    assert!(folder.path().join("page.html").exists());
    let (_, json, _) = run(folder.path(), &format!("{words} --json"));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["end"], &json["wanted"]), (&"failed".into(), &80.into()));
    let whole = report(folder.path(), "catan_beginners --both-set goal=3 --set goal=4 --games 2");
    assert_eq!(whole["end"], "complete");
}

#[test]
fn a_test_ends_a_match_and_a_log_adds_up() {
    let folder = tempfile::tempdir().unwrap();
    let game = "compare catan_beginners --set goal=4 --seats greedy,random --log log.jsonl";
    let (code, told, err) = run(folder.path(), &format!("{game} --at-least 60% --below 20%"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(told.contains("\ngreedy wins at least 60.0 %: reached after "), "{told}");
    let threads =
        run(folder.path(), &format!("{game} --at-least 60% --below 20% --threads 3 --seed 1"));
    assert_eq!(threads.1, told);
    let (code, told, err) =
        run(folder.path(), &format!("{game} --at-least 99% --games 6 --seed 3"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(told.contains(": undecided after 6 games\n"), "{told}");
    let swapped = game.replace("greedy,random", "random,greedy");
    let (_, told, _) = run(folder.path(), &format!("{swapped} --at-least 60%"));
    assert!(told.contains("\nrandom wins at least 60.0 %: missed after "), "{told}");

    let log = fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], lines[1]);
    for line in &lines {
        assert_eq!(line["engine"], env!("CARGO_PKG_VERSION"));
        assert_eq!(line["changes"][0], "set goal=4");
        let of = |name: &str| line[name].as_u64().unwrap();
        let wins: u64 =
            line["wins"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum();
        assert_eq!(wins + of("undecided"), of("games"));
        assert_eq!(6 * of("seeds"), of("games"));
        // From it and the counts, the interval of the report can be computed.
        let effect = line["design_effect"].as_f64().unwrap();
        assert!(effect >= 1.0, "{line}");
    }
    let verdicts: Vec<&Value> = lines.iter().map(|line| &line["test"]["verdict"]).collect();
    assert_eq!(verdicts, ["reached", "reached", "undecided", "missed"]);
    assert_eq!(lines[2]["seed"], 3);
}

#[test]
fn a_match_tells_if_it_rounds_the_number_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let game = "compare catan_beginners --set goal=3 --seats greedy,random --games";
    for (given, played) in [(5, 6), (6, 6), (17, 12)] {
        let (_, told, err) = run(folder.path(), &format!("{game} {given}"));
        assert!(told.contains(&format!(", {played} games of 4 players")), "{told}");
        let rounded = "instead of {given}: each seed is played in all 6 arrangements\n";
        let rounded = rounded.replace("{given}", &given.to_string());
        let expected =
            if given == played { String::new() } else { format!("{played} games {rounded}") };
        assert_eq!(err, expected);
    }
}

#[test]
fn files_that_cannot_be_written_are_told_before_the_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    fs::create_dir(folder.path().join("taken")).unwrap();
    // So many games would take a day.
    let runs = [
        "compare catan --seats greedy,random --games 900000 --log none/log.jsonl",
        "compare catan --seats greedy,random --games 900000 --log taken",
        "compare catan --seats greedy,random --games 900000 --html none/page.html",
        "compare catan --set goal=8 --games 900000 --html notes.txt",
        "balance catan --games 900000 --html none/page.html",
        "sweep catan --set goal=8,9 --games 900000 --html none/page.html",
        "train catan --games 90000 --out none/weights.toml",
    ];
    let told = runs.map(|words| {
        let (code, out, err) = run(folder.path(), words);
        assert_eq!((code, out.as_str()), (1, ""), "{words}");
        err.lines().next().unwrap().to_owned()
    });
    insta::assert_snapshot!(told.join("\n"), @"
    error: `none/log.jsonl` cannot be written: No such file or directory (os error 2)
    error: `taken` cannot be written: Is a directory (os error 21)
    error: `none/page.html` cannot be written: No such file or directory (os error 2)
    error: `notes.txt` already exists and might not be a page
    error: `none/page.html` cannot be written: No such file or directory (os error 2)
    error: `none/page.html` cannot be written: No such file or directory (os error 2)
    error: `none/weights.toml` cannot be written: No such file or directory (os error 2)
    ");
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
    // A page is replaced, and the check leaves nothing behind.
    let game = "compare catan_beginners --both-set goal=3 --set goal=4 --games 1 --html page.html";
    for _ in 0..2 {
        assert_eq!(run(folder.path(), game).0, 0);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn wrong_arguments_of_a_match_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &str| said(&run_in(folder.path(), &words.split(' ').collect::<Vec<_>>()));
    insta::assert_snapshot!(refused("compare catan --seats greedy"), @"
    exit 1
    error: `--seats` takes two kinds of players
     |
     = help: such as `--seats greedy,random`
    ");
    insta::assert_snapshot!(refused("compare catan --seats greedy,random --at-least 3%"), @"
    exit 1
    error: `--at-least` must be above `--below`, which is 5.0 %
     |
     = help: the default is 5 %; give a smaller one, such as `--below 1.5%`
    ");
    insta::assert_snapshot!(refused("compare catan --seats greedy,random --at-least 0.85"), @"
    exit 2
    error: invalid value '0.85' for '--at-least <SHARE>': expected a share in per cent, such as `85%`, found `0.85`

    For more information, try '--help'.
    ");
    let told = refused("compare catan --seats greedy,random --at-least 1.7%");
    assert!(told.ends_with("such as `--below 0.85%`"), "{told}");
    let told = refused("compare fog_islands_4 --seats greedy,random --size 3");
    assert!(told.contains("`fog_islands_4` is for 4 players, not 3"), "{told}");
    insta::assert_snapshot!(refused("compare catan --seats greedy,random --size 6"), @"
    exit 1
    error: `catan` is for 3 to 4 players, not 6
     |
     = help: `--size` is the number of players
    ");
    insta::assert_snapshot!(refused("compare catan --seats greedy,random --at-least 100%"), @"
    exit 2
    error: invalid value '100%' for '--at-least <SHARE>': expected a share above 0 % and below 100 %, such as `5%`, found `100%`

    For more information, try '--help'.
    ");
}
