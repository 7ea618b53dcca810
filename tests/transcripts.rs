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
    Options, Recorder, Report, digest, parse, parse_action, print_action, print_position, replay,
};

/// The scripts of the rules.
fn host(rules: &Rules) -> Rc<Host> {
    Rc::new(Host::new(rules).unwrap())
}

fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap()
}

fn play(text: &str) -> Result<Report, Diagnostics> {
    let transcript = parse(text, "a.game")?;
    let rules = rules(transcript.scenario());
    replay(&transcript, &rules, host(&rules), Options::default())
}

/// The transcript with all its changes.
fn blessed(text: &str) -> String {
    let transcript = parse(text, "a.game").unwrap();
    let options = Options { rewrite: true, ..Options::default() };
    let rules = rules(transcript.scenario());
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
