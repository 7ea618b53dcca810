//! Draws the terrain, the number markers and the ports of the board so that they meet its
//! conditions.

use std::sync::Arc;

use super::effect::Effect;
use crate::board::Hex;
use crate::fault::{KernelFault, planted};
use crate::rules::setup::{Arrangement, Conditions, Pool};
use crate::rules::{Failure, Origin, Rules};
use crate::set::{Id, Set};
use crate::table::{BOARD, Port, Terrain};

/// The maximum number of boards that are drawn until one meets the conditions.
const ATTEMPTS: usize = 200;
/// The maximum number of orders of the ports that are drawn.
const PORT_ATTEMPTS: usize = 5_000;
/// The maximum number of swaps that repair a drawn board.
const REPAIRS: usize = 400;

/// The terrain and the number marker of each hex; 0 means no number marker.
pub(super) struct DrawnBoard {
    pub(super) terrain: Vec<Terrain>,
    pub(super) numbers: Vec<u8>,
}

/// A hex that breaks a condition, and the key of the condition.
type Flaw = (Hex, &'static str);

/// Draws the terrain and the number markers.
///
/// # Errors
/// When no board that meets the conditions is found.
pub(super) fn draw_board(effect: &mut Effect) -> Result<DrawnBoard, Failure> {
    let rules = Arc::clone(effect.rules());
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let mut board = fixed_board(effect, &rules);
        let drawn = draw_terrain(effect, &rules, &mut board)
            .and_then(|()| draw_numbers(effect, &rules, &mut board));
        match drawn {
            Ok(()) => return Ok(board),
            Err(flaw) => last = Some(flaw),
        }
    }
    let (hex, key) = last.expect("at least one attempt");
    let hex = rules.board.hex_name(hex);
    Err(impossible(&rules, "board", &format!("the last one breaks `{key}` at `{hex}`")))
}

/// Draws the kinds of the ports.
///
/// # Errors
/// When no order of ports that meets the conditions is found.
pub(super) fn draw_ports(effect: &mut Effect) -> Result<Vec<Port>, Failure> {
    let rules = Arc::clone(effect.rules());
    let mut ports = rules.setup.ports.clone();
    if !rules.setup.shuffle_ports {
        return Ok(ports);
    }
    let most = rules.setup.conditions.ports_together.unwrap_or(ports.len());
    for _ in 0..PORT_ATTEMPTS {
        effect.shuffle(BOARD, &mut ports);
        let follow =
            |first: usize| (0..=most).all(|at| ports[(first + at) % ports.len()] == ports[first]);
        if most >= ports.len() || !(0..ports.len()).any(follow) {
            return Ok(ports);
        }
    }
    Err(impossible(&rules, "order of the ports", "the condition is `ports_together`"))
}

fn impossible(rules: &Rules, what: &str, why: &str) -> Failure {
    let origin = Origin { file: rules.scenario.clone(), line: 0 };
    let text = format!("no {what} that meets the conditions was found");
    Failure::new(text, origin).with_hint(format!("{why}: change the condition or the pools"))
}

/// The board with the double-hexes and everything that the map fixes.
fn fixed_board(effect: &Effect, rules: &Rules) -> DrawnBoard {
    let mut board = DrawnBoard { terrain: Vec::new(), numbers: Vec::new() };
    for hex in rules.board.hexes() {
        let fixed = rules.setup.terrain[hex.index()];
        board.terrain.push(fixed.unwrap_or(effect.table().terrain()[hex]));
        board.numbers.push(rules.setup.numbers[hex.index()].unwrap_or(0));
    }
    board
}

/// Draws the terrain of all pools, or returns a hex that breaks a condition.
fn draw_terrain(effect: &mut Effect, rules: &Rules, board: &mut DrawnBoard) -> Result<(), Flaw> {
    let mut groups = Vec::new();
    for pool in rules.setup.pools.iter().filter(|pool| !pool.hidden) {
        let mut terrain = pool.terrain.clone();
        effect.shuffle(BOARD, &mut terrain);
        for (hex, terrain) in pool.hexes.iter().zip(terrain) {
            board.terrain[hex.index()] = terrain;
        }
        groups.push(pool.hexes);
    }
    repair(effect, &groups, &mut board.terrain, |terrain| terrain_flaws(rules, terrain))
}

/// Draws the number markers of all pools, or returns a hex that breaks a condition.
fn draw_numbers(effect: &mut Effect, rules: &Rules, board: &mut DrawnBoard) -> Result<(), Flaw> {
    let mut groups = Vec::new();
    let mut all = Set::EMPTY;
    for pool in rules.setup.pools.iter().filter(|pool| !pool.hidden) {
        let open = |hex: &Hex| {
            rules.setup.numbers[hex.index()].is_none()
                && rules.terrain(board.terrain[hex.index()]).numbered
        };
        let open: Vec<Hex> = pool.numbered.iter().filter(open).collect();
        if open.is_empty() {
            continue;
        }
        all |= open.iter().copied().collect();
        if pool.arrangement == Arrangement::Shuffled {
            groups.push(open.iter().copied().collect());
        }
        for (hex, number) in distribute(effect, rules, pool, open) {
            board.numbers[hex.index()] = number;
        }
    }
    let DrawnBoard { terrain, numbers } = board;
    let flaws = |numbers: &[u8]| number_flaws(rules, terrain, numbers);
    repair(effect, &groups, numbers, flaws)?;
    let flaw =
        number_flaws(rules, terrain, numbers).into_iter().find(|(hex, _)| all.contains(*hex));
    flaw.map_or(Ok(()), Err)
}

/// The numbers of a pool with their hexes, in a spiral or shuffled.
fn distribute(
    effect: &mut Effect,
    rules: &Rules,
    pool: &Pool,
    mut open: Vec<Hex>,
) -> Vec<(Hex, u8)> {
    let mut numbers = pool.numbers.clone();
    if pool.arrangement == Arrangement::Spiral {
        let corner = effect.draw(BOARD, 6);
        let spiral = rules.board.spiral(corner).expect("the scenario's board is a hexagon");
        open = spiral.into_iter().filter(|hex| open.contains(hex)).collect();
        if planted(KernelFault::SpiralTurned) {
            open.reverse();
        }
    } else {
        effect.shuffle(BOARD, &mut numbers);
    }
    open.into_iter().zip(numbers).collect()
}

/// Swaps values within groups of hexes until none of their hexes breaks a condition. Returns such
/// a hex if one is left.
fn repair<T>(
    effect: &mut Effect,
    groups: &[Set<Hex>],
    values: &mut [T],
    flaws: impl Fn(&[T]) -> Vec<Flaw>,
) -> Result<(), Flaw> {
    let movable = groups.iter().fold(Set::EMPTY, |all, group| all | *group);
    let found = |values: &[T]| -> Vec<Flaw> {
        flaws(values).into_iter().filter(|(hex, _)| movable.contains(*hex)).collect()
    };
    let mut broken = found(values);
    for _ in 0..REPAIRS {
        if broken.is_empty() {
            return Ok(());
        }
        let (one, _) = broken[effect.draw(BOARD, broken.len())];
        let group = groups.iter().find(|group| group.contains(one)).expect("the hex is movable");
        let at = effect.draw(BOARD, group.len());
        let other = group.iter().nth(at).expect("fewer than the hexes of the group");
        values.swap(one.index(), other.index());
        let now = found(values);
        if now.len() > broken.len() {
            values.swap(one.index(), other.index());
        } else {
            broken = now;
        }
    }
    broken.first().map_or(Ok(()), |flaw| Err(*flaw))
}

/// The hexes whose terrain breaks a condition.
fn terrain_flaws(rules: &Rules, terrain: &[Terrain]) -> Vec<Flaw> {
    let Conditions { terrain_in, terrain_apart, together, .. } = &rules.setup.conditions;
    let mut flaws = Vec::new();
    if terrain_in.is_empty() && terrain_apart.is_empty() && together.is_none() {
        return flaws;
    }
    for hex in rules.board.hexes() {
        let own = terrain[hex.index()];
        let outside = |&&(kind, hexes): &&(Terrain, Set<Hex>)| kind == own && !hexes.contains(hex);
        flaws.extend(terrain_in.iter().find(outside).map(|_| (hex, "terrain_in")));
        let mut near = rules.board.hex(hex).neighbors.iter().flatten();
        if terrain_apart.contains(&own) && near.any(|other| terrain[other.index()] == own) {
            flaws.push((hex, "terrain_apart"));
        }
        if let Some(most) = together
            && rules.terrain(own).land
            && connected(rules, terrain, hex).len() > *most
        {
            flaws.push((hex, "together"));
        }
    }
    flaws
}

/// The hexes of one terrain that hang together with a hex.
fn connected(rules: &Rules, terrain: &[Terrain], hex: Hex) -> Set<Hex> {
    let is_alike = |other: &Hex| terrain[other.index()] == terrain[hex.index()];
    rules.board.joined_to(Set::of(hex), rules.board.hexes().iter().filter(is_alike).collect())
}

/// The hexes whose number markers break a condition.
fn number_flaws(rules: &Rules, terrain: &[Terrain], numbers: &[u8]) -> Vec<Flaw> {
    let Conditions { apart, equal_apart, never, .. } = &rules.setup.conditions;
    let mut flaws = Vec::new();
    for hex in rules.board.hexes() {
        let own = numbers[hex.index()];
        if own == 0 {
            continue;
        }
        let near = rules.board.hex(hex).neighbors.iter().flatten();
        let near: Vec<u8> = near.map(|other| numbers[other.index()]).collect();
        let meets = |group: &Vec<u8>| {
            group.contains(&own) && near.iter().any(|number| group.contains(number))
        };
        flaws.extend(apart.iter().find(|group| meets(group)).map(|_| (hex, "apart")));
        if *equal_apart && near.contains(&own) {
            flaws.push((hex, "equal_apart"));
        }
        let barred = never.iter().any(|never| {
            never.numbers.contains(&own)
                && (never.terrain.contains(&terrain[hex.index()]) || never.hexes.contains(hex))
        });
        flaws.extend(barred.then_some((hex, "never")));
    }
    flaws
}
