//! What pieces yield by the resource of the hex.

use crate::scripts::fixture::Fixture;

/// A pack whose cities yield cloth at pastures, and a rule.
fn pack(keys: &str, rule: &str) -> Fixture {
    let manifest = format!(
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[resource_classes.goods]\nresources = [\"cloth\", \"coin\"]\neach = 3\n\n{keys}"
    );
    Fixture::new(&[("pack.toml", &manifest), ("rule.rhai", rule)])
        .request(|_, request| request.scenario = "catan_beginners".into())
}

const CITY: &str = "[pieces.city.yields_for]\nsheep = \"1 sheep, 2 cloth\"\n";
const IDLE: &str = "const ABILITY = \"try it\";\nfn act(me) {}\n";

/// D4 is a pasture with a 5, E3 one with an 11.
#[test]
fn a_piece_yields_the_declared_cards_of_a_hex() {
    pack(CITY, IDLE).plays(
        "given red has city at D4.s\ngiven blue has settlement at D4.n\n\n\
         red rolls 2 3\n  red produces 1 sheep, 2 cloth\n  blue produces 1 sheep\n",
    );
}

/// A rule about production changes the number of cards, not their kinds.
#[test]
fn a_changed_number_is_made_up_of_the_own_resource_first() {
    let rule = |amount: i64| {
        format!(
            "fn production(me, building, hex, amount) {{ if building.kind == CITY {{ {amount} }} }}\n"
        )
    };
    for (amount, brought) in [
        (0, ""),
        (1, "  red produces 1 sheep\n"),
        (2, "  red produces 1 sheep, 1 cloth\n"),
        (3, "  red produces 1 sheep, 2 cloth\n"),
        (5, "  red produces 3 sheep, 2 cloth\n"),
    ] {
        let game = format!(
            "given red has city at D4.s\n\nred rolls 2 3\n{brought}expect red has {amount} cards\n"
        );
        pack(CITY, &rule(amount)).plays(&game);
    }
}

/// Two cities are owed four cloth, of which there are three: nobody gets cloth.
#[test]
fn a_shortage_concerns_one_resource() {
    pack(CITY, IDLE).plays(
        "given red has city at D4.s\ngiven blue has city at D4.n\n\n\
         red rolls 2 3\n  2 cloth withheld from red\n  2 cloth withheld from blue\n\
         \x20 red produces 1 sheep\n  blue produces 1 sheep\n",
    );
}

#[test]
fn the_production_of_one_piece_includes_all_its_cards() {
    let rule =
        "fn on_produced(me, cards) { me.take(ORE, me.pieces.of(CITY).only.produced.of(CLOTH)); }\n";
    pack(CITY, rule).plays(
        "given red has city at D4.s\n\nred rolls 2 3\nexpect red has 2 ore, 1 sheep, 2 cloth\n",
    );
}

/// There is one starting card for each hex; both of these are pastures.
#[test]
fn starting_cards_are_of_the_declared_kinds() {
    let settlement = "[pieces.settlement.yields_for]\nsheep = \"1 coin\"\n\n\
        [placement]\nrounds = [\"forward\"]\nplaced = [\"settlement\", \"route\"]\nyields = \"all\"\n";
    pack(settlement, IDLE).plays(
        "given placement\n\nred places settlement at D4.s\nexpect red has 2 coin, 0 sheep\n",
    );
}

#[test]
fn declared_cards_are_checked() {
    let wrong = |entry: &str| pack(&format!("[pieces.city.yields_for]\n{entry}\n"), IDLE).wrong();
    insta::assert_snapshot!(wrong("wol = \"1 cloth\""), @r#"
    error: no resource `wol`
      --> house/pack.toml:10:1
       |
    10 | wol = "1 cloth"
       | ^^^
       |
       = help: did you mean `wood`?
    "#);
    insta::assert_snapshot!(wrong("wood = \"1 cloth, 1 any\""), @r#"
    error: `1 cloth, 1 any` does not name the cards
      --> house/pack.toml:10:8
       |
    10 | wood = "1 cloth, 1 any"
       |        ^^^^^^^^^^^^^^^^
       |
       = help: write cards of named kinds, such as `1 wood, 1 paper`
    "#);
    insta::assert_snapshot!(wrong("wood = \"1 clot\""), @r#"
    error: no resource `clot`
      --> house/pack.toml:10:11
       |
    10 | wood = "1 clot"
       |           ^^^^
       |
       = help: did you mean `cloth`?
    "#);
    insta::assert_snapshot!(wrong("wood = \"1 cloth | 1 wood\""), @r#"
    error: `1 cloth | 1 wood` does not name the cards
      --> house/pack.toml:10:8
       |
    10 | wood = "1 cloth | 1 wood"
       |        ^^^^^^^^^^^^^^^^^^
       |
       = help: write cards of named kinds, such as `1 wood, 1 paper`
    "#);
}
