//! One finding in words, as users read it.

use std::fmt;

use clunroll_rules::words::in_words;
pub use clunroll_rules::words::{Edit, Fix, Label};
use clunroll_rules::{Finding, Rule, Severity};
use oclc_syntax::source::{Place, Sources};

use crate::location::Location;
use crate::text::{UNKNOWN, one_line};

/// One message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule of the finding.
    pub rule: &'static Rule,
    /// The rule's own severity, or the one that the user has set.
    pub severity: Severity,
    /// The problem, in one line without a full stop.
    pub message: String,
    /// The token that causes the finding.
    pub primary: Label,
    /// Other places that explain the finding.
    pub secondary: Vec<Label>,
    /// Further places with the same cause.
    pub also: Vec<Label>,
    /// Why it matters; each is one sentence.
    pub notes: Vec<String>,
    /// What to write instead; each is one sentence.
    pub help: Vec<String>,
    /// The requests that it concerns: several if they have one cause, none if it concerns the file.
    pub requests: Vec<Place>,
    /// The correction, if the author certainly meant it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding in words.
    #[doc(hidden)]
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        let wording = in_words(finding);
        let rule = finding.rule();
        Self {
            rule,
            severity: rule.severity,
            message: wording.message,
            primary: wording.primary,
            secondary: wording.secondary,
            also: Vec::new(),
            notes: wording.notes,
            help: wording.help,
            requests: finding.request.into_iter().collect(),
            fix: wording.fix,
        }
    }

    /// A diagnostic at `place`, with `message` above the source and `label` beside the caret.
    #[must_use]
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            primary: Label::new(place, label),
            secondary: Vec::new(),
            also: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            requests: Vec::new(),
            fix: None,
        }
    }

    /// The diagnostic in one line, as the format [`short`](crate::short) writes it: `kernel.cl:12:20: error[CLU001]: the unroll factor is
    /// negative`. `sources` are those of the diagnostic's outcome.
    ///
    /// To show a diagnostic with its lines of source, its notes and its help, use [`full`](crate::full).
    #[must_use]
    pub fn display(&self, sources: &Sources) -> impl fmt::Display + use<> {
        self.line(Location::of(self.primary.place, sources).as_ref())
    }

    /// The same for a known location.
    pub(crate) fn line(&self, location: Option<&Location>) -> String {
        let locus = location.map_or(UNKNOWN.to_owned(), Location::to_string);
        format!("{locus}: {}[{}]: {}", self.severity, self.rule.code, one_line(&self.message))
    }

    /// The notes, then the help with the prefix `help: `, for formats that have no separate field for help.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.notes.iter().cloned().chain(self.help.iter().map(|help| format!("help: {help}")))
    }
}
