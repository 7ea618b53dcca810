//! The players for whom a function has the highest or the lowest number.

use crate::scripts::fixture::{Fixture, hostile};

#[test]
fn all_players_that_share_the_best_number_are_found() {
    let body = "let most = game.players.with_most(|player| player.hand.total);
    let least = game.players.with_fewest(|player| tally(player));
    me.take(SHEEP, most.count + 3 * least.count);
    if most.contains(me) && NONE.with_most(|player| 1).is_empty { me.take(ORE, 1); }
    if me.opponents.with_most(|player| 0 - player.hand.total).first(1) == least.first(1) { me.take(ORE, 1); }
}
private fn tally(player) {
    player.hand.total";
    Fixture::act(body).plays(
        "given red has 2 wood\ngiven blue has 1 wood\ngiven white has 1 wood\n\nred uses try it\n  \
         red takes 7 sheep\n  red takes 1 ore\n  red takes 1 ore\n",
    );
}

#[test]
fn a_pure_hook_with_such_a_function_follows_the_table() {
    let rule = "fn points(me, sum) {\n    \
                if game.players.with_most(|player| player.hand.total).contains(me) { sum + 1 } else { sum }\n}\n";
    let fixture = Fixture::rule(rule);
    let hooks = fixture.load().unwrap().0;
    assert_eq!(newcatan::script::review(&hooks).strange.to_string(), "");
    fixture.plays(
        "given red has 4 wood\ngiven blue has 3 wood\n\nexpect red has 1 point\nexpect blue has 0 points\n\
         red trades 4 wood for 1 ore\nexpect red has 0 points\nexpect blue has 1 point\n",
    );
}

#[test]
fn a_function_is_checked_like_the_rest_of_the_file() {
    let act = |tally: &str| {
        let rule = format!("fn points(me, sum) {{ game.players.with_most({tally}).count }}\n");
        Fixture::rule(&rule).wrong()
    };
    insta::assert_snapshot!(act("\"tally\""), @r#"
    error: `with_most` expects a function, found a string
     --> house/rule.rhai:5:45
      |
    5 | fn points(me, sum) { game.players.with_most("tally").count }
      |                                             ^^^^^^^
    "#);
    insta::assert_snapshot!(act("|player| player.hexes"), @"
    error: `hexes` does not apply to a player
     --> house/rule.rhai:5:61
      |
    5 | fn points(me, sum) { game.players.with_most(|player| player.hexes).count }
      |                                                             ^^^^^
      |
      = help: it applies to: game, hex, piece, pieces, place, places, outposts
    ");
    insta::assert_snapshot!(act("|player| { player.take(ORE, 1); 1 }"), @"
    error: `take` changes the game or asks a player, but `points` may not
     --> house/rule.rhai:5:63
      |
    5 | fn points(me, sum) { game.players.with_most(|player| { player.take(ORE, 1); 1 }).count }
      |                                                               ^^^^
      |
      = help: only effects may change the game or ask a player; pure hooks only read the game
    ");
}

#[test]
fn a_function_that_returns_no_number_fails() {
    let text = hostile("game.players.with_most(|player| player.hand);");
    insta::assert_snapshot!(text, @"
    error: the function of `with_most` returns resource cards, expected a number
     --> house/ability.rhai:7:18
      |
    7 |     game.players.with_most(|player| player.hand);
      |                  ^^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:18
      = note: `red uses try it` was undone: the game is as it was before
    ");
}
