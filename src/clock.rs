//! The only place in the program that reads the clock.

use std::time::Instant;

/// The current time.
#[expect(clippy::disallowed_methods, reason = "time is measured and limited; no game sees it")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
