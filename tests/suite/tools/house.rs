//! House rules as a single argument: an added rule file, a rule left out, a setting; and
//! transcripts that record them.

use std::fs;

use tempfile::TempDir;

use crate::tools::{folder, run};

const RULE: &str = "\
//! Windfall
//! Whoever rolls a 2 takes a wood.
//! Rulings: H-1.

fn on_production_roll(me, roll) {
    if roll == 2 {
        me.take(WOOD, 1);
    }
}
";

const GAME: &str = "\
scenario catan_beginners
with windfall.rhai
without longest_road
players red, blue, white

red rolls 1 1
  red takes 1 wood
";

fn house() -> TempDir {
    folder(&[("house/windfall.rhai", RULE), ("house/windfall.game", GAME)])
}

#[test]
fn a_transcript_names_its_house_rules_beside_it() {
    let folder = house();
    insta::assert_snapshot!(run(folder.path(), &["replay", "house/windfall.game"]), @"
    house/windfall.game: 1 turn, 1 action
    exit 0
    ");
    insta::assert_snapshot!(
        run(&folder.path().join("house"), &["why", "windfall.game:7"]), @"
    red rolls 1 1
      red takes 1 wood
        hook    on_production_roll(red, 2) of windfall  (windfall.rhai:5)
        verb    me.take(WOOD, 1);  (windfall.rhai:7)
    exit 0
    ");
}

#[test]
fn a_recording_keeps_its_house_rules() {
    let folder = house();
    let with = ["--with", "house/windfall.rhai", "--without", "longest_road", "--set", "goal=4"];
    let args = ["run", "catan", "--quiet", "--seed", "1", "--record", "a.game"];
    run(folder.path(), &[&args[..], &with].concat());
    let record = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let header: Vec<&str> = record.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let header: Vec<&str> = header.into_iter().filter(|line| !line.starts_with("pack ")).collect();
    insta::assert_snapshot!(header.join("\n"), @"
    scenario catan
    scenario-hash 0eaba36bd30df524
    with house/windfall.rhai
    without longest_road
    set catan.goal = 4
    seed 1
    players red, blue, white, orange
    changes complete
    ");
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game"]), @"
    a.game: 47 turns, 211 actions, white wins
    exit 0
    ");
    fs::rename(folder.path().join("house"), folder.path().join("elsewhere")).unwrap();
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game"]), @"
    exit 1
    error: `house/windfall.rhai`: the file cannot be read: No such file or directory (os error 2)
     --> a.game:7:6
      |
    7 | with house/windfall.rhai
      |      ^^^^^^^^^^^^^^^^^^^
      |
      = help: the transcript contains `with house/windfall.rhai`: give the path of this file or folder with `--with`
    ");
    insta::assert_snapshot!(
        run(folder.path(), &["replay", "a.game", "--with", "elsewhere/windfall.rhai"]), @"
    a.game: 47 turns, 211 actions, white wins
    exit 0
    ");
}

#[test]
fn a_rule_that_is_left_out_is_one_of_the_game() {
    let folder = house();
    let without =
        |rule| run(folder.path(), &["run", "catan", "--quiet", "--seed", "1", "--without", rule]);
    insta::assert_snapshot!(without("larges_army"), @"
    exit 1
    error: no rule `larges_army` to leave out
     |
     = help: did you mean `largest_army`?
    ");
    insta::assert_snapshot!(without("soldier"), @r#"
    exit 1
    error: no card `soldier`
     --> rules/catan/awards/largest_army.rhai:7:14
      |
    7 | const MOST = "played soldier";
      |              ^^^^^^^^^^^^^^^^
      |
      = help: expected one of `discovery`, `monopoly`, `road building`, `victory point`
      = help: other rules may need the rules that were left out: `soldier`
    "#);
    let standard = ["run", "newcatan", "--quiet", "--seed", "1", "--without", "free_roads"];
    insta::assert_snapshot!(run(folder.path(), &standard), @r#"
    exit 1
    error: `scientists` has only 4 of 5 benefits
      --> scenarios/newcatan.toml:28:37
       |
    28 | kinds = ["green_folk", "merchants", "scientists", "diplomats", "frontier_area", "frontier_area"]
       |                                     ^^^^^^^^^^^^
       |
       = help: write another rule with `OUTPOST = "scientists"`
       = help: other rules may need the rules that were left out: `free_roads`
    "#);
}

#[test]
fn a_family_of_rules_is_left_out_by_its_file() {
    let folder = house();
    let all = run(folder.path(), &["rules", "catan"]);
    let some = run(folder.path(), &["rules", "catan", "--without", "catan/port_2_for_1"]);
    let in_force = |text: &str| text.split_once("\nrules of ").unwrap().1.to_owned();
    let (all, some) = (in_force(&all), in_force(&some));
    let ports = |text: &str| text.lines().filter(|line| line.contains("_port_2_for_1")).count();
    assert_eq!((ports(&all), ports(&some)), (5, 0));
    assert_eq!(all.lines().count() - some.lines().count(), 5);
}

#[test]
fn a_deck_is_left_out_by_its_name() {
    let folder = house();
    let args = ["rules", "catan", "--without", "development", "--without", "largest_army"];
    let listed = run(folder.path(), &args);
    assert_eq!(listed.matches("left out as `development`").count(), 5);
}

#[test]
fn what_can_be_changed_is_listed() {
    let folder = house();
    let args = ["run", "catan", "--with", "house/windfall.rhai", "--help-rules"];
    insta::assert_snapshot!(run(folder.path(), &args), @"
    Catan: what the arguments of `newcatan run` can change

    --set
      catan.goal=10             3 to 30        points that win
      catan.sole_claimant=true  true or false  if a resource runs short and only one player is owed any,
                                               that player takes what is left

    --without
      catan/largest_army        Two points for the most soldiers played, three at least.
      catan/longest_road        Two points for the longest trail of a player's roads, five at least.
      catan/discovery           Any two cards from the general supply, as far as it has them.
      catan/monopoly            Every opponent hands over all cards of one resource.
      catan/road_building       Two free roads, or ships if there are any, one directly after the other.
      catan/soldier             Moves the robber or another marker, as a 7 does, but nobody discards.
      catan/victory_point       Stays hidden in the hand, is never played and always counts.
      catan/seven               Nothing is produced, full hands are halved, and the roller moves the
                                robber or another marker.
      catan/wood_port_2_for_1   With a building at this port, two wood buy one other card.
      catan/sheep_port_2_for_1  With a building at this port, two sheep buy one other card.
      catan/grain_port_2_for_1  With a building at this port, two grain buy one other card.
      catan/brick_port_2_for_1  With a building at this port, two brick buy one other card.
      catan/ore_port_2_for_1    With a building at this port, two ore buy one other card.
      catan/port_3_for_1        With a building at an open port, three of a kind buy one other card.
      catan/supply_4_for_1      Four cards of a kind buy one of another kind.
      house_rules/windfall      Whoever rolls a 2 takes a wood.

    --with
      my_rule.rhai  a rule file of your own
      my_pack       a folder with a `pack.toml` and rule files
    exit 0
    ");
}

#[test]
fn a_rule_file_that_is_not_there_is_an_error() {
    let folder = house();
    insta::assert_snapshot!(run(folder.path(), &["run", "catan", "--with", "wind.rhai"]), @"
    exit 1
    error: the file cannot be read: No such file or directory (os error 2)
    --> wind.rhai
    ");
}

#[test]
#[ignore = "takes a second"]
fn a_file_with_the_name_of_a_scenario_changes_nothing() {
    let game = "scenario catan\nplayers red, blue, white\nwith mine.rhai\ngiven red has 1 ore\nred rolls 1 1\n";
    let rule = "//! Mine\n//! Nothing.\n//! Rulings: H-1.\n\nfn on_turn(me) { me.take(ORE, 1); }\n";
    let board = "title = \"Own\"\npacks = [\"catan\"]\nplayers = [3, 4]\nboard_of = \"catan\"\n";
    let files = [("own.toml", board), ("a.game", game), ("mine.rhai", rule)];
    let (plain, other) = (folder(&files), folder(&files));
    std::fs::write(other.path().join("catan"), [0x7f, b'E', b'L', b'F', 0, 0xff]).unwrap();
    let verbs: [&[&str]; 7] = [
        &["board", "catan"],
        &["rules", "catan"],
        &["run", "catan", "--quiet", "--seed", "7", "--with", "mine.rhai"],
        &["sim", "catan", "--games", "2", "--threads", "1", "--json"],
        &["bench", "catan", "--rounds", "0"],
        &["test", "a.game"],
        &["board", "own.toml"],
    ];
    for args in verbs {
        let told =
            |folder: &TempDir| run(folder.path(), args).replace(|c: char| c.is_ascii_digit(), "0");
        assert_eq!(told(&plain), told(&other), "{args:?}");
    }
}
