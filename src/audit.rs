//! How well games prove rule files: what they run, which rulings they name, which faults they see.
//!
//! Works on files that are read already. Knows no rule, no terminal and no clock.

pub mod carried;
pub mod coverage;
pub mod equivalent;
pub mod mutant;
pub mod mutate;
pub mod page;
pub mod proof;
pub mod rulings;
pub mod suite;
pub mod words;

use crate::diagnostic::Source;

/// Whether the name of a file ends so.
fn is_a(ending: &str, file: &Source) -> bool {
    std::path::Path::new(&file.file).extension().is_some_and(|extension| extension == ending)
}
