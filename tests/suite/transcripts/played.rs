//! Games written by hand.

use std::sync::Arc;

use newcatan::content::{Request, load};
use newcatan::rules::Rules;
use newcatan::table::Player;
use newcatan::transcript::{Options, parse, parse_action, print_action, replay};

use crate::transcripts::{blessed, host, play, rules};

#[test]
fn changes_are_written_below_their_actions() {
    insta::assert_snapshot!(blessed(
        "\
# A turn.   covers: C-6
scenario catan
players red, blue, white

given red has settlement at C4.n
given red has road at C4-ne
given red has 5 ore, 6 grain, 1 sheep
given blue has settlement at C2.s
given hex C4 is wood 6
given robber at A1

red rolls 4 2   # a six
red buys development drawing soldier
red trades 4 ore for 1 brick
red offers 1 wood for 1 brick to blue
blue refuses
red builds city at C4.n
  refused: needs 3 ore
expect red has 1 brick, 1 ore
red ends turn
"
    ), @"
    # A turn.   covers: C-6
    scenario catan
    players red, blue, white

    given red has settlement at C4.n
    given red has road at C4-ne
    given red has 5 ore, 6 grain, 1 sheep
    given blue has settlement at C2.s
    given hex C4 is wood 6
    given robber at A1

    red rolls 4 2   # a six
      red produces 1 wood, 1 ore
    red buys development drawing soldier
      red pays 1 sheep, 1 grain, 1 ore
      red draws soldier
    red trades 4 ore for 1 brick
    red offers 1 wood for 1 brick to blue
    blue refuses
      the offer is off the table
    red builds city at C4.n
      refused: needs 3 ore
    expect red has 1 brick, 1 ore
    red ends turn
      turn of blue begins
    ");
}

#[test]
fn a_hand_written_game_uses_every_kind_of_line() {
    insta::assert_snapshot!(blessed(
        "\
scenario catan
set goal = 9
seed 5
players red, blue, white

given turn 399
given red has settlement at C4.n
given red has city at C4.s
given red has road at C4-ne
given red has road at C4-e
given red has 9 wood, 3 ore, 1 grain
given red holds 1 monopoly, 1 soldier, 1 road building
given blue has settlement at C2.s
given blue has 4 ore, 4 grain
given white has settlement at A1.n
given white has 1 sheep
given hex C4 is wood 6
given supply has 0 brick
given port at A1-nw is any
given robber at B1

expect red may play monopoly
expect red may not end turn
red plays soldier
red moves robber to B1
  refused: Move which marker, and where?
red moves robber to C2   # beside blue
red takes from blue drawing grain
  red takes 1 grain from blue

red rolls 3 4
red discards 7 wood
blue moves robber to C4
  refused: red has to move the robber first
red moves robber to B2
red takes nothing
  refused: no card can be taken now
red builds road at C4-se
  refused: needs 1 brick, but has 0
red builds settlement at C4.se
  refused: C4.s
red trades 3 ore for 1 brick
  refused: the supply has 0 brick
red offers 1 wood for 2 ore to blue
expect blue may accept
blue counters 1 ore for 1 wood
  blue would give 1 ore for 1 wood
red trades with blue
  red gives 1 wood to blue
  blue gives 1 ore to red
red offers 1 wood for 1 sheep
blue refuses
white accepts
red withdraws
red builds city at C4.n
red ends turn
expect blue is in turn
"
    ), @"
    scenario catan
    set goal = 9
    seed 5
    players red, blue, white

    given turn 399
    given red has settlement at C4.n
    given red has city at C4.s
    given red has road at C4-ne
    given red has road at C4-e
    given red has 9 wood, 3 ore, 1 grain
    given red holds 1 monopoly, 1 soldier, 1 road building
    given blue has settlement at C2.s
    given blue has 4 ore, 4 grain
    given white has settlement at A1.n
    given white has 1 sheep
    given hex C4 is wood 6
    given supply has 0 brick
    given port at A1-nw is any
    given robber at B1

    expect red may play monopoly
    expect red may not end turn
    red plays soldier
    red moves robber to B1
      refused: Move which marker, and where?
    red moves robber to C2   # beside blue
    red takes from blue drawing grain
      red takes 1 grain from blue

    red rolls 3 4
      red has to discard 7
    red discards 7 wood
    blue moves robber to C4
      refused: red has to move the robber first
    red moves robber to B2
    red takes nothing
      refused: no card can be taken now
    red builds road at C4-se
      refused: needs 1 brick, but has 0
    red builds settlement at C4.se
      refused: C4.s
    red trades 3 ore for 1 brick
      refused: the supply has 0 brick
    red offers 1 wood for 2 ore to blue
    expect blue may accept
    blue counters 1 ore for 1 wood
      blue would give 1 ore for 1 wood
    red trades with blue
      red gives 1 wood to blue
      blue gives 1 ore to red
    red offers 1 wood for 1 sheep
    blue refuses
    white accepts
    red withdraws
    red builds city at C4.n
      red pays 2 grain, 3 ore
    red ends turn
      turn of blue begins
    expect blue is in turn
    ");
}

#[test]
fn a_question_is_answered_in_the_words_of_actions() {
    insta::assert_snapshot!(blessed(
        "\
scenario desolation
players red, blue, white
given red has settlement at D2.sw
given red has ship at D2-w
given red has 1 wood, 1 sheep
given red holds 1 monopoly, 1 road building, 1 discovery
given blue has 3 grain, 2 ore
given white has 1 ore
red plays monopoly
red chooses grain
red uses move ship
  refused: first
red rolls 1 1
red ends turn
blue rolls 1 1
blue ends turn
white rolls 1 1
white ends turn
red plays discovery
red chooses wood
red chooses C4
  refused: not an answer
red chooses wood
red rolls 1 1
expect red may use move ship
"
    ), @"
    scenario desolation
    players red, blue, white
    given red has settlement at D2.sw
    given red has ship at D2-w
    given red has 1 wood, 1 sheep
    given red holds 1 monopoly, 1 road building, 1 discovery
    given blue has 3 grain, 2 ore
    given white has 1 ore
    red plays monopoly
    red chooses grain
      blue gives 3 grain to red
    red uses move ship
      refused: first
    red rolls 1 1
    red ends turn
      turn of blue begins
    blue rolls 1 1
    blue ends turn
      turn of white begins
    white rolls 1 1
    white ends turn
      turn of red begins
    red plays discovery
    red chooses wood
      red takes 1 wood
    red chooses C4
      refused: not an answer
    red chooses wood
      red takes 1 wood
    red rolls 1 1
    expect red may use move ship
    ");
}

#[test]
fn an_interactive_line_is_read_without_the_name() {
    let report = play(
        "scenario catan\nplayers red, blue, white\ngiven red has 4 ore\ngiven red has road at C4-e\nexpect red may end turn\n",
    );
    let game = report.ok().unwrap().game;
    let say = |words: &str| match parse_action(&game, Player(0), words) {
        Ok(actions) => actions
            .iter()
            .map(|action| match game.reasons(Player(0), action).unwrap().first() {
                None => print_action(&game, Player(0), action),
                Some(reason) => reason.to_string(),
            })
            .collect::<Vec<_>>()
            .join("\n"),
        Err(wrong) => wrong.to_string(),
    };
    insta::assert_snapshot!(say("trade 4 ore for 1 wood"), @"red trades 4 ore for 1 wood");
    insta::assert_snapshot!(say("build road at C4-se"), @"red needs 1 wood, but has 0 [road rules/catan/pack.toml:47]");
    insta::assert_snapshot!(say("discard 2 ore"), @"
    red has nothing to discard
    red has nothing to discard
    ");
    insta::assert_snapshot!(say("bild road"), @"
    error: expected an action of the player, found `bild`
     --> input:1:1
      |
    1 | bild road
      | ^^^^
      |
      = help: did you mean `builds`?
    ");
    insta::assert_snapshot!(say("end turn drawing ore"), @"
    error: random results can only be written in transcripts
     --> input:1:1
      |
    1 | end turn drawing ore
      | ^^^^^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(say(""), @"
    error: expected an action of the player, found the end of the line
     --> input:1:1
      |
    1 |
      | ^
    ");
}

#[test]
fn other_packs_than_recorded_are_noted_and_under_strict_refused() {
    let text = "scenario catan\npack catan 0.9.0 0123456789abcdef\npack lost 1.0.0\n";
    let transcript = parse(text, "a.game").unwrap();
    let rules = rules("catan");
    let played = |strict| {
        replay(&transcript, &rules, host(&rules), Options { strict, ..Options::default() })
    };
    assert_eq!(played(false).ok().unwrap().notes.len(), 2);
    insta::assert_snapshot!(played(true).err().unwrap(), @"
    error: pack `catan` differs from the recorded one
     --> a.game:2:6
      |
    2 | pack catan 0.9.0 0123456789abcdef
      |      ^^^^^
      |
      = help: recorded 0.9.0, now 1.0.0

    error: pack `lost` is not in play
     --> a.game:3:6
      |
    3 | pack lost 1.0.0
      |      ^^^^
    ");
}

#[test]
fn a_replay_stops_before_a_line() {
    let text =
        "scenario catan\nplayers red, blue, white\ngiven turn 1\nred rolls 3 3\nred ends turn\n";
    let transcript = parse(text, "a.game").unwrap();
    let rules = rules("catan");
    let turn_before = |line| {
        let options = Options { until: Some(line), ..Options::default() };
        replay(&transcript, &rules, host(&rules), options).ok().unwrap().game.table().turn()
    };
    assert_eq!([5, 6].map(turn_before), [1, 2]);
}

/// A pack of rules with a choice of payments.
fn generous() -> (tempfile::TempDir, Arc<Rules>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let trade = folder.path().join("trade");
    std::fs::create_dir(&trade).unwrap();
    write(
        "pack.toml",
        r#"id = "generous"
title = "Generous"
version = "0.1.0"
rank = "house"
engine = ">=0.1"
requires = ["catan"]

[pieces.bridge]
class = "route"
on = "border"
beside = "land"
joins = ["road", "building", "bridge"]
per_player = 3
price = "2 any"
"#,
    );
    write(
        "trade/wood_deal.rhai",
        "//! Wood deal\n//! Four wood buy any other card.\n//! Rulings: none.\n\n\
         const TRADE = \"4 wood -> 1 any\";\n",
    );
    let with = vec![folder.path().to_owned()];
    let rules = load(&Request { with, ..Request::scenario("catan") });
    (folder, rules.unwrap_or_else(|wrong| panic!("{wrong}")))
}

#[test]
fn words_that_could_mean_several_actions_ask_which() {
    let (_folder, rules) = generous();
    let play = |lines: &str| {
        let text = format!(
            "scenario catan\nplayers red, blue, white\ngiven red has settlement at C4.n\n\
             given red has 5 wood, 1 ore\n{lines}"
        );
        let transcript = parse(&text, "a.game").unwrap();
        match replay(&transcript, &rules, host(&rules), Options::default()) {
            Ok(report) => report.rewritten[text.len() - lines.len()..].to_owned(),
            Err(wrong) => wrong.to_string(),
        }
    };
    insta::assert_snapshot!(play("red trades 4 wood for 1 brick\n"), @"
    error: this could mean several actions
     --> a.game:5:5
      |
    5 | red trades 4 wood for 1 brick
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write `red trades 4 wood for 1 brick by supply 4 for 1`
      = help: write `red trades 4 wood for 1 brick by wood deal`
    ");
    insta::assert_snapshot!(play("red trades 4 wood for 1 brick by wood deal\n"), @"red trades 4 wood for 1 brick by wood deal");
    insta::assert_snapshot!(play("red builds bridge at C4-ne\n"), @"
    error: this could mean several actions
     --> a.game:5:5
      |
    5 | red builds bridge at C4-ne
      |     ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write `red builds bridge at B4-sw paying 2 wood`
      = help: write `red builds bridge at B4-sw paying 1 wood, 1 ore`
    ");
    insta::assert_snapshot!(play("red builds bridge at C4-ne paying 1 wood, 1 ore\n"), @"
    red builds bridge at C4-ne paying 1 wood, 1 ore
      red pays 1 wood, 1 ore
    ");
    insta::assert_snapshot!(play("red builds bridge at C4-ne by magic\n"), @"
    error: no way is called `magic`
     --> a.game:5:31
      |
    5 | red builds bridge at C4-ne by magic
      |                               ^^^^^
    ");
}

#[test]
fn a_position_loses_and_doubles_nothing() {
    let report = play(
        "scenario catan\r\nplayers red, blue, white\r\ngiven red has settlement at A1.n\r\n\
         given port at A1-nw is ore\r\ngiven red has 3 ore\r\ngiven red has played 3 soldier\r\n\
         given supply has 2 ore\r\nexpect red has largest army\r\n\
         expect red may trade 2 ore for 1 wood\r\n",
    );
    let game = report.unwrap_or_else(|wrong| panic!("{wrong}")).game;
    assert_eq!(game.faults(), Ok(Vec::new()));
}
