//! States of pieces.

use newcatan::draw::{self, Style};
use newcatan::protocol::Observation;

use crate::scripts::fixture::{Fixture, RED, ability};

/// A pack with two kinds of pieces that have states, one of nobody, and an ability.
fn pack(keys: &str, body: &str) -> Fixture {
    let manifest = format!(
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
         [pieces.guard]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nprice = \"1 wood\"\nstates = [\"idle\", \"on_watch\", \"hurt\"]\n\
         [pieces.captain]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nstates = [\"idle\", \"proud\", \"on_watch\"]\n\
         [pieces.hermit]\nclass = \"other\"\non = \"intersection\"\nneutral = true\nstates = [\"calm\", \"angry\"]\n{keys}"
    );
    Fixture::new(&[("pack.toml", &manifest), ("ability.rhai", &ability(body))])
}

/// Uses the ability in a position.
fn uses(given: &str, then: &str) -> String {
    format!("{given}\n\nred rolls 1 1\nred uses try it\n{then}")
}

#[test]
fn a_piece_is_in_its_first_state_until_a_rule_changes_it() {
    let body = "let guard = me.pieces.of(GUARD).only;
        me.take(ORE, me.pieces.in_state(\"on watch\").count);
        if guard.state == \"idle\" { guard.set_state(\"on watch\"); }
        me.take(WOOD, me.pieces.in_state(\"on watch\").count);
        if me.buildings.first(1).only.state == NONE { me.take(SHEEP, 1); }";
    pack("", body).plays(&uses(
        "given red has guard at C3.n\ngiven red has settlement at E2.s\ngiven angry hermit at A1.n",
        "  guard of red at C3.n becomes on watch\n  red takes 1 wood\n  red takes 1 sheep\n\
        expect C3.n is on watch guard of red\nexpect C3.n is guard of red\nexpect red has 0 ore\nexpect A1.n is angry hermit of nobody\n",
    ));
}

#[test]
fn a_piece_that_is_no_building_opens_no_port() {
    let body = "let place = game.hexes.intersections.at_port(\"any\").first(1).only;
        me.place(GUARD, place);
        if me.has_port(\"any\") { me.take(ORE, 1); }
        place.piece.remove();
        me.place(SETTLEMENT, place);
        if me.has_port(\"any\") { me.take(WOOD, 1); }";
    pack("", body).plays(&uses("given red has 0 ore", "expect red has 1 wood, 0 ore\n"));
}

#[test]
fn strengths_of_pieces_add_up() {
    let body = "let guard = me.pieces.of(GUARD).first(1).only;
        me.take(ORE, me.pieces.strength);
        me.take(WOOD, guard.strength);
        me.take(SHEEP, CAPTAIN.strength);";
    let manifest = pack("", body);
    let strong = "[pieces.guard]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nstrength = 2\n\
                  [pieces.captain]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nstrength = 3\n";
    let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n";
    manifest.write("house/pack.toml", &format!("{head}{strong}"));
    manifest.plays(&uses(
        "given red has guard at C3.n\ngiven red has captain at A1.n\ngiven red has settlement at E2.s",
        "expect red has 5 ore, 2 wood, 3 sheep\n",
    ));
}

#[test]
fn a_state_moves_and_ends_with_its_piece() {
    let body = "let guard = me.pieces.of(GUARD).only.move_to(game.hexes.first(1).intersections.first(1).only);
        me.take(ORE, me.pieces.in_state(\"hurt\").count); guard.remove(); me.place(GUARD, guard.place);";
    pack("", body).plays(&uses(
        "given red has hurt guard at C3.n",
        "expect red has 1 ore\nexpect A1.n is idle guard of red\nexpect C3.n is empty\n",
    ));
}

/// The state of the same name has another number in the other kind.
#[test]
fn a_piece_that_becomes_another_keeps_a_state_that_both_have() {
    let body = "for guard in me.pieces.of(GUARD) { guard.piece.become(CAPTAIN); }";
    pack("", body).plays(&uses(
        "given red has on watch guard at C3.n\ngiven red has hurt guard at C3.s\ngiven red has guard at A1.n",
        "expect C3.n is on watch captain of red\nexpect C3.s is idle captain of red\nexpect A1.n is idle captain of red\n",
    ));
    pack("", "me.pieces.of(GUARD).only.become(SETTLEMENT);")
        .plays(&uses("given red has hurt guard at C3.n", "expect C3.n is settlement of red\n"));
}

#[test]
fn neutral_pieces_have_states() {
    let body = "let hermit = game.neutral_pieces.only; hermit.set_state(\"angry\");
        hermit.move_to(game.hexes.first(1).intersections.first(1).only);";
    pack("", body).plays(&uses(
        "given hermit at C3.n",
        "  hermit at C3.n becomes angry\n  hermit moves from C3.n to A1.n\nexpect A1.n is angry hermit of nobody\n",
    ));
}

#[test]
fn other_states_than_the_first_are_seen_saved_and_undone() {
    let body = "for guard in me.pieces.of(GUARD) { guard.piece.set_state(\"hurt\"); }";
    let fixture = pack("", body);
    let given = "given red has guard at C3.n\ngiven red has on watch guard at C3.s\n";
    fixture.plays(&format!(
        "{given}\nred rolls 1 1\nred uses try it\nundo\nexpect C3.s is on watch guard of red\n\
        expect C3.n is idle guard of red\nred uses try it\nexpect C3.n is hurt guard of red\n"
    ));
    let body = "me.place(GUARD, game.hexes.first(1).intersections.first(1).only);
        me.pieces.of(GUARD).only.set_state(\"on watch\");";
    let mut play = pack("", body).game();
    play.attempt().unwrap();
    let view = play.game.player_view(Some(RED));
    let text = draw::board(&view, Style::default());
    assert!(text.contains("\nStates\n  A1.n  on watch guard of red\n"), "{text}");
    let drawn = draw::picture(&view, false).unwrap();
    assert!(drawn.contains("A1.n: on watch guard of red") && drawn.contains(">on watch</text>"));
    let seen = Observation::of(&view, false).unwrap();
    assert_eq!(seen.states["A1.n"], "on watch");
    assert_eq!(play.resumed().state(), play.game.state());
    assert_eq!(play.game.faults().unwrap(), Vec::<String>::new());
}

#[test]
fn an_unknown_state_is_an_error() {
    let wrong = |body: &str| pack("", body).wrong();
    insta::assert_snapshot!(wrong("me.pieces.in_state(\"hurd\").remove();"), @r#"
    error: there is no state `hurd`
     --> house/ability.rhai:7:24
      |
    7 |     me.pieces.in_state("hurd").remove();
      |                        ^^^^^^
      |
      = help: did you mean `hurt`?
    "#);
    insta::assert_snapshot!(wrong("me.pieces.first(1).only.set_state(\"asleep\");"), @r#"
    error: there is no state `asleep`
     --> house/ability.rhai:7:39
      |
    7 |     me.pieces.first(1).only.set_state("asleep");
      |                                       ^^^^^^^^
      |
      = help: expected one of `idle`, `on watch`, `hurt`, `proud`, `calm`, `angry`
    "#);
    insta::assert_snapshot!(wrong("if me.pieces.first(1).only.state == \"hurd\" { me.take(ORE, 1); }"), @r#"
    error: there is no state `hurd`
     --> house/ability.rhai:7:41
      |
    7 |     if me.pieces.first(1).only.state == "hurd" { me.take(ORE, 1); }
      |                                         ^^^^^^
      |
      = help: did you mean `hurt`?
    "#);
    let body = "me.place(GUARD, game.hexes.first(1).intersections.first(1).only);
        me.pieces.of(GUARD).only.set_state(\"proud\");";
    insta::assert_snapshot!(pack("", body).game().failure(), @r#"
    error: a guard cannot be proud
     --> house/ability.rhai:8:34
      |
    8 |         me.pieces.of(GUARD).only.set_state("proud");
      |                                  ^^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:8:34
      = note: `red uses try it` was undone: the game is as it was before
      = help: it has the states idle, on watch, hurt
    "#);
    let body = "me.buildings.only.set_state(\"proud\");";
    insta::assert_snapshot!(pack("", body).game().failure(), @r#"
    error: a settlement cannot be proud
     --> house/ability.rhai:7:23
      |
    7 |     me.buildings.only.set_state("proud");
      |                       ^^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:23
      = note: `red uses try it` was undone: the game is as it was before
      = help: the pack declares no `states` for settlement
    "#);
}

#[test]
fn states_are_declared_with_fitting_names() {
    let wrong = |states: &str| {
        let keys = format!(
            "[pieces.fort]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nstates = {states}\n[pieces.old_fort]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\n"
        );
        pack(&keys, "me.take(ORE, 1);").wrong()
    };
    insta::assert_snapshot!(wrong("[\"one\"]"), @"
    error: a piece has 2 to 16 states, found 1
      --> house/pack.toml:21:9
       |
    21 | [pieces.fort]
       |         ^^^^
       |
       = help: without `states`, all its pieces are alike
    ");
    insta::assert_snapshot!(wrong("[\"one\", \"one\"]"), @r#"
    error: `fort` has two states `one`
      --> house/pack.toml:25:18
       |
    25 | states = ["one", "one"]
       |                  ^^^^^
    "#);
    insta::assert_snapshot!(wrong("[\"new\", \"old\"]"), @r#"
    error: `old fort` is a kind of piece and a state of another
      --> house/pack.toml:25:18
       |
    25 | states = ["new", "old"]
       |                  ^^^^^
       |
       = help: give the state another name
    "#);
    insta::assert_snapshot!(wrong("[\"new\", \"of_old\"]"), @r#"
    error: `of_old` cannot be used as a name: one of its words is a keyword in transcripts
      --> house/pack.toml:25:18
       |
    25 | states = ["new", "of_old"]
       |                  ^^^^^^^^
       |
       = help: choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`
    "#);
}
