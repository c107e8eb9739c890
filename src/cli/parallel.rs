//! Work on all cores. Results come in a fixed order, each as soon as possible.
//!
//! Threads take numbers from one counter, so that none of them is idle while there is work. Results that are ready too early wait. To limit
//! how many wait, no thread begins with a number that is [`AHEAD`] or more beyond the next result. Numbers are taken in order, so some
//! thread always works on the next result, and there is no deadlock.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How many results may be ready or in work at a time.
const AHEAD: usize = 64;
/// How long to wait for a result before reporting that none has come.
const PATIENCE: Duration = Duration::from_millis(100);

/// The number of threads: `wanted`, or one for each core.
pub(super) fn threads(wanted: Option<NonZero<usize>>) -> NonZero<usize> {
    wanted.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// A message from a thread.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ThreadMessage<R> {
    /// The result for the next number; `None` where the work on it panicked.
    Result(usize, Option<R>),
    /// No result has come for a while.
    Waiting,
}

/// Does `work` for each number below `count` on up to `threads` threads, and hands the results over in order.
pub(super) fn in_order<R: Send>(
    count: usize,
    threads: NonZero<usize>,
    work: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(ThreadMessage<R>),
) {
    let work = |number| panic::catch_unwind(AssertUnwindSafe(|| work(number))).ok();
    let next = AtomicUsize::new(0);
    let window = Window::default();
    thread::scope(|scope| {
        // Dropped before the threads are waited for, even if `take` panics.
        let opener = Opener(&window);
        let (sender, results) = mpsc::channel();
        // A single piece of work needs no other thread.
        let others = if count > 1 { threads.get().min(count) } else { 0 };
        for _ in 0..others {
            let (sender, next, window, work) = (sender.clone(), &next, &window, &work);
            let one_thread = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    window.wait_for(number);
                    if sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            };
            // With fewer threads than wanted, the work takes longer; with none, this thread does it below.
            let _ = thread::Builder::new().spawn_scoped(scope, one_thread);
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        loop {
            match results.recv_timeout(PATIENCE) {
                Ok((number, result)) => {
                    early.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => take(ThreadMessage::Waiting),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = early.remove(&wanted) {
                take(ThreadMessage::Result(wanted, result));
                wanted += 1;
                opener.0.open(wanted + AHEAD);
            }
        }
        for number in wanted..count {
            take(ThreadMessage::Result(number, work(number)));
        }
    });
}

/// The numbers that threads may begin.
struct Window {
    end: Mutex<usize>,
    has_moved: Condvar,
}

impl Default for Window {
    fn default() -> Self {
        Self { end: Mutex::new(AHEAD), has_moved: Condvar::new() }
    }
}

impl Window {
    fn wait_for(&self, number: usize) {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.has_moved.wait_while(end, |end| number >= *end));
    }

    fn open(&self, end: usize) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
        self.has_moved.notify_all();
    }
}

/// Lets waiting threads continue when results are no longer taken, so that they notice it.
struct Opener<'a>(&'a Window);

impl Drop for Opener<'_> {
    fn drop(&mut self) {
        self.0.open(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(count: usize, threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<(usize, Option<usize>)> {
        let mut results = Vec::new();
        in_order(count, NonZero::new(threads).unwrap(), work, |message| {
            if let ThreadMessage::Result(number, result) = message {
                results.push((number, result));
            }
        });
        results
    }

    #[test]
    fn results_come_in_order_however_long_each_takes() {
        let work = |number: usize| {
            thread::sleep(Duration::from_micros((number as u64 * 7919) % 300));
            number * 2
        };
        for threads in [1, 2, 7] {
            for count in [0, 1, 5, 3 * AHEAD] {
                let expected: Vec<_> = (0..count).map(|number| (number, Some(number * 2))).collect();
                assert_eq!(results(count, threads, work), expected);
            }
        }
    }

    #[test]
    fn few_results_are_ready_before_their_turn() {
        let begun = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        let work = |number: usize| {
            begun.fetch_max(number, Ordering::Relaxed);
            if number == 0 {
                thread::sleep(Duration::from_millis(50));
                most.store(begun.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            number
        };
        assert_eq!(results(5 * AHEAD, 4, work).len(), 5 * AHEAD);
        assert!(most.load(Ordering::Relaxed) < AHEAD);
    }

    #[test]
    fn a_panic_loses_one_result_only() {
        let results = results(9, 3, |number| if number == 4 { panic::panic_any(()) } else { number });
        let expected: Vec<_> = (0..9).map(|number| (number, (number != 4).then_some(number))).collect();
        assert_eq!(results, expected);
    }

    #[test]
    #[should_panic(expected = "taken")]
    fn a_panic_of_the_taker_ends_all() {
        in_order(
            9 * AHEAD,
            NonZero::<usize>::MIN,
            |number| number,
            |message| assert!(message == ThreadMessage::Waiting, "taken"),
        );
    }
}
