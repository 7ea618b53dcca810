//! Suggests corrections for lines that cannot be parsed because small words around the names are
//! missing, misspelled or in the wrong order.

use super::tree::{Line, Transcript};
use crate::diagnostic::{Diagnostic, suggest};

/// A hint with the corrected line; `None` if the line does not resemble a known one.
pub(super) fn guess(line: &str, players: &[String]) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let ["set", key, value, ..] = words[..]
        && !line.contains('=')
    {
        return Some(format!("write `set {key} = {value}`"));
    }
    let is_begun = matches!(words.first(), Some(&("given" | "expect")));
    let clause = &words[usize::from(is_begun)..];
    let (first, rest) = clause.split_first()?;
    let named = players.iter().find(|player| player.eq_ignore_ascii_case(first));
    let player = match named {
        Some(player) if player != first => {
            let hint = format!("write `{player}`: names of players begin with a lower-case letter");
            return Some(hint);
        }
        None if !players.is_empty() => return None,
        _ => first,
    };
    match rest {
        ["has", kind @ .., "at", place] if line.starts_with("expect") && !kind.is_empty() => {
            let kind = kind.join(" ");
            Some(format!("write `expect {place} is {kind} of {player}`"))
        }
        ["has", number, .., "card" | "cards"]
            if number.parse::<u64>().is_ok() && rest.len() > 3 =>
        {
            let amount = rest[1..rest.len() - 1].join(" ");
            Some(format!("write `{player} has {amount}`"))
        }
        ["has", number, ..] if number.parse().is_ok_and(|number: i64| number < 0) => {
            Some(format!("`{number}` is negative: write 0 or more"))
        }
        ["have", ..] => Some(format!("write `{player} has`")),
        ["not", "may", ..] => Some(format!("write `{player} may not`")),
        ["has", "no", word, "to", ..] | ["has", word, "to", ..] => {
            let meant = suggest(word, ["access"]).filter(|meant| meant != word)?;
            Some(format!("did you mean `{meant}`?"))
        }
        ["roll" | "rolls", dice @ ..] => two_dice(player, dice),
        _ => None,
    }
}

/// The correct form of a roll with a wrong number of dice.
fn two_dice(player: &str, dice: &[&str]) -> Option<String> {
    let dice: Vec<u8> = dice.iter().map_while(|die| die.parse().ok()).collect();
    let [one, other] = match dice[..] {
        [] | [_, _] => return None,
        [sum @ 2..=12] => [sum / 2, sum - sum / 2],
        _ => [3, 4],
    };
    Some(format!("write both dice: `{player} rolls {one} {other}`"))
}

/// Adds the corrected line to a diagnostic, if one can be guessed.
pub(super) fn guessed(
    transcript: &Transcript,
    line: &Line,
    wrong: Diagnostic,
    players: &[String],
) -> Diagnostic {
    match guess(&transcript.source.text[line.span.clone()], players) {
        Some(hint) => Diagnostic { hints: vec![hint], ..wrong },
        None => wrong,
    }
}
