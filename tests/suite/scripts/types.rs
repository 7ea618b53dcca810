//! Values of a wrong type, and unknown names: reported when the rules are loaded.

use crate::scripts::fixture::Fixture;

/// The diagnostics of an ability with this body, in short form.
fn brief(body: &str) -> String {
    let wrong = Fixture::act(body).load().map(|_| ()).unwrap_err();
    let line = |one: &newcatan::diagnostic::Diagnostic| {
        one.hints.iter().fold(one.message.clone(), |said, hint| format!("{said} ({hint})"))
    };
    wrong.0.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// Checks that a fixture with this text has no diagnostics.
fn sound(fixture: &Fixture, text: &str) {
    if let Err(wrong) = fixture.load() {
        panic!("{text}\n{wrong}");
    }
}

/// The diagnostics of each of these bodies.
fn all(bodies: &[&str]) -> String {
    let said = bodies.iter().map(|body| format!("{body} >> {}", brief(body)));
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_word_of_the_wrong_thing_is_found() {
    insta::assert_snapshot!(all(&[
        "me.opponents.take(ORE, 1);",
        "game.hand;",
        "me.hand.take(ORE, 1);",
        "for hex in game.hexes { hex.owner; }",
        "let most = game.players.first(1); most.hand;",
        "let who = me; who.remove();",
        "if me.hand.is_empty() { me.take(ORE, 1); }",
        "me.take(ORE, me.hand.len());",
        "me.hand.totl(1);",
    ]), @"
    me.opponents.take(ORE, 1); >> `take` does not apply to players (it applies to: player)
    game.hand; >> `hand` does not apply to the game (it applies to: player)
    me.hand.take(ORE, 1); >> `take` does not apply to resource cards (it applies to: player)
    for hex in game.hexes { hex.owner; } >> `owner` does not apply to a hex (it applies to: piece, place)
    let most = game.players.first(1); most.hand; >> `hand` does not apply to players (it applies to: player)
    let who = me; who.remove(); >> `remove` does not apply to a player (it applies to: marker, piece, pieces)
    if me.hand.is_empty() { me.take(ORE, 1); } >> `is_empty(…)` does not apply to resource cards (write `is_empty`)
    me.take(ORE, me.hand.len()); >> `len(…)` does not apply to resource cards
    me.hand.totl(1); >> the rule language has no `totl`
    ");
}

#[test]
fn a_wrong_argument_is_found() {
    insta::assert_snapshot!(all(&[
        "me.take(me, 1);",
        "me.give(ORE, WOOD, 1);",
        "me.choose_player(\"Who?\", RESOURCES);",
        "me.choose_number(\"How many?\", ORE, 3);",
        "ROBBER.move_to(me);",
        "if me.opponents.contains(ORE) { me.take(ORE, 1); }",
        "if ORE in me.opponents { me.take(ORE, 1); }",
        "for hex in game.hexes.or(me.opponents) { me.take(ORE, 1); }",
        "for hex in game.hexes.touching(me.hand) { me.take(ORE, 1); }",
    ]), @r#"
    me.take(me, 1); >> `take` expects a resource, found a player
    me.give(ORE, WOOD, 1); >> `give` expects a player, found a resource
    me.choose_player("Who?", RESOURCES); >> `choose_player` expects players, found resources
    me.choose_number("How many?", ORE, 3); >> `choose_number` expects a number, found a resource
    ROBBER.move_to(me); >> `move_to` expects a hex or a place, found a player
    if me.opponents.contains(ORE) { me.take(ORE, 1); } >> `contains` expects a player, found a resource
    if ORE in me.opponents { me.take(ORE, 1); } >> `contains` expects a player, found a resource
    for hex in game.hexes.or(me.opponents) { me.take(ORE, 1); } >> `or` expects hexes, found players
    for hex in game.hexes.touching(me.hand) { me.take(ORE, 1); } >> `touching` expects places, found resource cards
    "#);
}

#[test]
fn a_name_that_nothing_bears_is_found() {
    insta::assert_snapshot!(all(&[
        "me.take(\"1 irn\");",
        "me.take(\"2 same +\");",
        "me.take(\"wod\", 1);",
        "game.hexes.of(\"dessert\");",
        "game.hexes.in_area(\"moon\");",
        "me.build_free(\"raod\");",
        "me.played(\"soldir\");",
        "me.add(\"luck\", 1);",
        "me.mark(\"foe\", me.opponents);",
        "me.set_aside(\"chest\", ORE, 1);",
        "for it in [me] { it.add(\"luck\", 1); }",
        "me.move_marker_of(\"pirats\");",
        "me.has_port(\"gold\");",
        "me.may_trade_with_supply(\"Trade?\", \"2 any > 1 any\", me.hand);",
    ]), @r#"
    me.take("1 irn"); >> no resource `irn` (the resources are wood, sheep, grain, brick, ore)
    me.take("2 same +"); >> `2 same +` is not a cost (write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`)
    me.take("wod", 1); >> there is no resource `wod` (did you mean `wood`?)
    game.hexes.of("dessert"); >> there is no terrain `dessert` (did you mean `desert`?)
    game.hexes.in_area("moon"); >> there is no area `moon`
    me.build_free("raod"); >> there is no kind of piece `raod` (did you mean `road`?)
    me.played("soldir"); >> there is no card `soldir` (did you mean `soldier`?)
    me.add("luck", 1); >> there is no counter `luck` (declare `const COUNTER = "luck: player";`)
    me.mark("foe", me.opponents); >> there is no mark `foe` (declare `const MARK = "foe: turn";`)
    me.set_aside("chest", ORE, 1); >> there is no pile `chest` (declare `const PILE = "chest";`)
    for it in [me] { it.add("luck", 1); } >> there is no counter `luck` (declare `const COUNTER = "luck: player";`)
    me.move_marker_of("pirats"); >> there is no group of markers `pirats` (did you mean `pirates`?)
    me.has_port("gold"); >> there is no port `gold` (expected one of `wood`, `sheep`, `grain`, `brick`, `ore`, `any`)
    me.may_trade_with_supply("Trade?", "2 any > 1 any", me.hand); >> `2 any > 1 any` is not a trade (write terms like `2 wood -> 1 any` or `3 same + 1 any -> 1 any`)
    "#);
}

#[test]
fn what_is_never_equal_is_found() {
    insta::assert_snapshot!(all(&[
        "if me == \"red\" { me.take(ORE, 1); }",
        "if me.hand == 2 { me.take(ORE, 1); }",
        "if me.hand > 2 { me.take(ORE, 1); }",
        "for place in me.buildings { if place == SETTLEMENT { me.take(ORE, 1); } }",
        "if ROBBER.hex == \"C3\" { me.take(ORE, 1); }",
    ]), @r#"
    if me == "red" { me.take(ORE, 1); } >> a player and a string are never equal (to insert the name of a thing into text, write `${thing}` between backticks)
    if me.hand == 2 { me.take(ORE, 1); } >> resource cards and a number are never equal (`total` returns the total number of cards, and `of` the number of cards of one kind)
    if me.hand > 2 { me.take(ORE, 1); } >> `>` compares numbers, found resource cards (`total` returns the total number of cards, and `of` the number of cards of one kind)
    for place in me.buildings { if place == SETTLEMENT { me.take(ORE, 1); } } >> a place and a kind of piece are never equal
    if ROBBER.hex == "C3" { me.take(ORE, 1); } >> `hex` does not apply to a marker (it applies to: piece)
    "#);
}

#[test]
fn what_no_member_of_a_family_is_called_is_found() {
    let family = |body: &str| {
        Fixture::rule(&format!(
            "const FOR_EACH = [\"theater\", \"bridge\"];\nconst ABILITY = \"visit {{each}}\";\n\
             fn act(me) {{\n    {body}\n}}\n"
        ))
    };
    sound(
        &family("if EACH == \"theater\" || EACH + \"s\" == \"bridges\" { me.take(ORE, 1); }"),
        "it is",
    );
    let wrong = family("if \"theatre\" != EACH { me.take(ORE, 1); }").wrong();
    insta::assert_snapshot!(wrong, @r#"
    error: `EACH` is never `theatre`
     --> house/rule.rhai:8:8
      |
    8 |     if "theatre" != EACH { me.take(ORE, 1); }
      |        ^^^^^^^^^
      |
      = help: did you mean `theater`?
    "#);
}

#[test]
fn a_condition_that_is_no_truth_is_found() {
    insta::assert_snapshot!(all(&[
        "if me.hand { me.take(ORE, 1); }",
        "while me.points() { me.take(ORE, 1); }",
        "if !me.hand.has(ORE) && me { me.take(ORE, 1); }",
    ]), @"
    if me.hand { me.take(ORE, 1); } >> expected `true` or `false`, found resource cards (`is_empty` returns whether there are no elements)
    while me.points() { me.take(ORE, 1); } >> expected `true` or `false`, found a number (compare it, as in `… > 0`)
    if !me.hand.has(ORE) && me { me.take(ORE, 1); } >> expected `true` or `false`, found a player
    ");
}

#[test]
fn what_a_hook_cannot_answer_is_found() {
    let wrong = |rule: &str| {
        let wrong = Fixture::rule(rule).load().map(|_| ()).unwrap_err();
        wrong.0.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("; ")
    };
    insta::assert_snapshot!([
        wrong("fn points(me, sum) { \"many\" }"),
        wrong("fn points(me, sum) { if sum > 3 { return me.hand; } sum }"),
        wrong("fn may_build(me, kind, place) { 3 }"),
        wrong("fn may_win(me) { false }"),
        wrong("fn may_build(me, kind, place) { if kind == ROAD { false } }"),
        wrong("fn points(me, sum) { if sum > 3 { sum } else { \"few\" } }"),
        wrong("fn points(me, sum) { switch sum { 1 => 2, _ => { \"few\" } } }"),
        wrong("fn points(me, sum) { for place in me.buildings { if place == place { return \"few\"; } } }"),
    ].join("\n"), @"
    `points` returns a string, expected a number or nothing
    `points` returns resource cards, expected a number or nothing
    `may_build` returns a number, expected a string with a reason, or nothing
    `may_win` returns a boolean, expected a string with a reason, or nothing
    `may_build` returns a boolean, expected a string with a reason, or nothing
    `points` returns a string, expected a number or nothing
    `points` returns a string, expected a number or nothing
    `points` returns a string, expected a number or nothing
    ");
}

#[test]
fn what_may_be_anything_is_right() {
    for body in [
        "let one = me.opponents.only; if one == NONE { me.take(ORE, 1); }",
        "let n = 1; n = me.hand.total; me.take(n);",
        "let kind = if me.hand.has(ORE) { ORE } else { NONE }; me.take(kind, 1);",
        "me.take(`${1 + 1} ore`);",
        "let place = me.choose_place(\"Where?\", me.buildings); if me.buildings.contains(place) { me.take(1); }",
        "if me in game.players && game.players.contains(me.opponents) { me.take(ORE, 1); }",
        "me.reveal(\"1 ore\"); me.choose_card(\"Which?\", \"1 ore, 1 wood\");",
        "ROBBER.move_to(me.buildings.first(1).only); ROBBER.move_to(game.hexes.first(1).only);",
    ] {
        sound(&Fixture::act(body), body);
    }
}

#[test]
fn what_stands_in_a_nameless_function_is_its_own() {
    for rule in [
        "fn points(me, sum) {\n    sum + [1, 2, 3].filter(|x| x > 1).len()\n}",
        "fn points(me, sum) {\n    let few = [1, 2].filter(|x| { if x > 1 { return true; } false });\n    sum + few.len()\n}",
        "fn on_turn(me) {\n    let n = me.hand;\n    let few = [1].filter(|n| n > 1);\n    if few.len() > 0 { me.take(n); return; }\n    return;\n}",
    ] {
        // The engine lists functions in any order.
        for _ in 0..8 {
            sound(&Fixture::rule(rule), rule);
        }
    }
    let acts = "private fn help(who) { who.take(ORE, 1); }\nfn points(me, sum) { [me].for_each(|who| help(who)); sum }";
    let wrong = Fixture::rule(acts).load().map(|_| ()).unwrap_err();
    assert_eq!(
        wrong.0[0].message,
        "`take` changes the game or asks a player, but `points` may not"
    );
}

#[test]
fn functions_of_one_name_are_told_apart() {
    let rule = "private fn extra(me) { me.take(ORE, 1); }\nprivate fn extra(me, n) { n + 1 }\nfn points(me, sum) { extra(me, sum) }\nfn on_turn(me) { extra(me); }";
    sound(&Fixture::rule(rule), rule);
}

#[test]
fn a_piece_may_be_a_place() {
    for rule in [
        "fn on_built(me, piece) { for other in me.buildings { if other != piece { me.take(ORE, 1); } } }",
        "fn on_built(me, piece) { if piece.place == piece { me.take(ORE, 1); } }",
    ] {
        sound(&Fixture::rule(rule), rule);
    }
}

#[test]
fn what_gets_another_value_may_hold_anything() {
    for rule in [
        "fn on_turn(me) { for kind in RESOURCES { kind = `${kind}`; if kind == \"ore\" { me.take(ORE, 1); } } }",
        "fn on_built(me, piece) { piece = piece.kind; if piece == CITY { me.take(ORE, 1); } }",
        "fn on_production_roll(me, roll) { roll = `${roll}`; if roll == \"7\" { me.take(ORE, 1); } }",
    ] {
        sound(&Fixture::rule(rule), rule);
    }
}

#[test]
fn what_an_operator_cannot_join_is_found() {
    insta::assert_snapshot!(all(&[
        "let many = \"n: \" + 3;",
        "let left = 2 - \"1\";",
        "let more = GRAIN + 1;",
        "let more = me.buildings - 1;",
        "let both = me.hand | me.hand;",
        "let both = me.opponents & RESOURCES;",
        "let less = -me.hand;",
        "if !me.points() { me.take(ORE, 1); }",
        "if me in 3 { me.take(ORE, 1); }",
        "take(me, me, 1);",
    ]), @r#"
    let many = "n: " + 3; >> a string and a number cannot be combined (to put a number into a string, write `${number}` between backticks)
    let left = 2 - "1"; >> a number and a string cannot be combined (to put a number into a string, write `${number}` between backticks)
    let more = GRAIN + 1; >> a resource and a number cannot be combined
    let more = me.buildings - 1; >> pieces and a number cannot be combined (`count` returns the number of elements)
    let both = me.hand | me.hand; >> resource cards and resource cards cannot be combined
    let both = me.opponents & RESOURCES; >> players and resources cannot be combined
    let less = -me.hand; >> `-` expects a number, found resource cards (`total` returns the total number of cards, and `of` the number of cards of one kind)
    if !me.points() { me.take(ORE, 1); } >> expected `true` or `false`, found a number (compare it, as in `… > 0`)
    if me in 3 { me.take(ORE, 1); } >> `contains` does not apply to a number (it applies to: selection)
    take(me, me, 1); >> `take` expects a resource, found a player
    "#);
}

#[test]
fn words_of_texts_and_lists_are_found() {
    insta::assert_snapshot!(all(&[
        "let list = [1]; list.psh(2);",
        "let list = [1]; list.total;",
        "let text = \"ore\"; if text.len() > 2 { me.take(text, 1); }",
        "let text = \"ore\"; text.push(\"s\");",
        "let text = \"ore\"; text.count;",
    ]), @r#"
    let list = [1]; list.psh(2); >> the rule language has no `psh` (did you mean `pay`?)
    let list = [1]; list.total; >> `total` does not apply to a list (it applies to: cards)
    let text = "ore"; if text.len() > 2 { me.take(text, 1); } >> `len(…)` does not apply to a string
    let text = "ore"; text.push("s"); >> `push(…)` does not apply to a string
    let text = "ore"; text.count; >> `count` does not apply to a string (it applies to: selection)
    "#);
}

#[test]
fn what_a_private_function_is_given_is_followed() {
    let wrong = |calls: &str| {
        let rule = format!(
            "private fn help(who) {{ who.take(ORE, 1); }}\nprivate fn pass(who) {{ help(who); }}\nfn on_turn(me) {{ {calls} }}\n"
        );
        Fixture::rule(&rule).load().map(|_| ()).map_err(|wrong| wrong.0[0].message.clone())
    };
    assert_eq!(wrong("pass(me);"), Ok(()));
    assert_eq!(wrong("pass(me.hand);").unwrap_err(), "`take` does not apply to resource cards");
    assert_eq!(wrong("help(me); help(me.opponents.only);"), Ok(()));
    assert_eq!(wrong("help(3); pass(3);").unwrap_err(), "`take` does not apply to a number");
}

#[test]
fn what_operators_join_is_right() {
    for body in [
        "let all = me | me.opponents; if all.count > 2 { me.take(ORE, 1); }",
        "let list = [1] + [2]; list.push(3); if list.len() > 2 && 3 in list { me.take(ORE, 1); }",
        "if me.hand.total in 0..4 { for n in 0..=2 { me.take(ORE, n); } }",
        "let rest = RESOURCES - ORE; if ORE in rest { me.take(ORE, 1); }",
        "let n = -1 + 2 * me.hand.total % 3; me.take(ORE, max(n, 0));",
        "let text = \"o\" + \"re\"; me.take(text, 1);",
        "let full = (me == me) & !me.hand.is_empty; if full { me.take(ORE, 1); }",
        "let one = me.opponents.only ?? me; if 3.is_odd() { one.take(ORE, 1); }",
    ] {
        sound(&Fixture::act(body), body);
    }
}

#[test]
fn things_that_never_touch_or_go_together_are_found() {
    insta::assert_snapshot!(all(&[
        "me.take(ORE, game.hexes.touching(game.hexes).count);",
        "me.take(ORE, game.hexes.touching(game.hexes.first(1).only).count);",
        "me.take(ORE, me.pieces.touching(me.pieces).count);",
        "me.take(ORE, (me.pieces | me.places(ROAD)).count);",
        "me.take(ORE, (me.places(ROAD) - me.pieces).of(ROAD).count);",
        "me.take(ORE, (game.hexes & me.places(ROAD)).count);",
        "for piece in me.pieces { me.take(ORE, (piece | me.pieces).count); }",
    ]), @"
    me.take(ORE, game.hexes.touching(game.hexes).count); >> `touching` expects places, found hexes
    me.take(ORE, game.hexes.touching(game.hexes.first(1).only).count); >> `touching` expects places, found a hex
    me.take(ORE, me.pieces.touching(me.pieces).count); >> `touching` expects hexes, found pieces
    me.take(ORE, (me.pieces | me.places(ROAD)).count); >> pieces and places cannot be combined (`pieces` returns the pieces at the places: `me.pieces | places.pieces`)
    me.take(ORE, (me.places(ROAD) - me.pieces).of(ROAD).count); >> `of` does not apply to places (it applies to: cards, supply, hexes, pieces) (did you mean `or`?)
    me.take(ORE, (game.hexes & me.places(ROAD)).count); >> hexes and places cannot be combined
    for piece in me.pieces { me.take(ORE, (piece | me.pieces).count); } >> a place and pieces cannot be combined
    ");
    sound(
        &Fixture::act(
            "let touched = game.hexes.touching(me.pieces) | game.hexes.first(1).only;
        let both = me.pieces.touching(game.hexes) | me.places(ROAD).pieces | me.buildings;
        let all = (me.opponents | me) - game.current_player;
        let taken = (me.pieces & me.places(ROAD)).of(ROAD).count + (me.places(ROAD) - me.pieces).pieces.count;
        me.take(ORE, touched.count + both.count + all.count + taken);",
        ),
        "selections of one sort",
    );
}

#[test]
fn a_single_hex_is_a_choice_and_touches_no_hex() {
    let mut play = Fixture::act(
        "let hex = [game.hexes.first(1).only][0];
        me.choose_place(\"Where?\", hex).set_number(3);",
    )
    .game();
    assert!(!play.attempt().unwrap().is_empty());
    let failure = Fixture::act(
        "let hex = [game.hexes.first(1).only][0];
        me.take(ORE, game.hexes.touching(hex).count);",
    )
    .game()
    .failure();
    assert!(failure.contains("`touching` expects places or pieces, found a hex"), "{failure}");
}

#[test]
fn where_things_stand_is_known() {
    insta::assert_snapshot!(all(&[
        "me.take(ORE, ROBBER.place.neighbors.count);",
        "let who = ROBBER; me.take(ORE, who.place.neighbors.count);",
        "for piece in me.pieces { me.take(ORE, piece.piece.place.number); }",
        "me.take(ORE, me.choose_place(\"Where?\", game.hexes).neighbors.count);",
        "me.take(ORE, me.choose_place(\"Where?\", me.buildings).number);",
    ]), @r#"
    me.take(ORE, ROBBER.place.neighbors.count); >> `neighbors` does not apply to a hex (it applies to: place)
    let who = ROBBER; me.take(ORE, who.place.neighbors.count); >> `neighbors` does not apply to a hex (it applies to: place)
    for piece in me.pieces { me.take(ORE, piece.piece.place.number); } >> `number` does not apply to a place (it applies to: hex)
    me.take(ORE, me.choose_place("Where?", game.hexes).neighbors.count); >> `neighbors` does not apply to a hex (it applies to: place)
    me.take(ORE, me.choose_place("Where?", me.buildings).number); >> `number` does not apply to a place (it applies to: hex)
    "#);
    sound(
        &Fixture::act(
            "for piece in me.pieces { me.take(ORE, piece.piece.place.neighbors.count); }
        me.take(ORE, ROBBER.place.number + me.choose_place(\"Where?\", game.hexes).number);
        me.take(ORE, me.choose_place(\"Where?\", me.buildings).neighbors.count);",
        ),
        "where things stand",
    );
    // If there are markers of both kinds, only the name determines which.
    let at = |marker: &str| {
        let body = format!("me.take(ORE, {marker}.place.neighbors.count);");
        let fixture =
            Fixture::act(&body).request(|_, request| request.scenario = "newcatan".into());
        fixture.load().map(|_| ()).map_err(|wrong| wrong.0[0].message.clone())
    };
    assert_eq!(at("ROBBER").unwrap_err(), "`neighbors` does not apply to a hex");
    assert_eq!(at("INFILTRATOR"), Ok(()));
    assert_eq!(at("me.choose_marker(\"Which?\", MARKERS)"), Ok(()));
}

#[test]
fn what_a_variable_gets_is_followed() {
    insta::assert_snapshot!(all(&[
        "let a = game.hexes; for h in game.buildings { a = a | h; } me.take(ORE, a.count);",
        "let a = game.hexes; for h in game.buildings { a |= h; } me.take(ORE, a.count);",
        "let a = game.hexes; let b = a; for h in game.hexes { b = a; a = a & h; } b.owner;",
        "let n = 1; while n < 3 { n += 1; } me.take(n.kinds);",
        "let n = 1; n -= me.hand; me.take(ORE, n);",
    ]), @"
    let a = game.hexes; for h in game.buildings { a = a | h; } me.take(ORE, a.count); >> hexes and a place cannot be combined
    let a = game.hexes; for h in game.buildings { a |= h; } me.take(ORE, a.count); >> hexes and a place cannot be combined
    let a = game.hexes; let b = a; for h in game.hexes { b = a; a = a & h; } b.owner; >> `owner` does not apply to hexes (it applies to: piece, place)
    let n = 1; while n < 3 { n += 1; } me.take(n.kinds); >> `kinds` does not apply to a number (it applies to: cards, supply, hexes)
    let n = 1; n -= me.hand; me.take(ORE, n); >> a number and resource cards cannot be combined (`total` returns the total number of cards, and `of` the number of cards of one kind)
    ");
    for body in [
        "let a = game.hexes; for h in game.hexes { a = a - h; } me.take(ORE, a.count);",
        "let a = game.hexes; for h in game.hexes { if h.number > 3 { a = me.pieces; } } a = a | me.pieces;",
        "let a = game.hexes; let b = a; a = me.pieces; b = a; a.touching(game.hexes); b |= me.pieces;",
        "let a = NONE; for who in me.opponents { a = who; } if a != NONE { a.take(ORE, 1); }",
        "let n = 1; [1, 2].for_each(|n| { n = `${n}`; }); me.take(ORE, n + 1);",
        "let list = []; list += [1]; list[0] = \"ore\"; let t = \"o\"; t += \"re\"; me.take(t, 1);",
    ] {
        sound(&Fixture::act(body), body);
    }
}

#[test]
fn loops_that_never_end_are_found() {
    let strange = |body: &str| {
        let (rules, _) = Fixture::act(body).load().unwrap_or_else(|wrong| panic!("{wrong}"));
        let strange = newcatan::script::review(&rules).strange.0;
        strange.iter().any(|one| one.message == "this loop never ends")
    };
    for body in [
        "while true { me.take(ORE, 1); }",
        "loop { for it in 0..3 { break; } }",
        "do { me.take(ORE, 1); } while true;",
        "do { me.take(ORE, 1); } until false;",
        "while 1 == 1 { }",
        "while !(2 < 1) && (3 - 1 >= 2 || me.hand.has(ORE)) { me.take(ORE, 1); }",
        "while \"a\" != \"b\" { me.take(ORE, 1); }",
        "let on = true; while on { me.take(ORE, 1); }",
        "while ABILITY == \"try it\" { me.take(ORE, 1); }",
        "let n = 2; do { me.take(ORE, 1); } until n % 2 == 1;",
    ] {
        assert!(strange(body), "{body}");
    }
    for body in [
        "while true { if me.hand.has(ORE) { break; } }",
        "loop { if me.hand.has(ORE) { return; } }",
        "loop { for it in 0..3 { if it == 2 { return; } } }",
        "let more = true; while more { more = false; }",
        "do { me.take(ORE, 1); } while false;",
        "while 1 == 2 { me.take(ORE, 1); }",
        "let n = 2; while n > 0 { n -= 1; }",
        "while 1 / 0 == 1 { me.take(ORE, 1); }",
        "for n in 0..3 { while n < 3 { if me.hand.has(ORE) { break; } } }",
    ] {
        assert!(!strange(body), "{body}");
    }
}
