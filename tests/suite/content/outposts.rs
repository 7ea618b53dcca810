//! Mistakes in double-hexes, gaps and tokens, in declarations of outposts, and in benefits.

use newcatan::content::load;

use crate::content::fixture::{Fixture, brief, shipped, spoiled};

/// The head of the pack `extra` in these tests.
const HEAD: &str = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nrank = \"house\"\n";
/// A valid header.
const HEADER: &str = "//! Title\n//! A sentence.\n//! Rulings: H-1.\n";

/// The standard game with an additional pack.
fn fixture(manifest: &str, rules: &[(&str, &str)]) -> Fixture {
    let fixture = Fixture::new();
    let packs = "packs = [\"catan\", \"newcatan\", \"extra\"]";
    let text = shipped("newcatan").replace("packs = [\"catan\", \"newcatan\"]", packs);
    fixture.write("scene.toml", &text);
    fixture.write("rules/extra/pack.toml", &format!("{HEAD}{manifest}\n"));
    for (name, text) in rules {
        fixture.write(&format!("rules/extra/{name}.rhai"), &format!("{HEADER}{text}\n"));
    }
    fixture
}

/// The diagnostics of each of these manifests.
fn manifests(texts: &[&str]) -> String {
    let said: Vec<String> = texts.iter().map(|text| fixture(text, &[]).brief()).collect();
    said.join("\n").replace("rules/extra/pack.toml:", "")
}

/// The diagnostics of each of these rules.
fn benefits(texts: &[&str]) -> String {
    let said: Vec<String> =
        texts.iter().map(|text| fixture("", &[("rule", text)]).brief()).collect();
    said.join("\n").replace("rules/extra/rule.rhai:", "")
}

#[test]
fn mistakes_in_double_hexes() {
    insta::assert_snapshot!(spoiled("newcatan", &[
        ("\"A2 A3\"", "\"A2\""),
        ("\"A2 A3\"", "\"A2 A4\""),
        ("\"A2 A3\"", "\"A2 B2\""),
        ("\"A2 A3\"", "\"A2 A2\""),
        ("\"A2 A3\"", "\"A2 B5\""),
        ("\"A2 A3\"", "\"A2.n A3\""),
        ("\"A2 A3\", \"B5 C6\"", "\"B5 C6\", \"A2 A3\""),
        ("\"A2 A3\"", "\"A3 A2\""),
        ("\"A2 A3\", ", ""),
        ("\"merchants\", ", ""),
        ("\"merchants\"", "\"merchant\""),
        ("\"merchants\"", "\"desert\""),
        ("[board.double_hexes]", "[board.double_hex]"),
        ("\"   .  =", "\"   =  ="),
        ("\"   .  =", "\"   .  Me"),
        ("desert = 1", "merchants = 1"),
        ("opposite = [\"frontier_area\"]", "opposite = [\"merchants\"]"),
        ("opposite = [\"frontier_area\"]", "opposite = [\"frontier\"]"),
        ("opposite = [\"frontier_area\"]", "opposite = [\"frontier_area\", \"frontier_area\"]"),
        ("\"diplomats\", \"frontier_area\", \"f", "\"frontier_area\", \"frontier_area\", \"f"),
        ("shuffled = true", "shuffled = false"),
    ]), @r#"
    27 "A2" >> `A2` is not a double-hex (write two adjacent hexes in clockwise order, such as `A2 A3`)
    27 A4 >> `A4` is not a hex on this board: row A has 2 hexes
    27 B2 >> `B2` is not a cell of a double-hex (the map shows the cells of double-hexes as `=`)
    27 A2 >> `A2` already belongs to a double-hex
    27 "A2 B5" >> `A2 B5` is not a double-hex (write two adjacent hexes in clockwise order, such as `A2 A3`)
    27 B5 >> `B5` already belongs to a double-hex
    27 A2.n >> `A2.n` is not a hex
    27 "B5 C6" >> the double-hexes, or the two hexes of a double-hex, are not in clockwise order (start anywhere, and go around the land once: `A2 A3`, then `B5 C6`, and so on)
    27 "A3 A2" >> the double-hexes, or the two hexes of a double-hex, are not in clockwise order (start anywhere, and go around the land once: `A2 A3`, then `B5 C6`, and so on)
    11 = >> `A2` does not belong to any double-hex (add it to `places` in `[board.double_hexes]`)
    28 ["green_folk", "merchants", "scientists", "diplomats", "frontier_area", "frontier_area"] >> the double-hexes have 5 places, but 6 kinds
    28 ["green_folk", "scientists", "diplomats", "frontier_area", "frontier_area"] >> the double-hexes have 6 places, but 5 kinds
    28 "merchant" >> `merchant` cannot be shown by a double-hex (did you mean `merchants`?)
    28 "desert" >> `desert` cannot be shown by a double-hex (expected one of `green_folk`, `merchants`, `scientists`, `diplomats`, `frontier_area`)
    26 double_hex >> unknown key `double_hex` (did you mean `double_hexes`?)
    20 "B2-nw" >> `B2-nw` is not between double-hexes (a gap is a border on the coast where one double-hex ends and another begins)
    11 = >> `A1` does not belong to any double-hex (add it to `places` in `[board.double_hexes]`)
    11 Me >> `merchants` is shown by a double-hex, not by a cell (draw `=`, and add the outpost to `kinds` in `[board.double_hexes]`)
    19 merchants >> `merchants` is shown by a double-hex, not by a hex of the pool (add it to `kinds` in `[board.double_hexes]`)
    29 "merchants" >> a kind in `opposite` must be listed exactly twice in `kinds`, but `merchants` is listed once
    29 "frontier" >> `frontier` cannot be shown by a double-hex (expected one of `green_folk`, `merchants`, `scientists`, `diplomats`, `frontier_area`)
    29 "frontier_area" >> `frontier_area` is listed twice
    29 "frontier_area" >> a kind in `opposite` must be listed exactly twice in `kinds`, but `frontier_area` is listed 3 times
    28 ["green_folk", "merchants", "scientists", "diplomats", "frontier_area", "frontier_area"] >> the two `frontier_area` double-hexes are not opposite each other (the places go clockwise around the land: of six, the first and the fourth are opposite)
    "#);
}

#[test]
fn double_hexes_need_a_word_about_them() {
    let fixture = Fixture::new();
    let text = shipped("newcatan");
    let start = text.find("[board.double_hexes]").unwrap();
    fixture.write("scene.toml", &text[..start]);
    let without = fixture.brief();
    let empty = "[board.double_hexes]\nplaces = []\nkinds = []\n";
    fixture.write("scene.toml", &format!("{}{empty}", &text[..start]));
    insta::assert_snapshot!(format!("{without}\n{}", fixture.brief()), @"
    scene.toml:11 = >> the map has `=` cells, but nothing declares what they show (write `[board.double_hexes]` with `places` and `kinds`)
    scene.toml:11 = >> `A2` does not belong to any double-hex (add it to `places` in `[board.double_hexes]`)
    ");
}

#[test]
fn fixed_double_hexes_of_one_kind_may_stand_opposite() {
    let fixture = Fixture::new();
    let fixed = "\"frontier_area\", \"green_folk\", \"merchants\", \"frontier_area\", \"scientists\", \"diplomats\"";
    let drawn = "\"green_folk\", \"merchants\", \"scientists\", \"diplomats\", \"frontier_area\", \"frontier_area\"";
    let text = shipped("newcatan").replace("shuffled = true", "shuffled = false");
    fixture.write("scene.toml", &text.replace(drawn, fixed));
    assert!(load(&fixture.request()).is_ok());
}

#[test]
fn mistakes_in_gaps() {
    insta::assert_snapshot!(spoiled("newcatan", &[
        ("\"B4-ne\"", "\"B4.ne\""),
        ("\"B4-ne\"", "\"B4\""),
        ("\"B4-ne\"", "\"B4-n\""),
        ("\"B4-ne\"", "\"B4-ne.n\""),
        ("\"B4-ne\"", "\"B2-nw\""),
        ("\"B4-ne\"", "\"A2-ne\""),
        ("\"B4-ne\"", "\"C3-e\""),
        ("\"B4-ne\"", "\"B2-e\""),
        ("\"B4-ne\"", "\"C2-nw\""),
        ("\"B4-ne\"", "\"Q4-ne\""),
    ]), @r#"
    20 "B4.ne" >> `B4.ne` is not a border (a gap is a border, such as `B2-nw`)
    20 "B4" >> `B4` is not a border (a gap is a border, such as `B2-nw`)
    20 "B4-n" >> `B4-n` is not a border: expected one of ne, e, se, sw, w, nw after `B4-`
    20 "B4-ne.n" >> `B4-ne.n` is not a border: only a gap has halves
    20 "B2-nw" >> `B2-nw` is already a gap
    20 "A2-ne" >> `A2-ne` is not next to land
    20 "C3-e" >> `C3-e` is not between double-hexes (a gap is a border on the coast where one double-hex ends and another begins)
    20 "B2-e" >> `B2-e` is not between double-hexes (a gap is a border on the coast where one double-hex ends and another begins)
    20 "C2-nw" >> `C2-nw` is not between double-hexes (a gap is a border on the coast where one double-hex ends and another begins)
    20 "Q4-ne" >> `Q4` is not a hex on this board: the rows are A to G
    "#);
}

#[test]
fn mistakes_in_tokens() {
    let tokens = |list: &str| {
        let fixture = Fixture::new();
        fixture.write("scene.toml", &format!("{}\n[board.tokens]\n{list}\n", shipped("newcatan")));
        fixture.brief().replace("scene.toml:", "")
    };
    let said = [
        tokens("scientists = [\"free rods\"]"),
        tokens("scientists = [\"immunity\"]"),
        tokens("scientists = [\"free_roads\", \"free_roads\"]"),
        tokens("scientist = [\"free_roads\"]"),
        tokens("frontier_area = [\"free_roads\"]"),
        tokens("desert = []"),
    ];
    insta::assert_snapshot!(said.join("\n"), @r#"
    33 "free rods" >> no benefit `free rods` at this outpost (did you mean `free_roads`?)
    33 "immunity" >> `immunity` is a benefit of the diplomats, not of the scientists
    33 "free_roads" >> `free_roads` is listed twice
    33 scientist >> `scientist` cannot be shown by a double-hex (did you mean `scientists`?)
    33 frontier_area >> `frontier_area` cannot be shown by a double-hex (expected one of `green_folk`, `merchants`, `scientists`, `diplomats`)
    33 desert >> `desert` cannot be shown by a double-hex (expected one of `green_folk`, `merchants`, `scientists`, `diplomats`)
    "#);
}

#[test]
fn an_outpost_has_five_tokens() {
    let sixth = "const OUTPOST = \"scientists\";\nconst TRADE = \"1 ore -> 1 any\";";
    let fixture = fixture("", &[("sixth", sixth)]);
    let text = std::fs::read_to_string(fixture.path("scene.toml")).unwrap();
    let all = "\"free_roads\", \"free_development\", \"free_settlements\", \"short_distance\", \"anti_pirate\"";
    fixture
        .write("scene.toml", &format!("{text}\n[board.tokens]\nscientists = [{all}, \"sixth\"]\n"));
    insta::assert_snapshot!(fixture.brief(), @r#"scene.toml:33 "sixth" >> 6 tokens are listed for `scientists`, which has room for 5"#);
    let four = all.replace("\"anti_pirate\"", "\"sixth\"");
    fixture.write("scene.toml", &format!("{text}\n[board.tokens]\nscientists = [{four}]\n"));
    assert!(load(&fixture.request()).is_ok());
}

#[test]
fn an_outpost_has_no_fewer_than_five_benefits() {
    let calm = |more: &str| {
        let hook = "fn hand_limit(me, limit) { 20 }";
        let rule = format!("const REPLACES = \"newcatan/immunity\";\n{more}\n{hook}");
        fixture("", &[("calm", &rule)])
    };
    insta::assert_snapshot!(calm("").brief(), @r#"scene.toml:28 "diplomats" >> `diplomats` has only 4 of 5 benefits (write another rule with `OUTPOST = "diplomats"`)"#);
    let rules = load(&calm("const OUTPOST = \"diplomats\";").request());
    assert_eq!(rules.map(|rules| rules.tokens.len()), Ok(20));
}

#[test]
fn tokens_lie_only_at_outposts_of_the_board() {
    let fixture = Fixture::new();
    let text = shipped("newcatan").replace("\"merchants\", ", "\"diplomats\", ");
    fixture
        .write("scene.toml", &format!("{text}\n[board.tokens]\nmerchants = [\"wood_2_for_1\"]\n"));
    insta::assert_snapshot!(fixture.brief(), @"scene.toml:33 merchants >> the board has no outpost `merchants`");
}

#[test]
fn markers_at_tokens_start_outside() {
    insta::assert_snapshot!(spoiled("newcatan", &[
        ("[board.numbers]", "[board.markers]\ninfiltrator = \"C3\"\n\n[board.numbers]"),
        ("[board.numbers]", "[board.markers]\nrobber = \"A2\"\n\n[board.numbers]"),
    ]), @r#"
    23 "C3" >> `infiltrator` cannot be placed at `C3`
    23 "A2" >> `robber` cannot be placed at `A2`
    "#);
}

/// Rules of outposts have no effect on a board without any.
#[test]
fn a_board_without_outposts_is_no_mistake() {
    let fixture = Fixture::new();
    let packs = "packs = [\"catan\", \"newcatan\"]";
    fixture.write("scene.toml", &shipped("catan").replace("packs = [\"catan\"]", packs));
    let rules = load(&fixture.request()).unwrap_or_else(|wrong| panic!("{}", brief(&wrong)));
    assert_eq!(rules.tokens.len(), 20);
    assert!(rules.setup.double_hexes.places.is_empty());
}

#[test]
fn mistakes_in_declarations() {
    insta::assert_snapshot!(manifests(&[
        "[terrain.nomads]\nsymbol = \"=\"",
        "[terrain.nomads]\nsymbol = \"N\"\noutpost = true",
        "[groups.priates]\nmove_removes_others = true",
        "[groups.pirates]\nmove_remove_others = true",
        "[markers.spy]\non = \"tokens\"",
        "[markers.spy]\non = \"token\"\nstarts = \"desert\"",
        "[markers.spy]\non = \"token\"\nbars = [\"setlement\"]",
        "[decks.feats]\nstacks = [\"brave\", \"development\"]",
        "[goods.medal]\npoints = 1",
        "[goods.medal]\ncount = 300",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"free_settlement\"",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"road\"",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nreplaces = [\"road\"]",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"tower\"",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"building\"",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"twoer\"",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nsupply_of = \"city\"\nper_player = 4",
        "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 4\nconverts = [\"road\"]",
        "[pieces.road]\nconverts = [\"settlement\"]",
        "[pieces.city]\nconverts = [\"free_setlement\"]",
    ]), @r#"
    6 "=" >> `=` cannot be the symbol of a terrain (choose a letter that no other terrain uses)
    5 nomads >> `nomads` is an outpost, so it cannot be land (write `land = false`)
    5 priates >> no marker belongs to the group `priates` (did you mean `pirates`?)
    6 move_remove_others >> unknown key `move_remove_others` (did you mean `move_removes_others`?)
    6 "tokens" >> unknown value `tokens` (did you mean `token`?)
    5 spy >> `spy` is placed at tokens, so it cannot start on a terrain (write `starts = "outside"`)
    7 "setlement" >> no piece `setlement` (did you mean `settlement`?)
    5 feats >> `development` is the name of two decks or stacks
    5 medal >> `medal` has no `count`
    6 300 >> invalid value: integer `300`, expected 0 to 255
    8 "free_settlement" >> `free_settlement` has no supply of its own (name the piece whose supply it shares)
    8 "road" >> `tower` and `road` are not placed on the same kind of place, so they cannot share a supply
    9 "road" >> `tower` cannot take the place of `road` (only pieces on intersections can take each other's place)
    8 "tower" >> `tower` cannot share its own supply
    8 "building" >> `building` is not a single kind of piece
    8 "twoer" >> no piece `twoer` (did you mean `tower`?)
    9 4 >> `tower` shares a supply, so it cannot have `per_player` (write either `per_player` or `supply_of`)
    9 "road" >> `tower` cannot take the place of `road` (only pieces on intersections can take each other's place)
    6 "settlement" >> `road` cannot take the place of `settlement` (only pieces on intersections can take each other's place)
    6 "free_setlement" >> no piece `free_setlement` (did you mean `free settlement`?)
    "#);
}

#[test]
fn benefits_that_make_no_sense() {
    insta::assert_snapshot!(benefits(&[
        "const OUTPOST = \"merchant\";\nconst TRADE = \"1 any -> 1 any\";",
        "const OUTPOST = \"desert\";\nconst TRADE = \"1 any -> 1 any\";",
        "const OUTPOST = \"merchants\";",
        "const OUTPOST = \"merchants\";\nconst ROUND_BASED = true;",
        "const OUTPOST = \"merchants\";\nfn usable(me) { true }",
        "const OUTPOST = \"merchants\";\nconst DECK = \"development\";\nconst COPIES = 1;\nconst POINTS = 1;",
        "const OUTPOST = \"merchants\";\nconst AWARD = 1;\nconst MINIMUM = 1;\nconst MOST = \"city\";",
        "const OUTPOST = \"merchants\";\nconst ON_ROLL = 2;\nconst PRODUCES = false;",
        "const ROUND_BASED = true;\nfn on_turn(me) {}",
    ]), @r#"
    4 "merchant" >> no outpost `merchant` (did you mean `merchants`?)
    4 "desert" >> no outpost `desert` (expected one of `green_folk`, `merchants`, `scientists`, `diplomats`)
    0  >> the rule does nothing: it has neither a hook nor a fact with an effect
    0  >> the rule does nothing: it has neither a hook nor a fact with an effect
    5 fn usable(me) { true } >> `usable` needs `DECK`, `ABILITY`, `TRADE` or `WAY`
    4 "merchants" >> `DECK` and `OUTPOST` cannot be combined (a rule can be owned in only one way)
    5 1 >> `OUTPOST` and `AWARD` cannot be combined (a rule that only some players own needs a hook, `TRADE` or `WAY`)
    6 false >> `OUTPOST` and `PRODUCES` cannot be combined (a rule that only some players own needs a hook, `TRADE` or `WAY`)
    4 true >> `ROUND_BASED` needs `OUTPOST` (OUTPOST: The outpost of this benefit's token. The rule belongs to the players with access to the token.)
    "#);
}

#[test]
fn facts_of_benefits_that_are_wrong() {
    insta::assert_snapshot!(benefits(&[
        "const VARIANTS = [\"one: 1 ore\"];\nfn on_turn(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [];\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"two 2 ore\"];\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"two: 2 oar\"];\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"two: ore\"];\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"2 Two: 2 ore\"];\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"one: 2 ore\"];\nfn act(me) {}",
        "const OUTPOST = \"merchants\";\nfn act(me, what) {}",
        "const ABILITY = \"dance\";\nfn usable(me, what) { true }\nfn act(me) {}",
        "const DECK = \"development\";\nconst COPIES = 1;\nfn act(me) {}\nfn usable(me, what) { true }",
        "const TRADE = \"1 any -> 1 any\";\nfn usable(me, what) { true }",
        "const DEFAULT = \"accpet\";\nfn on_produced(me, hand) {}",
        "const DEFAULT = \"accept\";\nconst TRADE = \"1 any -> 1 any\";",
        "const RELAXES = \"distance\";\nfn on_turn(me) {}",
        "const WAY = \"build settlement\";\nconst PRICE = \"1 ore\";\nconst RELAXES = \"cost\";",
        "const WAY = \"build road\";\nconst PRICE = \"1 ore\";\nconst RELAXES = \"distance\";",
        "const WAY = \"build city\";\nconst PRICE = \"1 ore\";\nconst RELAXES = \"distance\";",
        "const WAY = \"buy development\";\nconst PRICE = \"1 ore\";\nconst RELAXES = \"distance\";",
        "const ONCE_PER = \"turn\";\nfn on_turn(me) {}",
        "const WAY = \"build road\";\nconst PRICE = \"1 ore\";\nconst ONCE_PER = \"round\";",
        "const MARK = \"forced\";\nfn on_turn(me) {}",
        "const MARK = \"forced: round\";\nfn on_turn(me) {}",
        "const KIND = \"settlement\";\nfn on_turn(me) {}",
        "const KIND = \"setlement\";\nfn on_built(me, piece) {}",
        "fn on_turn() {}",
        "fn on_turn(me, roll) {}",
        "fn may_build(me, kind, place, more) {}",
    ]), @r#"
    4 [ >> `VARIANTS` needs an ability (declare `ABILITY`, and define `fn act(me)`)
    5 [ >> `VARIANTS` is an empty list
    5 two 2 ore >> `two 2 ore` has no price (write a name and a price, such as `"two points: 6 sheep"`)
    5 oar >> no resource `oar` (did you mean `ore`?)
    5 o >> `ore` is not a cost (write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`)
    5 2 Two: 2 ore >> `2 Two` is not a valid name for a variant (write lower-case letters, digits and spaces, starting with a letter)
    5 one: 2 ore >> two variants are called `one`
    5 fn act(me, what) {} >> `act` needs `VARIANTS` or `ABILITY` for its parameter `what`
    5 fn usable(me, what) { true } >> `usable` needs `VARIANTS` or a `WAY` for its parameter `what`
    7 fn usable(me, what) { true } >> `usable` needs `VARIANTS` or a `WAY` for its parameter `what`
    5 fn usable(me, what) { true } >> `usable` needs `VARIANTS` or a `WAY` for its parameter `what`
    4 "accpet" >> `DEFAULT` cannot be `accpet` (did you mean `accept`?)
    4 "accept" >> `DEFAULT` needs a hook that can ask a player, such as `on_produced` (`DEFAULT` answers questions such as `me.may_take(…)`)
    4 "distance" >> `RELAXES` needs `WAY` (WAY: Another way to `"build <kind>"` or `"buy <deck>"`, at the `PRICE`.)
    6 "cost" >> `RELAXES` cannot be `cost` (expected `distance`)
    6 "distance" >> `road` has no distance rule to relax
    6 "distance" >> `city` has no distance rule to relax
    6 "distance" >> a deck has no distance rule (`RELAXES` is only for ways to build)
    4 "turn" >> `ONCE_PER` needs an ability (declare `ABILITY`, and define `fn act(me)`)
    6 "round" >> `ONCE_PER` cannot be `round` (expected one of `turn`, `game`)
    4 forced >> `forced` is not a mark (write a name and how long the mark lasts: `"name: game"`, `"name: turn"`, `"name: next turn"` or `"name: only next turn"`; for hexes or decks, write for example `"name: hexes, turn"`)
    4 forced: round >> `forced: round` is not a mark (write a name and how long the mark lasts: `"name: game"`, `"name: turn"`, `"name: next turn"` or `"name: only next turn"`; for hexes or decks, write for example `"name: hexes, turn"`)
    4 "settlement" >> `KIND` needs a hook about pieces, such as `on_built`
    4 "setlement" >> no piece `setlement` (did you mean `settlement`?)
    4 on_turn >> `on_turn` has 0 parameters (write `fn on_turn(me)`)
    4 on_turn >> `on_turn` has 2 parameters (write `fn on_turn(me)`)
    4 may_build >> `may_build` has 4 parameters (write `fn may_build(me, kind, place)`)
    "#);
}

#[test]
fn there_are_limits_to_what_benefits_add() {
    let many = |count: usize, body: &str| {
        let members: Vec<String> = (0..count).map(|n| format!("\"m{n}\"")).collect();
        let family = format!("const FOR_EACH = [{}];", members.join(", "));
        fixture("", &[("rule", &format!("{family}\n{body}"))]).brief()
    };
    let said = [
        many(13, "const OUTPOST = \"merchants\";\nconst TRADE = \"1 any -> 1 any\";"),
        many(9, "const MARK = \"forced: game\";\nfn on_turn(me) {}"),
        many(27, "const DEFAULT = \"ask\";\nfn on_turn(me) {}"),
    ];
    insta::assert_snapshot!(said.join("\n").replace("rules/extra/rule.rhai:", ""), @r#"
    5 "merchants" >> a game can have at most 32 tokens
    5 "forced: game" >> the marks on players in this game need more than 60 slots (a mark takes six slots, or twelve if it lasts for the next turn, and as many again for each additional copy of the card that can be played in a turn)
    5 "ask" >> at most 32 rules can be answered in advance
    "#);
}

#[test]
fn a_mistake_in_a_variant_is_shown_at_its_place() {
    let fixture = fixture(
        "",
        &[(
            "rule",
            "const ABILITY = \"dance\";\nconst VARIANTS = [\"one: 1 ore\", \"two: 2 oar\"];\nfn act(me) {}",
        )],
    );
    insta::assert_snapshot!(fixture.wrong(&fixture.request()), @r#"
    error: no resource `oar`
     --> rules/extra/rule.rhai:5:41
      |
    5 | const VARIANTS = ["one: 1 ore", "two: 2 oar"];
      |                                         ^^^
      |
      = help: did you mean `ore`?
    "#);
}
