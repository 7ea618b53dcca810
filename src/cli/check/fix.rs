//! Replaces old names of the rule language in files.

use std::io::Write;
use std::path::Path;

use super::CheckFiles;
use crate::check::Targets;
use crate::cli::problem::Problem;
use crate::cli::rewrite::replace;
use crate::cli::setup;
use crate::cli::streams::Out;
use crate::content::renew;
use crate::diagnostic::Source;

/// Rewrites the packs, rule files and scenarios that use old names, and prints the replacements.
pub(super) fn fix(found: &CheckFiles, out: &mut Out) -> Result<(), Problem> {
    let Targets { scenarios, packs, .. } = &found.targets;
    for file in packs.iter().flat_map(|pack| &pack.files).chain(scenarios) {
        let path = Path::new(file);
        // The check reports files that cannot be read.
        let Ok(text) = setup::text(path) else { continue };
        let renewal = renew(&Source::new(file.as_str(), text));
        if renewal.words.is_empty() {
            continue;
        }
        replace(path, &renewal.text)?;
        for (line, word) in renewal.words {
            writeln!(out, "{file}:{line}: {} is {} now", word.old, word.new)?;
        }
    }
    Ok(())
}
