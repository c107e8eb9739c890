//! Reports the progress of a verification that takes long.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clunroll_files::failure::printable_name;

/// The time without a report.
const QUIET: Duration = Duration::from_secs(10);

/// Reports on standard error how many kernels of a file were launched.
pub(super) struct LaunchProgress<'a> {
    /// The file; `None` if there is no report.
    name: Option<&'a str>,
    kernels: usize,
    last: Instant,
}

impl<'a> LaunchProgress<'a> {
    pub(super) fn new(name: Option<&'a str>, kernels: usize) -> Self {
        Self { name, kernels, last: Instant::now() }
    }

    /// Reports that `done` kernels were launched, if it is time.
    pub(super) fn show(&mut self, done: usize) {
        let Some(name) = self.name.filter(|_| self.kernels > 1 && self.last.elapsed() >= QUIET) else { return };
        self.last = Instant::now();
        // An error is ignored: nothing depends on the report.
        let _ =
            writeln!(io::stderr(), "clunroll: {}: {done} of {} kernels launched", printable_name(name), self.kernels);
    }
}
