//! Names that a misspelt one may mean.

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
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for i in 0..one.len() {
        let mut row = vec![i + 1];
        for j in 0..other.len() {
            let changed = rows[i][j] + usize::from(one[i] != other[j]);
            let mut least = changed.min(row[j] + 1).min(rows[i][j + 1] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
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
