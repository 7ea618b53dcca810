//! Statistics of comparisons: intervals for games in clusters, and sequential tests.
//!
//! A cluster is the games of one seed: they share the board and the dice, so they are not
//! independent of each other. Clusters are. Does not depend on games.

mod cluster;
mod quantile;
mod sequential;

pub use cluster::{ClusterMean, ClusterShare};
pub use quantile::wilson;
pub use sequential::{SequentialTest, Verdict};
