//! What stands against each sort of action.

use super::{Found, Reason};
use crate::action::{Action, FREE};
use crate::board::Place;
use crate::game::law::Law;
use crate::resource::Resources;
use crate::rules::{Arg, Failure, Hook, Origin, RuleId, Way};
use crate::set::{Id, Set};
use crate::table::{Ability, Card, Deck, Kind, Marker, Player, Players, Rate, Step};

impl Found<'_> {
    pub(super) fn course(&mut self, text: String) {
        self.reasons.push(Reason { text, rule: String::new(), origin: Origin::default() });
    }

    fn declared(&mut self, text: String, what: &str, origin: &Origin) {
        self.reasons.push(Reason { text, rule: what.into(), origin: origin.clone() });
    }

    fn ruled(&mut self, text: String, rule: RuleId, hook: Option<Hook>) {
        let rule = self.work.rules.rule(rule);
        self.reasons.push(Reason { text, rule: rule.id.clone(), origin: rule.origin(hook) });
    }

    fn name(&self) -> String {
        self.work.name(self.player).into()
    }

    pub(super) fn out_of_turn(&mut self) {
        let mut text = self.work.expected();
        if self.work.to_act().is_empty() {
            return self.course(text);
        }
        if self.work.table.step == Step::Act {
            text = format!("it is the turn of {}", self.work.name(self.work.table.in_turn));
        }
        self.course(text);
    }

    pub(super) fn look_at(&mut self, action: &Action) -> Result<(), Failure> {
        match *action {
            Action::Roll | Action::End | Action::Refuse | Action::Withdraw | Action::Choose(_) => {}
            Action::Build { kind, place, way, pay } => self.build(kind, place, way, pay)?,
            Action::Buy { deck, way, pay } => self.buy(deck, way, pay)?,
            Action::Trade { rate, give, get } => self.trade(rate, give, get)?,
            Action::Play { card } => self.play(card)?,
            Action::Use { ability, variant } => self.ability(ability, variant)?,
            Action::Offer { give, get, to } => self.offer(give, get, to),
            Action::Accept => self.has(self.player, self.work.table.offer.get),
            Action::Counter { give, get } => {
                self.exchange(give, get);
                self.has(self.player, give);
            }
            Action::Conclude { with } => self.conclude(with),
            Action::Discard { resource } => {
                let seat = self.work.table.seat(self.player);
                let rest = seat.hand.less(seat.aside);
                self.has_of(self.player, Resources::of(resource, 1), rest);
            }
            Action::Move { marker, place } => self.marker(marker, place)?,
            Action::Take { from } => self.take(from)?,
        }
        Ok(())
    }

    fn build(&mut self, kind: Kind, place: Place, way: u8, pay: Resources) -> Result<(), Failure> {
        let piece = &self.work.rules.kinds[kind.index()];
        let placing = match self.work.table.step {
            Step::Place(number) => Some(number),
            _ => None,
        };
        if let Some(number) = placing {
            if !self.work.placed_kinds(number).contains(kind) {
                let text = self.work.expected();
                self.course(text);
            }
            if way != FREE || !pay.is_empty() {
                self.course(format!("nothing is paid for a {} of the placement", piece.name));
            }
        } else if way == FREE {
            self.declared(
                format!("a {} is not built for nothing", piece.name),
                &piece.name,
                &piece.origin,
            );
        } else {
            self.payment(piece.ways.get(usize::from(way)), pay, &piece.name, &piece.origin)?;
        }
        self.stand(kind, place)
    }

    /// What stands against a piece at a place, whatever it costs.
    pub(super) fn stand(&mut self, kind: Kind, place: Place) -> Result<(), Failure> {
        let piece = &self.work.rules.kinds[kind.index()];
        if !self.work.has_piece(self.player, kind) {
            let text = format!(
                "{} has no {} left: all {} stand on the board",
                self.name(),
                piece.name,
                piece.each
            );
            self.declared(text, &piece.name, &piece.origin);
        }
        let laws: Vec<Law> = match place {
            Place::Intersection(site) if !piece.on_border => {
                broken(&self.work.site_laws(self.player, kind), site)
            }
            Place::Border(line) if piece.on_border => {
                broken(&self.work.line_laws(self.player, kind), line)
            }
            _ => {
                let ground = if piece.on_border { "a border" } else { "an intersection" };
                let text = format!(
                    "a {} stands on {ground}, not at `{}`",
                    piece.name,
                    self.work.rules.board.place_name(place)
                );
                self.declared(text, &piece.name, &piece.origin);
                return Ok(());
            }
        };
        for law in laws {
            let text = self.law_text(law, kind, place);
            self.declared(text, &piece.name, &piece.origin);
        }
        for (rule, text) in
            self.work.vetoes(Hook::MayBuild, self.player, &[Arg::Kind(kind), Arg::Place(place)])?
        {
            self.ruled(text, rule, Some(Hook::MayBuild));
        }
        Ok(())
    }

    fn law_text(&self, law: Law, kind: Kind, place: Place) -> String {
        let rules = &self.work.rules;
        let piece = rules.kind(kind);
        let at = rules.board.place_name(place);
        match law {
            Law::Vacancy => match self.work.table.piece(place) {
                Some(there) => {
                    let owner = self.work.name(there.owner());
                    let there = &rules.kind(there.kind()).name;
                    format!("`{at}` carries a {there} of {owner}")
                }
                None => {
                    format!("`{at}` carries no {} of {}", names(rules, piece.replaces), self.name())
                }
            },
            Law::Ground => {
                let ground = if piece.beside_land == Some(false) { "water" } else { "land" };
                format!("`{at}` has no {ground} beside it")
            }
            Law::Connection => {
                let joins = names(rules, piece.joins);
                format!(
                    "`{at}` adjoins no {joins} of {} that an opponent does not cut off",
                    self.name()
                )
            }
            Law::Distance => {
                let Place::Intersection(site) = place else { return String::new() };
                let near = rules.board.intersection(site).neighbors & self.work.table.taken_sites();
                let near: Vec<String> = near
                    .iter()
                    .map(|s| format!("`{}`", rules.board.intersection_name(s)))
                    .collect();
                format!("`{at}` is one border away from the building at {}", near.join(" and "))
            }
            Law::Route => format!("no route of {} leads to `{at}`", self.name()),
            Law::Beginning => {
                let last = rules.board.intersection_name(self.work.table.last_placed);
                format!("`{at}` does not touch the piece just placed at `{last}`")
            }
        }
    }

    fn payment(
        &mut self,
        way: Option<&Way>,
        pay: Resources,
        what: &str,
        origin: &Origin,
    ) -> Result<(), Failure> {
        let Some(way) = way else {
            self.declared(format!("there is no such way to get a {what}"), what, origin);
            return Ok(());
        };
        if way.costs.is_empty() {
            self.declared(format!("a {what} cannot be had for a price"), what, origin);
            return Ok(());
        }
        if let Some(rule) = way.rule {
            self.guard(rule)?;
        }
        if !way.costs.iter().any(|cost| cost.is_met_by(pay)) {
            self.declared(
                format!("a {what} does not cost {}", self.work.rules.bag(pay)),
                what,
                origin,
            );
        }
        let before = self.reasons.len();
        self.has(self.player, pay);
        for reason in &mut self.reasons[before..] {
            reason.rule = what.into();
            reason.origin = origin.clone();
        }
        Ok(())
    }

    fn has(&mut self, player: Player, cards: Resources) {
        self.has_of(player, cards, self.work.table.seat(player).hand);
    }

    fn has_of(&mut self, player: Player, cards: Resources, hand: Resources) {
        for kind in cards.kinds().filter(|&kind| hand.get(kind) < cards.get(kind)) {
            let resource = &self.work.rules.resources[kind.index()].name;
            let (needs, has) = (cards.get(kind), hand.get(kind));
            let name = self.work.name(player);
            self.course(format!("{name} needs {needs} {resource}, has {has}"));
        }
    }

    fn buy(&mut self, deck: Deck, way: u8, pay: Resources) -> Result<(), Failure> {
        let kind = &self.work.rules.decks[deck.index()];
        if self.work.cards_left(deck) == 0 {
            self.declared(format!("the {} deck is empty", kind.name), &kind.name, &kind.origin);
        }
        self.payment(
            kind.ways.get(usize::from(way)),
            pay,
            &format!("{} card", kind.name),
            &kind.origin,
        )
    }

    fn trade(&mut self, rate: Rate, give: Resources, get: Resources) -> Result<(), Failure> {
        let rules = &self.work.rules;
        let Some(kind) = rules.rates.get(rate.index()) else {
            self.course("there is no such rate".into());
            return Ok(());
        };
        let rule = kind.rule;
        let seat = self.work.table.seat(self.player);
        if kind.port.is_some_and(|port| seat.harbored & port.bit() == 0) {
            self.ruled(format!("{} has no building at such a port", self.name()), kind.rule, None);
        }
        if !kind.terms.give.is_met_by(give) {
            self.ruled(
                format!("{} are not what {} takes", rules.bag(give), kind.name),
                kind.rule,
                None,
            );
        }
        let mut fits = false;
        let plenty = rules.resources.iter().enumerate();
        let plenty = plenty.map(|(i, _)| Resources::of(Id::new(i), 100)).sum();
        kind.terms.get.bags(plenty, give, &mut |bag| fits |= bag == get);
        if !fits {
            let text = format!(
                "{} do not buy {}: another resource, {} in all",
                rules.bag(give),
                rules.bag(get),
                kind.terms.get.fixed.total() + usize::from(kind.terms.get.any)
            );
            self.ruled(text, kind.rule, None);
        }
        self.has(self.player, give);
        for kind in get.kinds().filter(|&kind| self.work.table.supply.get(kind) < get.get(kind)) {
            let resource = &rules.resources[kind.index()].name;
            let left = self.work.table.supply.get(kind);
            self.course(format!(
                "the supply has {left} {resource}, {} are asked for",
                get.get(kind)
            ));
        }
        self.guard(rule)
    }

    fn play(&mut self, card: Card) -> Result<(), Failure> {
        let rules = &self.work.rules;
        let kind = &rules.cards[card.index()];
        let deck = rules.deck(kind.deck);
        let (held, fresh) =
            (self.work.table.seat(self.player).cards[card], self.work.table.fresh_cards[card]);
        if !kind.playable {
            self.ruled(format!("{} is never played", kind.name), kind.rule, None);
        }
        if held == 0 {
            self.course(format!("{} holds no {}", self.name(), kind.name));
        } else if held <= fresh {
            self.course(format!("{} was bought in this turn", kind.name));
        }
        if self.work.table.plays >= deck.plays {
            let text = format!(
                "{} of {} cards were played in this turn",
                self.work.table.plays, deck.plays
            );
            self.declared(text, &deck.name, &deck.origin);
        }
        if !deck.before_roll && self.work.table.step == Step::Roll {
            self.declared("not before the production roll".into(), &deck.name, &deck.origin);
        }
        self.guard(kind.rule)
    }

    fn guard(&mut self, rule: RuleId) -> Result<(), Failure> {
        if !self.work.usable(self.player, rule)? {
            self.ruled(
                format!("{} cannot be used now", self.work.rules.rule(rule).title),
                rule,
                Some(Hook::Usable),
            );
        }
        Ok(())
    }

    fn ability(&mut self, ability: Ability, variant: u8) -> Result<(), Failure> {
        let Some(kind) = self.work.rules.abilities.get(ability.index()) else {
            self.course("there is no such ability".into());
            return Ok(());
        };
        if variant > 0 {
            self.ruled(format!("{} has no variant {}", kind.name, variant + 1), kind.rule, None);
        }
        if self.work.uses_left(self.player, ability) <= 0 {
            let most = kind.limit.map_or(0, |(_, most)| most);
            self.ruled(format!("{} was used {most} of {most} times", kind.name), kind.rule, None);
        }
        self.guard(kind.rule)
    }

    fn offer(&mut self, give: Resources, get: Resources, to: Players) {
        self.exchange(give, get);
        self.has(self.player, give);
        let opponents: Players = self.work.table.opponents(self.player).collect();
        if to.is_empty() {
            self.course("an offer needs an opponent".into());
        }
        if to.0 & !opponents.0 != 0 {
            self.course("an offer goes to opponents only".into());
        }
        let most = |kind: &crate::resource::Resource| {
            self.work
                .rules
                .resources
                .get(kind.index())
                .map_or(0, |resource| usize::from(resource.cards))
        };
        if get.kinds().any(|kind| get.get(kind) > most(&kind)) {
            self.course(format!("there are not {} in the game", self.work.rules.bag(get)));
        }
    }

    fn exchange(&mut self, give: Resources, get: Resources) {
        if give.is_empty() || get.is_empty() {
            self.course("both sides of a trade give at least one card".into());
        }
        if !give.common(get).is_empty() {
            self.course(format!(
                "{} on both sides of a trade",
                self.work.rules.bag(give.common(get))
            ));
        }
    }

    fn conclude(&mut self, with: Player) {
        if with.0 >= self.work.table.players || !self.work.table.offer.willing.contains(with) {
            return self.course("the opponent did not agree".into());
        }
        let (give, get) = self.work.table.offer.terms[with.index()];
        self.has(self.player, give);
        self.has(with, get);
    }

    pub(super) fn marker(&mut self, marker: Marker, place: Place) -> Result<(), Failure> {
        let kind = &self.work.rules.markers[marker.index()];
        let name = self.work.rules.board.place_name(place);
        if self.work.table.markers[marker] == Some(place) {
            self.declared(
                format!("the {} stands at `{name}` already", kind.name),
                &kind.name,
                &kind.origin,
            );
        }
        if let Step::Move(group) = self.work.table.step
            && group != kind.group
        {
            self.declared(
                format!("the {} is not to be moved now", kind.name),
                &kind.name,
                &kind.origin,
            );
        }
        match place {
            Place::Hex(hex) if kind.places.contains(hex) => {
                let args = [Arg::Marker(marker), Arg::hex(hex)];
                for (rule, text) in self.work.vetoes(Hook::MayMoveMarker, self.player, &args)? {
                    self.ruled(text, rule, Some(Hook::MayMoveMarker));
                }
            }
            _ => self.declared(
                format!("the {} cannot stand at `{name}`", kind.name),
                &kind.name,
                &kind.origin,
            ),
        }
        Ok(())
    }

    fn take(&mut self, from: Option<Player>) -> Result<(), Failure> {
        let (Some(victim), Step::Take(marker)) = (from, self.work.table.step) else {
            return Ok(());
        };
        let kind = &self.work.rules.markers[marker.index()];
        let name = self.work.names.get(victim.index()).cloned().unwrap_or_default();
        if !self.work.neighbors_of_marker(self.player, marker).contains(&victim) {
            let text = format!("{name} is no opponent with a building beside the {}", kind.name);
            self.declared(text, &kind.name, &kind.origin);
            return Ok(());
        }
        if self.work.table.seat(victim).hand.is_empty() {
            self.course(format!("{name} has no cards"));
        }
        let args = [Arg::Player(self.player), Arg::Marker(marker)];
        for (rule, text) in self.work.vetoes(Hook::MayTakeFrom, victim, &args)? {
            self.ruled(text, rule, Some(Hook::MayTakeFrom));
        }
        Ok(())
    }
}

/// The laws that a place offends.
fn broken<T: Id>(laws: &[(Law, Set<T>)], place: T) -> Vec<Law> {
    laws.iter().filter(|(_, places)| !places.contains(place)).map(|&(law, _)| law).collect()
}

/// The names of kinds of pieces, as in `road, settlement or city`.
fn names(rules: &crate::rules::Rules, kinds: Set<Kind>) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| rules.kind(kind).name.as_str()).collect();
    names.join(" or ")
}
