//! The measures of a game by which two sides are compared.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::course::Course;
use super::figures::real;
use super::usables::{Category, Usable};
use crate::set::Id;
use crate::table::Player;

/// What a measure tells of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasureGroup {
    /// Whether the game ended in this way: 0 or 1.
    Ending,
    /// A number of turns or decisions.
    Length,
    /// A number of points.
    Points,
    /// How often something changed.
    Course,
    /// The uses of a thing by all players together.
    Uses(Category),
}

impl MeasureGroup {
    /// Its word in output for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ending => "ending",
            Self::Length => "length",
            Self::Points => "points",
            Self::Course => "course",
            Self::Uses(category) => category.word(),
        }
    }
}

impl Serialize for MeasureGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A number that every game of both sides has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Measure {
    /// What it tells.
    pub group: MeasureGroup,
    /// Its name, which is unique.
    pub name: String,
}

/// The measures of two sides.
pub struct Measures {
    players: usize,
    /// All measures: first the wins of each seat.
    pub list: Vec<Measure>,
    /// The numbers of the things that both sides have, on each side.
    shared: Vec<[usize; 2]>,
    /// The things that only one side has: the side and the number.
    pub single: Vec<(usize, usize)>,
}

/// The measures that do not depend on the rules, except for the wins of seats.
const COMMON: [(MeasureGroup, &str); 7] = [
    (MeasureGroup::Ending, "undecided"),
    (MeasureGroup::Length, "turns"),
    (MeasureGroup::Length, "decisions"),
    (MeasureGroup::Points, "points of the best player"),
    (MeasureGroup::Points, "points of an average player"),
    (MeasureGroup::Points, "margin of the best player"),
    (MeasureGroup::Course, "changes of the lead"),
];

impl Measures {
    /// The measures of games of players with these names, and of things of both sides.
    pub fn new(names: &[String], things: [&[Usable]; 2]) -> Self {
        let numbers = |side: usize| {
            let list = things[side].iter().enumerate();
            list.map(|(number, thing)| ((thing.category, thing.name.as_str()), number))
                .collect::<BTreeMap<_, _>>()
        };
        let [first, second] = [numbers(0), numbers(1)];
        let wins = names
            .iter()
            .map(|name| Measure { group: MeasureGroup::Ending, name: format!("wins of {name}") });
        let common = COMMON.map(|(group, name)| Measure { group, name: name.to_owned() });
        let mut list: Vec<Measure> = wins.chain(common).collect();
        let mut shared = Vec::new();
        for (&(category, name), &number) in &first {
            if let Some(&other) = second.get(&(category, name)) {
                let name = format!("{} {name}", category.word());
                list.push(Measure { group: MeasureGroup::Uses(category), name });
                shared.push([number, other]);
            }
        }
        let missing = |mine: &BTreeMap<_, usize>, other: &BTreeMap<(Category, &str), usize>| {
            let single = mine.iter().filter(|(thing, _)| !other.contains_key(thing));
            single.map(|(_, &number)| number).collect::<Vec<_>>()
        };
        let single = [missing(&first, &second), missing(&second, &first)];
        let single = single.into_iter().enumerate();
        let single = single.flat_map(|(side, all)| all.into_iter().map(move |it| (side, it)));
        Self { players: names.len(), list, shared, single: single.collect() }
    }

    /// The value of each measure in a game of this side.
    pub fn values(&self, side: usize, course: &Course) -> Vec<f64> {
        let row = &course.row;
        let has_won = |seat: usize| row.winner == Some(Player::new(seat));
        let mut values: Vec<f64> =
            (0..self.players).map(|seat| f64::from(u8::from(has_won(seat)))).collect();
        values.push(f64::from(u8::from(row.winner.is_none())));
        values.extend([f64::from(row.turns), f64::from(row.decisions)]);
        let points: Vec<f64> =
            (0..self.players).map(|seat| real(row.points_of(Player::new(seat)))).collect();
        // In an undecided game, the player with the most points counts as the best.
        let most = |seats: &mut dyn Iterator<Item = usize>| {
            seats.max_by(|&one, &other| points[one].total_cmp(&points[other]))
        };
        let best = row.winner.map(Id::index).or_else(|| most(&mut (0..self.players))).unwrap_or(0);
        let next = most(&mut (0..self.players).filter(|&seat| seat != best));
        let margin = points[best] - next.map_or(0.0, |next| points[next]);
        let average = points.iter().sum::<f64>() / real(points.len() as u64);
        values.extend([points[best], average, margin, f64::from(course.lead_changes)]);
        values.extend(self.shared.iter().map(|numbers| uses(course, numbers[side])));
        values
    }

    /// The number of the measure with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|measure| measure.name == name)
    }
}

/// The uses of a thing by all players.
pub(super) fn uses(course: &Course, thing: usize) -> f64 {
    course.row.uses[thing].iter().map(|&times| f64::from(times)).sum()
}
