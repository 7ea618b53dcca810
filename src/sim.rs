//! Plays many games and summarizes them: winners, length, sources of points, and used things.
//!
//! Uses seats and observes every action, but depends on no terminal or file. The results depend
//! only on the games, and not on the number of threads.

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
