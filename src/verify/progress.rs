//! Reports the progress of a verification that takes long.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clunroll_files::failure::printable_name;

/// The time without a report.
const QUIET: Duration = Duration::from_secs(10);

/// Reports on standard error how many kernels of a file were launched, or launched again for coverage.
pub(super) struct LaunchProgress<'a> {
    /// The file; `None` if there is no report.
    name: Option<&'a str>,
    /// What was done with the kernels.
    what: &'static str,
    kernels: usize,
    last: Instant,
}

impl<'a> LaunchProgress<'a> {
    pub(super) fn new(name: Option<&'a str>, what: &'static str, kernels: usize) -> Self {
        Self { name, what, kernels, last: Instant::now() }
    }

    /// Reports that `done` kernels are done, if it is time.
    pub(super) fn show(&mut self, done: usize) {
        let Some(line) = self.line(done, self.last.elapsed()) else { return };
        self.last = Instant::now();
        // An error is ignored: nothing depends on the report.
        let _ = io::stderr().write_all(line.as_bytes());
    }

    /// The report that `done` kernels are done, this time after the last one; `None` if it is too early.
    fn line(&self, done: usize, elapsed: Duration) -> Option<String> {
        let name = self.name.filter(|_| self.kernels > 1 && elapsed >= QUIET)?;
        Some(format!("clunroll: {}: {done} of {} kernels {}\n", printable_name(name), self.kernels, self.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_reported_after_ten_seconds() {
        let line = |name, kernels, seconds| {
            LaunchProgress::new(name, "launched", kernels).line(3, Duration::from_secs(seconds))
        };
        let (name, early, late) = (Some("a\n.cl"), 9, 10);
        assert_eq!(line(name, 7, late).as_deref(), Some("clunroll: a?.cl: 3 of 7 kernels launched\n"));
        for (name, kernels, seconds) in [(name, 7, early), (None, 7, late), (name, 1, late)] {
            assert_eq!(line(name, kernels, seconds), None);
        }
    }
}
