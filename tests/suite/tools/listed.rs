//! `rules` lists the rules in force with those that they override, and the others with the reason.

use crate::fuzzing::play::setup::SCENARIOS;
use crate::support::{out, run_in};
use crate::tools::{folder, run};

const LENIENT: &str = "\
//! Lenient
//! Hands of nine cards are not halved.
//! Rulings: H-1.

const REPLACES = \"catan/monopoly\";
const DECK = \"development\";
const COPIES = 2;

fn act(me) {
    me.take(\"1 any\");
}

fn hand_limit(me, limit) {
    9
}
";

#[test]
fn a_rule_says_what_it_overrides() {
    let folder = folder(&[("lenient.rhai", LENIENT)]);
    let args = ["rules", "newcatan", "--with", "lenient.rhai", "--without", "catan/port_2_for_1"];
    let listed = run(folder.path(), &args);
    let (_, end) = listed.split_once("not in force\n").unwrap();
    let (left_out, _) = end.split_once("\nrules of catan").unwrap();
    insta::assert_snapshot!(left_out, @"
    catan/wood_port_2_for_1   left out as `catan/port_2_for_1`
    catan/sheep_port_2_for_1  left out as `catan/port_2_for_1`
    catan/grain_port_2_for_1  left out as `catan/port_2_for_1`
    catan/brick_port_2_for_1  left out as `catan/port_2_for_1`
    catan/ore_port_2_for_1    left out as `catan/port_2_for_1`
    catan/monopoly            house_rules/lenient replaces it
    catan/supply_4_for_1      newcatan/supply_3_plus_1 replaces it
    ");
    let (_, own) = end.split_once("\nrules of house_rules").unwrap();
    insta::assert_snapshot!(own, @"
    , rank house (house rules)
      house_rules/lenient  Lenient  lenient.rhai:5
          replaces catan/monopoly
          decides hand_limit last, after newcatan/immunity
    exit 0
    ");
    let (_, of_pack) = end.split_once("\nrules of newcatan").unwrap();
    let mut notes = of_pack.lines().filter(|line| line.starts_with("      "));
    insta::assert_snapshot!(notes.by_ref().take(5).collect::<Vec<_>>().join("\n"), @"
    another way to buy development
    another way to build road
    another way to build free_settlement
    another way to build settlement
    goes with newcatan/short_distance
    ");
}

#[test]
#[ignore = "takes a second"]
fn a_hundred_columns_are_enough() {
    let folder = folder(&[]);
    for scenario in SCENARIOS {
        for args in [&["rules", scenario][..], &["run", scenario, "--help-rules"]] {
            let listed = out(&run_in(folder.path(), args));
            let wide = listed.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{args:?}");
        }
    }
}
