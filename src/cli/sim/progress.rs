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
        let games = |state: &ProgressState, out: &mut dyn Write| {
            write!(out, "{}", per_second(state.per_sec())).expect("writing cannot fail");
        };
        let template = "{msg} {wide_bar} {pos}/{len}  {games}, {decisions}  {eta} left";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        bar.set_style(style.with_key("decisions", rate).with_key("games", games));
        Self { bar, decisions }
    }

    /// Counts a game with this number of decisions.
    pub(in crate::cli) fn count(&self, decisions: u32) {
        self.decisions.fetch_add(decisions.into(), Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub(in crate::cli) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A number of games a second, with a decimal place only if it is small.
fn per_second(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{rate:.0}/s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_one_decimal_place_at_most() {
        let rates = [0.0, 0.123, 9.87, 48.3597, 1234.5].map(per_second);
        assert_eq!(rates, ["0.0/s", "0.1/s", "9.9/s", "48/s", "1234/s"]);
    }
}
