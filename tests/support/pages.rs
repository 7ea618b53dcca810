//! The files shown on pages of the book.

/// The name of a file, if it is alone on the line above a block.
pub fn named(before: &str) -> Option<&str> {
    let line = before.strip_suffix("\n\n")?.rsplit('\n').next()?;
    line.strip_prefix('`')?.strip_suffix('`').filter(|name| !name.contains(['`', ' ']))
}

/// The files that a page shows: names and texts.
pub fn blocks(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split("```").collect();
    let pairs = parts.windows(2).step_by(2);
    pairs.filter_map(|pair| Some((named(pair[0])?, pair[1].split_once('\n')?.1))).collect()
}
