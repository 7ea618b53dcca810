//! Transcripts: what is played, what is written, and what is said about mistakes.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{Request, load};
use newcatan::diagnostic::Diagnostics;
use newcatan::action::Action;
use newcatan::chance::Stream;
use newcatan::game::{Game, Script, State, Work};
use newcatan::rules::{Call, Failure, Rules, Value};
use newcatan::set::Id;
use newcatan::table::{Player, Step};
use newcatan::transcript::{
    Options, Recorder, Report, digest, parse, parse_action, print_action, print_position, replay,
};

/// A script host without scripts.
struct Mute;

impl Script for Mute {
    fn effect(&self, work: Box<Work>, _: &Call) -> (Box<Work>, Result<(), Failure>) {
        (work, Ok(()))
    }

    fn pure(&self, _: &Work, calls: &[Call]) -> Result<Vec<Value>, Failure> {
        Ok(vec![Value::Nothing; calls.len()])
    }
}

fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap()
}

fn play(text: &str) -> Result<Report, Diagnostics> {
    let transcript = parse(text, "a.game")?;
    let rules = rules(transcript.scenario());
    replay(&transcript, &rules, Rc::new(Mute), Options::default())
}

/// The transcript with all its changes.
fn blessed(text: &str) -> String {
    let transcript = parse(text, "a.game").unwrap();
    let options = Options { rewrite: true, ..Options::default() };
    match replay(&transcript, &rules(transcript.scenario()), Rc::new(Mute), options) {
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
    ), @"");
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
    let mut game = Game::new(rules(scenario), Rc::new(Mute), &names, seed).unwrap();
    let mut recorder = Recorder::new(Vec::new(), viewer);
    recorder.begin(&game).unwrap();
    for number in 0..600 {
        let Some(player) = game.to_act().iter().last() else { break };
        let mut legal = game.legal_actions(player).unwrap();
        if number % 7 == 0 && game.table().step == Step::Act {
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
    let mut decisions = 0;
    let mut check = |game: &Game| {
        decisions += 1;
        let state = serde_json::to_string(&game.state()).unwrap();
        let state: State = serde_json::from_str(&state).unwrap();
        let resumed = Game::resume(rules.clone(), Rc::new(Mute), game.names(), state).unwrap();
        assert_eq!(print_position(&resumed), print_position(game));
    };
    let options = Options { observe: Some(&mut check), ..Options::default() };
    assert!(replay(&transcript, &rules, Rc::new(Mute), options).is_ok());
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
    insta::assert_snapshot!(text.lines().take(60).collect::<Vec<_>>().join("\n"), @"");
    insta::assert_snapshot!(print_position(&game), @"");
    insta::assert_snapshot!(digest(&game), @"");
}
