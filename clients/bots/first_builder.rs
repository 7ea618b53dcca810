//! A bot that builds where the dice yield most, and trades for missing cards of its next building.
//! `cargo build --example first_builder` makes `target/debug/examples/first_builder`.
#![expect(clippy::print_stdout, reason = "the bot answers on stdout")]

use serde_json::{Value, json};

/// The preferred kinds of actions, in order.
const WISHES: [&str; 7] =
    ["build city", "build settlement", "trade", "play", "buy", "roll", "build road"];

/// The expected number of cards that an intersection yields in 36 rolls.
fn worth(rules: &Value, seen: &Value, place: &str) -> i64 {
    let hexes = rules["board"]["intersections"][place]["hexes"].as_array().into_iter().flatten();
    let number = |hex: &Value| seen["hexes"][hex.as_str()?]["number"].as_i64();
    hexes.filter_map(number).map(|number| 6 - (7 - number).abs()).sum()
}

/// The minimum number of missing cards for a building after a trade.
fn missing(rules: &Value, hand: &Value, trade: &Value) -> i64 {
    let of = |cards: &Value, kind: &str| cards[kind].as_i64().unwrap_or(0);
    let lacks: [i64; 2] = ["city", "settlement"].map(|piece| {
        let price = rules["pieces"][piece]["prices"][0]["cards"].as_object().into_iter().flatten();
        let lack = |(kind, count): (&String, &Value)| {
            let has = of(hand, kind) - of(&trade["give"], kind) + of(&trade["get"], kind);
            (count.as_i64().unwrap_or(0) - has).max(0)
        };
        price.map(lack).sum()
    });
    lacks[0].min(lacks[1])
}

/// The rank of an action; lower is better.
fn rank(rules: &Value, seen: &Value, hand: &Value, action: &Value) -> (usize, i64) {
    let deed = action["do"].as_str().unwrap_or_default();
    let is_idle = ["use", "answer", "pay_first"].contains(&deed)
        || deed == "trade" && missing(rules, hand, action) >= missing(rules, hand, &Value::Null);
    let name = action["piece"].as_str().map_or(deed.into(), |piece| format!("{deed} {piece}"));
    let wish = WISHES.iter().position(|wish| *wish == name).unwrap_or(WISHES.len());
    let place = action["place"].as_str().unwrap_or_default();
    (wish + 9 * usize::from(is_idle), -worth(rules, seen, place))
}

fn main() {
    let mut rules = Value::Null;
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let params = &message["params"];
        if message["method"] == "begin" {
            rules = params["rules"].clone();
        } else if let Some(actions) = params["actions"].as_array() {
            let seen = &params["observation"];
            let mut seats = seen["players"].as_array().into_iter().flatten();
            let own = seats.find(|seat| seat["name"] == seen["viewer"]).unwrap_or(seen);
            let ranked = |&number: &usize| rank(&rules, seen, &own["resources"], &actions[number]);
            let result = (0..actions.len()).min_by_key(ranked);
            println!("{}", json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
        }
    }
}
