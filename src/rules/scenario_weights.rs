//! The weights with which players that look ahead judge the positions of a scenario.

use std::collections::BTreeMap;

/// The number of phases of a game with their own weights: the placement, the beginning and the end.
pub const PHASES: usize = 3;

/// The weights in the file beside a scenario's file.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenarioWeights {
    /// The weights of each feature, by its name.
    pub of: BTreeMap<String, [f64; PHASES]>,
    /// What the players value, by its name.
    pub habits: BTreeMap<String, u32>,
    /// A hash of the file, with LF line ends.
    pub hash: u64,
}
