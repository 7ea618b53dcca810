//! Prices that rules are asked for.

use newcatan::action::Action;
use newcatan::rules::TurnOption;
use newcatan::table::Ability;

use crate::scripts::fixture::{BLUE, Fixture, RED};

const ACT: &str = "fn act(me) { me.add(\"times\", 1); }\n";

/// An ability with this price, which counts its uses.
fn priced(price: &str) -> Fixture {
    let head = "const ABILITY = \"try it\";\nconst COUNTER = \"times: player\";\n";
    Fixture::rule(&format!("{head}fn price(me) {{ {price} }}\n{ACT}"))
}

#[test]
fn a_price_is_that_of_the_position() {
    priced("`${me.counter(\"times\") + 1} ore`").plays(
        "given red has 4 ore\n\nred uses try it paying 1 ore\nred uses try it\n  red pays 2 ore\n\
         red uses try it\n  refused: red needs 3 ore, but has 1\nexpect red has 1 ore\n\
         expect red has counter times of 2\n",
    );
    priced("if me.hand.has(WOOD) { me.hand } else { me.hand - me.hand }").plays(
        "given red has 1 wood, 2 ore\n\nred uses try it\n  red pays 1 wood, 2 ore\n\
         red uses try it\nexpect red has 0 ore\n",
    );
}

#[test]
fn each_variant_deck_and_place_has_its_price() {
    let variants = "const ABILITY = \"try it\";\nconst VARIANTS = [\"one\", \"two\"];\n\
                    fn price(me, number) { `${number} ore` }\nfn act(me, number) { }\n";
    let deck = "const WAY = \"buy development\";\nconst USES = 2;\n\
                fn price(me, deck) { `${supply.cards_in(\"development\") - 23} wood` }\n";
    let place =
        "const WAY = \"build road\";\nfn price(me, place) { `${place.hexes.land.count} ore` }\n";
    Fixture::new(&[("v.rhai", variants), ("d.rhai", deck), ("p.rhai", place)]).plays(
        "given red has settlement at A1.n\ngiven red has 6 ore, 3 wood\n\nred uses try it: two\n  \
         red pays 2 ore\nred uses try it: one\n  red pays 1 ore\nred buys development by d\n  \
         red pays 2 wood\nred buys development by d\n  red pays 1 wood\n\
         red builds road at A1-ne by p\n  red pays 1 ore\nexpect red has 2 ore, 0 wood\n",
    );
}

#[test]
fn listed_and_checked_prices_are_the_same() {
    let place =
        "const WAY = \"build road\";\nfn price(me, place) { `${place.hexes.land.count} ore` }\n";
    let ore = crate::scripts::fixture::ORE;
    let game = Fixture::rule(place).game_with(&[(RED, ore, 1)]).game;
    let legal = game.legal_actions(RED).unwrap();
    let roads = legal.iter().filter(|it| matches!(it, Action::Build { .. })).count();
    assert!(roads < 3, "{legal:?}");
    for action in legal {
        assert!(game.reasons(RED, &action).unwrap().is_empty(), "{action:?}");
    }
}

#[test]
fn wrong_prices_are_mistakes_or_failures() {
    insta::assert_snapshot!(priced("3").wrong(), @"
    error: `price` returns a number, expected resource cards, or a string such as `2 wood, 1 ore`
     --> house/rule.rhai:7:16
      |
    7 | fn price(me) { 3 }
      |                ^
    ");
    let fails = |price: &str| {
        let result = priced(price).game_with(&[]).game.legal_actions(RED);
        result.unwrap_err().into_details().message
    };
    insta::assert_snapshot!(fails("`${2} any`"), @"`price` leaves a choice: `2 any`");
    insta::assert_snapshot!(fails("\"2 stones\""), @"no resource `stones`");
    insta::assert_snapshot!(fails("\"-1 ore\""), @"`-1 ore` is not a cost");
    let way = "const WAY = \"build road\";\nconst PRICE = \"1 ore\";\nfn price(me) { \"2 ore\" }\n";
    insta::assert_snapshot!(Fixture::rule(way).wrong(), @r#"
    error: the price is declared twice: by `PRICE` and by `price`
     --> house/rule.rhai:6:15
      |
    6 | const PRICE = "1 ore";
      |               ^^^^^^^
      |
      = help: remove one of them
    "#);
    let variants = "const ABILITY = \"try it\";\nconst VARIANTS = [\"one: 1 ore\"];\n\
                    fn price(me, number) { \"1 ore\" }\nfn act(me, number) { }\n";
    insta::assert_snapshot!(Fixture::rule(variants).wrong(), @r#"
    error: the price is declared twice: by `VARIANTS` and by `price`
     --> house/rule.rhai:6:20
      |
    6 | const VARIANTS = ["one: 1 ore"];
      |                    ^^^^^^^^^^
      |
      = help: write only the names of the variants
    "#);
    insta::assert_snapshot!(Fixture::rule("fn price(me) { \"2 ore\" }\n").wrong(), @r#"
    error: `price` needs `ABILITY` or `WAY`
     --> house/rule.rhai:5:1
      |
    5 | fn price(me) { "2 ore" }
      | ^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
    insta::assert_snapshot!(priced("me.take(ORE, 1); \"2 ore\"").wrong(), @r#"
    error: `take` changes the game or asks a player, but `price` may not
     --> house/rule.rhai:7:19
      |
    7 | fn price(me) { me.take(ORE, 1); "2 ore" }
      |                   ^^^^
      |
      = help: only effects may change the game or ask a player; pure hooks only read the game
    "#);
}

/// An ability with this variant, in a game with goods.
fn for_goods(variant: &str) -> Fixture {
    let rule = format!("const ABILITY = \"try it\";\nconst VARIANTS = [\"{variant}\"];\n");
    let rule = format!("{rule}fn act(me, variant) {{ }}\n");
    let fixture = Fixture::new(&[("rule.rhai", &rule)]);
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n";
    let goods = "[goods.seal]\ncount = 3\npoints = 1\n\n[goods.old_coin]\ncount = 9\n";
    fixture.write("house/pack.toml", &format!("{pack}{goods}"));
    fixture
}

#[test]
fn goods_are_paid_besides_cards() {
    for_goods("one: 1 seal, 1 ore, 2 old coin").plays(
        "given red has 3 ore, 3 seal, 4 old coin\nexpect red has 3 points\n\n\
         red uses try it: one\n  red pays 1 ore\n  red returns 1 seal\n\
         expect red has 2 ore, 2 seal, 2 old coin\nexpect red has 2 points\n\
         red uses try it: one\nred uses try it: one\n  refused: red needs 2 old coins\n\
         expect red may not use try it: one\n",
    );
    for_goods("one: 1 seal").plays(
        "given red has 1 seal\n\nred uses try it: one\nexpect red may not use try it: one\n",
    );
}

#[test]
fn wrong_goods_in_a_price_are_reported() {
    let wrong = |variant| {
        let text = for_goods(variant).wrong();
        text.lines().next().unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!(wrong("one: 2 coins"), @"error: no resource `coins`");
    insta::assert_snapshot!(wrong("one: 0 seal"), @"error: no resource `seal`");
    insta::assert_snapshot!(wrong("one: 1 seal, 1 seal"), @"error: no resource `seal`");
    insta::assert_snapshot!(wrong("one: 1 seal | 1 ore"), @"error: no resource `seal`");
    insta::assert_snapshot!(wrong("one: 300 seal"), @"error: no resource `seal`");
}

/// The options that red has but for their price, with this number of ore.
fn unaffordable(rule: &str, ore: usize) -> Vec<TurnOption> {
    let game = Fixture::rule(rule).game_with(&[(RED, crate::scripts::fixture::ORE, ore)]).game;
    game.player_view(Some(RED)).unaffordable().unwrap()
}

#[test]
fn an_option_is_unaffordable_if_only_its_price_is_in_the_way() {
    let try_it = TurnOption::Use(Ability(0), 0);
    let ability = format!("const ABILITY = \"try it\";\n{ACT}const COUNTER = \"times: player\";\n");
    let one_ore = format!("{ability}fn price(me) {{ \"1 ore\" }}\n");
    assert!(unaffordable(&one_ore, 0).contains(&try_it));
    assert!(!unaffordable(&one_ore, 1).contains(&try_it));
    let guarded = format!("{one_ore}fn usable(me) {{ false }}\n");
    assert!(!unaffordable(&guarded, 0).contains(&try_it));

    let has =
        |ore, is_it: &dyn Fn(&TurnOption) -> bool| unaffordable(&one_ore, ore).iter().any(is_it);
    assert!(has(3, &|it| matches!(it, TurnOption::Trade(_))));
    assert!(!has(4, &|it| matches!(it, TurnOption::Trade(_))));
    assert!(has(9, &|it| matches!(it, TurnOption::Buy(..))));
    // Red has a settlement, which may become a city, and beside it roads have places; but without
    // a road, there is no place for another settlement.
    let game = Fixture::rule(&one_ore).game_with(&[]).game;
    let options = game.player_view(Some(RED)).unaffordable().unwrap();
    let kinds = options.iter().filter_map(|it| match *it {
        TurnOption::Build(kind, _) => Some(game.rules().kind(kind).name.as_str()),
        _ => None,
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["road", "city"]);
    assert!(game.player_view(Some(BLUE)).unaffordable().unwrap().is_empty());

    // A rule is asked for the price of each place.
    let asked =
        "const WAY = \"build road\";\nfn price(me, place) { `${place.hexes.land.count} ore` }\n";
    let ways = |ore| {
        let options = unaffordable(asked, ore);
        options.iter().filter(|it| matches!(it, TurnOption::Build(_, 1))).count()
    };
    assert_eq!((ways(0), ways(3)), (1, 0));
}
