//! How well games prove rule files: what they run, which rulings they name, which faults they see.
//!
//! Works on files that are read already. Knows no rule, no terminal and no clock.

pub mod coverage;
pub mod page;
pub mod rulings;
pub mod suite;
