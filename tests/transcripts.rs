//! Transcripts: what is played, what is written, and what is said about mistakes.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::chance::Stream;
use newcatan::content::{Request, load};
use newcatan::diagnostic::Diagnostics;
use newcatan::game::{Game, State};
use newcatan::rules::Rules;
use newcatan::script::Host;
use newcatan::set::Id;
use newcatan::table::{Player, Step};
use newcatan::transcript::{
    Options, Recorder, Report, Transcript, digest, parse, parse_action, print_action,
    print_position, replay,
};

/// The scripts of the rules.
fn host(rules: &Rules) -> Rc<Host> {
    Rc::new(Host::new(rules).unwrap())
}

fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap()
}

/// The rules that a transcript asks for.
fn rules_of(transcript: &Transcript) -> Arc<Rules> {
    let set = transcript.settings();
    load(&Request { set, ..Request::scenario(transcript.scenario()) }).unwrap()
}

fn play(text: &str) -> Result<Report, Diagnostics> {
    let transcript = parse(text, "a.game")?;
    let rules = rules_of(&transcript);
    replay(&transcript, &rules, host(&rules), Options::default())
}

/// The transcript with all its changes.
fn blessed(text: &str) -> String {
    let transcript = parse(text, "a.game").unwrap();
    let options = Options { rewrite: true, ..Options::default() };
    let rules = rules_of(&transcript);
    match replay(&transcript, &rules, host(&rules), options) {
        Ok(report) => report.blessed,
        Err(wrong) => panic!("{wrong}"),
    }
}

/// What is said about a transcript that is wrong.
fn wrong(text: &str) -> String {
    play(text).err().expect("something is wrong").to_string()
}

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

const NAMES: [&str; 3] = ["red", "blue", "white"];

/// A game of random actions, with its recording; `each` sees every decision.
fn random_game(
    scenario: &str,
    seed: u64,
    viewer: Option<Player>,
    mut each: impl FnMut(&Game, Player, &[Action]),
) -> (Game, String) {
    let names = NAMES.map(str::to_owned);
    let rules = rules(scenario);
    let mut game = Game::new(rules.clone(), host(&rules), &names, seed).unwrap();
    let mut recorder = Recorder::new(Vec::new(), viewer);
    recorder.begin(&game).unwrap();
    for number in 0..600 {
        let Some(player) = game.to_act().iter().last() else { break };
        let mut legal = game.legal_actions(player).unwrap();
        if number % 7 == 0 && game.table().step == Step::Act && game.question().is_none() {
            let kinds: Vec<_> = game.table().seat(player).hand.kinds().collect();
            if let Some(&kind) = kinds.first() {
                let give = newcatan::resource::Resources::of(kind, 1);
                let other = Id::new((kind.index() + 1) % 5);
                let get = newcatan::resource::Resources::of(other, 1);
                let to = game.table().opponents(player).skip(number % 2).collect();
                legal.insert(0, Action::Offer { give, get, to });
            }
        }
        each(&game, player, &legal);
        let place = Stream::named("test").below(seed, number as u32, legal.len());
        let place = if matches!(legal[0], Action::Offer { .. }) { 0 } else { place };
        let action = legal[place];
        let events = game.play(player, action).unwrap();
        recorder.action(&game, player, &action, &events).unwrap();
    }
    let text = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
    (game, text)
}

#[test]
fn every_legal_action_is_printed_so_that_it_means_just_this_action() {
    for (scenario, seed) in [("catan", 1), ("catan_beginners", 2), ("desolation", 3)] {
        random_game(scenario, seed, None, |game, player, legal| {
            for action in legal {
                let text = print_action(game, player, action);
                let (_, words) = text.split_once(' ').unwrap();
                let meant = parse_action(game, player, words);
                assert_eq!(meant, Ok(vec![*action]), "{text}");
            }
        });
    }
}

#[test]
fn a_recording_is_replayed_to_the_same_game_and_text() {
    for (scenario, seed) in [("catan", 11), ("catan_beginners", 12), ("desolation", 13)] {
        let (game, text) = random_game(scenario, seed, None, |_, _, _| {});
        let report = match play(&text) {
            Ok(report) => report,
            Err(wrong) => panic!("{wrong}"),
        };
        assert_eq!(report.game.state(), game.state(), "{scenario}");
        assert_eq!(report.blessed, text, "{scenario}");
        assert!(report.notes.is_empty());
    }
}

#[test]
fn a_game_can_be_saved_and_resumed_at_every_decision() {
    let (_, text) = random_game("catan", 21, None, |_, _, _| {});
    let transcript = parse(&text, "a.game").unwrap();
    let rules = rules("catan");
    let (host, mut decisions) = (host(&rules), 0);
    let mut check = |game: &Game| {
        decisions += 1;
        let state = serde_json::to_string(&game.state()).unwrap();
        let state: State = serde_json::from_str(&state).unwrap();
        let resumed = Game::resume(rules.clone(), host.clone(), game.names(), state).unwrap();
        assert_eq!(resumed.state(), game.state());
        assert_eq!(print_position(&resumed), print_position(game));
    };
    let options = Options { observe: Some(&mut check), ..Options::default() };
    assert!(replay(&transcript, &rules, host.clone(), options).is_ok());
    assert!(decisions > 300);
}

#[test]
fn a_view_shows_nothing_hidden() {
    let (_, text) = random_game("catan", 31, Some(Player(1)), |_, _, _| {});
    for hidden in ["seed", "digest", "red draws soldier"] {
        assert!(!text.contains(hidden), "{hidden} in {text}");
    }
    assert!(text.contains("red draws a card") && text.contains("takes 1 card from"));
}

#[test]
fn digests_never_change_between_versions() {
    let (game, text) = random_game("catan", 41, None, |_, _, _| {});
    insta::assert_snapshot!(text.lines().take(60).collect::<Vec<_>>().join("\n"), @"
    newcatan transcript 1
    engine 0.1.0
    scenario catan
    pack catan 1.0.0 6854328d04863b06
    seed 41
    players red, blue, white
    changes complete

    set-up
      A: brick 4, sheep 11, grain 12
      B: grain 8, brick 3, wood 6, sheep 9
      C: brick 5, sheep 10, wood 11, wood 5, sheep 10
      D: ore 2, ore 9, grain 4, wood 8
      E: ore 6, grain 3, desert
      ports: ore at A1-nw, any at A2-ne, sheep at B4-ne, grain at C5-e, any at D4-se, wood at E2-se, any at E1-sw, any at D1-w, brick at B1-w
      robber at E3

    red places settlement at D4.se
    red places road at D4-e
    blue places settlement at E2.s
    blue places road at E2-sw
    white places settlement at D1.s
    white places road at E1-w
    white places settlement at C5.se
      white takes 1 sheep
    white places road at C5-e
    blue places settlement at A2.s
      blue takes 1 wood, 1 sheep, 1 brick
    blue places road at B2-e
    red places settlement at B4.s
      red takes 1 wood, 2 sheep
    red places road at C4-e
      turn of red begins

    turn 1 digest 8ea403c4bdf47d96
    red rolls 6 4
      red produces 1 sheep
      white produces 1 sheep
    red trades 3 sheep for 1 wood
    red offers 1 wood for 1 sheep
    white refuses
    blue refuses
      the offer is off the table
    red ends turn
      turn of blue begins

    turn 2 digest 44941f64b43fb606
    blue rolls 2 4
      blue produces 1 wood
      white produces 1 ore
    blue builds road at A2-se
      blue pays 1 wood, 1 brick
    blue ends turn
      turn of white begins

    turn 3 digest e32b9820fcfc3dd2
    white rolls 5 3
      red produces 1 wood
    white ends turn
      turn of red begins
    ");
    insta::assert_snapshot!(print_position(&game), @"
    turn 166 of red: roll
    A: brick 4, sheep 11, grain 12
    B: grain 8, brick 3, wood 6, sheep 9
    C: brick 5, sheep 10, wood 11, wood 5, sheep 10
    D: ore 2, ore 9, grain 4, wood 8
    E: ore 6, grain 3, desert
    ports: ore at A1-nw, any at A2-ne, sheep at B4-ne, grain at C5-e, any at D4-se, wood at E2-se, any at E1-sw, any at D1-w, brick at B1-w
    robber at C1
    supply: 19 wood, 13 sheep, 18 grain, 17 brick, 18 ore
    decks: 2 discovery, 2 monopoly, 1 road building, 10 soldier, 4 victory point
    dice: 1 2
    longest road: blue
    red: 1 sheep, 1 brick
      holds: 1 victory point
      has played: 1 road building, 1 soldier
      road: B4-se, C4-e, C4-se, C4-sw, C5-se, D3-e, D3-se, D4-e
      settlement: B4.s, D4.se
    blue: 1 sheep, 1 grain, 1 brick
      has played: 1 soldier
      road: A1-e, A1-se, A2-se, A2-sw, B1-e, B1-se, B2-e, B2-se, E2-sw
      settlement: A2.s, E2.s
      produced: 1 grain, 1 brick
    white: 4 sheep, 1 ore
      has played: 2 soldier
      road: C5-e, E1-w
      settlement: C5.se, D1.s
    ");
    insta::assert_snapshot!(digest(&game), @"e61daa7244746853");
}

#[test]
fn wrong_words_are_shown_with_what_was_expected() {
    insta::assert_snapshot!(wrong("scenario catan\nred bilds road at C4-ne\n"), @"
    error: expected what the player does, found `bilds`
     --> a.game:2:5
      |
    2 | red bilds road at C4-ne
      |     ^^^^^
      |
      = help: did you mean `builds`?
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred dances\n"), @"
    error: expected what the player does, found `dances`
     --> a.game:2:5
      |
    2 | red dances
      |     ^^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred builds road on C4-ne\n"), @"
    error: expected `at`, found `C4-ne`
     --> a.game:2:20
      |
    2 | red builds road on C4-ne
      |                    ^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred builds road at C4-ne bye\n"), @"
    error: expected the end of the line, `by`, `paying` or `drawing`, found `bye`
     --> a.game:2:26
      |
    2 | red builds road at C4-ne bye
      |                          ^^^
      |
      = help: did you mean `by`?
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred trades 4 wood\nblue discards 2\n"), @"
    error: expected `for`, found the end of the line
     --> a.game:2:18
      |
    2 | red trades 4 wood
      |                  ^

    error: expected a name, found the end of the line
     --> a.game:3:16
      |
    3 | blue discards 2
      |                ^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nseed abc\nexpect red has\n"), @"
    error: expected a number, found `abc`
     --> a.game:2:6
      |
    2 | seed abc
      |      ^^^

    error: expected cards such as `2 ore`, a number, a name, `played` or `route`, found the end of the line
     --> a.game:3:15
      |
    3 | expect red has
      |               ^
    ");
    insta::assert_snapshot!(wrong("scenario catan\ngiven red is at home\n"), @"
    error: expected `at`, `has` or `holds`, found `is`
     --> a.game:2:11
      |
    2 | given red is at home
      |           ^^
    ");
}

#[test]
fn lines_in_the_wrong_order_are_reported() {
    insta::assert_snapshot!(wrong("red rolls\n"), @"
    error: the transcript names no scenario
    --> a.game
     = help: begin with a line like `scenario catan`
    ");
    insta::assert_snapshot!(wrong("newcatan transcript 2\n"), @"
    error: version 2 of the language
     --> a.game:1:21
      |
    1 | newcatan transcript 2
      |                     ^
      |
      = help: this engine reads version 1
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred rolls\nseed 4\ngiven robber at A1\n"), @"
    error: a line of the header after the beginning of the game
     --> a.game:3:1
      |
    3 | seed 4
      | ^^^^^^
      |
      = help: move it to the top of the file

    error: a `given` line after an action
     --> a.game:4:1
      |
    4 | given robber at A1
      | ^^^^^^^^^^^^^^^^^^
      |
      = help: a position is given before the first action
    ");
    insta::assert_snapshot!(wrong("scenario catan\n  red rolls 4 3\n"), @"
    error: an indented line without an action above it
     --> a.game:2:3
      |
    2 |   red rolls 4 3
      |   ^^^^^^^^^^^^^
      |
      = help: indented are the changes that an action brings about, and `refused:`
    ");
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, turn, red\n"), @"
    error: `turn` cannot be the name of a player
     --> a.game:2:14
      |
    2 | players red, turn, red
      |              ^^^^
      |
      = help: choose another name
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred rolls\n  refused:\n"), @"
    error: expected a part of the reason after `refused:`
     --> a.game:3:3
      |
    3 |   refused:
      |   ^^^^^^^^
      |
      = help: write a few words of the reason, such as `refused: needs 1 ore`
    ");
}

/// What is said about lines of a game of red, blue and white.
fn wrong_in_game(lines: &str) -> String {
    wrong(&format!("scenario catan\nplayers red, blue, white\n{lines}"))
}

#[test]
fn unknown_names_are_shown_with_the_likely_ones() {
    insta::assert_snapshot!(wrong_in_game("given red has setlement at C4.n\n"), @"
    error: no piece is called `setlement`
     --> a.game:3:15
      |
    3 | given red has setlement at C4.n
      |               ^^^^^^^^^
      |
      = help: did you mean `settlement`?
    ");
    insta::assert_snapshot!(wrong_in_game("green rolls\n"), @"
    error: no player is called `green`
     --> a.game:3:1
      |
    3 | green rolls
      | ^^^^^
      |
      = help: expected one of `red`, `blue`, `white`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 2 oer\n"), @"
    error: no resource is called `oer`
     --> a.game:3:17
      |
    3 | given red has 2 oer
      |                 ^^^
      |
      = help: did you mean `ore`?
    ");
    insta::assert_snapshot!(wrong_in_game("expect red has longest rode\n"), @"
    error: no award is called `longest rode`
     --> a.game:3:16
      |
    3 | expect red has longest rode
      |                ^^^^^^^^^^^^
      |
      = help: did you mean `longest road`?
    ");
    insta::assert_snapshot!(wrong_in_game("given red holds 1 solder\n"), @"
    error: no card is called `solder`
     --> a.game:3:19
      |
    3 | given red holds 1 solder
      |                   ^^^^^^
      |
      = help: did you mean `soldier`?
    ");
    insta::assert_snapshot!(wrong_in_game("given robber at C9\n"), @"
    error: `C9` is no hex of this board: row C has 5 hexes
     --> a.game:3:17
      |
    3 | given robber at C9
      |                 ^^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 4 ore for 1 wood by luck\n"), @"
    error: no rate of trade is called `luck`
     --> a.game:4:32
      |
    4 | red trades 4 ore for 1 wood by luck
      |                                ^^^^
      |
      = help: expected one of `wood port 2 for 1`, `sheep port 2 for 1`, `grain port 2 for 1`, `brick port 2 for 1`, `ore port 2 for 1`, `port 3 for 1`, `supply 4 for 1`
    ");
    insta::assert_snapshot!(wrong_in_game("given port at C3-ne is wood\n"), @"
    error: there is no place for a port at `C3-ne`
     --> a.game:3:15
      |
    3 | given port at C3-ne is wood
      |               ^^^^^
      |
      = help: the ports lie at A1-nw, A2-ne, B4-ne, C5-e, D4-se, E2-se, E1-sw, D1-w, B1-w
    ");
}

#[test]
fn a_position_that_cannot_be_is_explained() {
    insta::assert_snapshot!(wrong_in_game(
        "given red has road at C4-ne\ngiven blue has road at C4-ne\n"
    ), @"
    error: `B4-sw` carries a road of red
     --> a.game:4:1
      |
    4 | given blue has road at C4-ne
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: choose an empty place
    ");
    insta::assert_snapshot!(wrong_in_game("given red has road at C4.n\n"), @"
    error: a road stands on a border, not at `B3.se`
     --> a.game:3:1
      |
    3 | given red has road at C4.n
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: borders are written like `C4-ne`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has settlement at C4-ne\n"), @"
    error: a settlement stands on an intersection, not at `B4-sw`
     --> a.game:3:1
      |
    3 | given red has settlement at C4-ne
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: intersections are written like `C4.n`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 15 ore\ngiven blue has 5 ore\n"), @"
    error: the supply has 4 ore, 5 ore are needed
     --> a.game:4:1
      |
    4 | given blue has 5 ore
      | ^^^^^^^^^^^^^^^^^^^^
      |
      = help: cards of a position come from the supply
    ");
    insta::assert_snapshot!(wrong_in_game("given red has played 15 soldier\n"), @"
    error: no soldier is left in the deck
     --> a.game:3:1
      |
    3 | given red has played 15 soldier
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: cards of a position come from the deck
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 18 ore\ngiven supply has 2 ore\n"), @"
    error: only 1 ore are left
     --> a.game:4:18
      |
    4 | given supply has 2 ore
      |                  ^
    ");
    insta::assert_snapshot!(wrong_in_game("given hex C4 is desert 6\n"), @"
    error: a desert carries no number marker
     --> a.game:3:1
      |
    3 | given hex C4 is desert 6
      | ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: markers go from 2 to 12, on hexes that produce
    ");
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, blue\n"), @"
    error: 2 players, expected 3 to 4
     --> a.game:2:9
      |
    2 | players red, blue
      |         ^^^^^^^^^
    ");
}

#[test]
fn an_action_that_is_refused_shows_all_reasons() {
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred builds road at C4-ne\n"), @"
    error: refused for 3 reasons
     --> a.game:4:5
      |
    4 | red builds road at C4-ne
      |     ^^^^^^^^^^^^^^^^^^^^
      |
      = help: red needs 1 wood, has 0 [road rules/catan/pack.toml:40]
      = help: red needs 1 brick, has 0 [road rules/catan/pack.toml:40]
      = help: `B4-sw` adjoins no road or settlement or city of red that an opponent does not cut off [road rules/catan/pack.toml:40]
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 3 ore for 1 wood\n"), @"
    error: refused for 2 reasons
     --> a.game:4:5
      |
    4 | red trades 3 ore for 1 wood
      |     ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: red has no building at such a port [catan/port_3_for_1 rules/catan/trade/port_3_for_1.rhai]
      = help: red needs 3 ore, has 0
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 2 ore for 1 ore\n"), @"
    error: refused for 3 reasons
     --> a.game:4:5
      |
    4 | red trades 2 ore for 1 ore
      |     ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: red has no building at such a port [catan/ore_port_2_for_1 rules/catan/trade/port_2_for_1.rhai]
      = help: 2 ore do not buy 1 ore: another resource, 1 in all [catan/ore_port_2_for_1 rules/catan/trade/port_2_for_1.rhai]
      = help: red needs 2 ore, has 0
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 3\nblue ends turn\n"), @"
    error: refused: red has to move a marker first
     --> a.game:5:6
      |
    5 | blue ends turn
      |      ^^^^^^^^^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 7\n"), @"
    error: a die shows 1 to 6
     --> a.game:4:13
      |
    4 | red rolls 4 7
      |             ^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 4\nred chooses ore\n"), @"
    error: refused: red is trading and building
     --> a.game:5:5
      |
    5 | red chooses ore
      |     ^^^^^^^^^^^
    ");
}

#[test]
fn changes_that_did_not_happen_are_reported() {
    let position = "given red has settlement at C4.n\ngiven hex C4 is wood 6\n\
                    given hex B3 is desert\ngiven hex B4 is desert\ngiven robber at A1\n";
    let played = |lines: &str| wrong_in_game(&format!("{position}{lines}"));
    insta::assert_snapshot!(played("red rolls 3 3\n  red produces 2 wood\n"), @"
    error: `red produces 2 wood` did not happen
     --> a.game:9:3
      |
    9 |   red produces 2 wood
      |   ^^^^^^^^^^^^^^^^^^^
      |
      = help: what happened: `red rolls 3 3`, `red produces 1 wood`
    ");
    insta::assert_snapshot!(played("changes complete\nred rolls 3 3\n"), @"
    error: a line of the header after the beginning of the game
     --> a.game:8:1
      |
    8 | changes complete
      | ^^^^^^^^^^^^^^^^
      |
      = help: move it to the top of the file
    ");
    insta::assert_snapshot!(
        wrong_in_game(&format!("changes complete\n{position}red rolls 3 3\n")), @"
    error: `red produces 1 wood` is not written
     --> a.game:9:1
      |
    9 | red rolls 3 3
      | ^^^^^^^^^^^^^
      |
      = help: what happened: `red rolls 3 3`, `red produces 1 wood`
    ");
    insta::assert_snapshot!(played("red rolls 3 3\nred ends turn\n  refused: no\n"), @"
    error: the action is legal, but the transcript says that it is refused
      --> a.game:10:3
       |
    10 |   refused: no
       |   ^^^^^^^^^^^
    ");
    insta::assert_snapshot!(
        played("red rolls 3 3\nblue ends turn\n  refused: turn of red\n  refused: night\n"), @"
    error: the action is refused, but for other reasons
      --> a.game:11:3
       |
    11 |   refused: night
       |   ^^^^^^^^^^^^^^
       |
       = help: it is the turn of red
    ");
    insta::assert_snapshot!(
        played("red rolls 3 3\nred ends turn\nturn 2 digest 0123456789abcdef\n"), @"
    error: the position differs: its digest is 58121c12111486da
      --> a.game:10:1
       |
    10 | turn 2 digest 0123456789abcdef
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn expectations_that_are_not_met_say_what_is_the_case() {
    let shown = wrong_in_game(
        "\
given red has settlement at C4.n
given red has 2 ore
given red holds 1 victory point
given red has played 3 soldier
given hex C4 is wood 6
given robber at A1

expect red has 3 points
expect red has 3 ore, 1 wood
expect red has 4 cards
expect blue has largest army
expect nobody has largest army
expect red has route of 2
expect robber at C4
expect robber off the board
expect C4 is ore
expect C4 is wood 5
expect C4.n is empty
expect C4.n is city of red
expect C4.s is city of red
expect supply has 3 ore
expect red may not end turn
expect red may build road at C4-ne
expect blue is in turn
expect red wins
expect game over
expect red holds 2 victory point
expect red has played 2 soldier
expect 3 soldier in development
",
    );
    let messages = shown.lines().filter(|line| !line.is_empty() && !line.contains('|'));
    let messages = messages.filter(|line| !line.contains("--> ")).collect::<Vec<_>>();
    insta::assert_snapshot!(messages.join("\n"), @"
    error: not as expected: red has 4 points
       = help: 1 settlement, 2 largest army, 1 hidden cards
    error: not as expected: red has 2 ore, 0 wood
    error: not as expected: red has 2 cards
    error: not as expected: red has largest army
    error: not as expected: red has largest army
    error: not as expected: red has route of 0
    error: not as expected: robber at A1
    error: not as expected: robber at A1
    error: not as expected: C4 is wood 6
    error: not as expected: C4 is wood 6
    error: not as expected: C4.n is settlement of red
    error: not as expected: C4.n is settlement of red
    error: not as expected: C4.s is empty
    error: not as expected: the supply has 17 ore
    error: not as expected: red may
    error: not as expected: red may not
       = help: red needs 1 wood, has 0 [road rules/catan/pack.toml:40]
       = help: red needs 1 brick, has 0 [road rules/catan/pack.toml:40]
    error: not as expected: it is the turn of red
    error: not as expected: the game goes on
    error: not as expected: the game goes on
    error: not as expected: red holds 1 victory point
    error: not as expected: red has played 3 soldier
    error: not as expected: 11 are left
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
  refused: move which marker, and where?
red moves robber to C2   # beside blue
red takes from blue drawing grain
  red takes 1 grain from blue

red rolls 3 4
red discards 7 wood
blue moves robber to C4
  refused: red has to move a marker first
red moves robber to B2
red takes nothing
  refused: trading
red builds road at C4-se
  refused: needs 1 brick, has 0
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
      refused: move which marker, and where?
    red moves robber to C2   # beside blue
    red takes from blue drawing grain
      red takes 1 grain from blue

    red rolls 3 4
      red has to discard 7
    red discards 7 wood
    blue moves robber to C4
      refused: red has to move a marker first
    red moves robber to B2
    red takes nothing
      refused: trading
    red builds road at C4-se
      refused: needs 1 brick, has 0
    red builds settlement at C4.se
      refused: C4.s
    red trades 3 ore for 1 brick
      refused: the supply has 0 brick
    red offers 1 wood for 2 ore to blue
    expect blue may accept
    blue counters 1 ore for 1 wood
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
given red has settlement at C5.se
given red has ship at C5-se
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
  refused: no answer
red chooses wood
red rolls 1 1
expect red may use move ship
"
    ), @"
    scenario desolation
    players red, blue, white
    given red has settlement at C5.se
    given red has ship at C5-se
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
      refused: no answer
    red chooses wood
      red takes 1 wood
    red rolls 1 1
    expect red may use move ship
    ");
}

/// A pack of rules whose terms leave a choice.
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
each = 3
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
            Ok(report) => report.blessed[text.len() - lines.len()..].to_owned(),
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
    insta::assert_snapshot!(say("build road at C4-se"), @"red needs 1 wood, has 0 [road rules/catan/pack.toml:40]");
    insta::assert_snapshot!(say("discard 2 ore"), @"
    red is trading and building
    red is trading and building
    ");
    insta::assert_snapshot!(say("bild road"), @"
    error: expected what the player does, found `bild`
     --> input:1:1
      |
    1 | bild road
      | ^^^^
      |
      = help: did you mean `builds`?
    ");
    insta::assert_snapshot!(say("end turn drawing ore"), @"
    error: results of chance can only be written in transcripts
     --> input:1:1
      |
    1 | end turn drawing ore
      | ^^^^^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(say(""), @"
    error: expected what the player does, found the end of the line
     --> input:1:1
      |
    1 |
      | ^
    ");
}

/// A recording to be mangled, and words to mangle it with.
fn recording() -> &'static (String, Arc<Rules>) {
    static RECORDING: std::sync::OnceLock<(String, Arc<Rules>)> = std::sync::OnceLock::new();
    RECORDING.get_or_init(|| {
        let (_, text) = random_game("catan", 51, None, |_, _, _| {});
        let kept: Vec<&str> = text.lines().take(120).collect();
        (kept.join("\n"), rules("catan"))
    })
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn a_mangled_transcript_is_never_a_panic(
        edits in proptest::collection::vec((0usize..5000, 0usize..14, 0usize..5000), 1..6)
    ) {
        const WORDS: [&str; 14] = [
            "", "\n", " ", "given red has 5 ore\n", "given placement\n", "  ", "99999999999999999999",
            "127", "ü", "#", ",", "red discards 50 ore\n", "blue builds city at A1.n\n", "given turn 65535\n",
        ];
        let (text, rules) = recording();
        let mut text = text.clone();
        for (at, word, length) in edits {
            let start = text.floor_char_boundary(at % text.len().max(1));
            let end = text.floor_char_boundary((start + length % 12).min(text.len()));
            text.replace_range(start..end.max(start), WORDS[word]);
        }
        if let Ok(transcript) = parse(&text, "a.game") {
            let _ = replay(&transcript, rules, host(rules), Options::default()).err().map(|wrong| wrong.to_string());
        }
    }
}
