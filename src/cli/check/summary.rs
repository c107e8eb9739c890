//! The summary at the end of a check.

use std::collections::BTreeMap;

use super::file::{FileReport, Fixes};
use super::repair::{MadeFixes, is_in_file};
use clunroll::rules::{Diagnostic, Severity};
use clunroll_files::failure::printable_name;
use clunroll_report::summary::{counted, listed};
use clunroll_rules::table::MISSING_INCLUDE;

/// The counts of findings in all files together.
#[derive(Debug, Default)]
pub(super) struct CheckSummary {
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// The files with findings.
    with_findings: usize,
    /// The findings that can be fixed and have not been.
    fixable: usize,
    /// The findings whose fix is unsafe.
    unsafely_fixable: usize,
    fixes: usize,
    /// The files that have fixes.
    with_fixes: usize,
    failures: usize,
    /// The findings that are in a baseline.
    known: usize,
    has_new: bool,
    /// How often each included file was not found, by its name as written.
    missing_includes: BTreeMap<String, usize>,
}

/// The number of findings from which on a baseline is suggested.
const MANY: usize = 20;

impl CheckSummary {
    /// Counts the findings of one more file.
    pub(super) fn add(&mut self, report: &FileReport) {
        let count = |severity| {
            let is_one = |diagnostic: &&Diagnostic| diagnostic.severity == severity;
            report.outcome.diagnostics.iter().filter(is_one).count()
        };
        let is_missing = |diagnostic: &&Diagnostic| diagnostic.rule == &MISSING_INCLUDE;
        for found in report.outcome.diagnostics.iter().filter(is_missing) {
            if let Some(file) = report.outcome.sources.get(found.primary.place.file) {
                let include = String::from_utf8_lossy(file.slice(found.primary.place.span));
                *self.missing_includes.entry(include.into_owned()).or_default() += 1;
            }
        }
        self.files += 1;
        self.errors += count(Severity::Error);
        self.warnings += count(Severity::Warning);
        self.notes += count(Severity::Note);
        self.with_findings += usize::from(!report.outcome.diagnostics.is_empty());
        let count = |wanted: MadeFixes| {
            let fixes = report.outcome.diagnostics.iter().filter_map(|diagnostic| wanted.fix(diagnostic));
            fixes.filter(|fix| is_in_file(fix)).count()
        };
        self.fixable += count(MadeFixes::Safe);
        self.unsafely_fixable += count(MadeFixes::All) - count(MadeFixes::Safe);
        self.fixes += report.fixes;
        self.with_fixes += usize::from(report.fixes > 0);
    }

    /// Counts the known findings of a file, and whether it has others.
    pub(super) fn add_known(&mut self, known: usize, has_new: bool) {
        self.known += known;
        self.has_new |= has_new;
    }

    /// Whether there are findings that are not in a baseline.
    pub(super) fn has_new(&self) -> bool {
        self.has_new
    }

    /// Counts a failed check or a failed write.
    pub(super) fn add_failure(&mut self) {
        self.failures += 1;
    }

    /// Whether there are findings that count as errors.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether anything was or could be fixed.
    pub(super) fn has_fixes(&self) -> bool {
        self.fixes > 0
    }

    /// Whether a check or a write has failed.
    pub(super) fn has_failures(&self) -> bool {
        self.failures > 0
    }

    /// What to do next on a tree that was not checked before; `None` if nothing helps all findings at once.
    pub(super) fn next_step(&self, fixes: Fixes) -> Option<String> {
        if fixes != Fixes::Reported || self.known > 0 {
            return None;
        }
        let is_many = self.errors + self.warnings + self.notes >= MANY;
        // The most frequent one is most often the cause of the others.
        if let Some((include, _)) = self.missing_includes.iter().rev().max_by_key(|(_, count)| **count) {
            let is_name = include.starts_with(['"', '<']);
            let include = printable_name(include);
            let step = if is_name {
                format!("pass the folders of included files with `-I FOLDER`: {include} was not found")
            } else {
                format!("pass the macros that name included files with `-D NAME=VALUE`: {include} is unknown")
            };
            let then =
                if is_many { "; then accept the findings that remain, with `--write-baseline FILE`" } else { "" };
            return Some(step + then);
        }
        is_many.then(|| {
            "to accept these findings and to report only new ones, use `--write-baseline FILE`, and then `--baseline FILE`"
                .to_owned()
        })
    }

    /// The number of findings that are in a baseline.
    pub(super) fn known(&self) -> usize {
        self.known
    }

    /// All of it in one line: `2 errors, 1 warning in 3 of 17 files`.
    pub(super) fn line(&self, fixes: Fixes) -> String {
        let files = counted(self.files, "file");
        let mut parts = Vec::new();
        match fixes {
            Fixes::Shown if self.has_fixes() => {
                parts.push(format!("{} can be fixed in {} of {files}", self.fixes, self.with_fixes));
            }
            Fixes::Shown => parts.push(format!("nothing to fix in {files}")),
            Fixes::Made if self.has_fixes() => {
                parts.push(format!("{} fixed", self.fixes));
                parts.push(self.found("left"));
            }
            Fixes::Made => parts.push(self.found("found")),
            Fixes::Reported => {
                parts.push(self.found("found"));
                if self.fixable > 0 {
                    parts.push(format!("{} can be fixed by --fix", self.fixable));
                }
                if self.unsafely_fixable > 0 {
                    parts.push(format!("{} can be fixed by --fix --unsafe-fixes", self.unsafely_fixable));
                }
            }
        }
        if self.known > 0 {
            parts.push(format!("{} known", self.known));
        }
        if self.has_failures() {
            parts.push(counted(self.failures, "failure"));
        }
        parts.join("; ")
    }

    /// The counts in words; without findings, that nothing was `found`, or is `left`.
    fn found(&self, word: &str) -> String {
        let files = counted(self.files, "file");
        let counts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        match listed(counts) {
            None => format!("nothing {word} in {files}"),
            Some(counts) => format!("{counts} in {} of {files}", self.with_findings),
        }
    }
}
