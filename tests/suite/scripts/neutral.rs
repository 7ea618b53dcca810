//! Neutral pieces, which belong to nobody.

use newcatan::change::Change;
use newcatan::draw::{self, Style};
use newcatan::game::Start;
use newcatan::transcript::parse_for;

use crate::scripts::fixture::{Fixture, RED, ability};

const HEAD: &str = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n";
const HERMIT: &str =
    "[pieces.hermit]\nclass = \"other\"\non = \"intersection\"\nneutral = true\n\n";
const OTHERS: &str = "[pieces.fallen_tree]\nclass = \"other\"\non = \"border\"\nbeside = \"land\"\nneutral = true\n\n\
    [pieces.wall]\nclass = \"other\"\non = \"intersection\"\nneutral = true\nblocks_routes = true\n\n\
    [pieces.herd]\nclass = \"other\"\non = \"hex\"\nneutral = true\n\n";

/// A pack with neutral pieces on places of all types, and an ability.
fn pack(body: &str) -> Fixture {
    let manifest = format!("{HEAD}{HERMIT}{OTHERS}");
    Fixture::new(&[("pack.toml", &manifest), ("ability.rhai", &ability(body))])
}

#[test]
fn a_neutral_piece_occupies_its_place() {
    pack("me.lose(ORE, 1);").plays(
        "given hermit at C3.n\ngiven fallen tree at C3-e\ngiven herd at C3.herd\n\
         given red has settlement at C3.se\ngiven red has road at C3-se\ngiven red has road at C3-sw\ngiven red has road at C3-w\n\
         given red has road at C3-nw\ngiven red has 2 wood, 2 brick, 1 sheep, 1 grain\n\n\
         red rolls 1 1\n\
         expect C3.n is hermit of nobody\n\
         expect C3.herd is herd of nobody\n\
         expect red may not build settlement at C3.n\n\
         expect red may not build settlement at C3.nw\n\
         expect red may not build road at C3-e\n\
         expect red has route of 4\n\
         red builds road at C3-ne\n\
         expect red has route of 5\n",
    );
}

#[test]
fn a_neutral_piece_interrupts_routes_if_its_kind_blocks_them() {
    let position = "given red has settlement at C3.se\ngiven red has road at C3-e\ngiven red has road at C3-ne\n\
        given red has road at C3-nw\ngiven red has road at C3-w\n\nred rolls 1 1\nexpect red has route of 4\n";
    for (kind, route) in [("WALL", 2), ("HERMIT", 4)] {
        let body =
            format!("game.place({kind}, me.choose_place(\"Where?\", game.hexes.intersections));");
        let name = kind.to_lowercase();
        pack(&body).plays(&format!(
            "{position}red uses try it\nred chooses C3.n\n  {name} appears at C3.n\nexpect red has route of {route}\n"
        ));
    }
}

#[test]
fn rules_place_move_and_remove_neutral_pieces() {
    let body = "let place = me.buildings.only.place.neighbors.first(1).only; game.place(HERMIT, place); \
        let hermit = place.piece; \
        if hermit.owner == NONE && place.owner == NONE && game.neutral_pieces.only == hermit \
            && game.neutral_pieces.owners.is_empty && hermit.kind == HERMIT && hermit.places().is_empty \
            && hermit.network.count == 1 && game.pieces.count == 1 && !me.place(SETTLEMENT, NONE) \
            && game.neutral_pieces.of(HERMIT).count == 1 && game.neutral_pieces.yields == 0 { me.take(ORE, 1); } \
        hermit.move_to(place.neighbors.unoccupied.first(1).only); \
        game.place(HERD, me.choose_hex(\"Which?\", me.buildings.only.hexes)); \
        game.neutral_pieces.of(HERMIT).remove(); \
        game.neutral_pieces.only.move_to(game.neutral_pieces.only.hex.hexes.first(1).only);";
    let mut play = pack(body).game_with(&[]);
    play.attempt().unwrap();
    let mut resumed = play.resumed();
    let question = resumed.question().unwrap();
    let (player, action) = (question.player, question.options[0]);
    resumed.play(player, action).unwrap();
    play.answer(0).unwrap();
    assert_eq!(resumed.state(), play.game.state());
    assert_eq!(play.hand(RED), "1 ore");
    assert_eq!(play.game.faults().unwrap(), [""; 0]);
    let table = play.game.table();
    assert_eq!(table.neutral_pieces().count(), 1);
    assert!(table.neutral_borders().is_empty() && table.neutral_intersections().len() == 1);
}

#[test]
fn what_neutral_pieces_cannot_do_is_said() {
    let error = |body: &str| {
        let position = "given hermit at C3.n\ngiven red has settlement at C3.s\n\nred rolls 1 1\nred uses try it\n";
        pack(body).fails(position).unwrap().lines().next().unwrap().to_owned()
    };
    let bodies = [
        "game.place(SETTLEMENT, me.buildings.only.place.neighbors.first(1).only);",
        "me.place(HERMIT, me.buildings.only.place.neighbors.first(1).only);",
        "game.place(HERMIT, me.buildings.only.place);",
        "game.place(HERMIT, game.hexes.first(1).only);",
        "game.place(HERMIT, game.hexes.borders.first(1).only);",
        "game.neutral_pieces.only.become(SETTLEMENT);",
        "game.neutral_pieces.only.become(WALL);",
        "me.buildings.only.become(HERMIT);",
        "game.neutral_pieces.only.move_to(me.buildings.only.place);",
        "game.place(\"hermits\", NONE);",
    ];
    insta::assert_snapshot!(bodies.map(error).join("\n"), @"
    error: a rule failed: a settlement belongs to a player
    error: a rule failed: a hermit belongs to nobody
    error: a rule failed: `C3.s` is occupied by a settlement of red
    error: a rule failed: a hermit is placed on an intersection, not at `A1`
    error: a rule failed: a hermit is placed on an intersection, not at `A1-ne`
    error: a rule failed: a settlement belongs to a player
    error: a rule failed: a neutral piece cannot become a wall
    error: a rule failed: a hermit belongs to nobody
    error: a rule failed: no piece can move from `B2.se` to `C3.s`: `C3.s` is occupied by a settlement of red
    error: there is no kind of piece `hermits`
    ");
    let positions = [
        "given hermit at C3\n\nred rolls 1 1\n",
        "given hermit at C3.n\ngiven wall at C3.n\n\nred rolls 1 1\n",
        "given red has hermit at C3.n\n\nred rolls 1 1\n",
        "given settlement at C3.n\n\nred rolls 1 1\n",
        "given hermit at C3.n\n\nred rolls 1 1\nexpect C3.n is wall of nobody\n",
        "given hermit at C3.n\n\nred rolls 1 1\nexpect C3.n is hermit of red\n",
        "given hermit at C3.n\n\nred rolls 1 1\nred builds hermit at C3.s\n",
    ];
    let wrong = positions.map(|lines| {
        let wrong = pack("me.lose(ORE, 1);").fails(lines).unwrap();
        wrong.lines().next().unwrap().to_owned()
    });
    insta::assert_snapshot!(wrong.join("\n"), @"
    error: a hermit is placed on an intersection, not at `C3`
    error: `C3.n` is occupied by a hermit of nobody
    error: a hermit belongs to nobody
    error: no marker is called `settlement`
    error: not as expected: C3.n is hermit of nobody
    error: not as expected: C3.n is hermit of nobody
    error: refused for 2 reasons
    ");
}

#[test]
fn a_position_has_no_neutral_piece_of_a_players_kind() {
    let mut position = pack("me.lose(ORE, 1);").position();
    let kind = |name| position.view().rules().kind_named(name).unwrap();
    let (settlement, hermit) = (kind("settlement"), kind("hermit"));
    let place = position.view().rules().board.place("C3.n").unwrap();
    let neutral = Change::Neutral { kind: settlement, from: None, to: Some(place) };
    let own = Change::Built { player: RED, kind: hermit, place };
    let refused = [neutral, own].map(|change| position.put(change).unwrap_err().text);
    insta::assert_snapshot!(refused.join("\n"), @"
    a settlement belongs to a player
    a hermit belongs to nobody
    ");
}

/// The names of the other lines are checked if one line cannot be parsed.
#[test]
fn names_of_neutral_pieces_are_known_beside_a_line_that_cannot_be_parsed() {
    let (rules, _) = pack("me.lose(ORE, 1);").load().unwrap();
    let lines = "scenario catan\nplayers red, blue, white\ngiven hermit at C3.n\n\nred rolls nothing\n\
        expect C3.n is hermit of nobody\nexpect C3.n is hermit of nobdy\n";
    let wrong = parse_for(lines, "a.game", |_| Some(rules)).unwrap_err();
    let lines = wrong.0.iter().map(|one| format!("{} {}", one.line, one.message));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @"
    5 expected the end of the line, a number or `drawing`, found `nothing`
    7 no player is called `nobdy`
    ");
}

#[test]
fn keys_that_do_not_fit_neutral_pieces_are_refused() {
    let wrong = |more: &str| {
        let manifest = format!("{HEAD}{}{more}\n", HERMIT.trim_end());
        let manifest = manifest.replace("neutral = true", "neutral = true\n");
        let wrong = Fixture::new(&[("pack.toml", &manifest)]).wrong();
        let lines = wrong.lines().filter(|line| line.contains("help") || line.starts_with("error"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let keys = [
        "per_player = 3",
        "supply_of = \"settlement\"",
        "points = 1",
        "price = \"1 ore\"",
        "joins = [\"road\"]",
        "needs_route = true",
        "yields = 1",
    ];
    insta::assert_snapshot!(keys.map(wrong).join("\n\n"), @"
    error: `hermit` belongs to nobody, so it cannot have `per_player` or `supply_of`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `per_player` or `supply_of`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `points`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `price`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `joins`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `needs_route`
      = help: only rules put such a piece on the board, and it yields nothing

    error: `hermit` belongs to nobody, so it cannot have `yields`
      = help: only rules put such a piece on the board, and it yields nothing
    ");
}

#[test]
fn what_concerns_pieces_of_players_names_no_neutral_pieces() {
    let monk = "[pieces.monk]\nclass = \"other\"\non = \"intersection\"\n";
    let manifests = [
        format!("{monk}per_player = 2\nreplaces = [\"hermit\"]\n"),
        format!("{monk}per_player = 2\njoins = [\"hermit\"]\n"),
        format!("{monk}supply_of = \"hermit\"\n"),
        "[markers.dragon]\nstarts = \"desert\"\ntakes = 1\ntakes_from = [\"hermit\"]\n".into(),
        "[placement]\nplaced = [\"settlement\", \"hermit\"]\n".into(),
    ];
    let wrong = |files: &[(&str, &str)]| {
        let wrong = Fixture::new(files).wrong();
        let lines = wrong.lines().filter(|line| line.contains("help") || line.starts_with("error"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let manifest = |more: &str| format!("{HEAD}{HERMIT}{more}");
    let found = manifests.map(|more| wrong(&[("pack.toml", &manifest(&more))]));
    let rules = [
        "const AWARD = 2;\nconst MOST = \"hermit\";\nconst MINIMUM = 1;\n",
        "const KIND = \"hermit\";\n\nfn on_built(me, piece) {\n    me.take(ORE, 1);\n}\n",
        "const WAY = \"build hermit\";\nconst PRICE = \"1 ore\";\n",
    ];
    let in_rules = rules.map(|rule| {
        let rule = format!("//! Rule\n//! A rule.\n//! Rulings: none.\n\n{rule}");
        wrong(&[("pack.toml", &manifest("")), ("rule.rhai", &rule)])
    });
    insta::assert_snapshot!([found.join("\n"), in_rules.join("\n")].join("\n"), @"
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
       = help: name a piece that players have
    error: `hermit` belongs to nobody
      = help: name a piece that players have
    error: `hermit` belongs to nobody, so no player builds it
    ");
}

#[test]
fn neutral_pieces_are_drawn() {
    let fixture = pack("me.lose(ORE, 1);");
    let mut position = fixture.position();
    let board = position.view().rules().board.clone();
    for (kind, name) in [("hermit", "C3.n"), ("fallen tree", "C3-e"), ("herd", "C3.herd")] {
        let kind = position.view().rules().kind_named(kind).unwrap();
        let to = Some(board.place(name).unwrap());
        position.put(Change::Neutral { kind, from: None, to }).unwrap();
    }
    let game = position.begin(Start::Act(RED)).unwrap();
    let view = game.player_view(Some(RED));
    let text = draw::board(&view, Style::default());
    assert!(text.contains("*h") && text.contains("*|"), "{text}");
    insta::assert_snapshot!(text.split_once("\n\n").unwrap().1, @"
    R red, B blue, W white, * nobody; / road, s settlement, c city, h hermit, / fallen tree, w wall, (R) robber

    Other pieces
      C3    herd of nobody
    ");
    let picture = draw::picture(&view, false).unwrap();
    assert!(picture.contains("B2.se: hermit of nobody"), "{picture}");
}
