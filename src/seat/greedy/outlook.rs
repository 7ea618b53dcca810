//! A player's expectations: income, trade rates, and the values of places.
//!
//! All numbers are integers, so income is measured in cards per 36 rolls of two dice.

use std::cell::{OnceCell, RefCell};

use crate::board::{Hex, Intersection, Place};
use crate::content::Habits;
use crate::game::{PlayerView, Redealt};
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{Failure, Hook, PieceKind, RuleId, Rules};
use crate::seat::terms::{cards_for_one, frequency, price};
use crate::set::{Id, Set};
use crate::table::{Kind, Player, Port};

/// The number of combinations of two dice.
const ROLLS: u32 = 36;
/// The maximum time to look ahead, in rolls.
const FAR: u32 = 400;
/// The highest worth that a rule can state: that of ten points.
const MOST_WORTH: i64 = 1000;
/// The largest number of cards per 36 rolls for which a card is traded.
const LARGEST: u64 = 36 * 100;
/// The value of a card whose supply meets its demand.
const PLAIN: u32 = 10;

/// The table as one player sees it.
pub(super) struct Outlook<'a> {
    pub(super) view: &'a PlayerView<'a>,
    pub(super) me: Player,
    /// The points that the player still needs to win; 0 or less if the goal is reached.
    pub(super) missing_points: i64,
    /// The cards of each resource per 36 rolls.
    pub(super) income: [u32; RESOURCES],
    /// The number of cards of each resource that the player has to trade for one other card.
    pub(super) rates: [u32; RESOURCES],
    /// For each rate, 2³² divided by it and by 36, rounded up; 0 where there is no trade.
    per_trade: [u64; RESOURCES],
    /// The value of a card of each resource on this board.
    pub(super) worth: [u32; RESOURCES],
    /// The current price of a piece of each kind for the player.
    pub(super) prices: Vec<Option<Resources>>,
    /// The current price of a card of each deck for the player.
    pub(super) deck_prices: Vec<Option<Resources>>,
    /// Land that is wearing out.
    pub(super) fading: Set<Hex>,
    /// The numbers by which the player weighs things.
    pub(super) habits: Habits,
    /// The copy of the game in which the player tries actions out.
    redealt: OnceCell<Option<Redealt<'a>>>,
    /// The times that were found for hands and prices.
    times: RefCell<Vec<(Resources, Resources, u32)>>,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(
        view: &'a PlayerView<'a>,
        me: Player,
        (fading, habits): (Set<Hex>, Habits),
    ) -> Result<Self, Failure> {
        let kinds = view.rules().kinds.iter().map(|kind| price(view, &kind.ways));
        let decks = view.rules().decks.iter().map(|deck| price(view, &deck.ways));
        let mut outlook = Self {
            view,
            me,
            missing_points: view.goal(me)? - view.points(me)?,
            income: [0; RESOURCES],
            rates: [u32::MAX; RESOURCES],
            per_trade: [0; RESOURCES],
            worth: [PLAIN; RESOURCES],
            prices: kinds.collect::<Result<_, _>>()?,
            deck_prices: decks.collect::<Result<_, _>>()?,
            fading,
            habits,
            redealt: OnceCell::new(),
            times: RefCell::default(),
        };
        outlook.count_income();
        outlook.find_rates();
        let rates = outlook.rates.iter().map(|&rate| u64::from(ROLLS) * u64::from(rate));
        for (per_trade, rate) in outlook.per_trade.iter_mut().zip(rates) {
            *per_trade = if rate > LARGEST { 0 } else { (1_u64 << 32) / rate + 1 };
        }
        outlook.weigh_resources();
        Ok(outlook)
    }

    /// What the player knows and values at any position.
    pub(super) fn manner(&self) -> (Set<Hex>, Habits) {
        (self.fading, self.habits)
    }

    pub(super) fn rules(&self) -> &'a Rules {
        self.view.rules()
    }

    /// The copy of the game in which the player tries actions out.
    pub(super) fn redealt(&self) -> Option<&Redealt<'a>> {
        self.redealt.get_or_init(|| self.view.redealt()).as_ref()
    }

    /// What rules say that a piece is worth, on the scale of the values of goals.
    pub(super) fn piece_worth(&self, kind: Kind, place: Place) -> Result<i64, Failure> {
        if !self.has_piece_worth(kind) {
            return Ok(0);
        }
        let said = self.redealt().map_or(Ok(0), |copy| copy.worth_of_piece(kind, place))?;
        Ok(said.clamp(-MOST_WORTH, MOST_WORTH))
    }

    /// What a rule says that its card or ability is worth, on the same scale.
    pub(super) fn use_worth(
        &self,
        rule: RuleId,
        variant: Option<u8>,
    ) -> Result<Option<i64>, Failure> {
        if !self.rules().defines(rule, Hook::Worth) {
            return Ok(None);
        }
        let Some(copy) = self.redealt() else { return Ok(None) };
        Ok(Some(copy.worth_of_use(rule, variant)?.clamp(0, MOST_WORTH)))
    }

    /// Whether a rule says what pieces of a kind are worth.
    pub(super) fn has_piece_worth(&self, kind: Kind) -> bool {
        self.rules().listeners(Hook::PieceWorth).iter().any(|listener| listener.concerns(kind))
    }

    /// The number of points that the player still needs to win, at least 1.
    pub(super) fn remaining(&self) -> i64 {
        self.missing_points.max(1)
    }

    /// The resource of a hex, and the number of rolls out of 36 that produce it.
    pub(super) fn yields(&self, hex: Hex) -> Option<(Resource, u32)> {
        let rules = self.rules();
        let resource = rules.terrain(self.view.terrain(hex)).yields?;
        let number = self.view.number(hex);
        let barren = rules.rolls.iter().any(|roll| roll.number == number && !roll.produces);
        let ways = frequency(number);
        (ways > 0 && !barren).then_some((resource, ways))
    }

    fn count_income(&mut self) {
        for intersection in self.view.intersections(self.me) {
            let Some(piece) = self.view.piece(Place::Intersection(intersection)) else { continue };
            let kind = self.view.rules().kind(piece.kind());
            for hex in self.rules().board.intersection(intersection).hexes {
                if let Some((resource, ways)) = self.yields(hex) {
                    for (resource, count) in cards_at(kind, resource) {
                        self.income[resource.index()] += ways * count;
                    }
                }
            }
        }
    }

    fn find_rates(&mut self) {
        for rate in &self.rules().rates {
            let has_port = rate.port.is_none_or(|port| self.view.has_port(self.me, port));
            if !has_port || !self.view.owns(rate.by.rule) {
                continue;
            }
            for kind in (0..self.rules().resources.len()).map(Resource::new) {
                if let Some(cards) = cards_for_one(&rate.terms, kind) {
                    self.rates[kind.index()] = self.rates[kind.index()].min(cards);
                }
            }
        }
    }

    /// Weighs resources by demand in prices relative to their production on the board. A resource
    /// that the player does not produce weighs more.
    fn weigh_resources(&mut self) {
        let rules = self.rules();
        let mut asked = [0; RESOURCES];
        for cost in self.prices.iter().chain(&self.deck_prices).flatten() {
            for kind in cost.kinds() {
                asked[kind.index()] += u32::try_from(cost.get(kind)).expect("small count");
            }
        }
        let mut made = [0; RESOURCES];
        for hex in rules.board.hexes() {
            if let Some((resource, ways)) = self.yields(hex) {
                made[resource.index()] += ways;
            }
        }
        let (all_asked, all_made) = (asked.iter().sum::<u32>(), made.iter().sum::<u32>());
        for kind in 0..rules.resources.len() {
            let fair = PLAIN * asked[kind] * all_made / (all_asked * made[kind].max(1)).max(1);
            let rare = match self.income[kind] {
                0 => self.habits.rare,
                1..=3 => self.habits.rare / 2,
                _ => 0,
            };
            self.worth[kind] = fair.min(self.habits.most).max(self.habits.least) + rare;
        }
    }

    /// The production at an intersection of one card for each hex, in cards per 36 rolls times their
    /// value; reduced if the land is wearing out.
    pub(super) fn harvest(&self, intersection: Intersection) -> u32 {
        self.harvest_of(intersection, |resource| [(resource, 1)])
    }

    /// The production of a piece of this kind at an intersection.
    pub(super) fn harvest_by(&self, kind: &PieceKind, intersection: Intersection) -> u32 {
        self.harvest_of(intersection, |resource| cards_at(kind, resource))
    }

    fn harvest_of<Cards: IntoIterator<Item = (Resource, u32)>>(
        &self,
        intersection: Intersection,
        cards: impl Fn(Resource) -> Cards,
    ) -> u32 {
        let hexes = self.rules().board.intersection(intersection).hexes;
        let brings = hexes.iter().filter_map(|hex| {
            let (resource, ways) = self.yields(hex)?;
            let worth = |(resource, count): (Resource, u32)| {
                let worth = ways * self.worth[resource.index()];
                count * if self.fading.contains(hex) { worth / 2 } else { worth }
            };
            Some(cards(resource).into_iter().map(worth).sum::<u32>())
        });
        brings.sum()
    }

    /// The value of an intersection for a first building.
    pub(super) fn intersection_value(&self, intersection: Intersection) -> u32 {
        self.harvest(intersection)
            + self.variety(intersection)
            + self.port_worth(intersection)
            + self.token_worth(intersection)
    }

    /// A bonus for different resources.
    fn variety(&self, intersection: Intersection) -> u32 {
        let hexes = self.rules().board.intersection(intersection).hexes;
        let yields = hexes.iter().filter_map(|hex| self.yields(hex));
        let kinds: Set<Resource> = yields.map(|(resource, _)| resource).collect();
        u32::try_from(kinds.len()).expect("there are at most three hexes") * self.habits.variety
    }

    /// A bonus for a benefit, regardless of its effect.
    fn token_worth(&self, intersection: Intersection) -> u32 {
        self.view.token_at(intersection).map_or(0, |_| self.habits.token)
    }

    fn port_worth(&self, intersection: Intersection) -> u32 {
        let board = &self.rules().board;
        let here = board.intersection(intersection).borders;
        let ports = self.view.ports().filter(|(border, _)| here.contains(*border));
        let worth = ports.map(|(_, port)| {
            if self.view.has_port(self.me, port) {
                return 0;
            }
            match port {
                Port::Any => self.habits.any_port,
                Port::Of(resource) => {
                    let more: u32 = board
                        .intersection(intersection)
                        .hexes
                        .iter()
                        .filter_map(|hex| self.yields(hex))
                        .filter(|(kind, _)| *kind == resource)
                        .map(|(_, ways)| ways)
                        .sum();
                    self.habits.port
                        + self.habits.port_income * (self.income[resource.index()] + more)
                }
            }
        });
        worth.sum()
    }

    /// The value of a bag of cards.
    pub(super) fn worth_of(&self, bag: Resources) -> u32 {
        let worth = bag.kinds().map(|kind| {
            self.worth[kind.index()] * u32::try_from(bag.get(kind)).expect("small count")
        });
        worth.sum()
    }

    /// Whether a player with this hand may have to discard.
    pub(super) fn is_full(&self, hand: Resources) -> bool {
        let limits = self.rules().rolls.iter().filter_map(|roll| roll.hand_limit);
        let hand = hand.without_kinds(self.rules().classes.not_discarded);
        limits.min().is_some_and(|limit| hand.total() > usize::from(limit))
    }

    /// The expected number of rolls until the player has these cards, including trades with the
    /// supply.
    pub(super) fn time(&self, hand: Resources, price: Resources) -> u32 {
        let (mut soon, mut late) = (0, FAR);
        if self.has_after(hand, price, 0) {
            return 0;
        }
        let known = self.times.borrow().iter().find(|it| (it.0, it.1) == (hand, price)).copied();
        if let Some((_, _, time)) = known {
            return time;
        }
        while late - soon > 1 {
            let middle = u32::midpoint(soon, late);
            if self.has_after(hand, price, middle) {
                late = middle;
            } else {
                soon = middle;
            }
        }
        self.times.borrow_mut().push((hand, price, late));
        late
    }

    fn has_after(&self, hand: Resources, price: Resources, rolls: u32) -> bool {
        let (mut lacking, mut spare) = (0, 0);
        for kind in (0..self.rules().resources.len()).map(Resource::new) {
            let cards = u32::try_from(hand.get(kind)).expect("small count") * ROLLS;
            let cards = cards + self.income[kind.index()] * rolls;
            let asked = u32::try_from(price.get(kind)).expect("small count") * ROLLS;
            if cards < asked {
                // Only whole cards count.
                lacking += (asked - cards).div_ceil(ROLLS);
            } else {
                spare += self.traded(cards - asked, kind);
            }
        }
        lacking <= spare
    }

    /// The whole cards that a number of cards per 36 rolls brings in trades with the supply.
    fn traded(&self, cards: u32, kind: Resource) -> u32 {
        // A multiplication is faster than two divisions; it is exact for numbers of this size.
        let traded = (u64::from(cards) * self.per_trade[kind.index()]) >> 32;
        u32::try_from(traded).expect("fewer cards than were given")
    }
}

/// The cards that a hex with this resource yields for a piece of this kind.
pub(super) fn cards_at(
    kind: &PieceKind,
    resource: Resource,
) -> impl Iterator<Item = (Resource, u32)> {
    let cards = kind.cards_at(resource, kind.yields_at(Some(resource)));
    cards.kinds().map(move |kind| (kind, u32::try_from(cards.get(kind)).expect("a few cards")))
}
