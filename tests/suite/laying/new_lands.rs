//! The islands of all boards, and the boards of New World and of The Wonders over many seeds.

use std::collections::BTreeSet;

use newcatan::board::Hex;
use newcatan::content::Request;

use super::{Loaded, frequent_touch, games, hex, laid};
use crate::support;

fn shipped(scenario: &str) -> Loaded {
    support::load(&Request { scenario: scenario.into(), ..support::shipped() }).unwrap()
}

// covers: I-20
#[test]
fn no_place_touches_two_islands() {
    for scenario in ["desolation", "four_islands_4", "through_the_desert_4"] {
        let (rules, _) = support::load(&Request::scenario(scenario)).unwrap();
        let board = &rules.board;
        for intersection in board.intersections() {
            let land = board.intersection(intersection).hexes & board.shore().land();
            let joined = |one: Hex, other: Hex| board.hex(one).neighbors.contains(&Some(other));
            assert!(land.iter().all(|one| land.iter().all(|it| it == one || joined(one, it))));
        }
    }
}

// covers: I-101
#[test]
fn a_new_world_is_drawn_from_one_pool() {
    for game in games(&shipped("new_world_3")) {
        let (terrain, numbers) = laid(&game, |_| true);
        let count = |name: &str| terrain.iter().filter(|&&it| it == name).count();
        let counts = ["sea", "brick", "wood", "sheep", "grain", "ore"].map(count);
        assert_eq!(counts, [19, 4, 5, 5, 5, 4]);
        let numbers: Vec<u8> = numbers.into_iter().filter(|&number| number > 0).collect();
        let all = [2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12];
        assert_eq!(numbers, all);
        assert!(!frequent_touch(&game));
    }
}

// covers: I-102
#[test]
fn ports_of_a_new_world_share_no_intersection() {
    for game in games(&shipped("new_world_3")) {
        let board = &game.rules().board;
        let ports = game.table().placed_ports();
        let ends: BTreeSet<_> = ports.flat_map(|(port, _)| board.border(port).ends).collect();
        assert_eq!(ends.len(), 20, "ten ports with two intersections each");
    }
}

// covers: I-24
#[test]
fn no_red_number_is_beside_the_desert_of_the_wonders() {
    for game in games(&shipped("wonders_3")) {
        assert!(!frequent_touch(&game));
        for name in ["E4", "F4"] {
            assert!(!matches!(game.table().numbers()[hex(&game, name)], 6 | 8), "{name}");
        }
    }
}
