//! Actions that are not in the list of legal ones, or may not be: arbitrary actions of the game,
//! and listed ones with a modified part.

use newcatan::action::{Action, Choice, FREE};
use newcatan::board::Place;
use newcatan::game::Game;
use newcatan::resource::Resources;
use newcatan::set::Id;
use newcatan::table::{AdvanceAnswer, Player, Players, Step};

use super::bytes::Bytes;

/// Whether actions of this kind are never listed, even if they are legal.
pub fn is_never_listed(action: &Action) -> bool {
    matches!(
        action,
        Action::Offer { .. }
            | Action::Counter { .. }
            | Action::AnswerInAdvance { .. }
            | Action::PayFirst { .. }
    )
}

/// A bag with at most this number of cards.
pub fn cards(game: &Game, bytes: &mut Bytes, most: usize) -> Resources {
    let kinds = game.rules().resources.len();
    let count = bytes.below(most + 1);
    (0..count).map(|_| Resources::of(Id::new(bytes.below(kinds)), 1)).sum()
}

/// An identifier below a count; `None` if the count is 0.
fn id<T: Id>(bytes: &mut Bytes, count: usize) -> Option<T> {
    (count > 0).then(|| T::new(bytes.below(count)))
}

fn player(game: &Game, bytes: &mut Bytes) -> Player {
    Player::new(bytes.below(game.names().len()))
}

/// A set of players from the bits of one byte.
fn players(game: &Game, bytes: &mut Bytes) -> Players {
    let bits = bytes.byte();
    game.table().everybody().iter().filter(|player| bits >> player.index() & 1 == 1).collect()
}

fn place(game: &Game, bytes: &mut Bytes) -> Place {
    let board = &game.rules().board;
    match bytes.below(3) {
        0 => Place::Hex(Id::new(bytes.below(board.hexes().len()))),
        1 => Place::Border(Id::new(bytes.below(board.borders().len()))),
        _ => Place::Intersection(Id::new(bytes.below(board.intersections().len()))),
    }
}

/// Another place of the same kind.
fn place_like(game: &Game, old: Place, bytes: &mut Bytes) -> Place {
    let board = &game.rules().board;
    match old {
        Place::Hex(_) => Place::Hex(Id::new(bytes.below(board.hexes().len()))),
        Place::Border(_) => Place::Border(Id::new(bytes.below(board.borders().len()))),
        Place::Intersection(_) => {
            Place::Intersection(Id::new(bytes.below(board.intersections().len())))
        }
    }
}

fn build(game: &Game, bytes: &mut Bytes) -> Option<Action> {
    let kind = id(bytes, game.rules().kinds.len())?;
    let ways = game.rules().kind(kind).ways.len();
    let way = bytes.below(ways + 1);
    let way = if way == ways { FREE } else { u8::try_from(way).ok()? };
    Some(Action::Build { kind, place: place(game, bytes), way, pay: cards(game, bytes, 5) })
}

/// Takes from an opponent, or from nobody.
fn take(game: &Game, bytes: &mut Bytes) -> Action {
    let from = bytes.below(game.names().len() + 1).checked_sub(1).map(Player::new);
    Action::Take { from }
}

/// Any action that can be printed for the game.
pub fn any(game: &Game, bytes: &mut Bytes) -> Option<Action> {
    let rules = game.rules();
    Some(match bytes.below(19) {
        0 => Action::Roll,
        1 => Action::End,
        2 => build(game, bytes)?,
        3 => {
            let deck = id(bytes, rules.decks.len())?;
            let way = u8::try_from(bytes.below(rules.deck(deck).ways.len().max(1))).ok()?;
            Action::Buy { deck, way, pay: cards(game, bytes, 4) }
        }
        4 => {
            let rate = id(bytes, rules.rates.len())?;
            Action::Trade { rate, give: cards(game, bytes, 4), get: cards(game, bytes, 2) }
        }
        5 => Action::Play { card: id(bytes, rules.cards.len())?, also: bytes.below(2) == 1 },
        6 => {
            let ability = id(bytes, rules.abilities.len())?;
            let variants = rules.abilities[Id::index(ability)].variants.len();
            let variant = u8::try_from(bytes.below(variants.max(1))).ok()?;
            Action::Use { ability, variant, pay: cards(game, bytes, 4) }
        }
        7 => {
            let (give, get) = (cards(game, bytes, 3), cards(game, bytes, 3));
            Action::Offer { give, get, to: players(game, bytes) }
        }
        8 => Action::Accept,
        9 => Action::Refuse,
        10 => Action::Counter { give: cards(game, bytes, 3), get: cards(game, bytes, 3) },
        11 => Action::Conclude { with: player(game, bytes) },
        12 => Action::Withdraw,
        13 => Action::Discard { resource: id(bytes, rules.resources.len())? },
        14 => Action::Move { marker: id(bytes, rules.markers.len())?, place: place(game, bytes) },
        15 => take(game, bytes),
        16 => in_advance(game, bytes)?,
        17 => Action::PayFirst { hidden: bytes.below(2) == 1 },
        _ => Action::Choose(choice(game, bytes)?),
    })
}

/// An advance answer.
pub fn in_advance(game: &Game, bytes: &mut Bytes) -> Option<Action> {
    let answerable = id(bytes, game.rules().answerables.len())?;
    let advance_answer =
        bytes.pick(&[AdvanceAnswer::Accept, AdvanceAnswer::Decline, AdvanceAnswer::Ask])?;
    Some(Action::AnswerInAdvance { answerable, advance_answer })
}

fn choice(game: &Game, bytes: &mut Bytes) -> Option<Choice> {
    let (rules, board) = (game.rules(), &game.rules().board);
    Some(match bytes.below(12) {
        0 => Choice::No,
        1 => Choice::Yes,
        2 => Choice::Resource(id(bytes, rules.resources.len())?),
        3 => Choice::Card(id(bytes, rules.resources.len())?),
        4 => Choice::Player(player(game, bytes)),
        5 => Choice::Hex(id(bytes, board.hexes().len())?),
        6 => Choice::Intersection(id(bytes, board.intersections().len())?),
        7 => Choice::Piece(place(game, bytes)),
        8 => Choice::Marker(id(bytes, rules.markers.len())?),
        9 => Choice::Goods(id(bytes, rules.goods.len())?),
        10 => Choice::Outpost(id(bytes, rules.terrains.len())?),
        _ => Choice::Number(bytes.byte()),
    })
}

/// The action with one part modified; unchanged if it has no parts.
pub fn mutated(game: &Game, action: Action, bytes: &mut Bytes) -> Action {
    let is_place = bytes.below(2) == 0;
    match action {
        Action::Build { kind, place, way, pay } if is_place => {
            Action::Build { kind, place: place_like(game, place, bytes), way, pay }
        }
        Action::Build { kind, place, way, .. } => {
            Action::Build { kind, place, way, pay: cards(game, bytes, 5) }
        }
        Action::Buy { deck, way, .. } => Action::Buy { deck, way, pay: cards(game, bytes, 4) },
        Action::Trade { rate, give, .. } if is_place => {
            Action::Trade { rate, give, get: cards(game, bytes, 2) }
        }
        Action::Trade { rate, get, .. } => Action::Trade { rate, give: cards(game, bytes, 4), get },
        Action::Use { ability, variant, .. } => {
            Action::Use { ability, variant, pay: cards(game, bytes, 4) }
        }
        Action::Play { card, also } => Action::Play { card, also: !also },
        Action::Move { marker, place } => {
            Action::Move { marker, place: place_like(game, place, bytes) }
        }
        Action::Choose(Choice::Hex(_)) => {
            Action::Choose(Choice::Hex(Id::new(bytes.below(game.rules().board.hexes().len()))))
        }
        Action::Choose(Choice::Intersection(_)) => {
            let count = game.rules().board.intersections().len();
            Action::Choose(Choice::Intersection(Id::new(bytes.below(count))))
        }
        Action::Take { .. } => take(game, bytes),
        other => other,
    }
}

/// An unlisted action that suits the step: a counter-offer to an open offer, an offer, or the
/// choice of which cards are paid first for a player with open ones.
pub fn fitting(game: &Game, bytes: &mut Bytes) -> Option<(Player, Action)> {
    let table = game.table();
    match table.step() {
        Step::Offer => {
            let waiting: Vec<Player> = table.offer().waiting.iter().collect();
            let player = bytes.pick(&waiting)?;
            let kinds: Vec<_> = table.seat(player).hand().kinds().collect();
            let give = Resources::of(bytes.pick(&kinds)?, 1);
            Some((player, Action::Counter { give, get: cards(game, bytes, 2) }))
        }
        Step::Act if bytes.below(2) == 0 => Some((table.in_turn(), trade(game, bytes, false))),
        _ => {
            let has_open = |player: &Player| !table.seat(*player).open().is_empty();
            let owners: Vec<Player> = table.everybody().iter().filter(has_open).collect();
            let hidden = bytes.below(2) == 1;
            Some((bytes.pick(&owners)?, Action::PayFirst { hidden }))
        }
    }
}

/// An offer from the current player's hand, or a counter-offer.
pub fn trade(game: &Game, bytes: &mut Bytes, is_counter: bool) -> Action {
    let everybody = game.table().everybody();
    let who = everybody.iter().nth(bytes.below(everybody.len())).expect("there are players");
    let hand = game.table().seat(if is_counter { who } else { game.table().in_turn() }).hand();
    let kinds: Vec<_> = hand.kinds().collect();
    let give = bytes.pick(&kinds).map_or(Resources::NONE, |kind| Resources::of(kind, 1));
    let get = cards(game, bytes, 2);
    if is_counter {
        return Action::Counter { give, get };
    }
    let to = players(game, bytes).without(game.table().in_turn());
    Action::Offer { give, get, to }
}
