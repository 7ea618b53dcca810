//! `test`: the transcripts that are played, the output, and rewriting.

use std::fs;

use crate::tools::{folder, run, run_untimed};

const GOOD: &str = "\
# covers: C-6, A-40
scenario catan
players red, blue, white

given hex C4 is wood 6
given hex B3 is desert
given hex B4 is desert
given robber at A1
given red has settlement at C4.n

red rolls 3 3
  red produces 1 wood
";

/// The valid game with another harvest, and comments about it.
fn bad() -> String {
    let changes = "  # one card\n  red produces 2 wood\n\n# the end\n";
    GOOD.replace("A-40", "A-4").replace("  red produces 1 wood\n", changes)
}

#[test]
fn a_mismatch_is_shown_as_a_diff_with_the_rules() {
    let game = "scenario catan\nplayers red, blue, white\n\ngiven red holds 1 monopoly\n\
        given blue has 2 ore\ngiven white has 1 ore\n\nred plays monopoly\nred chooses ore\n  \
        red takes 2 ore from blue\n  white gives 1 ore to red\n";
    let folder = folder(&[("a.game", game)]);
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "a.game"]), @"
    a.game: failed
    error: `red takes 2 ore from blue` did not happen
      --> a.game:10:3
       |
    10 |   red takes 2 ore from blue
       |   ^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: written (-), happened (+)
               - red takes 2 ore from blue
               + blue gives 2 ore to red [rules/catan/cards/monopoly.rhai:11]
                 white gives 1 ore to red

    0 passed, 1 failed in _
    exit 1
    ");
}

#[test]
fn what_fails_is_told_in_the_order_of_the_paths() {
    let files = ["a.game", "b/c.game", "b/d.game", "e.game"];
    let folder = folder(&files.map(|file| (file, "scenario catan\nred jumps\n")));
    for jobs in ["1", "4"] {
        let text = run_untimed(folder.path(), &["test", ".", "--jobs", jobs]);
        let failed: Vec<&str> = text.lines().filter(|line| line.ends_with(": failed")).collect();
        assert_eq!(failed, files.map(|file| format!("./{file}: failed")));
        assert!(text.contains("0 passed, 4 failed in _\nexit 1"), "{text}");
    }
}

#[test]
fn a_filter_is_a_part_of_the_path_or_a_ruling() {
    let folder = folder(&[("good.game", GOOD), ("b/bad.game", &bad())]);
    let list = |filter: &str| run(folder.path(), &["test", ".", "--list", "--filter", filter]);
    assert_eq!(list("b/"), "./b/bad.game\nexit 0\n");
    assert_eq!(list("covers:A-40"), "./good.game\nexit 0\n");
    assert_eq!(list("covers:A-4"), "./b/bad.game\nexit 0\n");
    assert_eq!(list("covers:C-6"), "./b/bad.game\n./good.game\nexit 0\n");
    insta::assert_snapshot!(list("covers:C"), @"
    exit 1
    error: no transcript under `.` passes the filter `covers:C`
     |
     = help: a filter is a part of the path, or a ruling: `covers:A-40`
    ");
}

#[test]
fn the_results_are_written_as_junit() {
    let folder = folder(&[("good.game", GOOD), ("bad.game", &bad())]);
    run(folder.path(), &["test", ".", "--junit", "results.xml"]);
    let text = fs::read_to_string(folder.path().join("results.xml")).unwrap();
    let xml = roxmltree::Document::parse(&text).unwrap();
    let suite = xml.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("2"), Some("1")));
    let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
    assert_eq!(cases[0].attribute("name"), Some("./bad.game"));
    let failure = cases[0].children().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("message"), Some("`red produces 2 wood` did not happen"));
    assert!(failure.text().unwrap().contains("--> ./bad.game:13:3"), "{text}");
    assert!(cases[1].attribute("time").is_some());
}

#[cfg(target_os = "linux")]
#[test]
fn the_file_of_results_does_not_depend_on_the_output() {
    let folder = folder(&[("bad.game", &bad())]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder.path()).args(["test", ".", "--junit", "results.xml"]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert!(!command.stdout(full).output().unwrap().status.success());
    let text = fs::read_to_string(folder.path().join("results.xml")).unwrap();
    assert!(text.contains("<testsuites"), "{text}");
}

#[test]
fn a_rule_above_the_games_is_mutated() {
    let rule = "//! Windfall\n//! A 2 brings its roller an ore.\n//! Rulings: H-1.\n\n\
        const ON_ROLL = 2;\n\nfn on_production_roll(me, roll) {\n    me.take(ORE, 1);\n}\n";
    let game = "scenario catan\nwith ../windfall.rhai\nplayers red, blue, white\n\n\
        given red has settlement at B2.n\n\nred rolls 1 1\n  red takes 1 ore\n";
    let folder = folder(&[("windfall.rhai", rule), ("games/windfall.game", game)]);
    let told = run(folder.path(), &["mutate", "windfall.rhai", "--tests", "games"]);
    assert!(told.contains(" caught: "), "{told}");
}

#[test]
fn any_text_is_written_as_junit() {
    let folder = folder(&[("a.game", "scenario catan\nred jumps \u{fffe}\u{ffff}\n")]);
    run(folder.path(), &["test", ".", "--junit", "results.xml"]);
    let text = fs::read_to_string(folder.path().join("results.xml")).unwrap();
    assert!(roxmltree::Document::parse(&text).is_ok() && !text.contains('\u{ffff}'), "{text}");
}

#[test]
fn a_harvest_that_is_missing_names_its_fact() {
    let folder = folder(&[("bad.game", &bad())]);
    let text = run(folder.path(), &["test", "bad.game"]);
    assert!(text.contains("+ red produces 1 wood [rules/catan/pack.toml:"), "{text}");
}

#[test]
fn the_slowest_are_told() {
    let folder = folder(&[("good.game", GOOD), ("bad.game", &bad())]);
    let text = run(folder.path(), &["test", ".", "--slow", "1"]);
    assert_eq!(text.lines().filter(|line| line.contains(" ms  ./")).count(), 1, "{text}");
}

#[test]
fn blessing_rewrites_the_changes_of_what_fails_and_nothing_else() {
    let wrong = "scenario catan\nplayers red, blue, white\nexpect red has 1 ore\n";
    let folder = folder(&[("bad.game", &bad()), ("good.game", GOOD), ("wrong.game", wrong)]);
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", ".", "--bless"]), @"
    ./bad.game: rewritten
    ./wrong.game: failed
    error: not as expected: red has 0 ore
     --> ./wrong.game:3:1
      |
    3 | expect red has 1 ore
      | ^^^^^^^^^^^^^^^^^^^^
      |
      = help: left as it is: `--bless` rewrites changes, not what is expected or refused

    2 passed (1 rewritten), 1 failed in _
    exit 1
    ");
    let read = |file| fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(read("good.game"), GOOD);
    assert_eq!(read("wrong.game"), wrong);
    assert_eq!(read("bad.game"), bad().replace("produces 2", "produces 1"));
}

#[test]
fn blessing_leaves_what_is_expected_and_rewrites_the_rest() {
    let game = bad() + "expect red has 2 wood\n";
    let folder = folder(&[("bad.game", &game)]);
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "bad.game", "--bless"]), @"
    bad.game: rewritten in part, and failed
    error: `red produces 2 wood` did not happen
      --> bad.game:13:3
       |
    13 |   red produces 2 wood
       |   ^^^^^^^^^^^^^^^^^^^
       |
       = note: written (-), happened (+)
               - red produces 2 wood
               + red produces 1 wood [rules/catan/pack.toml:20]
       = help: this is rewritten

    error: not as expected: red has 1 wood
      --> bad.game:16:1
       |
    16 | expect red has 2 wood
       | ^^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 11: red rolls 3 3
                 red produces 1 wood [rules/catan/pack.toml:20]
       = help: left as it is: `--bless` rewrites changes, not what is expected or refused

    0 passed, 1 failed in _
    exit 1
    ");
    let read = || fs::read_to_string(folder.path().join("bad.game")).unwrap();
    assert_eq!(read(), game.replace("produces 2", "produces 1"));
    let again = run(folder.path(), &["replay", "bad.game", "--bless"]);
    assert!(again.contains("left as it is: `--bless` rewrites changes"), "{again}");
}

#[test]
fn nothing_is_blessed_where_the_game_cannot_go_on() {
    let game = bad() + "red builds city at A1.n\n";
    let folder = folder(&[("bad.game", &game)]);
    let told = run_untimed(folder.path(), &["test", "bad.game", "--bless"]);
    assert!(told.contains("nothing is rewritten, since the game cannot go on"), "{told}");
    assert!(told.contains("- red produces 2 wood"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("bad.game")).unwrap(), game);
}

#[test]
#[cfg(unix)]
fn blessing_follows_a_link_and_keeps_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("b/bad.game", &bad())]);
    let (file, link) = (folder.path().join("b/bad.game"), folder.path().join("a.game"));
    symlink("b/bad.game", &link).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "a.game", "--bless"]), @"
    a.game: rewritten
    1 passed (1 rewritten), 0 failed in _
    exit 0
    ");
    assert!(link.is_symlink());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&file).unwrap(), bad().replace("produces 2", "produces 1"));
    let beside = fs::read_dir(folder.path().join("b")).unwrap().count();
    assert_eq!(beside, 1, "nothing is left beside it");
}

#[test]
#[cfg(unix)]
fn a_dangling_link_fails_alone() {
    let folder = folder(&[("good.game", GOOD)]);
    std::os::unix::fs::symlink("nowhere.game", folder.path().join("a.game")).unwrap();
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "."]), @"
    ./a.game: failed
    error: there is no file `./a.game`

    1 passed, 1 failed in _
    exit 1
    ");
}

#[test]
#[cfg(unix)]
fn links_in_a_circle_and_pipes_are_not_followed_for_ever() {
    let folder = folder(&[("a/good.game", GOOD), ("linked/good.game", GOOD)]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
    };
    link("..", "a/up");
    link("../linked", "a/across");
    link("../linked/good.game", "a/file.game");
    let pipe = folder.path().join("a/pipe.game");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let found = "a/across/good.game\na/file.game\na/good.game\n";
    let args = ["test", "a", "--list", "--filter", "covers:C-6"];
    assert_eq!(run(folder.path(), &args), format!("{found}exit 0\n"));
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "a"]), @"
    a/pipe.game: failed
    error: `a/pipe.game` is not a regular file

    3 passed, 1 failed in _
    exit 1
    ");
}

#[test]
#[cfg(unix)]
fn a_folder_that_cannot_be_read_fails_alone() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    let folder = folder(&[("good.game", GOOD), ("shut/in.game", GOOD)]);
    let allow = |name: &str, mode| {
        let path = folder.path().join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow("", 0o755);
    allow("shut", 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder.path()).args(["test", ".", "--filter", "good"]);
    // The superuser can read all files.
    if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        command.uid(65534);
    }
    let output = command.output().unwrap();
    allow("shut", 0o755);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = told.split(" in ").next().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    insta::assert_snapshot!(told, @"
    ./shut: failed
    error: `./shut` cannot be read: Permission denied (os error 13)

    1 passed, 1 failed
    ");
}

#[test]
fn rulings_are_found_behind_the_mark_of_an_editor() {
    let folder = folder(&[("a.game", &format!("\u{feff}{GOOD}"))]);
    let listed = run(folder.path(), &["test", ".", "--list", "--filter", "covers:C-6"]);
    assert_eq!(listed, "./a.game\nexit 0\n");
}

#[test]
fn blessing_adds_only_what_takes_the_place_of_a_stale_line() {
    let given = "given blue has settlement at C4.s\ngiven red has settlement at C4.n\n";
    let game = GOOD.replace("given red has settlement at C4.n\n", given);
    let (header, _) = game.split_once("red rolls").unwrap();
    let stale = "red rolls 3 3\n  white takes 5 brick # in vain\n  blue produces 2 wood\n";
    let rest = "red ends turn\n\nblue rolls 3 3 # again\n  blue produces 1 wood\nblue ends turn\n";
    let folder = folder(&[("a.game", &format!("{header}{stale}{rest}"))]);
    let read = || fs::read_to_string(folder.path().join("a.game")).unwrap();
    let said = run_untimed(folder.path(), &["test", "a.game", "--bless"]);
    assert!(said.contains("1 passed (1 rewritten), 0 failed"), "{said}");
    let blessed = "red rolls 3 3\n  blue produces 1 wood # in vain\n";
    assert_eq!(read(), format!("{header}{blessed}{rest}"));
    run(folder.path(), &["replay", "a.game", "--bless"]);
    let all = read();
    assert!(
        all.contains("  red produces 1 wood\n") && all.contains("  turn of blue begins\n"),
        "{all}"
    );
}
