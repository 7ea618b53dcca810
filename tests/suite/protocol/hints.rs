//! Hints for programs.

use serde_json::json;

use super::Session;

#[test]
fn a_hint_names_no_offer_that_was_made_this_turn() {
    let mut session = Session::new();
    let text = "scenario catan_beginners\nplayers red, blue, white\n\
        given red has 3 ore, 1 wood, 1 sheep\ngiven blue has 3 brick, 2 grain\n\
        given white has 2 brick, 2 grain\nred rolls 1 1\n";
    let game = session.valid("load", json!({ "transcript": text }))["game"].clone();
    let offered = |session: &mut Session| -> Vec<String> {
        let hints = session.valid("hint", json!({ "game": game, "positions": 1000 }));
        let lines = hints["actions"].as_array().unwrap().iter();
        let lines = lines.map(|hint| hint["action"]["line"].as_str().unwrap().to_owned());
        lines.filter(|line| line.starts_with("red offers ")).collect()
    };
    // Such an effort ends in the first trial, before there is anything to compare.
    let untried = session.valid("hint", json!({ "game": game, "positions": 10 }));
    assert!(untried["actions"][0]["value"].is_null(), "{untried}");
    let mut made = Vec::new();
    while let Some(offer) = offered(&mut session).first() {
        assert!(!made.contains(offer), "{offer} again");
        made.push(offer.clone());
        for line in [offer, "blue refuses", "white refuses"] {
            session.valid("play", json!({ "game": game, "line": line }));
        }
    }
    assert_eq!(made.len(), 3, "{made:?}");
    // An offer that is undone was not made, and a turn has its own offers.
    session.valid("undo", json!({ "game": game, "lines": 3 }));
    assert_eq!(offered(&mut session).first(), made.last());
    for line in ["red ends turn", "blue rolls 1 1", "blue ends turn", "white rolls 1 1"] {
        session.valid("play", json!({ "game": game, "line": line }));
    }
    for line in ["white ends turn", "red rolls 1 1"] {
        session.valid("play", json!({ "game": game, "line": line }));
    }
    assert_eq!(offered(&mut session).first(), made.first());
}
