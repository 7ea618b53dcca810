//! The list of legal actions.

use super::work::Work;
use crate::action::{Action, FREE, STANDARD};
use crate::board::{Hex, Place};
use crate::resource::Resources;
use crate::rules::{Arg, Call, Failure, Hook, Value, Way};
use crate::set::{Id, Set};
use crate::table::{Ability, Card, Deck, Kind, Marker, Player, Players, Rate, Step};

impl Work {
    /// Who has to act.
    pub fn to_act(&self) -> Players {
        match self.table.step {
            Step::Place(_) | Step::Roll | Step::Act | Step::Move(_) | Step::Take(_) => {
                Players::of(self.table.in_turn)
            }
            Step::Discard => {
                self.table.everybody().iter().filter(|&p| self.table.seat(p).due > 0).collect()
            }
            Step::Offer => {
                let waiting = self.table.offer.waiting;
                if waiting.is_empty() { Players::of(self.table.in_turn) } else { waiting }
            }
            Step::Over => Players::NONE,
        }
    }

    /// Adds the legal actions of a player, but offers to other players, of which there are too
    /// many to list: [`Work::may_offer`] tells whether one is legal.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn legal(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        if !self.to_act().contains(player) {
            return Ok(());
        }
        match self.table.step {
            Step::Place(number) => self.legal_placements(player, number, list),
            Step::Roll => {
                list.push(Action::Roll);
                self.legal_cards(player, list)
            }
            Step::Discard => {
                let seat = self.table.seat(player);
                let rest = seat.hand.less(seat.aside);
                list.extend(rest.kinds().map(|resource| Action::Discard { resource }));
                Ok(())
            }
            Step::Move(group) => {
                list.extend(self.marker_moves(player, group)?);
                Ok(())
            }
            Step::Take(marker) => {
                list.extend(self.takes(player, marker)?);
                Ok(())
            }
            Step::Act => self.legal_in_turn(player, list),
            Step::Offer => {
                self.legal_replies(player, list);
                Ok(())
            }
            Step::Over => Ok(()),
        }
    }

    fn legal_placements(
        &self,
        player: Player,
        number: u8,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        for kind in self.placed_kinds(number) {
            for place in self.places(player, kind)? {
                list.push(Action::Build { kind, place, way: FREE, pay: Resources::NONE });
            }
        }
        Ok(())
    }

    /// The kinds of pieces that will do at this number of the placement.
    pub fn placed_kinds(&self, number: u8) -> Set<Kind> {
        self.rules.placed[usize::from(number) % self.rules.placed.len()]
    }

    fn legal_in_turn(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        list.push(Action::End);
        for kind in (0..self.rules.kinds.len()).map(Kind::new) {
            if !self.has_piece(player, kind) {
                continue;
            }
            let mut payments = Vec::new();
            self.each_payment(player, &self.rules.kind(kind).ways, |way, pay| {
                payments.push((way, pay));
            })?;
            if payments.is_empty() {
                continue;
            }
            let places = self.places(player, kind)?;
            for (way, pay) in payments {
                list.extend(places.iter().map(|&place| Action::Build { kind, place, way, pay }));
            }
        }
        for deck in (0..self.rules.decks.len()).map(Deck::new) {
            if self.cards_left(deck) > 0 {
                self.each_payment(player, &self.rules.deck(deck).ways, |way, pay| {
                    list.push(Action::Buy { deck, way, pay });
                })?;
            }
        }
        self.legal_trades(player, list)?;
        self.legal_cards(player, list)?;
        self.legal_abilities(player, list)
    }

    /// Calls with each payment within the hand, by each way whose rule offers it now.
    fn each_payment(
        &self,
        player: Player,
        ways: &[Way],
        mut each: impl FnMut(u8, Resources),
    ) -> Result<(), Failure> {
        let hand = self.table.seat(player).hand;
        for (number, way) in ways.iter().enumerate() {
            let number = u8::try_from(number).expect("few ways") + STANDARD;
            if way.rule.map_or(Ok(true), |rule| self.usable(player, rule))? {
                for cost in &way.costs {
                    cost.payments(hand, &mut |pay| each(number, pay));
                }
            }
        }
        Ok(())
    }

    fn legal_trades(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        let seat = self.table.seat(player);
        for rate in (0..self.rules.rates.len()).map(Rate::new) {
            let kind = &self.rules.rates[rate.index()];
            let has_port = kind.port.is_none_or(|port| seat.at_ports & port.bit() != 0);
            if !has_port || !self.usable(player, kind.rule)? {
                continue;
            }
            kind.terms.give.payments(seat.hand, &mut |give| {
                kind.terms.get.bags(self.table.supply, give, &mut |get| {
                    list.push(Action::Trade { rate, give, get });
                });
            });
        }
        Ok(())
    }

    fn legal_cards(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        for card in (0..self.rules.cards.len()).map(Card::new) {
            if self.playable(player, card) && self.usable(player, self.rules.card(card).rule)? {
                list.push(Action::Play { card });
            }
        }
        Ok(())
    }

    /// Whether the deck's terms let the player play a card of this kind now.
    pub(super) fn playable(&self, player: Player, card: Card) -> bool {
        let kind = self.rules.card(card);
        let deck = self.rules.deck(kind.deck);
        kind.playable
            && self.table.seat(player).cards[card] > self.table.fresh_cards[card]
            && self.table.plays < deck.plays
            && (deck.before_roll || self.table.step != Step::Roll)
    }

    fn legal_abilities(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        for ability in (0..self.rules.abilities.len()).map(Ability::new) {
            if self.uses_left(player, ability) > 0
                && self.usable(player, self.rules.abilities[ability.index()].rule)?
            {
                list.push(Action::Use { ability, variant: 0 });
            }
        }
        Ok(())
    }

    /// How often the player may still use the ability.
    pub(super) fn uses_left(&self, player: Player, ability: Ability) -> i16 {
        let limit = self.rules.abilities[ability.index()].limit;
        limit.map_or(i16::MAX, |(counter, most)| most - self.table.counters[counter.of(player)])
    }

    /// Whether the guard of a card, ability, way or rate lets the player use it.
    pub(super) fn usable(
        &self,
        player: Player,
        rule: crate::rules::RuleId,
    ) -> Result<bool, Failure> {
        if !self.rules.rule(rule).lines.contains_key(&Hook::Usable) {
            return Ok(true);
        }
        let call = Call { rule, hook: Hook::Usable, me: player, args: Vec::new() };
        Ok(self.consult(&[call])?.first() == Some(&Value::Truth(true)))
    }

    /// How many cards the deck still holds.
    pub fn cards_left(&self, deck: Deck) -> usize {
        let cards = (0..self.rules.cards.len()).map(Card::new);
        let of_deck = cards.filter(|&card| self.rules.card(card).deck == deck);
        of_deck.map(|card| usize::from(self.table.deck[card])).sum()
    }

    fn legal_replies(&self, player: Player, list: &mut Vec<Action>) {
        let offer = &self.table.offer;
        if player != self.table.in_turn {
            if self.table.seat(player).hand.contains(offer.get) {
                list.push(Action::Accept);
            }
            list.push(Action::Refuse);
            return;
        }
        for with in offer.willing.iter() {
            if self.concludable(with) {
                list.push(Action::Conclude { with });
            }
        }
        list.push(Action::Withdraw);
    }

    /// Whether both sides have the cards of what they agreed.
    pub(super) fn concludable(&self, with: Player) -> bool {
        let (give, get) = self.table.offer.terms[with.index()];
        self.table.offer.willing.contains(with)
            && self.table.seat(self.table.in_turn).hand.contains(give)
            && self.table.seat(with).hand.contains(get)
    }

    /// The moves of one marker of a group.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn marker_moves(&self, player: Player, group: u8) -> Result<Vec<Action>, Failure> {
        let mut moves = Vec::new();
        for marker in (0..self.rules.markers.len()).map(Marker::new) {
            if self.rules.marker(marker).group == group {
                for hex in self.marker_places(player, marker)? {
                    moves.push(Action::Move { marker, place: Place::Hex(hex) });
                }
            }
        }
        Ok(moves)
    }

    /// Where the player may move the marker.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn marker_places(&self, player: Player, marker: Marker) -> Result<Set<Hex>, Failure> {
        let mut places = self.rules.marker(marker).places;
        if let Some(Place::Hex(hex)) = self.table.markers[marker] {
            places.remove(hex);
        }
        if !self.rules.listeners(Hook::MayMoveMarker).is_empty() {
            for hex in places {
                let args = [Arg::Marker(marker), Arg::hex(hex)];
                if !self.vetoes(Hook::MayMoveMarker, player, &args)?.is_empty() {
                    places.remove(hex);
                }
            }
        }
        Ok(places)
    }

    /// The answers to the question from whom to take a card after a move of the marker.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn takes(&self, player: Player, marker: Marker) -> Result<Vec<Action>, Failure> {
        let mut takes = Vec::new();
        for victim in self.neighbors_of_marker(player, marker) {
            let args = [Arg::Player(player), Arg::Marker(marker)];
            let protected = !self.vetoes(Hook::MayTakeFrom, victim, &args)?.is_empty();
            if !protected && !self.table.seat(victim).hand.is_empty() {
                takes.push(Action::Take { from: Some(victim) });
            }
        }
        takes.push(Action::Take { from: None });
        Ok(takes)
    }

    /// The opponents with a building at the marker's hex, clockwise.
    pub(super) fn neighbors_of_marker(&self, player: Player, marker: Marker) -> Vec<Player> {
        let Some(Place::Hex(hex)) = self.table.markers[marker] else { return Vec::new() };
        let mut there = Players::NONE;
        for corner in self.rules.board.hex(hex).corners {
            if let Some(piece) = self.table.on_sites[corner]
                && self.rules.kind(piece.kind()).is_building
            {
                there = there.with(piece.owner());
            }
        }
        self.table.opponents(player).filter(|&opponent| there.contains(opponent)).collect()
    }

    /// Where a card may build for nothing: all kinds, all places.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn free_builds(&self, player: Player, kinds: Set<Kind>) -> Result<Vec<Action>, Failure> {
        let mut builds = Vec::new();
        for kind in kinds {
            if self.has_piece(player, kind) {
                for place in self.places(player, kind)? {
                    builds.push(Action::Build { kind, place, way: FREE, pay: Resources::NONE });
                }
            }
        }
        Ok(builds)
    }
}
