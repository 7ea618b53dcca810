//! Counts of things as text, in the singular or plural.

use std::fmt::Display;

/// A number of things, such as `1 card`, `3 hexes` or `0 cities`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) { format!("{count} {one}") } else { format!("{count} {}", plural(one)) }
}

/// From so many to so many things, such as `3 to 4 players`, or `4 players` if both are the same.
pub fn counted_range(least: usize, most: usize, one: &str) -> String {
    if least == most {
        return counted(least, one);
    }
    format!("{least} to {}", counted(most, one))
}

/// A number of times, such as `once` or `3 times`.
pub fn times<N: Copy + Display + PartialEq + From<u8>>(count: N) -> String {
    if count == N::from(1) { "once".into() } else { format!("{count} times") }
}

/// The plural of an English noun, which can consist of several words.
pub fn plural(one: &str) -> String {
    let after_vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match one.strip_suffix('y') {
        Some(stem) if !after_vowel(stem) => format!("{stem}ies"),
        _ if one.ends_with(['s', 'x']) || one.ends_with("ch") || one.ends_with("sh") => {
            format!("{one}es")
        }
        _ => format!("{one}s"),
    }
}

/// Selects the singular or plural form for a number.
pub fn agreeing<N: Copy + PartialEq + From<u8>>(
    count: N,
    one: &'static str,
    more: &'static str,
) -> &'static str {
    if count == N::from(1) { one } else { more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular_and_all_else_plural() {
        let counts = [
            counted(0, "card"),
            counted(1_u8, "card"),
            counted(-1, "point"),
            counted(2_usize, "hex"),
            counted(3, "city"),
            counted(4, "way"),
            counted(5_u64, "free settlement"),
        ];
        let written = [
            "0 cards",
            "1 card",
            "-1 points",
            "2 hexes",
            "3 cities",
            "4 ways",
            "5 free settlements",
        ];
        assert_eq!(counts, written);
        assert_eq!(counted_range(3, 4, "player"), "3 to 4 players");
        assert_eq!(counted_range(4, 4, "player"), "4 players");
        assert_eq!([times(1), times(2)], ["once", "2 times"]);
        assert_eq!(agreeing(1, "is", "are"), "is");
        assert_eq!(agreeing(0, "is", "are"), "are");
    }
}
