//! Limits how often somebody may send requests.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use crate::clock;

/// The number of requests that may come at once.
const BURST: f64 = 60.0;
/// The number of further requests for each second.
const PER_SECOND: f64 = 20.0;
/// The number of senders that are remembered.
const SENDERS: usize = 10_000;

/// The requests that each sender may still send.
#[derive(Default)]
pub(super) struct Rates(Mutex<BTreeMap<String, Allowance>>);

struct Allowance {
    left: f64,
    since: Instant,
}

impl Rates {
    /// Whether a sender may send a request now.
    pub(super) fn allow(&self, sender: &str) -> bool {
        let mut senders = self.0.lock().expect("no thread fails while it holds the rates");
        if senders.len() >= SENDERS {
            // Those who have waited for long have their whole allowance anyway.
            senders.retain(|_, allowance| {
                allowance.since.elapsed().as_secs_f64() * PER_SECOND < BURST
            });
        }
        let now = clock::now();
        let new = Allowance { left: BURST, since: now };
        let allowance = senders.entry(sender.to_owned()).or_insert(new);
        let gained = (now - allowance.since).as_secs_f64() * PER_SECOND;
        *allowance = Allowance { left: (allowance.left + gained).min(BURST), since: now };
        let is_allowed = allowance.left >= 1.0;
        if is_allowed {
            allowance.left -= 1.0;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_to_wait_and_others_do_not() {
        let rates = Rates::default();
        let allowed = (0..200).filter(|_| rates.allow("one")).count();
        assert!((60..100).contains(&allowed), "{allowed}");
        assert!(rates.allow("another"));
    }
}
