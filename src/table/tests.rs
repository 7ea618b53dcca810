//! Tests that a change alters only the facets that it declares, so that cached answers which depend
//! on other facets stay valid.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{COUNTERS, Counter, Facet, Facets, More, Players, Table};
use crate::content::{Request, built_in_scenarios, load};
use crate::game::Game;
use crate::rules::Rules;
use crate::script;
use crate::seat::{ActionReport, Random, Seat, play_out};
use crate::set::Id;

/// The facet that contains a field of the table or of a seat.
fn facet(field: &str) -> Option<Facet> {
    Some(match field.strip_prefix("other ").unwrap_or(field) {
        "terrain" | "numbers" | "ports" | "port_borders" | "shore" | "tiles" => Facet::Land,
        "on_sites"
        | "near"
        | "neutral"
        | "neutral_intersections"
        | "neutral_borders"
        | "on_lines"
        | "last_placed"
        | "pieces"
        | "sites"
        | "lines"
        | "ends"
        | "at_ports"
        | "piece_counts" => Facet::Pieces,
        "markers" | "spread" => Facet::Markers,
        "tokens" | "access" => Facet::Tokens,
        "found" => Facet::Events,
        "supply" | "put_away" | "hand" | "known" | "open" | "hidden_first" | "piles"
        | "produced" | "due" | "aside" => Facet::Hands,
        "deck" | "held" | "held_total" | "played" | "discards" | "under" => Facet::Cards,
        "awards" | "gained" => Facet::Points,
        "goods" => Facet::Goods,
        "marks" => Facet::PlayerMarks,
        "tags" => Facet::HexMarks,
        "counters" | "place_counts" => Facet::Counters,
        "accepts" | "declines" => Facet::Answers,
        "turn" | "in_turn" | "step" | "dice" | "event_die" | "idle" | "winner" => Facet::Turn,
        "fresh_lines" => Facet::FreshPieces,
        "fresh_cards" | "fresh_total" | "plays" | "counted_plays" | "lasting" | "fresh_access"
        | "fresh_goods" => Facet::Fresh,
        "offer" => Facet::Offer,
        "drawn" | "dealt" => Facet::Chance,
        // No change alters these.
        "seed" | "players" => return None,
        other => panic!("`{other}` belongs to no facet"),
    })
}

/// The fields of a table, and of each seat.
fn fields(table: &Table) -> (Map<String, Value>, Vec<Map<String, Value>>) {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(table) else { unreachable!() };
    let Some(Value::Array(seats)) = fields.remove("seats") else { unreachable!() };
    if let Ok(Value::Object(more)) = serde_json::to_value(table.more.clone().unwrap_or_default()) {
        fields.remove("more");
        fields.extend(more);
    }
    // The cards after the first kinds are in the same fields as those.
    if let Some(Value::Object(others)) = fields.remove("cards") {
        fields.extend(others.into_iter().map(|(name, cards)| (format!("other {name}"), cards)));
    }
    let seats = seats.into_iter().map(|seat| match seat {
        Value::Object(fields) => fields,
        _ => unreachable!(),
    });
    (fields, seats.collect())
}

/// The facets in which two tables differ.
fn unlike(one: &Table, other: &Table) -> Facets {
    let ((one, ones), (other, others)) = (fields(one), fields(other));
    let all = ones.into_iter().zip(others).chain([(one, other)]);
    let pairs = all.flat_map(|(one, other)| one.into_iter().zip(other));
    let differ = pairs.filter(|(one, other)| one != other);
    let facets = differ.map(|((field, _), _)| {
        facet(&field).unwrap_or_else(|| panic!("`{field}` is not altered by changes"))
    });
    facets.fold(Facets::NONE, |all, facet| all.and(Facets::of(&[facet])))
}

/// The shares of facets that differ in two tables.
fn shares_unlike(one: &Table, other: &Table) -> Facets {
    let pieces = |table: &Table, player| {
        let seat = *table.seat(player);
        let kinds =
            (seat.intersections.iter().map(|intersection| table.on_intersections[intersection]))
                .chain(seat.borders.iter().map(|line| table.on_borders[line]));
        (seat.intersections, seat.borders, seat.at_ports, seat.pieces, kinds.collect::<Vec<_>>())
    };
    let fresh = |table: &Table, player| table.fresh_borders & table.seat(player).borders;
    let piles = |table: &Table, player| {
        let piles = table.more.iter().flat_map(|more| more.piles.clone());
        piles.filter(|&(owner, ..)| owner == player).collect::<Vec<_>>()
    };
    let share = |facet, player| Facets::of(&[facet]).shares_of(Players::of(player));
    let ((_, ones), (_, others)) = (fields(one), fields(other));
    let counters = (0..COUNTERS).map(Counter::new);
    let counted = counters.filter(|&it| one.counters()[it] != other.counters()[it]);
    let groups = counted.fold(Facets::NONE, |all, it| all.and(Facets::of_counter(it)));
    one.everybody().iter().fold(groups, |mut all, player| {
        for (field, value) in &ones[player.index()] {
            if *value != others[player.index()][field] {
                all = all.and(share(facet(field).expect("a field that changes alter"), player));
            }
        }
        if one.held(player) != other.held(player) || one.played(player) != other.played(player) {
            all = all.and(share(Facet::Cards, player));
        }
        if piles(one, player) != piles(other, player) {
            all = all.and(share(Facet::Hands, player));
        }
        if pieces(one, player) != pieces(other, player) {
            all = all.and(share(Facet::Pieces, player));
        }
        if fresh(one, player) != fresh(other, player) {
            all = all.and(share(Facet::FreshPieces, player));
        }
        all
    })
}

/// A table with some facets of another one.
pub(crate) fn with_facets(table: &Table, other: &Table, facets: Facets) -> Table {
    let ((mut all, mut seats), (others, other_seats)) = (fields(table), fields(other));
    let put = |fields: &mut Map<String, Value>, others: Map<String, Value>| {
        for (field, value) in others {
            if facet(&field).is_some_and(|it| !Facets::of(&[it]).among(facets).is_empty()) {
                fields.insert(field, value);
            }
        }
    };
    put(&mut all, others);
    seats.iter_mut().zip(other_seats).for_each(|(seat, other)| put(seat, other));
    all.insert("seats".into(), seats.into_iter().map(Value::Object).collect());
    let more: More = serde_json::from_value(Value::Object(all.clone())).unwrap();
    let table: Table = serde_json::from_value(Value::Object(all)).unwrap();
    Table { more: (more != More::default()).then(|| Box::new(more)), ..table }
}

/// Plays a random game with the maximum number of players, and calls `see` for every action.
pub(crate) fn play(rules: &Arc<Rules>, seed: u64, see: &mut dyn FnMut(&ActionReport<'_>)) {
    let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
    let script = script::host(rules).unwrap();
    let mut game = Game::new(Arc::clone(rules), script, names, seed).unwrap();
    let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(seed, index)) };
    let mut seats: Vec<_> = (0..names.len()).map(seat).collect();
    play_out(&mut game, &mut seats, &mut |played| {
        see(played);
        Ok(())
    })
    .unwrap();
}

#[test]
#[ignore = "plays many games"]
fn changes_alter_no_other_facets_than_they_say() {
    for scenario in built_in_scenarios() {
        let rules = load(&Request::scenario(&scenario)).unwrap();
        let (mut before, mut altered) = (None, Facets::NONE);
        play(&rules, 1, &mut |played| {
            let after = played.game.table().clone();
            if let Some(mut table) = before.replace(after.clone()) {
                for change in played.game.changes() {
                    let before = table.clone();
                    table.apply(change, &rules.board);
                    let facets = unlike(&before, &table);
                    altered = altered.and(facets);
                    let claimed = before.altered_by(change);
                    assert_eq!(facets, facets.among(claimed), "{scenario}: {change:?}");
                    assert_eq!(claimed, claimed.among(change.alters()), "{scenario}: {change:?}");
                    let shares = shares_unlike(&before, &table);
                    assert_eq!(shares, shares.among(claimed), "{scenario}: {change:?}");
                }
                assert_eq!(table, after, "{scenario}");
            }
        });
        let played =
            Facets::of(&[Facet::Pieces, Facet::Hands, Facet::Cards, Facet::Turn, Facet::Fresh]);
        assert_eq!(altered.among(played), played, "{scenario}");
    }
}
