//! Many games and what they say of their rules: who wins, how long it takes, where points come from
//! and what is used.
//!
//! Plays by seats and hears of every action; knows no terminal and no file. What is told depends
//! on the games alone, and never on how many threads played them.

mod crew;
mod figures;
mod game;
mod tally;
mod things;
mod uses;

pub use crew::in_order;
pub use figures::{Counts, Share, Spread};
pub use game::{Row, play};
pub use tally::{PlayerSummary, Source, Summary, Tally, Usage};
pub use things::{Category, Thing, Things};
