//! Which seats, openings, benefits and cards go with more wins than their share, and what players
//! could use and did not.
//!
//! All of it is association: who wins has had more turns, cards and choices, whatever the cause.

mod chances;
mod game;
mod opening;
mod tally;

pub use chances::{Chance, Chances};
pub use game::{BalanceGame, BalancePlayer, Family, play_balance};
pub use tally::{
    BalanceLayout, BalanceSummary, BalanceTally, Finding, GroupSummary, Obstacle, PlaceSummary,
    UseSummary,
};
