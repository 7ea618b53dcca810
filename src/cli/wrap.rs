//! Breaks lines of text, so that a terminal does not break them within words.

/// Breaks a line between words, so that no part is wider than this; later parts are indented.
pub(super) fn wrapped(line: &str, width: usize) -> Vec<String> {
    let width = width.max(4);
    let indent: String = line.chars().take_while(|c| *c == ' ').take(width / 2).collect();
    let mut rows = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let mut word = word;
        loop {
            let row = rows.last_mut().expect("there is a row");
            let free = width.saturating_sub(row.chars().count());
            if word.trim_end().chars().count() <= free {
                row.push_str(word);
                break;
            }
            if row.trim().is_empty() {
                // A word that is wider than a whole row is cut.
                let cut = word.char_indices().nth(free.max(1)).map_or(word.len(), |(at, _)| at);
                row.push_str(&word[..cut]);
                word = &word[cut..];
            }
            rows.push(format!("{indent}  "));
        }
    }
    for row in &mut rows {
        row.truncate(row.trim_end().len());
    }
    rows
}
