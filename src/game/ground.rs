//! Grounds: the facts behind what the kernel does, for those who ask why something happened.
//!
//! What a script did carries its own place; this is about the rest.

mod lying;

use super::work::Work;
use crate::action::{Action, FREE};
use crate::board::{Hex, Place};
use crate::change::Change;
use crate::rules::{Arg, Call, CounterKind, Origin, RuleId, Rules, Way};
use crate::set::Id;
use crate::table::{Award, Card, Deck, Good, Kind, Marker, Player, Step};

/// Where the facts behind a change are written, the nearest first.
#[derive(Default)]
struct Grounds(Vec<Origin>);

impl Grounds {
    fn add(&mut self, origins: impl IntoIterator<Item = Origin>) {
        for origin in origins {
            if !self.0.contains(&origin) {
                self.0.push(origin);
            }
        }
    }

    /// What packs and the scenario say; the last one counts and comes first.
    fn declared(&mut self, rules: &Rules, table: &str, key: &str) {
        self.add(rules.declared(table, key).into_iter().rev());
    }

    /// A fact of a rule; the rule as a whole where it does not state it.
    fn stated(&mut self, rules: &Rules, rule: RuleId, facts: &[&str]) {
        let found: Vec<Origin> = facts.iter().filter_map(|fact| rules.stated(rule, fact)).collect();
        if found.is_empty() { self.add([rules.rule(rule).origin(None)]) } else { self.add(found) }
    }
}

impl Work {
    /// Where the facts behind a change are written that this action brought about here; none
    /// where it is the course of the game itself.
    pub fn grounds(&self, action: Option<&Action>, change: &Change) -> Vec<Origin> {
        let mut grounds = Grounds::default();
        let rules = &*self.rules;
        match *change {
            Change::Produced(player, _) => self.of_production(&mut grounds, player),
            Change::Withheld(player, ..) => {
                self.of_production(&mut grounds, player);
                grounds.add(rules.setting_at("sole_claimant"));
            }
            Change::Took(..) | Change::Paid(..) => self.of_payment(&mut grounds, action),
            Change::Due(..) | Change::Aside(..) | Change::Discarded(..) => {
                self.of_roll(&mut grounds, "HAND_LIMIT");
            }
            Change::Stole { .. } => {
                if let Step::Take(marker) = self.table.step {
                    self.of_marker(&mut grounds, marker, "takes");
                }
            }
            Change::Built { kind, .. } => self.of_piece(&mut grounds, action, kind),
            Change::Removed { kind, .. } | Change::Shifted { kind, .. } => {
                let table = format!("pieces.{}", rules.kind(kind).name);
                grounds.declared(rules, &table, "class");
            }
            Change::Moved(marker, _) => {
                self.of_marker(&mut grounds, marker, "on");
                self.of_marker(&mut grounds, marker, "group");
                self.of_roll(&mut grounds, "MOVES");
            }
            Change::Rolled(..) => {
                for fact in ["ON_ROLL", "PRODUCES", "HAND_LIMIT", "MOVES"] {
                    self.of_roll(&mut grounds, fact);
                }
            }
            Change::Spread(marker) => self.of_marker(&mut grounds, marker, "on"),
            Change::Drew { card, deck, .. } => {
                grounds.stated(rules, rules.card(card).rule, &["COPIES"]);
                self.of_deck(&mut grounds, deck, "price");
            }
            Change::Over(Some(winner)) => self.of_points(&mut grounds, winner),
            Change::Over(None) => grounds.declared(rules, "", "turn_limit"),
            _ => self.of_rule(&mut grounds, change),
        }
        grounds.0
    }

    /// Where the facts are written about the cards that a call is about, and the settings that its
    /// rule reads.
    pub fn grounds_of_call(&self, call: &Call) -> Vec<Origin> {
        let mut grounds = Grounds::default();
        grounds.add(self.rules.settings_of(&self.rules.rule(call.rule).file));
        for arg in call.args.iter() {
            if let Arg::Card(card) = *arg {
                grounds.stated(&self.rules, self.rules.card(card).rule, &["DECK"]);
            }
        }
        grounds.0
    }

    /// Where the facts are written about a player's points.
    pub fn grounds_of_points(&self, player: Player) -> Vec<Origin> {
        let mut grounds = Grounds::default();
        self.of_points(&mut grounds, player);
        grounds.0
    }

    /// How many points win, and for what a player has them.
    fn of_points(&self, grounds: &mut Grounds, player: Player) {
        let (rules, seat) = (&*self.rules, self.table.seat(player));
        grounds.add(rules.setting_at("goal"));
        for (index, award) in rules.awards.iter().enumerate() {
            if self.table.awards[Award::new(index)] == Some(player) {
                grounds.stated(rules, award.rule, &["AWARD"]);
            }
        }
        for (index, kind) in rules.kinds.iter().enumerate() {
            if kind.points != 0 && seat.pieces[Kind::new(index)] > 0 {
                grounds.declared(rules, &format!("pieces.{}", kind.name), "points");
            }
        }
        for (index, kind) in rules.goods.iter().enumerate() {
            if kind.points != 0 && seat.goods[Good::new(index)] > 0 {
                grounds.declared(rules, &format!("goods.{}", kind.family), "points");
            }
        }
        for (index, card) in rules.cards.iter().enumerate() {
            if card.points != 0 && seat.cards[Card::new(index)] > 0 {
                grounds.stated(rules, card.rule, &["POINTS"]);
            }
        }
    }

    /// What stands behind changes that one rule or declaration is about.
    fn of_rule(&self, grounds: &mut Grounds, change: &Change) {
        let rules = &*self.rules;
        match *change {
            Change::Played(_, card) => grounds.stated(rules, rules.card(card).rule, &["DECK"]),
            Change::Shown(player, card) => {
                grounds.stated(rules, rules.card(card).rule, &["POINTS", "DECK"]);
                if self.table.winner == Some(player) {
                    self.of_points(grounds, player);
                }
            }
            Change::Lasts(card) => grounds.stated(rules, rules.card(card).rule, &["LASTS"]),
            Change::Awarded(award, _) => {
                let facts = ["LONGEST", "MOST", "LEAST"];
                grounds.stated(rules, rules.award(award).rule, &facts);
            }
            Change::Lies(token, _) | Change::Access(_, token, _) => {
                grounds.stated(rules, rules.token(token).rule, &["OUTPOST"]);
            }
            Change::Received(_, good, _)
            | Change::Handed { good, .. }
            | Change::Returned(_, good, _) => {
                let family = &rules.goods[good.index()].family;
                let table = format!("goods.{family}");
                grounds.declared(rules, &table, "");
                grounds.declared(rules, &table, "count");
            }
            Change::Discovered(event, _) | Change::Relaid(_, event) => {
                grounds.stated(rules, rules.hex_event(event).rule, &["EVENT"]);
            }
            Change::Affected(_, hex, _) => {
                let found = self.table.events().find(|found| found.hex == hex);
                if let Some(found) = found {
                    grounds.stated(rules, rules.hex_event(found.event).rule, &["EVENT"]);
                }
            }
            Change::Piled(_, pile, _) | Change::Unpiled(_, pile) => {
                grounds.stated(rules, rules.piles[pile.index()].rule, &["PILE"]);
            }
            Change::Stands(_, boon, _) => {
                grounds.stated(rules, rules.boons[boon.index()].rule, &["DEFAULT"]);
            }
            Change::Declined(_, rule) => grounds.stated(rules, rule, &["DEFAULT"]),
            Change::Counted(slot, _) => {
                let is_before = |kind: &&CounterKind| kind.first.index() <= slot.index();
                if let Some(kind) = rules.counters.iter().rfind(is_before) {
                    grounds.stated(rules, kind.rule, &["COUNTER", "USES", "ONCE_PER"]);
                }
            }
            Change::Marked(mark, _) => {
                if let Some(kind) = rules.marks.iter().rfind(|kind| kind.first.0 <= mark.0) {
                    grounds.stated(rules, kind.rule, &["MARK"]);
                }
            }
            Change::Tagged(tag, ..) => {
                grounds.stated(rules, rules.tags[tag.index()].rule, &["MARK"]);
            }
            _ => {}
        }
    }

    /// What buildings yield, and the markers that stop it.
    fn of_production(&self, grounds: &mut Grounds, player: Player) {
        let rules = &*self.rules;
        for hex in self.producing() {
            let sites = rules.board.hex(hex).corners.into_iter();
            let pieces = sites.filter_map(|site| self.table.on_sites[site]);
            let mut own = pieces.filter(|piece| piece.owner() == player).peekable();
            if own.peek().is_none() {
                continue;
            }
            let terrain = &rules.terrain(self.table.terrain[hex]).name;
            grounds.declared(rules, &format!("terrain.{terrain}"), "yields");
            for piece in own {
                let table = format!("pieces.{}", rules.kind(piece.kind()).name);
                grounds.declared(rules, &table, "yields");
            }
            for marker in (0..rules.markers.len()).map(Marker::new) {
                if self.table.markers[marker] == Some(Place::Hex(hex)) {
                    self.of_marker(grounds, marker, "blocks");
                }
            }
        }
        self.of_roll(grounds, "PRODUCES");
    }

    /// The hexes that the last roll made produce for a player, each with the building beside it and
    /// the marker that stops it, in words.
    pub fn harvest_of(&self, player: Player) -> Vec<String> {
        let (rules, table) = (&*self.rules, &self.table);
        let mut found = Vec::new();
        for hex in self.producing() {
            if rules.terrain(table.terrain[hex]).yields.is_none() {
                continue;
            }
            for site in rules.board.hex(hex).corners {
                let own = table.on_sites[site].filter(|piece| piece.owner() == player);
                let Some(piece) = own else { continue };
                let (terrain, name) =
                    (&rules.terrain(table.terrain[hex]).name, rules.board.hex_name(hex));
                let (kind, at) =
                    (&rules.kind(piece.kind()).name, rules.board.intersection_name(site));
                let blocked = self.marker_at(Place::Hex(hex)).map(|marker| rules.marker(marker));
                let blocked = blocked.filter(|marker| marker.blocks);
                let blocked =
                    blocked.map_or(String::new(), |it| format!(", stopped by the {}", it.name));
                let number = table.numbers[hex];
                found.push(format!("{name} is {terrain} {number}: {kind} at {at}{blocked}"));
            }
        }
        found
    }

    /// The hexes with the number of the last roll, at the end those that a marker stops.
    fn producing(&self) -> Vec<Hex> {
        let number = self.table.rolled();
        let hexes = self.rules.board.hexes().iter();
        let mut hexes: Vec<Hex> = hexes.filter(|&hex| self.table.numbers[hex] == number).collect();
        hexes.sort_by_key(|&hex| self.is_blocked(Place::Hex(hex)));
        hexes
    }

    /// What the last roll brings about.
    fn of_roll(&self, grounds: &mut Grounds, fact: &str) {
        let number = self.table.rolled();
        for roll in self.rules.rolls.iter().filter(|roll| roll.number == number) {
            grounds.stated(&self.rules, roll.rule, &[fact, "ON_ROLL"]);
        }
    }

    fn of_marker(&self, grounds: &mut Grounds, marker: Marker, key: &str) {
        let table = format!("markers.{}", self.rules.marker(marker).name);
        grounds.declared(&self.rules, &table, key);
    }

    fn of_deck(&self, grounds: &mut Grounds, deck: Deck, key: &str) {
        let table = format!("decks.{}", self.rules.deck(deck).deck);
        grounds.declared(&self.rules, &table, key);
    }

    /// What is paid and got.
    fn of_payment(&self, grounds: &mut Grounds, action: Option<&Action>) {
        let rules = &*self.rules;
        match action {
            Some(Action::Build { way: FREE, .. }) => {
                grounds.declared(rules, "placement", "yields");
            }
            Some(&Action::Build { kind, way, .. }) => {
                let piece = rules.kind(kind);
                match way_rule(&piece.ways, way) {
                    Some(rule) => grounds.stated(rules, rule, &["PRICE", "PRICES", "WAY"]),
                    None => {
                        grounds.declared(rules, &format!("pieces.{}", piece.name), "price");
                    }
                }
            }
            Some(&Action::Buy { deck, way, .. }) => match way_rule(&rules.deck(deck).ways, way) {
                Some(rule) => grounds.stated(rules, rule, &["PRICE", "PRICES", "WAY"]),
                None => self.of_deck(grounds, deck, "price"),
            },
            Some(&Action::Trade { rate, .. }) => {
                grounds.stated(rules, rules.rates[rate.index()].by.rule, &["TRADE"]);
            }
            Some(&Action::Use { ability, .. }) => {
                let rule = rules.abilities[ability.index()].by.rule;
                grounds.stated(rules, rule, &["PRICE", "VARIANTS"]);
            }
            _ => {}
        }
    }

    /// What makes a piece stand where it does.
    fn of_piece(&self, grounds: &mut Grounds, action: Option<&Action>, kind: Kind) {
        let rules = &*self.rules;
        let piece = rules.kind(kind);
        if let Some(&Action::Build { way, .. }) = action
            && let Some(rule) = way_rule(&piece.ways, way)
        {
            grounds.stated(rules, rule, &["WAY"]);
        }
        for key in ["class", "joins", "replaces", "converts"] {
            grounds.declared(rules, &format!("pieces.{}", piece.name), key);
        }
    }
}

/// The rule that offers a way, where one does.
fn way_rule(ways: &[Way], way: u8) -> Option<RuleId> {
    ways.get(usize::from(way))?.by.map(|by| by.rule)
}
