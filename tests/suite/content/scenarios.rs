//! Mistakes in scenarios.

use newcatan::content::{Request, built_in_scenarios};

use crate::content::fixture::{Fixture, brief, shipped, spoiled};

#[test]
fn a_mistake_is_shown_at_its_place() {
    let fixture = Fixture::new();
    fixture.write("scene.toml", &shipped("catan").replace("sheep = 4", "shep = 4"));
    insta::assert_snapshot!(fixture.wrong(&fixture.request()), @r"
    error: no terrain `shep`
      --> scene.toml:17:23
       |
    17 | terrain = { wood = 4, shep = 4, grain = 4, brick = 3, ore = 3, desert = 1 }   # C-1
       |                       ^^^^
       |
       = help: did you mean `sheep`?
    ");
}

#[test]
fn mistakes_in_the_head() {
    insta::assert_snapshot!(spoiled("catan", &[
        ("title =", "titel ="),
        ("turn_limit = 1000", "turn_limit = 70000"),
        ("turn_limit = 1000", "turn_limit = 0"),
        ("title = \"Catan\"\n", ""),
        ("players = [3, 4]", "players = [3, 9]"),
        ("players = [3, 4]", "players = 3"),
        ("players = [3, 4]", "players = [3, 4]\nnames = { 5 = [\"a\"] }"),
        ("players = [3, 4]", "players = [3, 4]\nnames = { 3 = [\"ann\", \"ann\", \"Bob\"] }"),
        ("packs = [\"catan\"]", "packs = [\"catam\"]"),
        ("packs = [\"catan\"]", "packs = [\"catan\", \"catan\"]"),
        ("packs = [\"catan\"]", "packs = [\"seafarers\"]"),
        ("players = [3, 4]", "players = [3, 4]\nsettings = { goul = 3 }"),
        ("players = [3, 4]", "players = [3, 4]\nsettings = { goal = 99 }"),
        ("players = [3, 4]", "players = [3, 4]\nsettings = { \"catan.goal\" = \"ten\" }"),
    ]), @r#"
    3 titel >> unknown key `titel` (did you mean `title`?)
    7 70000 >> invalid value: integer `70000`, expected 0 to 65535
    7 0 >> `turn_limit` is 0, expected 1 or more
    1  >> the key `title` is missing
    6 [3, 9] >> `players` is 3 to 9, expected 2 to 6
    6 3 >> invalid type: integer `3`, expected a list of two elements
    7 5 >> `5` is not an allowed number of players: expected 3 to 4
    7 "ann" >> two players are called `ann` (choose another name)
    7 "Bob" >> `Bob` cannot be the name of a player (start with a lower-case letter, followed by letters, digits, `_` or `-`)
    5 "catam" >> no pack `catam` (did you mean `catan`?)
    5 "catan" >> the pack `catan` is listed twice
    rules/seafarers/pack.toml:9 "catan" >> `seafarers` requires `catan`, which is not in play (add it to the packs of the scenario)
    7 goul >> no setting `goul` (did you mean `goal`?)
    7 99 >> `catan.goal` is 99, expected 3 to 30 (points that win)
    7 "ten" >> `catan.goal` has to be a number (points that win)
    "#);
}

#[test]
fn mistakes_in_pools_and_conditions() {
    let pool = |keys: &str| format!("[board.pools.main]\n{keys}\n[board.numbers]");
    let condition = |keys: &str| format!("[board.conditions]\n{keys}\n[board.numbers]");
    let whole = "symbol = \"m\"\nterrain = { wood = 1 }\nnumbers = [3]";
    insta::assert_snapshot!(spoiled("catan", &[
        ("[board.numbers]", &pool(whole)),
        ("[board.numbers]", &pool(&whole.replace("\"m\"", "\"w\""))),
        ("[board.numbers]", &pool(&whole.replace("\"m\"", "\"m2\""))),
        ("[board.numbers]", &pool(&whole.replace("wood = 1", ""))),
        ("[board.numbers]", &pool(&whole.replace("wood", "wod"))),
        ("[board.numbers]", &pool(&whole.replace("symbol = \"m\"", ""))),
        ("[board.numbers]", &condition("apart = [6, 8]")),
        ("[board.numbers]", &condition("apart = [[6, 7]]")),
        ("[board.numbers]", &condition("never = [{ numbers = [6], on = [\"gold\"] }]")),
        ("[board.numbers]", &condition("never = [{ numbers = [6, 13], on = [\"ore\"] }]")),
        ("[board.numbers]", &condition("terrain_in = { wood = \"west\" }")),
        ("[board.numbers]", &condition("terrain_in = { wod = \"west\" }")),
        ("[board.numbers]", &condition("terrain_apart = [\"wod\"]")),
        ("[board.numbers]", &condition("together = \"goul\"")),
        ("[board.numbers]", &condition("together = true")),
        ("shuffled = true", "shuffled = true\n[board.markers]\nrobber = \"13\""),
    ]), @r#"
    19 main >> the map has 0 hexes `m`, but the pool has 1
    20 "w" >> `w` is already the symbol of the terrain `wood` (choose a letter that no terrain uses)
    19 main >> the map has 0 hexes `w`, but the pool has 1
    20 "m2" >> `m2` cannot be the symbol of a pool (choose a letter that no terrain uses)
    19 main >> the map has 0 hexes `m2`, but the pool has 1
    22 [3] >> `numbers` has 1 number markers, expected 0
    21 wod >> no terrain `wod` (did you mean `wood`?)
    19  >> the key `symbol` is missing (`[board.pools.main]` is incomplete: it also needs `symbol`)
    20 6 >> invalid type: integer `6`, expected a sequence
    20 7 >> no number marker shows 7 (expected a number from 2 to 12, except 7)
    20 "gold" >> no terrain or area `gold`
    20 13 >> no number marker shows 13 (expected a number from 2 to 12, except 7)
    20 "west" >> no area `west`
    20 wod >> no terrain `wod` (did you mean `wood`?)
    20 "wod" >> no terrain `wod` (did you mean `wood`?)
    20 "goul" >> no setting `goul` that is a number (did you mean `goal`?)
    20 true >> expected a number, or the name of a setting with a number
    28 "13" >> `13` is not a hex on this board: expected a row letter and a column, such as `A1`
    "#);
}

#[test]
fn mistakes_in_the_map() {
    insta::assert_snapshot!(spoiled("catan", &[
        ("\"    ? ? ?    \"", "\"    ? x ?    \""),
        ("\"    ? ? ?    \"", "\"    ? w7 ?    \""),
        ("\"    ? ? ?    \"", "\"    ? w13 ?    \""),
        ("\"    ? ? ?    \"", "\"    ? D4 ?    \""),
        ("\"    ? ? ?    \"", "\"    ? ?    \""),
        ("sheep = 4", "sheep = 3"),
        ("sheep = 4", "shep = 4"),
        ("ore = 3, desert = 1", "ore = 4"),
        ("[5, 2, 6,", "[7, 2, 6,"),
        ("[5, 2, 6,", "[2, 6,"),
        ("arrangement = \"spiral\"", "arrangement = \"spirale\""),
        ("[board.ports]", "[board.markers]\nrober = \"C3\"\n\n[board.ports]"),
        ("[board.ports]", "[board.markers]\nrobber = \"F3\"\n\n[board.ports]"),
        ("[board.ports]", "[board.areas]\nnorth = { rows = [\"F\"] }\n\n[board.ports]"),
        ("[board.ports]", "[board.areas]\nnorth = { hexes = [\"A1.n\"] }\n\n[board.ports]"),
    ]), @r#"
    11 x >> no terrain has the symbol `x` (cells are `w` wood, `s` sheep, `g` grain, `b` brick, `o` ore, `D` desert, `?` a hex from the pool, `=` half of a double-hex, `.` no hex)
    11 w7 >> `w7` has an invalid number marker (expected a number from 2 to 12, except 7, or 0 for none)
    11 w13 >> `w13` has an invalid number marker (expected a number from 2 to 12, except 7, or 0 for none)
    11 D4 >> `desert` produces nothing, so it cannot have a number marker (write `D` alone, or declare what `[terrain.desert]` yields, or `numbered = true`)
    10 [ >> rows 1 and 2 of a centered map have 2 and 4 cells, but their lengths must differ by exactly one
    10 [ >> the map has 19 open hexes, but the pool has 18 (each `?` takes a hex from `board.terrain`)
    17 shep >> no terrain `shep` (did you mean `sheep`?)
    20 [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11] >> `order` has 18 number markers, expected 19
    10 [ >> `robber` starts on `desert`, but no hex has this terrain (write `markers = { robber = "A1" }` under `[board]`)
    20 7 >> no number marker shows 7 (expected a number from 2 to 12, except 7)
    20 [2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11] >> `order` has 17 number markers, expected 18
    21 "spirale" >> unknown value `spirale` (did you mean `spiral`?)
    24 rober >> no marker `rober` (did you mean `robber`?)
    24 "F3" >> `F3` is not a hex on this board: the rows are A to E
    24 "F" >> no row `F`: the rows are A to E
    24 "A1.n" >> `A1.n` is not a hex
    "#);
}

#[test]
fn mistakes_on_other_maps() {
    insta::assert_snapshot!(spoiled("desolation", &[
        ("w4   g11", "w    g11"),
        ("D    o4", "w2   o4"),
        ("shift = \"odd\"\n", ""),
        ("\"new world\" =", "\"new\" ="),
    ]), @r#"
    15 [ >> 1 of the producing hexes has no number marker (write number markers in the cells, or list them in `board.numbers.order`)
    15 [ >> `robber` starts on `desert`, but no hex has this terrain (write `markers = { robber = "A1" }` under `[board]`)
    14 [ >> a `joined` map needs an even number of rows, and a `shift` of `odd` or `even`
    rules/desolation/awards/first_city.rhai:8 "city in new world" >> no area `new world` on this board (expected one of `home island`, `new`)
    rules/desolation/awards/two_settlements.rhai:8 "building in new world" >> no area `new world` on this board (expected one of `home island`, `new`)
    "#);
    insta::assert_snapshot!(
        spoiled("catan_beginners", &[("[board.ports]", "[board.numbers]\norder = [2]\n\n[board.ports]")]),
        @"24 [2] >> `order` has 1 number markers, expected 0"
    );
}

#[test]
fn limits_of_the_map() {
    let row = format!("\"{}\",\n", "~ ".repeat(20));
    insta::assert_snapshot!(spoiled("desolation", &[
        ("  \"~    ~    ~    ~    ~    ~    ~\",\n", &row.repeat(5)),
        ("[board.areas]", "[board.areas]\nnowhere = {}"),
        ("[board.areas]", "[board.markers]\nrobber = \"A1\"\n\n[board.areas]"),
        ("[board.areas]", "[board.terrain]\nsea = 1\n\n[board.areas]"),
        ("w4   g11", "?    g11"),
        ("\"I3-se\"]", "\"I3-se\", \"A1-e\", \"A1-e\", \"A1-e\", \"A1-e\", \"A1-e\", \"A1-e\", \"A1-e\", \"A1-e\"]"),
    ]), @r#"
    15 [ >> the map has 163 hexes, expected at most 128
    29 nowhere >> the area `nowhere` has no hexes and no places
    29 "A1" >> `robber` cannot be placed at `A1`
    15 [ >> the map has 0 open hexes, but the pool has 1 (each `?` takes a hex from `board.terrain`)
    15 [ >> the map has 1 open hexes, but the pool has 0 (each `?` takes a hex from `board.terrain`)
    34 ["any", "any", "any", "any", "wood", "sheep", "grain", "brick", "ore"] >> the ports have 17 places, but 9 kinds
    33 "A1-e" >> a board can have at most 16 ports
    "#);
    insta::assert_snapshot!(spoiled("catan_beginners", &[
        ("red = [", "red = [\"city C3.n\", \"city C3.ne\", \"city C3.se\", \"city C3.s\", \"city C3.sw\", "),
    ]), @"29 red >> red has 5 pieces of the kind `city`, expected at most 4");
}

#[test]
fn mistakes_at_ports() {
    insta::assert_snapshot!(spoiled("catan", &[
        ("\"A1-nw\"", "\"A1-n\""),
        ("\"A1-nw\"", "\"A1.nw\""),
        ("\"A1-nw\"", "\"A1-se\""),
        ("\"A1-nw\"", "\"A2-nw\""),
        ("\"A1-nw\", ", ""),
        ("\"wood\"", "\"wol\""),
    ]), @r#"
    24 "A1-n" >> `A1-n` is not a border: expected one of ne, e, se, sw, w, nw after `A1-`
    24 "A1.nw" >> `A1.nw` is not a border (a port is on a border, such as `A1-nw`)
    24 "A1-se" >> `A1-se` is not on the coast
    24 "A2-ne" >> the ports at `A2-ne` and `A2-nw` share an intersection
    25 ["any", "any", "any", "any", "wood", "sheep", "grain", "brick", "ore"] >> the ports have 8 places, but 9 kinds
    25 "wol" >> no port `wol` (did you mean `wood`?)
    "#);
}

#[test]
fn mistakes_in_the_start() {
    insta::assert_snapshot!(spoiled("catan_beginners", &[
        ("red = [\"set", "pink = [\"set"),
        ("\"settlement A1.se\"", "\"setlement A1.se\""),
        ("\"settlement A1.se\"", "\"settlement\""),
        ("\"settlement A1.se\"", "\"settlement A1-se\""),
        ("\"settlement A1.se\"", "\"settlement A9.n\""),
        ("\"settlement A1.se\"", "\"settlement D3.se\""),
    ]), @r#"
    29 pink >> no player is called `pink` (expected one of `white`, `orange`, `blue`, `red`)
    29 "setlement A1.se" >> no piece `setlement` (did you mean `settlement`?)
    29 "settlement" >> `settlement` does not name a place (write a piece and its place, such as `settlement B2.s` or `road B2-se`)
    29 "settlement A1-se" >> `settlement` cannot be placed at `A1-se` (write a piece and its place, such as `settlement B2.s` or `road B2-se`)
    29 "settlement A9.n" >> `A9` is not a hex on this board: row A has 3 hexes
    32 "settlement D3.se" >> red already has a piece there
    "#);
}

#[test]
fn a_scenario_that_is_like_none_gets_the_list_of_all() {
    let wrong = Fixture::new().wrong(&Request::scenario("nothing"));
    let [hint] = &wrong.0[0].hints[..] else { panic!("{wrong}") };
    let named: Vec<&str> = hint.strip_prefix("the scenarios are ").unwrap().split(", ").collect();
    let mut shipped = built_in_scenarios();
    shipped.sort();
    assert_eq!(named, shipped);
}

#[test]
fn mistakes_of_whoever_starts_a_game() {
    let fixture = Fixture::new();
    let catan = || Request::scenario("catan");
    let set = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let requests = [
        Request::scenario("catam"),
        Request::scenario("games/none.toml"),
        Request { set: set("gaol", "12"), ..catan() },
        Request { set: set("goal", "many"), ..catan() },
        Request { set: set("sole_claimant", "3"), ..catan() },
        Request { packs: Some(vec!["catan".into(), "seafares".into()]), ..catan() },
        Request { with: vec![fixture.path("none")], ..catan() },
    ];
    let said: Vec<String> = requests.iter().map(|request| brief(&fixture.wrong(request))).collect();
    insta::assert_snapshot!(said.join("\n"), @"
    :0  >> no scenario `catam`: there is no file `scenarios/catam.toml` (did you mean `catan`?)
    :0  >> no scenario `games/none.toml`: there is no file `games/none.toml`
    :0  >> no setting `gaol` (did you mean `goal`?)
    :0  >> `catan.goal` has to be a number (points that win)
    :0  >> `catan.sole_claimant` has to be `true` or `false` (if a resource runs short and only one player is owed any, that player takes what is left)
    :0  >> no pack `seafares` (did you mean `seafarers`?)
    :0  >> `none` contains no pack or rule file (a pack is a folder with a `pack.toml`; a single rule is a `.rhai` file)
    ");
}

#[test]
fn what_follows_from_a_mistake_is_not_told() {
    insta::assert_snapshot!(spoiled("catan", &[
        ("sheep = 4, grain = 4", "sheep = 4, gran = 4"),
        ("    ? ? ?    ", "    ? ? D6   "),
    ]), @"
    17 gran >> no terrain `gran` (did you mean `grain`?)
    11 D6 >> `desert` produces nothing, so it cannot have a number marker (write `D` alone, or declare what `[terrain.desert]` yields, or `numbered = true`)
    ");
}
