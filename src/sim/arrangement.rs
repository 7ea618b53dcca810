//! The seats of a table, shared by two kinds of players.

/// All distinct ways to give half of the seats to each of two kinds of players; `false` is the
/// first kind. Those in which earlier seats belong to the first kind come first.
///
/// With an odd number of players, each kind has one seat more than the other in half of the
/// arrangements. So in all arrangements together, both kinds have every seat equally often.
pub fn arrangements(players: usize) -> Vec<Vec<bool>> {
    let arrangement = |bits: u32| (0..players).rev().map(move |seat| bits >> seat & 1 == 1);
    let is_half = |bits: &u32| {
        let ones = bits.count_ones() as usize;
        ones == players / 2 || ones == players.div_ceil(2)
    };
    let halves = (0..1_u32 << players).filter(is_half);
    halves.map(|bits| arrangement(bits).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(players: usize) -> Vec<String> {
        let letters = |seats: &Vec<bool>| {
            seats.iter().map(|&is_second| if is_second { 'B' } else { 'A' }).collect()
        };
        arrangements(players).iter().map(letters).collect()
    }

    #[test]
    fn kinds_share_the_seats() {
        assert_eq!(shown(2), ["AB", "BA"]);
        assert_eq!(shown(3), ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"]);
        assert_eq!(shown(4), ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]);
        for players in 2..=6 {
            let all = arrangements(players);
            for seat in 0..players {
                let of_second = all.iter().filter(|seats| seats[seat]).count();
                assert_eq!(2 * of_second, all.len(), "seat {seat} of {players}");
            }
        }
    }
}
