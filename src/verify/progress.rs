//! The progress of the verification of a file, if it takes long.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clunroll_files::failure::printable_name;

/// The time before the first line.
const QUIET: Duration = Duration::from_secs(10);

/// Prints to standard error how many kernels of a file were launched.
pub(super) struct Progress<'a> {
    /// The name of the file; `None` if nothing is to be printed.
    name: Option<&'a str>,
    kernels: usize,
    last: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(name: Option<&'a str>, kernels: usize) -> Self {
        Self { name, kernels, last: Instant::now() }
    }

    /// Shows that `done` kernels were launched.
    pub(super) fn show(&mut self, done: usize) {
        let Some(name) = self.name.filter(|_| self.kernels > 1 && self.last.elapsed() >= QUIET) else { return };
        self.last = Instant::now();
        // A failure to write changes nothing.
        let _ =
            writeln!(io::stderr(), "clunroll: {}: {done} of {} kernels launched", printable_name(name), self.kernels);
    }
}
