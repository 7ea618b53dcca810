//! Cards that rules draw and discard.

use newcatan::action::{Action, Choice};
use newcatan::change::Change;
use newcatan::game::{Outcome, Start};
use newcatan::set::Id;
use newcatan::table::Card;
use newcatan::transcript::Recorder;

use crate::scripts::fixture::{BLUE, Fixture, RED, WHITE, choose, hostile};
use crate::transcripts::recorded::random_game_of;

/// The fish market, whose cards return once they are played: two perches, a bream that lasts, and
/// a cod that an award counts.
fn returning(scenario: &str) -> Fixture {
    let perch = "const DECK = \"fish\";\nconst COPIES = 2;\nfn act(me) { me.take(ORE, 1 + me.played(\"perch\")); me.draw(\"fish\"); }\n";
    let bream = "const DECK = \"fish\";\nconst COPIES = 1;\nconst LASTS = \"turn\";\nfn act(me) { me.take(WOOD, 1); }\n";
    let cod = "const DECK = \"fish\";\nconst COPIES = 1;\nfn act(me) { me.take(SHEEP, 1); }\n";
    let angler = "const AWARD = 2;\nconst MOST = \"played cod\";\nconst MINIMUM = 1;\n";
    Fixture::new(&[
        ("pack.toml", "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\nplays = 9\nreturns_played = true\n"),
        ("perch.rhai", perch),
        ("bream.rhai", bream),
        ("cod.rhai", cod),
        ("angler.rhai", angler),
    ])
    .request(|_, request| request.scenario = scenario.into())
}

const PERCH: &str = "const DECK = \"fish\";\nconst COPIES = 3;\nconst VALUE = 2;\n";

/// A house pack with a deck of three cards, and a rule that does this on each roll.
fn fish(body: &str) -> Fixture {
    let rule = format!("fn on_production_roll(me, roll) {{ {body} }}\n");
    let fixture = Fixture::new(&[("perch.rhai", PERCH), ("rule.rhai", &rule)]);
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\n";
    fixture.write("house/pack.toml", pack);
    fixture
}

/// The same pack, alone and with so many kinds of cards before this one that their numbers are in
/// the second block of the table.
fn few_and_many(body: &str) -> [Fixture; 2] {
    let many = fish(body);
    let names = (0..50).map(|at| format!("\"bait{at}\"")).collect::<Vec<_>>().join(", ");
    let bait = format!(
        "//! Bait\n//! Is there.\n//! Rulings: C-1.\n\nconst FOR_EACH = [{names}];\n\
         const DECK = \"bait\";\nconst COPIES = 1;\nconst POINTS = 1;\n"
    );
    many.write("house/bait.rhai", &bait);
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
                [decks.fish]\n[decks.bait]\n";
    many.write("house/pack.toml", pack);
    [fish(body), many]
}

#[test]
fn players_draw_in_any_turn_until_the_deck_is_empty() {
    let body = "for player in game.players {
            if player.draw(\"fish\") == NONE { player.take(ORE, 1); }
            player.take(WOOD, player.value_of(\"fish\") + player.held(\"perch\"));
        }";
    for pack in few_and_many(body) {
        pack.plays(
            "given red has 1 sheep\n\nred rolls 1 1\n  red draws perch\n  blue draws perch\n\
             expect 0 perch in fish\nexpect blue has 3 wood, 0 ore\nred ends turn\nblue rolls 1 1\n\
             expect blue holds 1 perch\nexpect white has 6 wood, 1 ore\n",
        );
    }
}

#[test]
fn the_cards_of_a_deck_in_the_hand_are_counted() {
    let [_, many] = few_and_many(
        "me.take(WOOD, 5 * me.held(\"bait\") + me.held(\"fish\") + me.held(\"perch\"));",
    );
    many.plays(
        "given red holds 2 perch\ngiven red holds 1 bait3 bait\ngiven red holds 1 bait44 bait\n\n\
         red rolls 1 1\n  red takes 14 wood\n",
    );
    let wrong = fish("me.take(WOOD, me.held(\"fsh\"));").wrong();
    insta::assert_snapshot!(wrong, @r#"
    error: there is no card or deck `fsh`
     --> house/rule.rhai:5:57
      |
    5 | fn on_production_roll(me, roll) { me.take(WOOD, me.held("fsh")); }
      |                                                         ^^^^^
      |
      = help: did you mean `fish`?
    "#);
}

#[test]
fn discards_become_the_deck_when_it_is_empty() {
    let body = "if me.discard(\"perch\") { me.take(ORE, 1); } else { me.draw(\"fish\"); }
        me.take(WOOD, supply.cards_in(\"fish\"));";
    for pack in few_and_many(body) {
        pack.plays(
            "given red holds 1 perch\n\nred rolls 1 1\n  red discards perch\nexpect 2 perch in fish\n\
             expect red has 1 ore, 2 wood\nred ends turn\nblue rolls 1 1\nexpect 1 perch in fish\n\
             blue ends turn\nwhite rolls 1 1\n  white draws perch\n  the discarded perch return to the deck\n\
             expect 1 perch in fish\n",
        );
    }
    for pack in few_and_many(body) {
        pack.plays(
            "given red holds 1 perch\ngiven blue holds 2 perch\n\nred rolls 1 1\n  red discards perch\n  \
             the discarded perch return to the deck\nexpect red has 1 wood\n",
        );
    }
}

#[test]
fn discards_are_saved_and_undone() {
    let body = "me.draw(\"fish\"); me.discard(\"perch\"); if roll == 3 { me.take(WOOD, 1 / 0); }";
    for pack in few_and_many(body) {
        let mut play = pack.game();
        play.game.play(RED, Action::End).unwrap();
        let (roller, before) = (play.game.table().in_turn(), play.game.state());
        let roll = |dice| [Outcome::Dice(dice)];
        play.game.play_written(roller, Action::Roll, &roll([1, 2])).unwrap_err();
        assert_eq!(play.game.state(), before);
        play.game.play_written(roller, Action::Roll, &roll([1, 1])).unwrap();
        assert!(play.game.table().discards().total() > 0);
        assert_eq!(play.game.faults().unwrap(), Vec::<String>::new());
        assert_eq!(play.resumed().state(), play.game.state());
    }
}

#[test]
fn a_player_chooses_among_own_cards_only() {
    let body = "let card = me.choose_held(\"Which?\", \"fish\"); if card == NONE { me.take(ORE, 1); } else { me.discard(card); }";
    fish(body).plays("given red has 1 sheep\n\nred rolls 1 1\n  red takes 1 ore\n");
    fish(body).plays("given red holds 2 perch\n\nred rolls 1 1\n  red discards perch\n");
}

#[test]
fn cards_of_another_hand_are_shown_to_the_player_who_chooses() {
    let body = "let holder = me.opponents.first(1).only;
        let none = me.choose_held(\"None?\", \"fish\", NONE);
        if none != NONE || me.discard(none) || me.put_back(none) || me.show_card(none) { me.take(ORE, 1); }
        let card = me.choose_held(\"Which?\", \"fish\", holder);
        holder.give_card(me, card); me.take(WOOD, holder.held(\"fish\"));";
    let perch = |copies| PERCH.replace("COPIES = 3", copies);
    let rule = format!("fn on_production_roll(me, roll) {{ {body} }}\n");
    let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\n";
    let pack = Fixture::new(&[
        ("pack.toml", head),
        ("perch.rhai", &perch("COPIES = 2")),
        ("trout.rhai", &perch("COPIES = 1")),
        ("rule.rhai", &rule),
    ]);
    pack.plays(
        "given blue holds 1 perch\ngiven blue holds 1 trout\n\nred rolls 1 1\nred chooses trout\n  \
         blue gives trout to red\n  red takes 1 wood\nred ends turn\nblue rolls 1 1\nexpect blue has 0 wood\n",
    );
    let mut position = pack.position();
    let rules = position.view().rules().clone();
    let cards = ["perch", "trout"].map(|name| rules.card_named(name).unwrap());
    for card in cards {
        let deck = rules.card(card).deck;
        position.put(Change::Drew { player: BLUE, deck, card }).unwrap();
    }
    let mut game = position.begin(Start::Roll(RED)).unwrap();
    game.play_written(RED, Action::Roll, &[Outcome::Dice([1, 1])]).unwrap();
    let choices = cards.map(|card| choose(Choice::Held(card)));
    assert_eq!(game.player_view(Some(RED)).legal_actions().unwrap(), choices);
    for viewer in [Some(BLUE), Some(WHITE), None] {
        assert!(game.player_view(viewer).legal_actions().unwrap().is_empty());
    }
    let changes = game.play(RED, choices[1]).unwrap();
    let lines = |viewer| {
        let mut recorder = Recorder::new(Vec::new(), viewer);
        recorder.action(&game, RED, &choices[1], &changes).unwrap();
        String::from_utf8(recorder.finish(&game).unwrap()).unwrap()
    };
    let known = "red chooses trout\n  blue gives trout to red";
    assert!(lines(Some(RED)).starts_with(known), "{}", lines(Some(RED)));
    assert!(lines(Some(BLUE)).starts_with("red has chosen\n  blue gives trout to red"));
    assert!(lines(Some(WHITE)).starts_with("red has chosen\n  blue gives a card to red"));
}

/// Two decks, and a rule that does this on each roll.
fn fish_and_birds(body: &str) -> Fixture {
    let rule = format!("fn on_production_roll(me, roll) {{ {body} }}\n");
    let card = |deck, copies| {
        format!("const DECK = \"{deck}\";\nconst COPIES = {copies};\nconst VALUE = 2;\n")
    };
    Fixture::new(&[
        (
            "pack.toml",
            "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\n\n[decks.birds]\n",
        ),
        ("perch.rhai", &card("fish", 5)),
        ("trout.rhai", &card("fish", 2)),
        ("heron.rhai", &card("birds", 2)),
        ("rule.rhai", &rule),
    ])
}

#[test]
fn players_put_excess_cards_of_several_decks_back_at_the_same_time() {
    let pack = fish_and_birds("game.players.put_back_excess(1, [\"birds\", \"fish\"]);");
    pack.plays(
        "given red holds 1 trout\ngiven blue holds 1 perch, 1 trout\ngiven blue holds 1 heron\n\
         given white holds 3 perch\n\nred rolls 1 1\nblue chooses trout\n\
         expect blue holds 1 trout\nexpect blue may choose perch\nexpect blue may not choose trout\n\
         blue chooses heron\n  blue puts trout back into the deck\n  \
         blue puts heron back into the deck\n  white puts perch back into the deck\n  \
         white puts perch back into the deck\nexpect blue holds 1 perch, 0 trout, 0 heron\n\
         expect white holds 1 perch\nexpect red holds 1 trout\nexpect red may end turn\n",
    );
    let one =
        fish_and_birds("NONE.put_back_excess(0, [\"fish\"]); me.put_back_excess(0, [\"fish\"]);");
    one.plays(
        "given red holds 1 heron, 1 trout\ngiven blue holds 1 trout\n\nred rolls 1 1\n  \
         red puts trout back into the deck\nexpect red holds 1 heron\nexpect blue holds 1 trout\n",
    );
}

#[test]
fn the_others_do_not_see_which_excess_cards_are_put_back() {
    let pack = fish_and_birds("me.opponents.put_back_excess(1, [\"fish\"]);");
    let begin = || {
        let mut position = pack.position();
        let rules = position.view().rules().clone();
        let cards = ["perch", "trout"].map(|name| rules.card_named(name).unwrap());
        for (player, card) in [BLUE, WHITE].into_iter().flat_map(|it| cards.map(|card| (it, card)))
        {
            let deck = rules.card(card).deck;
            position.put(Change::Drew { player, deck, card }).unwrap();
        }
        let mut game = position.begin(Start::Roll(RED)).unwrap();
        game.play_written(RED, Action::Roll, &[Outcome::Dice([1, 1])]).unwrap();
        (game, cards.map(|card| choose(Choice::Held(card))))
    };
    let ends = [0, 1].map(|card| {
        let (mut game, cards) = begin();
        assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [BLUE, WHITE]);
        game.play(WHITE, cards[card]).unwrap();
        let view = newcatan::protocol::seats(&game.player_view(Some(BLUE)), false).unwrap();
        let changes = game.play(BLUE, cards[1]).unwrap();
        let mut recorder = Recorder::new(Vec::new(), Some(WHITE));
        recorder.action(&game, BLUE, &cards[1], &changes).unwrap();
        let lines = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
        let own = ["perch", "trout"][card];
        let told = format!("blue has chosen\n  blue puts a card back into the deck\n  white puts {own} back into the deck\n");
        assert!(lines.starts_with(&told), "{lines}");
        view
    });
    assert_eq!(ends[0], ends[1], "blue does not see what white has chosen");
}

#[test]
fn written_cards_and_names_must_exist() {
    let wrong = fish("me.draw(\"fish\");")
        .fails("given red has 1 sheep\n\nred rolls 1 1 drawing soldier\n");
    insta::assert_snapshot!(wrong.unwrap(), @"
    error: the written card is not in the deck
     --> a.game:6:23
      |
    6 | red rolls 1 1 drawing soldier
      |                       ^^^^^^^
      |
      = help: write a possible result, or leave it out to draw it from the seed
    ");
    insta::assert_snapshot!(hostile("me.draw(\"develop\" + \"ment\"); me.draw(\"fi\" + \"sh\");"), @r#"
    error: there is no deck `fish`
     --> house/ability.rhai:7:37
      |
    7 |     me.draw("develop" + "ment"); me.draw("fi" + "sh");
      |                                     ^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:37
      = note: `red uses try it` was undone: the game is as it was before
    "#);
    let decks = hostile("me.put_back_excess(4, [\"development\", \"fish\"]);");
    assert!(decks.starts_with("error: there is no deck `fish`\n"), "{decks}");
    let numbers = hostile("me.put_back_excess(4, [8]);");
    assert!(
        numbers.starts_with("error: `put_back_excess` expects a list of decks, found "),
        "{numbers}"
    );
    insta::assert_snapshot!(hostile("me.discard(\"sal\" + \"mon\");"), @r#"
    error: there is no card `salmon`
     --> house/ability.rhai:7:8
      |
    7 |     me.discard("sal" + "mon");
      |        ^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:8
      = note: `red uses try it` was undone: the game is as it was before
    "#);
}

#[test]
fn cards_pass_between_players_and_back_into_the_deck() {
    let body = "let other = me.opponents.first(1).only;
        if roll == 2 { me.give_card(other, \"perch\"); }
        if roll == 3 { me.put_back(\"perch\"); }
        if roll == 4 { me.show_card(\"perch\"); }
        if roll == 5 && !me.give_card(other, \"perch\") { me.take(ORE, 1); }";
    for pack in few_and_many(body) {
        pack.plays(
            "given red holds 2 perch\ngiven red has settlement at A1.n\n\nred rolls 1 1\n  red gives perch to blue\nexpect red holds 1 perch\n\
             red ends turn\nblue rolls 1 3\n  blue lays perch open\nexpect blue holds 0 perch\n\
             expect blue has played 1 perch\nblue ends turn\nwhite rolls 1 2\nexpect 1 perch in fish\n\
             white ends turn\nred rolls 1 2\n  red puts perch back into the deck\nexpect 2 perch in fish\n\
             red ends turn\nblue rolls 2 3\n  blue gives perch to white\nexpect white has played 1 perch\n\
             blue ends turn\nwhite rolls 1 2\nexpect white has played 1 perch\nwhite ends turn\n\
             red rolls 2 3\n  red takes 1 ore\n",
        );
    }
}

#[test]
fn an_open_card_is_laid_face_up_as_soon_as_it_is_drawn() {
    let herald = "const DECK = \"guild\";\nconst COPIES = 2;\nconst OPEN = true;\n";
    let crier = "const AWARD = 2;\nconst MOST = \"played herald\";\nconst MINIMUM = 1;\n";
    let rule = "fn on_production_roll(me, roll) { me.draw(\"guild\"); }\n\
                fn on_drawn(me, card) { me.take(ORE, me.played(card)); }\n";
    let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.guild]\nprice = \"1 wood\"\n";
    Fixture::new(&[
        ("pack.toml", head),
        ("herald.rhai", herald),
        ("crier.rhai", crier),
        ("rule.rhai", rule),
    ])
    .plays(
        "given red has 1 wood\n\nred rolls 1 1\n  red draws herald\n  red lays herald open\n  \
         red takes 1 ore\nexpect red holds 0 herald\nexpect red has crier\n\
         red buys guild\n  red lays herald open\nexpect red has played 2 herald\n",
    );
}

#[test]
fn the_others_do_not_see_a_hidden_card_that_passes() {
    let body = "me.opponents.first(1).only.draw(\"fish\");
        me.draw(\"fish\");
        me.give_card(me.opponents.first(1).only, \"perch\");
        me.draw(\"fish\");
        me.put_back(\"perch\");";
    let mut play = fish(body).game();
    play.game.play(RED, Action::End).unwrap();
    let roller = play.game.table().in_turn();
    play.game.play_written(roller, Action::Roll, &[Outcome::Dice([1, 1])]).unwrap();
    assert_eq!(play.game.faults().unwrap(), Vec::<String>::new());
    assert_eq!(play.resumed().state(), play.game.state());
    let changes = play.game.caused_changes();
    let seen = |viewer| {
        let mut recorder = Recorder::new(Vec::new(), viewer);
        recorder.action(&play.game, roller, &Action::Roll, &changes).unwrap();
        let text = String::from_utf8(recorder.finish(&play.game).unwrap()).unwrap();
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.filter(|line| line.contains("gives") || line.contains("puts")).collect::<Vec<_>>()
    };
    let hidden = ["blue gives a card to white", "blue puts a card back into the deck"];
    let known = ["blue gives perch to white", "blue puts perch back into the deck"];
    assert_eq!(seen(Some(RED)), hidden);
    assert_eq!(seen(Some(BLUE)), known);
    assert_eq!(seen(Some(WHITE)), [known[0], hidden[1]]);
    let told = |viewer| {
        let mut recorder = Recorder::new(Vec::new(), Some(viewer));
        let card = play.game.rules().card_named("perch").unwrap();
        recorder.action(&play.game, BLUE, &Action::Choose(Choice::Held(card)), &[]).unwrap();
        String::from_utf8(recorder.finish(&play.game).unwrap()).unwrap()
    };
    assert!(told(RED).starts_with("blue has chosen\n"));
    assert!(told(BLUE).starts_with("blue chooses perch\n"));
}

#[test]
fn cards_that_return_no_longer_count_as_played() {
    returning("catan").plays(
        "given red holds 2 perch\ngiven red holds 1 bream\ngiven red holds 1 cod\n\n\
         red rolls 1 1\nred plays perch\n  red discards perch\n  the discarded perch return to the deck\n  \
         red takes 1 ore\n  red draws perch\n\
         expect red has played 0 perch\nexpect red holds 2 perch\nexpect 0 perch in fish\n\
         red plays bream\n  bream lasts until the end of the turn\nexpect red has played 1 bream\n\
         red plays cod\n  angler goes to red\n  red takes 1 sheep\nexpect red has played 1 cod\n\
         red ends turn\nexpect red has played 1 bream\nexpect red has 2 points\n",
    );
}

#[test]
fn cards_that_return_are_neither_lost_nor_played_in_random_games() {
    let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n";
    let deck = "[decks.development]\nprice = \"1 any\"\nplays = 9\nreturns_played = true\n";
    let fixture = Fixture::new(&[("pack.toml", &format!("{head}{deck}"))]);
    let rules = fixture.load().unwrap().0;
    let mut returned = 0;
    let (game, _) = random_game_of(400, &rules, 1, None, |game, _, _| {
        assert_eq!(game.faults().unwrap(), Vec::<String>::new());
        let cards = (0..rules.cards.len()).map(Card::new);
        let everybody = game.table().everybody();
        let played =
            |card: Card| everybody.iter().any(|player| game.table().played(player)[card] > 0);
        let names = cards.filter(|card| played(*card)).map(|card| &*rules.card(card).name);
        assert!(names.into_iter().all(|name| name == "soldier"));
        returned = returned.max(game.table().discards().total());
    });
    assert!(returned > 0);
    let cards = game.table().deck().total() + game.table().discards().total();
    assert!(cards < 25);
}

#[test]
fn a_card_may_be_played_at_another_time_than_its_deck() {
    let pack = |of_deck: bool, of_cards: [&str; 2]| {
        let manifest = format!(
            "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\nbefore_roll = {of_deck}\n"
        );
        let card = |fact: &str| {
            format!(
                "const DECK = \"fish\";\nconst COPIES = 1;\n{fact}fn act(me) {{ me.take(ORE, 1); }}\n"
            )
        };
        let [pike, carp] = of_cards.map(card);
        Fixture::new(&[("pack.toml", &manifest), ("pike.rhai", &pike), ("carp.rhai", &carp)])
    };
    let fact = |is: bool| format!("const BEFORE_ROLL = {is};\n");
    for of_deck in [false, true] {
        let (early, late) =
            if of_deck { (String::new(), fact(false)) } else { (fact(true), String::new()) };
        let pack = pack(of_deck, [&early, &late]);
        pack.plays(
            "given red holds 1 pike\ngiven red holds 1 carp\n\nred plays carp\n  \
             refused: the card cannot be played before the production roll\n\
             red plays pike\n  red takes 1 ore\nred rolls 1 1\n",
        );
        pack.plays("given red holds 1 carp\n\nred rolls 1 1\nred plays carp\n  red takes 1 ore\n");
    }
    let late = pack(true, ["", "const BEFORE_ROLL = false;\n"]);
    let refused = late.fails("given red holds 1 carp\n\nred plays carp\nred rolls 1 1\n").unwrap();
    insta::assert_snapshot!(refused, @"
    error: refused: the card cannot be played before the production roll [house/carp C-1 house/carp.rhai:7]
     --> a.game:6:5
      |
    6 | red plays carp
      |     ^^^^^^^^^^
    ");
}

#[test]
fn a_rule_runs_for_each_card_that_is_drawn_or_bought() {
    let fixture =
        fish("me.opponents.first(1).only.draw(\"fish\"); me.draw(\"fish\"); me.take(WOOD, 1);");
    let told = "//! Told\n//! Runs for cards.\n//! Rulings: C-1.\n\n\
                fn on_drawn(me, card) { me.take(SHEEP, 1 + card.value); }\n";
    fixture.write("house/told.rhai", told);
    fixture.plays(
        "given red has 1 sheep, 1 grain, 1 ore\n\nred rolls 1 1\n  blue draws perch\n  \
         red draws perch\n  red takes 1 wood\n  red takes 3 sheep\n  blue takes 3 sheep\n\
         red buys development drawing monopoly\n  red draws monopoly\n  red takes 1 sheep\n\
         expect red has 4 sheep\nexpect blue has 3 sheep\n",
    );
}
