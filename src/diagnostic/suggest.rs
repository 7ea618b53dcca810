//! Names that a misspelt one may mean.

use std::mem::swap;

/// The candidate that a misspelt name probably means.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(name, &mut candidates.into_iter())
}

/// What `suggest` does, compiled once for all kinds of candidates.
fn nearest<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let close = 1 + length / 3;
    // No name is nearer to another than their lengths are.
    let is_near = |other: &&str| other.chars().count().abs_diff(length) <= close;
    let near = candidates.filter(is_near);
    let distances = near.map(|other| (distance(name, other), other));
    let (steps, nearest) = distances.min_by_key(|&(steps, _)| steps)?;
    // Short words are near to each other; then at least they begin alike.
    let alike = steps < 2 || name.chars().next() == nearest.chars().next();
    (alike && steps <= close && steps < length).then_some(nearest)
}

/// How many letters have to be added, dropped, changed or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // The row of each letter, of the one before it, and of the one before that.
    let mut row = vec![0; other.len() + 1];
    let mut above: Vec<usize> = (0..=other.len()).collect();
    let mut before = row.clone();
    for i in 0..one.len() {
        row[0] = i + 1;
        for j in 0..other.len() {
            let changed = above[j] + usize::from(one[i] != other[j]);
            row[j + 1] = changed.min(row[j] + 1).min(above[j + 1] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        // The row of this letter becomes the one above the next.
        swap(&mut before, &mut above);
        swap(&mut above, &mut row);
    }
    above[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        assert_eq!(suggest("setlement", ["road", "settlement"]), Some("settlement"));
        assert_eq!(suggest("raod", ["road", "ship"]), Some("road"));
        assert_eq!(suggest("castle", ["road", "ship"]), None);
    }
}
