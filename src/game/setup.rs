//! The set-up of the table: the supply and the decks, then the board, before the first player acts.

use super::effect::Effect;
use super::pools::{self, DrawnBoard};
use super::{flow, sector, turn};
use crate::board::{Place, PortPlace};
use crate::change::Change;
use crate::resource::{Resource, Resources};
use crate::rules::setup::MarkerStart;
use crate::rules::{DoubleHexes, Failure, Rules};
use crate::set::Id;
use crate::table::{AdvanceAnswer, Answerable, BOARD, Marker, Player, Table, Terrain, Token};

impl Rules {
    /// A table with the supply and the decks, but without a board.
    pub(super) fn empty_table(&self, players: usize, seed: u64) -> Table {
        let resources = self.resources.iter().enumerate();
        let supply = resources
            .map(|(at, kind)| Resources::of(Resource::new(at), usize::from(kind.cards)))
            .sum();
        let deck: Vec<u8> = self.cards.iter().map(|card| card.copies).collect();
        Table::new(players, seed, supply, &deck)
    }
}

/// Sets up the board.
///
/// # Errors
/// When no board that meets the conditions is found.
pub(super) fn set_up(effect: &mut Effect) -> Result<(), Failure> {
    set_up_double_hexes(effect);
    set_up_hexes(effect)?;
    set_up_ports(effect)?;
    set_up_markers(effect);
    set_up_tokens(effect);
    set_up_advance_answers(effect);
    Ok(())
}

/// Begins the placement, or the first turn if the scenario places the pieces.
pub(super) fn begin(effect: &mut Effect) -> Result<(), Failure> {
    place_starting_pieces(effect)?;
    if effect.rules().setup.has_placement {
        flow::next_placement(effect, 0)?;
    } else {
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
            effect.lay_terrain(hex, kind.expect("a kind for each double-hex"));
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

/// Sets the terrain and the number markers of all hexes.
fn set_up_hexes(effect: &mut Effect) -> Result<(), Failure> {
    let rules = std::sync::Arc::clone(effect.rules());
    let DrawnBoard { terrain, numbers } = pools::draw_board(effect)?;
    let doubled = rules.setup.double_hexes.places.concat();
    for hex in rules.board.hexes().iter().filter(|hex| !doubled.contains(hex)) {
        effect.lay_terrain(hex, terrain[hex.index()]);
    }
    for hex in rules.board.hexes().iter().filter(|hex| numbers[hex.index()] > 0) {
        effect.make(Change::Number(hex, numbers[hex.index()]));
    }
    Ok(())
}

fn set_up_ports(effect: &mut Effect) -> Result<(), Failure> {
    for (index, port) in pools::draw_ports(effect)?.into_iter().enumerate() {
        let border = effect.rules().board.port_places()[index];
        effect.make(Change::Port(PortPlace::new(index), border, Some(port)));
    }
    Ok(())
}

fn set_up_markers(effect: &mut Effect) {
    for marker in (0..effect.rules().markers.len()).map(Marker::new) {
        let placed = effect.rules().setup.markers.iter().find(|(m, _)| *m == marker);
        let hexes = effect.rules().board.hexes();
        let table = effect.table();
        let place = match placed {
            Some((_, MarkerStart::At(place))) => Some(*place),
            Some((_, MarkerStart::Outside)) => None,
            Some((_, MarkerStart::OnNumber(number))) => {
                hexes.iter().find(|&hex| table.numbers()[hex] == *number).map(Place::Hex)
            }
            None => effect.rules().marker(marker).starts.and_then(|terrain| {
                hexes.iter().find(|&hex| table.terrain()[hex] == terrain).map(Place::Hex)
            }),
        };
        if place.is_some() {
            effect.make(Change::Moved(marker, place));
        }
    }
}

fn place_starting_pieces(effect: &mut Effect) -> Result<(), Failure> {
    let sides = sides(effect.rules(), effect.names());
    for piece in effect.rules().setup.pieces.clone() {
        let Some(seat) = sides.iter().position(|side| *side == piece.player) else {
            continue;
        };
        let player = Player::new(seat);
        flow::build(effect, player, piece.kind, piece.place, true)?;
        if piece.yields {
            flow::starting_cards(effect, player, (piece.kind, piece.place), 1);
        }
    }
    Ok(())
}

/// The names under which the scenario knows the players: their own where it has them. All others
/// take the names that are left, in the order of the seats.
fn sides(rules: &Rules, names: &[String]) -> Vec<String> {
    let mut left = rules.names_of(names.len()).unwrap_or_default();
    left.retain(|side| !names.contains(side));
    let is_known = |name: &String| rules.names.iter().flatten().any(|known| known == name);
    let mut left = left.into_iter();
    let side = |name: &String| {
        if is_known(name) { name.clone() } else { left.next().unwrap_or_else(|| name.clone()) }
    };
    names.iter().map(side).collect()
}
