//! The event die.

use crate::chance::Stream;

/// A die with named faces, which is rolled with the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventDie {
    /// The names on its faces, each of them once.
    pub names: Vec<String>,
    /// The faces, as indices of their names.
    pub faces: Vec<u8>,
    /// The index of its random stream, and the stream.
    pub stream: (u8, Stream),
}

impl EventDie {
    /// The name with this index.
    pub fn name(&self, name: u8) -> &str {
        &self.names[usize::from(name)]
    }
}
