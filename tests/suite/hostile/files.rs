//! Attacks that are too large or too unusual to be stored in a folder: links, bytes, masses of
//! facts.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::hostile::attack::{game, run};

pub(crate) const HEADER: &str = "//! Rule\n//! A rule.\n//! Rulings: H-1.\n\n";

/// The manifest of a pack.
pub(crate) fn manifest(id: &str) -> String {
    format!("id = \"{id}\"\ntitle = \"Pack\"\nversion = \"1.0.0\"\n")
}

/// A folder with a valid pack.
pub(crate) fn pack() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    write(folder.path(), "pack/pack.toml", manifest("pack"));
    write(folder.path(), "pack/rule.rhai", format!("{HEADER}fn on_turn(me) {{}}\n"));
    folder
}

pub(crate) fn write(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
    fs::write(path, text).expect("a written file");
}

/// The first line of the message about a game that cannot be played.
pub(crate) fn message(folder: &Path, args: &[&str]) -> String {
    let outcome = run(folder, &args.join(" "), args);
    if outcome.code == Some(0) { "plays on".into() } else { outcome.message().to_owned() }
}

/// The report about a pack: the message, and its position in the files.
fn told(name: &str, folder: &Path) -> String {
    let outcome = run(folder, name, &game("catan", "pack"));
    if outcome.code == Some(0) {
        return format!("{name}: plays on");
    }
    let place = outcome.told.lines().find_map(|line| line.trim_start().strip_prefix("--> "));
    let message: String = outcome.message().chars().take(90).collect();
    format!("{name}: {message} [{}]", place.unwrap_or("no place"))
}

/// The report about each of these texts as a rule file, after a header.
fn rules(attacks: &[(&str, String)]) -> String {
    let told = attacks.iter().map(|(name, text)| {
        let folder = pack();
        write(folder.path(), "pack/rule.rhai", format!("{HEADER}{text}"));
        told(name, folder.path())
    });
    told.collect::<Vec<_>>().join("\n")
}

/// A hook with this body, called in each turn.
fn turn(body: &str) -> String {
    format!("fn on_turn(me) {{\n    {body}\n}}\n")
}

/// A rule that assigns an expression to a variable in each turn.
fn let_it(parts: [&str; 3], count: usize) -> String {
    let [before, inner, after] = parts;
    turn(&format!("let it = {}{inner}{};", before.repeat(count), after.repeat(count)))
}

/// Repeats a part for each number.
pub(crate) fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// A list with this number of texts.
fn list(count: usize, more: &str) -> String {
    format!("[{}]", each(count, |number| format!("\"{number}{more}\",")))
}

/// An ability with this number of variants, each of which costs cards of any kind.
fn abilities(count: usize) -> String {
    let variants = each(count, |number| format!("\"v{number}: 12 any\","));
    format!("const ABILITY = \"a\";\nconst VARIANTS = [{variants}];\nfn act(me) {{}}\n")
}

#[test]
#[ignore = "reads twenty packs"]
fn code_that_is_deep_or_long_is_not_read_to_the_end() {
    insta::assert_snapshot!(rules(&[
        ("deep brackets", let_it(["(", "1", ")"], 5_000)),
        ("deep lists", let_it(["[", "", "]"], 5_000)),
        ("deep blocks", turn(&("{".repeat(5_000) + &*"}".repeat(5_000)))),
        ("deep texts", let_it(["`${", "1", "}`"], 2_000)),
        ("deep comments", turn(&("/*".repeat(5_000) + &*"*/".repeat(5_000)))),
        ("deep switches", let_it(["switch 1 { 1 => ", "1", " }"], 1_000)),
        ("deep nameless functions", let_it(["|x| ", "1", ""], 2_000)),
        ("a long chain", let_it(["", "me", ".opponents"], 3_000)),
        ("a long sum", let_it(["1 + ", "1", ""], 5_000)),
        ("a long negation", let_it(["- ", "1", ""], 5_000)),
        ("a long else", turn(&("if true {} else ".repeat(3_000) + "{}"))),
        ("a long word", turn(&format!("let {} = 1;", "a".repeat(60_000)))),
        ("a long hook", format!("fn {}(me) {{}}\n", "a".repeat(60_000))),
        ("a long text", turn(&format!("let it = \"{}\";", "a".repeat(60_000)))),
        ("many parameters", {
            format!("private fn f({}) {{}}\n", each(5_000, |n| format!("p{n},"))) + &*turn("")
        }),
        ("many functions", each(2_000, |n| format!("private fn f{n}() {{}}\n")) + &*turn("")),
        ("many variables", turn(&each(2_000, |n| format!("let v{n} = {n};")))),
        ("many lines", "\n".repeat(5_000) + &*turn("")),
        ("a mistake after many lines", "\n".repeat(5_000) + &*turn("(")),
        ("no end of a text", turn(&("\"".to_owned() + &*"a".repeat(60_000)))),
        ("no end of a comment", turn(&("/*".to_owned() + &*"a".repeat(60_000)))),
    ]), @"
    deep brackets: error: expression exceeds maximum complexity [pack/rule.rhai:6:44]
    deep lists: error: expression exceeds maximum complexity [pack/rule.rhai:6:34]
    deep blocks: error: expression exceeds maximum complexity [pack/rule.rhai:6:36]
    deep texts: error: expression exceeds maximum complexity [pack/rule.rhai:6:59]
    deep comments: plays on
    deep switches: error: expression exceeds maximum complexity [pack/rule.rhai:6:478]
    deep nameless functions: error: expression exceeds maximum complexity [pack/rule.rhai:6:94]
    a long chain: error: expression exceeds maximum complexity [pack/rule.rhai:6:606]
    a long sum: error: expression exceeds maximum complexity [pack/rule.rhai:6:248]
    a long negation: error: expression exceeds maximum complexity [pack/rule.rhai:6:132]
    a long else: error: expression exceeds maximum complexity [pack/rule.rhai:6:968]
    a long word: plays on
    a long hook: error: no hook `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa [pack/rule.rhai:5:4]
    a long text: error: length of string exceeds the maximum limit (2000) [pack/rule.rhai:6:14]
    many parameters: plays on
    many functions: error: number of functions defined exceeds maximum limit [pack/rule.rhai:105:9]
    many variables: error: too many variables defined [pack/rule.rhai:6:804]
    many lines: error: the file has more than 4095 lines [pack/rule.rhai]
    a mistake after many lines: error: the file has more than 4095 lines [pack/rule.rhai]
    no end of a text: error: open string is not terminated [pack/rule.rhai:6:5]
    no end of a comment: error: this `{` is never closed [pack/rule.rhai:5:16]
    ");
}

#[test]
#[ignore = "plays on with very many choices"]
fn facts_that_are_too_many_or_too_large_are_mistakes() {
    let cards = "me.take(WOOD, 9); me.take(SHEEP, 9); me.take(GRAIN, 9); me.take(BRICK, 9);";
    let rich = turn(&format!("{cards} me.take(ORE, 9);"));
    insta::assert_snapshot!(rules(&[
        ("many facts", each(100_000, |n| format!("const F{n} = {n};\n"))),
        ("many unknown facts", each(4_000, |n| format!("const F{n}=1;\n"))),
        ("one fact many times", "const TRADE = \"2 wood -> 1 any\";\n".repeat(1_500)),
        ("a fact of a million letters", format!("const TRADE = \"{}\";\n", "a".repeat(1_000_000))),
        ("a fact of many letters", format!("const TRADE = \"{}\";\n", "(".repeat(1_900))),
        ("a deep fact", format!("const VARIANTS = {}{};\n", "[".repeat(5_000), "]".repeat(5_000))),
        ("many members", format!("const FOR_EACH = {};\n{}", list(9_000, ""), turn(""))),
        ("too many members", format!("const FOR_EACH = {};\n{}", list(300, ""), turn(""))),
        ("ten thousand members", format!("const FOR_EACH = {};\n", list(10_000, ""))),
        ("many variants", abilities(4_000)),
        ("some variants", abilities(100) + &*rich),
        ("a way for any cards", {
            format!("const WAY = \"build road\";\nconst PRICE = \"47 any\";\n{rich}")
        }),
        ("a way for some cards", {
            format!("const WAY = \"build road\";\nconst PRICE = \"1 same + 11 any\";\n{rich}")
        }),
        ("a trade of any cards", format!("const TRADE = \"22 any -> 22 any\";\n{rich}")),
        ("a trade of some cards", format!("const TRADE = \"12 any -> 12 any\";\n{rich}")),
        ("counters", format!("const FOR_EACH = {};\nconst COUNTER = \"n: turn\";\n{}", list(99, ""), turn(""))),
        ("a huge roll", "const ON_ROLL = 9223372036854775807;\nconst MOVES = \"robber\";\n".into()),
        ("no copies", "const DECK = \"development\";\nconst COPIES = -1;\nfn act(me) {}\n".into()),
        ("a huge award", "const AWARD = 9223372036854775807;\nconst MINIMUM = 1;\nfn merit(me) { 1 }\n".into()),
    ]), @"
    many facts: error: the file has 2177820 bytes, but at most 65536 are allowed [pack/rule.rhai]
    many unknown facts: error: no fact `F0` [pack/rule.rhai:5:7]
    one fact many times: error: `TRADE` is declared twice [pack/rule.rhai:6:15]
    a fact of a million letters: error: the file has 1000058 bytes, but at most 65536 are allowed [pack/rule.rhai]
    a fact of many letters: error: transcripts cannot contain a string that is too long [pack/rule.rhai:5:15]
    a deep fact: error: expression exceeds maximum complexity [pack/rule.rhai:5:38]
    many members: error: a family can have at most 256 members, found 9000 [pack/rule.rhai:5:18]
    too many members: error: a family can have at most 256 members, found 300 [pack/rule.rhai:5:18]
    ten thousand members: error: the file has 68951 bytes, but at most 65536 are allowed [pack/rule.rhai]
    many variants: error: an ability can have at most 100 variants [pack/rule.rhai:6:18]
    some variants: error: the rules allow more than 100000 actions to choose from [pack/rule.rhai:5:1]
    a way for any cards: error: expected 1 to 12 cards of `any` [pack/rule.rhai:6:16]
    a way for some cards: plays on
    a trade of any cards: error: expected 1 to 12 cards of `any` [pack/rule.rhai:5:16]
    a trade of some cards: plays on
    counters: error: the counters of this game need more than 64 slots [pack/rule.rhai:6:17]
    a huge roll: error: `ON_ROLL` is 9223372036854775807, expected 2 to 12 [pack/rule.rhai:5:17]
    no copies: error: `COPIES` is -1, expected 1 to 99 [pack/rule.rhai:6:16]
    a huge award: error: `AWARD` cannot be 9223372036854775807 [pack/rule.rhai:5:15]
    ");
}

#[test]
fn manifests_that_are_deep_or_long_are_mistakes() {
    let attacks = [
        ("deep lists", format!("it = {}{}", "[".repeat(9_000), "]".repeat(9_000))),
        ("deep tables", format!("it = {}1{}", "{a=".repeat(9_000), "}".repeat(9_000))),
        ("dotted keys", format!("a{} = 1", ".a".repeat(9_000))),
        ("many keys", each(5_000, |n| format!("k{n} = {n}\n"))),
        ("a million bytes of keys", each(80_000, |n| format!("k{n} = {n}\n"))),
        (
            "many settings",
            each(1_000, |n| format!("[settings.k{n}]\ndefault = {n}\ntext = \"\"\n")),
        ),
        ("many markers", each(1_000, |n| format!("[markers.m{n}]\n"))),
        ("many rounds", {
            format!("[placement]\nrounds = [{}]\nplaced = [\"road\"]", "\"forward\",".repeat(5_000))
        }),
        ("a huge number", "rank = 99999999999999999999".into()),
        ("a long version", format!("engine = \"{}>=0.1\"", ">=0.1, ".repeat(5_000))),
        ("a byte of nothing", "text = \"\0\"".into()),
        ("a circle of packs", "requires = [\"pack\"]".into()),
    ];
    let told = attacks.map(|(name, text)| {
        let folder = pack();
        write(folder.path(), "pack/pack.toml", format!("{}{text}\n", manifest("pack")));
        told(name, folder.path())
    });
    insta::assert_snapshot!(told.join("\n"), @r"
    deep lists: error: cannot recurse further; max recursion depth met [pack/pack.toml:4:86]
    deep tables: error: cannot recurse further; max recursion depth met [pack/pack.toml:4:246]
    dotted keys: error: recursion limit [pack/pack.toml:1:1]
    many keys: error: unknown key `k0` [pack/pack.toml:4:1]
    a million bytes of keys: error: the file has 1177826 bytes, but at most 65536 are allowed [pack/pack.toml]
    many settings: plays on
    many markers: error: a game can have at most 12 markers [pack/pack.toml:15:10]
    many rounds: error: each player places 5000 pieces, expected 1 to 40 [pack/pack.toml:5:10]
    a huge number: error: expected a string or a table [pack/pack.toml:4:8]
    a long version: error: `>=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1, >=0.1 [pack/pack.toml:4:10]
    a byte of nothing: error: there is a control character here: `\u{0}` [pack/pack.toml:4:9]
    a circle of packs: plays on
    ");
}

#[test]
#[ignore = "takes a second"]
fn files_that_are_no_texts_are_mistakes_and_marks_of_editors_are_none() {
    let rule = format!("{HEADER}fn on_turn(me) {{}}\n");
    let attacks: [(&str, Vec<u8>); 9] = [
        ("no UTF-8", [rule.as_bytes(), b"// \xc3\x28\n"].concat()),
        ("half a letter", [rule.as_bytes(), b"// \xf0\x9f\x8f"].concat()),
        ("bytes of nothing", [rule.as_bytes(), &[0; 99]].concat()),
        ("a mark", format!("\u{feff}{rule}").into()),
        ("two marks", format!("\u{feff}\u{feff}{rule}").into()),
        ("lines of another system", rule.replace('\n', "\r\n").into()),
        ("lines of an old system", rule.replace('\n', "\r").into()),
        ("no byte at all", Vec::new()),
        ("a huge file", vec![b'/'; 100_000_000]),
    ];
    let told = attacks.map(|(name, bytes)| {
        let folder = pack();
        write(folder.path(), "pack/rule.rhai", bytes);
        told(name, folder.path())
    });
    insta::assert_snapshot!(told.join("\n"), @r"
    no UTF-8: error: this is not valid UTF-8 [pack/rule.rhai:6:4]
    half a letter: error: this is not valid UTF-8 [pack/rule.rhai:6:4]
    bytes of nothing: error: there is a control character here: `\u{0}` [pack/rule.rhai:6:1]
    a mark: plays on
    two marks: error: unexpected '﻿' [pack/rule.rhai:1:1]
    lines of another system: plays on
    lines of an old system: error: there is a control character here: `\u{d}` [pack/rule.rhai:1:9]
    no byte at all: error: the header has no title [pack/rule.rhai:1:1]
    a huge file: error: the file has 100000000 bytes, but at most 65536 are allowed [pack/rule.rhai]
    ");
}

#[test]
fn a_folder_of_many_files_is_not_read_to_the_end() {
    let folder = pack();
    for number in 0..1_500 {
        write(folder.path(), &format!("pack/r{number}.rhai"), "");
    }
    insta::assert_snapshot!(told("many files", folder.path()).split(" [").next().unwrap(), @"many files: error: the pack has more than 1000 files");
    let folder = pack();
    write(folder.path(), &format!("pack{}/rule.rhai", "/deep".repeat(50)), "");
    insta::assert_snapshot!(told("deep folders", folder.path()), @"deep folders: error: `deep/deep/deep/deep/deep` does not belong in a pack [pack/deep/deep/deep/deep/deep]");
}

#[test]
#[cfg(unix)]
fn links_do_not_lead_out_of_a_pack() {
    use std::os::unix::fs::symlink;
    let outside = "outside.rhai";
    let attacks: [(&str, &str, &str); 8] = [
        ("a rule outside", "../outside.rhai", "pack/rule.rhai"),
        ("a file of the system", "/etc/passwd", "pack/rule.rhai"),
        ("a folder outside", "../folder", "pack/rules"),
        ("all folders of the system", "/", "pack/rules"),
        ("a manifest outside", "../other.toml", "pack/pack.toml"),
        ("an endless file", "/dev/zero", "pack/rule.rhai"),
        ("a link to nothing", "nowhere", "pack/more.rhai"),
        ("a link to itself", "more.rhai", "pack/more.rhai"),
    ];
    let told = attacks.map(|(name, to, link)| {
        let folder = pack();
        write(folder.path(), outside, format!("{HEADER}fn on_turn(me) {{}}\n"));
        write(folder.path(), "folder/rule.rhai", format!("{HEADER}fn on_turn(me) {{}}\n"));
        write(folder.path(), "other.toml", manifest("pack"));
        let _ = fs::remove_file(folder.path().join(link));
        symlink(to, folder.path().join(link)).expect("a new link");
        told(name, folder.path())
    });
    insta::assert_snapshot!(told.join("\n"), @"
    a rule outside: error: `pack/rule.rhai` is a link to a file outside its pack [pack/rule.rhai]
    a file of the system: error: `pack/rule.rhai` is a link to a file outside its pack [pack/rule.rhai]
    a folder outside: error: `pack/rules` is a link to a folder [pack/rules]
    all folders of the system: error: `pack/rules` is a link to a folder [pack/rules]
    a manifest outside: error: `pack/pack.toml` is a link to a file outside its pack [pack/pack.toml]
    an endless file: error: `pack/rule.rhai` is a link to a file outside its pack [pack/rule.rhai]
    a link to nothing: error: the file cannot be read: No such file or directory (os error 2) [pack/more.rhai]
    a link to itself: error: the file cannot be read: Too many levels of symbolic links (os error 40) [pack/more.rhai]
    ");
}

#[test]
#[cfg(unix)]
fn circles_of_links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = pack();
    for number in 0..100 {
        symlink("../pack", folder.path().join(format!("pack/r{number}"))).expect("a new link");
    }
    assert!(told("circles", folder.path()).contains("is a link to a folder"));
}
