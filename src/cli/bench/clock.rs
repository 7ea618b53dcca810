//! Measures the processor time of a thread, which other programs on the same machine do not use up.

use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

/// The name of the time that is measured.
pub(super) const MEASURED: &str = if cfg!(unix) { "processor time" } else { "real time" };

/// The processor time of this thread since a moment; real time if the system is not a Unix.
pub(super) struct Clock {
    #[cfg(unix)]
    begun: Duration,
    #[cfg(not(unix))]
    begun: Instant,
}

#[cfg(unix)]
impl Clock {
    pub(super) fn start() -> Self {
        Self { begun: worked() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        worked().saturating_sub(self.begun)
    }
}

#[cfg(not(unix))]
impl Clock {
    pub(super) fn start() -> Self {
        Self { begun: crate::clock::now() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// The processor time of this thread since its start.
#[cfg(unix)]
fn worked() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn bench_measures_work_and_not_waiting() {
        let clock = Clock::start();
        sleep(Duration::from_millis(200));
        assert!(clock.elapsed() < Duration::from_millis(100));
    }
}
