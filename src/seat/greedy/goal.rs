//! The possible goals of a player, and their scores.

use super::outlook::Outlook;
use super::path::{self, BuildPath};
use crate::board::{Border, Intersection, Place};
use crate::resource::Resources;
use crate::rules::{AwardKind, Failure, Merit, PieceKind};
use crate::set::{Id, Set};
use crate::table::{Award, Card, Deck, Kind, Player};

/// The value of a point.
const POINT: u32 = 100;
/// The value of a playable card's effect.
const CARD: u32 = 35;
/// The delay in rolls that is added to the time of each goal; a larger value favors sooner goals
/// less.
const PATIENCE: u32 = 6;
/// An award for the longest trail is pursued only if at most this many pieces are missing.
const NEAR: i64 = 4;

/// The next step to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalStep {
    Build(Kind, Place),
    Buy(Deck),
}

/// A goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The next step.
    pub(super) next: GoalStep,
    /// The price of that step.
    pub(super) step: Resources,
    /// The total price.
    pub(super) price: Resources,
    /// The score; higher is better.
    pub(super) score: u32,
}

/// The goals of a player, best first.
pub(super) fn goals(outlook: &Outlook<'_>) -> Result<Vec<Goal>, Failure> {
    let beginnings = path::beginnings(outlook.view, outlook.me)?;
    let mut search = GoalSearch { outlook, goals: Vec::new() };
    for kind in outlook.rules().kinds_that(|kind| !kind.on_border) {
        search.buildings(kind, &beginnings)?;
    }
    for deck in (0..outlook.rules().decks.len()).map(Deck::new) {
        search.cards(deck);
    }
    for award in (0..outlook.rules().awards.len()).map(Award::new) {
        search.trails(award, &beginnings);
    }
    let mut goals = search.goals;
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.score));
    Ok(goals)
}

struct GoalSearch<'a> {
    outlook: &'a Outlook<'a>,
    goals: Vec<Goal>,
}

impl GoalSearch<'_> {
    fn add(&mut self, next: GoalStep, step: Resources, price: Resources, gain: u32) {
        let time = self.outlook.time(self.outlook.view.hand(), price);
        self.goals.push(Goal { next, step, price, score: gain * 1000 / (time + PATIENCE) });
    }

    /// The value of points, which increases if they win the game.
    fn points(&self, points: i64) -> u32 {
        let points = points.max(0);
        let worth = u32::try_from(points).expect("small number") * POINT;
        if points >= self.outlook.remaining() { 10 * worth } else { worth }
    }

    /// The value of production, which decreases during the game.
    fn production(&self, harvest: u32) -> u32 {
        harvest * u32::try_from(self.outlook.remaining().min(10)).expect("small number") / 7
    }

    fn buildings(&mut self, kind: Kind, beginnings: &[(Kind, Border)]) -> Result<(), Failure> {
        let (view, me) = (self.outlook.view, self.outlook.me);
        let declared = self.outlook.rules().kind(kind);
        let Some(cost) = self.outlook.prices[kind.index()] else { return Ok(()) };
        if view.supply_of(me, kind) == 0 && declared.returned().is_empty() {
            return Ok(());
        }
        let here = view.places(me, kind)?.intersections;
        for intersection in here {
            let gain = self.worth(kind, declared, intersection);
            self.add(GoalStep::Build(kind, Place::Intersection(intersection)), cost, cost, gain);
        }
        if declared.needs_route && declared.replaces.is_empty() {
            let paths = path::paths(view, me, beginnings);
            for intersection in self.vacant(declared) - here {
                if let Some(path) = paths[intersection.index()] {
                    self.distant(kind, declared, intersection, &path, cost);
                }
            }
        }
        Ok(())
    }

    fn distant(
        &mut self,
        kind: Kind,
        declared: &PieceKind,
        intersection: Intersection,
        path: &BuildPath,
        cost: Resources,
    ) {
        let prices = &self.outlook.prices;
        let Some(step) = prices[path.first.0.index()] else { return };
        let mut total = cost;
        for (price, &pieces) in prices.iter().zip(&path.pieces) {
            for _ in 0..pieces {
                total += price.unwrap_or_default();
            }
        }
        let gain = self.worth(kind, declared, intersection);
        let next = GoalStep::Build(path.first.0, Place::Border(path.first.1));
        self.add(next, step, total, gain);
    }

    /// The free intersections for a piece that only needs a route.
    fn vacant(&self, declared: &PieceKind) -> Set<Intersection> {
        let view = self.outlook.view;
        let board = &self.outlook.rules().board;
        let everybody = view.everybody();
        let taken: Set<Intersection> =
            everybody.iter().fold(Set::EMPTY, |taken, player| taken | view.intersections(player));
        let mut vacant = board.land_intersections() - taken;
        if declared.keeps_distance {
            for intersection in taken {
                vacant -= board.intersection(intersection).neighbors;
            }
        }
        vacant
    }

    /// The value of a piece on an intersection: points, production, and awards for pieces.
    fn worth(&self, kind: Kind, declared: &PieceKind, intersection: Intersection) -> u32 {
        let rules = self.outlook.rules();
        let place = Place::Intersection(intersection);
        let before = self.outlook.view.piece(place).map(|piece| rules.kind(piece.kind()));
        let (points, yields) = before.map_or((0, 0), |kind| (kind.points, kind.yields));
        let more = u32::from(declared.yields.saturating_sub(yields));
        let harvest = if before.is_some() {
            self.outlook.harvest(intersection) * more
        } else {
            self.outlook.intersection_value(intersection)
        };
        self.points(i64::from(declared.points - points))
            + self.production(harvest)
            + self.prizes(kind, intersection, before.is_some())
    }

    /// The value of a piece for awards that count pieces.
    fn prizes(&self, kind: Kind, intersection: Intersection, upgrade: bool) -> u32 {
        let rules = self.outlook.rules();
        let mut worth = 0;
        for (index, award) in rules.awards.iter().enumerate() {
            let Merit::Pieces(kinds, area) = &award.merit else { continue };
            let inside =
                area.is_none_or(|a| rules.board.area(a).intersections.contains(intersection));
            let replaced = upgrade && rules.kind(kind).replaces.iter().all(|k| kinds.contains(k));
            if !inside || !kinds.contains(kind) || replaced {
                continue;
            }
            let merit = |player| self.pieces(player, *kinds, *area);
            let missing = self.missing(Award::new(index), award, merit);
            if let Some(missing) = missing {
                worth += self.points(i64::from(award.points))
                    / u32::try_from(missing).unwrap_or(1).max(1);
            }
        }
        worth
    }

    fn pieces(&self, player: Player, kinds: Set<Kind>, area: Option<crate::board::Area>) -> i64 {
        let view = self.outlook.view;
        let area = area.map(|area| self.outlook.rules().board.area(area));
        let intersections = view.intersections(player).iter().filter(|&intersection| {
            area.is_none_or(|area| area.intersections.contains(intersection))
                && view
                    .piece(Place::Intersection(intersection))
                    .is_some_and(|piece| kinds.contains(piece.kind()))
        });
        i64::try_from(intersections.count()).expect("there are few intersections")
    }

    /// The additional merit that the player needs to take an award; `None` if the player has the
    /// award, or if its owner keeps it permanently.
    fn missing(
        &self,
        award: Award,
        declared: &AwardKind,
        merit: impl Fn(Player) -> i64,
    ) -> Option<i64> {
        let me = self.outlook.me;
        let needed = match self.outlook.view.award(award) {
            Some(holder) if holder == me || declared.forever => return None,
            Some(holder) => merit(holder) + 1,
            None => {
                let most = self.outlook.view.opponents(me).map(&merit).max().unwrap_or(0);
                declared.least.max(most + 1)
            }
        };
        Some((needed - merit(me)).max(1))
    }

    /// Adds the goal of buying a card from a deck. Its value is the average value of the unseen
    /// cards.
    fn cards(&mut self, deck: Deck) {
        let (rules, view) = (self.outlook.rules(), self.outlook.view);
        let Some(cost) = self.outlook.deck_prices[deck.index()] else { return };
        if view.cards_left(deck) == 0 {
            return;
        }
        let (mut all, mut worth) = (0, 0);
        for (index, kind) in rules.cards.iter().enumerate() {
            let card = Card::new(index);
            let played: u8 = view.everybody().iter().map(|player| view.played(player, card)).sum();
            let unseen = u32::from(kind.copies.saturating_sub(played + view.held(card)));
            if kind.deck == deck {
                all += unseen;
                worth += unseen * self.card(card);
            }
        }
        if let Some(worth) = worth.checked_div(all) {
            self.add(GoalStep::Buy(deck), cost, cost, worth);
        }
    }

    fn card(&self, card: Card) -> u32 {
        let (rules, view) = (self.outlook.rules(), self.outlook.view);
        let kind = rules.card(card);
        let mut worth = self.points(i64::from(kind.points));
        if kind.playable {
            worth += CARD;
        }
        for (index, award) in rules.awards.iter().enumerate() {
            if award.merit != Merit::Played(card) {
                continue;
            }
            let merit = |player| i64::from(view.played(player, card));
            if let Some(missing) = self.missing(Award::new(index), award, merit) {
                // Cards in hand count as played.
                let missing = (missing - i64::from(view.held(card))).max(1);
                worth += self.points(i64::from(award.points))
                    / u32::try_from(missing).unwrap_or(1).max(1);
            }
        }
        worth
    }

    /// Adds the goal of winning an award for the longest trail, beginning with the piece that
    /// extends the trail most.
    fn trails(&mut self, award: Award, beginnings: &[(Kind, Border)]) {
        let (view, me) = (self.outlook.view, self.outlook.me);
        let declared = self.outlook.rules().award(award);
        let Merit::Longest(kinds) = declared.merit else { return };
        let length = |player| i64::from(view.longest_trail(player, kinds));
        let Some(missing) = self.missing(award, declared, length).filter(|&n| n <= NEAR) else {
            return;
        };
        let now = length(me);
        let longer = beginnings
            .iter()
            .filter(|(kind, _)| kinds.contains(*kind))
            .map(|&added| (i64::from(view.longest_trail_with(me, kinds, added)), added));
        let Some((length, (kind, border))) = longer.max_by_key(|&(length, _)| length) else {
            return;
        };
        let cost = self.outlook.prices[kind.index()];
        let Some(cost) = cost.filter(|_| length > now) else { return };
        let steps = missing - (length - now - 1).min(missing - 1);
        let total = (0..steps).map(|_| cost).sum();
        let gain = self.points(i64::from(declared.points));
        self.add(GoalStep::Build(kind, Place::Border(border)), cost, total, gain);
    }
}
