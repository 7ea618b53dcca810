//! Which rows of a run are missing.

use std::ops::Range;

use super::shard::Shard;

/// The rows of a run that are in none of these ranges, in order.
pub fn gaps(rows: u64, covered: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let mut covered: Vec<Range<u64>> = covered.filter(|range| !range.is_empty()).collect();
    covered.sort_by_key(|range| range.start);
    let (mut found, mut next) = (Vec::new(), 0);
    for range in covered {
        if range.start > next {
            found.push(next..range.start);
        }
        next = next.max(range.end);
    }
    if next < rows {
        found.push(next..rows);
    }
    found
}

/// The shards, with this number of parts, that contain any of these rows, which are in order.
pub fn shards_in(rows: u64, of: u64, wanted: &[Range<u64>]) -> impl Iterator<Item = Shard> {
    // The part whose rows contain this one.
    let part = move |row: u64| {
        let part = (u128::from(row) + 1) * u128::from(of);
        u64::try_from(part.div_ceil(u128::from(rows))).expect("there are no more parts")
    };
    let mut next = 1;
    let parts = wanted.iter().flat_map(move |range| {
        let parts = part(range.start).max(next)..=part(range.end - 1);
        next = parts.end() + 1;
        parts
    });
    let shards = parts.map(move |part| Shard { part, of });
    shards.filter(move |it| !it.numbers(rows).is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_of_gaps_are_those_that_are_missing() {
        let covered = || [30..50, 0..20, 45..60, 70..70].into_iter();
        assert_eq!(gaps(100, covered()), [20..30, 60..100]);
        let parts: Vec<u64> = shards_in(100, 10, &gaps(100, covered())).map(|it| it.part).collect();
        assert_eq!(parts, [3, 7, 8, 9, 10]);
        assert_eq!(gaps(100, std::iter::once(0..100)), []);
        assert_eq!(gaps(0, std::iter::empty()), []);
        assert_eq!(shards_in(100, 7, &[]).count(), 0);
    }

    proptest! {
        #[test]
        fn gaps_are_the_rows_that_nothing_covers(
            covered in prop::collection::vec((0_u64..60, 0_u64..20), 0..8), rows in 0_u64..80
        ) {
            let ranges = covered.iter().map(|&(start, count)| {
                start.min(rows)..(start + count).min(rows)
            });
            let found = gaps(rows, ranges.clone());
            for row in 0..rows {
                let is_covered = ranges.clone().any(|range| range.contains(&row));
                let is_gap = found.iter().any(|range| range.contains(&row));
                prop_assert_ne!(is_covered, is_gap);
            }
            for of in [1, 2, 7, 200] {
                let all = (1..=of).map(|part| Shard { part, of });
                let is_wanted = |shard: &Shard| {
                    shard.numbers(rows).any(|row| found.iter().any(|range| range.contains(&row)))
                };
                let wanted: Vec<Shard> = all.filter(is_wanted).collect();
                prop_assert_eq!(shards_in(rows, of, &found).collect::<Vec<_>>(), wanted);
            }
        }
    }
}
