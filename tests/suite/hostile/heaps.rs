//! Large numbers of rules, packs and lines: each is read within limits of time and memory, or
//! refused with the limit that it exceeds.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::hostile::attack::{game, run, serve};
use crate::hostile::files::{HEADER, each, manifest, message, pack, write};

/// A rule file of about this size, which repeats a line.
fn rule(line: &str, size: usize) -> String {
    // Each block has its own variables, whose number is limited for a function.
    let block = format!("    if true {{ {} }}\n", line.repeat(20));
    format!("{HEADER}fn on_turn(me) {{\n{}}}\n", block.repeat(size / block.len()))
}

/// The report about a pack with this number of such files.
fn files(count: usize, line: &str) -> String {
    let folder = pack();
    for number in 0..count {
        write(folder.path(), &format!("pack/r{number}.rhai"), rule(line, 55_000));
    }
    message(folder.path(), &game("catan", "pack"))
}

/// A message without the size of the rules, which includes that of the shipped packs.
fn without_size(message: &str) -> String {
    let (before, rest) = message.split_once(" total ").expect("it is about the rules");
    let (_, after) = rest.split_once(' ').expect("a size and more");
    format!("{before} total … {after}")
}

#[test]
#[ignore = "reads megabytes"]
fn a_pack_of_large_files_is_loaded_or_refused() {
    let (strange, long) = ("if false { me.take(ORE, 1); } ", "let a = 1 + 2 * 3 - 4; ");
    let unknown = "zq(); me.zr; me.gain(\"zs\", 1); ";
    insta::assert_snapshot!(files(9, strange), @"plays on");
    insta::assert_snapshot!(files(9, long), @"plays on");
    insta::assert_snapshot!(files(9, unknown), @"error: the rule language has no `zq`");
    insta::assert_snapshot!(without_size(&files(12, strange)), @"error: the rules up to this file total … bytes, expected at most 524288");
    insta::assert_snapshot!(files(40, strange), @"error: the files of the pack total 1099485 bytes so far, expected at most 1048576");
    insta::assert_snapshot!(files(235, long), @"error: the files of the pack total 1098325 bytes so far, expected at most 1048576");
}

#[test]
fn a_family_counts_once_for_each_member() {
    let folder = pack();
    let members = each(200, |number| format!("\"m{number}\","));
    let family = rule("let a = 1 + 2 * 3 - 4; ", 50_000).replacen("Rule", "Rule {each}", 1);
    let family = family.replacen("fn", &format!("const FOR_EACH = [{members}];\nfn"), 1);
    write(folder.path(), "pack/rule.rhai", family);
    insta::assert_snapshot!(without_size(&message(folder.path(), &game("catan", "pack"))), @"error: the rules up to this file total … bytes, expected at most 524288");
}

#[test]
#[ignore = "takes a second"]
fn verbs_that_all_rules_call_are_lowered_up_to_a_size() {
    let folder = pack();
    let verbs = each(90, |number| {
        format!("fn v{number}(me) {{\n{}}}\n", "    me.take(ORE, 1); me.lose(ORE, 1);\n".repeat(14))
    });
    let calls = each(90, |number| format!("    v{number}(me);\n"));
    write(folder.path(), "pack/verbs.rhai", format!("{verbs}\nfn say_all(me) {{\n{calls}}}\n"));
    for number in 0..200 {
        let calls = "fn on_turn(me) { say_all(me); say_all(me); say_all(me); }\n";
        write(folder.path(), &format!("pack/r{number}.rhai"), format!("{HEADER}{calls}"));
    }
    let told = message(folder.path(), &["rules", "catan", "--with", "pack"]);
    insta::assert_snapshot!(told, @"plays on");
}

/// A folder with this number of small packs, the first one with a rule.
fn packs(count: usize) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for number in 0..count {
        let id = format!("p{number:04}");
        write(folder.path(), &format!("packs/{id}/pack.toml"), manifest(&id));
        if number < 200 {
            let rule = format!("{HEADER}fn on_turn(me) {{}}\n");
            write(folder.path(), &format!("packs/{id}/rule.rhai"), rule);
        }
    }
    folder
}

/// A scenario that names this number of unknown packs.
fn unknown(folder: &Path, count: usize) {
    let ids = each(count, |number| format!("\"u{number}\","));
    let rest = "players = [3, 4]\nboard_of = \"catan\"\n";
    write(folder, "unknown.toml", format!("title = \"Unknown\"\npacks = [{ids}]\n{rest}"));
}

#[test]
#[ignore = "writes thousands of packs"]
fn a_thousand_packs_are_loaded_and_more_are_refused() {
    let folder = packs(1_000);
    insta::assert_snapshot!(message(folder.path(), &game("catan", "packs")), @"plays on");
    unknown(folder.path(), 1_000);
    let args = ["rules", "unknown.toml", "--rules", "packs"];
    insta::assert_snapshot!(message(folder.path(), &args[..2]), @"error: no pack `u0`");
    insta::assert_snapshot!(message(folder.path(), &args), @"error: the game has 2000 packs, expected at most 1024");
    let folder = packs(3_000);
    insta::assert_snapshot!(message(folder.path(), &game("catan", "packs")), @"error: `packs` contains 3000 packs, expected at most 1024");
    insta::assert_snapshot!(message(folder.path(), &["check", "packs"]), @"error: there are 3000 packs, expected at most 1024");
    unknown(folder.path(), 5_000);
    insta::assert_snapshot!(message(folder.path(), &args[..2]), @"error: the game has 5000 packs, expected at most 1024");
}

/// Regardless of the position of the line and of the rest of the header.
#[test]
#[ignore = "takes a second"]
fn too_many_packs_are_told_at_the_line_that_names_them() {
    let folder = packs(1_101);
    let game =
        "scenario catan\nplayers red, packs, blue\nset goal = 8 # packs\nwith ./packs/\nseed 3\n";
    write(folder.path(), "packs.game", game);
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::rename(folder.path().join("packs"), folder.path().join("sub/packs")).unwrap();
    fs::rename(folder.path().join("packs.game"), folder.path().join("sub/packs.game")).unwrap();
    let away = run(folder.path(), "away", &["replay", "sub/packs.game"]);
    insta::assert_snapshot!(away.told, @"
    error: `sub/./packs/` contains 1101 packs, expected at most 1024
     --> sub/packs.game:4:6
      |
    4 | with ./packs/
      |      ^^^^^^^^
    ");
    let beside = run(&folder.path().join("sub"), "beside", &["replay", "packs.game"]);
    insta::assert_snapshot!(beside.told, @"
    error: `packs/` contains 1101 packs, expected at most 1024
     --> packs.game:4:6
      |
    4 | with ./packs/
      |      ^^^^^^^^
    ");
}

const BEGUN: &str = "scenario catan_beginners\nplayers red, white, orange\n\n";

/// The report about a transcript with this number of numbered lines.
fn lines(head: &str, count: usize, line: impl Fn(usize) -> String) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    write(folder.path(), "a.game", format!("{head}{}", each(count, line)));
    message(folder.path(), &["replay", "a.game"])
}

#[test]
#[ignore = "reads millions of lines"]
fn a_transcript_of_many_lines_is_played_or_refused() {
    let same = |line: &'static str| move |_: usize| format!("{line}\n");
    let head = "scenario catan\n";
    insta::assert_snapshot!(lines(head, 999, |n| format!("with p{n}.rhai\n")), @"error: `p0.rhai`: the file cannot be read: No such file or directory (os error 2)");
    insta::assert_snapshot!(lines(head, 20_000, |n| format!("with p{n}.rhai\n")), @"error: the header has more than 1000 lines: the others are ignored");
    insta::assert_snapshot!(lines(head, 20_000, |n| format!("pack p{n} 1.0.0\n")), @"error: the header has more than 1000 lines: the others are ignored");
    insta::assert_snapshot!(lines(BEGUN, 40_000, same("expect red has 9 points")), @"error: not as expected: red has 2 points");
    insta::assert_snapshot!(lines(BEGUN, 170_000, same("expect red hsa 9 points")), @"error: expected `is marked`, `at` or `off`, found the end of the line");
    insta::assert_snapshot!(lines(BEGUN, 20_000, same("given red has settlement at A1.n")), @"error: `A1.n` is occupied by a settlement of red");
    insta::assert_snapshot!(lines(BEGUN, 4_000_000, same("")), @"error: the transcript has 4000003 lines, but at most 1000000 are allowed");
    insta::assert_snapshot!(lines(BEGUN, 900_000, same("")), @"plays on");
    let rolled = format!("{BEGUN}red rolls 3 3\n");
    insta::assert_snapshot!(lines(&rolled, 40_000, same("  red produces 9 wood")), @"error: `red produces 9 wood` did not happen");
    let refused = format!("{BEGUN}red ends turn\n");
    insta::assert_snapshot!(lines(&refused, 40_000, same("  refused: nothing of the kind")), @"error: the action is refused, but for other reasons");
}

#[test]
#[ignore = "takes a second"]
fn an_editor_is_told_of_many_lines_that_are_wrong() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = format!("{BEGUN}{}", "expect red hsa 9 points\n".repeat(170_000));
    let told = serve(folder.path(), "a.game", &text);
    assert_eq!(told.matches("\"severity\":1").count(), 100, "{} bytes", told.len());
}
