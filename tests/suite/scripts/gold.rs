//! Hexes that yield cards of their owner's choice.

use crate::scripts::fixture::Fixture;

/// A house pack in which hexes of wood yield any card, with a rule for them and another one.
fn gold(on_owed: &str, other: &str) -> Fixture {
    let rule = format!("fn on_owed(me, count) {{ {on_owed} }}\n");
    let fixture = Fixture::new(&[("gold.rhai", &rule), ("other.rhai", other)])
        .request(|_, request| request.scenario = "catan_beginners".into());
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[terrain.wood]\nyields = \"any\"\n";
    fixture.write("house/pack.toml", pack);
    fixture
}

const PRODUCE: &str = "me.produce(`${count} any`);";

#[test]
fn what_players_choose_counts_as_produced() {
    let other = "fn on_production_roll(me, roll) { me.take(SHEEP, me.produced.total); }";
    gold(PRODUCE, other).plays(
        "given red has city at A3.n\n\nred rolls 4 5\nred chooses ore\n  red produces 1 ore\n\
         red chooses brick\n  red produces 1 brick\n  red takes 2 sheep\n\
         red ends turn\nblue rolls 1 1\nexpect red has 2 sheep\n",
    );
}

#[test]
fn rules_about_production_change_what_is_owed() {
    let other = "fn production(me, building, hex, amount) { if hex.number == 9 { amount - 1 } }";
    gold(PRODUCE, other).plays(
        "given red has city at A3.n\ngiven blue has settlement at A3.ne\n\nred rolls 4 5\n\
         red chooses ore\nred ends turn\nblue rolls 1 1\nexpect red has 1 ore\n",
    );
}

#[test]
fn rules_may_give_something_else_to_those_in_their_own_turns_too() {
    let body = "me.take(GRAIN, 2 * count);";
    gold(body, "fn on_rolled(me, roll) {}").plays(
        "given red has settlement at A3.n\ngiven white has city at C4.n\n\nred rolls 4 5\n\
         red ends turn\nblue rolls 1 2\nexpect red has 2 grain\nexpect white has 4 grain\n",
    );
}
