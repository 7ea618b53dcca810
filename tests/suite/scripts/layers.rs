//! Pieces that stand beside others, and on hexes.

use newcatan::action::Choice;
use newcatan::board::Place;
use newcatan::draw::{self, Style};
use newcatan::game::Game;

use crate::scripts::fixture::{BLUE, Fixture, RED, ability, choose};

const HEAD: &str = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n";
const WAGON: &str = "[pieces.covered_wagon]\nclass = \"other\"\non = \"border\"\nbeside = \"land\"\n\
    beside_others = true\njoins = [\"road\"]\nper_player = 2\nprice = \"1 wood\"\n\n";
const MERCHANT: &str = "[pieces.merchant]\nclass = \"other\"\non = \"intersection\"\n\
    beside_others = true\njoins = [\"building\", \"road\"]\nper_player = 2\nprice = \"1 ore\"\n\n";

/// A pack with wagons and merchants, and an ability.
fn pack(body: &str) -> Fixture {
    let manifest = format!("{HEAD}{WAGON}{MERCHANT}");
    Fixture::new(&[("pack.toml", &manifest), ("ability.rhai", &ability(body))])
}

const POSITION: &str = "given red has settlement at C3.n\ngiven red has road at C3-ne\n\
    given red has 2 wood, 2 brick, 1 ore\n";

#[test]
fn a_piece_beside_others_stands_at_a_place_of_its_own_and_hinders_nobody() {
    pack("me.lose(ORE, 1);").plays(&format!(
        "{POSITION}given blue has merchant at C3.ne.merchant\ngiven blue has covered wagon at C3-e.covered-wagon\n\n\
         red rolls 1 1\n\
         expect C3-e is empty\n\
         expect C3-e.covered-wagon is covered wagon of blue\n\
         expect red may not build covered wagon at C3-e.covered-wagon\n\
         expect red may not build covered wagon at A1-ne.covered-wagon\n\
         red builds road at C3-e\n\
         expect red has route of 2\n\
         red builds covered wagon at C3-ne.covered-wagon\n\
         red builds merchant at C3.n.merchant\n\
         expect red has route of 2\n\
         expect C3.n is settlement of red\n\
         expect C3.n.merchant is merchant of red\n\
         expect red has 1 points\n\
         expect blue has route of 0\n"
    ));
}

#[test]
fn an_area_has_the_places_of_the_map() {
    let body = "let area = game.area(\"home\");\n\
                if !area.is_empty && (area - game.hexes.borders).is_empty { me.take(ORE, 1); }";
    let fixture = pack(body);
    let board = "title = \"Home\"\npacks = [\"catan\"]\nplayers = [3, 3]\n\n[board]\n\
                 rows = [\"  w6  D  \", \"s5  o9  g4\"]\n\n[board.areas.home]\nplaces = [\"A1-e\"]\n";
    fixture.write("home.toml", board);
    let at = |folder: &std::path::Path| folder.join("home.toml").display().to_string();
    fixture
        .request(|folder, request| request.scenario = at(folder))
        .plays("given red has 1 wood\n\nred rolls 1 1\nred uses try it\n  red takes 1 ore\n");
}

/// A road touches the settlement that was placed before, not the merchant placed after it.
#[test]
fn pieces_beside_others_are_placed_at_the_start() {
    let placement =
        "[placement]\nplaced = [\"settlement\", \"merchant\", \"route\", \"covered_wagon\"]\n";
    let manifest = format!("{HEAD}{WAGON}{MERCHANT}{placement}");
    Fixture::new(&[("pack.toml", &manifest)]).plays(
        "red places settlement at C3.n\nred places merchant at C3.n.merchant\n\
         expect red may not build road at C3-e\n\
         red places road at C3-ne\n\
         expect red may not build covered wagon at C3-sw.covered-wagon\n\
         red places covered wagon at C3-ne.covered-wagon\n\
         blue places settlement at D2.s\n\
         expect C3-ne.covered-wagon is covered wagon of red\n\
         expect red has 1 points\n",
    );
}

#[test]
fn a_piece_that_is_refused_is_told_its_places() {
    let fixture = pack("me.lose(ORE, 1);");
    let refused = |action: &str| {
        let wrong =
            fixture.fails(&format!("{POSITION}\nred rolls 1 1\nred builds {action}\n")).unwrap();
        wrong
            .lines()
            .filter(|line| line.contains("help") || line.starts_with("error"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let actions = [
        "covered wagon at C3-ne",
        "covered wagon at C3.n.merchant",
        "covered wagon at A1-ne.covered-wagon",
        "covered wagon at C3-ne.merchant",
        "covered wagon at C3-ne.wagon",
        "road at C3-e.covered-wagon",
        "merchant at A1.n.merchant",
    ];
    insta::assert_snapshot!(actions.map(refused).join("\n\n"), @"
    error: refused: a covered wagon is placed on a border such as `C4-ne.covered-wagon`, not at `C3-ne` [covered wagon house/pack.toml:5]

    error: refused: a covered wagon is placed on a border such as `C4-ne.covered-wagon`, not at `C3.n.merchant` [covered wagon house/pack.toml:5]

    error: refused: `A1-ne.covered-wagon` touches no road of red [covered wagon house/pack.toml:10]

    error: a merchant cannot stand at `C3-ne`

    error: `C3-ne.wagon` is not a border: only a gap has halves

    error: refused: a road is placed on a border, not at `C3-e.covered-wagon` [road rules/catan/pack.toml:41]

    error: refused: `A1.n.merchant` touches no road or settlement or city of red [merchant house/pack.toml:18]
    ");
}

/// The mistakes of a pack with these keys of a wagon, the first line of each.
fn wrong(changed: (&str, &str), more: &str) -> String {
    let manifest = format!("{HEAD}{}{more}", WAGON.replace(changed.0, changed.1));
    let wrong = Fixture::new(&[("pack.toml", &manifest)]).wrong();
    wrong
        .lines()
        .filter(|line| line.contains("help") || line.starts_with("error"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn keys_that_do_not_fit_pieces_beside_others_are_refused() {
    let other = "[pieces.cart]\nclass = \"route\"\non = \"border\"\nbeside = \"land\"\n\
        joins = [\"covered_wagon\"]\nper_player = 2\nprice = \"1 wood\"\n\n";
    let hut = "[pieces.hut]\nclass = \"other\"\non = \"intersection\"\nreplaces = [\"merchant\"]\n\
        per_player = 2\nprice = \"1 wood\"\n\n";
    let dragon =
        "[markers.dragon]\nstarts = \"desert\"\ntakes = 1\ntakes_from = [\"covered_wagon\"]\n";
    let found = [
        wrong(("class = \"other\"", "class = \"route\""), ""),
        wrong(("beside = \"land\"\n", ""), ""),
        wrong(("joins = [\"road\"]", "yields = 1"), ""),
        wrong(("joins = [\"road\"]", "joins = [\"covered_wagon\"]"), ""),
        wrong(("beside_others = true", "beside_others = 1"), ""),
        wrong(("beside_others = true", "beside_others = false"), ""),
        wrong(("covered_wagon", "n"), ""),
        wrong(("covered_wagon", "mid"), ""),
        wrong(("", ""), other),
        wrong(("", ""), &format!("{MERCHANT}{hut}")),
        wrong(("", ""), dragon),
    ];
    insta::assert_snapshot!(found.join("\n\n"), @r#"
    error: `covered wagon` may stand beside others, so it cannot have the class `route` or `building`
      = help: such a piece yields nothing, and is in the way of nobody

    error: `covered wagon` has no `beside`
      = help: a piece on borders needs `beside = "land"` or `beside = "water"`

    error: `covered wagon` may stand beside others, so it cannot have `yields`
      = help: such a piece yields nothing, and is in the way of nobody

    error: `covered wagon` cannot join `covered wagon`
      = help: nothing joins a piece that stands beside others

    error: invalid type: integer `1`, expected a boolean

    error: `covered wagon` must be a route if, and only if, it is placed on borders

    error: a piece that stands beside others cannot be called `n`
      = help: its places would have the names of intersections, such as `C4.n`

    error: a piece that stands beside others cannot be called `mid`
      = help: its places would have the names of intersections, such as `C4.n`

    error: `cart` cannot join `covered wagon`
       = help: nothing joins a piece that stands beside others

    error: `hut` cannot take the place of `merchant`
       = help: only pieces on intersections can take each other's place

    error: `dragon` cannot take from `covered wagon`, which stands beside others
       = help: take the piece out of `takes_from`
    "#);
}

#[test]
fn a_map_without_room_for_further_places_is_refused() {
    let manifest = format!("{HEAD}{WAGON}");
    let fixture = Fixture::new(&[("pack.toml", &manifest)])
        .request(|_, request| request.scenario = "desolation".into());
    insta::assert_snapshot!(fixture.wrong(), @"
    error: the map has 230 borders; with 105 for `covered wagon` of the pack `house`, there are 335, expected at most 256
      --> scenarios/desolation.toml:15:8
       |
    15 | rows = [
       |        ^
       |
       = help: a piece that stands beside others has places of its own: use a smaller map, or leave out one of these packs
    ");
    let named = |name: &str| WAGON.replace("covered_wagon", name);
    let fixture = Fixture::new(&[("pack.toml", &format!("{manifest}{}", named("cart")))]);
    let sleighs = format!("{}{}", HEAD.replace("house", "winter"), named("sleigh"));
    fixture.write("winter/pack.toml", &sleighs);
    let both = fixture.request(|folder, request| request.with.push(folder.join("winter")));
    insta::assert_snapshot!(both.wrong(), @"
    error: the map has 72 borders; with 72 for `covered wagon` of the pack `house` and 72 for `cart` of the pack `house` and 72 for `sleigh` of the pack `winter`, there are 288, expected at most 256
      --> scenarios/catan.toml:10:8
       |
    10 | rows = [
       |        ^
       |
       = help: a piece that stands beside others has places of its own: use a smaller map, or leave out one of these packs
    ");
}

#[test]
fn rules_see_the_place_where_all_of_them_stand() {
    let body = "let wagon = me.pieces.of(COVERED_WAGON).only; let road = wagon.place.piece; \
        if road.kind == ROAD && wagon.place == road && wagon.place.pieces.count == 2 \
            && wagon.hexes == road.hexes && wagon.borders == road.borders && wagon.place.neighbors == road.borders \
            && wagon.intersections == road.intersections && wagon.network.count == 1 \
            && road.network.count == 2 && wagon.distance(road) == 0 { me.take(ORE, 1); } \
        wagon.move_to(me.choose_place(\"Where to?\", wagon.places() | road.borders)); \
        me.place(MERCHANT, me.choose_place(\"And?\", me.places(MERCHANT)));";
    pack(body).plays(&format!(
        "{POSITION}given red has covered wagon at C3-ne.covered-wagon\n\n\
         red rolls 1 1\n\
         red uses try it\n  red takes 1 ore\n\
         red chooses C3-e\n  red moves covered wagon from C3-ne.covered-wagon to C3-e.covered-wagon\n\
         red chooses C3.n\n  red gets merchant at C3.n.merchant\n"
    ));
}

/// A piece beside others is both at a place of its own and at the place where all of them stand.
#[test]
fn selections_of_pieces_and_places_share_what_stands_there() {
    let body = "let wagons = me.pieces.of(COVERED_WAGON); let sides = game.hexes.borders; \
        let free = sides - wagons; let road = me.pieces.of(ROAD).only; \
        if free.count == sides.count - 1 && !free.contains(road) && wagons.contains(road.place) \
            && (sides & wagons).only == road && (wagons & road.place).only == wagons.only \
            && (me.pieces & sides).count == 2 && (wagons - sides).is_empty { me.take(ORE, 1); } \
        for place in me.pieces { if me.pieces.contains(place) && place in me.pieces { me.take(WOOD, 1); } } \
        for place in wagons { if (me.pieces & place).count == 1 { me.take(GRAIN, 1); } }";
    pack(body).plays(&format!(
        "{POSITION}given red has covered wagon at C3-ne.covered-wagon\n\n\
         red rolls 1 1\n\
         red uses try it\n  red takes 1 ore\n  red takes 1 wood\n  red takes 1 wood\n  red takes 1 wood\n  red takes 1 grain\n"
    ));
}

#[test]
fn a_game_can_be_saved_while_such_an_effect_asks() {
    let body = "me.place(MERCHANT, me.buildings.only.place); \
        me.pieces.of(MERCHANT).only.move_to(me.choose_place(\"Where to?\", me.buildings.only.intersections)); \
        if me.may(\"again?\") { me.pieces.of(MERCHANT).remove(); }";
    let mut play = pack(body).game_with(&[]);
    play.attempt().unwrap();
    play.answer(0).unwrap();
    let mut resumed = play.resumed();
    resumed.play(RED, choose(Choice::No)).unwrap();
    play.answer(1).unwrap();
    assert_eq!(resumed.state(), play.game.state());
    assert_eq!(resumed.table().seat(RED).intersections().len(), 2);
}

#[test]
fn pieces_beside_others_are_drawn() {
    let fixture = pack("me.lose(ORE, 1);");
    let mut position = fixture.position();
    let board = position.view().rules().board.clone();
    let kind = |name| position.view().rules().kind_named(name).expect("a piece");
    let (wagon, merchant, road) = (kind("covered wagon"), kind("merchant"), kind("road"));
    for (player, kind, name) in [
        (RED, road, "C3-ne"),
        (BLUE, wagon, "C3-ne.covered-wagon"),
        (RED, merchant, "C3.n.merchant"),
    ] {
        let place: Place = board.place(name).unwrap();
        position.put(newcatan::change::Change::Built { player, kind, place }).unwrap();
    }
    let game: Game = position.begin(newcatan::game::Start::Act(RED)).unwrap();
    let view = game.player_view(Some(RED));
    let text = draw::board(&view, Style::default());
    insta::assert_snapshot!(text.split_once("\n\n").unwrap().1, @"
    R red, B blue, W white; / road, s settlement, c city, (R) robber

    Other pieces
      B3-sw covered wagon of blue
      B2.se merchant of red
    ");
    let picture = draw::picture(&view, false).unwrap();
    assert!(picture.contains("B2.se.merchant: merchant of red"), "{picture}");
}

const TOWER: &str = "[pieces.tower]\nclass = \"other\"\non = \"hex\"\njoins = [\"building\"]\n\
    per_player = 2\nprice = \"1 ore\"\n\n\
    [pieces.buoy]\nclass = \"other\"\non = \"hex\"\nbeside = \"water\"\nper_player = 2\nprice = \"1 wood\"\n\n";

/// A pack with towers and buoys, and an ability.
fn towers(body: &str) -> Fixture {
    let manifest = format!("{HEAD}{TOWER}[markers.robber]\nbars = [\"tower\"]\n");
    Fixture::new(&[("pack.toml", &manifest), ("ability.rhai", &ability(body))])
}

#[test]
fn a_piece_stands_on_a_hex() {
    towers("me.lose(ORE, 1);").plays(
        "given red has settlement at C3.n\ngiven red has 2 ore\ngiven robber at C3\n\nred rolls 1 1\n\
         expect red may not build tower at C3.tower\n\
         expect red may not build tower at E3.tower\n\
         red builds tower at B2.tower\n\
         expect red may not build tower at B2.tower\n\
         expect red has 1 points\n\
         expect B2.tower is tower of red\n",
    );
    let fixture = towers("game.hexes.first(1).only.set_terrain(\"sea\");");
    let fixture = fixture.request(|_, request| request.scenario = "new_shores_3".into());
    fixture.plays(
        "given red has settlement at E3.n\ngiven red has 2 wood, 2 ore\ngiven blue has buoy at D5.buoy\n\n\
         red rolls 1 1\n\
         expect red may not build buoy at D5.buoy\n\
         expect D5.buoy is buoy of blue\n\
         red builds buoy at C4.buoy\n\
         red builds tower at D3.tower\n",
    );
}

#[test]
fn a_piece_that_fits_no_hex_is_refused() {
    let fixture = towers("me.lose(ORE, 1);");
    let refused = |action: &str| {
        let wrong = fixture.fails(&format!(
            "{POSITION}given robber at C3\n\nred rolls 1 1\nred builds {action}\n"
        ));
        let wrong = wrong.unwrap();
        let lines = wrong.lines().filter(|line| line.contains("help") || line.starts_with("error"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let actions = [
        "tower at C3",
        "tower at C3.tower",
        "tower at C3.n.tower",
        "tower at A1.tower",
        "tower at E3.tower",
        "buoy at C3.buoy",
    ];
    insta::assert_snapshot!(actions.map(refused).join("\n\n"), @"
    error: refused: a tower is placed on a land hex such as `C4.tower`, not at `C3` [tower house/pack.toml:5]

    error: refused: the robber is at `C3`: no tower can be built there [robber house/pack.toml:20]

    error: a tower cannot stand at `C3.n`

    error: refused: `A1.tower` touches no settlement or city of red [tower house/pack.toml:8]

    error: refused: `E3.tower` touches no settlement or city of red [tower house/pack.toml:8]

    error: a buoy cannot stand at `C3`
    ");
    let routes =
        "[pieces.rail]\nclass = \"route\"\non = \"hex\"\nbeside = \"land\"\nper_player = 2\n";
    let yields = "[pieces.mill]\nclass = \"other\"\non = \"hex\"\nyields = 1\nper_player = 2\n";
    let alone =
        "[pieces.mill]\nclass = \"other\"\non = \"hex\"\nbeside_others = false\nper_player = 2\n";
    let found = [routes, yields, alone].map(|more| wrong(("", ""), more));
    insta::assert_snapshot!(found.join("\n\n"), @"
    error: `rail` is placed on hexes, so it cannot have the class `route` or `building`
       = help: such a piece yields nothing, and is in the way of nobody

    error: `mill` is placed on hexes, so it cannot have `yields`
       = help: such a piece yields nothing, and is in the way of nobody

    error: `mill` is placed on hexes, so it stands beside others
       = help: take `beside_others` out
    ");
}

#[test]
fn rules_see_the_hex_of_a_piece() {
    let body = "let tower = me.pieces.of(TOWER).only; let hex = tower.hex; \
        if tower.place == NONE && hex.pieces.count == 1 && tower.hexes == hex.hexes && tower.borders == hex.borders \
            && hex.pieces.of(TOWER).only == tower && tower.intersections.contains(me.buildings.only.place) \
            && me.buildings.only.hex == NONE && me.free_hexes(TOWER).count == 2 { me.take(ORE, 1); } \
        tower.move_to(me.choose_hex(\"Where to?\", me.free_hexes(TOWER))); \
        if me.place(TOWER, hex) { me.take(WOOD, me.free_hexes(BUOY).count + 1); }";
    towers(body).plays(
        "given red has settlement at C3.n\ngiven red has tower at B2.tower\n\n\
         red rolls 1 1\n\
         red uses try it\n  red takes 1 ore\n\
         red chooses C3\n  red moves tower from B2.tower to C3.tower\n\
         \x20 red gets tower at B2.tower\n  red takes 1 wood\n",
    );
}

#[test]
fn a_given_piece_that_stands_elsewhere_is_told_its_places() {
    let wrong = towers("me.lose(ORE, 1);").fails("given red has tower at C3\n\nred rolls 1 1\n");
    insta::assert_snapshot!(wrong.unwrap(), @"
    error: a tower has a place of its own at `C3`
     --> a.game:4:1
      |
    4 | given red has tower at C3
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write `C3.tower`
    ");
    let wrong = towers("me.lose(ORE, 1);").fails("given red has tower at C3.n\n\nred rolls 1 1\n");
    insta::assert_snapshot!(wrong.unwrap(), @"
    error: a tower is placed on a land hex, not at `C3.n`
     --> a.game:4:1
      |
    4 | given red has tower at C3.n
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write a place such as `C4.tower`
    ");
}

#[test]
fn a_piece_moves_only_to_places_of_its_type() {
    let body = "me.pieces.of(TOWER).only.move_to(me.buildings.only.place);";
    let error = |body: &str| {
        let position = "given red has settlement at C3.n\ngiven red has tower at B2.tower\n\nred rolls 1 1\nred uses try it\n";
        towers(body).fails(position).unwrap().lines().next().unwrap().to_owned()
    };
    let bodies = [
        body,
        "me.buildings.only.move_to(game.hexes.first(1).only);",
        "me.place(TOWER, me.buildings.only.place);",
        "me.place(TOWER, me.pieces.of(TOWER).only.hex);",
        "me.place(SETTLEMENT, game.hexes.first(1).only);",
        "me.pieces.of(TOWER).only.become(SETTLEMENT);",
        "me.buildings.only.become(TOWER);",
    ];
    insta::assert_snapshot!(bodies.map(error).join("\n"), @"
    error: a rule failed: no piece can move from `B2.tower` to `B2.se`: `B2.se` is occupied by a settlement of red
    error: a rule failed: no piece can move from `B2.se` to `A1`: a settlement is placed on an intersection
    error: a rule failed: `B2.se` is occupied by a settlement of red
    error: a rule failed: `B2.tower` is occupied by a tower of red
    error: a rule failed: a settlement is placed on an intersection, not at `A1`
    error: a rule failed: a settlement is placed on an intersection, not at `B2.tower`
    error: a rule failed: a tower is placed on a land hex, not at `B2.se`
    ");
}

#[test]
fn keys_that_would_have_no_effect_are_refused() {
    let merchant = MERCHANT.replace("beside_others", "beside = \"water\"\nbeside_others");
    let found = [
        wrong(("joins = [\"road\"]", "joins = [\"road\"]\nneeds_route = true"), ""),
        wrong(("", ""), &merchant),
    ];
    insta::assert_snapshot!(found.join("\n\n"), @"
    error: `covered wagon` may stand beside others, so it cannot have `needs_route`
      = help: such a piece yields nothing, and is in the way of nobody

    error: `merchant` may stand beside others, so it cannot have `beside`
       = help: such a piece yields nothing, and is in the way of nobody
    ");
}

/// A piece that stands alone on intersections needs a route, or nothing.
#[test]
fn a_piece_on_intersections_joins_nothing() {
    let keys = "[pieces.tower]\nclass = \"other\"\non = \"intersection\"\njoins = [\"road\"]\nper_player = 2\n";
    let manifest = format!("{HEAD}{keys}");
    insta::assert_snapshot!(Fixture::new(&[("pack.toml", &manifest)]).wrong(), @"
    error: `tower` stands alone on intersections: it joins nothing
     --> house/pack.toml:5:9
      |
    5 | [pieces.tower]
      |         ^^^^^
      |
      = help: take `joins` out; with `needs_route = true`, a route has to lead to it
    ");
    let beside = manifest.replace("per_player", "beside_others = true\nper_player");
    assert!(Fixture::new(&[("pack.toml", &beside)]).load().is_ok());
}
