//! The set-up of the table over many seeds: random parts, impossible boards, and the order of
//! placement.

use std::collections::BTreeSet;
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::board::{Hex, HexPlace, Place};
use newcatan::chance::Stream;
use newcatan::content::Request;
use newcatan::game::{Game, Script};
use newcatan::rules::Rules;
use newcatan::set::Id;
use newcatan::table::{Player, Port, Step};

use crate::support;

mod new_lands;

const SEEDS: u64 = 500;
const NAMES: [&str; 6] = ["red", "blue", "white", "orange", "green", "brown"];
const MARKERS: [u8; 18] = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
/// The rings of the board from a corner on, counter-clockwise.
const OUTER: [&str; 12] = ["A1", "B1", "C1", "D1", "E1", "E2", "E3", "D4", "C5", "B4", "A3", "A2"];
const INNER: [&str; 6] = ["B2", "C2", "D2", "D3", "C4", "B3"];

type Loaded = (Arc<Rules>, Rc<dyn Script>);

/// The scenario `catan`, with a line of it replaced.
fn catan(old: &str, new: &str) -> Loaded {
    let text = fs::read_to_string("scenarios/catan.toml").unwrap();
    assert_eq!(text.matches(old).count(), 1, "`{old}` stands once in the scenario");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("catan.toml");
    fs::write(&file, text.replace(old, new)).unwrap();
    let request = Request { scenario: file.display().to_string(), ..support::shipped() };
    support::load(&request).unwrap()
}

fn shipped() -> Loaded {
    catan("turn_limit", "turn_limit")
}

fn begin((rules, script): &Loaded, players: usize, seed: u64) -> Option<Game> {
    let names: Vec<String> = NAMES.iter().take(players).map(|&name| name.into()).collect();
    Game::new(Arc::clone(rules), Rc::clone(script), &names, seed).ok()
}

/// The games of many seeds.
fn games(loaded: &Loaded) -> impl Iterator<Item = Game> {
    (0..SEEDS).map(|seed| begin(loaded, 3, seed).unwrap())
}

fn hex(game: &Game, name: &str) -> Hex {
    let Ok(Place::Hex(hex)) = game.rules().board.place(name) else { panic!("no hex {name}") };
    hex
}

/// The numbers of hexes in order, skipping those without a number.
fn numbers<'a>(game: &Game, hexes: impl Iterator<Item = &'a &'a str>) -> Vec<u8> {
    let numbers = hexes.map(|name| game.table().numbers()[hex(game, name)]);
    numbers.filter(|&number| number > 0).collect()
}

/// The corners at which a spiral of the markers may begin.
fn corners(game: &Game) -> Vec<usize> {
    let from = |corner: &usize| {
        let outer = OUTER.iter().cycle().skip(2 * corner).take(12);
        let inner = INNER.iter().cycle().skip(*corner).take(6);
        numbers(game, outer.chain(inner).chain(&["C3"])) == MARKERS
    };
    (0..6).filter(from).collect()
}

/// Whether two hexes with a 6 or an 8 are adjacent.
fn frequent_touch(game: &Game) -> bool {
    let frequent = |hex: Hex| matches!(game.table().numbers()[hex], 6 | 8);
    let board = &game.rules().board;
    board.hexes().iter().any(|one| {
        frequent(one) && board.hex(one).neighbors.iter().flatten().any(|&near| frequent(near))
    })
}

// covers: C-1
#[test]
fn each_board_has_the_hexes_and_markers_of_the_box() {
    for game in games(&shipped()) {
        let (table, rules) = (game.table(), game.rules());
        let name = |hex: Hex| rules.terrain(table.terrain()[hex]).name.as_str();
        let hexes: Vec<Hex> = rules.board.shore().land().iter().collect();
        assert_eq!(hexes.len(), 19);
        let count = |terrain: &str| hexes.iter().filter(|&&hex| name(hex) == terrain).count();
        let counts = ["wood", "sheep", "grain", "brick", "ore", "desert"].map(count);
        assert_eq!(counts, [4, 4, 4, 3, 3, 1]);
        let mut markers: Vec<u8> = hexes.iter().map(|&hex| table.numbers()[hex]).collect();
        markers.sort_unstable();
        assert_eq!(markers, [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]);
        let desert = hexes.iter().find(|&&hex| name(hex) == "desert").copied().unwrap();
        assert_eq!(table.numbers()[desert], 0, "the desert has no marker");
        assert_eq!(table.markers()[Id::new(0)], Some(Place::Hex(desert)), "the robber's start");
    }
}

// covers: C-2
#[test]
fn markers_lie_in_a_spiral_from_each_of_the_corners() {
    let (mut from, mut deserts) = (BTreeSet::new(), BTreeSet::new());
    for game in games(&shipped()) {
        let corners = corners(&game);
        assert!(!corners.is_empty(), "no spiral with seed {}", game.table().seed());
        from.extend(corners);
        let board = &game.rules().board;
        deserts.extend(board.hexes().iter().find(|&hex| game.table().numbers()[hex] == 0));
    }
    assert_eq!(from.len(), 6, "each corner is drawn");
    assert_eq!(deserts.len(), 19, "the desert lies everywhere");
}

// covers: C-2
#[test]
fn no_6_or_8_touches_another_in_a_spiral() {
    assert!(!games(&shipped()).any(|game| frequent_touch(&game)));
}

// covers: C-2
#[test]
fn shuffled_markers_are_no_spiral_and_keep_6_and_8_apart() {
    let loaded = catan("arrangement = \"spiral\"", "arrangement = \"shuffled\"");
    let mut spirals = 0;
    for game in games(&loaded) {
        let mut laid = numbers(&game, OUTER.iter().chain(&INNER).chain(&["C3"]));
        laid.sort_unstable();
        let mut markers = MARKERS;
        markers.sort_unstable();
        assert_eq!(laid, markers);
        assert!(!frequent_touch(&game), "6 or 8 touch with seed {}", game.table().seed());
        spirals += corners(&game).len();
    }
    assert_eq!(spirals, 0);
}

// covers: C-1, C-2
#[test]
fn ports_are_shuffled_onto_nine_fixed_places() {
    let mut seen = vec![BTreeSet::new(); 9];
    for game in games(&shipped()) {
        let board = &game.rules().board;
        let places = board.port_places().iter().map(|&border| board.border_name(border));
        let places: Vec<String> = places.collect();
        let fixed = ["A1-nw", "A2-ne", "B4-ne", "C5-e", "D4-se", "E2-se", "E1-sw", "D1-w", "B1-w"];
        assert_eq!(places, fixed);
        let ports: Vec<Port> =
            (0..9).map(|place| game.table().ports()[Id::new(place)].unwrap()).collect();
        assert_eq!(ports.iter().filter(|&&port| port == Port::Any).count(), 4);
        for resource in (0..5).map(Id::new) {
            assert_eq!(ports.iter().filter(|&&port| port == Port::Of(resource)).count(), 1);
        }
        for (seen, port) in seen.iter_mut().zip(ports) {
            seen.insert(format!("{port:?}"));
        }
    }
    assert!(seen.iter().all(|kinds| kinds.len() == 6), "each port lies everywhere: {seen:?}");
}

// covers: C-2
#[test]
fn a_seed_always_lays_the_same_board() {
    let loaded = shipped();
    let board = |seed| {
        let game = begin(&loaded, 3, seed).unwrap();
        (*game.table().terrain(), *game.table().numbers(), *game.table().ports())
    };
    assert_eq!(board(7), board(7));
    assert_ne!(board(7), board(8));
}

// covers: C-4
#[test]
fn three_or_four_play_and_a_scenario_may_allow_two_to_six() {
    let original = shipped();
    let wide = catan("players = [3, 4]", "players = [2, 6]");
    for players in 0..=6 {
        assert_eq!(begin(&original, players, 1).is_some(), (3..=4).contains(&players));
        assert_eq!(begin(&wide, players, 1).is_some(), (2..=6).contains(&players));
    }
}

// covers: C-4, C-14
#[test]
fn placement_goes_forward_and_backward_and_never_gets_stuck() {
    let loaded = catan("players = [3, 4]", "players = [2, 6]");
    for (seed, count) in (0..SEEDS / 5).flat_map(|seed| (2..=6).map(move |n| (seed, n))) {
        let mut game = begin(&loaded, count, seed).unwrap();
        let forward = 0..count;
        let order = forward.clone().chain(forward.rev()).flat_map(|seat| [seat, seat]);
        for (number, seat) in order.enumerate() {
            let player = Player::new(seat);
            assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [player]);
            assert!(
                matches!(game.table().step(), Step::Place(step) if usize::from(step) == number)
            );
            let legal = game.legal_actions(player).unwrap();
            let chosen =
                Stream::named("test").below(seed, u32::try_from(number).unwrap(), legal.len());
            game.play(player, legal[chosen]).unwrap();
        }
        assert_eq!(game.table().step(), Step::Roll);
        assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [Player::new(0)]);
        check_placed(&game);
    }
}

/// Checks that everybody has two settlements apart from all others, each with its own road, and the
/// cards of one of them.
fn check_placed(game: &Game) {
    let (table, board) = (game.table(), &game.rules().board);
    for player in table.everybody().iter() {
        let seat = table.seat(player);
        assert_eq!((seat.intersections().len(), seat.borders().len()), (2, 2));
        for site in seat.intersections() {
            assert!(!table.taken_intersections().meets(&board.intersection(site).neighbors));
            assert!(seat.borders().meets(&board.intersection(site).borders));
        }
        assert!(seat.hand().total() <= 3);
    }
    let cards: usize = table.everybody().iter().map(|it| table.seat(it).hand().total()).sum();
    assert_eq!(table.supply().total() + cards, 95);
}

// covers: C-4
#[test]
fn no_action_but_placing_is_legal_before_the_first_turn() {
    for mut game in games(&shipped()).take(20) {
        while let Step::Place(number) = game.table().step() {
            let player = game.table().in_turn();
            let legal = game.legal_actions(player).unwrap();
            assert!(legal.iter().all(|action| matches!(action, Action::Build { .. })));
            game.play(player, legal[usize::from(number) % legal.len()]).unwrap();
        }
    }
}

/// A scenario of two lands, with these lines under `[board.conditions]`.
fn two_lands(conditions: &str) -> Loaded {
    let text = format!(
        r#"title = "Two lands"
packs = ["catan", "seafarers"]
players = [3, 4]
[board]
rows = ["  m m ~ i i ", " m m m m ~ i ", "m m m ~ i i i", " m m m m ~ i ", "  m m ~ i i "]
markers = {{ robber = "12" }}
[board.pools.main]
symbol = "m"
terrain = {{ wood = 4, sheep = 4, grain = 3, brick = 2, ore = 2 }}
numbers = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 11]
[board.pools.islands]
symbol = "i"
terrain = {{ brick = 3, ore = 5, desert = 1 }}
numbers = [2, 3, 4, 5, 6, 8, 9, 12]
[board.areas]
west = {{ hexes = ["A1", "A2", "B1", "B2", "C1", "C2"] }}
east = {{ hexes = ["A4", "A5", "B6"] }}
[board.ports]
places = ["A1-nw", "A2-ne", "C1-w", "E1-w", "E2-se"]
kinds = ["any", "any", "any", "wood", "wood"]
shuffled = true
[board.conditions]
{conditions}
"#
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two_lands.toml");
    fs::write(&file, text).unwrap();
    let request = Request { scenario: file.display().to_string(), ..support::shipped() };
    support::load(&request).unwrap()
}

/// The terrain and the number of a hex.
fn shown(game: &Game, hex: Hex) -> (&str, u8) {
    let terrain = game.table().terrain()[hex];
    (game.rules().terrain(terrain).name.as_str(), game.table().numbers()[hex])
}

/// Whether two adjacent hexes fulfil a condition.
fn adjacent(game: &Game, both: impl Fn((&str, u8), (&str, u8)) -> bool) -> bool {
    let board = &game.rules().board;
    board.hexes().iter().any(|one| {
        let near = board.hex(one).neighbors.iter().flatten();
        near.clone().any(|&other| both(shown(game, one), shown(game, other)))
    })
}

/// The terrain and the numbers of the hexes that a test accepts, sorted.
fn laid(game: &Game, is: impl Fn(&HexPlace) -> bool) -> (Vec<&str>, Vec<u8>) {
    let board = &game.rules().board;
    let land = board.shore().land().iter().filter(|&hex| is(board.hex(hex)));
    let (mut terrain, mut numbers): (Vec<_>, Vec<_>) = land.map(|hex| shown(game, hex)).unzip();
    terrain.sort_unstable();
    numbers.sort_unstable();
    (terrain, numbers)
}

// covers: T-34
#[test]
fn each_pool_is_used_up_on_its_hexes() {
    let loaded = two_lands("");
    for game in games(&loaded) {
        let (terrain, numbers) = laid(&game, |hex| hex.column < [2, 4, 3, 4, 2][hex.row]);
        assert_eq!(
            terrain.join(" "),
            "brick brick grain grain grain ore ore sheep sheep sheep \
            sheep wood wood wood wood"
        );
        assert_eq!(numbers, [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 11]);
        let (terrain, numbers) = laid(&game, |hex| hex.column >= [2, 4, 3, 4, 2][hex.row]);
        assert_eq!(terrain.join(" "), "brick brick brick desert ore ore ore ore ore");
        assert_eq!(numbers, [0, 2, 3, 4, 5, 6, 8, 9, 12]);
        assert!(!frequent_touch(&game), "6 or 8 touch with seed {}", game.table().seed());
        let Some(Place::Hex(robber)) = game.table().markers()[Id::new(0)] else { panic!() };
        assert_eq!(game.table().numbers()[robber], 12, "the robber's start");
    }
}

// covers: T-34
#[test]
fn numbers_keep_apart_if_the_scenario_says_so() {
    let any = two_lands("apart = []");
    assert!(games(&any).any(|game| frequent_touch(&game)));
    assert!(games(&any).any(|game| adjacent(&game, |one, other| one.1 > 0 && one.1 == other.1)));
    assert!(games(&any).any(|game| adjacent(&game, |one, other| (one.1, other.1) == (2, 12))));
    let apart = two_lands("apart = [[6, 8], [2, 12]]\nequal_apart = true");
    for game in games(&apart) {
        assert!(!frequent_touch(&game));
        assert!(!adjacent(&game, |one, other| one.1 > 0 && one.1 == other.1));
        assert!(!adjacent(&game, |one, other| (one.1, other.1) == (2, 12)));
    }
}

#[test]
fn numbers_avoid_terrain_and_areas() {
    let loaded = two_lands(
        "never = [{ numbers = [6, 8], on = [\"ore\"] }, { numbers = [2, 3], on = [\"west\"] }]",
    );
    for game in games(&loaded) {
        let west = game.rules().board.areas()[0].hexes;
        for hex in game.rules().board.shore().land() {
            let (terrain, number) = shown(&game, hex);
            assert!(terrain != "ore" || ![6, 8].contains(&number));
            assert!(!west.contains(hex) || ![2, 3].contains(&number));
        }
    }
}

#[test]
fn terrain_keeps_to_its_area_and_apart() {
    let loaded = two_lands(
        "terrain_in = { desert = \"east\", grain = \"west\" }\nterrain_apart = [\"wood\"]",
    );
    for game in games(&loaded) {
        let [west, east] = [0, 1].map(|area| game.rules().board.areas()[area].hexes);
        for hex in game.rules().board.shore().land() {
            let terrain = shown(&game, hex).0;
            assert!(terrain != "desert" || east.contains(hex));
            assert!(terrain != "grain" || west.contains(hex));
        }
        assert!(!adjacent(&game, |one, other| one.0 == "wood" && other.0 == "wood"));
    }
}

// covers: T-62
#[test]
fn equal_hexes_and_ports_are_broken_up() {
    let loaded = two_lands("together = 2\nports_together = 2");
    let any = two_lands("");
    let ports_touch = |game: &Game| {
        let port = |at: usize| game.table().ports()[Id::new(at % 5)].unwrap();
        (0..5).any(|at| port(at) == port(at + 1) && port(at) == port(at + 2))
    };
    let hexes_touch =
        |game: &Game| {
            let board = &game.rules().board;
            let alike = |one: Hex| {
                let near = board.hex(one).neighbors.iter().flatten();
                near.filter(move |&&other| shown(game, one).0 == shown(game, other).0).copied()
            };
            board.shore().land().iter().any(|one| {
                alike(one).count() > 1 || alike(one).any(|other| alike(other).count() > 1)
            })
        };
    assert!(
        games(&any).any(|game| hexes_touch(&game)) && games(&any).any(|game| ports_touch(&game))
    );
    assert!(!games(&loaded).any(|game| hexes_touch(&game) || ports_touch(&game)));
}

// covers: T-34
#[test]
fn conditions_that_no_board_meets_are_reported() {
    let refused = |(rules, script): Loaded| {
        let names = ["red", "blue", "white"].map(String::from);
        Game::new(rules, script, &names, 1).err().unwrap().to_string()
    };
    insta::assert_snapshot!(refused(two_lands("apart = [[2, 3, 4, 5, 6, 8, 9]]")), @"no board that meets the conditions was found");
    insta::assert_snapshot!(refused(two_lands("ports_together = 1")), @"no order of the ports that meets the conditions was found");
    let spiral =
        catan("shuffled = true", "shuffled = true\n[board.conditions]\napart = [[5, 2, 6]]");
    insta::assert_snapshot!(refused(spiral), @"no board that meets the conditions was found");
}

/// The scenarios with islands: the numbers of players and of hexes, and the number markers.
const ISLANDS: [(&str, usize, usize, &str); 8] = [
    ("new_shores_3", 3, 22, "2 3 3 4 4 4 5 5 5 6 6 8 8 8 9 9 10 10 10 11 11 12"),
    ("new_shores_4", 4, 28, "2 2 3 3 3 4 4 4 5 5 5 6 6 6 8 8 8 9 9 9 10 10 10 11 11 11 12"),
    ("four_islands_3", 3, 20, "2 3 3 4 4 5 5 5 6 6 8 8 9 9 9 10 10 11 11 12"),
    ("four_islands_4", 4, 23, "2 3 3 4 4 4 5 5 5 6 6 8 8 9 9 9 10 10 10 11 11 11 12"),
    ("through_the_desert_3", 3, 25, "2 3 3 4 4 4 5 5 5 6 6 6 8 8 8 9 9 9 10 10 11 12"),
    (
        "through_the_desert_4",
        4,
        30,
        "2 3 3 3 4 4 4 5 5 5 6 6 6 8 8 8 9 9 9 10 10 10 11 11 11 12 12",
    ),
    ("forgotten_tribe_4", 4, 30, "2 3 3 4 4 5 5 6 6 8 8 9 9 10 10 11 11 12"),
    ("cloth_4", 4, 24, "2 2 3 3 4 4 5 5 6 6 8 8 9 9 10 10 11 11 12 12"),
];

// covers: I-24, I-33, T-36
#[test]
fn boards_of_islands_meet_their_conditions() {
    for (scenario, players, hexes, markers) in ISLANDS {
        let loaded = support::load(&Request::scenario(scenario)).unwrap();
        let golden = scenario.starts_with("through_the_desert");
        for game in (0..SEEDS / 2).map(|seed| begin(&loaded, players, seed).unwrap()) {
            let (terrain, numbers) = laid(&game, |_| true);
            assert_eq!(terrain.len(), hexes, "{scenario}");
            let numbers: Vec<_> = numbers.iter().filter(|&&it| it > 0).map(u8::to_string).collect();
            assert_eq!(numbers.join(" "), markers, "{scenario}");
            assert!(!frequent_touch(&game), "{scenario}");
            assert!(!adjacent(&game, |one, other| one.0 == "gold" && other.0 == "gold"));
            let board = &game.rules().board;
            for hex in board.shore().land() {
                let (terrain, number) = shown(&game, hex);
                assert!(terrain != "gold" || ![6, 8].contains(&number), "{scenario}");
                let area = |name| board.area_named(name).map(|it| board.area(it).hexes);
                let is_in = |name| area(name).is_some_and(|it| it.contains(hex));
                assert!(terrain != "gold" || !golden || is_in("unexplored"), "{scenario}");
                let is_common = ![2, 3, 11, 12].contains(&number);
                let is_four = scenario.starts_with("four");
                assert!(is_common || !is_four || !["wood", "sheep"].contains(&terrain));
                assert!(![5, 6, 8, 9].contains(&number) || !is_in("east"), "{scenario}");
            }
            let Some(Place::Hex(robber)) = game.table().markers()[Id::new(0)] else { panic!() };
            let (terrain, number) = shown(&game, robber);
            assert!(terrain == "desert" || number == 12, "{scenario}");
        }
    }
}

// covers: I-35, I-38
#[test]
fn a_road_or_ship_reveals_one_hidden_hex_at_most() {
    for (scenario, players) in [("fog_islands_3", 3), ("fog_islands_4", 4)] {
        let loaded = support::load(&Request { scenario: scenario.into(), ..support::shipped() });
        let loaded = loaded.unwrap();
        for seed in 0..10 {
            let mut game = begin(&loaded, players, seed).unwrap();
            let hidden = |game: &Game| {
                let shore = game.table().shore(&game.rules().board);
                game.rules().board.hexes() - shore.land() - shore.water()
            };
            let before = hidden(&game);
            assert_eq!(before.len(), 12, "{scenario}");
            let starts = game.table().shore(&game.rules().board).intersections();
            let near = |place| game.rules().board.intersection(place).hexes.meets(&before);
            assert!(!starts.iter().any(near), "{scenario}: no settlement starts at a hidden hex");
            for number in 0..600 {
                let Some(player) = game.to_act().iter().next() else { break };
                let left = hidden(&game).len();
                let legal = game.legal_actions(player).unwrap();
                let action = legal[Stream::named("test").below(seed, number, legal.len())];
                game.play(player, action).unwrap();
                assert!(left - hidden(&game).len() <= 1, "{scenario}, seed {seed}");
            }
        }
    }
}
