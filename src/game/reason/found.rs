//! What stands against each sort of action.

use super::{Found, Reason};
use crate::action::{Action, FREE};
use crate::board::Place;
use crate::count::{counted, times};
use crate::fault::{KernelFault, planted};
use crate::game::law::Law;
use crate::game::legal::variant_number;
use crate::resource::Resources;
use crate::rules::{
    Arg, Failure, Hook, Limit, Origin, PieceKind, RuleId, Running, Value, Variant, Way,
};
use crate::set::{Id, Set};
use crate::table::{Ability, Card, Kind, Marker, Player, Step};

impl Found<'_> {
    pub(super) fn course(&mut self, text: String) {
        self.reasons.push(Reason::new(text, Origin::default()));
    }

    pub(super) fn declared(&mut self, text: String, what: &str, origin: &Origin) {
        self.reasons.push(Reason { rule: what.into(), ..Reason::new(text, origin.clone()) });
    }

    pub(super) fn ruled(&mut self, text: String, rule: RuleId, hook: Option<Hook>) {
        let rule = self.view.rules().rule(rule);
        self.reasons.push(Reason::of(rule, text, rule.origin(hook)));
    }

    pub(super) fn name(&self) -> String {
        self.view.name(self.player).into()
    }

    pub(super) fn look_at(&mut self, action: &Action) -> Result<(), Failure> {
        match *action {
            Action::Roll
            | Action::End
            | Action::Refuse
            | Action::Withdraw
            | Action::AnswerInAdvance { .. }
            | Action::PayFirst { .. }
            | Action::Choose(_) => {}
            Action::Build { kind, place, way, pay } => self.build(kind, place, way, pay)?,
            Action::Buy { deck, way, pay } => self.buy(deck, way, pay)?,
            Action::Trade { rate, give, get } => self.trade(rate, give, get)?,
            Action::Play { card, also } => self.play(card, also)?,
            Action::Use { ability, variant, pay } => self.ability(ability, variant, pay)?,
            Action::Offer { give, get, to } => self.offer(give, get, to),
            Action::Accept if planted(KernelFault::AcceptsWithoutCards) => {}
            Action::Accept => self.has(self.player, self.view.table().offer.get),
            Action::Counter { give, get } => {
                self.exchange(give, get);
                self.has(self.player, give);
            }
            Action::Conclude { with } => self.conclude(with),
            Action::Discard { resource } => self.discard(Resources::of(resource, 1)),
            Action::Move { marker, place } => self.marker(marker, place)?,
            Action::Take { from } => self.take(from)?,
        }
        Ok(())
    }

    fn build(&mut self, kind: Kind, place: Place, way: u8, pay: Resources) -> Result<(), Failure> {
        let piece = &self.view.rules().kinds[kind.index()];
        let mut relaxing = None;
        let placing = match self.view.table().step {
            Step::Place(number) => Some(number),
            _ => None,
        };
        if let Some(number) = placing {
            if !self.view.placed_kinds(number).contains(kind) {
                self.placement(self.view.expected());
                return Ok(());
            }
            if way != FREE || !pay.is_empty() {
                self.placement(format!("nothing is paid for a {} of the placement", piece.name));
            }
        } else if way == FREE {
            let text = format!("no {} is placed for nothing now, only built", piece.name);
            self.declared(text, &piece.name, &piece.origin);
        } else {
            let at = Some(Arg::Place(place));
            let way = piece.ways.get(usize::from(way));
            let price =
                |found: &Self| found.key_place(("pieces", &piece.name), &["price"], &piece.origin);
            let is_ground = match place {
                Place::Intersection(_) => !piece.on_border,
                Place::Border(_) => piece.on_border,
                Place::Hex(_) => false,
            };
            // A rule is asked only about places at which such a piece can stand.
            if is_ground || way.is_none_or(|way| way.by.is_none()) {
                self.payment(way, pay, &piece.name, price, at)?;
            }
            relaxing = way.filter(|way| way.relaxes_distance);
        }
        self.stand(kind, place, relaxing)
    }

    /// What stands against a piece at a place, whatever it costs; on terms that relax the
    /// distance rule, that it is not offended.
    pub(super) fn stand(
        &mut self,
        kind: Kind,
        place: Place,
        relaxing: Option<&Way>,
    ) -> Result<(), Failure> {
        let piece = &self.view.rules().kinds[kind.index()];
        let mut laws: Vec<Law> = match place {
            Place::Intersection(site) if !piece.on_border => {
                broken(&self.view.site_laws(self.player, kind), site)
            }
            Place::Border(line) if piece.on_border => {
                broken(&self.view.line_laws(self.player, kind), line)
            }
            _ => {
                let ground = if piece.on_border { "a border" } else { "an intersection" };
                let text = format!(
                    "a {} stands on {ground}, not at `{}`",
                    piece.name,
                    self.view.rules().board.place_name(place)
                );
                self.declared(text, &piece.name, &piece.origin);
                return Ok(());
            }
        };
        if let Some(way) = relaxing {
            match laws.iter().position(|&law| law == Law::Distance) {
                Some(offended) => drop(laws.remove(offended)),
                None => self.needless(way, place, piece),
            }
        }
        for law in laws {
            let text = self.law_text(law, kind, place);
            let marker = self.view.marker_at(place).filter(|_| law == Law::Marker);
            match marker.map(|marker| self.view.rules().marker(marker)) {
                Some(marker) => {
                    self.by_key(text, ("markers", &marker.name), &["bars"], &marker.origin);
                }
                None => self.by_key(text, ("pieces", &piece.name), keys(law), &piece.origin),
            }
        }
        for (rule, text) in
            self.view.vetoes(Hook::MayBuild, self.player, &[Arg::Kind(kind), Arg::Place(place)])?
        {
            self.ruled(text, rule, Some(Hook::MayBuild));
        }
        Ok(())
    }

    /// That no building is so near that a way which relaxes the distance rule is needed.
    fn needless(&mut self, way: &Way, place: Place, piece: &PieceKind) {
        let at = self.view.rules().board.place_name(place);
        let text =
            format!("no building is one border away from `{at}`: {} is not needed", way.name);
        match way.by {
            Some(by) => self.ruled(text, by.rule, None),
            None => self.declared(text, &piece.name, &piece.origin),
        }
    }

    fn law_text(&self, law: Law, kind: Kind, place: Place) -> String {
        let rules = self.view.rules();
        let piece = rules.kind(kind);
        let at = rules.board.place_name(place);
        match law {
            Law::Vacancy => match self.view.table().piece(place) {
                Some(there) => {
                    let owner = self.view.name(there.owner());
                    let there = &rules.kind(there.kind()).name;
                    format!("`{at}` carries a {there} of {owner}")
                }
                None => {
                    format!("`{at}` carries no {} of {}", names(rules, piece.replaces), self.name())
                }
            },
            Law::Supply => {
                let each = piece.each;
                format!("{} has no {} left: all {each} stand on the board", self.name(), piece.name)
            }
            Law::Marker => {
                let marker = self.view.marker_at(place);
                let marker = marker.map_or("marker", |marker| &rules.marker(marker).name);
                format!("the {marker} stands at `{at}`: no {} is built there", piece.name)
            }
            Law::Ground if rules.board.is_middle(place) => {
                format!("`{at}` is the middle of a gap: nothing is built there")
            }
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
                let near =
                    rules.board.intersection(site).neighbors & self.view.table().taken_sites();
                let near: Vec<String> = near
                    .iter()
                    .map(|s| format!("`{}`", rules.board.intersection_name(s)))
                    .collect();
                format!("`{at}` is one border away from the building at {}", near.join(" and "))
            }
            Law::Route => format!("no route of {} leads to `{at}`", self.name()),
            Law::Beginning => {
                let last = rules.board.intersection_name(self.view.table().last_placed);
                format!("`{at}` does not touch the piece just placed at `{last}`")
            }
        }
    }

    fn play(&mut self, card: Card, also: bool) -> Result<(), Failure> {
        let rules = self.view.rules();
        let kind = &rules.cards[card.index()];
        let deck = rules.deck(kind.deck);
        let (held, fresh) =
            (self.view.table().seat(self.player).cards[card], self.view.table().fresh_cards[card]);
        if !kind.playable {
            self.ruled(format!("{} is never played", kind.name), kind.rule, None);
        }
        if held == 0 {
            self.ruled(format!("{} holds no {}", self.name(), kind.name), kind.rule, None);
        } else if held <= fresh && !planted(KernelFault::FreshCardPlayed) {
            let text = format!("{} was bought in this turn", kind.name);
            self.declared(text, &deck.name, &deck.origin);
        }
        if self.view.table().plays >= deck.plays {
            let most = counted(deck.plays, "card");
            let text = format!("only {most} can be played in a turn");
            self.by_key(text, ("decks", &deck.deck), &["plays"], &deck.origin);
        }
        if !deck.before_roll && self.view.table().step == Step::Roll {
            let text = "not before the production roll".into();
            self.by_key(text, ("decks", &deck.deck), &["before_roll"], &deck.origin);
        }
        if !also {
            return if kind.lasts { Ok(()) } else { self.guard(Running::only(kind.rule), None) };
        }
        let Some(other) = kind.also else {
            self.ruled(format!("{} is played for nothing else", kind.name), kind.rule, None);
            return Ok(());
        };
        let other = &rules.abilities[other.index()];
        self.uses(other.limit, &other.name, Some(other.by.rule));
        self.guard(other.by, None)
    }

    /// What the holding of a rule and its guard say.
    pub(super) fn guard(&mut self, by: Running, what: Option<Arg>) -> Result<(), Failure> {
        let rule = by.rule;
        let held = self.view.rules().rule(rule).held;
        let not_held = held.and_then(|hold| self.view.why_not_held(self.player, hold));
        if let Some(why) = not_held.or_else(|| self.view.why_no_copy(self.player, by)) {
            self.ruled(why, rule, None);
            return Ok(());
        }
        match self.view.guard_says(self.player, by, what)? {
            Value::Truth(true) => {}
            Value::Text(why) => self.ruled(why, rule, Some(Hook::Usable)),
            _ => {
                let title = &self.view.rules().rule(rule).title;
                self.ruled(format!("{title} cannot be used now"), rule, Some(Hook::Usable));
            }
        }
        Ok(())
    }

    /// That what has this limit was used up.
    pub(super) fn uses(&mut self, limit: Option<Limit>, name: &str, rule: Option<RuleId>) {
        let most = limit.map_or(0, |limit| self.view.allowed(limit));
        // Without any the card is not played, as the guard says.
        if let Some(rule) = rule
            && most > 0
            && self.view.uses_left(self.player, limit) <= 0
        {
            let span = if limit.is_some_and(|limit| limit.by_player) { "game" } else { "turn" };
            let text = format!("{name} can be used only {} in a {span}", times(most));
            self.ruled(text, rule, None);
        }
    }

    fn ability(&mut self, ability: Ability, variant: u8, pay: Resources) -> Result<(), Failure> {
        let Some(kind) = self.view.rules().abilities.get(ability.index()) else {
            self.course("there is no such ability".into());
            return Ok(());
        };
        let rule = kind.by.rule;
        let Some(Variant { costs, .. }) = kind.variants.get(usize::from(variant)) else {
            self.ruled(format!("{} has no variant {}", kind.name, variant + 1), rule, None);
            return Ok(());
        };
        if kind.by_card {
            let text = format!("{} is had only by playing a card for it", kind.name);
            self.ruled(text, rule, None);
            return Ok(());
        }
        let before = self.reasons.len();
        self.price(&kind.name, costs, pay);
        self.attribute_to_rule(before, rule);
        self.uses(kind.limit, &kind.name, Some(rule));
        self.guard(kind.by, Some(variant_number(variant)))
    }

    pub(super) fn marker(&mut self, marker: Marker, place: Place) -> Result<(), Failure> {
        let kind = &self.view.rules().markers[marker.index()];
        let name = self.view.rules().board.place_name(place);
        let is_there = self.view.table().markers[marker] == Some(place);
        if is_there && !planted(KernelFault::MarkerStays) {
            self.declared(
                format!("the {} stands at `{name}` already", kind.name),
                &kind.name,
                &kind.origin,
            );
        }
        if let Step::Move(group) = self.view.table().step
            && group != kind.group
        {
            let text = format!("the {} is not to be moved now", kind.name);
            self.by_key(text, ("markers", &kind.name), &["group"], &kind.origin);
        }
        if !self.view.marker_fits(marker, place) {
            let ground = self.view.marker_ground(marker);
            let text = format!("the {} cannot stand at `{name}`, only {ground}", kind.name);
            self.by_key(text, ("markers", &kind.name), &["on"], &kind.origin);
            return Ok(());
        }
        let args = [Arg::Marker(marker), Arg::Place(place)];
        for (rule, text) in self.view.vetoes(Hook::MayMoveMarker, self.player, &args)? {
            self.ruled(text, rule, Some(Hook::MayMoveMarker));
        }
        Ok(())
    }

    fn take(&mut self, from: Option<Player>) -> Result<(), Failure> {
        match (from, self.view.table().step) {
            (from, Step::Take(marker)) => self.take_by(marker, from),
            (Some(victim), Step::Act) => self.protection(victim),
            _ => Ok(()),
        }
    }

    /// What protects a player beside a marker, from whom nobody was asked to take.
    fn protection(&mut self, victim: Player) -> Result<(), Failure> {
        for marker in (0..self.view.rules().markers.len()).map(Marker::new) {
            if self.view.neighbors_of_marker(self.player, marker).contains(victim) {
                self.vetoes_of_taking(marker, victim)?;
            }
        }
        Ok(())
    }

    /// What stands against taking a card from a player after a move of the marker, or against
    /// taking none.
    pub(super) fn take_by(
        &mut self,
        marker: Marker,
        victim: Option<Player>,
    ) -> Result<(), Failure> {
        let kind = &self.view.rules().markers[marker.index()];
        let Some(victim) = victim else {
            if !self.view.rules().groups[usize::from(kind.group)].may_decline {
                let name = &kind.name;
                let text = format!("a card has to be taken: somebody beside the {name} has one");
                self.by_key(text, ("markers", &kind.name), &["takes"], &kind.origin);
            }
            return Ok(());
        };
        let name = self.view.names().get(victim.index()).cloned().unwrap_or_default();
        if !self.view.neighbors_of_marker(self.player, marker).contains(victim) {
            let text = format!("{name} is no opponent with a building beside the {}", kind.name);
            self.declared(text, &kind.name, &kind.origin);
            return Ok(());
        }
        if self.view.table().seat(victim).hand.is_empty() {
            self.course(format!("{name} has no cards"));
        }
        self.vetoes_of_taking(marker, victim)
    }

    /// What rules have against taking a card from a player after a move of the marker.
    fn vetoes_of_taking(&mut self, marker: Marker, victim: Player) -> Result<(), Failure> {
        let args = [Arg::Player(self.player), Arg::Marker(marker)];
        for (rule, text) in self.view.vetoes(Hook::MayTakeFrom, victim, &args)? {
            self.ruled(text, rule, Some(Hook::MayTakeFrom));
        }
        Ok(())
    }
}

/// The keys of a kind of piece that declare a law, the one that says most first.
fn keys(law: Law) -> &'static [&'static str] {
    match law {
        Law::Vacancy => &["converts", "replaces"],
        Law::Ground => &["beside"],
        Law::Connection => &["joins"],
        Law::Distance => &["keeps_distance"],
        Law::Route => &["needs_route"],
        Law::Supply => &["each"],
        Law::Beginning | Law::Marker => &[],
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
