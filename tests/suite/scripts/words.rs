//! Unknown functions, and wrong calls: reported when the rules are loaded.

use crate::scripts::fixture::{Fixture, RED, ability};

/// The diagnostics of an ability with this body, in short form.
fn brief(body: &str) -> String {
    let wrong = Fixture::act(body).load().map(|_| ()).unwrap_err();
    let line = |one: &newcatan::diagnostic::Diagnostic| {
        one.hints.iter().fold(one.message.clone(), |said, hint| format!("{said} ({hint})"))
    };
    wrong.0.iter().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_misspelt_verb_is_found_at_its_place() {
    insta::assert_snapshot!(Fixture::act("let kind = me.chose_resource(\"Which?\");").wrong(), @r#"
    error: the rule language has no `chose_resource`
     --> house/ability.rhai:7:19
      |
    7 |     let kind = me.chose_resource("Which?");
      |                   ^^^^^^^^^^^^^^
      |
      = help: did you mean `choose_resource`?
    "#);
}

#[test]
fn a_misspelt_property_is_found() {
    insta::assert_snapshot!(brief("me.hand.totl;"), @"the rule language has no `totl` (did you mean `total`?)");
    insta::assert_snapshot!(brief("me.opponnents.count;"), @"the rule language has no `opponnents` (did you mean `opponents`?)");
    insta::assert_snapshot!(brief("me.take;"), @"the rule language has no `take` (write `player.take(cards)` or `player.take(kind, count)`)");
}

#[test]
fn a_property_that_is_a_function_shows_on_what_it_is_called() {
    insta::assert_snapshot!(brief("me.pieces.places.count;"), @"the rule language has no `places` (write `player.places(kind)` or `piece.places()` or `marker.places(player)`)");
    insta::assert_snapshot!(brief("[1].push.x;"), @"the rule language has no `push` (write `push(…)`); the rule language has no `x`");
}

#[test]
fn a_misspelt_constant_is_found() {
    insta::assert_snapshot!(brief("me.take(WOD, 1);"), @"there is no constant or variable `WOD` (did you mean `WOOD`?)");
    insta::assert_snapshot!(brief("me.take(knights, 1);"), @"there is no constant or variable `knights`");
}

#[test]
fn a_function_between_bars_sees_no_variables_around_it() {
    insta::assert_snapshot!(brief("let most = 3; game.players.filter(|player| player.points() > most);"), @"there is no constant or variable `most` (a function such as `|player| …` sees only what stands between its bars, and constants)");
    insta::assert_snapshot!(brief("let is_won = me.points() > 9 || me.points() > most;"), @"there is no constant or variable `most`");
}

#[test]
fn a_misspelt_setting_is_found() {
    insta::assert_snapshot!(brief("me.take(ORE, settings.gaol);"), @"there is no setting `gaol` (did you mean `goal`?)");
    insta::assert_snapshot!(brief("me.take(ORE, settings[\"gaol\"]);"), @"a setting can only be read by its name (write `settings.name`)");
    assert!(brief("let all = settings; all[\"x\"] = 1;").contains("read by its name"));
    let mut play = Fixture::act("me.take(ORE, settings.goal);").game_with(&[]);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "10 ore");
}

#[test]
fn a_wrong_number_of_arguments_is_found() {
    insta::assert_snapshot!(brief("me.take(1, 2, 3);"), @"`take` takes 1 or 2 arguments, found 3 (write `take(cards)` or `take(kind, count)`)");
    insta::assert_snapshot!(brief("if me.may() { }"), @"`may` takes 1 argument, found 0 (write `may(prompt)`)");
    insta::assert_snapshot!(brief("help(me); }\nprivate fn help(me, count) {"), @"`help` takes 2 arguments, found 1");
}

#[test]
fn a_function_cannot_take_the_name_of_a_word() {
    insta::assert_snapshot!(Fixture::rule(&(ability("me.take(ORE, 1);") + "private fn take(me) {}\n")).wrong(), @r#"
    error: `take` is already a function of the rule language
     --> house/rule.rhai:9:12
      |
    9 | private fn take(me) {}
      |            ^^^^
      |
      = help: give the function another name
    "#);
}

#[test]
fn a_function_cannot_have_the_name_of_a_built_in_function() {
    let rule = ability("me.take(ORE, range(me));") + "private fn range(me) { 1 }\n";
    let wrong = Fixture::rule(&rule).wrong();
    insta::assert_snapshot!(wrong.lines().next().unwrap(), @"error: `range` is already a built-in function of the script language");
}

#[test]
fn a_function_is_not_said_of_something() {
    insta::assert_snapshot!(brief("me.help(1); }\nprivate fn help(me, count) {"), @"`help` is a plain function: it cannot be called on a value (write `help(me, …)`)");
}

#[test]
fn a_word_of_the_wrong_thing_fails_when_it_is_said() {
    let fails = |body: &str| {
        let mut play = Fixture::act(body).game();
        let said = play.attempt().map_or_else(|r| play.explained(r), |_| "fine".into());
        said.lines().next().unwrap_or_default().to_owned()
    };
    let bodies = [
        "[game][0].hand;",
        "me.take([\"gold\"][0], 1);",
        "me.give([WOOD][0], ORE, 1);",
        "me.choose_player(\"Who?\", [RESOURCES][0]);",
        "[game.players][0] & RESOURCES;",
        "game.hexes.in_area([\"moon\"][0]);",
        "if [me][0] { me.take(ORE, 1); }",
        "[me.hand][0] + 1;",
        "me.choose_number(\"How many?\", 1, 1000);",
    ];
    let said = bodies.map(|body| format!("{body} >> {}", fails(body)));
    insta::assert_snapshot!(said.join("\n"), @r#"
    [game][0].hand; >> error: `hand` does not apply to the game
    me.take(["gold"][0], 1); >> error: `take` expects a resource, found a string
    me.give([WOOD][0], ORE, 1); >> error: `give` expects a player, found a resource
    me.choose_player("Who?", [RESOURCES][0]); >> error: `choose_player` expects players, found resources
    [game.players][0] & RESOURCES; >> error: players and resources cannot be combined
    game.hexes.in_area(["moon"][0]); >> error: there is no area `moon`
    if [me][0] { me.take(ORE, 1); } >> error: expected a boolean, found a thing
    [me.hand][0] + 1; >> error: there is no `+ (thing, number)`
    me.choose_number("How many?", 1, 1000); >> error: a player cannot choose a number from 1 to 1000
    "#);
}

#[test]
fn none_flows_through_every_word() {
    let body = "let none = game.players.first(0).only;
    none.take(ORE, 1); none.hand.total; none.buildings.count; none.choose_player(\"?\", game.players);
    me.take(NONE, 1); me.give(NONE, ORE, 1); me.take_random(NONE, 1); me.swap(ORE, NONE, ORE);
    if none.hand.has(ORE) || none.may(\"?\") || none.has_port(ORE) || me.hand.has(NONE) { me.take(ORE, 1); }
    if none.points() + none.on_board(ROAD) + me.hand.of(NONE) + NONE.number > 0 { me.take(ORE, 1); }
    ROBBER.move_to(NONE); NONE.remove(); NONE.set_terrain(\"desert\");
    if NONE.hexes.or(game.hexes).count == 19 { me.take(WOOD, 1); }";
    let mut play = Fixture::act(body).game_with(&[]);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "1 wood");
}

#[test]
fn things_are_named_in_texts() {
    let body = "me.choose_resource(`${me} ${ORE} ${me.hand} ${ROBBER} ${CITY} ${me.opponents} ${NONE} ${RESOURCES}`);";
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    insta::assert_snapshot!(play.game.question().unwrap().prompt, @"red ore 2 wood, 1 ore robber city blue, white nothing wood, sheep, grain, brick, ore");
}

/// Every type of value in every form of text interpolation, with the resulting text.
const WORDS: [(&str, &str); 22] = [
    ("ORE", "ore"),
    ("CITY", "city"),
    ("ROBBER", "robber"),
    ("NONE", "nothing"),
    ("RESOURCES", "wood, sheep, grain, brick, ore"),
    ("MARKERS", "robber"),
    ("game", "the game"),
    ("supply", "the supply"),
    ("me", "red"),
    ("game.players", "red, blue, white"),
    ("me.hand", "2 wood, 1 ore"),
    ("me.pieces", "B3.se"),
    ("me.pieces.first(1).only", "settlement at B3.se"),
    ("game.hexes.first(2)", "A1, A2"),
    ("game.hexes.first(1).only", "A1"),
    ("me.pieces.first(1).only.place.neighbors.first(1)", "A3.s"),
    ("3", "3"),
    ("true", "true"),
    ("[ORE, [CITY, 1]]", "[ore, [city, 1]]"),
    ("0..3", "0..3"),
    ("|x| x", "a function"),
    ("\"ab\".chars()", "a sequence"),
];

#[test]
fn every_value_is_called_by_its_own_words_in_every_text() {
    for (value, words) in WORDS {
        let body = format!(
            "let it = {value}; let list = [it];
            let text = `${{{value}}}; ${{it}}; ${{help(it)}}; ${{list[0]}}; ${{list}}; ${{[{value}]}}`;
            let texts = it.to_string() + \"; \" + it.to_debug() + \"; \" + list.to_string();
            me.choose_resource(`${{text}}; ${{texts}}`); }}
            private fn help(it) {{ `${{it}}`"
        );
        let mut play = Fixture::act(&body).game();
        let attempt = play.attempt();
        let said = match &attempt {
            Ok(_) => play.game.question().expect("a question").prompt.clone(),
            Err(refused) => format!("{refused:?}"),
        };
        let list = format!("[{words}]");
        let all = [words, words, words, words, &list, &list, words, words, &list];
        assert_eq!(said, all.join("; "), "{value}");
    }
}

#[test]
fn what_a_member_of_a_family_stands_for_is_called_by_its_name() {
    let rule = "const FOR_EACH = [\"wood\", \"ore\"];\nconst ABILITY = \"show {each}\";\n\
                fn act(me) { me.choose_resource(`${EACH} level, ${[EACH]}, ${help()}`); }\n\
                private fn help() { `no ${EACH}` }\n";
    let mut play = Fixture::rule(rule).game();
    play.attempt().unwrap();
    assert_eq!(play.game.question().unwrap().prompt, "wood level, [wood], no wood");
}

#[test]
fn what_the_engine_says_of_a_value_names_no_type_of_rust() {
    let bodies =
        ["[ORE, WOOD].sort();", "me.take([ORE][0], [0..3][0]);", "me.take(ORE, [|x| x][0]);"];
    let said = bodies.map(|body| {
        let failure = Fixture::act(body).game().failure();
        failure.lines().next().unwrap_or_default().to_owned()
    });
    insta::assert_snapshot!(said.join("\n"), @"
    error: `sort` expects numbers or strings, or a function that compares two elements
    error: `take` expects a number, found a range
    error: `take` expects a number, found a function
    ");
}

#[test]
fn a_property_cannot_be_set() {
    insta::assert_snapshot!(Fixture::act("me.hand = 3;").game().failure(), @"
    error: `hand` cannot be set: only verbs change the game
     --> house/ability.rhai:7:8
      |
    7 |     me.hand = 3;
      |        ^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:8
      = note: `red uses try it` was undone: the game is as it was before
    ");
}

#[test]
fn a_function_with_the_name_of_a_word_is_told_once() {
    let rule = "private fn give(me) { me.take(ORE, 1); }\nfn on_turn(me) { give(me); }\n";
    let wrong = Fixture::rule(rule).load().map(|_| ()).unwrap_err();
    let said: Vec<&str> = wrong.0.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(said, ["`give` is already a function of the rule language"]);
}
