//! The progress of the games: a bar, if stderr is a terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::cli::project;

/// A bar that counts games and decisions.
pub(in crate::cli) struct Progress {
    bar: ProgressBar,
    decisions: Arc<AtomicU64>,
}

impl Progress {
    /// A bar for this number of games.
    pub(in crate::cli) fn new(games: u64) -> Self {
        let bar = project::bar("games", usize::try_from(games).unwrap_or(usize::MAX));
        let decisions = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&decisions);
        let rate = move |state: &ProgressState, out: &mut dyn Write| {
            let time = state.elapsed().as_millis().max(1);
            let rate = u128::from(counted.load(Ordering::Relaxed)) * 1000 / time;
            write!(out, "{rate} decisions/s").expect("writing cannot fail");
        };
        let template = "{msg} {wide_bar} {pos}/{len}  {per_sec}, {decisions}  {eta} left";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        bar.set_style(style.with_key("decisions", rate));
        Self { bar, decisions }
    }

    /// Counts a game with this number of decisions.
    pub(in crate::cli) fn tell(&self, decisions: u32) {
        self.decisions.fetch_add(decisions.into(), Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub(in crate::cli) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
