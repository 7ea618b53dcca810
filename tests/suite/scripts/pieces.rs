//! Pieces of house packs: which ones they replace, and whose supply they share.

use newcatan::action::Action;
use newcatan::board::{Intersection, Place};
use newcatan::change::Change;
use newcatan::game::Start;
use newcatan::game::law::places;
use newcatan::resource::Resources;
use newcatan::set::Id;
use newcatan::table::Piece;

use crate::scripts::fixture::{Fixture, ORE, RED};

/// A pack in which a hut replaces a tent and shares the supply of tents.
const PACK: &str = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
    [pieces.tent]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nprice = \"1 wood\"\n\n\
    [pieces.hut]\nclass = \"other\"\non = \"intersection\"\nreplaces = [\"tent\"]\n\
    supply_of = \"tent\"\nprice = \"1 ore\"\n";

#[test]
fn a_piece_may_take_the_place_of_the_last_one_of_their_supply() {
    let fixture = Fixture::new(&[("pack.toml", PACK)]);
    let mut position = fixture.position();
    let kind = |name| position.view().rules().kind_named(name).expect("a piece");
    let (tent, hut) = (kind("tent"), kind("hut"));
    let place = Place::Intersection(Intersection::new(20));
    position.put(Change::Built { player: RED, kind: tent, place }).unwrap();
    position.put(Change::Took(RED, Resources::of(ORE, 1))).unwrap();
    let mut replaced = position.clone();
    replaced.put(Change::Built { player: RED, kind: hut, place }).unwrap();
    let mut game = position.begin(Start::Act(RED)).unwrap();
    let is_hut = |action: &Action| matches!(action, Action::Build { kind, .. } if *kind == hut);
    let builds: Vec<Action> = game.legal_actions(RED).unwrap().into_iter().filter(is_hut).collect();
    assert!(matches!(builds[..], [Action::Build { place: at, .. }] if at == place), "{builds:?}");
    game.play(RED, builds[0]).unwrap();
    assert_eq!(game.table().piece(place).map(Piece::kind), Some(hut));
    assert_eq!(places::supply_of(game.view(), RED, tent), 0);
}

/// A pack with two kinds of knights and a flag, and a rule.
fn knights(class: &str, rule: &str) -> Fixture {
    let kind = |name: &str, more: &str| {
        format!(
            "[pieces.{name}]\non = \"intersection\"\nper_player = 2\nprice = \"1 ore\"\n{more}\n"
        )
    };
    let manifest = [
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n".to_owned(),
        kind("weak_knight", "class = \"city_knight\"\n"),
        kind("strong_knight", &format!("class = \"{class}\"\nreplaces = [\"city_knight\"]\n")),
        kind("flag", "class = \"other\"\nbeside_others = true\njoins = [\"city_knight\"]\n"),
    ];
    Fixture::new(&[("pack.toml", &manifest.concat()), ("rule.rhai", rule)])
}

#[test]
fn a_class_that_a_pack_makes_up_is_used_like_the_others() {
    let rule = "const KIND = \"city_knight\";\n\
        fn on_built(me, piece) { me.take(WOOD, me.pieces.of(\"city knight\").count); }\n\
        fn on_production_roll(me, roll) { me.take(SHEEP, me.on_board(\"city knight\")); me.build_free(\"city knight\"); }\n";
    let pack = knights("city_knight", rule);
    let award = "//! Watch\n//! Has the most knights.\n//! Rulings: H-1.\n\n\
        const AWARD = 1;\nconst MOST = \"city_knight\";\nconst MINIMUM = 2;\n";
    pack.write("house/watch.rhai", award);
    pack.plays(
        "given red has settlement at C3.n\ngiven red has road at C3-ne\ngiven red has weak knight at C3.s\n\
         given red has 2 ore\n\nred rolls 1 1\n  red takes 1 sheep\nred builds strong knight at C3.s\n  \
         red takes 1 wood\n\
         red builds flag at C3.s.flag\nexpect C3.s.flag is flag of red\nexpect red has 1 wood\n",
    );
}

#[test]
fn a_class_is_no_piece_and_no_misspelt_class() {
    let wrong = |class: &str| {
        let told = knights(class, "fn on_turn(me) {}\n").wrong();
        told.lines()
            .filter(|line| line.contains("error") || line.contains("help"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let errors = ["flag", "bulding", "City"].map(wrong);
    insta::assert_snapshot!(errors.join("\n"), @"
    error: `flag` is a kind of piece, so it cannot be a class
       = help: give the class another name
    error: no class `bulding`
       = help: did you mean `building`?
       = help: a class of your own needs a name that is not similar
    error: `City` is not a valid name
       = help: write lower-case letters, digits and `_`, starting with a letter
    ");
    let rule = "fn on_turn(me) { me.take(ORE, me.pieces.of(\"city knigt\").count); me.pieces.only.become(\"city knight\"); }\n";
    let wrong = knights("city_knight", rule).wrong();
    insta::assert_snapshot!(wrong, @r#"
    error: there is no kind of piece `city knigt`
     --> house/rule.rhai:5:44
      |
    5 | fn on_turn(me) { me.take(ORE, me.pieces.of("city knigt").count); me.pieces.only.become("city knight"); }
      |                                            ^^^^^^^^^^^^
      |
      = help: did you mean `city knight`?

    error: there is no kind of piece `city knight`
     --> house/rule.rhai:5:88
      |
    5 | fn on_turn(me) { me.take(ORE, me.pieces.of("city knigt").count); me.pieces.only.become("city knight"); }
      |                                                                                        ^^^^^^^^^^^^^
      |
      = help: expected one of `road`, `settlement`, `city`, `weak knight`, `strong knight`, `flag`
    "#);
}

/// A pack with a tower, and settlements that keep their distance from these pieces.
fn distant(keys: &str) -> Fixture {
    Fixture::new(&[(
        "pack.toml",
        &format!(
            "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
             [pieces.tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nprice = \"1 ore\"\n\
             [pieces.hermit]\nclass = \"other\"\non = \"intersection\"\nneutral = true\n\
             [pieces.tent]\nclass = \"other\"\non = \"intersection\"\nbeside_others = true\nper_player = 3\n\
             [pieces.settlement]\nkeeps_distance = {keys}\n"
        ),
    )])
}

#[test]
fn a_piece_keeps_its_distance_from_some_kinds_only() {
    let given = "given red has road at C3-ne\ngiven red has road at C3-nw\ngiven red has 1 wood, 1 brick, 1 sheep, 1 grain\n\
        given blue has tower at C3.ne\ngiven hermit at C3.nw\n";
    distant("[\"building\"]").plays(&format!(
        "{given}given white has settlement at B2.n\n\nred rolls 1 1\nred builds settlement at C3.n\nexpect C3.n is settlement of red\n"
    ));
    let both = distant("[\"building\", \"hermit\"]")
        .fails(&format!("{given}\nred rolls 1 1\nred builds settlement at C3.n\n"));
    insta::assert_snapshot!(both.unwrap(), @"
    error: refused: `C3.n` is one border away from the hermit at `B2.s` [settlement house/pack.toml:20]
      --> a.game:11:5
       |
    11 | red builds settlement at C3.n
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
    let any =
        distant("true").fails(&format!("{given}\nred rolls 1 1\nred builds settlement at C3.n\n"));
    insta::assert_snapshot!(any.unwrap(), @"
    error: refused: `C3.n` is one border away from the hermit at `B2.s` and the tower at `B3.s` [settlement house/pack.toml:20]
      --> a.game:11:5
       |
    11 | red builds settlement at C3.n
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
    distant("false").plays(&format!(
        "{given}given blue has settlement at B2.sw\n\nred rolls 1 1\nred builds settlement at C3.n\n"
    ));
}

/// The distance also holds while the first pieces are placed.
#[test]
fn a_list_of_distances_holds_at_the_start() {
    distant("[\"building\"]").plays(
        "red places settlement at C3.n\nred places road at C3-ne\n\
         expect blue may not place settlement at C3.ne\nexpect blue may place settlement at C3.se\n",
    );
}

#[test]
fn nothing_keeps_its_distance_from_pieces_beside_others() {
    insta::assert_snapshot!(distant("[\"tent\"]").wrong(), @r#"
    error: `settlement` cannot keep its distance from `tent`
      --> house/pack.toml:20:18
       |
    20 | keeps_distance = ["tent"]
       |                  ^^^^^^^^
       |
       = help: the distance is between pieces that stand alone on intersections
    "#);
    insta::assert_snapshot!(distant("[\"wagon\"]").wrong(), @r#"
    error: no piece `wagon`
      --> house/pack.toml:20:18
       |
    20 | keeps_distance = ["wagon"]
       |                  ^^^^^^^^^
       |
       = help: expected one of `road`, `settlement`, `city`, `tower`, `hermit`, `tent`, `route`, `building`
    "#);
    insta::assert_snapshot!(distant("3").wrong(), @"
    error: expected `true`, `false` or a list of pieces
      --> house/pack.toml:20:18
       |
    20 | keeps_distance = 3
       |                  ^
    ");
}

/// A pack whose towers, wagons and lighthouses are limited to areas of a small board.
fn in_areas(keys: &str, areas: &str) -> Fixture {
    let manifest = format!(
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
         [pieces.tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\nprice = \"1 ore\"\n{keys}\n\
         [pieces.wagon]\nclass = \"other\"\non = \"border\"\nbeside = \"land\"\nbeside_others = true\nper_player = 3\nprice = \"1 ore\"\n{keys}\n\
         [pieces.lighthouse]\nclass = \"other\"\non = \"hex\"\nper_player = 3\nprice = \"1 ore\"\n{keys}\n"
    );
    let fixture = Fixture::new(&[("pack.toml", &manifest)]);
    fixture.write(
        "small.toml",
        &format!(
            "title = \"Small\"\npacks = [\"catan\"]\nplayers = [2, 3]\n\n[board]\nrows = [\" w6 D \", \"s5 o9 g8\", \" b10 w4 \"]\n\n{areas}"
        ),
    );
    fixture.request(|folder, request| {
        request.scenario = folder.join("small.toml").display().to_string();
    })
}

const FIELD: &str = "[board.areas.field]\nhexes = [\"B1\"]\nplaces = [\"B3.ne\", \"B3-ne\"]\n";

#[test]
fn a_piece_is_built_only_in_its_area() {
    let built = "given red has 5 ore\n\nred rolls 1 1\n\
        red builds tower at B1.n\nred builds tower at B3.ne\n\
        red builds wagon at B1-e.wagon\nred builds wagon at B3-ne.wagon\nred builds lighthouse at B1.lighthouse\n";
    let refused = "given red has 5 ore\n\nred rolls 1 1\n\
        expect red may not build tower at B3.s\nexpect red may not build wagon at B3-e.wagon\n\
        expect red may not build lighthouse at B2.lighthouse\n";
    in_areas("area = \"field\"", FIELD).plays(built);
    in_areas("area = \"field\"", FIELD).plays(refused);
    let out = "given red has 5 ore\n\nred rolls 1 1\n\
        expect red may not build tower at B1.n\nexpect red may not build wagon at B1-e.wagon\n\
        expect red may not build lighthouse at B1.lighthouse\n\
        red builds tower at B3.s\nred builds wagon at B3-e.wagon\nred builds lighthouse at B2.lighthouse\n";
    in_areas("not_in = \"field\"", FIELD).plays(out);
    // Without the area, `area` leaves no place, and `not_in` all places.
    in_areas("area = \"field\"", "")
        .plays(&format!("{refused}expect red may not build tower at B1.n\n"));
    in_areas("not_in = \"field\"", "").plays(built);
}

#[test]
fn a_refusal_names_the_area() {
    let refused = |keys: &str, areas: &str, action: &str| {
        let game = format!("given red has 5 ore\n\nred rolls 1 1\nred builds {action}\n");
        in_areas(keys, areas).fails(&game).unwrap().lines().next().unwrap().to_owned()
    };
    insta::assert_snapshot!(refused("area = \"field\"", FIELD, "tower at B3.s"), @"error: refused: `B3.s` is outside the area `field` [tower house/pack.toml:10]");
    insta::assert_snapshot!(refused("not_in = \"field\"", FIELD, "wagon at B1-e.wagon"), @"error: refused: `B1-e.wagon` is in the area `field` [wagon house/pack.toml:18]");
    insta::assert_snapshot!(refused("area = \"field\"", "", "lighthouse at B1.lighthouse"), @"error: refused: this board has no area `field` for a lighthouse [lighthouse house/pack.toml:24]");
}

/// Roads, bridges and piers join each other, so they count as one. Canals meet them only at a piece
/// that one of them joins.
#[test]
fn trails_pass_between_kinds_that_join_each_other() {
    let route = |name: &str, joins: &str| {
        format!(
            "[pieces.{name}]\nclass = \"route\"\non = \"border\"\nbeside = \"land\"\n\
             per_player = 4\njoins = {joins}\n\n"
        )
    };
    let pack = format!(
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n{}{}{}[pieces.road]\njoins = {}\n",
        route("bridge", "[\"road\", \"bridge\", \"pier\"]"),
        route("pier", "[\"bridge\", \"pier\"]"),
        route("canal", "[\"canal\", \"building\"]"),
        "[\"road\", \"bridge\", \"building\"]"
    );
    let trail = |given: &[&str], length: u8| {
        let given: Vec<String> = given.iter().map(|it| format!("given red has {it}\n")).collect();
        let given = given.concat();
        let fixture = Fixture::new(&[("pack.toml", &pack)]);
        fixture.plays(&format!("{given}\nexpect red has route of {length}\n"));
    };
    trail(&["road at C3-ne", "bridge at C3-nw"], 2);
    trail(&["road at C3-ne", "pier at C3-nw"], 2);
    trail(&["bridge at C3-ne", "canal at C3-nw"], 1);
    trail(&["road at C3-ne", "canal at C3-nw"], 1);
    let settled = "settlement at C3.n";
    trail(&[settled, "bridge at C3-ne", "canal at C3-nw"], 2);
    trail(&[settled, "road at C3-ne", "bridge at C3-nw", "canal at B2-e"], 2);
    trail(&["road at C3-ne", "bridge at C3-nw", "road at C3-w", "bridge at C3-e"], 4);
}
