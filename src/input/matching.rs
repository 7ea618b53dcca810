//! Compares typed words with the words of an action.

/// The words that can be left out.
const LITTLE: [&str; 7] = ["at", "by", "to", "with", "for", "from", "1"];

/// How closely words have to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// Each word is the same, except for case.
    Exact,
    /// Each word is the same or begins so.
    Shortened,
    /// As before, but the last words can be missing.
    Begun,
}

/// The words of a text in lower case, without commas and colons.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    let words = words.map(|word| word.trim_end_matches(':').to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a word can be left out.
pub(super) fn is_little(word: &str) -> bool {
    LITTLE.contains(&word)
}

/// Whether typed words fit the words of an action.
pub(super) fn fits(typed: &[String], words: &[String], fit: Fit) -> bool {
    match after(typed, words, fit) {
        Some(rest) => fit == Fit::Begun || rest.iter().all(|word| is_little(word)),
        None => false,
    }
}

/// The words of an action that follow the typed ones; `None` if these do not fit.
pub(super) fn after<'w>(typed: &[String], words: &'w [String], fit: Fit) -> Option<&'w [String]> {
    let [first, rest @ ..] = typed else { return Some(words) };
    if let [word, others @ ..] = words {
        let same = if fit == Fit::Exact || is_number(first) {
            first == word
        } else {
            word.starts_with(first.as_str())
        };
        let found = same.then(|| after(rest, others, fit)).flatten();
        let skipped = || is_little(word).then(|| after(typed, others, fit)).flatten();
        if let Some(found) = found.or_else(skipped) {
            return Some(found);
        }
    }
    if is_little(first) { after(rest, words, fit) } else { None }
}

/// Whether a word is a number, which cannot be shortened.
pub(super) fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}
