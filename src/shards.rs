//! Long runs in shards: files that are named by what decides their results.
//!
//! A run has a number of rows, such as one for each game. A shard contains consecutive rows. It is
//! complete or not there, so shards can be written again, on any machine and in any order, and then
//! merged. This module knows nothing of the contents of a row.

mod cover;
mod header;
mod read;
mod rows;
mod shard;
mod write;

pub use cover::{gaps, shards_in};
pub use header::{Difference, Header, Run, engine};
pub use read::{Damage, ShardFile, is_named_as_shard};
pub use rows::{RowError, Rows};
pub use shard::Shard;
pub use write::Writer;
