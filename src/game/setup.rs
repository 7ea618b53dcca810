//! The set-up of the table: the supply and the decks, then the board, before the first player acts.

use super::effect::Effect;
use super::view::View;
use super::{flow, sector, turn};
use crate::board::{Hex, Place, PortPlace};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::resource::{Resource, Resources};
use crate::rules::{Arrangement, DoubleHexes, Failure, Origin, Rules};
use crate::set::Id;
use crate::table::{
    AdvanceAnswer, Answerable, BOARD, ByCard, Card, Marker, Player, Table, Terrain, Token,
};

/// The maximum number of attempts to place fully random number markers.
const ATTEMPTS: usize = 10_000;

impl Rules {
    /// A table with the supply and the decks, but without a board.
    pub(super) fn empty_table(&self, players: usize, seed: u64) -> Table {
        let resources = self.resources.iter().enumerate();
        let supply = resources
            .map(|(at, kind)| Resources::of(Resource::new(at), usize::from(kind.cards)))
            .sum();
        let mut deck = ByCard::all(0);
        for (at, card) in self.cards.iter().enumerate() {
            deck[Card::new(at)] = card.copies;
        }
        Table::new(players, seed, supply, deck)
    }
}

/// Whether two hexes with a 6 or an 8 would be adjacent.
fn frequent_side_by_side(view: View<'_>, hexes: &[Hex], numbers: &[u8]) -> bool {
    let frequent = |number: u8| number == 6 || number == 8;
    let number_of = |hex: Hex| {
        let laid = hexes.iter().position(|&other| other == hex).map(|i| numbers[i]);
        laid.unwrap_or(view.table().numbers()[hex])
    };
    let board = &view.rules().board;
    board.hexes().iter().any(|hex| {
        frequent(number_of(hex))
            && board.hex(hex).neighbors.iter().flatten().any(|&near| frequent(number_of(near)))
    })
}

/// Sets up the board.
///
/// # Errors
/// When number markers cannot be placed so that no two hexes with a 6 or an 8 are adjacent.
pub(super) fn set_up(effect: &mut Effect) -> Result<(), Failure> {
    set_up_double_hexes(effect);
    set_up_terrain(effect);
    set_up_numbers(effect)?;
    set_up_ports(effect);
    set_up_markers(effect);
    set_up_tokens(effect);
    set_up_advance_answers(effect);
    Ok(())
}

/// Begins the placement, or the first turn if the scenario places the pieces.
pub(super) fn begin(effect: &mut Effect) -> Result<(), Failure> {
    if effect.rules().setup.pieces.is_empty() {
        flow::next_placement(effect, 0);
    } else {
        place_starting_pieces(effect)?;
        turn::begin_turn(effect, Player(0));
    }
    Ok(())
}

/// Sets the terrain of the double-hexes. If it is shuffled, each kind in `opposite` gets two
/// opposite double-hexes, and the other kinds are placed at random.
fn set_up_double_hexes(effect: &mut Effect) {
    let rules = std::sync::Arc::clone(effect.rules());
    let DoubleHexes { places, kinds, shuffled, opposite } = &rules.setup.double_hexes;
    let mut shown: Vec<Option<Terrain>> = kinds.iter().copied().map(Some).collect();
    if *shuffled {
        shown = vec![None; places.len()];
        let half = places.len() / 2;
        for &kind in opposite {
            let free: Vec<usize> = (0..half).filter(|&at| shown[at].is_none()).collect();
            let at = free[effect.draw(BOARD, free.len())];
            (shown[at], shown[at + half]) = (Some(kind), Some(kind));
        }
        let mut others: Vec<Terrain> =
            kinds.iter().copied().filter(|kind| !opposite.contains(kind)).collect();
        effect.shuffle(BOARD, &mut others);
        let mut others = others.into_iter();
        for free in shown.iter_mut().filter(|kind| kind.is_none()) {
            *free = others.next();
        }
    }
    for (hexes, kind) in places.iter().zip(shown) {
        for &hex in hexes {
            effect.make(Change::Terrain(hex, kind.expect("a kind for each double-hex")));
        }
    }
}

/// Puts the tokens at their outposts: first the tokens that the scenario names, then the others at
/// random.
fn set_up_tokens(effect: &mut Effect) {
    let rules = std::sync::Arc::clone(effect.rules());
    for outpost in (0..rules.terrains.len()).map(Terrain::new) {
        let fixed = rules.setup.tokens.iter().find(|(terrain, _)| *terrain == outpost);
        let fixed = fixed.map_or(&[][..], |(_, tokens)| tokens);
        let all = (0..rules.tokens.len()).map(Token::new);
        let mut drawn: Vec<Token> = all
            .filter(|&token| rules.token(token).outpost == outpost && !fixed.contains(&token))
            .collect();
        effect.shuffle(BOARD, &mut drawn);
        let tokens = fixed.iter().copied().chain(drawn);
        for (token, intersection) in
            tokens.zip(sector::outpost_intersections(effect.view(), outpost))
        {
            effect.make(Change::TokenPlaced(token, Some(intersection)));
        }
    }
}

/// Sets the default advance answers of all players.
fn set_up_advance_answers(effect: &mut Effect) {
    for (index, answerable) in effect.rules().answerables.clone().into_iter().enumerate() {
        for player in effect
            .table()
            .everybody()
            .iter()
            .filter(|_| answerable.advance_answer != AdvanceAnswer::Ask)
        {
            effect.make(Change::AnsweredInAdvance(
                player,
                Answerable::new(index),
                answerable.advance_answer,
            ));
        }
    }
}

fn set_up_terrain(effect: &mut Effect) {
    let mut pool = effect.rules().setup.terrain_pool.clone();
    effect.shuffle(BOARD, &mut pool);
    let mut pool = pool.into_iter();
    let doubled = effect.rules().setup.double_hexes.places.concat();
    for hex in effect.rules().board.hexes() {
        if doubled.contains(&hex) {
            continue;
        }
        let fixed = effect.rules().setup.terrain[hex.index()];
        let terrain = fixed.or_else(|| pool.next()).expect("the scenario fills each hex");
        effect.make(Change::Terrain(hex, terrain));
    }
}

fn set_up_numbers(effect: &mut Effect) -> Result<(), Failure> {
    let rules = std::sync::Arc::clone(effect.rules());
    let mut open: Vec<Hex> = Vec::new();
    for hex in rules.board.hexes() {
        match rules.setup.numbers[hex.index()] {
            Some(number) => effect.make(Change::Number(hex, number)),
            None if rules.terrain(effect.table().terrain()[hex]).yields.is_some() => {
                open.push(hex);
            }
            None => {}
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    let mut numbers = rules.setup.number_pool.clone();
    if rules.setup.arrangement == Arrangement::Spiral {
        let corner = effect.draw(BOARD, 6);
        let spiral = rules.board.spiral(corner).expect("the scenario's board is a hexagon");
        open = spiral.into_iter().filter(|hex| open.contains(hex)).collect();
        if planted(KernelFault::SpiralTurned) {
            open.reverse();
        }
    } else {
        let mut attempts = 0;
        loop {
            effect.shuffle(BOARD, &mut numbers);
            if !frequent_side_by_side(effect.view(), &open, &numbers) {
                break;
            }
            attempts += 1;
            if attempts == ATTEMPTS {
                let origin = Origin { file: rules.scenario.clone(), line: 0 };
                let text = "no valid arrangement of the number markers was found in";
                return Err(Failure {
                    hint: Some("hexes with 6 or 8 may not be next to each other: use fewer of these numbers".into()),
                    ..Failure::new(format!("{text} {ATTEMPTS} attempts"), origin)
                });
            }
        }
    }
    for (hex, number) in open.into_iter().zip(numbers) {
        effect.make(Change::Number(hex, number));
    }
    Ok(())
}

fn set_up_ports(effect: &mut Effect) {
    let mut ports = effect.rules().setup.ports.clone();
    if effect.rules().setup.shuffle_ports {
        effect.shuffle(BOARD, &mut ports);
    }
    for (index, port) in ports.into_iter().enumerate() {
        effect.make(Change::Port(PortPlace::new(index), port));
    }
}

fn set_up_markers(effect: &mut Effect) {
    for marker in (0..effect.rules().markers.len()).map(Marker::new) {
        let placed = effect.rules().setup.markers.iter().find(|(m, _)| *m == marker);
        let declared = || {
            let terrain = effect.rules().marker(marker).starts?;
            let start = |hex: &Hex| effect.table().terrain()[*hex] == terrain;
            effect.rules().board.hexes().iter().find(start).map(Place::Hex)
        };
        let place = placed.map(|&(_, place)| place).or_else(declared);
        if place.is_some() {
            effect.make(Change::Moved(marker, place));
        }
    }
}

fn place_starting_pieces(effect: &mut Effect) -> Result<(), Failure> {
    for piece in effect.rules().setup.pieces.clone() {
        let Some(seat) = effect.names().iter().position(|name| *name == piece.player) else {
            continue;
        };
        let player = Player::new(seat);
        flow::build(effect, player, piece.kind, piece.place, true)?;
        if piece.yields {
            flow::starting_cards(effect, player, piece.place);
        }
    }
    Ok(())
}
