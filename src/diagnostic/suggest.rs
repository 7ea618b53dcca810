//! Suggests corrections of misspelled names.

use strsim::osa_distance;

/// The candidate that is closest to a misspelled name, if it is close enough.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(name, &mut candidates.into_iter())
}

/// A hint with the candidate that was probably meant.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    suggest(name, candidates).map(|meant| format!("did you mean `{meant}`?"))
}

/// Whether two names of at least four letters differ by one letter that is missing or doubled, or by
/// two swapped neighbors. Names with digits and plurals do not count.
pub fn is_slip(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let (mut short, mut long) = ((one, letters(one)), (other, letters(other)));
    if short.1.len() > long.1.len() {
        std::mem::swap(&mut short, &mut long);
    }
    let is_plural = long.0.strip_suffix('s') == Some(short.0);
    let is_numbered = long.0.contains(|c: char| c.is_ascii_digit());
    let is_swapped = short.1 == long.1;
    short.1.len() > 3
        && !is_plural
        && !is_numbered
        && osa_distance(one, other) == 1
        && (short.1.len() < long.1.len() || is_swapped)
}

/// The body of `suggest`, compiled once for all iterator types.
fn nearest<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let close = 1 + length / 3;
    // The difference in length is a lower bound of the distance.
    let is_near = |other: &&str| other.chars().count().abs_diff(length) <= close;
    let near = candidates.filter(is_near);
    let distances = near.map(|other| (osa_distance(name, other), other));
    let (steps, nearest) = distances.min_by_key(|&(steps, _)| steps)?;
    // Short words are always similar, so they must at least begin with the same letter.
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

    #[test]
    fn slips_are_missing_doubled_and_swapped_letters() {
        for slip in ["sship", "hsip", "shipp"] {
            assert!(is_slip(slip, "ship") && is_slip("ship", slip), "{slip}");
        }
        for other in ["shop", "ships", "ship2", "ship", "shpi2", "shp"] {
            assert!(!is_slip(other, "ship"), "{other}");
        }
        assert!(!is_slip("glück", "gluck") && !is_slip("äö", "äöü"));
    }
}
