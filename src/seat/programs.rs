//! Which external programs can play, and how each one is started.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::{Random, Seat};

/// Starts a program, or says why that is not possible. If the program fails, the random player
/// decides.
type Start = dyn Fn(Random) -> Result<Box<dyn Seat>, String> + Send + Sync;

/// The external programs that can play, by their names.
#[derive(Clone, Default)]
pub struct Programs(BTreeMap<String, Arc<Start>>);

impl Programs {
    /// Adds a program. Returns whether its name was free.
    pub fn add(
        &mut self,
        name: String,
        start: impl Fn(Random) -> Result<Box<dyn Seat>, String> + Send + Sync + 'static,
    ) -> bool {
        self.0.insert(name, Arc::new(start)).is_none()
    }

    /// The names of all programs.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Starts the program with this name.
    ///
    /// # Errors
    /// When there is no such program, or it cannot be started.
    pub fn start(&self, name: &str, fallback: Random) -> Result<Box<dyn Seat>, String> {
        let start = self.0.get(name).ok_or("no `--program` has this name")?;
        start(fallback)
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
