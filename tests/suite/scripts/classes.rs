//! Classes of resources: what their cards take part in, and the words for them.

use crate::scripts::fixture::Fixture;

const MANIFEST: &str = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n";

/// A house pack with a class of coins that has these keys, and an ability.
fn coins(keys: &str, act: &str) -> Fixture {
    let fixture = Fixture::act(act);
    let class = "[resource_classes.coin]\nresources = [\"copper\", \"silver\"]";
    fixture.write("house/pack.toml", &format!("{MANIFEST}\n{class}\n{keys}\n"));
    fixture
}

/// The error of a pack with this declaration.
fn refused(declaration: &str) -> String {
    let fixture = Fixture::act("");
    fixture.write("house/pack.toml", &format!("{MANIFEST}{declaration}\n"));
    fixture.wrong()
}

#[test]
fn cards_of_a_class_are_like_all_others_by_default() {
    coins("", "").plays(
        "given blue has settlement at B2.n
given blue has 8 silver
given red has 4 copper, 1 ore
given white has settlement at B2.sw

red rolls 3 4
blue discards 4 silver
red moves robber to B2
red takes from blue
  red takes 1 silver from blue
red trades 4 copper for 1 silver
red offers 1 silver for 1 silver to blue
  refused: a trade cannot have 1 silver on both sides
red offers 1 ore for 2 silver to blue
blue accepts
red trades with blue",
    );
}

#[test]
fn a_class_can_be_left_out_of_discards_theft_offers_and_any() {
    let keys = "in_any = false\nin_offers = false\nin_discards = false\nin_theft = false";
    coins(keys, "me.take(\"1 any\");").plays(
        "given blue has settlement at B2.n
given blue has 7 silver, 8 ore
given white has settlement at B2.sw
given white has 9 silver
given red has 4 copper

red rolls 3 4
blue discards 3 ore, 1 silver
  refused: silver is not discarded
blue discards 4 ore
expect red may not take from white
red moves robber to B2
red takes from white
  refused: white has no cards
red takes from blue
  red takes 1 ore from blue
red trades 4 copper for 1 ore
  refused: it takes 4 of the same kind (no copper, no silver)
red offers 1 copper for 1 ore to blue
  refused: copper is not traded between players
red offers 1 ore for 1 silver to blue
  refused: silver is not traded between players
red uses try it
red chooses silver
  refused: that is not an answer
red chooses wood
  red takes 1 wood",
    );
}

#[test]
fn cards_beyond_the_limit_of_a_hand_return_to_the_supply() {
    coins("each = 9\nmost_in_hand = 3", "me.take(\"5 silver, 2 copper, 7 ore\");").plays(
        "given red has 2 silver, 2 copper
expect supply has 7 silver

red rolls 1 1
red uses try it
  red takes 5 silver, 2 copper, 7 ore
  red pays 1 copper, 4 silver
expect red has 3 silver
expect red has 3 copper
expect red has 7 ore
expect supply has 6 silver",
    );
}

#[test]
fn a_given_hand_keeps_the_limit() {
    let told = coins("most_in_hand = 3", "").fails("given red has 4 silver\n\nred rolls 1 1\n");
    insta::assert_snapshot!(told.unwrap(), @"
    error: red can have at most 3 silver
     --> a.game:4:1
      |
    4 | given red has 4 silver
      | ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: the class of the resource has `most_in_hand`
    ");
}

#[test]
fn cards_on_a_pile_do_not_count_for_the_limit_of_a_hand() {
    let pack = coins("each = 9\nmost_in_hand = 3", "me.take(ORE, 1);");
    let rule = "//! Purse\n//! Keeps coins.\n//! Rulings: H-1.\n\nconst PILE = \"purse\";\nfn on_turn(me) {}\n";
    pack.write("house/purse.rhai", rule);
    pack.plays(
        "given red has 2 silver, 5 purse silver\ngiven red has 1 silver\n\nred rolls 1 1\n\
         expect red has 3 silver, 5 purse silver\nexpect supply has 1 silver\n",
    );
    let told = pack.fails("given red has 2 silver, 8 purse silver\n\nred rolls 1 1\n");
    insta::assert_snapshot!(told.unwrap(), @"
    error: the supply has 7 silver, but the position needs 8 silver
     --> a.game:4:1
      |
    4 | given red has 2 silver, 8 purse silver
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: a position's cards come from the supply
    ");
}

#[test]
fn resources_without_a_class_have_the_short_words() {
    let act = "me.take(COIN.count, 0); me.take(ORE, RESOURCES.count);
        me.take(WOOD, me.hand.of(COIN)); me.take(GRAIN, if me.hand.has(COIN) { 1 } else { 0 });
        me.take(me.choose_resource(\"Which?\"), 1);";
    let act = act.replace("me.take(COIN.count, 0); ", "");
    coins("", &act).plays(
        "given red has 2 silver, 1 copper

red rolls 1 1
red uses try it
  red takes 5 ore
  red takes 3 wood
  red takes 1 grain
red chooses silver
  refused: that is not an answer
red chooses brick",
    );
}

#[test]
fn a_price_can_name_a_class() {
    let fixture = coins("", "");
    fixture.write(
        "house/cheap.rhai",
        "//! Cheap roads\n//! Two coins of a kind and a third one pay a road.\n//! Rulings: C-1.\n\n\
         const WAY = \"build road\";\nconst PRICE = \"2 same coin + 1 coin | 3 resource\";\n",
    );
    fixture.plays(
        "given red has settlement at C3.n
given red has 2 silver, 1 copper, 2 ore, 1 sheep

red rolls 1 1
red builds road at C3-nw by cheap paying 2 silver, 1 ore
  refused: it costs 2 of the same coin, 1 of any coin or 3 of any resource
red builds road at C3-nw by cheap paying 2 silver, 1 copper
red builds road at C3-ne by cheap paying 2 ore, 1 sheep",
    );
}

#[test]
fn a_class_is_declared_with_its_own_resources_and_numbers() {
    insta::assert_snapshot!(refused("[resource_classes.coin]\neach = 9"), @r#"
    error: the class `coin` has no resources
     --> house/pack.toml:4:19
      |
    4 | [resource_classes.coin]
      |                   ^^^^
      |
      = help: list them, as in `resources = ["paper"]`
    "#);
    insta::assert_snapshot!(refused("[resource_classes.coin]\nresources = [\"ore\"]"), @r#"
    error: `ore` is already a resource
     --> house/pack.toml:5:14
      |
    5 | resources = ["ore"]
      |              ^^^^^
      |
      = help: list only resources that nothing else declares
    "#);
    insta::assert_snapshot!(refused("[resource_classes.any]\nresources = [\"cent\"]"), @"
    error: `any` cannot be used as a name: it has another meaning in transcripts or prices
     --> house/pack.toml:4:19
      |
    4 | [resource_classes.any]
      |                   ^^^
      |
      = help: choose another name
    ");
    insta::assert_snapshot!(refused("[resource_classes.road]\nresources = [\"cent\"]"), @"
    error: `road` cannot name a class of resources
     --> house/pack.toml:4:19
      |
    4 | [resource_classes.road]
      |                   ^^^^
      |
      = help: choose another name: in rules, `ROAD` is already a kind of piece
    ");
    insta::assert_snapshot!(
        refused("[resource_classes.coin]\nresources = [\"cent\"]\nmost_in_hand = 200"), @"
    error: expected at most 127 cards of each resource
     --> house/pack.toml:6:16
      |
    6 | most_in_hand = 200
      |                ^^^
    "
    );
    let mixed = "[pieces.road]\nprice = \"1 any, 1 coin\"\n";
    insta::assert_snapshot!(
        refused(&format!("{mixed}[resource_classes.coin]\nresources = [\"cent\"]")), @r#"
    error: `any` and `coin` cannot be combined
     --> house/pack.toml:5:17
      |
    5 | price = "1 any, 1 coin"
      |                 ^^^^^^
      |
      = help: use one of these words for all cards that the player chooses
    "#
    );
}

/// Files write `_` between the words of a name, and games a space.
#[test]
fn the_words_of_a_resource_are_apart_in_games() {
    let manifest = "[resource_classes.hard_money]\nresources = [\"gold_coin\", \"old_silver\"]\n\n\
        [pieces.tent]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nprice = \"1 gold_coin\"\n";
    let body = "me.take(\"1 gold_coin\"); me.take(\"old_silver\", 1); me.take(GOLD_COIN, 1); \
        me.take(me.choose_resource(`Which, ${OLD_SILVER}?`, HARD_MONEY), 1);";
    let fixture = Fixture::act(body);
    fixture.write("house/pack.toml", &format!("{MANIFEST}\n{manifest}"));
    let family = "//! Bank\n//! Changes coins.\n//! Rulings: H-1.\n\nconst FOR_EACH = [\"gold coin\", \"old silver\"];\n\
        const ABILITY = \"change {each}\";\nfn act(me) { me.lose(EACH, 2); me.take(ORE, 1); }\n";
    fixture.write("house/bank.rhai", family);
    fixture.plays(
        "given red has 1 gold coin, 1 old silver\ngiven red has settlement at C3.n\n\nred rolls 1 1\n\
         red uses try it\n  red takes 1 gold coin\n  red takes 1 old silver\n  red takes 1 gold coin\n\
         red chooses gold coin\n  red takes 1 gold coin\nexpect red has 4 gold coin, 2 old silver\n\
         red uses change gold coin\n  red pays 2 gold coin\n  red takes 1 ore\nred trades 2 gold coin for 1 ore\n  refused: 2 gold coin are not accepted by supply 4 for 1: it takes 4 of the same kind\nred offers 1 gold coin for 1 old silver to blue\n\
         blue refuses\nexpect supply has 17 gold coin\n",
    );
    let wrong = fixture.fails("given red has 1 gold_coin\n\nred rolls 1 1\n").unwrap();
    insta::assert_snapshot!(wrong, @"
    error: no resource is called `gold_coin`
     --> a.game:4:17
      |
    4 | given red has 1 gold_coin
      |                 ^^^^^^^^^
      |
      = help: did you mean `gold coin`?
    ");
    let rule = |text: &str| {
        let fixture = Fixture::act(text);
        fixture.write("house/pack.toml", &format!("{MANIFEST}\n{manifest}"));
        fixture.wrong()
    };
    insta::assert_snapshot!(rule("me.take(\"gold_coins\", 1);"), @r#"
    error: there is no resource `gold_coins`
     --> house/ability.rhai:7:13
      |
    7 |     me.take("gold_coins", 1);
      |             ^^^^^^^^^^^^
      |
      = help: did you mean `gold_coin`?
    "#);
    insta::assert_snapshot!(rule("me.take(\"1 gold coin\");"), @r#"
    error: `1 gold coin` is not a cost
     --> house/ability.rhai:7:21
      |
    7 |     me.take("1 gold coin");
      |                     ^^^^
      |
      = help: write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`
    "#);
}
