//! That a change alters no other parts of the table than it says, so that what was found out by
//! looking at these others holds on.

mod support;

use newcatan::game::Game;
use newcatan::seat::{Random, Seat, play_out};
use newcatan::table::{Part, Parts, Table};
use serde_json::Value;
use support::{SCENARIOS, load, shipped};

/// The part to which a field of the table or of a seat belongs.
fn part(field: &str) -> Option<Part> {
    Some(match field {
        "terrain" | "numbers" | "ports" => Part::Land,
        "on_sites" | "near" | "on_lines" | "last_placed" | "pieces" | "sites" | "lines"
        | "ends" | "at_ports" => Part::Pieces,
        "markers" | "spread" => Part::Markers,
        "tokens" | "access" => Part::Tokens,
        "found" => Part::Events,
        "supply" | "put_away" | "hand" | "open" | "hidden_first" | "piles" | "produced" | "due"
        | "aside" => Part::Hands,
        "deck" | "cards" | "played" => Part::Cards,
        "awards" | "gained" => Part::Points,
        "goods" => Part::Goods,
        "marks" | "tags" => Part::Marks,
        "counters" => Part::Counters,
        "accepts" | "declines" => Part::Answers,
        "turn" | "in_turn" | "step" | "dice" | "idle" | "winner" => Part::Turn,
        "fresh_lines" | "fresh_cards" | "plays" | "lasting" | "fresh_access" | "fresh_goods" => {
            Part::Fresh
        }
        "offer" => Part::Offer,
        "drawn" => Part::Chance,
        // What no change alters.
        "seed" | "players" => return None,
        other => panic!("`{other}` belongs to no part"),
    })
}

/// The parts in which two tables differ.
fn unlike(one: &Table, other: &Table) -> Parts {
    let fields = |table: &Table| {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(table) else { unreachable!() };
        let seats = fields.remove("seats").unwrap();
        let seats = seats.as_array().unwrap().clone();
        let of_seats = seats.into_iter().flat_map(|seat| seat.as_object().unwrap().clone());
        fields.into_iter().chain(of_seats).collect::<Vec<_>>()
    };
    let pairs = fields(one).into_iter().zip(fields(other));
    let differ = pairs.filter(|(one, other)| one != other);
    let parts = differ.map(|((field, _), _)| {
        part(&field).unwrap_or_else(|| panic!("`{field}` is not altered by changes"))
    });
    parts.fold(Parts::NONE, |all, part| all.and(Parts::of(&[part])))
}

#[test]
fn changes_alter_no_other_parts_than_they_say() {
    for scenario in SCENARIOS {
        let mut request = shipped();
        request.scenario = scenario.into();
        let (rules, script) = load(&request).unwrap();
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let mut game = Game::new(rules.clone(), script, names, 1).unwrap();
        let mut table = *game.table();
        let mut seats: Vec<Box<dyn Seat>> =
            (0..names.len()).map(|index| Box::new(Random::new(1, index)) as _).collect();
        let mut altered = Parts::NONE;
        play_out(&mut game, &mut seats, &mut |played| {
            for change in played.game.changes() {
                let before = table;
                table.apply(change, &rules.board);
                let parts = unlike(&before, &table);
                altered = altered.and(parts);
                assert_eq!(parts, parts.among(change.alters()), "{scenario}: {change:?}");
            }
            assert_eq!(table, *played.game.table(), "{scenario}");
            Ok(())
        })
        .unwrap();
        let played = Parts::of(&[Part::Pieces, Part::Hands, Part::Cards, Part::Turn, Part::Fresh]);
        assert_eq!(altered.among(played), played, "{scenario}");
    }
}
