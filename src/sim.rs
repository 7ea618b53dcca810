//! Many games and what they say of their rules: who wins, how long it takes, where points come from
//! and what is used.
//!
//! Plays by seats and hears of every action; knows no terminal and no file. What is told depends
//! on the games alone, and never on how many threads played them.

mod crew;
mod figures;

pub use crew::in_order;
pub use figures::{Counts, Share, Spread};
