//! The format `json`: a line for each file, which is a whole report as in the file of `--report` (`json`).
//!
//! So one schema, `docs/report.schema.json`, describes both the file of `--report` and each of these lines. A file without requests and
//! findings has no line, since most files of most projects have neither.

use std::io;

use crate::{Checked, Renderer, json};

/// Writes a line for each file.
#[derive(Clone, Copy, Debug)]
pub struct JsonLines;

impl Renderer for JsonLines {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        let Checked { name, bytes, outcome } = *checked;
        if outcome.diagnostics.is_empty()
            && outcome.requests.is_empty()
            && outcome.promotions.is_empty()
            && outcome.pointers.is_empty()
        {
            return Ok(());
        }
        json::write_line(out, json::Input { name, bytes, outcome, is_written: false, verification: None })
    }
}
