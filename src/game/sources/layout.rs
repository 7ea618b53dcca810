//! The sources of a table's layout and of its differences from another game: the map, the supply,
//! the decks, and the state of rules.

use super::{COUNTER_FACTS, Sources};
use crate::game::view::View;
use crate::rules::{Hook, Origin, Rules};
use crate::set::Id;
use crate::table::{AdvanceAnswer, Answerable, Award, Card, Counter, Player, Step, Token};

/// The keys of a scenario for the terrain of hexes, fixed or drawn.
const ROWS: (&str, &str) = ("board", "rows");
const TERRAIN: (&str, &str) = ("board", "terrain");
const DOUBLE_HEXES: (&str, &str) = ("board.double_hexes", "kinds");
/// The key of the number markers.
const NUMBERS: (&str, &str) = ("board.numbers", "order");
/// The heading of the conditions that drawn boards meet.
const CONDITIONS: (&str, &str) = ("board.conditions", "");
/// The key of the ports.
const PORTS: (&str, &str) = ("board.ports", "kinds");

/// The sources of a table's differences from that of another game with the same actions.
pub(crate) fn sources_of_difference(view: View<'_>, other: View<'_>) -> Vec<Origin> {
    let mut sources = Sources::default();
    of_map(view, &mut sources, other);
    if view.table().supply() != other.table().supply() {
        sources.declared(view.rules(), "supplies", "each_resource");
    }
    of_decks(view, &mut sources, other);
    of_tokens(view, &mut sources, other);
    of_awards(view, &mut sources, other);
    of_counters(view, &mut sources, other);
    of_answers(view, &mut sources, other);
    if view.table().step() != other.table().step() {
        super::of_roll(view, &mut sources, "MOVES");
        for step in [view.table().step(), other.table().step()] {
            if let Step::Take(marker) = step {
                super::of_marker(view, &mut sources, marker, "takes");
                super::of_marker(view, &mut sources, marker, "takes_from");
            }
        }
        let player = view.table().winner().or(other.table().winner());
        if let Some(player) = player {
            super::of_points(view, &mut sources, player);
        }
    }
    sources.0
}

/// The sources of the board.
pub(crate) fn sources_of_layout(view: View<'_>) -> Vec<Origin> {
    let mut sources = Sources::default();
    for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES, NUMBERS, PORTS, CONDITIONS] {
        sources.declared(view.rules(), table, key);
    }
    for kind in &view.rules().markers {
        sources.declared(view.rules(), &format!("markers.{}", kind.name), "starts");
    }
    for listener in view.rules().listeners(Hook::OnGameStart) {
        sources.0.push(view.rules().rule(listener.rule).origin(Some(Hook::OnGameStart)));
    }
    sources.0
}

fn of_map(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let (table, others, rules) = (view.table(), other.table(), view.rules());
    let hexes =
        || rules.board.hexes().iter().filter(|hex| other.rules().board.hexes().contains(*hex));
    let shown =
        |view: View<'_>, hex| view.rules().terrain(view.table().terrain()[hex]).name.clone();
    if hexes().any(|hex| shown(view, hex) != shown(other, hex)) {
        for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES] {
            sources.declared(rules, table, key);
        }
    }
    if hexes().any(|hex| table.numbers()[hex] != others.numbers()[hex]) {
        sources.declared(rules, NUMBERS.0, NUMBERS.1);
    }
    if !table.placed_ports().eq(others.placed_ports()) {
        sources.declared(rules, PORTS.0, PORTS.1);
    }
    for (marker, kind) in rules.markers.iter().enumerate() {
        let marker = Id::new(marker);
        if table.markers()[marker] != others.markers()[marker] {
            sources.declared(rules, &format!("markers.{}", kind.name), "starts");
        }
    }
}

/// Adds the sources of differing decks.
fn of_decks(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let rules = view.rules();
    for (index, card) in rules.cards.iter().enumerate() {
        let left = other.rules().card_named(&card.name).map(|same| {
            let is_same_deck = other.rules().deck(other.rules().card(same).deck).name
                == rules.deck(card.deck).name;
            (is_same_deck, other.table().deck()[same])
        });
        if left != Some((true, view.table().deck()[Card::new(index)])) {
            super::of_deck(view, sources, card.deck, "copies");
            sources.add_facts(rules, card.rule, &["COPIES", "DECK", "FOR_EACH"]);
        }
    }
}

fn of_tokens(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let lies = |view: View<'_>, name: &str| {
        let token = view.rules().tokens.iter().position(|token| token.name == name)?;
        Some(view.table().tokens()[Token::new(token)])
    };
    for token in &view.rules().tokens {
        if lies(view, &token.name) != lies(other, &token.name) {
            sources.add_facts(view.rules(), token.rule, &["OUTPOST", "FOR_EACH"]);
        }
    }
}

fn of_awards(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let holder = |view: View<'_>, name: &str| {
        let award = view.rules().awards.iter().position(|award| award.name == name)?;
        Some(view.table().awards()[Award::new(award)])
    };
    for award in &view.rules().awards {
        if holder(view, &award.name) != holder(other, &award.name) {
            sources.add_facts(view.rules(), award.rule, &["LONGEST", "MOST", "MINIMUM"]);
        }
    }
}

/// Adds the sources of differing counters, including counters of uses.
fn of_counters(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let counted = |view: View<'_>, name: &str| {
        let kind = view.rules().counters.iter().find(|kind| kind.name == name)?;
        let slots = if kind.by_player { usize::from(view.table().players()) } else { 1 };
        let slot = |seat| view.table().counters()[Counter::new(kind.first.index() + seat)];
        Some((0..slots).map(slot).collect::<Vec<i16>>())
    };
    for kind in &view.rules().counters {
        if counted(view, &kind.name) != counted(other, &kind.name) {
            sources.add_facts(view.rules(), kind.rule, &COUNTER_FACTS);
        }
    }
    let counted_at = |view: View<'_>, name: &str| {
        let kind = view.rules().place_counters.iter().find(|kind| kind.name == name)?;
        Some(view.table().counts_of(kind.counter).collect::<Vec<_>>())
    };
    for kind in &view.rules().place_counters {
        if counted_at(view, &kind.name) != counted_at(other, &kind.name) {
            sources.add_facts(view.rules(), kind.rule, &COUNTER_FACTS);
        }
    }
}

/// Adds the sources of differing advance answers.
fn of_answers(view: View<'_>, sources: &mut Sources, other: View<'_>) {
    let answers = |view: View<'_>, id: &str| -> Option<Vec<AdvanceAnswer>> {
        let of = |rules: &Rules| {
            rules.answerables.iter().position(|answerable| rules.rule(answerable.rule).id == id)
        };
        let answerable = Answerable::new(of(view.rules())?);
        let answer = |seat| view.table().seat(Player::new(seat)).advance_answer(answerable);
        Some((0..usize::from(view.table().players())).map(answer).collect())
    };
    for answerable in &view.rules().answerables {
        let id = &view.rules().rule(answerable.rule).id;
        if answers(view, id) != answers(other, id) {
            sources.add_facts(view.rules(), answerable.rule, &["DEFAULT"]);
        }
    }
}
