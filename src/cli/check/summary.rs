//! What is said at the end of a check.

use super::file::{Fixes, Report};
use crate::rules::{Diagnostic, Severity};

/// What was found in all files together.
#[derive(Debug, Default)]
pub(super) struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// The files in which something was found.
    with_findings: usize,
    fixes: usize,
    /// The files that have fixes.
    with_fixes: usize,
    failures: usize,
}

impl Summary {
    /// Counts what was found in one more file.
    pub(super) fn add(&mut self, report: &Report) {
        let count = |severity| {
            let is_one = |diagnostic: &&Diagnostic| diagnostic.severity == severity;
            report.outcome.diagnostics.iter().filter(is_one).count()
        };
        self.files += 1;
        self.errors += count(Severity::Error);
        self.warnings += count(Severity::Warning);
        self.notes += count(Severity::Note);
        self.with_findings += usize::from(!report.outcome.diagnostics.is_empty());
        self.fixes += report.fixes;
        self.with_fixes += usize::from(report.fixes > 0);
    }

    /// Counts something that could not be checked.
    pub(super) fn add_failure(&mut self) {
        self.failures += 1;
    }

    /// Whether anything was found that counts as an error.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether anything was or could be fixed.
    pub(super) fn has_fixes(&self) -> bool {
        self.fixes > 0
    }

    /// Whether anything could not be checked.
    pub(super) fn has_failures(&self) -> bool {
        self.failures > 0
    }

    /// All of it in one line: `2 errors, 1 warning in 3 of 17 files`.
    pub(super) fn line(&self, fixes: Fixes) -> String {
        let files = number(self.files, "file");
        let mut parts = Vec::new();
        match fixes {
            Fixes::Made if self.has_fixes() => parts.push(format!("{} fixed", self.fixes)),
            Fixes::Shown if self.has_fixes() => {
                return format!("{} could be fixed in {} of {files}", self.fixes, self.with_fixes);
            }
            Fixes::Shown => return format!("{files}, nothing to fix"),
            Fixes::Made | Fixes::Reported => {}
        }
        let counts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let counts: Vec<_> =
            counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| number(count, word)).collect();
        if counts.is_empty() {
            let rest = if parts.is_empty() { "found" } else { "left" };
            parts.push(format!("nothing {rest} in {files}"));
        } else {
            parts.push(format!("{} in {} of {files}", counts.join(", "), self.with_findings));
        }
        if self.has_failures() {
            parts.push(format!("{} could not be checked", self.failures));
        }
        parts.join("; ")
    }
}

fn number(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
