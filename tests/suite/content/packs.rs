//! Packs: how they are found and combined, and mistakes in their manifests.

use newcatan::content::{Request, load};
use newcatan::rules::{Rank, SettingValue};
use newcatan::script::{ExecutionMode, host_of};

use crate::content::fixture::{Fixture, shipped};

/// The required keys of a manifest.
const HEAD: &str = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\n";

/// The diagnostics of a pack with each of these manifests, added to the original game.
fn manifests(rests: &[&str]) -> String {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let mut said = Vec::new();
    for rest in rests {
        fixture.write("rules/extra/pack.toml", &format!("{HEAD}{rest}\n"));
        said.push(fixture.brief());
    }
    said.join("\n").replace("rules/extra/pack.toml:", "")
}

#[test]
fn mistakes_in_the_head() {
    insta::assert_snapshot!(manifests(&[
        "enigne = \">=0.1\"",
        "engine = \">=9\"",
        "engine = \"new\"",
        "rank = \"modul\"",
        "requires = [\"seafarers\"]",
        "conflicts = [\"catan\"]",
        "order = [\"nobody\"]",
        "ranks = { cards = \"card\" }",
        "resources = [\"any\"]",
        "resources = [\"Gold\"]",
        "resources = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\", \"k\", \"l\"]",
        "supplies = { each_resource = 200 }",
        "placement = { rounds = [\"forward\"], placed = [\"vilage\"] }",
        "placement = { rounds = [], placed = [\"settlement\"] }",
        "placement = { rounds = [\"forward\"], placed = [] }",
        "id = ",
    ]), @r#"
    4 enigne >> unknown key `enigne` (did you mean `engine`?)
    4 ">=9" >> `extra` needs newcatan >=9, but this is 0.1.0
    4 "new" >> `new` is not a version range: unexpected character 'n' while parsing major version number (write a range such as `>=0.1`)
    4 "modul" >> unknown value `modul` (did you mean `module`?)
    4 "seafarers" >> `extra` requires `seafarers`, which is not in play (add it to the packs of the scenario)
    4 "catan" >> `extra` cannot be played with `catan`
    4 "nobody" >> no rule `nobody`
    4 cards >> the folder `cards` contains no rules
    4 "any" >> `any` cannot be used as a name: it has another meaning in transcripts or prices (choose another name)
    4 "Gold" >> `Gold` is not a valid name (write lower-case letters, digits and `_`, starting with a letter)
    4 "l" >> a game can have at most 16 resources
    4 200 >> expected at most 127 cards of each resource
    4 "vilage" >> no piece `vilage` (expected one of `road`, `settlement`, `city`, `route`, `building`)
    4 [] >> each player places 0 pieces, expected 1 to 40 (in each of the `rounds`, a player places all pieces listed in `placed`)
    4 ["forward"] >> each player places 0 pieces, expected 1 to 40 (in each of the `rounds`, a player places all pieces listed in `placed`)
    4  >> string values must be quoted, expected literal string
    "#);
}

#[test]
fn mistakes_in_declarations_on_a_condition() {
    let with = |rest: &str| format!("[settings.rich]\ndefault = false\ntext = \"t\"\n{rest}");
    let rests = [
        "[when.poor.pieces.road]\nprice = \"1 wood\"",
        "[when.goal.pieces.road]\nprice = \"1 wood\"",
        "[when.rich.pieces.road]\ncost = \"1 wood\"",
        "[when.rich.settings.more]\ndefault = 1",
        "[when.rich.pieces.road]\nprice = \"1 gold\"",
        "[when.rich]\nresources = [\"any\"]",
        "[when.rich.placement]\nrounds = [\"forward\"]\nplaced = [\"castle\"]",
    ];
    let rests: Vec<String> = rests.into_iter().map(with).collect();
    let rests: Vec<&str> = rests.iter().map(String::as_str).collect();
    insta::assert_snapshot!(manifests(&rests), @r#"
    7 poor >> no setting `poor` that is `true` or `false` (expected one of `sole_claimant`, `rich`)
    7 goal >> the setting `goal` is `10`, expected one that is `true` or `false`
    8 cost >> unknown key `cost`
    7 settings >> unknown key `settings` (expected one of `resources`, `resource_classes`, `supplies`, `terrain`, `pieces`, `markers`, `groups`, `goods`, `decks`, `board`, `dice`, `placement`)
    8 gold >> no resource `gold` (the resources are wood, sheep, grain, brick, ore)
    8 "any" >> `any` cannot be used as a name: it has another meaning in transcripts or prices (choose another name)
    9 "castle" >> no piece `castle` (expected one of `road`, `settlement`, `city`, `route`, `building`)
    "#);
}

#[test]
fn mistakes_in_the_placement() {
    insta::assert_snapshot!(manifests(&[
        "[placement]\nrounds = [\"forwards\"]",
        "[placement]\nrounds = [3]",
        "[placement]\nyields = true",
        "[[placement.rounds]]\nplaced = [\"city\"]",
        "[[placement.rounds]]\norder = \"forward\"\nplace = [\"city\"]",
        "[[placement.rounds]]\norder = \"forward\"\nyields = \"all\"",
        "[[placement.rounds]]\norder = \"forward\"\nplaced = [\"castle\"]",
        "[placement]\nrounds = [\"forward\", { order = \"forward\", placed = [] }]",
    ]), @r#"
    5 "forwards" >> unknown value `forwards` (did you mean `forward`?)
    5 3 >> invalid type: integer `3`, expected a direction or a table
    5 true >> expected a string or a table
    4  >> the key `order` is missing (`[[placement.rounds]]` is incomplete: it also needs `order`)
    6 place >> unknown key `place` (did you mean `placed`?)
    6 "all" >> expected true, false or a small number
    6 "castle" >> no piece `castle` (expected one of `road`, `settlement`, `city`, `route`, `building`)
    5 ["forward", { order = "forward", placed = [] }] >> nothing is placed in one of the rounds (name pieces in its `placed`)
    "#);
}

#[test]
fn mistakes_in_shapes() {
    let shape = |path: &str| format!("[pieces.city]\nshape = \"{path}\"");
    let long = format!("M0 0{}", "H9".repeat(200));
    let paths = [
        "",
        "L0 0",
        "M0 0 X3 3",
        "M0 0 L3",
        "M0 0 Z4",
        "M0 0 H",
        "M0 0 H41",
        "M0 0<b>",
        "M0 0 Hö",
        &long,
    ];
    let rests: Vec<String> = paths.into_iter().map(shape).collect();
    let rests: Vec<&str> = rests.iter().map(String::as_str).collect();
    let said = manifests(&rests);
    let hint = " (write a path as in SVG, with the center at 0 0 and numbers from -40 to 40, such as `M-12 12V-3L0 -15L12 -3V12Z` for a house)";
    assert_eq!(said.matches(hint).count(), paths.len());
    insta::assert_snapshot!(said.replace(hint, "").replace(&long, "…"), @r#"
    5 "" >> a shape begins with the command `M`
    5 "L0 0" >> a shape begins with the command `M`
    5 "M0 0 X3 3" >> a shape has no command `X`
    5 "M0 0 L3" >> `L` of the shape has 1 number, expected 2
    5 "M0 0 Z4" >> `Z` of the shape has 1 number, expected 0
    5 "M0 0 H" >> `H` of the shape has 0 numbers, expected 1
    5 "M0 0 H41" >> `41` in the shape is not a number from -40 to 40
    5 "M0 0<b>" >> `0<` in the shape is not a number from -40 to 40
    5 "M0 0 Hö" >> `ö` in the shape is not a number from -40 to 40
    5 "…" >> the shape has 404 bytes, expected at most 400
    "#);
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let fine = shape("m-9,9 h18-3 V-9.5 q1 1 2-2 a1 1 0 0 1 2 2 z");
    fixture.write("rules/extra/pack.toml", &format!("{HEAD}{fine}\n"));
    load(&fixture.request()).unwrap();
}

#[test]
fn mistakes_in_declarations() {
    insta::assert_snapshot!(manifests(&[
        "[pieces.ship]\nclass = \"route\"\non = \"border\"",
        "[pieces.ship]\nclass = \"route\"\non = \"border\"\nper_player = 15",
        "[pieces.ship]\nclass = \"route\"\non = \"intersection\"\nper_player = 15",
        "[pieces.city]\nreplaces = [\"setlement\"]",
        "[pieces.city]\nprice = \"2 grain, 3 or\"",
        "[pieces.city]\nprice = \"grain\"",
        "[pieces.city]\nprise = \"2 grain\"",
        "[pieces.canal]\nclass = \"route\"\non = \"border\"\nbeside = \"land\"\nper_player = 114",
        "[pieces]\na={}",
        "[terrain.gold]\nsymbol = \"w\"",
        "[terrain.gold]\nsymbol = \"?\"",
        "[terrain.gold]\nsymbol = \"G\"\nyields = \"gold\"",
        "[terrain.gold]\nland = true",
        "[terrain.gold]\nsymbol = \"G\"\nnumbers = [2, 7]",
        "[terrain.gold]\nsymbol = \"G\"\nyields = \"ore\"\nnumbers = [2]",
        "[terrain.gold]\nsymbol = \"G\"\nnumbered = true\nnumbers = [2]",
        "[markers.pirate]\nstarts = \"see\"",
        "[decks.development.copies]\nsoldiers = 3",
        "[settings.speed]\ndefault = 3",
        "[settings.speed]\ndefault = 3\nrange = [5, 9]\ntext = \"how fast\"",
        "[settings.goal]\ndefault = true",
    ]), @r#"
    4 ship >> `ship` has no `per_player`
    4 ship >> `ship` has no `beside` (a piece on borders needs `beside = "land"` or `beside = "water"`)
    4 ship >> `ship` must be a route if, and only if, it is placed on borders
    5 "setlement" >> no piece `setlement` (did you mean `settlement`?)
    5 or >> no resource `or` (did you mean `ore`?)
    5 g >> `grain` is not a cost (write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`)
    5 prise >> unknown key `prise` (did you mean `price`?)
    8 114 >> a player can have at most 128 pieces on borders
    5 a >> `a` has no `class`
    5 "w" >> `w` is already the symbol of `wood`
    5 "?" >> `?` cannot be the symbol of a terrain (choose a letter that no other terrain uses)
    6 "gold" >> no resource `gold` (expected one of `wood`, `sheep`, `grain`, `brick`, `ore`, `any`)
    4 gold >> `gold` has no `symbol`
    6 7 >> a hex cannot have the number 7 (expected a number from 2 to 12, except 7)
    4 gold >> `gold` takes number markers, so it has no `numbers` (only terrain without `yields` and without `numbered = true` has fixed `numbers`)
    4 gold >> `gold` takes number markers, so it has no `numbers` (only terrain without `yields` and without `numbered = true` has fixed `numbers`)
    5 "see" >> no terrain `see` (did you mean `sheep`?)
    5 soldiers >> no card `soldiers` in the deck `development` (did you mean `soldier`?)
    4 speed >> `speed` has no `text`
    5 3 >> `extra.speed` is 3, expected 5 to 9
    5 true >> the default of `catan.goal` cannot change to another type (points that win)
    "#);
}

#[test]
fn names_that_cannot_be_given() {
    insta::assert_snapshot!(manifests(&[
        "[markers.\"day off\"]\nstarts = \"desert\"",
        "resources = [\"gold__dust\"]",
        "resources = [\"none\", \"resources\", \"gold\"]\n[markers.gold]",
        "resources = [\"road\"]",
        "resources = [\"point\"]\n[goods.cards]\ncount = 3",
        "[decks.market]\nstacks = [\"day__one\"]",
        "[goods.token]\ncount = 3\nof = [\"day__one\"]",
        "[pieces.\"big ship!\"]\nclass = \"route\"\non = \"border\"\nbeside = \"water\"\nper_player = 2",
    ]), @r#"
    4 "day off" >> `day off` cannot be used as a name: one of its words is a keyword in transcripts (choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`)
    4 "gold__dust" >> `gold__dust` is not a valid name: one of its words is empty (write a single `_` between words, and none at the start or the end)
    4 "none" >> `none` cannot name a resource (choose another name: in rules, `NONE` is already something else)
    4 "resources" >> `resources` cannot name a resource (choose another name: in rules, `RESOURCES` is already something else)
    5 gold >> `gold` cannot name a marker (choose another name: in rules, `GOLD` is already a resource)
    4 "road" >> `road` cannot name a resource (choose another name: in rules, `ROAD` is already a kind of piece)
    4 "point" >> `point` cannot be used as a name: it has another meaning in transcripts or prices (choose another name)
    5 cards >> `cards` cannot be used as a name: it has another meaning in transcripts or prices (choose another name)
    5 "day__one" >> `day__one` is not a valid name: one of its words is empty (write a single `_` between words, and none at the start or the end)
    6 "day__one" >> `day__one` is not a valid name: one of its words is empty (write a single `_` between words, and none at the start or the end)
    4 "big ship!" >> `big ship!` is not a valid name (write lower-case letters, digits and `_`, starting with a letter)
    "#);
}

#[test]
fn files_that_are_not_read() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", HEAD);
    fixture.write("rules/extra/notes.md", "Notes are welcome.");
    fixture.write("rules/extra/rule.ria", "");
    fixture.write("rules/extra/standing/long.rhai", &"/".repeat(70_000));
    insta::assert_snapshot!(fixture.brief(), @r"
    rules/extra/standing/long.rhai:0  >> the file has 70000 bytes, but at most 65536 are allowed
    rules/extra/rule.ria:0  >> `rule.ria` does not belong in a pack (a pack contains `pack.toml`, rule files (`.rhai`) and notes (`.md`))
    ");
}

#[test]
fn a_version_has_three_numbers() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", &HEAD.replace("1.0.0", "1"));
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/pack.toml:3 "1" >> `1` is not a version: unexpected end of input while parsing major version number (write a version such as `1.0.0`)"#);
}

#[test]
fn a_pack_lies_in_a_folder_of_its_name() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", &HEAD.replace("\"extra\"", "\"other\""));
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/pack.toml:1 "other" >> the pack `other` is in a folder named `extra`, but the two names must match"#);
}

#[cfg(unix)]
#[test]
fn links_stay_within_their_pack() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", HEAD);
    fixture.write("outside.rhai", "");
    std::os::unix::fs::symlink(fixture.path("outside.rhai"), fixture.path("rules/extra/in.rhai"))
        .unwrap();
    insta::assert_snapshot!(fixture.brief(), @"rules/extra/in.rhai:0  >> `rules/extra/in.rhai` is a link to a file outside its pack");
}

#[test]
fn a_pack_is_found_in_the_order_of_search() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", HEAD);
    fixture.write("named/extra/pack.toml", HEAD);
    let found = |request: &Request| {
        let rules = load(request).unwrap();
        let pack = rules.packs.iter().find(|pack| pack.id == "extra").unwrap();
        (pack.found.ends_with("rules/extra"), pack.rank)
    };
    assert_eq!(found(&fixture.request()), (true, Rank::Module));
    let named = Request { rules_dirs: vec![fixture.path("named")], ..fixture.request() };
    assert_eq!(found(&named), (false, Rank::House));
    let with = Request { with: vec![fixture.path("named/extra")], ..Request::scenario("catan") };
    assert_eq!(found(&with), (false, Rank::House));
}

#[test]
fn a_later_pack_adds_to_earlier_declarations() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let rest = "requires = [\"catan\"]\n[pieces.road]\nprice = \"2 wood\"\n\
        [decks.development.copies]\nsoldier = 1\n[settings.goal]\ndefault = 8\n";
    fixture.write("rules/extra/pack.toml", &format!("{HEAD}{rest}"));
    let rules = load(&fixture.request()).unwrap();
    let road = rules.kind(rules.kind_named("road").unwrap());
    assert_eq!((road.each, road.ways[0].costs[0].total()), (15, 2));
    assert_eq!(rules.card(rules.card_named("soldier").unwrap()).copies, 1);
    assert_eq!(rules.goal, 8);
}

// covers: T-63
#[test]
fn settings_are_set_by_whoever_starts_the_game() {
    let set = vec![("goal".into(), "12".into()), ("catan.sole_claimant".into(), "true".into())];
    let rules = load(&Request { set, ..Request::scenario("catan") }).unwrap();
    assert_eq!(rules.goal, 12);
    let differs: Vec<_> = rules.set.iter().collect();
    assert_eq!(differs, [(&"catan.goal".to_owned(), &SettingValue::Number(12))]);
}

#[test]
fn a_hash_is_of_the_text_with_lf_line_ends() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let hash = |text: &str| {
        fixture.write("rules/extra/pack.toml", text);
        load(&fixture.request()).unwrap().packs.last().unwrap().hash
    };
    let lf = hash(HEAD);
    assert_eq!(hash(&HEAD.replace('\n', "\r\n")), lf);
    assert_ne!(hash(&HEAD.replace("Extra", "Other")), lf);
}

#[test]
fn a_stray_file_hides_no_other_mistake() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", HEAD);
    fixture.write("rules/extra/rule.ria", "");
    let rule =
        "//! Gift\n//! Brings an ore.\n//! Rulings: H-1.\nfn on_turn(me) { me.tkae(ORE, 1); }\n";
    fixture.write("rules/extra/gift.rhai", rule);
    insta::assert_snapshot!(fixture.brief(), @"
    rules/extra/rule.ria:0  >> `rule.ria` does not belong in a pack (a pack contains `pack.toml`, rule files (`.rhai`) and notes (`.md`))
    rules/extra/gift.rhai:4 tkae >> the rule language has no `tkae` (did you mean `take`?)
    ");
}

#[test]
fn what_is_declared_wrongly_is_missed_by_nothing_else() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let rule =
        |facts: &str| format!("//! A test\n//! Tries something.\n//! Rulings: C-1.\n\n{facts}\n");
    let manifest = "order = [\"first\", \"then\"]\n\n[terrain.marsh]\nsymbol = \"?\"\n\n\
                    [markers.heron]\nstarts = \"marsh\"\n";
    fixture.write("rules/extra/pack.toml", &format!("{HEAD}{manifest}"));
    fixture.write("rules/extra/first.rhai", &rule("fn on_turn(me) { let x = ; }"));
    fixture.write(
        "rules/extra/then.rhai",
        &rule("const WITH = \"extra/first\";\nfn on_turn(me) { me.take(ORE, 1); }"),
    );
    insta::assert_snapshot!(fixture.brief(), @r#"
    rules/extra/pack.toml:7 "?" >> `?` cannot be the symbol of a terrain (choose a letter that no other terrain uses)
    rules/extra/first.rhai:5 ; >> unexpected ';'
    "#);
}

#[test]
fn rules_that_answer_the_same_question_are_told_what_to_write() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra\", \"other");
    let rule = "//! A test\n//! Tries something.\n//! Rulings: C-1.\n\nfn production(me, building, hex, amount) { amount }\n";
    for pack in ["extra", "other"] {
        fixture.write(&format!("rules/{pack}/pack.toml"), &HEAD.replace("extra", pack));
        fixture.write(&format!("rules/{pack}/{pack}_rule.rhai"), rule);
    }
    insta::assert_snapshot!(fixture.brief(), @r#"rules/other/other_rule.rhai:5 fn production(me, building, hex, amount) { amount } >> `extra/extra_rule` and `other/other_rule` both define `production` (choose which rule comes first: write `order = ["extra/extra_rule", "other/other_rule"]` in the scenario, or in the `pack.toml` of your own pack)"#);
    fixture.write(
        "rules/other/pack.toml",
        &format!(
            "{}order = [\"extra/extra_rule\", \"other/other_rule\"]\n",
            HEAD.replace("extra", "other")
        ),
    );
    load(&fixture.request()).unwrap();
}

#[test]
fn packs_and_scenarios_leave_rules_out() {
    let fixture = Fixture::new();
    let scenario =
        shipped("catan").replace("packs = [\"catan\"]", "packs = [\"catan\", \"extra\"]");
    let write = |of_pack: &str, of_scenario: &str| {
        fixture.write("rules/extra/pack.toml", &format!("{HEAD}without = {of_pack}\n"));
        let packs = "packs = [\"catan\", \"extra\"]";
        let text = scenario.replace(packs, &format!("{packs}\nwithout = {of_scenario}"));
        fixture.write("scene.toml", &text);
    };
    write("[\"largest_army\"]", "[\"catan/longest_road\", \"largest_army\"]");
    let request = Request { without: vec!["monopoly".into()], ..fixture.request() };
    let rules = load(&request).unwrap();
    let left_out = rules.left_out.iter().map(|rule| format!("{}: {}", rule.id, rule.why));
    insta::assert_snapshot!(left_out.collect::<Vec<_>>().join("\n"), @"
    catan/largest_army: left out as `largest_army` by the scenario
    catan/longest_road: left out as `catan/longest_road` by the scenario
    catan/monopoly: left out as `monopoly`
    ");
    assert_eq!(rules.without, ["monopoly"]);
    write("[\"largest_arm\"]", "[\"supply_4_for_1\"]");
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/pack.toml:4 "largest_arm" >> no rule `largest_arm` to leave out (did you mean `largest_army`?)"#);
    write("[]", "[\"catan/soldier\"]");
    insta::assert_snapshot!(fixture.brief(), @r#"rules/catan/awards/largest_army.rhai:7 "played soldier" >> no card `soldier` (expected one of `discovery`, `monopoly`, `road building`, `victory point`) (other rules may need the rules that were left out: `catan/soldier`)"#);
}

#[test]
fn rules_that_are_left_out_may_be_counted_and_replaced() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let copies = "copies = { soldier = 3, monopoly = 1 }";
    fixture.write(
        "rules/extra/pack.toml",
        &format!(
            "{HEAD}without = [\"soldier\", \"largest_army\"]\n\n[decks.development]\n{copies}\n"
        ),
    );
    let rule = "//! A test\n//! Tries something.\n//! Rulings: C-1.\n\nconst REPLACES = \"catan/largest_army\";\n\nfn on_turn(me) { }\n";
    fixture.write("rules/extra/parade.rhai", rule);
    let rules = load(&fixture.request()).unwrap();
    let left_out = rules.left_out.iter().map(|rule| format!("{}: {}", rule.id, rule.why));
    insta::assert_snapshot!(left_out.collect::<Vec<_>>().join("\n"), @"
    catan/largest_army: left out as `largest_army` by the pack extra
    catan/soldier: left out as `soldier` by the pack extra
    ");
    assert!(rules.cards.iter().all(|card| card.name != "soldier"));
    fixture.write("rules/extra/parade.rhai", &rule.replace("largest_army", "largest_arm"));
    insta::assert_snapshot!(fixture.brief(), @r#"rules/extra/parade.rhai:5 "catan/largest_arm" >> no rule `catan/largest_arm` (did you mean `catan/longest_road`?) (other rules may need the rules that were left out: `soldier`, `largest_army`)"#);
    // No rule that is left out leads to this mistake.
    fixture.write("rules/extra/parade.rhai", &rule.replace("(me)", "(me, one, two, three)"));
    insta::assert_snapshot!(fixture.brief(), @"rules/extra/parade.rhai:7 on_turn >> `on_turn` has 4 parameters (write `fn on_turn(me)`)");
}

#[test]
fn each_folder_of_a_pack_may_have_verbs() {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", HEAD);
    let rule =
        "//! A test\n//! Tries something.\n//! Rulings: C-1.\n\nfn on_turn(me) { pay(me); }\n";
    fixture.write("rules/extra/one.rhai", rule);
    fixture.write("rules/extra/verbs.rhai", "fn toll() { 2 }\n");
    fixture.write("rules/extra/tolls/verbs.rhai", "fn pay(me) { me.lose(ORE, toll()); }\n");
    let rules = load(&fixture.request()).unwrap();
    assert_eq!(
        (rules.verbs.len(), rules.rules.iter().filter(|it| it.id == "extra/one").count()),
        (2, 1)
    );
    fixture.write(
        "rules/extra/tolls/verbs.rhai",
        "fn pay(me) { me.lose(ORE, toll()); }\n\nfn toll() { 3 }\n",
    );
    let rules = load(&fixture.request()).unwrap();
    let wrong = host_of(&rules, ExecutionMode::Lowered).err().unwrap();
    assert_eq!(wrong.0[0].message, "the pack has two verbs `toll`");
}

#[test]
fn a_pack_that_is_no_folder_is_added_by_its_name() {
    let named = |scenario: &str, name: &str| {
        let request = Request { with: vec![name.into()], ..Request::scenario(scenario) };
        load(&request)
            .map(|rules| rules.packs.iter().map(|pack| pack.id.clone()).collect::<Vec<_>>())
    };
    assert_eq!(named("catan", "table_rules").unwrap(), ["catan", "table_rules"]);
    assert_eq!(named("desolation", "catan").unwrap(), named("desolation", "seafarers").unwrap());
    for wrong in ["tables_rules", "./table_rules", "nowhere/table_rules"] {
        named("catan", wrong).unwrap_err();
    }
}

/// Packs that do not fit together are refused when they are loaded, and the message names them.
#[test]
fn shipped_packs_that_do_not_fit_are_named() {
    let told = |scenario: &str, added: &[&str]| {
        let with = added.iter().map(Into::into).collect();
        load(&Request { with, ..Request::scenario(scenario) }).unwrap_err().to_string()
    };
    for scenario in ["cloth_3", "forgotten_tribe_4", "pirate_islands_4"] {
        let told = told(scenario, &["newcatan", "development"]);
        assert!(told.contains("`islands` cannot be played with `development`"), "{told}");
    }
    let islands = "which has the packs `catan`, `seafarers`, `islands`";
    for scenario in ["cloth_3", "fog_islands_4"] {
        let told = told(scenario, &["desolation"]);
        let wanted = format!("`desolation` was added to `{scenario}`, {islands}");
        assert!(told.contains(&wanted), "{told}");
    }
    let told = told("catan", &["frontiers"]);
    assert!(told.contains("`frontiers` requires `newcatan`, which is not in play"), "{told}");
}

/// The event cards need soldiers only where there are any.
#[test]
fn all_table_rules_fit_all_modules() {
    let set = vec![("table_rules.event_cards".to_owned(), "true".to_owned())];
    for with in [vec![], vec!["fishermen".into()]] {
        let with = [with, vec!["table_rules".into()]].concat();
        let request = Request { with, set: set.clone(), ..Request::scenario("newcatan_complete") };
        load(&request).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}
