//! Games with a house rule, for rulings that no shipped rule can show.

use std::fs;

use crate::support;

/// Plays a game of the standard game with a pack of this rank that contains this one rule.
fn plays(rank: &str, rule: &str, game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("extra");
    fs::create_dir(&pack).unwrap();
    let manifest = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\n";
    fs::write(pack.join("pack.toml"), format!("{manifest}rank = \"{rank}\"\n")).unwrap();
    let header = "//! A test\n//! Tries something.\n//! Rulings: H-1.\n\n";
    fs::write(pack.join("rule.rhai"), format!("{header}{rule}")).unwrap();
    let mut request = support::shipped();
    request.with.push(pack);
    let text = format!("scenario newcatan\nplayers red, blue, white\n{game}");
    if let Err(wrong) = support::play(&text, "a.game", &request) {
        panic!("{wrong}");
    }
}

/// Removes the player's open-ended roads from the board.
const CLEAR: &str = r#"
const ABILITY = "clear";

fn act(me) {
    me.pieces.of(ROAD).open_ended.remove();
}
"#;

// covers: N-13a
#[test]
fn a_road_is_open_ended_where_nothing_of_its_owner_goes_on() {
    let game = "
given red has settlement at D4.n
given red has road at D4-ne
given red has free settlement at D4.ne
given red has road at E2-ne
given red has road at E3-nw
given red has road at E3-ne
given blue has settlement at E2.n
given blue has road at E3-e
given blue has road at E4-e

red uses clear
expect D4-ne is road of red
expect E2-ne is empty
expect E3-nw is road of red
expect E3-ne is empty
expect E3-e is road of blue
expect E4-e is road of blue
";
    plays("house", CLEAR, game);
}

// covers: N-13a
#[test]
fn the_middle_of_a_gap_is_an_end_like_any_other() {
    let game = "
given red has settlement at B4.n
given red has road at B4-ne.n
given blue has settlement at B4.ne
given blue has road at B4-ne.ne
given red has settlement at D6.ne
given red has road at D6-e.ne
given red has road at D6-e.se
given red has settlement at D6.se
given red has settlement at F4.se
given red has road at F4-se.se
given red has road at F4-se.s

red uses clear
expect B4-ne.n is empty
expect B4-ne.ne is road of blue
expect D6-e.ne is road of red
expect D6-e.se is road of red
expect F4-se.se is road of red
expect F4-se.s is empty
";
    plays("house", CLEAR, game);
}

// covers: N-13b
#[test]
fn pieces_and_the_infiltrator_occupy_alien_intersections() {
    let rule = r#"
const ABILITY = "name one";

fn act(me) {
    me.choose_place("Which?", game.alien_intersections.unoccupied);
}
"#;
    let game = "
given hex A2 is scientists
given hex B5 is diplomats
given red has settlement at B2.n
given blue has city at B3.n
given white has free settlement at B4.n
given infiltrator at C5.ne
given red has road at B3-ne
given robber at B4

red uses name one
red chooses B2.n
  refused: that is not an answer
red chooses B3.n
  refused: that is not an answer
red chooses B4.n
  refused: that is not an answer
red chooses C5.ne
  refused: that is not an answer
red chooses B3.ne
red uses name one
red chooses B4.ne
";
    plays("house", rule, game);
}

// covers: N-14
#[test]
fn a_place_is_in_the_sector_of_the_outpost_nearest_to_it() {
    let rule = r#"
const ABILITY = "name one";

fn act(me) {
    me.choose_hex("Which?", me.buildings.only.sectors.hexes);
}
"#;
    let game = "
given hex C1 is frontier area
given hex E6 is frontier area
given hex A2 is scientists
given hex B5 is diplomats
given red has settlement at B3.s
given blue has settlement at C2.nw
given white has settlement at C5.ne

red uses name one
red chooses B5
  refused: that is not an answer
red chooses E1
  refused: that is not an answer
red chooses A3
red ends turn
blue rolls 1 1
blue uses name one
blue chooses C1
  refused: that is not an answer
blue chooses B5
  refused: that is not an answer
blue chooses E1
blue uses name one
blue chooses A2
blue ends turn
white rolls 1 1
white uses name one
white chooses A3
  refused: that is not an answer
white chooses C6
";
    plays("house", rule, game);
}

// covers: N-20a
#[test]
fn a_limit_counts_for_each_player_by_itself() {
    let rule = r#"
const ABILITY = "leave";

fn act(me) {
    me.buildings.remove();
}
"#;
    let game = "
given hex A2 is diplomats
given points for sale at B2.ne
given red has access to points for sale
given red has 12 sheep
given blue has road at B2-e
given blue has 1 wood, 7 sheep, 1 grain, 1 brick

red uses points for sale: two points
red uses points for sale: two points
  refused: pairs bought already: 1 of 1
red uses leave
  red loses access to points for sale
red uses points for sale: one point
  refused: red has no building
expect red has 2 points
red ends turn
blue rolls 1 1
blue builds settlement at points for sale
blue ends turn
white rolls 1 1
white ends turn
red rolls 1 1
red ends turn
blue rolls 1 1
blue uses points for sale: two points
expect blue has 2 special point
";
    plays("house", rule, game);
}

/// On a 7, more than five cards are too many.
const FIVE: &str = "fn hand_limit(me, limit) {\n    5\n}\n";
/// Red has Immunity, and both players have six cards.
const SIX: &str = "
given hex A2 is diplomats
given immunity at B2.ne
given red has access to immunity
given red has 6 ore
given blue has 6 grain

red rolls 3 4
blue discards 3 grain
";

// covers: P-1
#[test]
fn of_two_rules_the_one_farther_from_the_original_game_counts() {
    for rank in ["module", "card", "house"] {
        plays(rank, FIVE, &format!("{SIX}red discards 3 ore\nred moves robber to D4\n"));
    }
    plays("original", FIVE, &format!("{SIX}red moves robber to D4\nexpect red has 6 ore\n"));
}

// covers: P-1
#[test]
fn a_house_rule_overrides_what_it_names_and_nothing_else() {
    let rule = r#"
const REPLACES = "newcatan/supply_3_plus_1";
const TRADE = "2 same -> 1 any";
"#;
    let game = "
given hex A2 is merchants
given ore 2 for 1 at B2.ne
given red has access to ore 2 for 1
given red has 5 wood, 1 ore

red trades 3 wood, 1 ore for 1 grain
  refused: are not accepted by
red trades 2 wood for 1 ore
red trades 2 ore for 1 sheep by ore 2 for 1
red trades 2 wood for 1 wood
  refused: another resource
expect red has 3 wood, 1 sheep, 0 ore
";
    plays("house", rule, game);
}

// covers: F-5
#[test]
fn an_event_of_a_seven_comes_after_discards_and_the_robber() {
    let rule = r#"
const EVENT = "frontier_area";
const ON_ROLL = 7;

fn on_production_roll(me, roll) {
    me.lose("1 any");
}
"#;
    let game = "
given hex C1 is frontier area
given rule at C1
given hex D2 is desert
given hex E2 is desert
given red has settlement at D2.nw affected by rule
given blue has settlement at E2.n
given red has 8 ore, 1 wood
given blue has 1 sheep

red rolls 3 4
red chooses ore
  refused: red has 4 cards to discard
red discards 4 ore
red chooses ore
  refused: move
red moves robber to E2
red takes from blue
red chooses sheep
  red pays 1 sheep
expect red has 4 ore, 1 wood, 0 sheep
";
    plays("house", rule, game);
}

// covers: C-18
#[test]
fn a_roll_goes_on_where_rules_leave_no_place_for_a_marker() {
    let rule = r#"
fn may_move_marker(me, marker, place) {
    "the robber rests in this game"
}
"#;
    let game = "
given red has settlement at D4.n
given blue has 8 wood

red rolls 3 4
blue discards 4 wood
expect red is in turn
expect red may end turn
red ends turn
blue rolls 3 4
expect blue may end turn
";
    plays("house", rule, game);
}
