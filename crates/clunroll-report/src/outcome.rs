//! The outcome of a run, in words.

use clunroll_core::{Reported, ReportedFinding};
use clunroll_rules::{Rule, Severity};
use oclc_syntax::source::Place;

use crate::diagnostic::Diagnostic;
use crate::{labels, shared_cause};

/// The rewritten text, with its diagnostics and reports.
///
/// - [`text_str`](clunroll_core::EngineOutcome::text_str) gives the text as a string.
/// - [`reason`](clunroll_core::EngineOutcome::reason) finds the diagnostic that says why a request is declined.
/// - [`has_errors`](clunroll_core::EngineOutcome::has_errors) says whether any finding counts as an error.
pub type Outcome = clunroll_core::EngineOutcome<Diagnostic>;

/// Puts the findings of an outcome into words.
#[must_use]
pub fn in_words(outcome: clunroll_core::EngineOutcome) -> Outcome {
    outcome.map(|found| shared_cause::diagnostics(found, diagnostic), diagnostic)
}

fn diagnostic(found: &ReportedFinding) -> Diagnostic {
    let diagnostic = Diagnostic::of(&found.finding);
    let fix = diagnostic.fix.filter(|_| found.is_correctable);
    Diagnostic { severity: found.severity, fix, ..diagnostic }
}

impl Reported for Diagnostic {
    fn rule(&self) -> &'static Rule {
        self.rule
    }

    fn severity(&self) -> Severity {
        self.severity
    }

    fn is_about(&self, place: Place) -> bool {
        self.requests.contains(&place) || labels(self).any(|label| label.place == place)
    }
}
