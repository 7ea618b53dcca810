//! What the players can buy and trade: prices, rates, and the worth of cards.
//!
//! Prices and rates may depend on rules, so they are read once for each decision.

use crate::game::{Game, PlayerView};
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{Failure, PieceKind, Rules};
use crate::seat::terms::{cards_for_one, price};
use crate::set::Id;
use crate::table::{PLAYERS, Player, Port};

/// The classes of purchases.
pub(super) const CLASSES: usize = 4;

/// A class of purchases. What a purchase is follows from the declaration of its piece or deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A piece on an empty intersection.
    Site,
    /// A piece that replaces another one.
    Upgrade,
    /// A piece on a border.
    Route,
    /// A card from a deck.
    Card,
}

impl Class {
    /// The class of a kind of piece; `None` for a kind that is not a route, a building or a piece
    /// that produces.
    pub(super) fn of(kind: &PieceKind) -> Option<Self> {
        match kind {
            _ if kind.on_hex || kind.neutral => None,
            _ if kind.on_border => kind.is_route.then_some(Self::Route),
            _ if !kind.is_building && kind.yields == 0 => None,
            _ if kind.replaces.is_empty() => Some(Self::Site),
            _ => Some(Self::Upgrade),
        }
    }
}

/// What the players can buy and trade.
#[derive(Debug)]
pub(super) struct Market {
    /// The prices for each player, by seat.
    prices: [Vec<(Class, Resources)>; PLAYERS],
    /// The rates of trade with the supply for each player, by seat.
    rates: [Vec<PlayerRate>; PLAYERS],
    /// The share of each resource in the prices of all classes, divided by its share in the
    /// production of the board: about 1 on average.
    pub(super) worth: [f64; RESOURCES],
    /// The number of resources.
    pub(super) resources: usize,
    /// The number of cards above which a roll may take some of them away.
    pub(super) hand_limit: Option<usize>,
}

/// A rate of trade: cards of each resource for one other card, 0 if they are not traded.
#[derive(Debug)]
struct PlayerRate {
    port: Option<Port>,
    cards: [u32; RESOURCES],
}

impl Market {
    /// The market at a position. `made` is the production of the whole board by resource.
    pub(super) fn of(game: &Game, made: &[f64; RESOURCES]) -> Result<Self, Failure> {
        let rules = game.rules();
        let (mut prices, mut rates): ([Vec<_>; PLAYERS], [Vec<_>; PLAYERS]) = Default::default();
        for player in game.table().everybody().iter() {
            let view = game.player_view(Some(player));
            prices[player.index()] = prices_for(&view, rules)?;
            rates[player.index()] = rates_for(&view, rules);
        }
        let limits = rules.rolls.iter().filter_map(|roll| roll.hand_limit);
        let mut market = Self {
            prices,
            rates,
            worth: [1.0; RESOURCES],
            resources: rules.resources.len(),
            hand_limit: limits.min().map(usize::from),
        };
        market.weigh(made);
        Ok(market)
    }

    /// Weighs resources by demand and production.
    fn weigh(&mut self, made: &[f64; RESOURCES]) {
        let mut asked = [0.0; RESOURCES];
        for (_, price) in self.prices.iter().flatten() {
            for kind in price.kinds() {
                asked[kind.index()] += real(price.get(kind));
            }
        }
        let (all_asked, all_made) = (asked.iter().sum::<f64>(), made.iter().sum::<f64>());
        if all_asked == 0.0 || all_made == 0.0 {
            return;
        }
        for kind in 0..self.resources {
            let demand = asked[kind] / all_asked;
            let share = (made[kind] / all_made).max(0.02);
            self.worth[kind] = (demand / share).clamp(0.4, 1.8);
        }
    }

    /// The prices for a player.
    pub(super) fn prices(&self, player: Player) -> &[(Class, Resources)] {
        &self.prices[player.index()]
    }

    /// The cards of each resource that a player with these ports gives for one other card.
    pub(super) fn rates(
        &self,
        player: Player,
        has_port: impl Fn(Port) -> bool,
    ) -> [u32; RESOURCES] {
        let mut best = [u32::MAX; RESOURCES];
        for rate in &self.rates[player.index()] {
            if rate.port.is_none_or(&has_port) {
                for (best, &cards) in best.iter_mut().zip(&rate.cards) {
                    if cards > 0 {
                        *best = (*best).min(cards);
                    }
                }
            }
        }
        best
    }
}

fn prices_for(view: &PlayerView<'_>, rules: &Rules) -> Result<Vec<(Class, Resources)>, Failure> {
    let mut prices = Vec::new();
    for kind in &rules.kinds {
        if let Some(class) = Class::of(kind) {
            prices.extend(price(view, &kind.ways)?.map(|price| (class, price)));
        }
    }
    for deck in &rules.decks {
        prices.extend(price(view, &deck.ways)?.map(|price| (Class::Card, price)));
    }
    prices.retain(|(_, price)| !price.is_empty());
    Ok(prices)
}

fn rates_for(view: &PlayerView<'_>, rules: &Rules) -> Vec<PlayerRate> {
    let owned = rules.rates.iter().filter(|rate| view.owns(rate.by.rule));
    let rate = owned.map(|rate| {
        let mut cards = [0; RESOURCES];
        for kind in (0..rules.resources.len()).map(Resource::new) {
            cards[kind.index()] = cards_for_one(&rate.terms, kind).unwrap_or(0);
        }
        PlayerRate { port: rate.port, cards }
    });
    rate.collect()
}

/// A small count as a real number.
#[expect(clippy::cast_precision_loss, reason = "counts of a game are small")]
pub(super) fn real(count: usize) -> f64 {
    count as f64
}
