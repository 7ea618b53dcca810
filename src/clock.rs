//! The only place in the program that reads the clock.

use std::time::Instant;
#[cfg(feature = "terminal")]
use std::time::{SystemTime, UNIX_EPOCH};

/// The current time.
#[expect(clippy::disallowed_methods, reason = "time is measured and limited; no game sees it")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The seconds since 1970.
#[cfg(feature = "terminal")]
#[expect(clippy::disallowed_methods, reason = "it tells how old files are; no game sees it")]
pub(crate) fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
