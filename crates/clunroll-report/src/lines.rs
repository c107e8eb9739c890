//! Findings in one line each, and no line twice.
//!
//! A finding may occur several times: for each request that it concerns, so that each request has its reason, and for each source that
//! includes its file. The formats of one line show neither the request nor the source, so they write such a finding once.

use std::collections::HashSet;
use std::io;

/// The lines that a renderer has written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenLines(HashSet<String>);

impl WrittenLines {
    /// Writes a line, unless it has been written before.
    pub(super) fn write(&mut self, out: &mut dyn io::Write, line: &str) -> io::Result<()> {
        if self.is_new(line) { writeln!(out, "{line}") } else { Ok(()) }
    }

    /// Whether a line is new, and notes it. A format that needs several lines for a finding joins them into one for this.
    pub(super) fn is_new(&mut self, line: &str) -> bool {
        self.0.insert(line.to_owned())
    }
}
