//! Awards whose merit a rule computes.

use newcatan::board::{Intersection, Place};
use newcatan::change::Change;
use newcatan::game::Start;
use newcatan::set::Id;
use newcatan::table::Award;

use crate::scripts::fixture::{BLUE, Fixture, RED};

#[test]
fn merit_decides_an_award() {
    let rule = "const AWARD = 1;\nconst MINIMUM = 2;\nfn merit(me) { me.played(\"soldier\") + me.buildings.count }\n";
    let mut play = Fixture::rule(rule).game();
    let award = play.game.rules().awards.iter().position(|award| award.name == "rule").unwrap();
    assert_eq!(play.game.table().awards()[Award::new(award)], None);
    let mut position = play.fixture.position();
    let kind = play.game.rules().kind_named("settlement").unwrap();
    for number in [20, 40] {
        let place = Place::Intersection(Intersection::new(number));
        position.put(Change::Built { player: BLUE, kind, place }).unwrap();
    }
    play.game = position.begin(Start::Act(RED)).unwrap();
    assert_eq!(play.game.table().awards()[Award::new(award)], Some(BLUE));
}

#[test]
fn an_award_follows_a_merit_that_depends_on_counters_and_hands() {
    let counted = "const COUNTER = \"fame: player\";\nconst AWARD = 1;\nconst MINIMUM = 1;
fn merit(me) { me.counter(\"fame\") }
fn on_production_roll(me, roll) { me.add(\"fame\", 1); }\n";
    Fixture::rule(counted).plays(
        "given red has 1 wood\n\nred rolls 1 1\n  rule goes to red\nexpect red has rule\nred ends turn\n\
         blue rolls 1 1\nexpect red has rule\n",
    );
    let held = "const AWARD = 1;\nconst MINIMUM = 2;\nfn merit(me) { me.hand.of(ORE) }\n";
    Fixture::rule(held).plays(
        "given red has 4 wood\ngiven blue has 2 wood, 4 brick\n\nred rolls 1 1\n\
         red trades 4 wood for 1 ore\nred ends turn\nblue rolls 1 1\n\
         blue trades 4 brick for 1 ore\nblue offers 2 wood for 1 ore to red\nred accepts\n\
         blue trades with red\n  rule goes to blue\nexpect blue has rule\n",
    );
}
