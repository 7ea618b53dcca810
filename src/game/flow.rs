//! What an action does, and how one step of the turn leads to the next.

use super::work::{Outcome, Work};
use crate::action::{Action, FREE};
use crate::board::{Hex, Place};
use crate::change::Change;
use crate::resource::{Resource, Resources};
use crate::rules::{AbilityKind, Arg, Call, CounterKind, Failure, Hook, Merit, RollKind, Value};
use crate::set::Id;
use crate::table::{
    Ability, Card, DECK, DICE, Deck, Kind, Marker, Piece, Player, Players, Step, THEFT,
};

impl Work {
    /// Does a legal action.
    ///
    /// # Errors
    /// When a rule fails, or a written result of chance is impossible.
    pub(super) fn act(&mut self, player: Player, action: &Action) -> Result<(), Failure> {
        match *action {
            Action::Roll => self.roll(player),
            Action::End => self.end_turn(player),
            Action::Build { kind, place, way, pay } => {
                self.build_for(player, kind, place, way, pay)
            }
            Action::Buy { deck, pay, .. } => self.buy(player, deck, pay),
            Action::Trade { give, get, .. } => {
                self.make(Change::Paid(player, give));
                self.make(Change::Took(player, get));
                Ok(())
            }
            Action::Play { card } => self.play_card(player, card),
            Action::Use { ability, .. } => {
                self.use_ability(player, ability);
                Ok(())
            }
            Action::Discard { resource } => {
                self.lay_aside(player, resource);
                Ok(())
            }
            Action::Move { marker, place } => self.move_by_roll(player, marker, place),
            Action::Take { from } => self.take_by_roll(player, from),
            Action::Choose(_) => unreachable!("an answer belongs to a question"),
            _ => {
                self.bargain(player, action);
                Ok(())
            }
        }
    }

    fn play_card(&mut self, player: Player, card: Card) -> Result<(), Failure> {
        self.make(Change::Played(player, card));
        self.judge_awards(|merit| matches!(merit, Merit::Played(_) | Merit::Script))?;
        let rule = self.rules.card(card).rule;
        self.call_later(Call { rule, hook: Hook::Act, me: player, args: Vec::new() });
        Ok(())
    }

    fn use_ability(&mut self, player: Player, ability: Ability) {
        let AbilityKind { limit, rule, .. } = self.rules.abilities[ability.index()];
        if let Some((counter, _)) = limit {
            let counter = counter.of(player);
            self.make(Change::Counted(counter, self.table.counters[counter] + 1));
        }
        self.call_later(Call { rule, hook: Hook::Act, me: player, args: Vec::new() });
    }

    /// The move of a marker that a roll demands; who has nobody to take from is not asked.
    fn move_by_roll(
        &mut self,
        player: Player,
        marker: Marker,
        place: Place,
    ) -> Result<(), Failure> {
        self.move_marker(player, marker, Some(place));
        let takes = self.rules.marker(marker).takes > 0 && self.takes(player, marker)?.len() > 1;
        self.make(Change::Step(if takes { Step::Take(marker) } else { Step::Act }));
        Ok(())
    }

    fn take_by_roll(&mut self, player: Player, from: Option<Player>) -> Result<(), Failure> {
        let Step::Take(marker) = self.table.step else { return Ok(()) };
        if let Some(victim) = from {
            for _ in 0..self.rules.marker(marker).takes {
                self.steal(player, victim)?;
            }
        }
        self.make(Change::Step(Step::Act));
        Ok(())
    }

    fn roll(&mut self, player: Player) -> Result<(), Failure> {
        let dice = match self.written.pop_front() {
            Some(Outcome::Dice(dice)) => dice,
            Some(other) => return Err(impossible(&format!("{other:?} is no roll"))),
            None => {
                let drawn = u8::try_from(self.peek(DICE, 36)).expect("two dice");
                [drawn / 6 + 1, drawn % 6 + 1]
            }
        };
        if dice.iter().any(|die| !(1..=6).contains(die)) {
            return Err(impossible(&format!("no dice show {} and {}", dice[0], dice[1])));
        }
        self.make(Change::Rolled(player, dice));
        let number = dice[0] + dice[1];
        let kind = self.rules.rolls.iter().find(|roll| roll.number == number).cloned();
        self.make(Change::Step(Step::Act));
        if kind.as_ref().is_none_or(|kind| kind.produces) {
            self.produce(player, number);
        }
        self.hear(Hook::OnProductionRoll, player, &[Arg::Number(i64::from(number))]);
        if let Some(kind) = kind {
            self.call_discards(&kind)?;
        }
        Ok(())
    }

    /// Makes full hands discard, then the markers move.
    fn call_discards(&mut self, kind: &RollKind) -> Result<(), Failure> {
        if let Some(limit) = kind.hand_limit {
            let mut any = false;
            for player in self.table.everybody().iter() {
                let limit = self.hand_limit(player, i64::from(limit))?;
                let cards = self.table.seat(player).hand.total();
                if i64::try_from(cards).is_ok_and(|cards| cards > limit) {
                    let due = u8::try_from(cards / 2).expect("a hand of cards");
                    self.make(Change::Due(player, due));
                    any = true;
                }
            }
            if any {
                self.make(Change::Step(Step::Discard));
                return Ok(());
            }
        }
        if let Some(group) = kind.moves {
            self.make(Change::Step(Step::Move(group)));
        }
        Ok(())
    }

    /// The most cards that the player may hold without discarding.
    fn hand_limit(&self, player: Player, mut limit: i64) -> Result<i64, Failure> {
        for listener in self.rules.listeners(Hook::HandLimit) {
            let args = vec![Arg::Number(limit)];
            let call = Call { rule: listener.rule, hook: Hook::HandLimit, me: player, args };
            if let Some(Value::Number(value)) = self.consult(&[call])?.first() {
                limit = *value;
            }
        }
        Ok(limit)
    }

    /// Lays a card aside; when everybody has chosen, all are discarded at once.
    fn lay_aside(&mut self, player: Player, resource: Resource) {
        self.make(Change::Aside(player, resource));
        if self.table.everybody().iter().any(|player| self.table.seat(player).due > 0) {
            return;
        }
        for player in self.table.clockwise(self.table.in_turn) {
            let cards = self.table.seat(player).aside;
            if !cards.is_empty() {
                self.make(Change::Discarded(player, cards));
            }
        }
        let number = self.table.rolled();
        let moves =
            self.rules.rolls.iter().find(|roll| roll.number == number).and_then(|roll| roll.moves);
        self.make(Change::Step(moves.map_or(Step::Act, Step::Move)));
    }

    /// Pays what the hexes of a number owe.
    fn produce(&mut self, roller: Player, number: u8) {
        let mut owed = [Resources::NONE; crate::table::PLAYERS];
        for hex in self.rules.board.hexes() {
            if self.table.numbers[hex] != number || self.is_blocked(hex) {
                continue;
            }
            let Some(resource) = self.rules.terrain(self.table.terrain[hex]).yields else {
                continue;
            };
            for corner in self.rules.board.hex(hex).corners {
                if let Some(piece) = self.table.on_sites[corner] {
                    let yields = usize::from(self.rules.kind(piece.kind()).yields);
                    owed[piece.owner().index()] += Resources::of(resource, yields);
                }
            }
        }
        for resource in (0..self.rules.resources.len()).map(Resource::new) {
            self.ration(&mut owed, resource);
        }
        for player in self.table.clockwise(roller) {
            let cards = owed[player.index()];
            if !cards.is_empty() {
                self.make(Change::Produced(player, cards));
                self.hear(Hook::OnProduced, player, &[Arg::Cards(cards)]);
            }
        }
    }

    /// Judges a shortage of one resource: nobody gets it, but a sole claimant gets what is left.
    fn ration(&mut self, owed: &mut [Resources], resource: Resource) {
        let total: usize = owed.iter().map(|bag| bag.get(resource)).sum();
        let left = self.table.supply.get(resource);
        if total <= left {
            return;
        }
        let claimants = owed.iter().filter(|bag| bag.get(resource) > 0).count();
        for (seat, bag) in owed.iter_mut().enumerate() {
            let claim = bag.get(resource);
            let paid = if claimants == 1 && self.rules.sole_claimant { left.min(claim) } else { 0 };
            *bag = bag.less(Resources::of(resource, claim)) + Resources::of(resource, paid);
            if claim > paid {
                let withheld = u8::try_from(claim - paid).expect("a few cards");
                self.make(Change::Withheld(Player::new(seat), resource, withheld));
            }
        }
    }

    /// Whether a marker stops the hex from producing.
    pub fn is_blocked(&self, hex: Hex) -> bool {
        let markers = self.rules.markers.iter().enumerate();
        markers
            .filter(|(_, kind)| kind.blocks)
            .any(|(i, _)| self.table.markers[Marker::new(i)] == Some(Place::Hex(hex)))
    }

    fn build_for(
        &mut self,
        player: Player,
        kind: Kind,
        place: Place,
        way: u8,
        pay: Resources,
    ) -> Result<(), Failure> {
        if !pay.is_empty() {
            self.make(Change::Paid(player, pay));
        }
        let Step::Place(number) = self.table.step else {
            debug_assert_ne!(way, FREE, "only the placement builds for nothing");
            return self.build(player, kind, place, false);
        };
        self.build(player, kind, place, true)?;
        let per_round = self.rules.placed.len() * usize::from(self.table.players);
        if self.rules.placement[usize::from(number) / per_round].yields {
            self.starting_cards(player, place);
        }
        self.next_placement(number + 1);
        Ok(())
    }

    /// Puts a new piece on the board and lets everybody hear of it.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn build(
        &mut self,
        player: Player,
        kind: Kind,
        place: Place,
        starting: bool,
    ) -> Result<(), Failure> {
        self.make(Change::Built { player, kind, place });
        self.hear(Hook::OnBuilt, player, &[Arg::piece(Piece::new(player, kind), place, starting)]);
        self.judge_board()
    }

    /// A card for each hex beside a starting building, as far as the supply reaches.
    pub(super) fn starting_cards(&mut self, player: Player, place: Place) {
        let Place::Intersection(site) = place else { return };
        let hexes = self.rules.board.intersection(site).hexes;
        let yields =
            hexes.iter().filter_map(|hex| self.rules.terrain(self.table.terrain[hex]).yields);
        let cards = yields.map(|resource| Resources::of(resource, 1)).sum::<Resources>();
        let cards = cards.common(self.table.supply);
        if !cards.is_empty() {
            self.make(Change::Took(player, cards));
        }
    }

    /// Goes on to this number of the placement, or to the first turn after the last one.
    pub(super) fn next_placement(&mut self, number: u8) {
        let players = usize::from(self.table.players);
        let per_round = self.rules.placed.len() * players;
        let Some(round) = self.rules.placement.get(usize::from(number) / per_round) else {
            return self.begin_turn(Player(0));
        };
        let seat = usize::from(number) % per_round / self.rules.placed.len();
        let seat = if round.backward { players - 1 - seat } else { seat };
        self.make(Change::Placing(Player::new(seat), number));
    }

    fn buy(&mut self, player: Player, deck: Deck, pay: Resources) -> Result<(), Failure> {
        let left = self.cards_left(deck);
        let card = match self.written.pop_front() {
            Some(Outcome::Card(card))
                if self.rules.card(card).deck == deck && self.table.deck[card] > 0 =>
            {
                card
            }
            Some(_) => return Err(impossible("the written card is not in the deck")),
            None => {
                let mut place = self.peek(DECK, left);
                let cards = (0..self.rules.cards.len())
                    .map(Card::new)
                    .filter(|&card| self.rules.card(card).deck == deck);
                cards
                    .into_iter()
                    .find(|&card| {
                        let here = usize::from(self.table.deck[card]);
                        let found = place < here;
                        place = place.saturating_sub(here);
                        found
                    })
                    .expect("the deck has cards")
            }
        };
        if !pay.is_empty() {
            self.make(Change::Paid(player, pay));
        }
        self.make(Change::Drew { player, deck, card });
        self.hear(Hook::OnBought, player, &[Arg::Card(card)]);
        Ok(())
    }

    /// Moves a marker, or takes it off the board.
    pub(super) fn move_marker(&mut self, player: Player, marker: Marker, place: Option<Place>) {
        self.make(Change::Moved(marker, place));
        self.hear(Hook::OnMarkerMoved, player, &[Arg::Marker(marker)]);
    }

    /// Takes a card at random from a hand; from an empty hand nothing.
    ///
    /// # Errors
    /// When a written card is not in the hand.
    pub fn steal(&mut self, by: Player, from: Player) -> Result<(), Failure> {
        if self.table.seat(from).hand.is_empty() {
            return Ok(());
        }
        let card = self.draw_from_hand(from)?;
        self.make(Change::Stole { by, from, card });
        Ok(())
    }

    /// The card that chance, or a written result, picks from a hand that is not empty.
    ///
    /// # Errors
    /// When a written card is not in the hand.
    pub(super) fn draw_from_hand(&mut self, player: Player) -> Result<Resource, Failure> {
        let hand = self.table.seat(player).hand;
        match self.written.pop_front() {
            Some(Outcome::Resource(card)) if hand.get(card) > 0 => Ok(card),
            Some(_) => Err(impossible("the written card is not in the hand")),
            None => Ok(hand.nth(self.peek(THEFT, hand.total())).expect("the hand has cards")),
        }
    }

    fn bargain(&mut self, player: Player, action: &Action) {
        match *action {
            Action::Offer { give, get, to } => {
                self.make(Change::Offered { give, get, to });
                self.make(Change::Step(Step::Offer));
            }
            Action::Accept => {
                let terms = (self.table.offer.give, self.table.offer.get);
                self.make(Change::Replied(player, Some(terms)));
            }
            Action::Counter { give, get } => self.make(Change::Replied(player, Some((get, give)))),
            Action::Refuse => self.make(Change::Replied(player, None)),
            Action::Conclude { with } => {
                let (give, get) = self.table.offer.terms[with.index()];
                self.make(Change::Gave { from: player, to: with, cards: give });
                self.make(Change::Gave { from: with, to: player, cards: get });
                self.close_offer();
            }
            _ => self.close_offer(),
        }
        let offer = &self.table.offer;
        if self.table.step == Step::Offer && offer.waiting.is_empty() && offer.willing.is_empty() {
            self.close_offer();
        }
    }

    fn close_offer(&mut self) {
        self.make(Change::Withdrawn);
        self.make(Change::Step(Step::Act));
    }

    fn end_turn(&mut self, player: Player) -> Result<(), Failure> {
        let idle = if self.is_stalled(player)? { self.table.idle + 1 } else { 0 };
        if idle != self.table.idle {
            self.make(Change::Idle(idle));
        }
        if idle >= self.table.players {
            self.make(Change::Over(None));
            return Ok(());
        }
        self.reset_counters();
        let next = self.table.clockwise(player).nth(1).expect("there are opponents");
        self.begin_turn(next);
        Ok(())
    }

    /// Whether no roll can produce anything for anybody any more and the player can do nothing
    /// but end the turn, nor play a card in the next one.
    fn is_stalled(&self, player: Player) -> Result<bool, Failure> {
        let board = &self.rules.board;
        let settled = |hex: Hex| {
            let pieces =
                board.hex(hex).corners.iter().filter_map(|&corner| self.table.on_sites[corner]);
            pieces.into_iter().any(|piece| self.rules.kind(piece.kind()).yields > 0)
        };
        let produces = |hex: Hex| {
            self.table.numbers[hex] > 0
                && self.rules.terrain(self.table.terrain[hex]).yields.is_some()
                && settled(hex)
        };
        if board.land().iter().any(produces) {
            return Ok(false);
        }
        let held = &self.table.seat(player).cards;
        if self
            .rules
            .cards
            .iter()
            .enumerate()
            .any(|(i, kind)| kind.playable && held[Id::new(i)] > 0)
        {
            return Ok(false);
        }
        let mut list = Vec::new();
        self.legal(player, &mut list)?;
        let cards = |player: Player| !self.table.seat(player).hand.is_empty();
        let could_trade = cards(player) && self.table.opponents(player).any(cards);
        Ok(list.len() == 1 && !could_trade)
    }

    /// Sets the counters that last for a turn back to 0.
    fn reset_counters(&mut self) {
        for index in 0..self.rules.counters.len() {
            let CounterKind { first, by_player, by_turn, .. } = self.rules.counters[index];
            let slots = if by_player { self.table.players } else { 1 };
            for slot in (0..slots).map(|seat| first.of(Player(seat))) {
                if by_turn && self.table.counters[slot] != 0 {
                    self.make(Change::Counted(slot, 0));
                }
            }
        }
    }

    /// Begins the turn of a player, or ends the game when the turns are over.
    pub(super) fn begin_turn(&mut self, player: Player) {
        if self.rules.turn_limit.is_some_and(|limit| self.table.turn >= limit) {
            self.make(Change::Over(None));
            return;
        }
        self.make(Change::Turn(player));
        self.hear(Hook::OnTurn, player, &[]);
    }

    /// The opponents of a player as a set.
    pub fn opponents(&self, player: Player) -> Players {
        self.table.opponents(player).collect()
    }
}

/// The failure of a written result of chance that cannot be.
fn impossible(message: &str) -> Failure {
    Failure {
        hint: Some("write a result that the table allows, or leave it to the seed".into()),
        ..Failure::new(message, crate::rules::Origin::default())
    }
}
