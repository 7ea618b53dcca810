//! What is shipped loads, and says what the rulings say.

use std::sync::Arc;

use newcatan::content::{Request, load};
use newcatan::rules::Rules;

/// The rules of a scenario that is fine.
fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn every_scenario_loads() {
    for scenario in ["catan", "catan_beginners", "desolation", "scenarios/catan.toml"] {
        assert_eq!(rules(scenario).seats, 3..=4);
    }
}
