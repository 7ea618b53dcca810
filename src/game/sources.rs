//! The sources of the kernel's changes: the places of the facts that caused a change, for `why` and
//! similar commands.
//!
//! A change by a script contains its own place; this module finds the places of all other changes.

pub(crate) mod layout;

use super::markers;
use super::view::View;
use crate::action::{Action, FREE};
use crate::board::{Hex, Place};
use crate::change::Change;
use crate::rules::{Arg, Call, Origin, RuleId, Rules, Way};
use crate::set::Id;
use crate::table::{Award, Card, Deck, Goods, Kind, Marker, Player, Step};

/// The facts that declare counters.
const COUNTER_FACTS: [&str; 4] = ["COUNTER", "COUNTERS", "USES", "ONCE_PER"];

/// Places in files, the most relevant first.
#[derive(Default)]
struct Sources(Vec<Origin>);

impl Sources {
    fn add(&mut self, origins: impl IntoIterator<Item = Origin>) {
        for origin in origins {
            if !self.0.contains(&origin) {
                self.0.push(origin);
            }
        }
    }

    /// Adds the places where packs and the scenario set a key, the last one first, since it
    /// applies, and the settings that are conditions of these declarations.
    fn declared(&mut self, rules: &Rules, table: &str, key: &str) {
        self.add(rules.declared(table, key).into_iter().rev());
        self.add(rules.conditions_of(table, key));
    }

    /// Adds the places of a rule's facts, or of the whole rule if it has none of them.
    fn add_facts(&mut self, rules: &Rules, rule: RuleId, facts: &[&str]) {
        let found: Vec<Origin> =
            facts.iter().filter_map(|fact| rules.fact_origin(rule, fact)).collect();
        if found.is_empty() {
            self.add([rules.rule(rule).origin(None)]);
        } else {
            self.add(found);
        }
        if rules.fact_origin(rule, "IF_SET").is_some() {
            self.add(rules.settings_of(&rules.rule(rule).file));
        }
    }
}

/// The sources of a change that this action has caused; empty for changes in the normal course of
/// the game.
pub(crate) fn sources_of_change(
    view: View<'_>,
    action: Option<&Action>,
    change: &Change,
) -> Vec<Origin> {
    let mut sources = Sources::default();
    let rules = view.rules();
    match *change {
        Change::Produced(player, _) => of_production(view, &mut sources, player),
        Change::Withheld(player, ..) => {
            of_production(view, &mut sources, player);
            sources.add(rules.setting_at("sole_claimant"));
        }
        Change::Took(..) | Change::Paid(..) => of_payment(view, &mut sources, action),
        Change::Due(..) | Change::Aside(..) | Change::Discarded(..) => {
            of_roll(view, &mut sources, "HAND_LIMIT");
        }
        Change::Stole { .. } => {
            if let Step::Take(marker) = view.table().step() {
                of_marker(view, &mut sources, marker, "takes");
            }
        }
        Change::Built { kind, .. } => of_piece(view, &mut sources, action, kind),
        Change::Removed { kind, .. }
        | Change::Shifted { kind, .. }
        | Change::Neutral { kind, .. } => {
            let table = format!("pieces.{}", rules.kind(kind).name);
            sources.declared(rules, &table, "class");
        }
        Change::Moved(marker, _) => {
            of_marker(view, &mut sources, marker, "on");
            of_marker(view, &mut sources, marker, "group");
            of_roll(view, &mut sources, "MOVES");
        }
        Change::Rolled(..) => {
            for fact in ["ON_ROLL", "PRODUCES", "HAND_LIMIT", "MOVES"] {
                of_roll(view, &mut sources, fact);
            }
        }
        Change::EventDie(_) => sources.declared(rules, "dice", "event_die"),
        Change::MarkerExtended(marker) => of_marker(view, &mut sources, marker, "on"),
        Change::Drew { card, deck, .. } => {
            sources.add_facts(rules, rules.card(card).rule, &["COPIES"]);
            of_deck(view, &mut sources, deck, "price");
        }
        Change::CardPassed { card, to: None, open: true, .. }
        | Change::PutUnder { card, open: true, .. } => {
            of_deck(view, &mut sources, rules.card(card).deck, "returns_played");
        }
        Change::Over(Some(winner)) => of_points(view, &mut sources, winner),
        Change::Over(None) => sources.declared(rules, "", "turn_limit"),
        _ => of_rule(view, &mut sources, change),
    }
    sources.0
}

/// The sources of a call: the cards that it concerns, and the settings that its rule reads.
pub(crate) fn sources_of_call(view: View<'_>, call: &Call) -> Vec<Origin> {
    let mut sources = Sources::default();
    sources.add(view.rules().settings_of(&view.rules().rule(call.rule).file));
    for arg in call.args.iter() {
        if let Arg::Card(card) = *arg {
            sources.add_facts(view.rules(), view.rules().card(card).rule, &["DECK"]);
        }
    }
    sources.0
}

/// The sources of a player's points.
pub(crate) fn sources_of_points(view: View<'_>, player: Player) -> Vec<Origin> {
    let mut sources = Sources::default();
    of_points(view, &mut sources, player);
    sources.0
}

/// Adds the goal, and the sources of the player's points.
fn of_points(view: View<'_>, sources: &mut Sources, player: Player) {
    let (rules, seat) = (view.rules(), view.table().seat(player));
    sources.add(rules.setting_at("goal"));
    for (index, award) in rules.awards.iter().enumerate() {
        if view.table().awards()[Award::new(index)] == Some(player) {
            sources.add_facts(rules, award.rule, &["AWARD"]);
        }
    }
    for (index, kind) in rules.kinds.iter().enumerate() {
        if kind.points != 0 && seat.pieces()[Kind::new(index)] > 0 {
            sources.declared(rules, &format!("pieces.{}", kind.name), "points");
        }
    }
    for (index, kind) in rules.goods.iter().enumerate() {
        if kind.points != 0 && seat.goods()[Goods::new(index)] > 0 {
            sources.declared(rules, &format!("goods.{}", kind.family), "points");
        }
    }
    for (index, card) in rules.cards.iter().enumerate() {
        if card.points != 0 && view.table().held(player)[Card::new(index)] > 0 {
            sources.add_facts(rules, card.rule, &["POINTS"]);
        }
    }
}

/// Adds the rule or declaration that a change is about.
fn of_rule(view: View<'_>, sources: &mut Sources, change: &Change) {
    let rules = view.rules();
    match *change {
        Change::Played { card, .. }
        | Change::CardDiscarded(_, card)
        | Change::CardPassed { card, .. }
        | Change::PutUnder { card, .. }
        | Change::Reshuffled(card) => {
            sources.add_facts(rules, rules.card(card).rule, &["DECK"]);
        }
        Change::LaidOpen(_, card) => {
            sources.add_facts(rules, rules.card(card).rule, &["OPEN", "DECK"]);
        }
        Change::Shown(player, card) => {
            sources.add_facts(rules, rules.card(card).rule, &["POINTS", "DECK"]);
            if view.table().winner() == Some(player) {
                of_points(view, sources, player);
            }
        }
        Change::Lasts(card) => sources.add_facts(rules, rules.card(card).rule, &["LASTS"]),
        Change::Awarded(award, _) => {
            let facts = ["LONGEST", "MOST", "MINIMUM"];
            sources.add_facts(rules, rules.award(award).rule, &facts);
        }
        Change::TokenPlaced(token, _) | Change::Access(_, token, _) => {
            sources.add_facts(rules, rules.token(token).rule, &["OUTPOST"]);
        }
        Change::Received(_, goods, _)
        | Change::Handed { goods, .. }
        | Change::Returned(_, goods, _) => {
            let table = format!("goods.{}", rules.goods[goods.index()].family);
            sources.declared(rules, &table, "");
            sources.declared(rules, &table, "count");
        }
        Change::Discovered(event, _) | Change::EventReplaced(_, event) => {
            sources.add_facts(rules, rules.hex_event(event).rule, &["EVENT"]);
        }
        Change::Affected(_, hex, _) => {
            if let Some(found) = view.table().events().find(|found| found.hex == hex) {
                sources.add_facts(rules, rules.hex_event(found.event).rule, &["EVENT"]);
            }
        }
        Change::Piled(_, pile, _) | Change::Unpiled(_, pile) => {
            sources.add_facts(rules, rules.piles[pile.index()].rule, &["PILE"]);
        }
        Change::AnsweredInAdvance(_, answerable, _) => {
            sources.add_facts(rules, rules.answerables[answerable.index()].rule, &["DEFAULT"]);
        }
        Change::Declined(_, rule) => sources.add_facts(rules, rule, &["DEFAULT"]),
        Change::Counted(..) | Change::CountedAt(..) => {
            if let Some(rule) = rule_of_counter(rules, change) {
                sources.add_facts(rules, rule, &COUNTER_FACTS);
            }
        }
        Change::MarkedPlayers(..) | Change::MarkedHex(..) => {
            if let Some(rule) = rule_of_mark(rules, change) {
                sources.add_facts(rules, rule, &["MARK", "MARKS"]);
            }
        }
        _ => {}
    }
}

/// The rule whose mark a change sets.
fn rule_of_mark(rules: &Rules, change: &Change) -> Option<RuleId> {
    match *change {
        Change::MarkedPlayers(mark, _) => {
            rules.player_marks.iter().rfind(|kind| kind.first.0 <= mark.0).map(|kind| kind.rule)
        }
        Change::MarkedHex(mark, ..) => Some(rules.hex_marks[mark.index()].rule),
        _ => None,
    }
}

/// The rule whose counter a change sets.
fn rule_of_counter(rules: &Rules, change: &Change) -> Option<RuleId> {
    match *change {
        Change::Counted(slot, _) => rules.counter_of(slot).map(|kind| kind.rule),
        Change::CountedAt(counter, ..) => rules.place_counter(counter).map(|kind| kind.rule),
        _ => None,
    }
}

/// Adds the sources of a player's production: the yields of hexes and buildings, and blocking
/// markers.
fn of_production(view: View<'_>, sources: &mut Sources, player: Player) {
    let rules = view.rules();
    for hex in producing(view) {
        let intersections = rules.board.hex(hex).corners.into_iter();
        let pieces =
            intersections.filter_map(|intersection| view.table().on_intersections()[intersection]);
        let mut own = pieces.filter(|piece| piece.owner() == player).peekable();
        if own.peek().is_none() {
            continue;
        }
        let terrain = rules.terrain(view.table().terrain()[hex]);
        sources.declared(rules, &format!("terrain.{}", terrain.name), "yields");
        for piece in own {
            let kind = rules.kind(piece.kind());
            let table = format!("pieces.{}", kind.name);
            match kind.yields_for.iter().find(|(of, _)| Some(*of) == terrain.yields) {
                Some((of, _)) => {
                    let name = &rules.resources[of.index()].name;
                    sources.declared(rules, &format!("{table}.yields_for"), name);
                }
                None => sources.declared(rules, &table, "yields"),
            }
        }
        for marker in (0..rules.markers.len()).map(Marker::new) {
            if view.table().markers()[marker] == Some(Place::Hex(hex)) {
                of_marker(view, sources, marker, "blocks");
            }
        }
    }
    of_roll(view, sources, "PRODUCES");
}

/// The hexes with the number of the last roll, in words: each with the player's building beside it
/// and the marker that blocks it, if any.
pub(crate) fn harvest_of(view: View<'_>, player: Player) -> Vec<String> {
    let (rules, table) = (view.rules(), view.table());
    let mut found = Vec::new();
    for hex in producing(view) {
        if !rules.terrain(table.terrain()[hex]).is_productive() {
            continue;
        }
        for intersection in rules.board.hex(hex).corners {
            let own =
                table.on_intersections()[intersection].filter(|piece| piece.owner() == player);
            let Some(piece) = own else { continue };
            let (terrain, name) =
                (&rules.terrain(table.terrain()[hex]).name, rules.board.hex_name(hex));
            let (kind, at) =
                (&rules.kind(piece.kind()).name, rules.board.intersection_name(intersection));
            let blocked =
                markers::marker_at(view, Place::Hex(hex)).map(|marker| rules.marker(marker));
            let blocked = blocked.filter(|marker| marker.blocks);
            let blocked =
                blocked.map_or(String::new(), |it| format!(", blocked by the {}", it.name));
            let number = table.numbers()[hex];
            found.push(format!("{name} is {terrain} {number}: {kind} at {at}{blocked}"));
        }
    }
    found
}

/// The hexes with the number of the last roll. Hexes blocked by a marker come last.
fn producing(view: View<'_>) -> Vec<Hex> {
    let number = view.table().rolled();
    let hexes = view.rules().board.hexes().iter();
    let mut hexes: Vec<Hex> = hexes.filter(|&hex| view.table().numbers()[hex] == number).collect();
    hexes.sort_by_key(|&hex| markers::is_blocked(view, Place::Hex(hex)));
    hexes
}

/// Adds a fact of the last roll.
fn of_roll(view: View<'_>, sources: &mut Sources, fact: &str) {
    let number = view.table().rolled();
    for roll in view.rules().rolls.iter().filter(|roll| roll.number == number) {
        sources.add_facts(view.rules(), roll.rule, &[fact, "ON_ROLL"]);
    }
}

fn of_marker(view: View<'_>, sources: &mut Sources, marker: Marker, key: &str) {
    let table = format!("markers.{}", view.rules().marker(marker).name);
    sources.declared(view.rules(), &table, key);
}

fn of_deck(view: View<'_>, sources: &mut Sources, deck: Deck, key: &str) {
    let table = format!("decks.{}", view.rules().deck(deck).deck);
    sources.declared(view.rules(), &table, key);
}

/// Adds the sources of an action's price and gain.
fn of_payment(view: View<'_>, sources: &mut Sources, action: Option<&Action>) {
    let rules = view.rules();
    match action {
        Some(Action::Build { way: FREE, .. }) => {
            sources.declared(rules, "placement.rounds", "yields");
            sources.declared(rules, "placement", "yields");
            sources.add(rules.conditions_of("placement", "rounds"));
        }
        Some(&Action::Build { kind, way, .. }) => {
            let piece = rules.kind(kind);
            match way_rule(&piece.ways, way) {
                Some(rule) => sources.add_facts(rules, rule, &["PRICE", "PRICES", "WAY"]),
                None => {
                    sources.declared(rules, &format!("pieces.{}", piece.name), "price");
                }
            }
        }
        Some(&Action::Buy { deck, way, .. }) => match way_rule(&rules.deck(deck).ways, way) {
            Some(rule) => sources.add_facts(rules, rule, &["PRICE", "PRICES", "WAY"]),
            None => of_deck(view, sources, deck, "price"),
        },
        Some(&Action::Trade { rate, .. }) => {
            sources.add_facts(rules, rules.rates[rate.index()].by.rule, &["TRADE"]);
        }
        Some(&Action::Use { ability, .. }) => {
            let rule = rules.abilities[ability.index()].by.rule;
            sources.add_facts(rules, rule, &["PRICE", "VARIANTS"]);
        }
        _ => {}
    }
}

/// Adds the sources of a piece's place on the board.
fn of_piece(view: View<'_>, sources: &mut Sources, action: Option<&Action>, kind: Kind) {
    let rules = view.rules();
    let piece = rules.kind(kind);
    if let Some(&Action::Build { way, .. }) = action
        && let Some(rule) = way_rule(&piece.ways, way)
    {
        sources.add_facts(rules, rule, &["WAY"]);
    }
    for key in ["class", "joins", "replaces", "converts"] {
        sources.declared(rules, &format!("pieces.{}", piece.name), key);
    }
}

/// The rule that offers a way, if any.
fn way_rule(ways: &[Way], way: u8) -> Option<RuleId> {
    ways.get(usize::from(way))?.by.map(|by| by.rule)
}
