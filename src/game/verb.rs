//! Verbs: the actions of a rule's effect. Each one checks its arguments, makes its changes and
//! calls other rules.
//!
//! The rule fails if a verb cannot be carried out. Rules that apply "as far as possible" move as
//! many cards as there are.

use super::asking::AskMode;
use super::effect::Effect;
use super::failure::{Result, STALE};
use super::streams::Outcome;
use super::streams::impossible;
use super::{award, flow, hand, marker_moves, roll};
use crate::action::{Action, Choice};
use crate::board::Place;
use crate::change::Change;
use crate::count::{agreeing, counted};
use crate::game::law::{CAPACITY, build, marker};
use crate::resource::{Resource, Resources};
use crate::rules::{CHOICES, Cost, Terms};
use crate::set::Set;
use crate::table::{Counter, Kind, Marker, PlaceCounter, Player, Players, THEFT};

impl Effect {
    /// Takes cards from the supply, or as many of them as it contains. Returns the cards taken.
    pub fn take(&mut self, player: Player, cards: Resources) -> Result<Resources> {
        self.take_as(player, cards, false)
    }

    /// Takes cards from the supply, or as many of them as it contains. If they are `produced`, they
    /// count as cards from the last production roll.
    fn take_as(&mut self, player: Player, cards: Resources, produced: bool) -> Result<Resources> {
        self.live()?;
        let taken = cards.common(self.table().supply());
        if taken.is_empty() {
            return Ok(taken);
        }
        if produced {
            self.make(Change::Produced(player, taken));
        } else {
            self.make(Change::Took(player, taken));
        }
        Ok(taken)
    }

    /// Gives the player cards from the supply: the fixed ones, and others of the player's choice. If
    /// they are `produced`, they count as cards from the last production roll.
    pub fn take_chosen(
        &mut self,
        player: Player,
        cost: Cost,
        prompt: &str,
        produced: bool,
    ) -> Result {
        self.live()?;
        self.take_as(player, cost.fixed, produced)?;
        let supply = |effect: &Self| effect.table().supply().without_kinds(cost.except);
        if cost.same > 0 {
            let kinds: Vec<Resource> = supply(self).kinds().collect();
            if let Some(kind) = self.choose_resource(player, prompt, &kinds, false)? {
                self.take_as(player, Resources::of(kind, usize::from(cost.same)), produced)?;
            }
        }
        for _ in 0..cost.any {
            let kinds: Vec<Resource> = supply(self).kinds().collect();
            if let Some(kind) = self.choose_resource(player, prompt, &kinds, false)? {
                self.take_as(player, Resources::of(kind, 1), produced)?;
            }
        }
        Ok(())
    }

    /// Pays cards to the supply, or as many of them as the hand contains. Returns the cards paid.
    pub fn lose(&mut self, player: Player, cards: Resources) -> Result<Resources> {
        self.live()?;
        let paid = cards.common(self.table().seat(player).hand());
        hand::pay(self, player, paid);
        Ok(paid)
    }

    /// Lets the player trade some of these cards with the supply. Returns whether the player did.
    pub fn may_trade_with_supply(
        &mut self,
        player: Player,
        prompt: &str,
        terms: Terms,
        cards: Resources,
    ) -> Result<bool> {
        self.live()?;
        let mut trades = Vec::new();
        terms.give.payments(cards.common(hand::tradeable(self.view(), player)), &mut |give| {
            if trades.len() <= CHOICES {
                terms.get.bags(self.table().supply(), give, &mut |get| trades.push((give, get)));
            }
        });
        if trades.len() > CHOICES {
            let text = format!("the terms allow more than {CHOICES} trades");
            return Err(self.view().fail(&text, Some("write terms with fewer `any` cards")));
        }
        if trades.is_empty() || !self.may(player, |_| prompt)? {
            return Ok(false);
        }
        // The player chooses card by card, among the cards that still allow a trade.
        let (mut give, mut get) = (Resources::NONE, Resources::NONE);
        for _ in 0..trades[0].0.total() {
            let left = trades.iter().map(|(all, _)| all.less(give));
            let kinds = left.flat_map(Resources::kinds).map(|kind| Resources::of(kind, 1));
            let one = kinds.fold(Resources::NONE, |all, card| all + card.less(all));
            if let Some(kind) = self.choose_card(player, "Trade which card?", one, false)? {
                give += Resources::of(kind, 1);
                trades.retain(|(all, _)| all.contains(give));
            }
        }
        for _ in 0..trades[0].1.total() {
            let mut kinds: Vec<Resource> =
                trades.iter().flat_map(|(_, all)| all.less(get).kinds()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let prompt = "Take which card in return?";
            if let Some(kind) = self.choose_resource(player, prompt, &kinds, false)? {
                get += Resources::of(kind, 1);
                trades.retain(|(_, all)| all.contains(get));
            }
        }
        self.make(Change::Paid(player, give));
        self.make(Change::Took(player, get));
        Ok(true)
    }

    /// Gives cards to another player, or as many of them as the hand contains. Returns the cards
    /// given.
    pub fn give(&mut self, from: Player, to: Player, cards: Resources) -> Result<Resources> {
        self.live()?;
        let cards = cards.common(self.table().seat(from).hand());
        if from != to && !cards.is_empty() {
            hand::hand_over(self, from, to, cards);
        }
        Ok(cards)
    }

    /// Trades cards of a player for cards of another player, without asking the other player.
    /// Returns whether both had the cards; the cards of the first player must be tradeable.
    pub fn swap(
        &mut self,
        player: Player,
        give: Resources,
        other: Player,
        want: Resources,
    ) -> Result<bool> {
        self.live()?;
        let both = hand::tradeable(self.view(), player).contains(give)
            && self.table().seat(other).hand().contains(want)
            && player != other;
        if both {
            self.make(Change::Gave { from: player, to: other, cards: give });
            hand::hand_over(self, other, player, want);
        }
        Ok(both)
    }

    /// Lets players choose cards from their hands at the same time, each as many as `counts`
    /// specifies, and gives these cards to another player. If `kinds` is given, they are cards of
    /// these kinds. Returns the number of cards given.
    pub fn give_chosen(
        &mut self,
        from: &[Player],
        to: Player,
        counts: &[usize],
        kinds: Option<&[Resource]>,
    ) -> Result<usize> {
        let prompt = format!("Give which card to {}?", self.view().name(to));
        let hand = |effect: &Self, giver| {
            let hand = effect.table().seat(giver).hand();
            kinds.map_or(hand, |kinds| hand.among(kinds))
        };
        let chosen = self.choose_cards(&prompt, from, counts, hand, AskMode::Open)?;
        let mut given = 0;
        for (&giver, chosen) in from.iter().zip(chosen) {
            given += self.give(giver, to, chosen)?.total();
        }
        Ok(given)
    }

    /// Like [`give_chosen`](Self::give_chosen), with cards of these kinds, and nobody else sees which
    /// cards are given. Returns the cards.
    pub fn give_unseen(
        &mut self,
        from: &[Player],
        to: Player,
        count: usize,
        kinds: &[Resource],
    ) -> Result<Resources> {
        let prompt = format!("Give which card to {}?", self.view().name(to));
        let hand = |effect: &Self, giver| effect.table().seat(giver).hand().among(kinds);
        let chosen =
            self.choose_cards(&prompt, from, &vec![count; from.len()], hand, AskMode::Unseen)?;
        let mut given = Resources::NONE;
        for (&giver, chosen) in from.iter().zip(chosen) {
            self.pass_unseen(giver, to, chosen);
            given += chosen;
        }
        Ok(given)
    }

    /// Lets a player look at the hand of another one and take cards of choice. Nobody else sees
    /// which. Returns the cards.
    pub fn take_unseen(&mut self, by: Player, from: Player, count: usize) -> Result<Resources> {
        let prompt = format!("Take which card from {}?", self.view().name(from));
        let hand = |effect: &Self, _| effect.table().seat(from).hand();
        let chosen = self.choose_cards(&prompt, &[by], &[count], hand, AskMode::Unseen)?;
        let chosen = chosen.into_iter().sum();
        self.pass_unseen(from, by, chosen);
        Ok(chosen)
    }

    /// Lets players choose half of their cards at the same time, and pays these to the supply.
    pub fn lose_half(&mut self, players: &[Player]) -> Result {
        let hand = |effect: &Self, player| effect.table().seat(player).hand();
        let counts: Vec<usize> =
            players.iter().map(|&player| hand(self, player).total() / 2).collect();
        let chosen = self.choose_cards("Pay which card?", players, &counts, hand, AskMode::Open)?;
        for (&player, cards) in players.iter().zip(chosen) {
            hand::pay(self, player, cards);
        }
        Ok(())
    }

    fn pass_unseen(&mut self, from: Player, to: Player, cards: Resources) {
        if from == to {
            return;
        }
        hand::part_with(self, from, cards);
        for kind in cards.kinds() {
            for _ in 0..cards.get(kind) {
                self.make(Change::Stole { by: to, from, card: kind });
            }
        }
    }

    /// Lets players choose cards at the same time, one after the other, each as many as `counts`
    /// specifies or until none is left. `hand` has the cards among which a player chooses.
    fn choose_cards(
        &mut self,
        prompt: &str,
        players: &[Player],
        counts: &[usize],
        hand: impl Fn(&Self, Player) -> Resources,
        mode: AskMode,
    ) -> Result<Vec<Resources>> {
        let cards = |&player: &Player| -> Vec<Choice> {
            let hand = hand(self, player);
            let each = |kind| (0..hand.get(kind)).map(move |_| Choice::Card(kind));
            hand.kinds().flat_map(each).collect()
        };
        let hands = players.iter().map(cards).collect();
        let chosen = self.choose_each(prompt, players, hands, counts, mode)?;
        let bag = |chosen: Vec<Choice>| -> Resources {
            let card = |choice: &Choice| match *choice {
                Choice::Card(kind) => Some(Resources::of(kind, 1)),
                _ => None,
            };
            chosen.iter().filter_map(card).sum()
        };
        Ok(chosen.into_iter().map(bag).collect())
    }

    /// Takes `count` random cards from a hand, or all of them if it contains fewer.
    pub fn take_random(&mut self, by: Player, from: Player, count: usize) -> Result {
        self.live()?;
        for _ in 0..count {
            roll::steal(self, by, from).map_err(|failure| self.view().adopt(failure))?;
        }
        Ok(())
    }

    /// Pays `count` random cards from a hand to the supply, or all of them if it contains fewer.
    ///
    /// # Errors
    /// When the run has halted, or a written card is not in the hand.
    pub fn lose_random(&mut self, player: Player, count: usize) -> Result {
        self.live()?;
        for _ in 0..count.min(hand::stealable(self.view(), player).total()) {
            let card =
                roll::draw_from_hand(self, player).map_err(|failure| self.view().adopt(failure))?;
            self.make(Change::StreamAdvanced(u8::try_from(THEFT).expect("few streams")));
            self.make(Change::Paid(player, Resources::of(card, 1)));
        }
        Ok(())
    }

    /// Lets the player move one marker of a group and take the cards that its declaration allows.
    pub fn move_marker_of(&mut self, player: Player, group: u8) -> Result {
        if let Some((marker, place)) = self.choose_move(player, group, |_| true)? {
            marker_moves::move_of_group(self, player, marker, place);
            self.take_by_marker(player, marker)?;
        }
        Ok(())
    }

    /// Lets the player move a marker, and none else of its group, and take the cards that its
    /// declaration allows.
    pub fn move_marker(&mut self, player: Player, marker: Marker) -> Result {
        let group = self.rules().marker(marker).group;
        if let Some((marker, place)) = self.choose_move(player, group, |other| other == marker)? {
            marker_moves::move_marker(self, player, marker, Some(place));
            self.take_by_marker(player, marker)?;
        }
        Ok(())
    }

    fn choose_move(
        &mut self,
        player: Player,
        group: u8,
        is_meant: impl Fn(Marker) -> bool,
    ) -> Result<Option<(Marker, Place)>> {
        self.live()?;
        let mut moves = Vec::with_capacity(CAPACITY);
        self.view().adopted(marker::list_moves(self.view(), player, group, &mut moves))?;
        moves.retain(|it| matches!(it, Action::Move { marker, .. } if is_meant(*marker)));
        Ok(match self.ask(player, "Move which marker, and where?", moves)? {
            Some(Action::Move { marker, place }) => Some((marker, place)),
            _ => None,
        })
    }

    /// Lets the player take the cards that the marker's declaration allows from an opponent with a
    /// building next to the marker.
    pub fn take_by_marker(&mut self, player: Player, marker: Marker) -> Result {
        self.live()?;
        let takes = self.view().adopted(marker::takes(self.view(), player, marker))?;
        if let Some(Action::Take { from: Some(victim) }) =
            self.ask(player, "Take a card from whom?", takes.into_vec())?
        {
            self.take_random(player, victim, usize::from(self.rules().marker(marker).takes))?;
        }
        Ok(())
    }

    /// Lets the player build one piece of these kinds for free. Returns whether one was built.
    pub fn build_free(&mut self, player: Player, kinds: Set<Kind>) -> Result<bool> {
        self.live()?;
        let mut builds = Vec::with_capacity(CAPACITY);
        self.view().adopted(build::list_free(self.view(), player, kinds, &mut builds))?;
        let Some(Action::Build { kind, place, .. }) =
            self.ask(player, "Build what for free?", builds)?
        else {
            return Ok(false);
        };
        flow::build(self, player, kind, place, false)
            .map_err(|failure| self.view().adopt(failure))?;
        Ok(true)
    }

    /// Gives a player permanent points.
    ///
    /// # Errors
    /// When the run has halted, or there are too many points.
    pub fn gain_points(&mut self, player: Player, points: i64) -> Result {
        self.live()?;
        match i8::try_from(points) {
            Ok(points) if i8::checked_add(self.table().seat(player).gained(), points).is_some() => {
                self.make(Change::Gained(player, points));
                Ok(())
            }
            _ => {
                let are = agreeing(points, "is", "are");
                Err(self.view().fail(&format!("{} {are} too many", counted(points, "point")), None))
            }
        }
    }

    /// Marks players on behalf of a player, or removes the marks.
    pub fn mark_players(
        &mut self,
        mark: usize,
        player: Player,
        marked: Players,
        on: bool,
    ) -> Result {
        self.live()?;
        let place = self.rules().player_marks[mark].first.of(player);
        let now = self.table().player_marks()[place];
        let then = if on { now | marked } else { now - marked };
        if then != now {
            self.make(Change::MarkedPlayers(place, then));
        }
        Ok(())
    }

    /// Sets a counter.
    ///
    /// # Errors
    /// When the run has halted, or the number is too large.
    pub fn count(&mut self, counter: Counter, value: i64) -> Result {
        self.live()?;
        let value = self.counted(value)?;
        if self.table().counters()[counter] != value {
            self.make(Change::Counted(counter, value));
        }
        Ok(())
    }

    /// Sets a counter at a place, or on the piece there.
    ///
    /// # Errors
    /// When the run has halted, the number is too large, or the counter is one of pieces and no
    /// piece is at the place.
    pub fn count_at(&mut self, counter: PlaceCounter, place: Place, value: i64) -> Result {
        self.live()?;
        let value = self.counted(value)?;
        if counter.is_of_pieces() && self.table().piece(place).is_none() {
            let message = "a counter of pieces needs a piece at the place";
            return Err(self.view().fail(message, Some(STALE)));
        }
        if self.table().count_at(counter, place) != value {
            self.make(Change::CountedAt(counter, place, value));
        }
        Ok(())
    }

    fn counted(&self, value: i64) -> Result<i16> {
        let stored = i16::try_from(value);
        stored.map_err(|_| self.view().fail(&format!("a counter cannot store {value}"), None))
    }

    /// Lets a player win at once, if no rule forbids it.
    ///
    /// # Errors
    /// When the run has halted, or a rule that could forbid it fails.
    pub fn win(&mut self, player: Player) -> Result {
        self.live()?;
        award::decide_winner(self, player).map_err(|failure| self.view().adopt(failure))
    }

    /// Ends the game without a winner.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn end_game(&mut self) -> Result {
        self.live()?;
        self.make(Change::Over(None));
        Ok(())
    }

    /// Draws a number below `bound` from the running rule's own stream.
    ///
    /// # Errors
    /// When the run has halted, the rule does not declare `RANDOM`, `bound` is not from 1 to 255,
    /// or a written number cannot be drawn.
    pub fn random(&mut self, bound: i64) -> Result<usize> {
        self.random_of(bound, None)
    }

    /// Draws a number below `bound` from the running rule's own stream. `named` is the number of a
    /// thing that is written instead.
    ///
    /// # Errors
    /// As for [`random`](Self::random), or when a written thing cannot be drawn.
    pub fn random_of(
        &mut self,
        bound: i64,
        named: Option<&dyn Fn(Outcome) -> Option<usize>>,
    ) -> Result<usize> {
        self.live()?;
        let stream = self.view().cause().and_then(|cause| self.rules().rule(cause.rule).stream);
        let Some((stream, _)) = stream else {
            return Err(self.view().fail(
                "the rule draws random numbers, but does not declare `RANDOM`",
                Some("write `const RANDOM = true;`"),
            ));
        };
        let Some(bound) = usize::try_from(bound).ok().filter(|bound| (1..=255).contains(bound))
        else {
            return Err(self.view().fail("`random` expects a number from 1 to 255", None));
        };
        if let Some(written) = self.ledger.streams.written.pop_front() {
            let number = match written {
                Outcome::Number(number) => Some(usize::from(number)),
                written => named.and_then(|named| named(written)),
            };
            let Some(number) = number.filter(|&number| number < bound) else {
                let or_named = named.map_or("", |_| ", or the name of what can be drawn");
                let most = bound - 1;
                let wrong =
                    format!("the result of this draw must be a number from 0 to {most}{or_named}");
                return Err(self.view().adopt(impossible(&wrong)));
            };
            self.make(Change::StreamAdvanced(stream));
            return Ok(number);
        }
        Ok(self.draw(usize::from(stream), bound))
    }
}
