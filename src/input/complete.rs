//! Completes the word before the cursor.

use super::matching::{Fit, after, is_little, is_number, words_of};
use super::{Actions, COMMANDS, WHY_NOT};

/// The most words that are proposed.
const MOST: usize = 60;

/// What a line can be completed to: the texts of the legal actions with their words in lower case.
#[derive(Clone, Default)]
pub(crate) struct Completions(Vec<(String, Vec<String>)>);

impl Actions {
    /// The completions to these actions.
    pub(crate) fn completions(&self) -> Completions {
        let all = self.0.iter().map(|listed| (listed.text.clone(), listed.words.clone()));
        Completions(all.collect())
    }
}

impl Completions {
    /// The words that can replace the text from the returned position to the end of the line.
    pub(crate) fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind([' ', ',']).map_or(0, |space| space + 1);
        let begun = line[start..].to_lowercase();
        let (before, is_question) = asked_about(&line[..start]);
        let before = words_of(before);
        let mut found: Vec<String> = Vec::new();
        let mut add = |word: &str| {
            if word.to_lowercase().starts_with(&begun) && !found.iter().any(|known| known == word) {
                found.push(word.to_owned());
            }
        };
        for (text, words) in &self.0 {
            let Some(rest) = after(&before, words, Fit::Begun) else { continue };
            let texts: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let next = &texts[texts.len() - rest.len()..];
            let is_short = |word: &&&str| is_little(word) && !is_number(word);
            let proposed = next.iter().take(1).chain(next.iter().skip_while(is_short).take(1));
            proposed.for_each(|word| add(word.trim_end_matches(':')));
        }
        if before.is_empty() && !is_question {
            COMMANDS.iter().filter(|(word, _)| word.len() > 1).for_each(|(word, _)| add(word));
            add(WHY_NOT[0]);
        }
        found.truncate(MOST);
        (start, found)
    }
}

/// The words of the action that somebody asks about, and whether it is such a question.
fn asked_about(before: &str) -> (&str, bool) {
    let lower = before.to_ascii_lowercase();
    let asked = WHY_NOT.iter().find(|head| lower.starts_with(*head));
    asked.map_or((before, false), |head| (&before[head.len()..], true))
}
