//! The order in which a person reads the findings of many files, in the format `full`.
//!
//! - The files with errors come first. The text of the other files is held until the end.
//! - Findings of one cause in several files are shown once: an include that was not found, or a name that nothing declares. One line with
//!   the number of the others, and their first places, follows at the end. `--verbose` shows each of them.
//!
//! All other formats keep every finding, in the order of the files: other programs read them. Counts, baselines and the exit status
//! know all findings, whatever is shown.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::file::FileReport;
use clunroll::rules::{Diagnostic, Severity};
use clunroll_files::failure::printable_name;
use clunroll_report::summary::counted;
use clunroll_rules::Rule;
use clunroll_rules::table::{HOST_DECIDES, MISSING_INCLUDE, TRIPS_NOT_COUNTED, UNDEFINED_NAME, UNKNOWN_FACTOR};

/// How many further places of a cause are named.
const PLACES: usize = 3;

/// A cause that several files may share.
#[derive(Debug)]
struct CauseInFiles {
    rule: &'static Rule,
    severity: Severity,
    message: String,
    /// The places with this cause. A place in an included file is found again with each source that includes it.
    known: HashSet<String>,
    /// The number of places that are not shown, and the first ones.
    left_out: usize,
    places: Vec<String>,
}

/// What is not written yet.
#[derive(Debug, Default)]
pub(super) struct ReadingOrder {
    /// The text about files without errors.
    held: Vec<u8>,
    causes: Vec<CauseInFiles>,
    /// The index of each cause.
    known: HashMap<(&'static str, String), usize>,
}

impl ReadingOrder {
    /// Removes the findings of a file whose causes were found in a file before.
    pub(super) fn leave_out_repeated(&mut self, report: &mut FileReport) {
        let before = self.causes.len();
        let sources = &report.outcome.sources;
        report.outcome.diagnostics.retain(|diagnostic| {
            if !is_shared(diagnostic) {
                return true;
            }
            let key = (diagnostic.rule.code, diagnostic.message.clone());
            let index = *self.known.entry(key).or_insert_with(|| {
                self.causes.push(CauseInFiles {
                    rule: diagnostic.rule,
                    severity: diagnostic.severity,
                    message: diagnostic.message.clone(),
                    known: HashSet::new(),
                    left_out: 0,
                    places: Vec::new(),
                });
                self.causes.len() - 1
            });
            let cause = &mut self.causes[index];
            let place = sources.get(diagnostic.primary.place.file).map_or_else(String::new, |file| {
                let line = file.line_index(diagnostic.primary.place.span.start) + 1;
                format!("{}:{line}", printable_name(&file.name))
            });
            let is_new = cause.known.insert(place.clone());
            if index >= before {
                return true;
            }
            if is_new {
                cause.left_out += 1;
                if cause.places.len() < PLACES {
                    cause.places.push(place);
                }
            }
            false
        });
    }

    /// Whether the text about a file waits for the end; adds it, if it does.
    pub(super) fn hold(&mut self, has_errors: bool, text: &[u8]) -> bool {
        if !has_errors {
            self.held.extend_from_slice(text);
        }
        !has_errors
    }

    /// The text that was held, and a line for each cause with further places.
    pub(super) fn end(&mut self) -> Vec<u8> {
        let mut text = String::new();
        for CauseInFiles { rule, severity, message, left_out, places, .. } in &self.causes {
            if *left_out > 0 {
                let more = if places.len() < *left_out { ", …" } else { "" };
                let number = counted(*left_out, "other place");
                let places = places.join(", ");
                let _ =
                    writeln!(text, "{}[{}]: {message}: also in {number}: {places}{more}", severity.name(), rule.code);
            }
        }
        if !text.is_empty() {
            text.push_str("  = help: `--verbose` shows each of them with its source\n\n");
        }
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(text.as_bytes());
        held
    }
}

/// Whether files may share the cause of a finding: its message names the include or the name, and it has no fix.
fn is_shared(diagnostic: &Diagnostic) -> bool {
    let rules = [&MISSING_INCLUDE, &UNDEFINED_NAME, &HOST_DECIDES, &TRIPS_NOT_COUNTED, &UNKNOWN_FACTOR];
    diagnostic.severity != Severity::Error && diagnostic.fix.is_none() && rules.contains(&diagnostic.rule)
}
