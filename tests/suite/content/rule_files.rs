//! Rule files: their contents, their order, and mistakes in them.

use newcatan::content::load;
use newcatan::rules::{Hook, SettingValue};

use crate::content::fixture::Fixture;

/// A valid header.
const HEADER: &str = "//! Title\n//! A sentence.\n//! Rulings: H-1.\n";

/// A fixture with the original game and a pack of these files.
fn fixture(files: &[(&str, &str)]) -> Fixture {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write(
        "rules/extra/pack.toml",
        "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nrank = \"house\"\n",
    );
    for (name, text) in files {
        fixture.write(&format!("rules/extra/{name}.rhai"), text);
    }
    fixture
}

/// The diagnostics of each of these texts as a rule file.
fn texts(texts: &[&str]) -> String {
    let said = |text: &&str| fixture(&[("rule", text)]).brief();
    let said: Vec<String> = texts.iter().map(said).collect();
    said.join("\n").replace("rules/extra/rule.rhai:", "")
}

/// The diagnostics of each of these bodies below a valid header.
fn bodies(bodies: &[&str]) -> String {
    let whole: Vec<String> = bodies.iter().map(|body| format!("{HEADER}{body}\n")).collect();
    texts(&whole.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_mistake_is_shown_at_its_place() {
    let text = format!("{HEADER}const TRADE = \"2 wol -> 1 any\";\n");
    let fixture = fixture(&[("rule", &text)]);
    insta::assert_snapshot!(fixture.wrong(&fixture.request()), @r#"
    error: no resource `wol`
     --> rules/extra/rule.rhai:4:18
      |
    4 | const TRADE = "2 wol -> 1 any";
      |                  ^^^
      |
      = help: did you mean `wood`?
    "#);
}

#[test]
fn mistakes_in_the_header() {
    insta::assert_snapshot!(texts(&[
        "fn on_turn(me) {}",
        "//! Title\nfn on_turn(me) {}",
        "//! Title\n//! Rulings: H-1.\nfn on_turn(me) {}",
        "//! Title\n//! A sentence.\n//! Rulings:\nfn on_turn(me) {}",
    ]), @r"
    1 fn on_turn(me) {} >> the header has no title (begin the file with `//! Title`, `//! One sentence.` and `//! Rulings: C-1.`)
    1 //! Title >> the header has no line `Rulings: …` (begin the file with `//! Title`, `//! One sentence.` and `//! Rulings: C-1.`)
    2 //! Rulings: H-1. >> the header has no sentence that describes the rule (begin the file with `//! Title`, `//! One sentence.` and `//! Rulings: C-1.`)
    3 //! Rulings: >> the header has no rulings (begin the file with `//! Title`, `//! One sentence.` and `//! Rulings: C-1.`)
    ");
}

#[test]
fn mistakes_in_facts() {
    insta::assert_snapshot!(bodies(&[
        "const TRAED = \"2 wood -> 1 any\";",
        "const COPIES = \"two\";",
        "const COPIES = 1 + 1;",
        "let trade = 3;",
        "print(\"hello\");",
        "const TRADE = \"4 same\";",
        "const TRADE = \"4 same -> 1 same\";",
        "const TRADE = \"2 wood -> 1 any\";\nconst PORT = \"wol\";",
        "const DECK = \"developmnt\";\nconst COPIES = 2;\nfn act(me) {}",
        "const DECK = \"développement\";\nconst COPIES = 2;\nfn act(me) {}",
        "const AWARD = 2;\nconst MINIMUM = 5;\nconst LONGEST = \"rod\";",
        "const AWARD = 2;\nconst MINIMUM = 5;\nconst LONGEST = \"city\";",
        "const AWARD = 2;\nconst MINIMUM = 5;\nconst MOST = \"played knight\";",
        "const AWARD = 2;\nconst MINIMUM = 5;\nconst MOST = \"city in new world\";",
        "const AWARD = 200;\nconst MINIMUM = 5;\nconst MOST = \"city\";",
        "const ON_ROLL = 13;\nfn on_production_roll(me, roll) {}",
        "const ON_ROLL = 7;\nconst MOVES = \"pirate\";",
        "const COUNTER = \"uses\";\nfn on_turn(me) {}",
        "const WAY = \"build raod\";\nconst PRICE = \"1 wood\";",
        "const WAY = \"buy road\";\nconst PRICE = \"1 wood\";",
        "const WAY = \"road\";\nconst PRICE = \"1 wood\";",
        "const WAY = \"build road\";\nconst PRICE = \"1 wod\";",
        "const FOR_EACH = [\"Wood\"];\nconst TRADE = \"2 any -> 1 any\";",
        "const POINTS = 1;\nconst POINTS = 2;\nconst DECK = \"development\";\nconst COPIES = 1;",
        "const FOR_EACH = [];\nconst TRADE = \"2 wood -> 1 any\";",
        "const TRADE = \"2 {each} -> 1 any\";",
    ]), @r#"
    4 TRAED >> no fact `TRAED` (did you mean `TRADE`?)
    4 "two" >> `COPIES` has to be a number (The number of copies of the card in its deck.)
    4 + >> `COPIES` has to be a number (The number of copies of the card in its deck.)
    4 let >> `trade` is a variable, expected a fact (declare a fact with `const NAME = value;`)
    4 print >> a statement outside a function never runs (declare a value of your own with `let`, in the function that uses it)
    4 " >> `4 same` is not a trade (write terms like `2 wood -> 1 any` or `3 same + 1 any -> 1 any`)
    4 1 same >> a gain cannot be `same` (write `any` or a resource after `->`)
    5 "wol" >> no port `wol` (did you mean `wood`?)
    4 "developmnt" >> no deck `developmnt` (did you mean `development`?)
    4 "développement" >> no deck `développement` (did you mean `development`?)
    6 "rod" >> no piece `rod` (did you mean `road`?)
    6 "city" >> `city` is not a route
    6 "played knight" >> no card `knight` (expected one of `discovery`, `monopoly`, `road building`, `soldier`, `victory point`)
    6 "city in new world" >> no area `new world` on this board
    4 200 >> `AWARD` cannot be 200
    4 13 >> `ON_ROLL` is 13, expected 2 to 12
    5 "pirate" >> no group of markers `pirate` (did you mean `pirates`?)
    4 uses >> `uses` is not a counter (write a name and a scope: `"name: game"`, `"name: player"`, `"name: turn"`, `"name: hexes"`, `"name: places"` or `"name: pieces"`; add `, turn` if its numbers are 0 again when the turn ends, `, shown` to draw it, or `, hidden` if players cannot see it)
    4 "build raod" >> no piece `raod` (did you mean `road`?)
    4 "buy road" >> no deck `road` (expected `development`)
    4 "road" >> `road` is not a way to build or buy (write `"build <piece>"` or `"buy <deck>"`)
    5 wod >> no resource `wod` (did you mean `wood`?)
    4 [ >> `Wood` is not a valid name for a member of a family (write up to 40 lower-case letters, digits and spaces)
    5 2 >> `POINTS` is declared twice
    4 [ >> a family needs at least one member
    4 {each} >> `{each}` is used here, but the file is not a family (declare `const FOR_EACH = ["…", "…"];`)
    "#);
}

#[test]
fn mistakes_about_other_rules() {
    insta::assert_snapshot!(bodies(&[
        "const WITH = \"monopoly\";\nfn on_turn(me) {}",
        "const WITH = \"catan/monopole\";\nfn on_turn(me) {}",
        "const REPLACES = \"extra/rule\";\nfn on_turn(me) {}",
        "const SHARES = \"catan/monopole\";\nfn on_turn(me) {}",
        "const SHARES = [\"catan/monopoly\", \"catan/monopole\"];\nfn on_turn(me) {}",
        "const SHARES = 3;\nfn on_turn(me) {}",
    ]), @r#"
    4 "monopoly" >> `monopoly` is not the full name of a rule (write the pack and the name, such as `pack/rule`)
    4 "catan/monopole" >> no rule `catan/monopole` (did you mean `catan/monopoly`?)
    4 "extra/rule" >> a rule cannot replace itself
    4 catan/monopole >> no rule `catan/monopole` (did you mean `catan/monopoly`?)
    4 catan/monopole >> no rule `catan/monopole` (did you mean `catan/monopoly`?)
    4 3 >> `SHARES` has to be a string or a list of strings (The rule, or the rules, whose counters, marks and piles this one uses as its own.)
    "#);
}

#[test]
fn facts_that_make_no_sense_together() {
    insta::assert_snapshot!(bodies(&[
        "const OUTPOST = \"alien\";\nconst ABILITY = \"dig\";\nfn act(me) {}",
        "const COPIES = 2;\nfn on_turn(me) {}",
        "const DECK = \"development\";\nfn act(me) {}",
        "const PORT = \"any\";\nfn on_turn(me) {}",
        "const AWARD = 2;\nconst MINIMUM = 3;",
        "const AWARD = 2;\nconst MINIMUM = 3;\nconst MOST = \"city\";\nfn merit(me) { 1 }",
        "const HAND_LIMIT = 7;",
        "const ABILITY = \"dance\";",
        "const TIMES = 2;\nfn on_turn(me) {}",
        "const ABILITY = \"dance\";\nconst TIMES = 10;\nfn act(me) {}",
        "const ABILITY = \"dance\";\nconst ONCE_PER = \"week\";\nfn act(me) {}",
        "const WAY = \"build road\";",
        "const TRADE = \"2 any -> 1 any\";\nconst ABILITY = \"dance\";\nfn act(me) {}",
        "fn act(me) {}",
        "fn usable(me) { true }",
        "fn merit(me) { 1 }",
        "",
    ]), @r#"
    5 "dig" >> `OUTPOST` and `ABILITY` cannot be combined (leave `ABILITY` out: with `fn act(me)`, the rule is an ability of its owners)
    4 2 >> `COPIES` needs `DECK` (DECK: The deck that the card belongs to.)
    4 "development" >> `DECK` needs `COPIES` (COPIES: The number of copies of the card in its deck.)
    4 "any" >> `PORT` needs `TRADE` (TRADE: Terms of a trade with the general supply, such as `"4 same -> 1 any"`.)
    4 2 >> the award compares nothing (declare only one of `LONGEST` and `MOST`, or define `fn merit(me)` instead)
    4 2 >> the award compares more than one thing (declare only one of `LONGEST` and `MOST`, or define `fn merit(me)` instead)
    4 7 >> `HAND_LIMIT` needs `ON_ROLL` (ON_ROLL: The number of the production roll to which the rule applies.)
    4 "dance" >> an ability needs the hook `act` (write `fn act(me)`)
    4 2 >> `TIMES` needs the hook `act` (write `fn act(me)`)
    5 10 >> `TIMES` is 10, expected 1 to 9
    5 "week" >> `ONCE_PER` cannot be `week` (expected one of `turn`, `game`)
    4 "build road" >> a way needs either `PRICE` or `PRICES` (The price of the way, with `|` between alternatives.)
    5 "dance" >> `TRADE` and `ABILITY` cannot be combined (a file can declare only one rule)
    4 fn act(me) {} >> `act` needs `DECK`, `ABILITY` or `OUTPOST`
    4 fn usable(me) { true } >> `usable` needs `DECK`, `ABILITY`, `TRADE` or `WAY`
    4 fn merit(me) { 1 } >> `merit` needs `AWARD`
    0  >> the rule does nothing: it has neither a hook nor a fact with an effect
    "#);
}

#[test]
fn mistakes_in_functions() {
    insta::assert_snapshot!(bodies(&[
        "fn on_trun(me) {}",
        "fn on_turn() {}",
        "fn on_turn(me) { let }",
        "private fn helper(me) {}",
    ]), @r"
    4 on_trun >> no hook `on_trun` (did you mean `on_turn`?) (declare a helper function as `private fn`)
    4 on_turn >> `on_turn` has 0 parameters (write `fn on_turn(me)`)
    4 } >> expecting name of a variable
    0  >> the rule does nothing: it has neither a hook nor a fact with an effect
    ");
}

#[test]
fn an_open_card_is_never_in_a_hand() {
    let card = "const DECK = \"development\";\nconst COPIES = 1;\nconst POINTS = 1;\n\
                const OPEN = true;\nfn act(me) {}\n";
    insta::assert_snapshot!(fixture(&[("card", &format!("{HEADER}{card}"))]).brief(), @r"
    rules/extra/card.rhai:7 true >> `OPEN` and `POINTS` cannot be combined (an open card never enters a hand, so nobody plays it)
    rules/extra/card.rhai:7 true >> `OPEN` and `fn act` cannot be combined (an open card never enters a hand, so nobody plays it)
    ");
}

#[test]
fn names_of_rules_are_proper_and_different() {
    let rule = format!("{HEADER}fn on_turn(me) {{}}\n");
    insta::assert_snapshot!(fixture(&[("a", &rule), ("cards/a", &rule), ("B-c", &rule)]).brief(), @r"
    rules/extra/B-c.rhai:0  >> `B-c` is not a valid name for a rule (write lower-case letters, digits and `_`)
    rules/extra/cards/a.rhai:0  >> `extra/a` is the name of two rules (the other rule is in `rules/extra/a.rhai`)
    ");
}

#[test]
fn there_are_limits_to_what_rules_add() {
    let many = |count: usize, body: &str| {
        let members: Vec<String> = (0..count).map(|n| format!("\"m{n}\"")).collect();
        let family = format!("const FOR_EACH = [{}];", members.join(", "));
        fixture(&[("rule", &format!("{HEADER}{family}\n{body}\n"))]).brief()
    };
    let said = [
        many(
            160,
            "const DECK = \"development\";\nconst COPIES = 1;\nconst LASTS = \"turn\";\nfn on_production_roll(me, roll) {}",
        ),
        many(7, "const AWARD = 1;\nconst MINIMUM = 1;\nconst MOST = \"city\";"),
        many(11, "const COUNTER = \"uses: turn\";\nfn on_turn(me) {}"),
        many(13, "const RANDOM = true;\nfn on_turn(me) {}"),
        many(250, "fn on_turn(me) {}"),
    ];
    insta::assert_snapshot!(said.join("\n").replace("rules/extra/rule.rhai:", ""), @r#"
    7 "turn" >> only the first 160 kinds of cards can last
    5 1 >> a game can have at most 8 awards
    5 "uses: turn" >> the counters of this game need more than 64 slots (a counter for each `player` or `turn` takes six slots, and as many again for each additional copy of the card that can be played in a turn)
    5 true >> at most 12 rules can draw with `game.random`
    0  >> a game can have at most 256 rules
    "#);
}

// covers: P-2
#[test]
fn rules_of_one_rank_that_contradict_are_both_named() {
    let trade = format!("{HEADER}const TRADE = \"1 any -> 1 any\";\n");
    let replaces = format!("{trade}const REPLACES = \"catan/supply_4_for_1\";\n");
    let fixture = fixture(&[("one", &replaces), ("other", &replaces)]);
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/other.rhai:5 "catan/supply_4_for_1" >> `extra/one` and `extra/other` both replace `catan/supply_4_for_1` (choose which rule comes first: write `order = ["extra/one", "extra/other"]` in `rules/extra/pack.toml`)"#);
    let manifest = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nrank = \"house\"\n";
    fixture.write("rules/extra/pack.toml", &format!("{manifest}order = [\"other\", \"one\"]\n"));
    let rules = load(&fixture.request()).unwrap();
    let trades = rules.rates.iter().map(|rate| rules.rule(rate.by.rule).id.as_str());
    let supply: Vec<&str> = trades.filter(|id| !id.contains("port")).collect();
    assert_eq!(supply, ["extra/one"]);
}

// covers: P-2
#[test]
fn answers_to_one_question_need_an_order() {
    let limit = format!("{HEADER}fn hand_limit(me, limit) {{ 11 }}\n");
    insta::assert_snapshot!(fixture(&[("one", &limit), ("other", &limit)]).brief(), @r#"rules/extra/other.rhai:4 fn hand_limit(me, limit) { 11 } >> `extra/one` and `extra/other` both define `hand_limit` (choose which rule comes first: write `order = ["extra/one", "extra/other"]` in `rules/extra/pack.toml`)"#);
}

// covers: P-2
#[test]
fn modules_that_contradict_are_both_named() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("one\", \"other");
    let limit = format!("{HEADER}fn hand_limit(me, limit) {{ 11 }}\n");
    for name in ["one", "other"] {
        let manifest = format!("id = \"{name}\"\ntitle = \"A module\"\nversion = \"1.0.0\"\n");
        fixture
            .write(&format!("rules/{name}/pack.toml"), &format!("{manifest}rank = \"module\"\n"));
        fixture.write(&format!("rules/{name}/limit.rhai"), &limit);
    }
    let wrong = fixture.brief();
    assert!(wrong.contains("`one/limit` and `other/limit` both define `hand_limit`"), "{wrong}");
}

#[test]
fn only_known_rules_of_an_earlier_rank_are_replaced() {
    let replaces = |id: &str| format!("{HEADER}const REPLACES = \"{id}\";\n");
    let unknown = fixture(&[("one", &replaces("catan/sevn"))]);
    insta::assert_snapshot!(unknown.brief(), @r#"rules/extra/one.rhai:4 "catan/sevn" >> no rule `catan/sevn` (did you mean `catan/seven`?)"#);
    let fixture = fixture(&[("one", &replaces("extra/two")), ("two", &replaces("catan/seven"))]);
    fixture.write(
        "rules/extra/pack.toml",
        "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nrank = \"original\"\nranks = { cards = \"card\" }\n",
    );
    fixture.write("rules/extra/cards/two.rhai", &replaces("catan/seven"));
    std::fs::remove_file(fixture.path("rules/extra/two.rhai")).unwrap();
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/one.rhai:4 "extra/two" >> `extra/two` has a later rank than `extra/one` (a rule can replace only rules of its own rank or an earlier one)"#);
}

#[test]
fn a_family_has_a_rule_for_each_member() {
    let fixture = fixture(&[(
        "plus_1",
        "//! {each} +1\n//! One more {each}.\n//! Rulings: H-1.\n\
         const FOR_EACH = [\"wood\", \"ore\"];\nconst RANDOM = true;\nfn on_produced(me, hand) {}\n",
    )]);
    let rules = load(&fixture.request()).unwrap();
    let family: Vec<_> = rules.rules.iter().filter(|rule| rule.id.starts_with("extra")).collect();
    assert_eq!(family[0].id, "extra/wood_plus_1");
    assert_eq!((family[1].title.as_str(), family[1].text.as_str()), ("ore +1", "One more ore."));
    assert_eq!(family[1].origin(Some(Hook::OnProduced)).line, 6);
    assert_eq!(family[0].stream.map(|(number, _)| number), Some(4));
    assert_eq!(family[1].stream.map(|(number, _)| number), Some(5));
    let each = ("EACH".to_owned(), SettingValue::Word("ore".into()));
    assert!(family[1].constants.contains(&each));
    assert_eq!(rules.listeners(Hook::OnProduced).len(), 2);
}

#[test]
fn rules_go_with_the_rules_and_packs_that_they_name() {
    let rule = |fact: &str| format!("{HEADER}{fact}\nfn on_turn(me) {{}}\n");
    let fixture = fixture(&[
        ("a", &rule("const WITH = \"catan/seven\";")),
        ("b", &rule("const WITH = \"seafarers/nothing\";")),
        ("c", &rule("const IF_LOADED = \"catan\";")),
        ("d", &rule("const IF_LOADED = \"seafarers\";")),
    ]);
    let rules = load(&fixture.request()).unwrap();
    let ids: Vec<&str> = rules
        .rules
        .iter()
        .map(|rule| rule.id.as_str())
        .filter(|id| id.starts_with("extra"))
        .collect();
    assert_eq!(ids, ["extra/a", "extra/c"]);
}

#[test]
fn names_that_games_cannot_say_are_not_given() {
    let said = |name: &str, fact: &str| {
        fixture(&[(name, &format!("{HEADER}{fact}\nfn act(me) {{ me.take(ORE, 1); }}\n"))]).brief()
    };
    insta::assert_snapshot!([
        said("paid_by", "const ABILITY = \"be paid\";"),
        said("game", "const ABILITY = \"play\";"),
        said("day_off", "const OUTPOST = \"scientists\";"),
        said("gift_in_need", "const DECK = \"development\";\nconst COPIES = 1;"),
        said("answers", "const EVENT = \"frontier\";"),
        said("a__b", "const ABILITY = \"be paid\";"),
        said("late_", "const ON_ROLL = 3;"),
    ].join("\n"), @"
    rules/extra/paid_by.rhai:0  >> `paid_by` cannot be used as a name: one of its words is a keyword in transcripts (choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`)
    rules/extra/game.rhai:0  >> `game` cannot be used as a name: it has another meaning in transcripts or prices (choose another name)
    rules/extra/day_off.rhai:0  >> `day_off` cannot be used as a name: one of its words is a keyword in transcripts (choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`)
    rules/extra/gift_in_need.rhai:0  >> `gift_in_need` cannot be used as a name: one of its words is a keyword in transcripts (choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`)
    rules/extra/answers.rhai:0  >> `answers` cannot be used as a name: one of its words is a keyword in transcripts (choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`)
    rules/extra/a__b.rhai:0  >> `a__b` is not a valid name: one of its words is empty (write a single `_` between words, and none at the start or the end)
    rules/extra/late_.rhai:0  >> `late_` is not a valid name: one of its words is empty (write a single `_` between words, and none at the start or the end)
    ");
    let advance_answer = format!("{HEADER}fn on_turn(me) {{ me.take(ORE, 1); }}\n");
    let fixture = fixture(&[("placement", &advance_answer)]);
    assert!(load(&fixture.request()).is_ok());
}

#[test]
fn packs_do_not_say_what_the_order_of_packs_says() {
    let rule = format!("{HEADER}fn on_turn(me) {{ me.take(ORE, 1); }}\n");
    let fixture = fixture(&[("poor_hands", &rule), ("other", &rule)]);
    let manifest = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nrank = \"house\"\n";
    let ordered = |order: &str| {
        fixture.write("rules/extra/pack.toml", &format!("{manifest}order = {order}\n"));
        fixture.brief()
    };
    insta::assert_snapshot!(ordered("[\"poor_hnds\"]"), @r#"rules/extra/pack.toml:5 "poor_hnds" >> no rule `poor_hnds` (did you mean `poor_hands`?)"#);
    insta::assert_snapshot!(ordered("[\"other\", \"catan/monopoly\"]"), @r#"rules/extra/pack.toml:5 "catan/monopoly" >> `catan/monopoly` comes before `other`, regardless of this `order` (ranks take precedence over `order`: rules of an earlier rank come first)"#);
}

#[test]
fn what_other_languages_write_is_hinted_at() {
    insta::assert_snapshot!(bodies(&[
        "fn on_turn(me) { if me.points() > 1 and me.points() < 3 { } }",
        "fn on_turn(me) { if not me.hand.is_empty { } }",
        "fn on_turn(me) { me.take('1 any'); }",
        "fn on_turn(me) { if me.points() = 3 { } }",
        "const MAX = 5;\nfn on_turn(me) { }",
    ]), @r#"
    4 and >> expecting '{' to start a statement block (write `&&` instead of `and`)
    4 me >> expecting '{' to start a statement block (write `!` instead of `not`)
    4 ' >> invalid character: '1 any' (write strings in double quotes, as in `"1 any"`)
    4 = >> `=` is not part of the rule language (compare two values with `==`)
    4 MAX >> no fact `MAX` (declare a value of your own with `let` in a function, or as a setting)
    "#);
}
