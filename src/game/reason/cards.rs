//! What stands against paying, buying and trading.

use super::{Found, Reason};
use crate::count::agreeing;
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::rules::{Arg, Cost, Failure, Origin, RuleId, Way};
use crate::set::Id;
use crate::table::{Deck, Player, Players, Rate, Step};

impl Found<'_> {
    pub(super) fn payment(
        &mut self,
        way: Option<&Way>,
        pay: Resources,
        what: &str,
        origin: impl Fn(&Self) -> Origin,
        what_for: Option<Arg>,
    ) -> Result<(), Failure> {
        let Some(way) = way else {
            let origin = origin(self);
            self.declared(format!("there is no such way to get a {what}"), what, &origin);
            return Ok(());
        };
        let costs = self.view.costs(self.player, way);
        if costs.is_empty() {
            let origin = origin(self);
            self.declared(format!("a {what} cannot be had for a price"), what, &origin);
            return Ok(());
        }
        self.uses(way.limit, &way.name, way.by.map(|by| by.rule));
        if let Some(by) = way.by {
            self.guard(by, what_for)?;
        }
        let before = self.reasons.len();
        self.price(&format!("a {what}"), costs, pay);
        match way.by {
            Some(by) => self.attribute_to_rule(before, by.rule),
            None if self.reasons.len() > before => {
                let origin = origin(self);
                self.attribute_to(before, what, &origin);
            }
            None => {}
        }
        Ok(())
    }

    /// Attributes the reasons from this one on to a declaration.
    fn attribute_to(&mut self, first: usize, what: &str, origin: &Origin) {
        for reason in &mut self.reasons[first..] {
            reason.rule = what.into();
            reason.origin = origin.clone();
        }
    }

    /// Attributes the reasons from this one on to a rule.
    pub(super) fn attribute_to_rule(&mut self, first: usize, rule: RuleId) {
        let rule = self.view.rules().rule(rule);
        for reason in &mut self.reasons[first..] {
            *reason = Reason::of(rule, std::mem::take(&mut reason.text), rule.origin(None));
        }
    }

    /// That these cards are the price of something, and that the player can pay them: open ones
    /// are paid as well as hidden ones.
    pub(super) fn price(&mut self, what: &str, costs: &[Cost], pay: Resources) {
        let rules = self.view.rules();
        if !costs.iter().any(|cost| cost.is_met_by(pay)) {
            let (paid, price) = (rules.bag(pay), rules.price(costs));
            self.course(format!("{what} does not cost {paid}, but {price}"));
        }
        let hand = self.view.table().seat(self.player).hand;
        let is_plain = matches!(costs, [only] if only.same == 0 && only.any == 0);
        if is_plain || costs.iter().any(|cost| cost.is_within(hand)) {
            self.has_of(self.player, pay, hand);
        } else {
            let price = rules.price_beyond(costs, hand);
            self.course(format!("{} cannot pay {price}", self.name()));
        }
    }

    /// That a player can trade these cards: open ones are not traded.
    pub(super) fn has(&mut self, player: Player, cards: Resources) {
        let before = self.reasons.len();
        self.has_of(player, cards, self.view.tradeable(player));
        let open = self.view.table().seat(player).open;
        if !open.is_empty() {
            let open = self.view.rules().bag(open);
            for reason in &mut self.reasons[before..] {
                reason.text = format!("{} to trade ({open} lie open)", reason.text);
            }
        }
    }

    pub(super) fn has_of(&mut self, player: Player, cards: Resources, hand: Resources) {
        for kind in cards.kinds().filter(|&kind| hand.get(kind) < cards.get(kind)) {
            let resource = &self.view.rules().resources[kind.index()].name;
            let (needs, has) = (cards.get(kind), hand.get(kind));
            let name = self.view.name(player);
            self.course(format!("{name} needs {needs} {resource}, has {has}"));
        }
    }

    /// That no more cards are laid aside for the discard than are due, and only those of the hand.
    pub(super) fn discard(&mut self, cards: Resources) {
        let seat = self.view.table().seat(self.player);
        let (due, named) = (usize::from(seat.due), cards.total());
        if due > 0 && named > due {
            self.course(format!("{} has {due} to discard, {named} are named", self.name()));
        }
        self.has_of(self.player, cards, seat.hand.less(seat.aside));
    }

    pub(super) fn buy(&mut self, deck: Deck, way: u8, pay: Resources) -> Result<(), Failure> {
        let kind = &self.view.rules().decks[deck.index()];
        if self.view.cards_left(deck) == 0 {
            self.declared(format!("the {} deck is empty", kind.name), &kind.name, &kind.origin);
        }
        let price = |found: &Self| found.key_place(("decks", &kind.deck), &["price"], &kind.origin);
        let way = kind.ways.get(usize::from(way));
        self.payment(way, pay, &format!("{} card", kind.name), price, Some(Arg::Deck(deck)))
    }

    pub(super) fn trade(
        &mut self,
        rate: Rate,
        give: Resources,
        get: Resources,
    ) -> Result<(), Failure> {
        let rules = self.view.rules();
        let Some(kind) = rules.rates.get(rate.index()) else {
            self.course("there is no such rate".into());
            return Ok(());
        };
        let rule = kind.by.rule;
        let seat = self.view.table().seat(self.player);
        if kind.port.is_some_and(|port| seat.at_ports & port.bit() == 0) {
            self.ruled(format!("{} has no building at such a port", self.name()), rule, None);
        }
        if !kind.terms.give.is_met_by(give) {
            self.ruled(
                format!(
                    "{} {} not what {} takes: {}",
                    rules.bag(give),
                    agreeing(give.total(), "is", "are"),
                    kind.name,
                    rules.price(&[kind.terms.give])
                ),
                rule,
                None,
            );
        }
        let mut fits = false;
        let plenty = rules.resources.iter().enumerate();
        let plenty = plenty.map(|(i, _)| Resources::of(Id::new(i), 100)).sum();
        kind.terms.get.bags(plenty, give, &mut |bag| fits |= bag == get);
        if !fits {
            let (given, got) = (rules.bag(give), rules.bag(get));
            let gain = rules.gain(kind.terms.get);
            let buy = agreeing(give.total(), "does not buy", "do not buy");
            let text = format!("{given} {buy} {got}: {} brings {gain}", kind.name);
            self.ruled(text, rule, None);
        }
        let before = self.reasons.len();
        self.has(self.player, give);
        self.attribute_to_rule(before, rule);
        let supply = self.view.table().supply;
        for kind in get.kinds().filter(|&kind| supply.get(kind) < get.get(kind)) {
            let resource = &rules.resources[kind.index()].name;
            let left = supply.get(kind);
            let asked = get.get(kind);
            let are = agreeing(asked, "is", "are");
            let text = format!("the supply has {left} {resource}, {asked} {are} asked for");
            self.in_manifest(text, "supplies", "each_resource");
        }
        self.uses(kind.limit, &kind.name, Some(rule));
        self.guard(kind.by, None)
    }

    pub(super) fn offer(&mut self, give: Resources, get: Resources, to: Players) {
        self.exchange(give, get);
        self.has(self.player, give);
        let opponents: Players = self.view.table().opponents(self.player).collect();
        if to.is_empty() {
            self.course("an offer needs an opponent".into());
        }
        if !(to - opponents).is_empty() {
            self.course("an offer goes to opponents only".into());
        }
        let most = |kind: &crate::resource::Resource| {
            self.view
                .rules()
                .resources
                .get(kind.index())
                .map_or(0, |resource| usize::from(resource.cards))
        };
        if get.kinds().any(|kind| get.get(kind) > most(&kind)) {
            self.course(format!("there are not {} in the game", self.view.rules().bag(get)));
        }
    }

    pub(super) fn exchange(&mut self, give: Resources, get: Resources) {
        if give.is_empty() || get.is_empty() {
            self.course("both sides of a trade give at least one card".into());
        }
        if !give.common(get).is_empty() && !planted(KernelFault::SameForSame) {
            self.course(format!(
                "{} on both sides of a trade",
                self.view.rules().bag(give.common(get))
            ));
        }
    }

    pub(super) fn conclude(&mut self, with: Player) {
        let table = self.view.table();
        if with == self.player {
            return self.course(format!("{} cannot trade with {0}", self.name()));
        }
        if table.step != Step::Offer {
            return;
        }
        if with.0 >= table.players || !table.offer.willing.contains(with) {
            return self.course("the opponent did not agree".into());
        }
        let (give, get) = self.view.table().offer.terms[with.index()];
        self.has(self.player, give);
        self.has(with, get);
    }
}
