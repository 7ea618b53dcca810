//! `watch` as a process: a rule is broken and repaired while it runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::tools::{folder, run};

/// The timeout for a line, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The running program, and its output lines.
struct Watch {
    program: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn begin(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
        command.current_dir(folder).arg("watch").args(args).env("NO_COLOR", "1");
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(program.stdout.take().unwrap());
        let (tell, lines) = channel();
        thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Self { program, lines }
    }

    /// The lines up to one with this beginning.
    fn until(&self, beginning: &str) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line `{beginning}` after:\n{text}"));
            text.push_str(&line);
            text.push('\n');
            if line.starts_with(beginning) {
                return text;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Saves a file like many editors: writes a temporary file, and then renames it.
fn save(file: &Path, text: &str) {
    let beside = file.with_extension("tmp");
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, file).unwrap();
}

#[test]
#[ignore = "takes a second"]
fn a_rule_is_broken_and_mended() {
    let folder = folder(&[]);
    run(folder.path(), &["new", "card", "harvest"]);
    run(folder.path(), &["new", "pack", "market"]);
    let watch = Watch::begin(folder.path(), &[]);
    insta::assert_snapshot!(watch.until("watching"), @"
    3 passed, 0 failed
    watching `.`; press Ctrl-C to stop
    ");
    let rule = folder.path().join("harvest.rhai");
    let text = fs::read_to_string(&rule).unwrap();
    save(&rule, &text.replace("take(kind, 2)", "take(kind, 1)"));
    insta::assert_snapshot!(watch.until("0 passed"), @"

    changed harvest.rhai
    harvest.game: failed
    error: `red takes 2 grain` did not happen
      --> harvest.game:13:3
       |
    13 |   red takes 2 grain
       |   ^^^^^^^^^^^^^^^^^
       |
       = note: written (-), happened (+)
               - red takes 2 grain
               + red takes 1 grain [harvest.rhai:10]

    error: not as expected: red has 1 grain
      --> harvest.game:14:1
       |
    14 | expect red has 2 grain
       | ^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 12: red chooses grain
                 red takes 1 grain [harvest.rhai:10]

    harvest.game: before (-) and now (+)

    the first difference is a change
      red chooses grain
    - line 13: red takes 2 grain
        hook    act(red) of harvest  (harvest.rhai:8)
        verb    me.take(kind, 2);  (harvest.rhai:10)
    + line 12: red takes 1 grain
        hook    act(red) of harvest  (harvest.rhai:8)
        verb    me.take(kind, 1);  (harvest.rhai:10)

    rule files that differ
      harvest.rhai:10 / harvest.rhai:10

    the positions after this line
      table, supply
        - 17 grain
        + 18 grain
      red, hand
        - 2 grain
        + 1 grain

    0 passed, 1 failed, 2 not affected
    ");
    save(&rule, &text.replace("take(kind, 2)", "take(knd, 2)"));
    let failed = watch.until("0 passed, 1 failed, 2 not affected");
    assert!(failed.contains("there is no constant or variable `knd`"), "{failed}");
    save(&rule, &text);
    let mended = watch.until("1 passed, 0 failed, 2 not affected");
    assert!(mended.contains("- line 12: red takes 1 grain"), "{mended}");
    assert!(mended.contains("+ line 13: red takes 2 grain"), "{mended}");
}

#[test]
#[ignore = "takes a second"]
fn a_rule_outside_the_named_folder_is_watched() {
    let rule = "//! Windfall\n//! A 2 brings its roller an ore.\n//! Rulings: H-1.\n\n\
        const ON_ROLL = 2;\n\nfn on_production_roll(me, roll) {\n    me.take(ORE, 1);\n}\n";
    let game = |with: &str| {
        format!(
            "scenario catan\n{with}players red, blue, white\n\n\
             given red has settlement at B2.n\n\nred rolls 1 1\n  red takes 1 ore\n"
        )
    };
    for (args, with) in [
        (&["games"][..], "with ../own/windfall.rhai\n"),
        (&["games", "--with", "own/windfall.rhai"], ""),
        (&["games", "--with", "own"], ""),
    ] {
        let folder = folder(&[("own/windfall.rhai", rule), ("games/a.game", &game(with))]);
        let file = folder.path().join("own/windfall.rhai");
        let watch = Watch::begin(folder.path(), args);
        assert!(watch.until("watching").starts_with("1 passed"));
        save(&file, &rule.replace("ORE, 1", "ORE, 2"));
        let failed = watch.until("0 passed, 1 failed");
        assert!(failed.contains("changed own/windfall.rhai\n"), "{failed}");
        save(&file, &rule.replace("ORE, 1", "ORE, one"));
        watch.until("0 passed, 1 failed");
        save(&file, rule);
        watch.until("1 passed, 0 failed");
    }
}

#[test]
#[ignore = "takes a second"]
fn a_pack_concerns_the_games_that_have_it_in_play() {
    let folder = folder(&[]);
    run(folder.path(), &["new", "card", "harvest"]);
    run(folder.path(), &["new", "pack", "market"]);
    let watch = Watch::begin(folder.path(), &["."]);
    watch.until("watching");
    save(&folder.path().join("market/pack.toml"), "id = \"market\"");
    let failed = watch.until("0 passed, 2 failed, 1 not affected");
    assert!(failed.contains("the key `title` is missing"), "{failed}");
    fs::write(folder.path().join("market/extra.rhai"), "").unwrap();
    watch.until("0 passed, 2 failed, 1 not affected");
    fs::write(folder.path().join("harvest.rhai"), "").unwrap();
    watch.until("0 passed, 3 failed");
}

#[test]
fn games_and_scenarios_are_heard_too() {
    let folder = folder(&[]);
    run(folder.path(), &["new", "scenario", "land"]);
    let watch = Watch::begin(folder.path(), &["."]);
    watch.until("watching");
    let (scenario, game) = (folder.path().join("land.toml"), folder.path().join("land.game"));
    let text = fs::read_to_string(&game).unwrap();
    save(&game, &text.replace("expect red has 2 points", "expect red has 3 points"));
    let failed = watch.until("0 passed, 1 failed");
    assert!(failed.contains("not as expected: red has 2 points"), "{failed}");
    fs::remove_file(&game).unwrap();
    insta::assert_snapshot!(watch.until("0 passed, 0 failed"), @"

    changed land.game
    0 passed, 0 failed
    ");
    let text = fs::read_to_string(&scenario).unwrap();
    save(&scenario, &text.replace("desert = 1", "desrt = 1"));
    let failed = watch.until("0 passed, 0 failed");
    assert!(failed.contains("did you mean `desert`?"), "{failed}");
}

#[test]
fn what_cannot_be_watched_is_said() {
    let folder = folder(&[("market/pack.toml", "")]);
    insta::assert_snapshot!(run(folder.path(), &["watch", "nowhere"]), @"
    exit 1
    error: there is no file or folder `nowhere`
     |
     = help: name a folder that contains rules and games
    ");
    let watch = Watch::begin(folder.path(), &["market"]);
    insta::assert_snapshot!(watch.until("watching"), @"
    error[missing-key]: the key `id` is missing
     --> market/pack.toml:1:1
      |
    1 |
      | ^

    0 passed, 0 failed
    warning: there are no games in `market`
     |
     = help: the games of a pack are outside its folder: watch the parent folder
    watching `market`; press Ctrl-C to stop
    ");
}

#[test]
#[cfg(unix)]
fn pipes_and_circles_of_links_are_watched_over() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[]);
    run(folder.path(), &["new", "card", "harvest"]);
    fs::create_dir(folder.path().join("more")).unwrap();
    for (to, name) in [(".", "here"), ("..", "more/up"), ("a", "b"), ("b", "a")] {
        symlink(to, folder.path().join(name)).unwrap();
    }
    for name in ["pipe.rhai", "pipe.toml", "more/pipe.game"] {
        let made = Command::new("mkfifo").arg(folder.path().join(name)).status();
        assert!(made.unwrap().success());
    }
    let watch = Watch::begin(folder.path(), &["."]);
    let begun = watch.until("watching");
    assert!(begun.contains("`more/pipe.game` is not a regular file"), "{begun}");
    let (rule, game) = (folder.path().join("harvest.rhai"), folder.path().join("harvest.game"));
    // The program does not wait for a pipe in place of a rule either.
    fs::remove_file(&rule).unwrap();
    assert!(Command::new("mkfifo").arg(&rule).status().unwrap().success());
    let failed = watch.until("0 passed");
    assert!(failed.contains("is not a regular file"), "{failed}");
    // A file that is saved through a link is detected.
    let text = fs::read_to_string(&game).unwrap();
    save(&folder.path().join("more/up/harvest.game"), &format!("{text}\n# more\n"));
    watch.until("changed harvest.game");
}
