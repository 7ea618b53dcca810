//! Runs numbered jobs on several threads and returns their results in order. Does not depend on
//! games.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Runs the jobs with these numbers on several threads. Calls `each` with their results in the
/// order of the numbers, until it breaks.
///
/// Each thread makes its own worker, and takes the next number when it has finished a job. So at
/// the end, no result before the last one is missing. No further jobs begin once `is_over` returns
/// `true`.
pub fn in_order<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    threads: usize,
    is_over: &(impl Fn() -> bool + Sync),
    worker: &(impl Fn() -> W + Sync),
    each: &mut impl FnMut(T) -> ControlFlow<()>,
) {
    let (next, has_broken_off) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let is_over = &|| has_broken_off.load(Ordering::Relaxed) || is_over();
    let (send, receive) = mpsc::channel();
    let jobs = usize::try_from(numbers.end - numbers.start).unwrap_or(usize::MAX);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs) {
            let (send, next, end) = (send.clone(), &next, numbers.end);
            scope.spawn(move || {
                let mut job = worker();
                while !is_over() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end || send.send((number, job(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut awaited = numbers.start;
        for (number, result) in receive {
            early.insert(number, result);
            while let Some(result) = early.remove(&awaited) {
                awaited += 1;
                if each(result).is_break() {
                    has_broken_off.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(threads: usize, last: u64) -> Vec<u64> {
        let mut done = Vec::new();
        // The first jobs take longest, so that others finish before them.
        let job = |number: u64| (0..(40 - number) * 2_000).fold(number, |n, i| n ^ (i & !i));
        in_order(3..40, threads, &|| false, &|| job, &mut |number| {
            done.push(number);
            if number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        done
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in 1..=4 {
            assert_eq!(done(threads, 99), (3..40).collect::<Vec<_>>());
            assert_eq!(done(threads, 17), (3..=17).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_begun_when_it_is_over_is_told_without_a_gap() {
        let begun = AtomicU64::new(0);
        let is_over = || begun.load(Ordering::Relaxed) >= 10;
        let job = || {
            |number| {
                begun.fetch_add(1, Ordering::Relaxed);
                number
            }
        };
        let mut received = Vec::new();
        in_order(0..1000, 3, &is_over, &job, &mut |number| {
            received.push(number);
            ControlFlow::Continue(())
        });
        assert!((10..13).contains(&received.len()), "{received:?}");
        assert_eq!(received, (0..received.len() as u64).collect::<Vec<_>>());
    }

    #[test]
    fn no_job_is_no_trouble() {
        in_order(5..5, 2, &|| false, &|| |number| number, &mut |_| unreachable!());
    }
}
