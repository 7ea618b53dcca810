//! Names that a misspelt one may mean.

use strsim::osa_distance;

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
    let distances = near.map(|other| (osa_distance(name, other), other));
    let (steps, nearest) = distances.min_by_key(|&(steps, _)| steps)?;
    // Short words are near to each other; then at least they begin alike.
    let alike = steps < 2 || name.chars().next() == nearest.chars().next();
    (alike && steps <= close && steps < length).then_some(nearest)
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
