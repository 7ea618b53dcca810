//! The event die.

use std::collections::BTreeMap;

use newcatan::action::Action;
use newcatan::change::Change;
use newcatan::game::Outcome;

use super::dice_deck::after_rolls;
use crate::scripts::fixture::{BLUE, Fixture, RED};
use crate::transcripts::recorded::random_game_of;

/// A house pack with this event die, and a rule with this text.
fn with_die(faces: &str, rule: &str) -> Fixture {
    let fixture = Fixture::rule(rule);
    let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[dice]\n";
    fixture.write("house/pack.toml", &format!("{head}event_die = {faces}\n"));
    fixture
}

const FACES: &str = r#"["black_ship", "gate", "gate"]"#;
const RULE: &str =
    "fn on_rolled(me, roll) { if game.event_die == \"gate\" { me.take(ORE, 1); } }\n";

#[test]
fn a_written_face_is_shown_until_the_next_roll() {
    with_die(FACES, RULE).plays(
        "given event die gate\n\nred rolls 1 1 black ship\nexpect red has 0 ore\nred ends turn\n\
         blue rolls 1 1 gate\n  blue takes 1 ore\nblue ends turn\nwhite rolls 1 1\n  the event die shows black ship\n",
    );
}

#[test]
fn a_rule_that_rolls_again_leaves_the_event_die() {
    let rule = "const RANDOM = true;\nfn on_rolled(me, roll) {\n\
                if roll == 2 { game.roll_again(); } else { game.set_dice(1, 2); }\n\
                if game.event_die == \"gate\" { me.take(ORE, 1); } }\n";
    with_die(FACES, rule).plays("given turn 2\n\nred rolls 1 1 gate\n  red takes 1 ore\n");
}

#[test]
fn a_rule_for_one_face_runs_when_the_die_shows_it() {
    let rule = "const ON_EVENT_DIE = \"gate\";\n\
                fn on_rolled(me, roll) { me.take(ORE, 1); }\n\
                fn on_production_roll(me, roll) { me.take(WOOD, 1); }\n";
    with_die(FACES, rule).plays(
        "given event die gate\n\nred rolls 1 1 black ship\nexpect red has 0 cards\nred ends turn\n\
         blue rolls 1 1 gate\nexpect blue has 1 ore, 1 wood\n",
    );
    let wrong = |faces: &str, rule: &str| with_die(faces, rule).wrong();
    insta::assert_snapshot!(wrong(FACES, &rule.replace("gate", "gatte")), @r#"
    error: no event die shows `gatte`
     --> house/rule.rhai:5:22
      |
    5 | const ON_EVENT_DIE = "gatte";
      |                      ^^^^^^^
      |
      = help: did you mean `gate`?
    "#);
    let hookless = "const ON_EVENT_DIE = \"gate\";\nfn on_turn(me) { me.take(ORE, 1); }\n";
    insta::assert_snapshot!(wrong(FACES, hookless), @r#"
    error: `ON_EVENT_DIE` needs a hook about rolls, such as `on_rolled`
     --> house/rule.rhai:5:22
      |
    5 | const ON_EVENT_DIE = "gate";
      |                      ^^^^^^
    "#);
}

#[test]
fn faces_have_their_own_stream_and_come_as_often_as_they_are_on_the_die() {
    let rolls = |fixture: Fixture| {
        let mut game = fixture.game().game;
        after_rolls(&mut game, 300, |game| (game.table().dice(), game.table().event_die()))
    };
    let idle = "const RANDOM = true;\nfn on_turn(me) { game.random(6); }\n";
    let (with, without) = (rolls(with_die(FACES, idle)), rolls(Fixture::rule(idle)));
    assert!(with.iter().map(|roll| roll.0).eq(without.iter().map(|roll| roll.0)));
    let mut counts = BTreeMap::new();
    for (_, face) in with {
        *counts.entry(face).or_insert(0) += 1;
    }
    insta::assert_debug_snapshot!(counts, @"
    {
        Some(
            0,
        ): 96,
        Some(
            1,
        ): 204,
    }
    ");
}

#[test]
fn a_face_is_written_with_the_dice_of_a_game_that_has_the_die() {
    let wrong = |fixture: Fixture, line: &str| fixture.fails(line).unwrap();
    insta::assert_snapshot!(wrong(with_die(FACES, RULE), "red rolls 1 1 gat\n"), @"
    error: no face of the event die is called `gat`
     --> a.game:4:15
      |
    4 | red rolls 1 1 gat
      |               ^^^
      |
      = help: did you mean `gate`?
    ");
    insta::assert_snapshot!(wrong(Fixture::rule("const TRADE = \"1 ore -> 1 any\";\n"), "red rolls 1 1 gate\n"), @"
    error: this game has no event die
     --> a.game:4:15
      |
    4 | red rolls 1 1 gate
      |               ^^^^
      |
      = help: declare `event_die` in `[dice]` of a `pack.toml`
    ");
}

#[test]
fn a_face_that_nothing_draws_is_refused() {
    let mut play = with_die(FACES, RULE).game();
    play.game.play(RED, Action::End).unwrap();
    let written = [Outcome::Dice([1, 1]), Outcome::EventDie(1)];
    let changes = play.game.play_written(BLUE, Action::Roll, &written).unwrap();
    assert!(changes.iter().any(|it| it.change == Change::EventDie(1)));
    assert!(play.game.play_written(BLUE, Action::End, &[Outcome::EventDie(0)]).is_err());
}

#[test]
fn a_recorded_roll_has_the_face() {
    let fixture = with_die(FACES, RULE);
    let rules = fixture.load().unwrap().0;
    let (game, text) = random_game_of(300, &rules, 2, None, |_, _, _| {});
    let faces = text.lines().filter(|line| line.contains("rolls") && line.ends_with("black ship"));
    assert!(faces.count() > 3, "{text}");
    let (_, text) = text.split_once("\n\n").unwrap();
    assert!(!text.contains("the event die shows"), "{text}");
    assert!(game.table().event_die().is_some());
}

#[test]
fn wrong_faces_are_mistakes_of_the_pack() {
    insta::assert_snapshot!(with_die("[\"gate\"]", RULE).wrong(), @r#"
    error: 1 faces, expected 2 to 20
     --> house/pack.toml:6:13
      |
    6 | event_die = ["gate"]
      |             ^^^^^^^^
    "#);
    insta::assert_snapshot!(with_die("[\"Gate\", \"paying\", \"ship\"]", RULE).wrong(), @r#"
    error: `Gate` is not a valid name
     --> house/pack.toml:6:14
      |
    6 | event_die = ["Gate", "paying", "ship"]
      |              ^^^^^^
      |
      = help: write lower-case letters, digits and `_`, starting with a letter

    error: `paying` cannot be used as a name: one of its words is a keyword in transcripts
     --> house/pack.toml:6:22
      |
    6 | event_die = ["Gate", "paying", "ship"]
      |                      ^^^^^^^^
      |
      = help: choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`
    "#);
}

#[test]
fn a_string_that_is_no_face_is_a_mistake() {
    let rule = "fn on_rolled(me, roll) {\n    let face = game.event_die;\n\
                if face == \"gat\" || \"ship\" != game.event_die || face == \"\" { me.take(ORE, 1); }\n}\n";
    insta::assert_snapshot!(with_die(FACES, rule).wrong(), @r#"
    error: there is no face `gat`
     --> house/rule.rhai:7:12
      |
    7 | if face == "gat" || "ship" != game.event_die || face == "" { me.take(ORE, 1); }
      |            ^^^^^
      |
      = help: did you mean `gate`?

    error: there is no face `ship`
     --> house/rule.rhai:7:21
      |
    7 | if face == "gat" || "ship" != game.event_die || face == "" { me.take(ORE, 1); }
      |                     ^^^^^^
      |
      = help: expected one of `black ship`, `gate`
    "#);
}
