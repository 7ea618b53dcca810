//! Lines and what they mean.

use super::{Actions, Meaning};
use crate::action::Action;
use crate::content::load;
use crate::game::Game;
use crate::script::host;
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{self, Options, print_action};

/// The position at the end of a transcript.
fn position(text: &str) -> Game {
    let parsed = transcript::parse(text, "a.game").unwrap();
    let rules = load(&parsed.request()).unwrap();
    let script = host(&rules).unwrap();
    transcript::replay(&parsed, &rules, script, Options::default()).unwrap().game
}

/// A game of red, who has rolled and holds cards.
fn in_turn() -> Game {
    position(
        "scenario catan_beginners\nplayers red, blue, white\n\
         given red has 5 wood, 2 brick, 1 sheep, 1 grain\n\
         given red has settlement at C3.s\ngiven red has road at C3-se\nred rolls 1 1\n",
    )
}

/// What the first player's lines mean, one row for each line.
fn meanings(game: &Game, lines: &[&str]) -> String {
    let red = Player::new(0);
    let view = game.player_view(Some(red));
    let actions = Actions::legal(&view, red).unwrap();
    let text = |action: &Action| print_action(game, red, action)["red ".len()..].to_owned();
    let row = |line: &&str| {
        let meaning = match actions.meaning(&view, red, line) {
            Meaning::Actions(meant) => meant.iter().map(text).collect::<Vec<_>>().join(" + "),
            Meaning::Several(indices) => {
                let first = &actions.0[indices[0]].text;
                format!("{} actions, first {first}", indices.len())
            }
            Meaning::Command(command) => format!("{command:?}"),
            Meaning::Nothing(wrong) => format!("error: {}", wrong.message),
        };
        format!("{line}: {meaning}")
    };
    lines.iter().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn actions_can_be_typed_in_few_words_and_any_case() {
    let game = in_turn();
    insta::assert_snapshot!(meanings(&game, &[
        "ends turn",
        "END",
        "e",
        "red ends turn",
        "RED End Turn",
        "builds road at C4-ne",
        "b",
        "b r",
        "road",
        "trades 4 wood for 1 ore",
        "trade 4 wood ore",
        "t 4 w o",
        "trade wood ore",
        "1",
        "99",
    ]), @"
    ends turn: ends turn
    END: ends turn
    e: ends turn
    red ends turn: ends turn
    RED End Turn: ends turn
    builds road at C4-ne: builds road at B4-sw
    b: 4 actions, first builds road at C3-e
    b r: 4 actions, first builds road at C3-e
    road: 4 actions, first builds road at C3-e
    trades 4 wood for 1 ore: trades 4 wood for 1 ore
    trade 4 wood ore: trades 4 wood for 1 ore
    t 4 w o: trades 4 wood for 1 ore
    trade wood ore: trades 1 wood for 1 ore by supply 4 for 1
    1: ends turn
    99: error: expected a number from 1 to 9
    ");
}

#[test]
fn a_place_or_an_answer_alone_is_enough_if_one_action_fits() {
    let game = position("scenario catan\nplayers red, blue, white\n");
    insta::assert_snapshot!(meanings(&game, &[
        "C3.s",
        "c3.S",
        "d3.ne",
        "A1",
        "at c3.s",
        "place sett c3.s",
        "C3-e",
        "Z9.n",
    ]), @"
    C3.s: places settlement at C3.s
    c3.S: places settlement at C3.s
    d3.ne: places settlement at C4.s
    A1: 6 actions, first places settlement at A1.se
    at c3.s: places settlement at C3.s
    place sett c3.s: places settlement at C3.s
    C3-e: places settlement at C3-e
    Z9.n: error: no legal action contains `Z9.n`
    ");
    let game = position(
        "scenario catan_beginners\nplayers red, blue, white\ngiven red holds 1 soldier\n\
         red plays soldier\n",
    );
    insta::assert_snapshot!(meanings(&game, &["e1", "robber e1", "m r e1", "E9", "C3"]), @"
    e1: moves robber to E1
    robber e1: moves robber to E1
    m r e1: moves robber to E1
    E9: error: no legal action contains `E9`
    C3: moves robber to C3
    ");
}

#[test]
fn what_is_not_listed_is_completed_and_refused_with_its_reasons() {
    let game = in_turn();
    insta::assert_snapshot!(meanings(&game, &[
        "b city a1.n",
        "BUILDS CITY AT A1.N",
        "buy dev",
        "roll",
        "offer wood for ore",
        "off 2 wood 1 ore",
        "offers 1 wood, 1 brick for 1 ore to blue",
        "o wood ore to b",
        "discard 2 wood 1 brick",
        "castle",
        "\u{1F600}",
    ]), @"
    b city a1.n: builds city at A1.n
    BUILDS CITY AT A1.N: builds city at A1.n
    buy dev: buys development
    roll: rolls
    offer wood for ore: offers 1 wood for 1 ore
    off 2 wood 1 ore: offers 2 wood for 1 ore
    offers 1 wood, 1 brick for 1 ore to blue: offers 1 wood, 1 brick for 1 ore to blue
    o wood ore to b: offers 1 wood for 1 ore to blue
    discard 2 wood 1 brick: discards 1 wood + discards 1 wood + discards 1 brick
    castle: error: no legal action contains `castle`
    😀: error: no legal action contains `😀`
    ");
}

#[test]
fn a_part_of_the_only_action_lists_it_and_does_not_take_it() {
    let game = position(
        "scenario catan_beginners\nplayers red, blue, white\ngiven red holds 1 soldier\n\
         given red has 1 sheep, 1 ore, 1 grain\nred rolls 1 2\n",
    );
    insta::assert_snapshot!(meanings(&game, &[
        "buy", "b", "buys dev", "pl", "sol", "soldier", "p s", "e", "en", "undo 3", "un", "re", "qu",
    ]), @"
    buy: 1 actions, first buys development
    b: 1 actions, first buys development
    buys dev: buys development
    pl: 1 actions, first plays soldier
    sol: 1 actions, first plays soldier
    soldier: 1 actions, first plays soldier
    p s: plays soldier
    e: ends turn
    en: ends turn
    undo 3: error: `undo` is a command, and stands alone
    un: error: no legal action contains `un`
    re: refuses
    qu: error: no legal action contains `qu`
    ");
    let game = position(
        "scenario catan_beginners\nplayers red, blue, white\ngiven red has 8 ore\nred rolls 3 4\n",
    );
    insta::assert_snapshot!(meanings(&game, &["d", "o", "disc", "ore", "d o"]), @"
    d: 1 actions, first discards 1 ore
    o: 1 actions, first discards 1 ore
    disc: 1 actions, first discards 1 ore
    ore: discards 1 ore
    d o: discards 1 ore
    ");
    let game = position(
        "scenario catan\nplayers red, blue, white\nred places settlement at C3.s\n\
        red places road at C3-se\n",
    );
    insta::assert_snapshot!(meanings(&game, &["1", "port"]), @"
    1: error: there is nothing to choose now
    port: error: there is nothing to choose now
    ");
}

#[test]
fn commands_are_understood_in_any_case() {
    let game = in_turn();
    insta::assert_snapshot!(meanings(&game, &[
        "HELP", "?", "Undo", "redo", "why", "why 12", "why-not b city a1.n", "Why Not rolls",
        "board", "bene", "save", "Q", "quit", "li", "Hint", "hi",
    ]), @r#"
    HELP: Help
    ?: Help
    Undo: Undo
    redo: Redo
    why: Why(None)
    why 12: Why(Some(12))
    why-not b city a1.n: WhyNot("b city a1.n")
    Why Not rolls: WhyNot("rolls")
    board: Board
    bene: Benefits
    save: Save
    Q: Quit
    quit: Quit
    li: List
    Hint: Hint
    hi: Hint
    "#);
}

#[test]
fn lists_tell_what_matters() {
    let lines = |game: &Game, words: &str| {
        let red = Player::new(0);
        let view = game.player_view(Some(red));
        let actions = Actions::legal(&view, red).unwrap();
        let found = actions.containing(words).into_iter().take(4);
        found.map(|index| actions.0[index].line()).collect::<Vec<_>>().join("\n")
    };
    let game = position("scenario catan\nplayers red, blue, white\n");
    insta::assert_snapshot!(lines(&game, ""), @"
    places settlement at B3.s (ore 6, wood 5, sheep 11: 11 pips)
    places settlement at C4.se (wood 5, ore 9, wood 10: 11 pips)
    places settlement at D2.s (wood 6, grain 9, brick 3: 11 pips)
    places settlement at D3.se (brick 8, grain 4, wood 10: 11 pips)
    ");
    insta::assert_snapshot!(lines(&game, "port"), @"
    places settlement at D4.s (port wood 2:1; brick 8, wood 10: 8 pips)
    places settlement at E2.se (port brick 2:1; brick 8, brick 3: 7 pips)
    places settlement at A1.n (port ore 2:1; grain 8: 5 pips)
    places settlement at A1.nw (port ore 2:1; grain 8: 5 pips)
    ");
    let game = position(
        "scenario catan_beginners\nplayers red, blue, white\ngiven red holds 1 soldier\n\
         red plays soldier\n",
    );
    insta::assert_snapshot!(lines(&game, "blue"), @"");
    insta::assert_snapshot!(lines(&in_turn(), "builds road"), @"
    builds road at C3-e (towards B3.s: sheep 4, wood 3, desert: 5 pips)
    builds road at C3-sw (towards C2.se: wood 11, ore 3, desert: 4 pips)
    builds road at C4-sw (towards C4.s: sheep 5, grain 4, wood 3: 9 pips)
    builds road at D2-e (towards D2.se: grain 6, grain 4, ore 3: 10 pips)
    ");
}

#[test]
fn many_words_are_read_in_a_short_time() {
    let game = in_turn();
    let line = "at by to with ".repeat(20_000);
    assert!(meanings(&game, &[&line]).contains("error"));
    let line = "1 ".repeat(40);
    assert!(!meanings(&game, &[&line]).is_empty());
}

#[cfg(feature = "terminal")]
#[test]
fn words_are_completed_to_legal_actions_and_commands() {
    let game = in_turn();
    let red = Player::new(0);
    let view = game.player_view(Some(red));
    let completions = Actions::legal(&view, red).unwrap().completions();
    let words = |line: &str| completions.complete(line).1.join(" ");
    insta::assert_snapshot!(words(""), @"ends builds trades help list board benefits costs hint undo redo why save quit why-not");
    insta::assert_snapshot!(words("bu"), @"builds");
    insta::assert_snapshot!(words("trades 4 wood for 1 "), @"sheep grain brick ore");
    insta::assert_snapshot!(words("why-not e"), @"ends");
    insta::assert_snapshot!(words("b r a"), @"at");
}
