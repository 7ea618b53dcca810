//! Statistics of comparisons: intervals for games in clusters, sequential tests, and families of
//! paired differences and of groups of players.
//!
//! A cluster is the games of one seed: they share the board and the dice, so they are not
//! independent of each other. Clusters are. Does not depend on games.

mod cluster;
mod groups;
mod paired;
mod quantile;
mod sequential;

pub use cluster::{ClusterMean, ClusterShare};
pub use groups::{GroupShare, GroupWins, Groups};
pub use paired::{Difference, Differences, pairs_to_find};
pub use quantile::wilson;
pub use sequential::{SequentialTest, Verdict};
