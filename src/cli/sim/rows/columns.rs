//! The columns of a table with a row for each game. Names and cells contain only letters, digits,
//! `_` and `-`, so no reader has to quote them.

use std::collections::BTreeSet;

use crate::set::Id;
use crate::sim::{Layout, Row};
use crate::table::Player;

/// What a column contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnType {
    /// A number from 0 to 2^64 - 1.
    Large,
    /// A number that may be negative.
    Number,
    /// A word, or nothing.
    Word,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) content: ColumnType,
}

/// What a row has in a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Large(u64),
    Number(i64),
    Word(Option<String>),
}

/// The columns for games of a layout. No two names differ only in the case of letters.
pub(super) fn columns(layout: &Layout) -> Vec<Column> {
    use ColumnType::{Large, Number, Word};
    let common = [
        ("game", Large),
        ("seed", Large),
        ("winner", Word),
        ("turns", Number),
        ("decisions", Number),
        ("failures", Number),
    ];
    let mut columns: Vec<Column> =
        common.map(|(name, content)| Column { name: name.into(), content }).into();
    for player in &layout.players {
        let mut add = |name: String| columns.push(Column { name: plain(&name), content: Number });
        add(format!("{}_points", player.name));
        for thing in &layout.things {
            add(format!("{}_{}_{}", player.name, thing.category.word(), thing.name));
        }
    }
    let mut names = BTreeSet::new();
    for column in &mut columns {
        let name = column.name.clone();
        for number in 2.. {
            if names.insert(column.name.to_lowercase()) {
                break;
            }
            column.name = format!("{name}_{number}");
        }
    }
    columns
}

/// The cells of a game.
pub(super) fn cells(layout: &Layout, number: u64, row: &Row) -> Vec<Cell> {
    let failures = i64::try_from(row.failures.len()).expect("few rules fail");
    let mut cells = vec![
        Cell::Large(number),
        Cell::Large(row.seed),
        Cell::Word(layout.winner(row).map(word)),
        Cell::Number(row.turns.into()),
        Cell::Number(row.decisions.into()),
        Cell::Number(failures),
    ];
    for seat in 0..layout.players.len() {
        cells.push(Cell::Number(row.points_of(Player::new(seat))));
        cells.extend(row.uses.iter().map(|times| Cell::Number(times[seat].into())));
    }
    cells
}

/// A name with `_` for everything that is neither a letter nor a digit.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// The name of a player; it contains only letters, digits, `_` and `-`.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{self, Request};
    use crate::sim::{Category, Seated, Usable, Usables};

    fn layout(players: &[&str], things: Vec<Usable>) -> Layout {
        let seated = |name: &&str| Seated { name: (*name).into(), seat: "greedy".into() };
        Layout { players: players.iter().map(seated).collect(), things }
    }

    fn names(layout: &Layout) -> Vec<String> {
        columns(layout).into_iter().map(|column| column.name).collect()
    }

    #[test]
    fn names_that_would_be_equal_get_numbers() {
        let things = [(Category::Card, "big ship"), (Category::Card, "Big_ship")];
        let things = things.map(|(category, name)| Usable { category, name: name.into() }).to_vec();
        let names = names(&layout(&["a-b", "a_b"], things));
        assert_eq!(
            names[6..],
            [
                "a_b_points",
                "a_b_card_big_ship",
                "a_b_card_Big_ship_2",
                "a_b_points_2",
                "a_b_card_big_ship_3",
                "a_b_card_Big_ship_4",
            ]
        );
    }

    #[test]
    fn columns_of_shipped_scenarios_need_no_quotes_and_no_numbers() {
        let mut most = 0;
        for scenario in content::built_in_scenarios() {
            let rules = content::load(&Request::scenario(&scenario)).unwrap();
            let names: Vec<String> = rules.names_of(*rules.seats.end()).unwrap();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let layout = layout(&names, Usables::of(&rules).list().to_vec());
            let columns = self::names(&layout);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            for column in &columns {
                assert!(column.chars().all(is_plain), "{scenario}: {column}");
            }
            let before: BTreeSet<String> = names
                .iter()
                .flat_map(|name| layout.things.iter().map(move |it| (name, it)))
                .map(|(name, it)| plain(&format!("{name}_{}_{}", it.category.word(), it.name)))
                .collect();
            let written: BTreeSet<String> = columns.iter().cloned().collect();
            assert!(before.is_subset(&written), "{scenario} has names that clash");
            assert_eq!(columns.len(), 6 + names.len() * (1 + layout.things.len()), "{scenario}");
            most = most.max(columns.len());
        }
        assert!(most > 400, "{most} columns");
    }

    #[test]
    fn a_winner_is_a_plain_word() {
        assert_eq!(word("red-2"), "red-2");
        assert_eq!(word("a,b \"c\"\n"), "a_b__c__");
    }
}
