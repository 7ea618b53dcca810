//! Plays many games and summarizes them: winners, length, sources of points, and used things.
//!
//! Uses seats and observes every action, but does not depend on a terminal or on files. The results
//! depend only on the games, and not on the number of threads.

mod arrangement;
mod balance;
mod comparison;
mod course;
mod figures;
mod game;
mod layout;
mod match_tally;
mod measure;
mod sweep;
mod tally;
mod usables;
mod uses;
mod workers;

pub use arrangement::arrangements;
pub use balance::{
    BalanceGame, BalanceLayout, BalancePlayer, BalanceSummary, BalanceTally, Chance, Chances,
    Family, Finding, GroupSummary, Obstacle, PlaceSummary, UseSummary, play_balance,
};
pub use comparison::Comparison;
pub use course::{Course, play_course};
pub use figures::{Counts, Distribution, Share};
pub use game::{Row, play};
pub use layout::{Layout, LineReader, Seated};
pub use match_tally::{Gap, KindSummary, MatchSummary, MatchTally, Mean, SeatSummary};
pub use measure::{Measure, MeasureGroup, Measures};
pub use sweep::{CellGame, CellSummary, CellTally};
pub use tally::{PlayerSummary, PointSource, Summary, Tally, Usage};
pub use usables::{Category, Usable, Usables};
pub use workers::in_order;
