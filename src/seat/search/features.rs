//! The features of a position: numbers that tell how close each player is to winning.
//!
//! All of them follow from the declarations of rules, so they exist for any game. No feature knows
//! a rule, a card or a scenario by name.

use super::ground::{Ground, production, yields};
use super::market::{CLASSES, Class, Market, real};
pub(crate) use crate::content::{FEATURES, Feature};

use crate::board::{Border, Intersection, Place};
use crate::game::{Game, award, harvest};
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{Failure, Merit};
use crate::set::{Id, Set};
use crate::table::{Award, PLAYERS, Player, Players, Port, Step};

/// The combinations of two dice with each sum, from 2.
const PAIRS: [f64; 11] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
/// The numbers of rolls after which prices are compared with the cards that are then in hand.
const WAITS: [u32; 12] = [0, 1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90];

/// The features of a player.
pub(crate) type Features = [f64; FEATURES];

/// What all positions of a decision share.
#[derive(Debug)]
pub(crate) struct Analyst {
    pub(super) market: Market,
    ground: Ground,
    /// The points that each player needs, by seat.
    goals: [i64; PLAYERS],
}

impl Analyst {
    /// Reads prices, rates and the board at a position.
    ///
    /// # Errors
    /// When a rule fails.
    pub(crate) fn of(game: &Game) -> Result<Self, Failure> {
        let market = Market::of(game, &production(game))?;
        let ground = Ground::of(game, &market);
        let mut goals = [0; PLAYERS];
        for player in game.table().everybody().iter() {
            goals[player.index()] = award::goal(game.view(), player)?;
        }
        Ok(Self { market, ground, goals })
    }

    /// The features of all players, by seat.
    ///
    /// # Errors
    /// When a rule fails.
    pub(crate) fn features(&self, game: &Game) -> Result<[Features; PLAYERS], Failure> {
        let mut features = [[0.0; FEATURES]; PLAYERS];
        let players = game.table().everybody();
        let incomes = incomes(game)?;
        let vacant = Ground::vacant(game.rules(), game.table());
        let free = self.ground.free(game.table());
        for player in players.iter() {
            let seat = game.table().seat(player);
            let has_port = |port: Port| game.player_view(None).has_port(player, port);
            let income = &incomes[player.index()];
            let mut it = PlayerFeatures {
                analyst: self,
                game,
                player,
                hand: seat.hand().less(seat.aside()),
                income,
                rates: self.market.rates(player, has_port),
                kinds: produced(income),
                features: &mut features[player.index()],
            };
            it.points()?;
            it.income();
            it.purchases();
            it.places(vacant, free);
            it.belongings();
            it.strength();
        }
        blocked(game, &mut features);
        awards(game, players, &mut features)?;
        Ok(features)
    }
}

/// The cards of each resource that a roll brings to each player on average.
fn incomes(game: &Game) -> Result<[[f64; RESOURCES]; PLAYERS], Failure> {
    let mut incomes = [[0.0; RESOURCES]; PLAYERS];
    for (number, pairs) in (2..).zip(PAIRS) {
        let cards = harvest::cards_of_roll(game.view(), number)?;
        for (income, cards) in incomes.iter_mut().zip(cards) {
            for kind in cards.kinds() {
                income[kind.index()] += pairs / 36.0 * real(cards.get(kind));
            }
        }
    }
    Ok(incomes)
}

/// The resources with an income, as bits.
fn produced(income: &[f64; RESOURCES]) -> u16 {
    income.iter().enumerate().fold(
        0,
        |bits, (at, &cards)| {
            if cards > 0.0 { bits | 1 << at } else { bits }
        },
    )
}

struct PlayerFeatures<'a> {
    analyst: &'a Analyst,
    game: &'a Game,
    player: Player,
    hand: Resources,
    income: &'a [f64; RESOURCES],
    rates: [u32; RESOURCES],
    kinds: u16,
    features: &'a mut Features,
}

impl PlayerFeatures<'_> {
    fn set(&mut self, feature: Feature, value: f64) {
        self.features[feature as usize] = value;
    }

    fn points(&mut self) -> Result<(), Failure> {
        let view = self.game.view();
        let points =
            award::open_points(view, self.player)? + award::hidden_points(view, self.player);
        let goal = self.analyst.goals[self.player.index()].max(1);
        self.set(Feature::Points, whole(points) / whole(goal));
        self.set(Feature::Nearness, 1.0 / (1.0 + whole((goal - points).max(0))));
        Ok(())
    }

    fn income(&mut self) {
        let market = &self.analyst.market;
        let resources = 0..market.resources;
        let sum = |each: &dyn Fn(usize) -> f64| resources.clone().map(each).sum::<f64>();
        let all = sum(&|at| self.income[at]);
        let worth = sum(&|at| self.income[at] * market.worth[at]);
        let spread = sum(&|at| self.income[at].sqrt());
        let traded = sum(&|at| self.income[at] / f64::from(self.rates[at]));
        self.set(Feature::Income, all);
        self.set(Feature::WorthOfIncome, worth);
        self.set(Feature::Spread, spread);
        self.set(Feature::Traded, traded);
        let kinds = f64::from(self.kinds.count_ones()) / real(market.resources);
        self.set(Feature::Variety, kinds);
    }

    /// How soon the player can pay for each class of purchases.
    fn purchases(&mut self) {
        let (mut later, mut soon) = ([0.0_f64; CLASSES], [0.0_f64; CLASSES]);
        for &(class, price) in self.analyst.market.prices(self.player) {
            let [from_nothing, from_hand] =
                [Resources::NONE, self.hand].map(|hand| self.wait(hand, price));
            let at = class as usize;
            later[at] = later[at].max(8.0 / (8.0 + from_nothing));
            soon[at] = soon[at].max(4.0 / (4.0 + from_hand));
        }
        let site = Feature::SiteLater as usize;
        self.features[site..site + CLASSES].copy_from_slice(&later);
        let site = Feature::SiteSoon as usize;
        self.features[site..site + CLASSES].copy_from_slice(&soon);
        let cards = self.hand.without_kinds(self.game.rules().classes.not_discarded).total();
        self.set(Feature::Hand, real(self.hand.total()) / 10.0);
        let limit = self.analyst.market.hand_limit.unwrap_or(usize::MAX);
        self.set(Feature::Excess, real(cards.saturating_sub(limit)) / 10.0);
    }

    /// The expected number of rolls until the player has these cards, with trades with the supply.
    fn wait(&self, hand: Resources, price: Resources) -> f64 {
        let has_after = |rolls: &&u32| self.has_after(hand, price, f64::from(**rolls));
        let last = WAITS[WAITS.len() - 1];
        f64::from(*WAITS.iter().find(has_after).unwrap_or(&(2 * last)))
    }

    fn has_after(&self, hand: Resources, price: Resources, rolls: f64) -> bool {
        let (mut lacking, mut spare) = (0.0, 0.0);
        for at in 0..self.analyst.market.resources {
            let kind = Resource::new(at);
            let cards = real(hand.get(kind)) + self.income[at] * rolls - real(price.get(kind));
            if cards < 0.0 {
                lacking -= cards;
            } else {
                spare += (cards / f64::from(self.rates[at])).floor();
            }
        }
        lacking <= spare
    }

    fn places(&mut self, vacant: Set<Intersection>, free: Set<Border>) {
        let (rules, table) = (self.game.rules(), self.game.table());
        let reach = Ground::reach((rules, table), self.player, free);
        let (view, player) = (self.game.player_view(None), self.player);
        let has_port = |port: Port| view.has_port(player, port);
        let (mut best, mut seen) = (0.0_f64, Set::EMPTY);
        let firsts = [Feature::Place0, Feature::Place1, Feature::Place2, Feature::Place3];
        for (reached, feature) in reach.into_iter().zip(firsts) {
            for place in (reached & vacant) - seen {
                let worth = self.analyst.ground.site(place, (self.kinds, self.income), has_port);
                best = best.max(worth);
            }
            seen = reached;
            self.set(feature, best);
        }
        let count = |reached: Set<Intersection>| real((reached & vacant).len());
        self.set(Feature::Places0, count(reach[0]).min(3.0) / 3.0);
        self.set(Feature::Places2, count(reach[2]).min(6.0) / 6.0);
        let upgrade = self.analyst.ground.best_upgrade(rules, table, self.player);
        self.set(Feature::Upgraded, upgrade);
    }

    fn belongings(&mut self) {
        let (rules, table) = (self.game.rules(), self.game.table());
        let seat = table.seat(self.player);
        let held = table.held(self.player);
        let playable = rules.cards.iter().enumerate().filter(|(_, kind)| kind.playable);
        let cards: u32 = playable.map(|(at, _)| u32::from(held[Id::new(at)])).sum();
        self.set(Feature::Playable, f64::from(cards) / 3.0);
        self.set(Feature::Access, real(seat.access().len()) / 3.0);
        let goods = (0..rules.goods.len()).map(|at| u32::from(seat.goods()[Id::new(at)]));
        self.set(Feature::Goods, f64::from(goods.sum::<u32>()) / 5.0);
        let (mut buildings, mut routes) = (0, 0);
        let mut left = [0; CLASSES];
        for (at, kind) in rules.kinds.iter().enumerate() {
            let count = u32::from(seat.pieces()[Id::new(at)]);
            if let Some(class) = Class::of(kind) {
                left[class as usize] += u32::from(kind.each).saturating_sub(count);
                if kind.on_border {
                    routes += count;
                } else {
                    buildings += count;
                }
            }
        }
        self.set(Feature::Buildings, f64::from(buildings) / 5.0);
        self.set(Feature::Routes, f64::from(routes) / 10.0);
        self.set(Feature::NoSites, f64::from(u8::from(left[Class::Site as usize] == 0)));
        self.set(Feature::NoUpgrades, f64::from(u8::from(left[Class::Upgrade as usize] == 0)));
        self.set(Feature::Wait, self.rounds_to_wait());
    }

    /// How strong the player's pieces on intersections are.
    fn strength(&mut self) {
        let (rules, table) = (self.game.rules(), self.game.table());
        if rules.kinds.iter().all(|kind| kind.strength == 0) {
            return;
        }
        let (mut all, mut later) = (0, 0);
        for (at, piece) in table.on_intersections().values().iter().enumerate() {
            let Some(piece) = piece.filter(|piece| piece.owner() == self.player) else { continue };
            let strength = u32::from(rules.kind(piece.kind()).strength);
            all += strength;
            if strength > 0 && table.state_at(Place::Intersection(Id::new(at))) > 0 {
                later += strength;
            }
        }
        self.set(Feature::Strength, f64::from(all) / 5.0);
        self.set(Feature::LaterStates, f64::from(later) / 5.0);
    }

    /// The share of a round until the player rolls.
    fn rounds_to_wait(&self) -> f64 {
        let table = self.game.table();
        let before = table.clockwise(table.in_turn()).position(|player| player == self.player);
        let before = before.unwrap_or(0);
        let players = table.everybody().len();
        let rolls_first = matches!(table.step(), Step::Roll | Step::Place(_));
        let wait = if rolls_first { before } else { (before + players - 1) % players };
        real(wait) / real(players)
    }
}

/// Sets the feature about cards that markers keep back.
fn blocked(game: &Game, features: &mut [Features; PLAYERS]) {
    let (rules, table) = (game.rules(), game.table());
    for (index, _) in rules.markers.iter().enumerate().filter(|(_, marker)| marker.blocks) {
        let Some(Place::Hex(hex)) = table.markers()[Id::new(index)] else { continue };
        let Some((_, chance)) = yields(rules, table, hex) else { continue };
        for corner in rules.board.hex(hex).corners {
            if let Some(piece) = table.on_intersections()[corner]
                && let Some(features) = features.get_mut(piece.owner().index())
            {
                let cards = f64::from(rules.kind(piece.kind()).yields);
                features[Feature::Blocked as usize] += chance * cards;
            }
        }
    }
}

/// Sets the features about awards, which compare the players.
fn awards(
    game: &Game,
    players: Players,
    features: &mut [Features; PLAYERS],
) -> Result<(), Failure> {
    let view = game.view();
    for (index, declared) in game.rules().awards.iter().enumerate() {
        let award = Award::new(index);
        let (points, holder) = (f64::from(declared.points), game.table().awards()[award]);
        let mut merits = [0; PLAYERS];
        for player in players.iter() {
            merits[player.index()] = award::merit(view, player, award)?;
        }
        for player in players.iter() {
            let merit = merits[player.index()];
            let others = players.iter().filter(|&other| other != player);
            let most = others.map(|other| merits[other.index()]).max().unwrap_or(0);
            let features = &mut features[player.index()];
            if holder == Some(player) {
                let margin = if declared.forever { 100 } else { (merit - most).max(0) };
                features[Feature::Kept as usize] += points * (1.0 - 1.0 / whole(2 + margin));
            } else if !(declared.forever && holder.is_some()) {
                let needed = declared.least.max(most + i64::from(holder.is_some()));
                let missing = (needed - merit).max(1);
                features[Feature::Chased as usize] += points / whole(1 + missing);
            }
            if matches!(declared.merit, Merit::Longest(_)) {
                features[Feature::Trail as usize] += whole(merit) / 15.0;
            }
        }
    }
    Ok(())
}

/// A small number as a real number.
#[expect(clippy::cast_precision_loss, reason = "points are small numbers")]
fn whole(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Request, load};
    use crate::{script, transcript};

    /// The strength of the first player's pieces, that of pieces in later states, and the buildings.
    fn pieces(given: &str) -> [String; 3] {
        let text = format!("scenario knights_beginners\nplayers red, blue, white\n\n{given}");
        let rules = load(&Request::scenario("knights_beginners")).unwrap();
        let transcript = transcript::parse(&text, "a.game").unwrap();
        let game = transcript.begin(&rules, script::host(&rules).unwrap()).unwrap();
        let features = Analyst::of(&game).unwrap().features(&game).unwrap()[0];
        let all = [Feature::Strength, Feature::LaterStates, Feature::Buildings];
        all.map(|it| format!("{:.1}", features[it as usize]))
    }

    #[test]
    fn strong_pieces_are_no_buildings() {
        let city = "given red has city at B2.s\ngiven red has wall at B2.s.wall\n";
        assert_eq!(pieces(city), ["0.0", "0.0", "0.2"]);
        let knight = format!("{city}given red has basic knight at C2.n\n");
        assert_eq!(pieces(&knight), ["0.2", "0.0", "0.2"]);
        let active = format!("{knight}given red has active mighty knight at C4.n\n");
        assert_eq!(pieces(&active), ["0.8", "0.6", "0.2"]);
    }
}
