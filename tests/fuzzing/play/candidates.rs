//! All actions of those kinds that appear in the list of legal actions. The list contains exactly
//! those without reasons against them.

use std::collections::BTreeSet;

use newcatan::action::{Action, FREE, STANDARD};
use newcatan::board::Place;
use newcatan::game::Game;
use newcatan::resource::Resources;
use newcatan::rules::{Cost, Way};
use newcatan::set::Id;
use newcatan::table::{Card, Kind, Marker, Player, Step};

/// Describes the first action for which the list and the conditions disagree.
pub fn disagreement(game: &Game, player: Player) -> Option<String> {
    let listed = game.legal_actions(player).expect("no shipped rule fails");
    let listed: BTreeSet<Action> = listed.into_iter().collect();
    candidates(game, player).into_iter().find_map(|action| {
        let reasons = game.reasons(player, &action).expect("no shipped rule fails");
        let is_listed = listed.contains(&action);
        let listed = if is_listed { "listed" } else { "not listed" };
        (is_listed != reasons.is_empty())
            .then(|| format!("{action:?} of {player:?} is {listed}, and against it is {reasons:?}"))
    })
}

/// All actions of the kinds in the list, with payments from the hand.
fn candidates(game: &Game, player: Player) -> BTreeSet<Action> {
    let mut all = BTreeSet::from([
        Action::Roll,
        Action::End,
        Action::Accept,
        Action::Refuse,
        Action::Withdraw,
        Action::Take { from: None },
    ]);
    for with in game.table().everybody().iter() {
        all.extend([Action::Conclude { with }, Action::Take { from: Some(with) }]);
    }
    let resources = 0..game.rules().resources.len();
    all.extend(resources.map(|at| Action::Discard { resource: Id::new(at) }));
    for card in (0..game.rules().cards.len()).map(Card::new) {
        all.extend([false, true].map(|also| Action::Play { card, also }));
    }
    add_builds(game, player, &mut all);
    add_purchases(game, player, &mut all);
    add_uses(game, player, &mut all);
    // In all other steps, a single reason refuses all of these actions.
    if game.table().step() == Step::Act {
        add_trades(game, player, &mut all);
    }
    if matches!(game.table().step(), Step::Move(_)) {
        add_moves(game, &mut all);
    }
    all
}

/// Adds a piece of each kind at each suitable place, for each of its ways; each place is combined
/// with only one of the payments. Pieces are free during the placement and in answers to rules.
fn add_builds(game: &Game, player: Player, all: &mut BTreeSet<Action>) {
    let (rules, board) = (game.rules(), &game.rules().board);
    let is_free = game.table().is_placement() || game.question().is_some();
    if !is_free && game.table().step() != Step::Act {
        return;
    }
    for kind in (0..rules.kinds.len()).map(Kind::new) {
        let piece = rules.kind(kind);
        let ways = piece.ways.iter().zip(STANDARD..);
        let mut terms: Vec<(u8, Vec<Resources>)> = ways
            .map(|(way, number)| (number, payments_on(way, hand(game, player))))
            .filter(|(_, payments)| !payments.is_empty())
            .collect();
        terms.extend(is_free.then(|| (FREE, vec![Resources::NONE])));
        let places: Vec<Place> = if piece.on_border {
            board.borders().iter().map(Place::Border).collect()
        } else {
            board.intersections().iter().map(Place::Intersection).collect()
        };
        for (way, payments) in terms {
            let pays = payments.iter().cycle();
            let build = |(&place, &pay)| Action::Build { kind, place, way, pay };
            all.extend(places.iter().zip(pays).map(build));
        }
    }
}

/// Adds a card of each deck, for each of its ways.
fn add_purchases(game: &Game, player: Player, all: &mut BTreeSet<Action>) {
    for (at, deck) in game.rules().decks.iter().enumerate() {
        for (terms, way) in deck.ways.iter().zip(STANDARD..) {
            let payments = payments_on(terms, hand(game, player));
            let bought = |pay| Action::Buy { deck: Id::new(at), way, pay };
            all.extend(payments.into_iter().map(bought));
        }
    }
}

/// Adds each variant of each ability.
fn add_uses(game: &Game, player: Player, all: &mut BTreeSet<Action>) {
    for (at, ability) in game.rules().abilities.iter().enumerate() {
        for (variant, number) in ability.variants.iter().zip(0..) {
            let payments = payments(&variant.costs, hand(game, player));
            let used = |pay| Action::Use { ability: Id::new(at), variant: number, pay };
            all.extend(payments.into_iter().map(used));
        }
    }
}

/// Adds each rate with all cards that the hand can give, for all resources of the game.
fn add_trades(game: &Game, player: Player, all: &mut BTreeSet<Action>) {
    let rules = game.rules();
    let resources = rules.resources.iter().enumerate();
    let plenty =
        resources.map(|(at, kind)| Resources::of(Id::new(at), usize::from(kind.cards))).sum();
    for (at, rate) in rules.rates.iter().enumerate() {
        for give in payments(&[rate.terms.give], hand(game, player)) {
            rate.terms.get.bags(plenty, give, &mut |get| {
                all.insert(Action::Trade { rate: Id::new(at), give, get });
            });
        }
    }
}

/// Adds each marker with each hex, and with each intersection that has a token.
fn add_moves(game: &Game, all: &mut BTreeSet<Action>) {
    let tokens = game.table().tokens().values().iter().flatten();
    let intersections = tokens.copied().map(Place::Intersection);
    let places: Vec<Place> =
        game.rules().board.hexes().iter().map(Place::Hex).chain(intersections).collect();
    for marker in (0..game.rules().markers.len()).map(Marker::new) {
        all.extend(places.iter().map(|&place| Action::Move { marker, place }));
    }
}

fn hand(game: &Game, player: Player) -> Resources {
    game.table().seat(player).hand()
}

/// The payments within a hand for a way, regardless of its previous uses.
fn payments_on(way: &Way, hand: Resources) -> Vec<Resources> {
    let costs = way.costs.iter().chain(way.costs_by_use.iter().flatten());
    payments(&costs.copied().collect::<Vec<_>>(), hand)
}

/// The payments within a hand for any of these costs.
fn payments(costs: &[Cost], hand: Resources) -> Vec<Resources> {
    let mut payments = Vec::new();
    for cost in costs {
        cost.payments(hand, &mut |pay| payments.push(pay));
    }
    payments
}
