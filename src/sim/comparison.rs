//! Adds up pairs of games of two sides.
//!
//! A pair is all games of one seed on both sides: one in each arrangement of the players. The value
//! of a side is the average over these games.

use super::course::Course;
use super::figures::{Counts, real};
use super::measure::{Measures, uses};
use crate::lab::{ClusterMean, Differences};
use crate::set::Id;
use crate::table::Player;
use std::collections::BTreeMap;

/// The most intersections that a board has: as many as a set holds.
const INTERSECTIONS: usize = 256;

/// The pairs of two sides.
pub struct Comparison {
    /// The measures.
    pub measures: Measures,
    /// The differences of each pair, measure by measure.
    pub differences: Differences,
    /// The mean of each measure on each side.
    pub means: [Vec<ClusterMean>; 2],
    /// The uses of the things of one side only, all games together.
    pub single_uses: Vec<f64>,
    /// The number of turns of each game, on each side.
    pub turns: [Counts; 2],
    /// The points of each player at the end, on each side.
    pub points: [Counts; 2],
    /// How many games ended with a building at each intersection, on each side.
    pub buildings: [Vec<u64>; 2],
    /// How often each rule failed and was skipped, on each side.
    pub failures: [BTreeMap<String, u64>; 2],
    /// The games of each side.
    pub games: u64,
}

impl Comparison {
    /// No games yet.
    pub fn new(measures: Measures) -> Self {
        let count = measures.list.len();
        Self {
            differences: Differences::new(count),
            means: [vec![ClusterMean::default(); count], vec![ClusterMean::default(); count]],
            single_uses: vec![0.0; measures.single.len()],
            turns: Default::default(),
            points: Default::default(),
            buildings: [vec![0; INTERSECTIONS], vec![0; INTERSECTIONS]],
            failures: Default::default(),
            games: 0,
            measures,
        }
    }

    /// Adds a pair: the games of each side.
    pub fn add(&mut self, pair: &[Vec<Course>; 2]) {
        self.games += pair[0].len() as u64;
        let averages = [0, 1].map(|side| self.averages(side, &pair[side]));
        for side in 0..2 {
            for (mean, &value) in self.means[side].iter_mut().zip(&averages[side]) {
                mean.add(value);
            }
            for course in &pair[side] {
                self.add_course(side, course);
            }
        }
        let [first, second] = &averages;
        self.differences.add(second.iter().zip(first).map(|(second, first)| second - first));
        for (sum, &(side, thing)) in self.single_uses.iter_mut().zip(&self.measures.single) {
            *sum += pair[side].iter().map(|course| uses(course, thing)).sum::<f64>();
        }
    }

    /// The average of each measure over the games of one seed.
    fn averages(&self, side: usize, courses: &[Course]) -> Vec<f64> {
        let mut sums = vec![0.0; self.measures.list.len()];
        for course in courses {
            let values = self.measures.values(side, course);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        sums.iter().map(|sum| sum / real(courses.len() as u64)).collect()
    }

    fn add_course(&mut self, side: usize, course: &Course) {
        self.turns[side].add(course.row.turns.into());
        for seat in 0..course.row.points.len() {
            let points = course.row.points_of(Player::new(seat));
            self.points[side].add(u64::try_from(points).unwrap_or(0));
        }
        for at in &course.buildings {
            self.buildings[side][at.index()] += 1;
        }
        for rule in &course.row.failures {
            *self.failures[side].entry(rule.clone()).or_default() += 1;
        }
    }
}
