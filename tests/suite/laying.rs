//! The set-up of the table over many seeds: random parts, impossible boards, and the order of
//! placement.

use std::collections::BTreeSet;
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::board::{Hex, Place};
use newcatan::chance::Stream;
use newcatan::content::Request;
use newcatan::game::{Game, Script};
use newcatan::rules::Rules;
use newcatan::set::Id;
use newcatan::table::{Player, Port, Step};

use crate::support;

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
        let hexes: Vec<Hex> = rules.board.land().iter().collect();
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
