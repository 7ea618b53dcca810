//! Cards that stay in play and of which several copies are played in one turn: each copy counts
//! separately.

use crate::scripts::fixture::Fixture;

/// A deck with a limit of three played cards per turn.
const THREE: (&str, &str) = (
    "pack.toml",
    "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\nrank = \"house\"\n\n\
     [decks.development]\nplays = 3\n",
);

/// A card that yields one more ore each time, used once for each opponent.
const FAVOR: &str = r#"
const DECK = "development";
const COPIES = 3;
const LASTS = "turn";
const USES = 2;
const MARK = "asked: turn";
const COUNTER = "gained: turn";

private fn others(me) {
    me.opponents - me.marked("asked")
}

fn usable(me) {
    if others(me).is_empty {
        return "nobody is left";
    }
    true
}

fn act(me) {
    let other = me.choose_player("Whom?", others(me));
    me.mark("asked", other);
    me.add("gained", 1);
    me.take(ORE, me.counter("gained") + 10 * me.uses - 10);
    me.may("Go on?");
}
"#;

/// The position of these games.
const POSITION: &str = "given red holds 3 favor\ngiven red has settlement at E3.n\n";

/// Plays a game of three with three copies of a card in the first player's hand.
fn plays(given: &str, rule: &str, game: &str) {
    let fixture = Fixture::new(&[THREE, ("favor.rhai", rule)]);
    fixture.plays(&format!("{POSITION}{given}\nred rolls 1 1\nred plays favor\n{game}"));
}

#[test]
fn each_copy_has_its_own_uses_marks_and_counters() {
    plays(
        "",
        FAVOR,
        "\
red uses favor (copy 2)
  refused: red has played 1 favor this turn, so there is no favor (copy 2)
red plays favor
red uses favor
red chooses blue
red chooses no
expect red has 1 ore
expect red has counter gained of 1
expect red has counter gained (copy 2) of 0
expect red has marked blue as asked
expect red has marked nobody as asked (copy 2)
red plays favor
red uses favor (copy 3)
  refused: favor (copy 3) is in the same state as favor (copy 2): use the earlier copy
red uses favor (copy 2)
red chooses white
red chooses yes
expect red has 2 ore
expect red has marked white as asked (copy 2)
red uses favor (copy 3)
red chooses white
red chooses yes
expect red has 3 ore
red uses favor (copy 3)
  refused: favor (copy 3) is in the same state as favor (copy 2)
red uses favor (copy 2)
red chooses no
expect red has 15 ore
red uses favor (copy 2)
  refused: favor (copy 2) can be used only 2 times in a turn
red uses favor
red chooses no
red uses favor
red chooses no
expect red has counter gained (copy 3) of 2
red uses favor
  refused: favor can be used only 2 times in a turn
red ends turn
expect red has counter gained (copy 3) of 0
expect red has marked nobody as asked (copy 2)
",
    );
}

#[test]
fn the_first_copy_may_be_named_too() {
    plays(
        "given red has counter gained (copy 1) of 1",
        FAVOR,
        "\
expect red may use favor (copy 1)
red uses favor (Copy 1)
red chooses blue
red chooses no
expect red has counter gained (copy 1) of 2
expect red has counter gained of 2
expect red has marked blue as asked (copy 1)
red plays favor
red uses favor (copy 1)
red chooses no
expect red has counter gained of 3
",
    );
    let only_cards = "given red has settlement (copy 1) at C3.n\n";
    let wrong = Fixture::new(&[THREE, ("favor.rhai", FAVOR)]).fails(only_cards).unwrap();
    assert!(wrong.contains("no piece is called `settlement (copy 1)`"), "{wrong}");
}

#[test]
fn each_copy_has_its_own_prices_and_counts_what_it_brought() {
    let rule = r#"
const DECK = "development";
const COPIES = 3;
const LASTS = "turn";
const WAY = "build road";
const PRICES = ["1 ore", "2 ore"];
const COUNTER = "roads: turn";

fn usable(me) {
    me.counter("roads") == 0 || me.hand.of(ORE) > 3
}

fn on_used(me, place) {
    me.add("roads", 1);
}
"#;
    plays(
        "given red has 5 ore\n",
        rule,
        "\
red builds road at E3-ne by favor
red plays favor
red builds road at E3-e by favor paying 2 ore
red builds road at E3-se by favor
expect red has counter roads (copy 2) of 1
red builds road at E3-sw by favor (copy 2) paying 2 ore
  refused: A test cannot be used now
expect red has 1 ore
red plays favor
red builds road at E3-sw by favor (copy 3) paying 1 ore
expect red has counter roads (copy 3) of 1
expect red has 0 ore
",
    );
}

#[test]
fn what_a_card_hears_is_heard_for_each_copy() {
    let rule = r#"
const DECK = "development";
const COPIES = 3;
const LASTS = "turn";
const COUNTER = "roads: turn";

fn on_built(me, piece) {
    me.add("roads", 1);
    me.take(ORE, me.counter("roads"));
}

fn points(me, sum) {
    sum + 1
}
"#;
    plays(
        "given red has 3 wood, 3 brick\n",
        rule,
        "\
red builds road at E3-ne
expect red has 1 ore
red plays favor
red builds road at E3-e
expect red has 4 ore
expect red has counter roads of 2
expect red has counter roads (copy 2) of 1
expect red has 3 points
",
    );
}

#[test]
fn a_card_that_asks_for_its_uses_is_used_copy_by_copy() {
    let rule = r#"
const DECK = "development";
const COPIES = 3;
const LASTS = "turn";
const TRADE = "1 wood -> 1 any";
const USES = 2;

fn usable(me) {
    me.uses == 0 || me.hand.of(ORE) > 1
}
"#;
    plays(
        "given red has 9 wood\n",
        rule,
        "\
red trades 1 wood for 1 ore by favor
red trades 1 wood for 1 ore by favor
  refused: A test cannot be used now
red plays favor
red trades 1 wood for 1 ore by favor
red trades 1 wood for 1 sheep by favor (copy 2)
  refused: favor (copy 2) is in the same state as favor
red trades 1 wood for 1 sheep by favor
red trades 1 wood for 1 sheep by favor
red trades 1 wood for 1 sheep by favor
  refused: favor can be used only 2 times in a turn
expect red has 2 ore, 2 sheep
",
    );
}

#[test]
fn copies_that_only_add_up_are_no_choice() {
    let rule = r#"
const DECK = "development";
const COPIES = 3;
const LASTS = "turn";
const TRADE = "1 wood -> 1 any";
const USES = 1;
"#;
    plays(
        "given red has 3 wood\n",
        rule,
        "\
red plays favor
red plays favor
red trades 1 wood for 1 ore
red trades 1 wood for 1 ore
red trades 1 wood for 1 ore by favor
red trades 1 wood for 1 ore by favor
  refused: favor can be used only 3 times in a turn
expect red has 3 ore
",
    );
}

#[test]
fn what_single_copies_keep_is_not_shared() {
    let sharing = "const ABILITY = \"look\";\nconst SHARES = \"house/favor\";\nfn act(me) {}\n";
    let wrong = |manifest| {
        let files = [manifest, ("favor.rhai", FAVOR), ("look.rhai", sharing)];
        Fixture::new(&files).load().err().map(|wrong| wrong.to_string()).unwrap_or_default()
    };
    let said = wrong(THREE);
    assert!(said.contains("the `MARK` of `house/favor` cannot be shared"), "{said}");
    // If only one card may be played in a turn, copies are not tracked separately.
    let one = ("pack.toml", "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n");
    assert_eq!(wrong(one), "");
}

#[test]
fn a_card_of_which_too_many_may_be_played_is_refused() {
    let many = |copies: u8| {
        let plays = THREE.1.replace("plays = 3", &format!("plays = {copies}"));
        let card = FAVOR.replace("COPIES = 3", &format!("COPIES = {copies}"));
        let fixture = Fixture::new(&[("pack.toml", &plays), ("favor.rhai", &card)]);
        fixture.load().err().map(|wrong| wrong.to_string()).unwrap_or_default()
    };
    assert_eq!(many(7), "");
    let said = many(20);
    assert!(said.contains("need more than"), "{said}");
    assert!(said.contains("as many again for each additional copy of the card"), "{said}");
}
