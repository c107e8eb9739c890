//! The format `short`: one line for each diagnostic, which editors and `grep` can read.
//!
//! ```text
//! kernel.cl:12:20: error[CLU001]: the unroll factor is negative
//! ```
//!
//! Columns count characters from 1. No line is written twice (`lines`). Line breaks in names, and other characters that a terminal would
//! obey, become `?`, so nothing ends a line early.

use std::io;

use crate::lines::WrittenLines;
use crate::{Checked, Locations, Renderer};

/// Writes a line for each diagnostic, and no line twice.
#[derive(Clone, Debug, Default)]
pub struct Short {
    lines: WrittenLines,
}

impl Renderer for Short {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        let mut locations = Locations::new(&checked.outcome.sources);
        for diagnostic in &checked.outcome.diagnostics {
            let location = locations.of(diagnostic.primary.place);
            self.lines.write(out, &diagnostic.line(location.as_ref()))?;
        }
        Ok(())
    }
}
