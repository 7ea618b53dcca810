//! The command line: exit codes, messages, help, files.

use std::path::Path;
use std::process::Output;

use crate::support::{out, run_in as newcatan_in, said};

/// Runs the program.
fn newcatan(args: &[&str]) -> Output {
    newcatan_in(Path::new("."), args)
}

#[test]
fn the_help_lists_the_verbs() {
    insta::assert_snapshot!(out(&newcatan(&["--help"])), @"
    A scriptable rules language and interpreter for Settlers of New Catan and the rules that people make
    up

    Usage: newcatan <COMMAND>

    Commands:
      run          Play a whole game
      play         Play a game on one screen of the terminal; it is saved as it goes
      resume       Continue a game that was begun by `play` or in a browser
      replay       Replay transcripts and check every change
      fork         Branch a game at a line of its transcript
      test         Replay all transcripts under folders
      check        Report mistakes in rules, packs, scenarios and the beginnings of games
      diff         Show the first difference between two transcripts, and its cause
      why          Show the causes of an action or a change in a transcript
      why-not      Show every reason against an action at a line of a transcript
      impact       For each recorded game that edited rules change, show the first difference
      coverage     Report the rulings that tests name, and the lines of rule files that games run
      mutate       Plant faults in rule files, and report the faults that no game catches
      board        Draw the board of a scenario, or the position at the end of a transcript
      rules        List every rule in force, with its rank, its origin and what it overrides
      new          Create a first version of a rule, a pack or a scenario, and a game that tests it
      watch        Replay the games in folders whenever a file that the games depend on is saved
      lsp          Run a language server that shows mistakes, completions and explanations in editors
      serve        Open tables where people and programs play in a browser
      engine       Play games for another program: one JSON message per line, over stdin and stdout
      schema       Print the schemas and definitions that editors use
      sim          Play many games and report who wins, how long games last and which rules are used
      train        Find the weights of players that look ahead, by letting them play against themselves
      compare      Play the same games with two rule sets or kinds of players, and report what differs
      sweep        Play the same games with many settings, rules or players, and report each
      balance      Report what wins more often than expected, and what is never used
      merge        Put the parts of a long run together, as if it had been played at once
      bench        Measure how fast random games are played, on one core or several
      completions  Print the completion script for a shell
      man          Print the manual page of the program, or write the pages of all commands to a folder
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help
      -V, --version  Print version

    Example:
      newcatan run catan --seed 7
    ");
}

#[test]
fn the_help_of_every_verb_has_an_example() {
    let verbs = "run play resume replay fork test diff why why-not impact board rules sim merge compare sweep balance bench coverage mutate";
    for verb in verbs.split(' ') {
        let help = out(&newcatan(&[verb, "--help"]));
        assert!(help.contains(&format!("  newcatan {verb} ")), "{help}");
    }
}

#[test]
fn the_help_of_run_tells_everything() {
    let help = out(&newcatan(&["run", "--help"]));
    insta::with_settings!({
        snapshot_path => "../cli",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("run_help", help) });
}

#[test]
fn an_unknown_verb_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["rnu"])), @"
    exit 2
    error: unrecognized subcommand 'rnu'

    Usage: newcatan <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_seat_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--players", "greedy,gredy"])), @"
    exit 2
    error: invalid value 'gredy' for '--players <SEAT>': expected `greedy`, `search`, `random`, `human`, or the path to a program, such as `./my_bot`

    For more information, try '--help'.
    ");
}

#[test]
fn a_setting_without_a_value_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--set", "goal"])), @"
    exit 2
    error: invalid value 'goal' for '--set <KEY=VALUE>': expected a setting and its value, such as `goal=12`, found `goal`

    For more information, try '--help'.
    ");
}

#[test]
fn a_scenario_that_is_not_there_is_an_error() {
    insta::assert_snapshot!(said(&newcatan(&["run", "katan"])), @"
    exit 1
    error: no scenario `katan`: there is no file `scenarios/katan.toml`
     |
     = help: did you mean `catan`?
    ");
}

#[test]
fn too_many_players_are_an_error() {
    let players = "random,random,random,random,random";
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--players", players])), @"
    exit 1
    error: `catan` is for 3 to 4 players, not 5
     |
     = help: choose the players with `--players greedy,random,…`
    ");
    let told = said(&newcatan(&["run", "fog_islands_4", "--players", players]));
    assert!(told.contains("`fog_islands_4` is for 4 players, not 5"), "{told}");
}

#[test]
fn a_setting_out_of_range_is_an_error() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--set", "goal=99"])), @"
    exit 1
    error: `catan.goal` is 99, expected 3 to 30
     |
     = help: points that win
    ");
}

#[test]
fn a_game_ends_with_board_points_and_winner() {
    let game = newcatan(&["run", "catan", "--seed", "3", "--quiet"]);
    insta::assert_snapshot!(out(&game), @r"
               sheep 2:1             brick 2:1
                         Rs        Os        .
                      R/   O\   O/   O\   /    \
                    o         .         o         .
    A1              R| grain  O| sheep  O|  ore   |  ore 2:1          A3
                    Rc   5    Rc   8    Oc   4    Os
                 W/   R\   R/   \    /    O\   O/   O\
               o         .         .         .         o
    B1  3:1    W| grain  |  grain  |  sheep  O| brick  |              B4
               Ws   2    .   10    .    3    Os  11    .
            /    W\   /    \    W/   \    O/   \    /    \
          .         .         Wc        .         .         o
    C1    |  brick  W| wood   |   ore   O| brick  |  grain  |    3:1  C5
          Ws 6 (R)  Wc   9    .   11    Os   6    Bs  12    o
            W\   W/   W\   /    \    /    O\   B/   B\   B/
               o         .         .         .         .
    D1  3:1    |  sheep  W| wood   |  wood   B| wood   B|             D4
               o    3    .    4    .    5    .    9    o
                 \    /    W\   /    \    B/   \    B/
                    .         Ws        Bs        Rc
    E1              | desert  W| sheep  B|  ore   R|   3:1            E3
                    o         .    8    o   10    .
                      W\   W/   W\   B/   B\   B/
                         o         Bs        Bs
               grain 2:1             wood 2:1

    R red, B blue, W white, O orange; / road, s settlement, c city, (R) robber

    red     greedy  10 points: 1 from settlements, 6 from cities, 2 from largest army, 1 from hidden cards
    blue    greedy   4 points: 4 from settlements
    white   greedy   9 points: 3 from settlements, 4 from cities, 2 from longest road
    orange  greedy   7 points: 4 from settlements, 2 from cities, 1 from hidden cards

    red wins after 101 turns (633 actions)
    ");
}

#[test]
#[ignore = "takes a second"]
fn a_seed_gives_the_same_output_byte_for_byte() {
    for more in [&["--players", "greedy,random,greedy"][..], &["--json"], &["--shuffle-seats"]] {
        let args = [&["run", "desolation", "--seed", "11"], more].concat();
        let game = newcatan(&args);
        assert_eq!(game.status.code(), Some(0), "{}", said(&game));
        assert!(game.stdout == newcatan(&args).stdout, "{more:?} differs");
    }
}

#[test]
fn json_is_one_document() {
    let game = newcatan(&["run", "catan", "--seed", "3", "--json"]);
    let result: serde_json::Value = serde_json::from_slice(&game.stdout).unwrap();
    assert_eq!(result["players"].as_array().unwrap().len(), 4);
    assert_eq!(result["seed"], 3);
}

#[test]
fn a_recording_is_never_written_over_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let args = [&["run", "catan", "--quiet", "--record", "a.game"], more].concat();
        newcatan_in(folder.path(), &args)
    };
    assert_eq!(said(&run(&["--seed", "1"])), "exit 0\n");
    let recorded = std::fs::read(folder.path().join("a.game")).unwrap();
    insta::assert_snapshot!(said(&run(&["--seed", "2"])), @"
    exit 1
    error: `a.game` already exists
     |
     = help: overwrite it with `--force`
    ");
    assert!(recorded == std::fs::read(folder.path().join("a.game")).unwrap(), "it is as it was");
    assert_eq!(said(&run(&["--seed", "2", "--force"])), "exit 0\n");
    assert!(recorded != std::fs::read(folder.path().join("a.game")).unwrap(), "it is another");
}

#[test]
#[ignore = "takes a second"]
fn a_recording_replays_and_blessing_changes_nothing() {
    for scenario in ["catan", "catan_beginners", "desolation"] {
        let folder = tempfile::tempdir().unwrap();
        let run = |args: &[&str]| newcatan_in(folder.path(), args);
        assert_eq!(
            said(&run(&["run", scenario, "--quiet", "--seed", "1", "--record", "a.game"])),
            "exit 0\n"
        );
        let before = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
        assert_eq!(said(&run(&["replay", "--strict", "a.game"])), "exit 0\n");
        assert_eq!(said(&run(&["test", "."])), "exit 0\n");
        let blessed = run(&["replay", "--bless", "a.game"]);
        assert!(out(&blessed).trim_end().ends_with("unchanged"), "{}", out(&blessed));
        let after = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
        assert!(before == after, "blessing a recording changes nothing");
    }
}

#[test]
fn a_changed_recording_fails() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| newcatan_in(folder.path(), args);
    assert_eq!(
        said(&run(&["run", "catan", "--quiet", "--seed", "1", "--record", "a.game"])),
        "exit 0\n"
    );
    let file = folder.path().join("a.game");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("produces 1 ", "produces 2 ", 1)).unwrap();
    assert_eq!(run(&["replay", "a.game"]).status.code(), Some(1));
    let tested = run(&["test", "."]);
    assert_eq!(tested.status.code(), Some(1));
    assert!(out(&tested).contains("\n0 passed, 1 failed in "), "{}", out(&tested));
}

#[test]
fn a_folder_without_transcripts_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(said(&newcatan_in(folder.path(), &["test", "."])), @"
    exit 1
    error: no transcripts under `.`
     |
     = help: transcripts end in `.game`
    ");
    insta::assert_snapshot!(said(&newcatan_in(folder.path(), &["replay", "no.game"])), @"
    exit 1
    error: there is no file `no.game`
    ");
}

#[test]
fn a_board_is_drawn_from_its_seed() {
    insta::assert_snapshot!(out(&newcatan(&["board", "catan_beginners", "--names"])), @r"
                     3:1                grain 2:1
                            o         o         .
                         /    \    /    \    /    \
                       o   A1    .   A2    o   A3    .
    A1                 |   ore   |  sheep  |  wood   |  ore 2:1          A3
                       .   10    Rs   2    .    9    o
                    /    \    /    R\   /    O\   /    \
                  o   B1    .   B2    .   B3    Os  B4    o
    B1  wood 2:1  |  grain  |  brick  |  sheep  |  brick  |              B4
                  o   12    Ws   6    .    4    .   10    .
               /    \    W/   \    /    \    /    \    /    \
             .   C1    .   C2    .   C3    .   C4    .   C5    o
    C1       |  grain  |  wood   | desert  |  wood   W|  ore   |    3:1  C5
             .    9    Rs  11    .   (R)   .    3    Ws   8    o
               \    /    R\   /    \    /    \    /    \    /
                  o   D1    .   D2    .   D3    .   D4    .
    D1  brick 2:1 |  wood   |   ore   |  grain  B| sheep  |              D4
                  o    8    Bs   3    Os   4    Bs   5    o
                    \    /    B\   /    O\   /    \    /
                       .   E1    .   E2    .   E3    o
    E1                 |  brick  |  grain  |  sheep  | sheep 2:1         E3
                       o    5    .    6    o   11    .
                         \    /    \    /    \    /
                            o         o         .
                     3:1                   3:1

    R red, W white, O orange, B blue; / road, s settlement, c city, (R) robber
    ");
}

#[test]
fn a_joined_board_shows_its_first_row_again() {
    insta::assert_snapshot!(out(&newcatan(&["board", "desolation"])), @r"
             .         .         .         .         .         .         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \
        .         .         .         .         .         .         .         .
    A1  |    ~    |    ~    |   3:1   |    ~    |    ~    |wood 2:1 |    ~    |       A7
        .         .         .         o         .         o         .         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /    \
             .         .         o         .         .         o         .         .
    B1       |    ~    |    ~    |  wood   |  grain  |  brick  |    ~    |    ~    |  B7
             .         .         .    4    .   11    .    6    .         .         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \    /
        .         .         .         .         .         .         .         .
    C1  |    ~    |    ~    |  sheep  |   ore   |  brick  |  wood   |    ~    |       C7
        .         .         .    9    .    6    .    5    .   10    .         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /    \
             .         .         .         .         .         .         .         .
    D1       |    ~    |   ore   |  sheep  | desert  |   ore   |  grain  |    ~    |  D7
             .         o   11    .    3    .   (R)   .    4    .    5    o         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \    /
        .         .         o         .         .         .         o         .
    E1  |    ~    |   3:1   |  wood   |  brick  |  sheep  |  grain  |brick 2:1|       E7
        .         .         .    8    .   10    o    8    .    9    .         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /    \
             .         .         .         .         o         .         .         .
    F1       |    ~    |    ~    |    ~    |   3:1   |    ~    |    ~    |    ~    |  F7
             .         .         .         .         .         .         .         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \    /
        .         .         .         .         .         .         .         .
    G1  |    ~    | ore 2:1 |    ~    |    ~    |   3:1   |    ~    |    ~    |       G7
        .         .         o         .         .         o         .         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /    \
             .         o         .         .         o         .         .         .
    H1       |    ~    |   ore   |  wood   |   ore   |  grain  |  grain  |    ~    |  H7
             .         .    2    .    6    .    9    .   12    .    8    .         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \    /
        .         .         .         .         .         .         .         .
    I1  |    ~    |  sheep  |  sheep  |  brick  |  wood   |  brick  |    ~    |       I7
        .         .   11    .   10    o    5    .    3    .    4    o         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /    \
             .         .         o         .         .         o         .         .
    J1       |    ~    |    ~    |grain 2:1|    ~    |    ~    |sheep 2:1|    ~    |  J7
             .         .         .         .         .         .         .         .
          /    \    /    \    /    \    /    \    /    \    /    \    /    \    /
        .         .         .         .         .         .         .         .
    A1  |    ~    |    ~    |   3:1   |    ~    |    ~    |wood 2:1 |    ~    |       A7
        .         .         .         o         .         o         .         .
          \    /    \    /    \    /    \    /    \    /    \    /    \    /
             .         .         o         .         .         o         .

    R red, B blue, W white, O orange; / road, s settlement, c city, ~ ship, (R) robber
    ");
}

#[test]
fn only_decks_with_cards_are_listed() {
    let rules = newcatan(&["rules", "knights"]);
    let rules = out(&rules);
    assert!(rules.contains("\nscience cards\n"), "{rules}");
    assert!(!rules.contains("development cards"), "{rules}");
}

#[test]
fn rules_are_listed_with_rank_and_origin() {
    let rules = newcatan(&["rules", "desolation"]);
    insta::assert_snapshot!(out(&rules), @"
    Desolation

    packs
      catan       1.0.0  original  rules/catan
      seafarers   1.0.0  standard  rules/seafarers
      desolation  1.0.0  module    rules/desolation

    settings
      catan.goal                   12     points that win
      catan.sole_claimant          true   if a resource runs short and only one player is owed any,
                                          that player takes what is left
      seafarers.island_bonus       2      with island points: how many
      seafarers.island_bonus_once  false  with island points: only for the first such island of each
                                          player
      seafarers.island_points      false  a player's first settlement on an island that is not home
                                          brings points

    development cards
      2   Discovery      Any two cards from the general supply, as far as it has them.   C-16, C-19
      2   Monopoly       Every opponent hands over all cards of one resource.            C-16
      2   Road building  Two free roads, or ships if there are any, one directly after   C-16, C-19, S-6
                         the other.
      14  Soldier        Moves the robber or another marker, as a 7 does, but nobody     C-18
                         discards.
      5   Victory point  Stays hidden in the hand, is never played and always counts.    C-16, C-17

    not in force
      seafarers/island_points  the setting island_points is false
      catan/longest_road       seafarers/longest_route replaces it

    rules of catan, rank original (rules/catan)
      catan/largest_army        Largest army        awards/largest_army.rhai:5
      catan/discovery           Discovery           cards/discovery.rhai:5
      catan/monopoly            Monopoly            cards/monopoly.rhai:5
      catan/road_building       Road building       cards/road_building.rhai:5
      catan/soldier             Soldier             cards/soldier.rhai:5
      catan/victory_point       Victory point       cards/victory_point.rhai:5
      catan/seven               Seven               standing/seven.rhai:5
      catan/wood_port_2_for_1   wood port 2 for 1   trade/port_2_for_1.rhai:6
      catan/sheep_port_2_for_1  sheep port 2 for 1  trade/port_2_for_1.rhai:6
      catan/grain_port_2_for_1  grain port 2 for 1  trade/port_2_for_1.rhai:6
      catan/brick_port_2_for_1  brick port 2 for 1  trade/port_2_for_1.rhai:6
      catan/ore_port_2_for_1    ore port 2 for 1    trade/port_2_for_1.rhai:6
      catan/port_3_for_1        Port 3 for 1        trade/port_3_for_1.rhai:5
      catan/supply_4_for_1      Supply 4 for 1      trade/supply_4_for_1.rhai:5

    rules of seafarers, rank standard (rules/seafarers)
      seafarers/longest_route  Longest route  awards/longest_route.rhai:5
          replaces catan/longest_road
      seafarers/move_ship      Move ship      standing/move_ship.rhai:5

    rules of desolation, rank module (rules/desolation)
      desolation/first_city       First city                   awards/first_city.rhai:5
      desolation/two_settlements  Two settlements              awards/two_settlements.rhai:5
      desolation/devaluation      Devaluation                  standing/devaluation.rhai:5
      desolation/home_start       Starting on the home island  standing/home_start.rhai:5
      desolation/isolation        Isolation                    standing/isolation.rhai:5
    ");
}
