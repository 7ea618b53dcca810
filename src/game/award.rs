//! Awards, points and the end of the game.

use super::effect::Effect;
use super::view::View;
use crate::action::Action;
use crate::board::{Place, Spots};
use crate::change::Change;
use crate::count::plural;
use crate::fault::{KernelFault, planted};
use crate::rules::{Args, AwardKind, Call, Failure, Hold, Hook, Listener, Merit, RuleId, Value};
use crate::set::{Id, Set};
use crate::table::{Award, Card, Good, Player, Players, Step};

impl View<'_> {
    /// Who holds the award by what lies on the table: the holder keeps it while nobody has more;
    /// a player who alone has the most takes it; on a tie of others nobody has it.
    pub fn rightful_holder(self, award: Award) -> Result<Option<Player>, Failure> {
        let kind = self.rules().award(award);
        let holder = self.table().awards()[award];
        if kind.forever && holder.is_some() {
            return Ok(holder);
        }
        let mut best = kind.least;
        let mut leaders = Players::NONE;
        // Against the holder others have to have more.
        let others = self.table().everybody().iter().filter(|&player| Some(player) != holder);
        for player in holder.into_iter().chain(others) {
            let enough = best + i64::from(holder.is_some_and(|holder| leaders.contains(holder)));
            if self.merit_at_most(player, kind).is_some_and(|most| most < enough) {
                continue;
            }
            let merit = self.merit(player, award)?;
            if merit > best {
                best = merit;
                leaders = Players::NONE;
            }
            if merit == best {
                leaders = leaders.with(player);
            }
        }
        let is_given = leaders.len() == 1
            || planted(KernelFault::TieGetsLostAward)
                && holder.is_none_or(|it| !leaders.contains(it));
        let alone = leaders.iter().next().filter(|_| is_given);
        if planted(KernelFault::TieTakesAward) && leaders.len() == 2 {
            return Ok(leaders.iter().find(|&leader| Some(leader) != holder));
        }
        Ok(alone.or_else(|| holder.filter(|&holder| leaders.contains(holder))))
    }

    /// What the award compares cannot be more than this for the player, where that is known
    /// without looking closely: a trail is no longer than all pieces together.
    fn merit_at_most(self, player: Player, award: &AwardKind) -> Option<i64> {
        match award.merit {
            Merit::Longest(kinds) => {
                let pieces = &self.table().seat(player).pieces();
                Some(kinds.iter().map(|kind| i64::from(pieces[kind])).sum())
            }
            _ => None,
        }
    }

    /// What the award compares, for one player.
    pub fn merit(self, player: Player, award: Award) -> Result<i64, Failure> {
        let kind = self.rules().award(award);
        Ok(match &kind.merit {
            Merit::Longest(kinds) => {
                let measure = || self.longest_trail(player, *kinds);
                i64::from(self.memo().trail(award, player, measure))
            }
            Merit::Played(card) => i64::from(self.table().seat(player).played()[*card]),
            Merit::Owned(good) => i64::from(self.table().seat(player).goods()[*good]),
            Merit::Pieces(kinds, area) => {
                let area = area.map(|area| self.rules().board.area(area));
                let counts = |place: Place| {
                    self.table().piece(place).is_some_and(|piece| kinds.contains(piece.kind()))
                };
                let seat = self.table().seat(player);
                let (mut sites, mut lines) = (seat.sites(), seat.lines());
                if let Some(area) = area {
                    (sites, lines) = (sites & area.intersections, lines & area.borders);
                }
                if kinds.iter().all(|kind| !self.rules().kind(kind).on_border) {
                    lines = Set::EMPTY;
                }
                let pieces = Spots { sites, lines }.iter().filter(|&place| counts(place));
                i64::try_from(pieces.count()).expect("few pieces")
            }
            Merit::Script => {
                let call = Call {
                    rule: kind.rule,
                    hook: Hook::Merit,
                    me: player,
                    args: Args::NONE,
                    copy: 0,
                };
                match self.worded_answer_of(&call)? {
                    Value::Number(merit) => merit,
                    _ => 0,
                }
            }
        })
    }

    /// The points of a player that everybody sees, by where they come from: pieces and goods in
    /// the plural, so that points are not taken for pieces.
    pub fn points_by_source(self, player: Player) -> Result<Vec<(String, i64)>, Failure> {
        let seat = self.table().seat(player);
        let mut sources = Vec::new();
        for (index, kind) in self.rules().kinds.iter().enumerate() {
            let points = i64::from(kind.points) * i64::from(seat.pieces()[Id::new(index)]);
            sources.push((plural(&kind.name), points));
        }
        for (index, award) in self.rules().awards.iter().enumerate() {
            let holds = self.table().awards()[Award::new(index)] == Some(player);
            sources.push((award.name.clone(), if holds { i64::from(award.points) } else { 0 }));
        }
        for (index, good) in self.rules().goods.iter().enumerate() {
            let owned = i64::from(seat.goods()[Good::new(index)]);
            sources.push((plural(&good.name), i64::from(good.points) * owned));
        }
        sources.push(("effects".into(), i64::from(seat.gained())));
        let sum: i64 = sources.iter().map(|(_, points)| points).sum();
        let title = |rule: RuleId| self.rules().rule(rule).title.clone();
        self.pass_along(Hook::Points, player, &[], sum, |rule, before, value| {
            sources.push((title(rule), value - before));
        })?;
        sources.retain(|(_, points)| *points != 0);
        Ok(sources)
    }

    /// All points of a player, those of hidden cards too, by where they come from.
    pub fn all_points_by_source(self, player: Player) -> Result<Vec<(String, i64)>, Failure> {
        let mut sources = self.points_by_source(player)?;
        let hidden = self.hidden_points(player);
        sources.extend((hidden > 0).then(|| ("hidden cards".into(), hidden)));
        Ok(sources)
    }

    /// The points of a player that everybody sees.
    #[inline]
    pub fn open_points(self, player: Player) -> Result<i64, Failure> {
        let points = self.declared_points(player);
        if self.rules().listeners(Hook::Points).is_empty() {
            return Ok(points);
        }
        self.pass_along(Hook::Points, player, &[], points, |_, _, _| {})
    }

    /// The points that everybody sees, without what rules make of them.
    #[inline]
    fn declared_points(self, player: Player) -> i64 {
        let (seat, worth) = (self.table().seat(player), &self.rules().worth);
        let mut sum = i64::from(seat.gained());
        if planted(KernelFault::HiddenPointsShown) {
            sum += self.hidden_points(player);
        }
        for &(kind, points) in &worth.pieces {
            sum += points * i64::from(seat.pieces()[kind]);
        }
        for &(good, points) in &worth.goods {
            sum += points * i64::from(seat.goods()[good]);
        }
        for &(award, points) in &worth.awards {
            sum += if self.table().awards()[award] == Some(player) { points } else { 0 };
        }
        sum
    }

    /// The points of a player's hidden cards.
    #[inline]
    pub fn hidden_points(self, player: Player) -> i64 {
        let cards = &self.table().seat(player).cards();
        let mut sum = 0;
        for &(card, points) in &self.rules().worth.cards {
            sum += points * i64::from(cards[card]);
        }
        sum
    }

    /// Whether the player in turn is known to be below the goal. It is never known if a rule about
    /// points works for the player, since such a rule may depend on anything.
    #[inline]
    pub(super) fn is_judged(self) -> bool {
        let player = self.table().in_turn();
        self.memo().is_below_goal(player) && !self.hears(Hook::Points, player)
    }

    /// Whether a rule that could forbid winning works for the player now, or would after an
    /// action: a card's rule works only once it is played.
    #[inline]
    pub(super) fn may_be_kept_from_winning(self, player: Player) -> bool {
        let seat = self.table().seat(player);
        self.forbids_winning(player, |card| seat.cards()[card] > self.table().fresh_cards()[card])
    }

    /// The same for one action.
    pub(super) fn may_be_kept_from_winning_by(self, player: Player, action: &Action) -> bool {
        let plays = |it| matches!(action, Action::Play { card, .. } if *card == it);
        self.forbids_winning(player, plays)
    }

    /// Whether a rule that could forbid winning works for the player now, or once such a card is
    /// played.
    #[inline]
    fn forbids_winning(self, player: Player, plays: impl Fn(Card) -> bool) -> bool {
        let works = |listener: &Listener| match listener.held {
            Some(Hold::Played(card)) => self.table().lasting()[card] > 0 || plays(card),
            held => self.holds(player, held),
        };
        self.rules().listeners(Hook::MayWin).iter().any(works)
    }

    /// Whether the player is in turn and has the points that win.
    pub(super) fn has_reached_goal(self, player: Player) -> Result<bool, Failure> {
        let is_turn = player == self.table().in_turn() || planted(KernelFault::WinInAnyTurn);
        if !is_turn || matches!(self.table().step(), Step::Place(_) | Step::Over) {
            return Ok(false);
        }
        let is_hidden = planted(KernelFault::HiddenPointsIgnored);
        let hidden = if is_hidden { 0 } else { self.hidden_points(player) };
        let goal = self.rules().goal + i64::from(planted(KernelFault::GoalToBePassed));
        Ok(self.open_points(player)? + hidden >= goal)
    }
}

impl Effect {
    /// Judges all awards that pieces on the board can move.
    pub(super) fn judge_board(&mut self) -> Result<(), Failure> {
        self.judge_awards(|merit| !matches!(merit, Merit::Played(_) | Merit::Owned(_)))
    }

    /// Judges the awards whose merit is concerned.
    pub(super) fn judge_awards(
        &mut self,
        concerned: impl Fn(&Merit) -> bool,
    ) -> Result<(), Failure> {
        for award in (0..self.rules().awards.len()).map(Award::new) {
            if concerned(&self.rules().award(award).merit) {
                let holder = self.view().rightful_holder(award)?;
                if holder != self.table().awards()[award] {
                    self.make(Change::Awarded(award, holder));
                }
            }
        }
        Ok(())
    }

    /// Lets the player in turn win, if the points suffice and no rule forbids it; not while
    /// something has to be done first.
    pub(super) fn judge_victory(&mut self) -> Result<(), Failure> {
        let step = self.table().step();
        let waits = step.is_of_roll() || matches!(step, Step::Place(_) | Step::Offer);
        if waits {
            return Ok(());
        }
        if planted(KernelFault::WinInAnyTurn) {
            for player in self.table().everybody().iter() {
                if self.view().has_reached_goal(player)? {
                    return self.judge_winner(player);
                }
            }
        }
        let player = self.table().in_turn();
        let hears = self.view().hears(Hook::Points, player);
        if !hears && self.view().memo().is_below_goal(player) {
            return Ok(());
        }
        if self.view().has_reached_goal(player)? {
            return self.judge_winner(player);
        }
        if !hears {
            self.view().memo().set_below_goal(player);
        }
        Ok(())
    }

    /// Lets a player win who has reached the goal, if no rule forbids it.
    #[cold]
    fn judge_winner(&mut self, player: Player) -> Result<(), Failure> {
        if !self.view().vetoes(Hook::MayWin, player, &[])?.is_empty() {
            return Ok(());
        }
        for number in 0..self.rules().worth.cards.len() {
            let (card, points) = self.rules().worth.cards[number];
            let shown = if points > 0 { self.table().seat(player).cards()[card] } else { 0 };
            for _ in 0..shown {
                self.make(Change::Shown(player, card));
            }
        }
        self.make(Change::Over(Some(player)));
        Ok(())
    }
}
