//! Undoing actions: the resulting states, random results and transcripts.

use newcatan::action::Action;
use newcatan::chance::Stream;
use newcatan::game::{Game, History, State};
use newcatan::table::Player;
use newcatan::transcript::revealed::revealed_by;
use newcatan::transcript::{Recorder, parse_action};

use crate::transcripts::{blessed, host, play, rules, wrong};

/// The beginning of a game in which red has a card and may roll.
const GIVEN: &str = "scenario catan\nplayers red, blue, white\n\
    given hex C4 is wood 6\ngiven hex B3 is desert\ngiven hex B4 is desert\ngiven robber at A1\n\
    given red has settlement at C4.n\ngiven red holds 1 monopoly\ngiven blue has 2 ore\n";

fn with_given(lines: &str) -> String {
    format!("{GIVEN}{lines}")
}

#[test]
fn an_action_is_taken_back_and_done_again_with_the_same_chance() {
    let text = "red rolls\nundo\nred rolls\nred ends turn\nblue rolls\nundo 3\nred rolls\n";
    let played = blessed(&with_given(text));
    let (_, played) = played.split_once("2 ore\n").unwrap();
    insta::assert_snapshot!(played, @"
    red rolls
      red rolls 6 2
    undo
      known already: the dice of red
    red rolls
      red rolls 6 2
    red ends turn
      turn of blue begins
    blue rolls
      blue rolls 5 1
      red produces 1 wood
    undo 3
      known already: the dice of red
      known already: the dice of blue
    red rolls
      red rolls 6 2
    ");
}

#[test]
fn a_question_is_asked_again() {
    let text = "red plays monopoly\nred chooses ore\n  blue gives 2 ore to red\nundo\n\
        expect red has 0 ore\nred chooses wood\nundo 2\nexpect red holds 1 monopoly\n";
    let played = blessed(&with_given(text));
    let (_, played) = played.split_once("2 ore\n").unwrap();
    insta::assert_snapshot!(played, @"
    red plays monopoly
    red chooses ore
      blue gives 2 ore to red
    undo
      known already: what blue gave to red
    expect red has 0 ore
    red chooses wood
    undo 2
    expect red holds 1 monopoly
    ");
}

#[test]
fn what_is_known_already_is_checked() {
    insta::assert_snapshot!(wrong(&with_given("red rolls 3 3\nundo\n  known already: the dice of blue\n")), @"
    error: `known already: the dice of blue` did not happen
      --> a.game:12:3
       |
    12 |   known already: the dice of blue
       |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: written (-), happened (+)
               - known already: the dice of blue
               + known already: the dice of red
    ");
    let complete = with_given("red rolls 3 3\n  red produces 1 wood\nundo\n");
    insta::assert_snapshot!(wrong(&format!("changes complete\n{complete}")), @"
    error: `known already: the dice of red` happened, but is not in the transcript
      --> a.game:13:1
       |
    13 | undo
       | ^^^^
       |
       = note: written (-), happened (+)
               + known already: the dice of red
    ");
}

#[test]
fn only_what_was_done_can_be_taken_back() {
    insta::assert_snapshot!(wrong(&with_given("red rolls 3 3\nundo 2\n")), @"
    error: expected a number from 1 to 1, found 2
      --> a.game:11:1
       |
    11 | undo 2
       | ^^^^^^
       |
       = help: each discarded card counts as an action; a refused action does not count
    ");
    let none = wrong(&with_given("undo\nred rolls 3 3\n"));
    assert!(none.starts_with("error: no action can be undone here\n  --> a.game:10:1\n"));
    let none = wrong(&with_given("red rolls 3 3\nundo 0\n"));
    assert!(none.starts_with("error: expected a number from 1 to 1, found 0\n"), "{none}");
}

/// A game of random actions, some of which are undone, with its states.
struct Wandering {
    game: Game,
    history: History,
    states: Vec<State>,
    kept: Vec<(Player, Action)>,
    recorder: Recorder<Vec<u8>>,
}

impl Wandering {
    fn new(scenario: &str, seed: u64) -> Self {
        let rules = rules(scenario);
        let names = ["red", "blue", "white"].map(str::to_owned);
        let game = Game::new(rules.clone(), host(&rules), &names, seed).unwrap();
        let mut recorder = Recorder::new(Vec::new(), None);
        recorder.begin(&game).unwrap();
        Self { game, history: History::default(), states: Vec::new(), kept: Vec::new(), recorder }
    }

    /// Plays an action, and checks that redoing it after an undo has the same result.
    fn act(&mut self, player: Player, action: Action) {
        self.states.push(self.game.state());
        let mut again = self.game.clone();
        let events = self.history.play(&mut self.game, player, action, &[]).unwrap();
        assert_eq!(again.play(player, action).unwrap(), events);
        self.kept.push((player, action));
        self.recorder.action(&self.game, player, &action, &events).unwrap();
    }

    fn undo(&mut self, count: usize) {
        let mut undone = Vec::new();
        for _ in 0..count {
            undone.extend(self.history.undo(&mut self.game).unwrap());
            assert!(self.game.state() == self.states.pop().unwrap());
            self.kept.pop();
        }
        undone.reverse();
        let known = revealed_by(&self.game, &undone);
        self.recorder.undo(&self.game, count, &known).unwrap();
    }
}

#[test]
#[ignore = "plays several games"]
fn games_with_undos_come_to_the_same_states_as_without() {
    let below = |seed, number, bound| Stream::named("undo").below(seed, number, bound);
    for (scenario, seed) in [("catan", 3), ("desolation", 4), ("newcatan", 5), ("newcatan", 6)] {
        let mut wandering = Wandering::new(scenario, seed);
        for number in 0..700 {
            if below(seed, 3 * number, 12) == 0 && !wandering.history.is_empty() {
                let most = wandering.history.len().min(9);
                wandering.undo(1 + below(seed, 3 * number + 1, most));
            }
            let Some(player) = wandering.game.to_act().iter().next() else { break };
            let legal = wandering.game.legal_actions(player).unwrap();
            let action = legal[below(seed, 3 * number + 2, legal.len())];
            wandering.act(player, action);
        }
        let Wandering { game, kept, recorder, .. } = wandering;

        let mut straight = Wandering::new(scenario, seed).game;
        for (player, action) in kept {
            straight.play(player, action).unwrap();
        }
        assert!(straight.state() == game.state(), "{scenario}");

        let text = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
        assert!(text.contains("\nundo ") && text.contains("  known already: "), "{text}");
        let report = play(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(report.game.table() == game.table(), "{scenario}");
        assert_eq!(report.game.questions(), game.questions(), "{scenario}");
        assert_eq!(report.rewritten, text, "{scenario}");
    }
}

#[test]
fn a_discard_is_recorded_in_the_order_in_which_it_is_taken_back() {
    let text = "scenario catan\nplayers red, blue, white\n\
        given red has 4 wood, 4 ore\ngiven robber at A1\nred rolls 3 4\n";
    let mut game = play(text).unwrap_or_else(|wrong| panic!("{wrong}")).game;
    let mut history = History::default();
    let mut recorder = Recorder::after(Vec::new(), None, &game);
    for words in ["discard 1 wood", "discard 1 ore", "discard 1 wood", "undo", "discard 2 ore"] {
        if words == "undo" {
            history.undo(&mut game).unwrap();
            recorder.undo(&game, 1, &[]).unwrap();
            continue;
        }
        for action in parse_action(&game, Player(0), words).unwrap() {
            let events = history.play(&mut game, Player(0), action, &[]).unwrap();
            recorder.action(&game, Player(0), &action, &events).unwrap();
        }
    }
    let recorded = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
    let discards = "red discards 1 wood, 1 ore\nred discards 1 wood\nundo\nred discards 2 ore\n";
    assert!(recorded.starts_with(discards), "{recorded}");
    play(&format!("{text}{recorded}")).unwrap_or_else(|wrong| panic!("{wrong}"));
}
