//! The deck of dice: cards with the pairs of two dice, one of each, which are drawn instead of a roll.

use super::streams::impossible;
use crate::chance::{DicePairs, PAIRS};
use crate::rules::Failure;
use crate::table::Table;

/// The pairs that have been drawn since the cards were shuffled. If no more than the unseen cards
/// are left, the cards are shuffled now, so there are none.
pub(super) fn dealt(table: &Table, unseen: u8) -> DicePairs {
    let dealt = table.dealt();
    if left(dealt) > usize::from(unseen) { dealt } else { DicePairs::default() }
}

/// The pairs that cannot be drawn instead of the last one, which is set aside. If all cards left
/// have its number, all others are shuffled now: the same rule would set aside each of them.
pub(super) fn set_aside(table: &Table, unseen: u8, last: [u8; 2]) -> DicePairs {
    let dealt = dealt(table, unseen).with(last);
    let number = |[one, other]: [u8; 2]| one + other;
    let is_alike = |pair| number(pair) == number(last);
    if dealt.others().all(is_alike) { DicePairs::default().with(last) } else { dealt }
}

/// The number of cards left.
pub(super) fn left(dealt: DicePairs) -> usize {
    PAIRS - dealt.count()
}

/// The pair on one of the cards that are left.
pub(super) fn pair(dealt: DicePairs, index: usize) -> [u8; 2] {
    dealt.others().nth(index).expect("a card is left")
}

/// The written pair, if its card is left.
///
/// # Errors
/// When the card has been drawn since the cards were shuffled.
pub(super) fn check(dealt: DicePairs, dice: [u8; 2]) -> Result<[u8; 2], Failure> {
    let [one, other] = dice;
    if dealt.contains(dice) {
        let message =
            format!("the card {one} {other} has already been drawn from the deck of dice");
        return Err(impossible(&message));
    }
    Ok(dice)
}
