//! Notices a kernel that does not end while launches are timed.
//!
//! A thread that waits for a platform cannot be ended from outside. So the thread that times says what it begins, and another one looks
//! from time to time how long that takes. If it takes too long, this is reported to the process that asked, which ends the worker.
//!
//! A platform may compile a kernel at its first launch. That is another step than the launch itself, so that the limit for a launch need
//! not have room for a compiler.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How many times as long as a launch any other step may take.
pub(crate) const OTHER_STEPS: u32 = 10;
/// The longest time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// What is done with one of the programs that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimedStep {
    /// Its kernel is launched for the first time, and has not begun.
    Begin,
    /// Its kernel runs, on the first contents of memory.
    Run,
    /// Its kernel runs again and again on its own results.
    Continue,
    /// Memory gets its contents, or is compared.
    Memory,
}

/// A step that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndlessStep {
    /// The number of the program among those that are timed.
    pub program: usize,
    /// What did not end.
    pub step: TimedStep,
}

/// Watches the steps of one request, until it is dropped.
pub(crate) struct StepWatch {
    current: Arc<Mutex<Option<(EndlessStep, Instant)>>>,
    /// The thread ends when this is dropped.
    _end: Sender<()>,
}

impl StepWatch {
    /// Starts to watch; `limit` is that of a launch. `report` gets the first step that takes too long.
    pub(crate) fn start(limit: Duration, report: impl FnOnce(EndlessStep) + Send + 'static) -> Self {
        let current = Arc::new(Mutex::new(None));
        let (end, is_ended) = mpsc::channel();
        let watched = Arc::clone(&current);
        thread::spawn(move || {
            loop {
                match is_ended.recv_timeout(PAUSE.min(limit / 4)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
                let now: Option<(EndlessStep, Instant)> = *watched.lock().unwrap_or_else(PoisonError::into_inner);
                let Some((step, begin)) = now else { continue };
                let limit = match step.step {
                    TimedStep::Run | TimedStep::Continue => limit,
                    TimedStep::Begin | TimedStep::Memory => limit.saturating_mul(OTHER_STEPS),
                };
                if begin.elapsed() > limit {
                    report(step);
                    return;
                }
            }
        });
        Self { current, _end: end }
    }

    /// A step begins, and the one before it has ended.
    pub(crate) fn begin(&self, program: usize, step: TimedStep) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((EndlessStep { program, step }, Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_is_noticed_before_other_steps() {
        let (sender, reported) = mpsc::channel();
        let limit = Duration::from_millis(100);
        let watch = StepWatch::start(limit, move |step| {
            let _ = sender.send(step);
        });
        watch.begin(1, TimedStep::Begin);
        assert_eq!(reported.recv_timeout(limit * 4), Err(RecvTimeoutError::Timeout));
        watch.begin(2, TimedStep::Run);
        let step = reported.recv_timeout(limit * 20);
        assert_eq!(step, Ok(EndlessStep { program: 2, step: TimedStep::Run }));
    }
}
