//! Runs in shards: merged, they are the single run, and nothing that is not complete is merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use newcatan::chance::fnv1a;
use tempfile::TempDir;

use crate::support::{files, out, run_in, said};

mod rows;

/// A rule that fails in some games.
const FAULTY: &str = r"//! Faulty
//! Fails on an 11.
//! Rulings: H-1.

fn on_production_roll(me, roll) {
    if roll == 11 {
        [1][roll];
    }
}
";

/// A short run; the tests add the number of games.
const RUN: &str = "sim catan --players random,random,random --seed 40";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("faulty.rhai"), FAULTY).unwrap();
    folder
}

fn words(args: &str) -> Vec<&str> {
    args.split(' ').collect()
}

/// The output and the messages of a command that succeeds.
fn done(folder: &Path, args: &str) -> (String, String) {
    let output = run_in(folder, &words(args));
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success(), "{args}: {err}");
    (out(&output), err)
}

/// What a command prints, and the file of rows that it writes.
fn results(folder: &Path, args: &str, file: &str) -> (String, Vec<u8>) {
    let (told, _) = done(folder, &format!("{args} --out {file} --force"));
    (told, fs::read(folder.join(file)).unwrap())
}

/// The shards in a folder, by name.
fn shards(folder: &Path) -> Vec<PathBuf> {
    let mut found = files::files(folder);
    found.sort();
    found
}

/// Starts a command whose output nobody reads.
fn spawn(folder: &Path, args: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).args(args.split(' ')).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until a process has written a file that meets the condition to a folder.
fn wait_for(child: &mut Child, folder: &Path, is_it: impl Fn(&Path) -> bool) -> PathBuf {
    loop {
        assert!(child.try_wait().unwrap().is_none(), "the process ends without such a file");
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        if let Some(found) = entries.map(|entry| entry.path()).find(|path| is_it(path)) {
            return found;
        }
        std::thread::yield_now();
    }
}

/// Whether a file is a shard that is being written, with some of its rows.
fn is_begun(path: &Path) -> bool {
    let ends = path.extension().is_some_and(|ending| ending == "part");
    ends && path.metadata().is_ok_and(|found| found.len() > 0)
}

/// Compares runs in several numbers of shards with the single run, in all forms.
fn merged_is_single(run: &str, parts: &[u64]) {
    let folder = folder();
    let mut forms = vec![("", "rows.csv"), (" --json", "rows.jsonl")];
    if cfg!(feature = "parquet") {
        forms.push(("", "rows.parquet"));
    }
    let of = |args: &str| {
        let results =
            |(more, file): &(&str, &str)| results(folder.path(), &format!("{args}{more}"), file);
        forms.iter().map(results).collect::<Vec<_>>()
    };
    let single = of(run);
    for &parts in parts {
        // Later parts come first.
        for part in (1..=parts).rev() {
            let threads = 1 + part % 3;
            done(
                folder.path(),
                &format!("{run} --shard {part}/{parts} --threads {threads} --shards {parts}"),
            );
        }
        assert_eq!(shards(&folder.path().join(parts.to_string())).len() as u64, parts);
        assert!(of(&format!("merge {parts}")) == single, "{parts} parts");
        assert!(of(&format!("{run} --shards {parts}")) == single, "{parts} parts, then the run");
    }
    // Parts of different numbers overlap.
    let all = parts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    assert!(of(&format!("merge {all}")) == single, "all parts together");
}

#[test]
fn shards_put_together_are_the_single_run() {
    merged_is_single(&format!("{RUN} --games 7"), &[1, 3, 9]);
}

#[test]
#[ignore = "plays many games"]
fn shards_of_each_number_put_together_are_the_single_run() {
    merged_is_single(
        "sim newcatan --games 11 --players greedy,random,greedy --seed 5",
        &[2, 5, 11],
    );
    let failing = "sim catan --with faulty.rhai --on-rule-error skip --games 13 --seed 99";
    merged_is_single(&format!("{failing} --players random,random,random"), &[2, 4, 6]);
    merged_is_single("sim fishermen --games 3 --players greedy,greedy,random,random", &[3]);
}

/// Compares runs of a command without a file of rows: in several numbers of shards, with a part that
/// is missing at first, and at once. They are the same as text, as JSON and as a page.
fn report_is_single(run: &str, what: &str, parts: &[u64]) {
    let folder = folder();
    let of = |args: &str| {
        let told = ["", " --json"].map(|more| done(folder.path(), &format!("{args}{more}")).0);
        assert_eq!(done(folder.path(), &format!("{args} --html page.html")).0, told[0]);
        let page = folder.path().join("page.html");
        let text = fs::read_to_string(&page).unwrap();
        fs::remove_file(page).unwrap();
        (told, text)
    };
    let single = of(run);
    assert!(single.1.contains("<circle"), "a page has pictures");
    for &parts in parts {
        for part in (2..=parts).rev() {
            let threads = 1 + part % 3;
            let args = format!("{run} --shard {part}/{parts} --shards {parts} --threads {threads}");
            let alone = done(folder.path(), &args.replace(&format!(" --shards {parts}"), "")).0;
            assert_eq!(done(folder.path(), &args).0, alone, "{args}");
        }
        let missing = said(&run_in(folder.path(), &["merge", &parts.to_string()]));
        assert!(missing.contains(&format!(" {what}")), "{missing}");
        // The command that the message names plays the part.
        let command = missing.lines().find_map(|line| line.trim().strip_prefix("newcatan "));
        done(folder.path(), command.unwrap_or_else(|| panic!("{missing}")));
        assert_eq!(of(&format!("merge {parts}")), single, "{parts} parts");
        assert_eq!(of(&format!("{run} --shards {parts}")), single, "{parts} parts, then the run");
    }
    assert_eq!(of(&format!("{run} --shards whole")), single);
    assert_eq!(of("merge whole"), single);
    let rows = said(&run_in(folder.path(), &["merge", "whole", "--out", "rows.csv"]));
    assert!(rows.contains("`--out` writes the games of `sim`"), "{rows}");
}

#[test]
fn a_comparison_in_parts_is_the_single_one() {
    let rules = "compare catan_beginners --both-set goal=4 --set goal=5 --seed 5 --detect 7%";
    report_is_single(
        &format!("{rules} --games 12 --players greedy,random,greedy"),
        "pairs",
        &[2, 5],
    );
    let part = format!("{rules} --games 12 --shard 2/3");
    let (told, _) = done(folder().path(), &part);
    assert!(told.contains("4 pairs of games") && told.contains(", seeds 9 to 12\n"), "{told}");
}

#[test]
fn a_match_in_parts_is_the_single_one() {
    let seats = "compare catan_beginners --set goal=4 --seats greedy,random --size 3 --games 24";
    report_is_single(seats, "seed", &[3]);
}

#[test]
fn balance_and_sweep_in_parts_are_the_single_ones() {
    let balance = "balance catan_beginners --set goal=4 --games 7 --players greedy,random,greedy";
    report_is_single(balance, "seed", &[3]);
    let sweep = "sweep catan_beginners --set goal=3,4 --with faulty.rhai --games 5 --seed 8 \
                 --on-rule-error skip --players greedy,random,greedy --players random,random,random";
    report_is_single(sweep, "seed", &[2]);
    let (told, _) = done(folder().path(), &format!("{sweep} --shard 2/2"));
    assert!(told.contains(", seeds 10 to 12\n"), "{told}");
}

#[test]
fn parts_cannot_end_early() {
    for early in ["--until 5%", "--seats greedy,random --at-least 60%"] {
        let args = format!("compare catan --set goal=5 {early} --shards run");
        let told = said(&run_in(folder().path(), &words(&args)));
        assert!(told.starts_with("exit 2\n") && told.contains("cannot be used with"), "{told}");
    }
}

#[test]
fn a_complete_shard_is_not_played_again() {
    let folder = folder();
    let run = format!("{RUN} --games 8 --shard 2/4 --shards a/b");
    let (told, _) = done(folder.path(), &run);
    let file = shards(&folder.path().join("a/b"))[0].clone();
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    let (again, err) = done(folder.path(), &run);
    assert_eq!(told, again);
    assert!(err.ends_with("-2-2.jsonl` is complete: 2 games\n"), "{err}");
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
    let (json, _) = done(folder.path(), &format!("{run} --json"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(folder.path().join(json["file"].as_str().unwrap()), file);
    // The same games as without the folder.
    let (plain, _) = done(folder.path(), &format!("{RUN} --games 8 --shard 2/4"));
    assert_eq!(told, plain);
}

#[test]
fn the_name_of_a_shard_tells_what_decides_its_games() {
    let folder = folder();
    for (name, text) in [("other", FAULTY.replace("11", "12")), ("copy", FAULTY.to_owned())] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("faulty.rhai"), text).unwrap();
    }
    let name = |args: &str| {
        let args = format!("sim catan --games 1 --shards shards --players {args}");
        let before = shards(&folder.path().join("shards"));
        done(folder.path(), &args);
        let after = shards(&folder.path().join("shards"));
        after.into_iter().find(|path| !before.contains(path))
    };
    fs::create_dir(folder.path().join("shards")).unwrap();
    let three = "random,random,random";
    assert!(name(three).is_some());
    for same in ["--threads 2", "--shard 1/1", "--json"] {
        assert_eq!(name(&format!("{three} {same}")), None, "{same}");
    }
    for other in [
        "--seed 2",
        "--set goal=9",
        "--without monopoly",
        "--without seven",
        "--operations 90000000",
        "--on-rule-error skip",
        "--interpret",
        "--uncached",
        "--with table_rules",
        "--with faulty.rhai --on-rule-error skip",
        "--with other/faulty.rhai --on-rule-error skip",
    ] {
        assert!(name(&format!("{three} {other}")).is_some(), "{other}");
    }
    // The path of a rule file does not matter, its name and its text do.
    let copy = format!("{three} --with copy/faulty.rhai --on-rule-error skip");
    assert_eq!(name(&copy), None);
    assert!(name("random,random,greedy").is_some());
    assert!(name("random,random,random,random").is_some());
}

#[test]
fn a_killed_process_leaves_nothing_that_is_merged() {
    let folder = folder();
    let run = format!("{RUN} --games 90 --shard 1/1");
    let mut child = spawn(folder.path(), &format!("{run} --shards killed --threads 1"));
    let left = wait_for(&mut child, &folder.path().join("killed"), is_begun);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(left.exists(), "the process was killed before it had finished");
    assert_eq!(
        said(&run_in(folder.path(), &["merge", "killed"])),
        "exit 1\nerror: there is no complete part of a run in `killed`\n \
         |\n = help: `newcatan sim`, `compare`, `balance`, `sweep` or `train` with `--shards FOLDER` writes parts of a run"
    );
    done(folder.path(), &format!("{run} --shards killed"));
    done(folder.path(), &format!("{run} --shards whole"));
    let [again] = &shards(&folder.path().join("killed"))[..] else { panic!("one file is left") };
    let [whole] = &shards(&folder.path().join("whole"))[..] else { panic!("one file is left") };
    assert_eq!(again.file_name(), whole.file_name());
    assert!(fs::read(again).unwrap() == fs::read(whole).unwrap());
}

#[test]
#[ignore = "plays many games"]
fn an_interrupted_run_goes_on_with_the_parts_that_are_missing() {
    let folder = folder();
    let run = format!("{RUN} --games 300");
    let stored = folder.path().join("stored");
    let mut child = spawn(folder.path(), &format!("{run} --shards stored --threads 1"));
    let first =
        wait_for(&mut child, &stored, |path| path.extension().is_some_and(|end| end == "jsonl"));
    wait_for(&mut child, &stored, is_begun);
    child.kill().unwrap();
    child.wait().unwrap();
    let written = fs::metadata(&first).unwrap().modified().unwrap();
    let (told, _) = done(folder.path(), &format!("{run} --shards stored"));
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), written);
    assert_eq!(shards(&stored).len(), 3);
    assert_eq!(told, done(folder.path(), &run).0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_complete_parts_only() {
    let folder = folder();
    let run = format!("{RUN} --games 100000 --shards stored --out games.csv");
    let mut child = spawn(folder.path(), &run);
    let stored = folder.path().join("stored");
    wait_for(&mut child, &stored, is_begun);
    let ended = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8(output.stderr).unwrap();
    let ending = "running games are being finished; Ctrl-C again stops now\n";
    let stored_so_far = "part 1/100 is not complete; the same command goes on\n";
    assert_eq!(err, format!("{ending}{stored_so_far}"));
    assert_eq!(shards(&stored), Vec::<PathBuf>::new());
    // The same command would refuse to overwrite the file.
    assert!(!folder.path().join("games.csv").exists());
}

#[test]
fn two_processes_that_write_the_same_shard_do_no_harm() {
    let folder = folder();
    let run = format!("{RUN} --games 40 --shard 1/2");
    let children = [(); 3].map(|()| spawn(folder.path(), &format!("{run} --shards both")));
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    done(folder.path(), &format!("{run} --shards one"));
    let [both, one] = ["both", "one"].map(|name| shards(&folder.path().join(name)));
    assert_eq!((both.len(), one.len()), (1, 1));
    assert!(fs::read(&both[0]).unwrap() == fs::read(&one[0]).unwrap());
}

/// A folder `run` with four shards of 8 games.
fn four() -> (TempDir, Vec<PathBuf>) {
    let folder = folder();
    for part in 1..=4 {
        done(folder.path(), &format!("{RUN} --games 8 --shard {part}/4 --shards run"));
    }
    let files = shards(&folder.path().join("run"));
    (folder, files)
}

/// What `merge` says, with `HASH` for the hash of the run, which changes with the engine.
fn merge(folder: &Path, args: &str) -> String {
    let told = said(&run_in(folder, &words(&format!("merge {args}"))));
    let hidden = told.split('-').map(|part| {
        let is_hash = part.len() == 16 && part.chars().all(|c| c.is_ascii_hexdigit());
        if is_hash { "HASH" } else { part }
    });
    hidden.collect::<Vec<_>>().join("-")
}

#[test]
fn missing_and_damaged_parts_are_listed_with_their_commands() {
    let (folder, files) = four();
    let single = results(folder.path(), &format!("{RUN} --games 8"), "single.csv");
    let text = fs::read_to_string(&files[1]).unwrap();
    fs::write(&files[1], &text[..text.len() - 40]).unwrap();
    let damaged = fs::read_to_string(&files[2]).unwrap().replacen("\"turns\":", "\"turns\":1", 1);
    fs::write(&files[2], damaged).unwrap();
    fs::remove_file(&files[3]).unwrap();
    insta::assert_snapshot!(merge(folder.path(), "run --out none.csv"), @"
    exit 1
    damaged: part 2/4 in `run/sim-HASH-2-2.jsonl` breaks off before its closing line
    damaged: part 3/4 in `run/sim-HASH-4-2.jsonl` has been changed since it was written
    missing: 6 games of 8, in the parts that these commands play
      newcatan sim catan --players random,random,random --games 8 --seed 40 --shard 2/4 --shards run
      newcatan sim catan --players random,random,random --games 8 --seed 40 --shard 3/4 --shards run
      newcatan sim catan --players random,random,random --games 8 --seed 40 --shard 4/4 --shards run
    ");
    assert!(!folder.path().join("none.csv").exists());
    // The listed commands play them.
    for part in 2..=4 {
        let (_, err) =
            done(folder.path(), &format!("{RUN} --games 8 --shard {part}/4 --shards run"));
        assert_eq!(err.ends_with(": it is played again\n"), part < 4, "{err}");
    }
    assert!(results(folder.path(), "merge run", "merged.csv") == single);
}

#[test]
fn parts_of_other_runs_are_refused_with_what_differs() {
    let (folder, files) = four();
    let other = "sim catan --players random,random,greedy --seed 41 --set goal=8 --games 8";
    done(folder.path(), &format!("{other} --shard 4/4 --shards run"));
    let found = shards(&folder.path().join("run"));
    assert_eq!(found.len(), 5);
    let told = merge(folder.path(), "run");
    let options = ["`--set catan.goal`: ", "`--seed`: ", "`--players`, seat 3: "];
    for part in ["exit 1", "greedy"].iter().chain(&options) {
        assert!(told.contains(part), "`{part}` is not in\n{told}");
    }
    assert!(!told.contains("scenario: ") && !told.contains("engine: "), "{told}");
    // The files of one run are enough.
    let mut args = vec!["merge".to_owned()];
    args.extend(files.iter().rev().map(|file| file.display().to_string()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert!(run_in(folder.path(), &args).status.success());
}

#[test]
fn parts_that_were_played_with_another_rule_file_name_its_pack() {
    let folder = folder();
    let run = format!("{RUN} --games 4 --with faulty.rhai --on-rule-error skip --shards run");
    done(folder.path(), &format!("{run} --shard 1/2"));
    fs::write(folder.path().join("faulty.rhai"), FAULTY.replace("11", "12")).unwrap();
    done(folder.path(), &format!("{run} --shard 2/2"));
    let told = merge(folder.path(), "run");
    let note = "\n = note: the files of these packs differ: `house_rules`\n = help: ";
    assert!(told.contains(note), "{told}");
}

#[test]
fn boards_of_two_runs_are_not_printed() {
    let folder = folder();
    for scenario in ["catan_beginners", "desolation"] {
        done(folder.path(), &format!("balance {scenario} --games 2 --set goal=3 --shards run"));
    }
    let told = merge(folder.path(), "run");
    assert!(told.contains("\n = note: the boards differ\n"), "{told}");
    // The files are named by hashes, so either of them may be the first one.
    let names = ["catan_beginners and desolation", "desolation and catan_beginners"];
    assert!(names.iter().any(|names| told.contains(&format!("scenario: {names}"))), "{told}");
    assert!(told.lines().all(|line| line.len() < 400), "{told}");
}

#[test]
fn games_have_no_page() {
    let (folder, _) = four();
    insta::assert_snapshot!(merge(folder.path(), "run --html page.html"), @"
    exit 1
    error: there is no page about the games of `sim`
     |
     = help: `--html` is for the results of `compare`, `balance` and `sweep`
    ");
    assert!(!folder.path().join("page.html").exists());
}

#[test]
fn a_part_twice_is_no_harm_unless_it_differs() {
    let (folder, files) = four();
    let single = done(folder.path(), &format!("{RUN} --games 8")).0;
    let copy = folder.path().join("copy.jsonl");
    fs::copy(&files[1], &copy).unwrap();
    assert_eq!(done(folder.path(), "merge run copy.jsonl").0, single);
    // A copy that is intact and says something else, as another engine would.
    let text = fs::read_to_string(&copy).unwrap();
    let (rows, _) = text.split_once("{\"end\":").unwrap();
    let rows = rows.replacen("\"turns\":", "\"turns\":1", 1);
    let hash = fnv1a(rows.as_bytes());
    let end = format!("{{\"end\":{{\"rows\":2,\"hash\":\"{hash:016x}\"}}}}\n");
    fs::write(&copy, format!("{rows}{end}")).unwrap();
    insta::assert_snapshot!(merge(folder.path(), "copy.jsonl run"), @"
    exit 1
    error: row 2 of the run is not the same in `copy.jsonl` and `run/sim-HASH-2-2.jsonl`
    ");
}

#[test]
fn what_is_no_part_of_a_run_is_told() {
    let folder = folder();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("games.jsonl"), "{\"game\":0}\n").unwrap();
    let told = ["empty", "games.jsonl", "none"].map(|path| merge(folder.path(), path));
    insta::assert_snapshot!(told.join("\n\n"), @"
    exit 1
    error: there is no complete part of a run in `empty`
     |
     = help: `newcatan sim`, `compare`, `balance`, `sweep` or `train` with `--shards FOLDER` writes parts of a run

    exit 1
    damaged: `games.jsonl` is not a shard
    error: there is no complete part of a run in `games.jsonl`
     |
     = help: `newcatan sim`, `compare`, `balance`, `sweep` or `train` with `--shards FOLDER` writes parts of a run

    exit 1
    error: there is no file or folder `none`
    ");
}
