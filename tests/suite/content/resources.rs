//! A game with as many resources as a table has room for, and prices with many choices.

use newcatan::action::Action;
use newcatan::change::Change;
use newcatan::content::load;
use newcatan::game::{Game, PositionBuilder, Refusal, Start};
use newcatan::resource::{RESOURCES, Resource, Resources};
use newcatan::set::Id;
use newcatan::table::Ability;

use crate::content::fixture::Fixture;
use crate::support::{self, RED};

/// A rule with a trade and an ability that concern one resource.
const RULE: &str = "//! A rule\n//! Trades and takes a resource.\n//! Rulings: H-1.\n";

/// A pack with sixteen resources, a terrain for the last one, and a piece that costs one resource.
fn fixture(resource: &str, each: usize) -> Fixture {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    let more = (5..RESOURCES).map(|number| format!("\"r{number}\"")).collect::<Vec<_>>();
    let manifest = format!(
        "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\nresources = [{}]\n\
         supplies = {{ each_resource = {each} }}\n\
         [terrain.mine]\nsymbol = \"m\"\nyields = \"r15\"\n\
         [terrain.forest]\nsymbol = \"f\"\nyields = \"wood\"\n\
         [pieces.tower]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\n\
         price = \"2 {resource}, 1 any\"\n",
        more.join(", ")
    );
    fixture.write("rules/extra/pack.toml", &manifest);
    let name = resource.to_uppercase();
    let take = format!(
        "{RULE}\nconst ABILITY = \"claim\";\n\nfn act(me) {{\n    \
         for player in me.opponents {{\n        player.give(me, {name}, player.hand.of({name}));\n    \
         }}\n}}\n"
    );
    fixture.write("rules/extra/claim.rhai", &take);
    let port = format!("const PORT = \"{resource}\";\nconst TRADE = \"2 {resource} -> 1 any\";\n");
    fixture.write("rules/extra/harbor.rhai", &format!("{RULE}\n{port}"));
    let trade = format!("const TRADE = \"1 ore -> 3 {resource}\";\n");
    fixture.write("rules/extra/gift.rhai", &format!("{RULE}\n{trade}"));
    fixture
}

/// A game in which every kind of thing happens to a resource.
const GAME: &str = "\
given hex C3 is LAND 6
given hex A1 is desert
given hex B2 is desert
given hex B3 is desert
given hex D2 is desert
given hex D3 is desert
given robber at B2
given port at A1-nw is THIS
given red has settlement at A1.nw
given red has city at C3.n
given red has road at C3-ne
given blue has settlement at C3.s
given red has 4 THIS, 1 brick, 1 ore
given blue has 2 THIS, 6 sheep
given white has 1 THIS

red rolls 3 3
  red produces 2 THIS
  blue produces 1 THIS
expect red has 6 THIS, 1 brick, 1 ore
red trades 2 THIS for 1 sheep by harbor
  red pays 2 THIS
red trades 1 ore for 3 THIS by gift
  red pays 1 ore
  red takes 3 THIS
red builds tower at D2.n paying 2 THIS, 1 brick
  red pays 2 THIS, 1 brick
red builds tower at D4.n paying 3 THIS
  red pays 3 THIS
red offers 1 THIS for 2 sheep
blue counters 1 sheep for 2 THIS
white refuses
red trades with blue
  red gives 2 THIS to blue
  blue gives 1 sheep to red
red builds tower at D3.n
  refused: red cannot pay 2 THIS
expect supply has 13 THIS
red uses claim
  blue gives 5 THIS to red
  white gives 1 THIS to red
expect red has 6 THIS, 2 sheep
expect blue has 0 THIS, 5 sheep
red ends turn
blue rolls 3 4
  red has to discard 4
red discards 3 THIS, 1 sheep
blue moves robber to C3
blue takes from red drawing THIS
  blue takes 1 THIS from red
blue trades 2 THIS for 1 sheep by harbor
  refused: port
expect red has 2 THIS, 1 sheep
expect supply has 16 THIS
";

/// Plays the lines of a game.
fn plays(fixture: &Fixture, lines: &str) {
    let request = fixture.request();
    let text = format!("scenario {}\nplayers red, blue, white\n\n{lines}", request.scenario);
    support::play(&text, "a.game", &request).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn the_last_of_sixteen_resources_is_like_the_first() {
    for (resource, land) in [("wood", "forest"), ("r15", "mine")] {
        let fixture = fixture(resource, 19);
        let lines = GAME.replace("THIS", resource).replace("LAND", land);
        plays(&fixture, &lines);
    }
}

/// Half of 640 cards is more than a byte can count.
#[test]
fn a_hand_of_many_resources_is_counted() {
    let fixture = fixture("r15", 60);
    let names = ["wood", "sheep", "grain", "brick", "ore"].map(str::to_owned);
    let names = names.into_iter().chain((5..RESOURCES).map(|number| format!("r{number}")));
    let hand = names.map(|name| format!("given red has 40 {name}")).collect::<Vec<_>>();
    let hand = hand.join("\n");
    plays(&fixture, &format!("{hand}\n\nred rolls 3 4\n  red has to discard 320\n"));
}

/// A game in which red has six cards of each resource.
fn rich(fixture: &Fixture) -> Game {
    let (rules, host) = support::load(&fixture.request()).unwrap_or_else(|it| panic!("{it}"));
    let names = ["red", "blue", "white"].map(str::to_owned);
    let mut position = PositionBuilder::new(rules, host, &names, 1).unwrap();
    for kind in (0..RESOURCES).map(Resource::new) {
        position.put(Change::Took(RED, Resources::of(kind, 6))).unwrap();
    }
    position.begin(Start::Act(RED)).unwrap()
}

/// Millions of trades are possible, but only some of them are tried.
#[test]
fn too_many_trades_are_a_failure() {
    let fixture = fixture("r15", 19);
    let trade = "me.may_trade_with_supply(\"Trade?\", \"6 any -> 6 any\", me.hand);";
    let act = format!("{RULE}\nconst ABILITY = \"claim\";\nfn act(me) {{\n    {trade}\n}}\n");
    fixture.write("rules/extra/claim.rhai", &act);
    let claim = Action::Use { ability: Ability(0), variant: 0, pay: Resources::NONE };
    let Err(Refusal::Failed(failed)) = rich(&fixture).play(RED, claim) else { panic!("played") };
    insta::assert_snapshot!(failed.message, @"the terms allow more than 100000 trades");
    fixture.write("rules/extra/gift.rhai", &format!("{RULE}\nconst TRADE = \"6 any -> 6 any\";\n"));
    let failed = rich(&fixture).legal_actions(RED).unwrap_err();
    insta::assert_snapshot!(failed.message, @"the rules allow more than 100000 actions to choose from");
}

/// Twelve of sixteen resources could be chosen in millions of ways.
#[test]
fn a_price_has_few_payments() {
    let with = |fact: &str| {
        let fixture = fixture("r15", 19);
        fixture.write("rules/extra/gift.rhai", &format!("{RULE}\n{fact}\n"));
        fixture
    };
    let few = with("const TRADE = \"6 any -> 6 any\";");
    assert!(load(&few.request()).is_ok());
    let said = [
        "const TRADE = \"7 any -> 1 any\";",
        "const TRADE = \"1 wood -> 7 any\";",
        "const WAY = \"build road\";\nconst PRICE = \"1 ore | 1 same + 12 any\";",
        "const ABILITY = \"gift\";\nconst VARIANTS = [\"all: 9 any\"];\nfn act(me) {}",
    ]
    .map(|fact| with(fact).brief());
    insta::assert_snapshot!(said.join("\n"), @"
    rules/extra/gift.rhai:5 7 any >> there are more than 100000 ways to choose 7 cards of 16 resources (write at most `6 any`)
    rules/extra/gift.rhai:5 7 any >> there are more than 100000 ways to choose 7 cards of 16 resources (write at most `6 any`)
    rules/extra/gift.rhai:6 12 any >> there are more than 100000 ways to choose 12 cards of 16 resources (write at most `6 any`)
    rules/extra/gift.rhai:6 9 any >> there are more than 100000 ways to choose 9 cards of 16 resources (write at most `6 any`)
    ");
}
