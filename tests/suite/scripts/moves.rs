//! Rules that move and remove pieces, and the hooks that react to it.

use newcatan::action::Choice;

use crate::scripts::fixture::{Fixture, RED, ability, choose};

/// The roller moves a piece.
const MOVE: &str = "fn on_production_roll(me, roll) {\n    let piece = me.choose_piece(\"Which?\", game.pieces);\n    piece.move_to(me.choose_place(\"Where to?\", game.hexes.borders | game.hexes.intersections));\n}\n";

/// Two roads and a settlement of blue.
const PIECES: &str = "given blue has road at C3-ne\ngiven blue has road at C3-e\ngiven blue has settlement at D2.s\n\nred rolls 1 1\n";

#[test]
fn on_moved_runs_for_the_owner_with_the_piece_and_its_old_place() {
    let heard = "const MARK = \"from: hexes, game\";\nfn on_moved(me, piece, from) {\n    me.mark(\"from\", from.hexes);\n    if piece.owner == me && piece.place.piece.kind == piece.kind { me.take(ORE, piece.place.hexes.count); }\n}\n";
    Fixture::new(&[("a.rhai", MOVE), ("b.rhai", heard)]).plays(&format!(
        "{PIECES}red chooses C3-ne\nred chooses D3-e\n  blue moves road from C3-ne to D3-e\n  blue takes 2 ore\nexpect blue has 2 ore\nexpect C3 is marked as from\nexpect D3 is not marked as from\n"
    ));
}

/// A value for a piece means its place, so it is of no use once the piece has moved.
#[test]
fn a_piece_that_has_moved_is_the_one_that_move_to_returns() {
    let rule = |body: &str| {
        let first = "let road = me.pieces.of(ROAD).first(1).only;\n    let to = (road.place.neighbors - game.pieces).first(1).only;";
        let counter = "const COUNTER = \"steps: pieces\";\n";
        Fixture::new(&[(
            "a.rhai",
            &format!("{counter}fn on_production_roll(me, roll) {{\n    {first}\n    {body}\n}}\n"),
        )])
    };
    let position = "given red has road at C3-ne\n\nred rolls 1 1\n";
    rule(
        "road = road.move_to(to); road.add(\"steps\", 2);\n    me.take(ORE, road.counter(\"steps\"));\n    \
         if road.move_to(NONE) == to { me.take(WOOD, 1); } if NONE.move_to(to) == NONE { me.take(SHEEP, 1); }",
    )
    .plays(&format!("{position}expect red has 2 ore, 1 wood, 1 sheep\n"));
    let fails =
        |body: &str| rule(&format!("road.move_to(to);\n    {body}")).fails(position).unwrap();
    let errors = ["road.add(\"steps\", 1);", "road.move_to(to);", "road.become(CITY);"].map(fails);
    insta::assert_snapshot!(errors.join("\n\n"), @"
    error: a rule failed: a counter of pieces needs a piece at the place
     --> a.game:6:5
      |
    6 | red rolls 1 1
      |     ^^^^^^^^^
      |
      = note: in `on_production_roll` of house/a, house/a.rhai:10:10
      = help: see house/a.rhai:10
      = help: if the piece has moved, use the piece that `move_to` returns

    error: a rule failed: no piece can move from `B3-sw` to `B2-e`: there is no piece at `B3-sw`
     --> a.game:6:5
      |
    6 | red rolls 1 1
      |     ^^^^^^^^^
      |
      = note: in `on_production_roll` of house/a, house/a.rhai:10:10
      = help: see house/a.rhai:10
      = help: if the piece has moved, use the piece that `move_to` returns

    error: a rule failed: there is no piece at `B3-sw`
     --> a.game:6:5
      |
    6 | red rolls 1 1
      |     ^^^^^^^^^
      |
      = note: in `on_production_roll` of house/a, house/a.rhai:10:10
      = help: see house/a.rhai:10
      = help: if the piece has moved, use the piece that `move_to` returns
    ");
}

/// A rule for a kind or class of pieces that brings its owner an ore.
fn heard(kind: &str, head: &str) -> String {
    format!("const KIND = \"{kind}\";\nfn {head} {{ me.take(ORE, 1); }}\n")
}

#[test]
fn hooks_about_pieces_run_only_for_their_kind_or_class() {
    let play = |rule: &str, head: &str, answers: &str| {
        let [of_settlements, of_routes] = ["settlement", "route"].map(|kind| heard(kind, head));
        let files = [("a.rhai", rule), ("b.rhai", &of_settlements)];
        Fixture::new(&files).plays(&format!("{PIECES}{answers}expect blue has 0 ore\n"));
        let files = [("a.rhai", rule), ("b.rhai", &of_routes)];
        Fixture::new(&files).plays(&format!("{PIECES}{answers}expect blue has 1 ore\n"));
    };
    play(MOVE, "on_moved(me, piece, from)", "red chooses C3-ne\nred chooses D3-e\n");
    let remove =
        "fn on_production_roll(me, roll) { me.choose_piece(\"Which?\", game.pieces).remove(); }\n";
    play(remove, "on_removed(me, kind, place)", "red chooses C3-ne\n");
}

#[test]
fn on_removed_runs_for_each_piece_after_all_are_gone() {
    let remove = "fn on_production_roll(me, roll) { game.pieces.remove(); }\n";
    let heard = "const MARK = \"gone: hexes, game\";\nfn on_removed(me, kind, place) {\n    me.mark(\"gone\", place.hexes);\n    if game.pieces.is_empty && place.piece == NONE { me.take(if kind == ROAD { ORE } else { WOOD }, 1); }\n}\n";
    Fixture::new(&[("a.rhai", remove), ("b.rhai", heard)]).plays(&format!(
        "given red has road at A1-ne\n{PIECES}  red takes 1 ore\n  blue takes 1 wood\n  blue takes 1 ore\n  blue takes 1 ore\n\
         expect red has 1 ore\nexpect blue has 2 ore, 1 wood\nexpect C3 is marked as gone\nexpect D2 is marked as gone\n"
    ));
}

#[test]
fn on_removed_does_not_run_for_a_settlement_that_becomes_a_city() {
    Fixture::rule("fn on_removed(me, kind, place) { me.take(ORE, 1); }\n").plays(
        "given red has settlement at C3.n\ngiven red has 2 grain, 3 ore\n\nred builds city at C3.n\nexpect red has 0 ore\n",
    );
}

#[test]
fn on_moved_runs_when_a_player_moves_a_ship() {
    let heard = "const KIND = \"ship\";\nfn on_moved(me, piece, from) { me.take(ORE, piece.place.hexes.count); }\n";
    let fixture = Fixture::rule(heard).request(|_, request| request.scenario = "desolation".into());
    fixture.plays(
        "given red has settlement at D2.nw\ngiven red has ship at D1-ne\ngiven red has settlement at E6.se\ngiven red has ship at E6-e\n\n\
         red uses move ship\nred chooses D1-ne\nred chooses D2-nw\n  red moves ship from D1-ne to D2-nw\n  red takes 2 ore\n",
    );
}

#[test]
fn a_game_can_be_saved_while_these_hooks_ask() {
    let rule = "fn on_moved(me, piece, from) { if me.may(\"remove?\") { piece.remove(); } }\n\
                fn on_removed(me, kind, place) { if me.may(\"ore?\") { me.take(ORE, place.hexes.count); } }\n";
    let act =
        ability("me.buildings.only.move_to(game.hexes.first(1).intersections.first(1).only);");
    let mut play = Fixture::new(&[("ability.rhai", &act), ("b.rhai", rule)]).game_with(&[]);
    play.attempt().unwrap();
    for asked in ["remove?", "ore?"] {
        let mut resumed = play.resumed();
        assert_eq!(play.game.question().unwrap().prompt, asked);
        resumed.play(RED, choose(Choice::Yes)).unwrap();
        play.answer(0).unwrap();
        assert_eq!(resumed.state(), play.game.state());
    }
    assert!(play.game.question().is_none());
    assert!(play.game.table().seat(RED).intersections().is_empty());
    assert_eq!(play.hand(RED), "1 ore");
}
