//! How far the verification of a file is, where it takes long.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clunroll_files::failure::printable_name;

/// How long nothing is said.
const QUIET: Duration = Duration::from_secs(10);

/// Says on standard error how many kernels of a file were launched.
pub(super) struct Progress<'a> {
    /// The file; nothing if nothing is to be said.
    name: Option<&'a str>,
    kernels: usize,
    last: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(name: Option<&'a str>, kernels: usize) -> Self {
        Self { name, kernels, last: Instant::now() }
    }

    /// So many kernels were launched.
    pub(super) fn show(&mut self, done: usize) {
        let Some(name) = self.name.filter(|_| self.kernels > 1 && self.last.elapsed() >= QUIET) else { return };
        self.last = Instant::now();
        // Nothing depends on it.
        let _ =
            writeln!(io::stderr(), "clunroll: {}: {done} of {} kernels launched", printable_name(name), self.kernels);
    }
}
