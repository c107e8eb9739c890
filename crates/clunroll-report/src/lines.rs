//! Findings in one line each, and no line twice.
//!
//! A finding is there for each request that it concerns, so that each request has its reason, and for each source that
//! includes the file that it stands in. The formats of one line show neither the request nor the source: there, such
//! findings are one.

use std::collections::HashSet;
use std::io;

/// The lines that a renderer has written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(HashSet<String>);

impl Lines {
    /// Writes a line, unless it has been written before.
    pub(super) fn write(&mut self, out: &mut dyn io::Write, line: String) -> io::Result<()> {
        if self.0.contains(&line) {
            return Ok(());
        }
        writeln!(out, "{line}")?;
        self.0.insert(line);
        Ok(())
    }

    /// Whether a line has not been given before, which says what a format writes over several.
    #[cfg(feature = "data")]
    pub(super) fn is_new(&mut self, line: &str) -> bool {
        self.0.insert(line.to_owned())
    }
}
