//! The view of a player: two tables that differ only in hidden things look the same.

use newcatan::game::{Game, Outcome};
use newcatan::protocol::seats;
use newcatan::set::Id;
use newcatan::table::{Card, Player};
use newcatan::transcript::{Recorder, parse_action};

use crate::support::{self, BLUE, RED, WHITE};

/// A sequence of moves: the player, the action, and the random result.
type Moves<'a> = &'a [(Player, &'a str, &'a str)];

/// A game before blue's roll, with these lines of the position.
fn table(given: &str) -> Game {
    let text = format!(
        "scenario catan_beginners\nplayers red, blue, white\n{given}\nexpect blue may roll\n"
    );
    support::play(&text, "views.game", &support::shipped()).unwrap().game
}

/// Two tables in which cards belong to either blue or white, which red cannot distinguish.
fn two_tables() -> [Game; 2] {
    let public = "given blue has settlement at B2.n\ngiven red has 1 ore\n";
    let tables = [
        "given blue has 5 wood, 4 sheep\ngiven white has 5 grain, 4 brick\n\
         given blue holds 1 victory point, 1 soldier\ngiven white holds 2 monopoly",
        "given blue has 5 grain, 4 brick\ngiven white has 5 wood, 4 sheep\n\
         given blue holds 1 monopoly, 1 soldier\ngiven white holds 1 monopoly, 1 victory point",
    ];
    tables.map(|hidden| table(&format!("{public}{hidden}")))
}

/// The random result with this name.
fn outcome(game: &Game, name: &str) -> Option<Outcome> {
    let rules = game.rules();
    if let Some((one, other)) = name.split_once(' ')
        && let (Ok(one), Ok(other)) = (one.parse(), other.parse())
    {
        return Some(Outcome::Dice([one, other]));
    }
    let resource = rules.resources.iter().position(|kind| kind.name == name);
    let card = || rules.cards.iter().position(|kind| kind.name == name);
    resource
        .map(|kind| Outcome::Resource(Id::new(kind)))
        .or_else(|| card().map(|card| Outcome::Card(Card::new(card))))
}

/// The transcript of these moves as the viewer sees them.
fn told(mut game: Game, viewer: Option<Player>, moves: Moves) -> String {
    let mut recorder = Recorder::new(Vec::new(), viewer);
    for (player, words, chance) in moves {
        let written: Vec<Outcome> = outcome(&game, chance).into_iter().collect();
        let mut written = &written[..];
        for action in parse_action(&game, *player, words).unwrap() {
            let events = game.play_written(*player, action, written).unwrap();
            recorder.action(&game, *player, &action, &events).unwrap();
            written = &[];
        }
    }
    String::from_utf8(recorder.finish(&game).unwrap()).unwrap()
}

/// The whole view of a viewer, as text.
fn view(game: &Game, viewer: Option<Player>) -> String {
    let seen = game.player_view(viewer);
    let seats = serde_json::to_string(&seats(&seen, false).unwrap()).unwrap();
    let legal = seen.legal_actions().unwrap();
    format!("{seats} {:?} {:?} {} {:?}", seen.hand(), seen.supply(), seen.deck_size(), legal)
}

// covers: C-23, D-2
#[test]
fn a_view_is_the_same_whatever_others_hold() {
    let [one, other] = two_tables();
    assert_ne!(one.table(), other.table());
    assert_eq!(view(&one, Some(RED)), view(&other, Some(RED)));
    assert_eq!(view(&one, None), view(&other, None));
    assert_ne!(view(&one, Some(BLUE)), view(&other, Some(BLUE)));
    assert_ne!(view(&one, Some(WHITE)), view(&other, Some(WHITE)));
    let blue = serde_json::to_string_pretty(&seats(&one.player_view(Some(RED)), false).unwrap()[1])
        .unwrap();
    insta::assert_snapshot!(blue, @r#"
    {
      "name": "blue",
      "points": 1,
      "goal": 10,
      "hand": 9,
      "resources": null,
      "open": {},
      "cards": 2,
      "held": null,
      "played": {},
      "pieces": {
        "settlement": [
          "A1.se"
        ]
      },
      "left": {
        "road": 15,
        "settlement": 4,
        "city": 4
      },
      "due": null,
      "access": [],
      "goods": {},
      "piles": {}
    }
    "#);
}

// covers: C-23
#[test]
fn a_hidden_point_counts_in_the_view_of_its_owner_alone() {
    let [one, _] = two_tables();
    let points = |viewer| one.player_view(viewer).points(BLUE).unwrap();
    assert_eq!([points(Some(BLUE)), points(Some(RED)), points(None)], [2, 1, 1]);
}

// covers: C-23
#[test]
fn a_transcript_as_one_player_tells_nothing_hidden() {
    let [one, other] = two_tables();
    let first: Moves = &[
        (BLUE, "roll", "3 4"),
        (WHITE, "discards 4 brick", ""),
        (BLUE, "discards 4 sheep", ""),
        (BLUE, "moves robber to B1", ""),
        (BLUE, "end turn", ""),
        (WHITE, "roll", "1 1"),
        (WHITE, "end turn", ""),
        (RED, "roll", "1 1"),
    ];
    let second: Moves = &[
        (BLUE, "roll", "3 4"),
        (BLUE, "discards 2 brick, 2 grain", ""),
        (WHITE, "discards 4 wood", ""),
        (BLUE, "moves robber to B1", ""),
        (BLUE, "end turn", ""),
        (WHITE, "roll", "1 1"),
        (WHITE, "end turn", ""),
        (RED, "roll", "1 1"),
    ];
    let red = told(one.clone(), Some(RED), first);
    assert_eq!(red, told(other.clone(), Some(RED), second));
    assert_eq!(told(one.clone(), None, first).matches("4 sheep").count(), 1);
    insta::assert_snapshot!(red, @"
    blue rolls 3 4
      blue has to discard 4
      white has to discard 4
    blue discards 4 cards
    white discards 4 cards
    blue moves robber to B1
    blue ends turn
      turn of white begins

    white rolls 1 1
      blue produces 1 sheep
    white ends turn
      turn of red begins

    red rolls 1 1
      blue produces 1 sheep

    # the game is not over
    end of recording
    ");
}

// covers: C-23
#[test]
fn a_card_bought_or_taken_is_seen_by_those_who_have_to_do_with_it() {
    let game = table(
        "given blue holds 1 soldier\ngiven blue has 1 sheep, 1 grain, 1 ore\n\
         given white has settlement at B2.n\ngiven white has 1 wood, 1 brick",
    );
    let moves = |card: &'static str, taken: &'static str| {
        [
            (BLUE, "play soldier", ""),
            (BLUE, "move robber to B2", ""),
            (BLUE, "take from white", taken),
            (BLUE, "roll", "1 1"),
            (BLUE, "buy development", card),
        ]
    };
    let (one, other) = (moves("monopoly", "wood"), moves("victory point", "brick"));
    let told = |viewer, moves: Moves| told(game.clone(), viewer, moves);
    assert_eq!(told(Some(RED), &one), told(Some(RED), &other));
    insta::assert_snapshot!(told(Some(RED), &one), @"
    blue plays soldier
    blue moves robber to B2
    blue takes from white
      blue takes 1 card from white
    blue rolls 1 1
      white produces 1 sheep
    blue buys development
      blue pays 1 sheep, 1 grain, 1 ore
      blue draws a card

    # the game is not over
    end of recording
    ");
    insta::assert_snapshot!(told(Some(WHITE), &one), @"
    blue plays soldier
    blue moves robber to B2
    blue takes from white
      blue takes 1 wood from white
    blue rolls 1 1
      white produces 1 sheep
    blue buys development
      blue pays 1 sheep, 1 grain, 1 ore
      blue draws a card

    # the game is not over
    end of recording
    ");
    insta::assert_snapshot!(told(Some(BLUE), &one), @"
    blue plays soldier
    blue moves robber to B2
    blue takes from white
      blue takes 1 wood from white
    blue rolls 1 1
      white produces 1 sheep
    blue buys development
      blue pays 1 sheep, 1 grain, 1 ore
      blue draws monopoly

    # the game is not over
    end of recording
    ");
}
