//! Measures how well games test rule files: the lines that they run, the rulings that they name,
//! and the faults that they detect.
//!
//! Takes files that the caller has read. Does not depend on particular rules, terminals or clocks.

pub mod coverage;
pub mod equivalent;
pub mod mutant;
pub mod mutate;
pub mod page;
pub mod proof;
pub mod replacements;
pub mod ruling_comments;
pub mod rulings;
pub mod suite;

use crate::diagnostic::Source;

/// Whether a file has this extension.
fn is_a(ending: &str, file: &Source) -> bool {
    std::path::Path::new(&file.file).extension().is_some_and(|extension| extension == ending)
}
