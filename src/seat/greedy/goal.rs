//! The possible goals of a player, and their scores.

use std::cell::OnceCell;

use super::outlook::Outlook;
use super::path::{self, BuildPath};
use crate::board::{Border, Intersection, Place};
use crate::resource::Resources;
use crate::rules::{AwardKind, Failure, Merit, PieceKind};
use crate::set::{Id, Set};
use crate::table::{Ability, Award, Card, Deck, Kind, Player};

/// The value of a point.
pub(super) const POINT: u32 = 100;

/// The next step to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalStep {
    Build(Kind, Place),
    Buy(Deck),
    Use(Ability, u8),
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
    let mut search = GoalSearch { outlook, beginnings, paths: OnceCell::new(), goals: Vec::new() };
    for kind in outlook.rules().kinds_that(|kind| !kind.on_border) {
        search.buildings(kind)?;
    }
    for deck in (0..outlook.rules().decks.len()).map(Deck::new) {
        search.cards(deck)?;
    }
    search.on_borders()?;
    for award in (0..outlook.rules().awards.len()).map(Award::new) {
        search.trails(award);
    }
    let mut goals = search.goals;
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.score));
    Ok(goals)
}

impl Goal {
    /// A goal with this next step, the prices of that step and of all, and this gain.
    pub(super) fn new(
        outlook: &Outlook<'_>,
        next: GoalStep,
        (step, price): (Resources, Resources),
        gain: u32,
    ) -> Self {
        let time = outlook.time(outlook.view.hand(), price);
        let score = gain.saturating_mul(1000) / (time + outlook.habits.patience);
        Self { next, step, price, score }
    }
}

/// The value of points, which increases if they win the game.
pub(super) fn worth_of_points(outlook: &Outlook<'_>, points: i64) -> u32 {
    let points = points.max(0);
    let worth = u32::try_from(points).expect("small number") * POINT;
    if points >= outlook.remaining() { 10 * worth } else { worth }
}

/// What rules say, as a value of a goal.
fn gain(worth: i64) -> u32 {
    u32::try_from(worth.max(0)).expect("a small number")
}

struct GoalSearch<'o, 'a> {
    outlook: &'o Outlook<'a>,
    /// The route pieces with which paths can begin.
    beginnings: Vec<(Kind, Border)>,
    /// For each intersection, by index, the shortest path that begins with one of these pieces.
    paths: OnceCell<Vec<Option<BuildPath>>>,
    goals: Vec<Goal>,
}

impl GoalSearch<'_, '_> {
    fn add(&mut self, next: GoalStep, step: Resources, price: Resources, gain: u32) {
        self.goals.push(Goal::new(self.outlook, next, (step, price), gain));
    }

    /// The value of the points of an award.
    fn award(&self, award: &AwardKind) -> u32 {
        self.points(i64::from(award.points)) * self.outlook.habits.award / 100
    }

    fn points(&self, points: i64) -> u32 {
        worth_of_points(self.outlook, points)
    }

    /// The value of production, which decreases during the game.
    fn production(&self, harvest: u32) -> u32 {
        let remaining = u32::try_from(self.outlook.remaining().min(10)).expect("small number");
        harvest * remaining * self.outlook.habits.production / 70
    }

    /// The shortest path to an intersection.
    fn path(&self, to: Intersection) -> Option<BuildPath> {
        let find = || path::paths(self.outlook.view, self.outlook.me, &self.beginnings);
        self.paths.get_or_init(find)[to.index()]
    }

    fn buildings(&mut self, kind: Kind) -> Result<(), Failure> {
        let (view, me) = (self.outlook.view, self.outlook.me);
        let declared = self.outlook.rules().kind(kind);
        let Some(cost) = self.outlook.prices[kind.index()] else { return Ok(()) };
        if view.supply_of(me, kind) == 0 && declared.returned().is_empty() {
            return Ok(());
        }
        let here = view.places(me, kind)?.intersections;
        for intersection in here {
            let gain = self.worth(kind, declared, intersection)?;
            self.add(GoalStep::Build(kind, Place::Intersection(intersection)), cost, cost, gain);
        }
        if declared.needs_route && declared.replaces.is_empty() {
            for intersection in self.vacant(declared) - here {
                if let Some(path) = self.path(intersection) {
                    self.distant(kind, declared, intersection, &path, cost)?;
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
    ) -> Result<(), Failure> {
        let prices = &self.outlook.prices;
        let Some(step) = prices[path.first.0.index()] else { return Ok(()) };
        let mut total = cost;
        for (price, &pieces) in prices.iter().zip(&path.pieces) {
            for _ in 0..pieces {
                total += price.unwrap_or_default();
            }
        }
        let gain = self.worth(kind, declared, intersection)?;
        let next = GoalStep::Build(path.first.0, Place::Border(path.first.1));
        self.add(next, step, total, gain);
        Ok(())
    }

    /// Adds the goals of building pieces on borders that rules say are worth something: route pieces
    /// with which paths can begin, and others.
    fn on_borders(&mut self) -> Result<(), Failure> {
        let (outlook, view, me) = (self.outlook, self.outlook.view, self.outlook.me);
        let has_worth = |&(kind, _): &(Kind, Border)| outlook.has_piece_worth(kind);
        let mut pieces: Vec<_> = self.beginnings.iter().copied().filter(has_worth).collect();
        for kind in view.rules().kinds_that(|kind| kind.on_border && !kind.is_route) {
            if outlook.has_piece_worth(kind) && view.supply_of(me, kind) > 0 {
                pieces.extend(view.places(me, kind)?.borders.iter().map(|border| (kind, border)));
            }
        }
        for (kind, border) in pieces {
            let place = Place::Border(border);
            let gain = gain(outlook.piece_worth(kind, place)?);
            if let Some(cost) = outlook.prices[kind.index()].filter(|_| gain > 0) {
                self.add(GoalStep::Build(kind, place), cost, cost, gain);
            }
        }
        Ok(())
    }

    /// The free intersections for a piece that only needs a route.
    fn vacant(&self, declared: &PieceKind) -> Set<Intersection> {
        let view = self.outlook.view;
        let board = &self.outlook.rules().board;
        let everybody = view.everybody();
        let taken: Set<Intersection> =
            everybody.iter().fold(Set::EMPTY, |taken, player| taken | view.intersections(player));
        let mut vacant = view.shore().intersections() - taken;
        for intersection in taken {
            let piece = view.piece(Place::Intersection(intersection));
            if piece.is_some_and(|piece| declared.keeps_distance.contains(piece.kind())) {
                vacant -= board.intersection(intersection).neighbors;
            }
        }
        vacant
    }

    /// The value of a piece on an intersection: points, production, awards for pieces, and what
    /// rules say.
    fn worth(
        &self,
        kind: Kind,
        declared: &PieceKind,
        intersection: Intersection,
    ) -> Result<u32, Failure> {
        let rules = self.outlook.rules();
        let place = Place::Intersection(intersection);
        let before = self.outlook.view.piece(place).map(|piece| rules.kind(piece.kind()));
        let points = before.map_or(0, |kind| kind.points);
        let harvest = match before {
            Some(before) => {
                let [old, new] =
                    [before, declared].map(|kind| self.outlook.harvest_by(kind, intersection));
                new.saturating_sub(old)
            }
            None if declared.is_productive() => self.outlook.intersection_value(intersection),
            None => 0,
        };
        let worth = self.points(i64::from(declared.points - points))
            + self.production(harvest)
            + self.prizes(kind, intersection, before.is_some());
        let said = self.outlook.piece_worth(kind, place)?;
        Ok(gain(i64::from(worth) + said))
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
                worth += self.award(award) / u32::try_from(missing).unwrap_or(1).max(1);
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
    fn cards(&mut self, deck: Deck) -> Result<(), Failure> {
        let (rules, view) = (self.outlook.rules(), self.outlook.view);
        let Some(cost) = self.outlook.deck_prices[deck.index()] else { return Ok(()) };
        if view.cards_left(deck) == 0 {
            return Ok(());
        }
        let (mut all, mut worth) = (0, 0);
        for (index, kind) in rules.cards.iter().enumerate() {
            let card = Card::new(index);
            let played: u8 = view.everybody().iter().map(|player| view.played(player, card)).sum();
            let unseen = u32::from(kind.copies.saturating_sub(played + view.held(card)));
            if kind.deck == deck {
                all += unseen;
                worth += unseen * self.card(card)?;
            }
        }
        if let Some(worth) = worth.checked_div(all) {
            self.add(GoalStep::Buy(deck), cost, cost, worth);
        }
        Ok(())
    }

    fn card(&self, card: Card) -> Result<u32, Failure> {
        let (rules, view) = (self.outlook.rules(), self.outlook.view);
        let kind = rules.card(card);
        let mut worth = self.points(i64::from(kind.points));
        if kind.playable {
            let said = self.outlook.use_worth(kind.rule, None)?;
            worth += said.map_or(self.outlook.habits.card, gain);
        }
        for (index, award) in rules.awards.iter().enumerate() {
            if award.merit != Merit::Played(card) {
                continue;
            }
            let merit = |player| i64::from(view.played(player, card));
            if let Some(missing) = self.missing(Award::new(index), award, merit) {
                // Cards in hand count as played.
                let missing = (missing - i64::from(view.held(card))).max(1);
                worth += self.award(award) / u32::try_from(missing).unwrap_or(1).max(1);
            }
        }
        Ok(worth)
    }

    /// Adds the goal of winning an award for the longest trail, beginning with the piece that
    /// extends the trail most.
    fn trails(&mut self, award: Award) {
        let (view, me) = (self.outlook.view, self.outlook.me);
        let declared = self.outlook.rules().award(award);
        let Merit::Longest(kinds) = declared.merit else { return };
        let length = |player| i64::from(view.longest_trail(player, kinds));
        let Some(missing) = self
            .missing(award, declared, length)
            .filter(|&n| n <= i64::from(self.outlook.habits.trail))
        else {
            return;
        };
        let now = length(me);
        let longer = self
            .beginnings
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
        let gain = self.award(declared);
        self.add(GoalStep::Build(kind, Place::Border(border)), cost, total, gain);
    }
}
