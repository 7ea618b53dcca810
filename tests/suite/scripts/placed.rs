//! Rules that put pieces on the board without building them, or turn them into other kinds.

use newcatan::action::Choice;
use newcatan::change::Change;
use newcatan::game::Game;
use newcatan::seat::{Random, Seat, play_out};
use newcatan::table::Piece;

use crate::scripts::fixture::{Fixture, RED, ability, choose};

/// A rule that moves, removes, places and transforms pieces, and asks in between.
pub(crate) const RESTLESS: &str = r#"//! Restless
//! Nothing stays where it is.
//! Rulings: none.

fn on_production_roll(me, roll) {
    let piece = me.choose_piece("Which?", me.pieces);
    if piece.is_building {
        let other = if piece.kind == CITY { SETTLEMENT } else { CITY };
        if !piece.become(other) || roll > 9 {
            piece.remove();
        }
    } else {
        piece.move_to(me.choose_place("Where to?", piece.places()));
    }
    me.place(ROAD, me.choose_place("Where?", me.places(ROAD)));
}

fn may_build(me, kind, place) {
    if kind == ROAD && (me.pieces.of(ROAD).count == 4 || me.on_board(CITY) == 1) {
        "there are enough roads"
    }
}

fn on_moved(me, piece, from) {
    if from.piece == NONE && me.may("remove?") {
        piece.remove();
        me.place(piece.kind, from);
    }
}

fn on_removed(me, kind, place) {
    if place.piece == NONE && me.may("place?") && me.place(kind, place) {
        me.take(ORE, 1);
    }
}
"#;

/// A rule with an effect of a roll, and one that counts in ore what other rules are told.
fn files(body: &str) -> [(&'static str, String); 2] {
    let told = ["on_built(me, piece)", "on_removed(me, kind, place)", "on_moved(me, piece, from)"];
    let told = told.map(|head| format!("fn {head} {{ me.take(ORE, 1); }}\n"));
    [
        ("a.rhai", format!("fn on_production_roll(me, roll) {{ {body} }}\n")),
        ("b.rhai", told.concat()),
    ]
}

/// A pack with such rules, and these pieces.
fn pack(body: &str, pieces: &str) -> Fixture {
    let manifest = format!("id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n{pieces}");
    let files = files(body);
    let mut all = vec![("pack.toml", &*manifest)];
    all.extend(files.iter().map(|(name, text)| (*name, &**text)));
    Fixture::new(&all)
}

/// Plays red's roll in a position.
fn roll_with(body: &str, position: &str, lines: &str) {
    pack(body, "").plays(&format!("{position}\nred rolls 1 1\n{lines}expect red has 0 ore\n"));
}

/// The error of such a roll.
fn error(body: &str) -> String {
    let position =
        "given red has road at C3-ne\ngiven blue has settlement at C3.n\n\nred rolls 1 1\n";
    let wrong = pack(body, "").fails(position).unwrap();
    wrong.lines().next().unwrap().to_owned()
}

const PLACE: &str =
    "let where = me.choose_place(\"Where?\", game.hexes.intersections | game.hexes.borders);";

#[test]
fn a_piece_becomes_another_without_price_or_hooks() {
    roll_with(
        "if me.pieces.only.become(CITY) { me.take(WOOD, 1); }",
        "given red has settlement at C3.n\n",
        "  settlement of red at C3.n becomes city\n  red takes 1 wood\nexpect C3.n is city of red\nexpect red has 2 points\n",
    );
}

#[test]
fn a_piece_can_become_one_that_shares_its_supply_but_not_one_that_is_used_up() {
    let pieces = "[pieces.tent]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nprice = \"1 wood\"\n\n\
        [pieces.hut]\nclass = \"other\"\non = \"intersection\"\nreplaces = [\"tent\"]\nsupply_of = \"tent\"\nprice = \"1 ore\"\n";
    let position =
        "given red has tent at D3.s\ngiven red has settlement at C3.n\n\nred rolls 1 1\n";
    for (body, lines) in [
        (
            "me.pieces.of(TENT).only.become(HUT)",
            "  tent of red at D3.s becomes hut\n  red takes 1 wood\nexpect D3.s is hut of red\n",
        ),
        (
            "me.pieces.of(TENT).only.become(TENT)",
            "expect red has 0 wood\nexpect D3.s is tent of red\n",
        ),
        (
            "me.pieces.of(SETTLEMENT).only.become(HUT)",
            "expect red has 0 wood\nexpect C3.n is settlement of red\n",
        ),
        ("me.place(HUT, game.hexes.intersections.first(1).only)", "expect red has 0 wood\n"),
    ] {
        let body = format!("if {body} {{ me.take(WOOD, 1); }}");
        pack(&body, pieces).plays(&format!("{position}{lines}expect red has 0 ore\n"));
    }
}

#[test]
fn a_rule_of_a_family_names_the_kind_of_its_member() {
    let kind = |color: &str| {
        format!(
            "[pieces.{color}_tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\n\
             price = \"1 ore\"\n\n"
        )
    };
    let pieces = ["grey", "white"].map(kind).concat();
    let rule = "const FOR_EACH = [\"grey\", \"white\"];\nconst ABILITY = \"raise {each}\";\n\
        fn act(me) {\n    let tower = EACH + \" tower\";\n    if me.on_board(tower) == 0 { me.pieces.of(SETTLEMENT).first(1).only.become(tower); }\n}\n";
    let header = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n";
    Fixture::new(&[("pack.toml", &format!("{header}{pieces}")), ("tower.rhai", rule)]).plays(
        "given red has settlement at C3.n\ngiven red has settlement at D3.s\n\nred rolls 1 1\n\
         red uses raise white\n  settlement of red at C3.n is removed\n  red gets white tower at C3.n\n\
         red uses raise grey\n  settlement of red at D3.s is removed\n  red gets grey tower at D3.s\n",
    );
}

#[test]
fn a_road_that_becomes_a_ship_counts_for_other_trails() {
    let body = "me.choose_piece(\"Which?\", me.pieces).become(SHIP);";
    let fixture = pack(body, "").request(|_, request| request.scenario = "desolation".into());
    fixture.plays(
        "given red has road at D2-nw\ngiven red has road at D2-w\ngiven red has road at D2-sw\nexpect red has route of 3\n\n\
         red rolls 1 1\nred chooses D2-w\n  road of red at D2-w becomes ship\nexpect red has route of 1\nexpect D2-w is ship of red\n",
    );
}

#[test]
fn a_building_that_becomes_another_keeps_its_event_and_access_and_others_lose_them() {
    let city = "  settlement of red at D2.nw becomes city\nexpect D2.nw is affected by indigenous people\nexpect red has access to immunity\n";
    let lying = "  settlement of red at D2.nw is removed\n  red gets free settlement at D2.nw\nexpect D2.nw is affected by nothing\nexpect red has no access to immunity\n";
    for (kind, lines) in [("CITY", city), ("FREE_SETTLEMENT", lying)] {
        let body = format!("for place in me.buildings {{ place.piece.become({kind}); }}");
        let fixture =
            pack(&body, "").request(|_, request| request.scenario = "newcatan_frontiers".into());
        fixture.plays(&format!(
            "given hex A2 is diplomats\ngiven hex C1 is frontier area\ngiven hex D2 is desert\ngiven immunity at B2.ne\n\
             given indigenous people at C1\ngiven red has access to immunity\n\
             given red has settlement at D2.nw affected by indigenous people\n\nred rolls 1 2\n{lines}"
        ));
    }
}

#[test]
fn a_piece_is_placed_without_price_laws_or_hooks() {
    roll_with(
        &format!("{PLACE} if me.place(SETTLEMENT, where) {{ me.take(WOOD, 1); }}"),
        "given blue has settlement at C3.n\n",
        "red chooses C3.ne\n  red gets settlement at C3.ne\n  red takes 1 wood\nexpect C3.ne is settlement of red\nexpect red has 1 point\n",
    );
    roll_with(
        &format!("{PLACE} me.place(ROAD, where);"),
        "given blue has settlement at C3.n\n",
        "red chooses C3-ne\n  red gets road at C3-ne\nexpect C3-ne is road of red\n",
    );
}

#[test]
fn a_placed_piece_counts_for_ports_awards_and_victory() {
    let body = "for place in game.hexes.intersections.at_ports { if me.place(SETTLEMENT, place) && me.has_port(\"any\") { me.take(WOOD, 1); } }";
    roll_with(body, "set goal = 4\ngiven red has 1 brick\n", "  red takes 1 wood\n  red wins\n");
    let body = format!("{PLACE} me.place(ROAD, where);");
    let roads =
        ["C3-ne", "C3-e", "C3-se", "C3-sw"].map(|at| format!("given red has road at {at}\n"));
    roll_with(
        &body,
        &roads.concat(),
        "red chooses C3-w\n  red gets road at C3-w\n  longest road goes to red\nexpect red has route of 5\n",
    );
}

#[test]
fn a_placed_building_divides_the_roads_of_an_opponent() {
    let roads = ["C3-ne", "C3-e", "C3-se", "C3-sw", "C3-w"];
    let roads = roads.map(|at| format!("given red has road at {at}\n"));
    roll_with(
        &format!("{PLACE} me.opponents.first(1).only.place(SETTLEMENT, where);"),
        &format!("{}given red has longest road\n", roads.concat()),
        "red chooses C3.se\n  blue gets settlement at C3.se\n  longest road goes to nobody\nexpect red has route of 3\n",
    );
}

#[test]
fn a_placed_piece_does_not_decide_where_the_next_starting_road_begins() {
    let rule = format!(
        "fn on_built(me, piece) {{ if piece.kind == SETTLEMENT {{ {PLACE} me.place(SETTLEMENT, where); }} }}\n"
    );
    Fixture::rule(&rule).plays(
        "given placement\n\nred places settlement at C3.n\nred chooses A1.n\n  red gets settlement at A1.n\n\
         expect red may not place road at A1-ne\nred places road at C3-ne\n",
    );
}

#[test]
fn without_a_piece_a_kind_or_a_place_nothing_happens() {
    roll_with(
        "let none = me.pieces.of(CITY).only; if none.become(CITY) || me.pieces.only.become(none.kind) || me.place(ROAD, none) \
         || me.place(none.kind, me.pieces.only) { me.take(ORE, 1); }",
        "given red has settlement at C3.n\n",
        "expect C3.n is settlement of red\n",
    );
}

#[test]
fn a_piece_that_is_too_near_is_named() {
    let knight = "[pieces.knight]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nprice = \"1 ore\"\n";
    pack("me.take(ORE, 1);", knight).plays(
        "given red has knight at C3.n\ngiven red has city at C3.se\ngiven red has road at C3-ne\n\
         given red has 1 wood, 1 brick, 1 sheep, 1 grain\n\nred rolls 1 1\nred builds settlement at C3.ne\n  \
         refused: `C3.ne` is one border away from the knight at `C3.n` and the city at `C3.se`\n",
    );
}

#[test]
fn pieces_stand_only_where_their_kind_can_stand() {
    let road = "me.pieces.only";
    let place =
        |kind: &str, at: &str| format!("me.place({kind}, game.hexes.land.first(1).only{at});");
    let errors = [
        error(&format!("{road}.become(SETTLEMENT);")),
        error(&format!("let road = {road}; road.remove(); road.become(ROAD);")),
        error(&place("ROAD", ".intersections.first(1).only")),
        error(&place("SETTLEMENT", ".borders.first(1).only")),
        error("me.place(ROAD, me.pieces.only);"),
        error("me.place(CITY, game.buildings.only);"),
        error("me.place(\"route\", me.pieces.only);"),
        error("me.pieces.only.become(\"sity\");"),
        error("me.pieces.only.become(\"si\" + \"ty\");"),
        error("me.place(ROAD, 3);"),
        error("game.hexes.first(1).only.become(CITY);"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @"
    error: a rule failed: a settlement is placed on an intersection, not at `B3-sw`
    error: a rule failed: there is no piece at `B3-sw`
    error: a rule failed: a road is placed on a border, not at `A1.n`
    error: a rule failed: a settlement is placed on an intersection, not at `A1-ne`
    error: a rule failed: `B3-sw` is occupied by a road of red
    error: a rule failed: `B2.se` is occupied by a settlement of blue
    error: there is no kind of piece `route`
    error: there is no kind of piece `sity`
    error: a rule failed: there is no kind of piece `sity`
    error: `place` expects a hex or a place, found a number
    error: `become` does not apply to a hex
    ");
    let old = pack("game.hexes.first(1).only.become(\"desert\");", "");
    insta::assert_snapshot!(old.wrong(), @r#"
    error: `become` does not apply to a hex
     --> house/a.rhai:5:60
      |
    5 | fn on_production_roll(me, roll) { game.hexes.first(1).only.become("desert"); }
      |                                                            ^^^^^^
      |
      = help: it is now called `set_terrain`
    "#);
}

#[test]
fn nothing_is_wrong_while_rules_move_all_pieces() {
    for scenario in ["catan", "desolation", "newcatan_frontiers"] {
        let fixture = Fixture::new(&[]).request(|_, request| request.scenario = scenario.into());
        fixture.write("house/restless.rhai", RESTLESS);
        let (rules, host) = fixture.load().unwrap();
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let mut game = Game::new(rules.clone(), host, names, 3).unwrap();
        let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(3, index)) };
        let mut seats: Vec<_> = (0..names.len()).map(seat).collect();
        let mut put = 0;
        play_out(&mut game, &mut seats, &mut |played| {
            assert_eq!(played.game.faults().unwrap(), [""; 0]);
            put +=
                played.changes.iter().filter(|it| matches!(it.change, Change::Put { .. })).count();
            Ok(())
        })
        .unwrap();
        assert!(put > 50, "{scenario}: {put}");
    }
}

#[test]
fn a_game_can_be_saved_while_such_an_effect_asks() {
    let body = "let piece = me.buildings.only; piece.become(CITY); let where = game.hexes.borders.first(1).only; me.place(ROAD, where); \
                if me.may(\"again?\") { where.piece.remove(); me.place(ROAD, where.neighbors.first(1).only); piece.become(SETTLEMENT); }";
    let mut play = Fixture::new(&[("ability.rhai", &ability(body))]).game_with(&[]);
    play.attempt().unwrap();
    let mut resumed = play.resumed();
    resumed.play(RED, choose(Choice::Yes)).unwrap();
    play.answer(0).unwrap();
    assert_eq!(resumed.state(), play.game.state());
    let table = play.game.table();
    let (seat, kind) = (table.seat(RED), play.game.rules().kind_named("settlement"));
    let building = seat.intersections().iter().next().unwrap();
    assert_eq!(table.on_intersections()[building].map(Piece::kind), kind);
    assert_eq!((seat.intersections().len(), seat.borders().len()), (1, 1));
}
