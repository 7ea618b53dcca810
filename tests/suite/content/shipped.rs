//! The shipped packs and scenarios.

use std::sync::Arc;

use newcatan::board::{Board, Hex, Place};
use newcatan::content::{Request, load};
use newcatan::game::{Game, Refusal};
use newcatan::resource::{Resource, Resources};
use newcatan::rules::setup::Arrangement;
use newcatan::rules::{Merit, Rules};
use newcatan::set::Id;
use newcatan::table::Port;

use crate::support;

/// The rules of a valid scenario.
fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The hexes of an area.
fn area(board: &Board, name: &str) -> Vec<Hex> {
    board.area(board.area_named(name).expect("a named area")).hexes.iter().collect()
}

#[test]
fn every_scenario_loads() {
    for scenario in ["catan", "catan_beginners", "desolation", "newcatan", "scenarios/catan.toml"] {
        assert_eq!(rules(scenario).seats, 3..=4);
    }
}

/// Boards, lists and pictures show titles; games use names.
#[test]
fn the_title_of_a_thing_is_its_name() {
    let scenarios = ["catan", "desolation", "newcatan_complete"];
    for rules in scenarios.map(rules) {
        let things = rules.tokens.iter().map(|kind| (&kind.name, kind.rule));
        let things = things
            .chain(rules.cards.iter().map(|kind| (&kind.name, kind.rule)))
            .chain(rules.hex_events.iter().map(|kind| (&kind.name, kind.rule)))
            .chain(rules.awards.iter().map(|kind| (&kind.name, kind.rule)))
            .chain(rules.rates.iter().map(|kind| (&kind.name, kind.by.rule)));
        for (name, rule) in things {
            let title = &rules.rule(rule).title;
            let said = title.split(" (").next().unwrap().to_lowercase().replace('-', " ");
            assert_eq!(said, *name, "`{title}`");
        }
    }
}

// covers: C-1, C-3
#[test]
fn the_box_holds_what_the_rules_say() {
    let rules = rules("catan");
    let pool = |name: &str| {
        let is = |terrain: &&_| rules.terrain(**terrain).name == name;
        rules.setup.pools[0].terrain.iter().filter(is).count()
    };
    let land = ["wood", "sheep", "grain", "brick", "ore", "desert"].map(pool);
    assert_eq!(land, [4, 4, 4, 3, 3, 1]);
    let mut numbers = rules.setup.pools[0].numbers.clone();
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]);
    let pieces =
        ["road", "settlement", "city"].map(|name| rules.kind(rules.kind_named(name).unwrap()).each);
    assert_eq!(pieces, [15, 5, 4]);
    assert!(rules.resources.iter().all(|resource| resource.cards == 19));
    let any = rules.setup.ports.iter().filter(|&&port| port == Port::Any).count();
    assert_eq!((any, rules.setup.ports.len(), rules.board.port_places().len()), (4, 9, 9));
    let starts = rules.markers[0].starts.map(|terrain| rules.terrain(terrain).name.as_str());
    assert_eq!(starts, Some("desert"));
}

// covers: C-2, C-4
#[test]
fn the_original_board_is_laid_by_chance_and_settled_twice() {
    let rules = rules("catan");
    assert_eq!(rules.setup.pools[0].arrangement, Arrangement::Spiral);
    assert_eq!(rules.setup.pools[0].numbers[..4], [5, 2, 6, 3]);
    assert!(rules.setup.shuffle_ports);
    let rounds: Vec<_> =
        rules.placement.iter().map(|round| (round.backward, round.yields)).collect();
    assert_eq!(rounds, [(false, 0), (true, 1)]);
    assert!(rules.placement.iter().all(|round| round.placed.len() == 2));
}

// covers: C-12
#[test]
fn building_and_buying_cost_what_the_rules_say() {
    let rules = rules("catan");
    let bag = |counts: [usize; 5]| -> Resources {
        counts.iter().enumerate().map(|(i, &n)| Resources::of(Resource::new(i), n)).sum()
    };
    let price = |name: &str| rules.kind(rules.kind_named(name).unwrap()).ways[0].costs[0].fixed;
    assert_eq!(price("road"), bag([1, 0, 0, 1, 0]));
    assert_eq!(price("settlement"), bag([1, 1, 1, 1, 0]));
    assert_eq!(price("city"), bag([0, 0, 2, 0, 3]));
    assert_eq!(rules.decks[0].ways[0].costs[0].fixed, bag([0, 1, 1, 0, 1]));
}

// covers: C-16
#[test]
fn the_deck_has_25_cards() {
    let rules = rules("catan");
    let mut cards: Vec<_> =
        rules.cards.iter().map(|card| (card.name.as_str(), card.copies, card.playable)).collect();
    cards.sort_unstable();
    insta::assert_compact_debug_snapshot!(cards, @r#"[("discovery", 2, true), ("monopoly", 2, true), ("road building", 2, true), ("soldier", 14, true), ("victory point", 5, false)]"#);
}

// covers: D-1, D-6
#[test]
fn four_stacks_of_thirteen_cards_replace_the_deck_and_the_largest_army() {
    let rules = rules("newcatan_development");
    let stacks: Vec<_> = rules.decks.iter().map(|deck| deck.name.as_str()).collect();
    assert_eq!(stacks, ["green folk", "merchants", "scientists", "diplomats"]);
    for index in 0..stacks.len() {
        let cards: Vec<_> = rules.cards.iter().filter(|card| card.deck.index() == index).collect();
        assert_eq!(cards.iter().map(|card| card.copies).sum::<u8>(), 13);
        // Benefits have two copies and bring advice; privileges have neither.
        assert!(cards.iter().all(|card| card.also.is_some() == (card.copies == 2)));
    }
    assert!(rules.awards.iter().all(|award| award.name != "largest army"));
    assert_eq!(rules.awards.len(), 5);
}

// covers: C-11
#[test]
fn trades_and_awards_are_facts() {
    let rules = rules("catan");
    let rates: Vec<_> = rules.rates.iter().map(|rate| rate.name.as_str()).collect();
    insta::assert_compact_debug_snapshot!(rates, @r#"["wood port 2 for 1", "sheep port 2 for 1", "grain port 2 for 1", "brick port 2 for 1", "ore port 2 for 1", "port 3 for 1", "supply 4 for 1"]"#);
    let road = rules.kind_named("road").unwrap();
    let longest = rules.awards.iter().find(|award| award.name == "longest road").unwrap();
    assert_eq!(longest.merit, Merit::Longest(newcatan::set::Set::of(road)));
    assert_eq!(rules.rules.len(), 15);
}

// covers: C-8
#[test]
fn a_seven_is_a_fact() {
    let roll = &rules("catan").rolls[0];
    assert_eq!((roll.number, roll.produces, roll.hand_limit), (7, false, Some(7)));
    assert_eq!(rules("catan").groups[usize::from(roll.moves.unwrap())].name, "pirates");
}

#[test]
fn the_beginners_start_beside_the_right_hexes() {
    let rules = rules("catan_beginners");
    let hex = |hex: Hex| {
        let terrain = rules.setup.terrain[hex.index()].unwrap();
        let number = rules.setup.numbers[hex.index()].map_or(String::new(), |n| n.to_string());
        format!("{}{number}", rules.terrain(terrain).name)
    };
    let lines: Vec<String> = rules
        .setup
        .pieces
        .iter()
        .map(|piece| {
            let hexes = match piece.place {
                Place::Intersection(site) => rules.board.intersection(site).hexes,
                Place::Border(border) => rules.board.border(border).hexes,
                Place::Hex(_) => panic!("a piece in the middle of a hex"),
            };
            let hexes: Vec<String> = hexes.iter().map(hex).collect();
            let (kind, yields) =
                (&rules.kind(piece.kind).name, if piece.yields { ", yields" } else { "" });
            format!("{} {kind}: {}{yields}", piece.player, hexes.join(" "))
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    red settlement: ore10 sheep2 brick6
    red road: sheep2 brick6
    red settlement: grain9 wood11 wood8, yields
    red road: wood11 wood8
    white settlement: grain12 brick6 wood11
    white road: grain12 wood11
    white settlement: wood3 ore8 sheep5, yields
    white road: wood3 ore8
    orange settlement: ore3 grain4 grain6
    orange road: grain4 grain6
    orange settlement: wood9 sheep4 brick10, yields
    orange road: wood9 sheep4
    blue settlement: wood8 ore3 brick5
    blue road: ore3 brick5
    blue settlement: grain4 sheep5 sheep11, yields
    blue road: grain4 sheep5
    ");
    assert_eq!(rules.names[0], ["white", "orange", "blue"]);
}

// covers: X-1, X-8, X-9
#[test]
fn desolation_has_two_islands_in_a_round_world() {
    let rules = rules("desolation");
    let board = &rules.board;
    assert_eq!((area(board, "home island").len(), area(board, "new world").len()), (16, 10));
    assert!(board.joined());
    assert_eq!((rules.goal, rules.turn_limit), (12, 400));
    let numbers = |name: &str| {
        let hexes = area(board, name).into_iter();
        let mut numbers: Vec<u8> =
            hexes.filter_map(|hex| rules.setup.numbers[hex.index()]).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(numbers("home island"), [3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11]);
    assert_eq!(numbers("new world"), [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]);
    assert_eq!(rules.markers.len(), 1);
}

// covers: S-4, X-7
#[test]
fn ships_lengthen_the_route_and_the_new_world_is_rewarded() {
    let rules = rules("desolation");
    let awards: Vec<_> = rules
        .awards
        .iter()
        .map(|award| (award.name.as_str(), award.points, award.least, award.forever))
        .collect();
    insta::assert_compact_debug_snapshot!(awards, @r#"[("largest army", 2, 3, false), ("longest route", 2, 5, false), ("first city", 1, 1, true), ("two settlements", 1, 2, true)]"#);
    let ship = rules.kind(rules.kind_named("ship").unwrap());
    assert_eq!((ship.each, ship.beside_land), (15, Some(false)));
    assert_eq!(rules.abilities[0].name, "move ship");
}

/// The board with the fishermen, drawn from a seed.
fn fished(scenario: &str, seed: u64) -> Result<Game, Refusal> {
    let request = Request { with: vec!["fishermen".into()], ..Request::scenario(scenario) };
    let (rules, host) = support::load(&request).unwrap_or_else(|wrong| panic!("{wrong}"));
    let names = ["red", "blue", "white"].map(str::to_owned);
    Game::new(rules, host, &names, seed)
}

/// The numbers of the fishing grounds, in order; each stands at three intersections.
fn grounds(game: &Game) -> Vec<i16> {
    let (rules, table) = (game.rules(), game.table());
    let kind = rules.place_counters.iter().find(|kind| kind.name == "ground").unwrap();
    let counts = table.counts_of(kind.counter);
    let mut numbers: Vec<i16> = counts.map(|(_, count)| count).collect();
    numbers.sort_unstable();
    assert!(numbers.chunks(3).all(|ground| ground.len() == 3 && ground[0] == ground[2]));
    numbers.into_iter().step_by(3).collect()
}

// covers: W-1, W-2
#[test]
fn six_grounds_lie_around_each_land_and_away_from_its_ports() {
    for (scenario, seed) in ["catan", "fishermen", "newcatan"].into_iter().zip(1..).cycle().take(24)
    {
        let game = fished(scenario, seed).unwrap();
        let (rules, table) = (game.rules(), game.table());
        assert_eq!(grounds(&game), [4, 5, 6, 8, 9, 10]);
        let lake = rules.terrains.iter().position(|kind| kind.name == "fish lake");
        let lakes =
            rules.board.hexes().iter().filter(|&hex| Some(table.terrain()[hex].index()) == lake);
        assert_eq!(lakes.count(), 1);
    }
}

/// The largest island of these boards has no room for six grounds; in the last one, neither have
/// all islands together.
// covers: W-24
#[test]
fn grounds_lie_on_other_islands_if_the_largest_has_no_room() {
    for (scenario, seed) in ["desolation", "new_shores_3", "pirate_islands_3"].iter().zip(1..) {
        assert_eq!(grounds(&fished(scenario, seed).unwrap()), [4, 5, 6, 8, 9, 10], "{scenario}");
    }
    assert_eq!(grounds(&fished("fog_islands_3", 1).unwrap()), [4, 5, 6, 8]);
}

// covers: W-24
#[test]
fn fishermen_are_refused_without_room_for_a_ground() {
    let refused = fished("tests/scenarios/lone_hexes.toml", 1).map(|_| ()).unwrap_err();
    let told = refused.to_string();
    let wanted = "`fishermen` does not fit `tests/scenarios/lone_hexes.toml` with `catan`, \
                  `seafarers`: there is no room for a fishing ground";
    assert!(told.starts_with(wanted), "{told}");
}

// covers: I-12
#[test]
fn only_the_robber_moves_on_a_seven_without_a_pirate() {
    let markers =
        |scenario| rules(scenario).markers.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    assert_eq!(markers("desolation"), ["robber"]);
    assert_eq!(markers("new_shores_4"), ["robber", "pirate"]);
}
