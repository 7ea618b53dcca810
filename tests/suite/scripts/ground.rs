//! Land that becomes water, and water that becomes land.

use crate::scripts::fixture::Fixture;

/// A rule on the board of Desolation that does this on each roll.
fn ground(body: &str) -> Fixture {
    let rule = format!("fn on_production_roll(me, roll) {{ {body} }}\n");
    Fixture::rule(&rule).request(|_, request| request.scenario = "desolation".into())
}

const FLOOD: &str = "for hex in game.hexes.with_numbers([11]) { hex.set_terrain(\"sea\"); }";
const RISE: &str = "if roll == 2 { for hex in game.water.first(3) { hex.set_terrain(\"wood\"); hex.set_number(4); } }";

#[test]
fn ships_sail_where_land_was() {
    ground(FLOOD).plays(
        "given red has settlement at B4.s\ngiven red has ship at B4-ne\n\
         given red has 4 wood, 2 sheep, 2 brick, 1 grain\n\n\
         red rolls 1 1\n  B4 becomes sea\n  B4 loses its marker\n\
         red builds ship at B4-sw\nred builds road at B4-nw\n  refused: `B4-nw` is not next to land\n",
    );
}

#[test]
fn land_rises_from_the_sea() {
    ground(RISE).plays(
        "given red has settlement at B3.n\ngiven red has ship at B3-nw\n\
         given red has 2 wood, 2 brick, 1 sheep, 1 grain\n\n\
         red rolls 1 1\n  A1 becomes wood\n  A1 is marked 4\n  A2 becomes wood\n  A2 is marked 4\n  A3 becomes wood\n  A3 is marked 4\n\
         red builds road at A3-e\nred builds road at A3-ne\n\
         red ends turn\nblue rolls 1 2\nblue ends turn\nwhite rolls 2 2\n  red produces 2 wood\n\
         white ends turn\nred rolls 3 4\nred moves robber to A2\n\
         expect A1 is wood 4\n",
    );
}

#[test]
fn the_robber_stays_on_land() {
    ground(FLOOD).plays(
        "given red has 1 ore\n\nred rolls 1 1\nred ends turn\nblue rolls 3 4\n\
         blue moves robber to B4\n  refused: the robber cannot be placed at `B4`, only on a land hex\n\
         blue moves robber to B3\n",
    );
}

/// A board with three hidden hexes, and a rule that reveals those next to red's road.
fn hidden() -> Fixture {
    let rule = "const KIND = \"road\";
        fn on_built(me, piece) { for hex in piece.intersections.hexes.hidden { hex.reveal(); } }\n";
    let fixture = Fixture::rule(rule).request(|folder, request| {
        request.scenario = folder.join("mist.toml").display().to_string();
    });
    fixture.write(
        "house/pack.toml",
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
         [terrain.mist]\nsymbol = \"M\"\nhidden = true\n",
    );
    fixture.write(
        "mist.toml",
        "title = \"Mist\"\npacks = [\"catan\"]\nplayers = [2, 3]\n\n[board]\nrows = [\n  \
         \"   x  D  w4  \",\n  \" x  o5 g6 x \",\n]\n\n[board.pools.mist]\nsymbol = \"x\"\n\
         hidden = \"mist\"\nterrain = { ore = 1, brick = 1, desert = 1 }\nnumbers = [3, 9]\n",
    );
    fixture
}

const ROADS: &str =
    "given red has settlement at A2.s\ngiven red has 3 wood, 3 brick\n\nred rolls 1 1\n";

#[test]
fn what_is_revealed_is_no_longer_in_the_pool() {
    let roads = "red builds road at A2-sw drawing ore, 9\n  A1 becomes ore\n  A1 is marked 9\n";
    hidden().plays(&format!("{ROADS}{roads}red builds road at B2-nw drawing desert\n"));
    let wrong = hidden().fails(&format!("{ROADS}{roads}red builds road at B2-nw drawing ore\n"));
    assert!(wrong.expect("no ore is left").contains("is not left in the pool"));
    hidden().plays(&format!(
        "given hex A1 is ore 3\n{ROADS}red builds road at A2-sw\nred builds road at B2-nw drawing brick, 9\n"
    ));
    let wrong = hidden().fails("given hex A1 is wood 3\n\nred rolls 1 1\n");
    assert!(wrong.expect("no wood in the pool").contains("no wood is left in the pool of `A1`"));
}

#[test]
fn nothing_is_built_next_to_a_hidden_hex_alone() {
    hidden().plays(
        "given red has settlement at A2.s\ngiven red has road at B2-nw\ngiven red has 1 wood, 1 brick\n\n\
         expect A1 is mist\nred rolls 1 1\nred builds road at A1-sw\n  refused: `A1-sw` is not next to land\n",
    );
}
