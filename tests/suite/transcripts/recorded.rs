//! Recorded games can be parsed and have the same meaning.

use std::sync::Arc;

use newcatan::action::Action;
use newcatan::chance::Stream;
use newcatan::content::{Request, load};
use newcatan::game::{Game, State};
use newcatan::rules::Rules;
use newcatan::set::Id;
use newcatan::table::{Player, Step};
use newcatan::transcript::{
    Options, Recorder, ReplayedLine, digest, parse, parse_action, print_action, print_position,
    replay,
};

use crate::transcripts::{host, play, rules};

const NAMES: [&str; 3] = ["red", "blue", "white"];

/// A game of random actions with its recording; `each` is called for every decision.
fn random_game(
    rules: &Arc<Rules>,
    seed: u64,
    viewer: Option<Player>,
    each: impl FnMut(&Game, Player, &[Action]),
) -> (Game, String) {
    random_game_of(600, rules, seed, viewer, each)
}

/// A game of this number of random actions with its recording.
pub(crate) fn random_game_of(
    actions: u32,
    rules: &Arc<Rules>,
    seed: u64,
    viewer: Option<Player>,
    mut each: impl FnMut(&Game, Player, &[Action]),
) -> (Game, String) {
    let names = NAMES.map(str::to_owned);
    let mut game = Game::new(rules.clone(), host(rules), &names, seed).unwrap();
    let mut recorder = Recorder::new(Vec::new(), viewer);
    recorder.begin(&game).unwrap();
    for number in 0..actions {
        let Some(player) = game.to_act().iter().last() else { break };
        let mut legal = game.legal_actions(player).unwrap();
        if number % 7 == 0 && game.table().step() == Step::Act && game.question().is_none() {
            let kinds: Vec<_> = game.table().seat(player).hand().kinds().collect();
            if let Some(&kind) = kinds.first() {
                let give = newcatan::resource::Resources::of(kind, 1);
                let other = Id::new((kind.index() + 1) % 5);
                let get = newcatan::resource::Resources::of(other, 1);
                let to =
                    game.table().opponents(player).skip(usize::from(number % 2 == 1)).collect();
                legal.insert(0, Action::Offer { give, get, to });
            }
        }
        each(&game, player, &legal);
        let place = Stream::named("test").below(seed, number, legal.len());
        let place = if matches!(legal[0], Action::Offer { .. }) { 0 } else { place };
        let action = legal[place];
        let events = game.play(player, action).unwrap();
        recorder.action(&game, player, &action, &events).unwrap();
    }
    let text = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
    (game, text)
}

#[test]
fn a_turn_that_is_won_when_it_begins_has_one_digest() {
    let set = [("goal".to_owned(), "3".to_owned())].into();
    let rules = load(&Request { set, ..Request::scenario("knights") }).unwrap();
    let (game, text) = random_game(&rules, 1, None, |_, _, _| {});
    assert!(game.is_over());
    let digests: Vec<&str> = text.lines().filter(|line| line.contains(" digest ")).collect();
    assert_eq!(digests.len(), 1, "{digests:?}");
    play(&text).unwrap();
}

#[test]
#[ignore = "takes a second"]
fn every_legal_action_is_printed_so_that_it_means_just_this_action() {
    for (scenario, seed) in
        [("catan", 1), ("catan_beginners", 2), ("desolation", 3), ("newcatan", 4)]
    {
        random_game(&rules(scenario), seed, None, |game, player, legal| {
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
#[ignore = "takes a second"]
fn a_recording_is_replayed_to_the_same_game_and_text() {
    for (scenario, seed) in [("catan", 11), ("catan_beginners", 12), ("desolation", 13)] {
        let (game, text) = random_game(&rules(scenario), seed, None, |_, _, _| {});
        let report = match play(&text) {
            Ok(report) => report,
            Err(wrong) => panic!("{wrong}"),
        };
        assert_eq!(report.game.state(), game.state(), "{scenario}");
        assert_eq!(report.rewritten, text, "{scenario}");
        assert!(report.notes.is_empty());
    }
}

#[test]
fn a_recording_holds_its_settings_and_its_end() {
    let set = vec![("goal".to_owned(), "3".to_owned())];
    let rules = load(&Request { set, ..Request::scenario("catan") }).unwrap();
    let (game, text) = random_game(&rules, 61, None, |_, _, _| {});
    assert!(game.is_over());
    assert!(text.contains("\nset catan.goal = 3\n"), "{text}");
    assert!(text.contains(" wins\n"), "{text}");
    let report = play(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(report.rewritten, text);
}

#[test]
#[ignore = "takes a second"]
fn a_game_can_be_saved_and_resumed_at_every_decision() {
    let (_, text) = random_game(&rules("catan"), 21, None, |_, _, _| {});
    let transcript = parse(&text, "a.game").unwrap();
    let rules = rules("catan");
    let (host, mut decisions) = (host(&rules), 0);
    let mut check = |moment: &ReplayedLine<'_>| {
        let game = moment.game;
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
    let (_, text) = random_game(&rules("catan"), 31, Some(Player(1)), |_, _, _| {});
    for hidden in ["seed", "digest", "red draws soldier"] {
        assert!(!text.contains(hidden), "{hidden} in {text}");
    }
    assert!(text.contains("red draws a card") && text.contains("takes 1 card from"));
}

#[test]
fn a_view_tells_discards_in_the_order_of_seats_and_only_how_many() {
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 8 ore\n\
                given blue has 8 wood\ngiven white has 9 sheep\nexpect red may roll\n";
    let mut game = play(text).unwrap_or_else(|wrong| panic!("{wrong}")).game;
    let mut views = [None, Some(Player(1))].map(|viewer| Recorder::new(Vec::new(), viewer));
    let dice = [newcatan::game::Outcome::Dice([3, 4])];
    let mut step = |player: usize, words: &str| {
        let player = Player::new(player);
        for action in parse_action(&game, player, words).unwrap() {
            let written = if words == "roll" { &dice[..] } else { &[] };
            let events = game.play_written(player, action, written).unwrap();
            for view in &mut views {
                view.action(&game, player, &action, &events).unwrap();
            }
        }
    };
    step(0, "roll");
    step(2, "discard 1 sheep");
    step(1, "discard 2 wood");
    step(2, "discard 3 sheep");
    step(1, "discard 2 wood");
    step(0, "discard 4 ore");
    step(0, "move robber to A1");
    let [full, seen] = views.map(|view| String::from_utf8(view.finish(&game).unwrap()).unwrap());
    insta::assert_snapshot!(full, @"
    red rolls 3 4
      red has to discard 4
      blue has to discard 4
      white has to discard 4
    white discards 1 sheep
    blue discards 2 wood
    white discards 3 sheep
    blue discards 2 wood
    red discards 4 ore
      blue discards 4 wood
      white discards 4 sheep
    red moves robber to A1

    turn 1 digest 2a9fed2219835056
    # the game is not over
    end of recording
    ");
    insta::assert_snapshot!(seen, @"
    red rolls 3 4
      red has to discard 4
      blue has to discard 4
      white has to discard 4
    red discards 4 cards
    blue discards 4 wood
    white discards 4 cards
    red moves robber to A1

    # the game is not over
    end of recording
    ");
}

#[test]
fn digests_never_change_between_versions() {
    let (game, text) = random_game(&rules("catan"), 41, None, |_, _, _| {});
    insta::assert_snapshot!(text.lines().take(60).collect::<Vec<_>>().join("\n"), @"
    newcatan transcript 1
    engine 0.1.0
    scenario catan
    scenario-hash 0eaba36bd30df524
    pack catan 1.0.0 bf19289b9119e2a2
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
    ");
    insta::assert_snapshot!(print_position(&game), @"
    turn 166 of red: take by robber
    A: brick 4, sheep 11, grain 12
    B: grain 8, brick 3, wood 6, sheep 9
    C: brick 5, sheep 10, wood 11, wood 5, sheep 10
    D: ore 2, ore 9, grain 4, wood 8
    E: ore 6, grain 3, desert
    ports: ore at A1-nw, any at A2-ne, sheep at B4-ne, grain at C5-e, any at D4-se, wood at E2-se, any at E1-sw, any at D1-w, brick at B1-w
    robber at A2
    supply: 17 wood, 18 sheep, 16 grain, 17 brick, 17 ore
    decks: 2 discovery, 2 monopoly, 1 road building, 9 soldier, 4 victory point
    dice: 4 3
    longest road: blue
    red: 2 wood, 1 sheep, 1 grain
      has played: 2 soldier
      road: B4-se, B4-sw, C4-e, C4-se, C4-sw, D4-e
      settlement: B4.s, D4.se
    blue: 2 grain, 1 brick, 1 ore
      holds: 1 victory point
      has played: 1 soldier
      road: A2-se, A3-sw, B1-se, B2-e, B2-se, B2-sw, B3-e, E1-se, E2-sw
      settlement: A2.s, E2.s
    white: 1 brick, 1 ore
      has played: 1 road building, 2 soldier
      road: B4-e, C5-ne, C5-e, D1-sw, D1-w, E1-sw, E1-w
      settlement: C5.se, D1.s, E1.s
    ");
    insta::assert_snapshot!(digest(&game), @"98eef38bb43964b6");
}

/// A recording to be damaged, and the rules for its words.
fn recording() -> &'static (String, Arc<Rules>) {
    static RECORDING: std::sync::OnceLock<(String, Arc<Rules>)> = std::sync::OnceLock::new();
    RECORDING.get_or_init(|| {
        let (_, text) = random_game(&rules("catan"), 51, None, |_, _, _| {});
        let kept: Vec<&str> = text.lines().take(120).collect();
        (kept.join("\n"), rules("catan"))
    })
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    #[ignore = "reads hundreds of transcripts"]
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
