//! The format `short`: one line for each diagnostic, which editors and `grep` can read.
//!
//! ```text
//! kernel.cl:12:20: error[CLU001]: the unroll factor is negative
//! ```
//!
//! Columns count characters from 1. No line is written twice (`lines`). Nothing in a line can end it early: line breaks in names, and all else that a terminal
//! would obey, become `?`.

use std::io;

use crate::lines::Lines;
use crate::text::{locus, one_line, texts};
use crate::{Checked, Renderer};

/// Writes a line for each diagnostic that says something new.
#[derive(Clone, Debug, Default)]
pub struct Short {
    lines: Lines,
}

impl Renderer for Short {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        let diagnostics = &checked.outcome.diagnostics;
        let texts = texts(&checked.outcome.sources, diagnostics.iter().map(|diagnostic| diagnostic.primary.place));
        for diagnostic in diagnostics {
            let locus = locus(&texts, diagnostic.primary.place);
            let (severity, code) = (diagnostic.severity.word(), diagnostic.rule.code);
            let line = format!("{locus}: {severity}[{code}]: {}", one_line(&diagnostic.message));
            self.lines.write(out, line)?;
        }
        Ok(())
    }
}
