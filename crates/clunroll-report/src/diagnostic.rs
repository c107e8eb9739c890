//! What the user is told about one finding.

use std::fmt;

use clunroll_rules::{Rule, Severity};
use oclc_syntax::source::{Place, Sources};

use crate::location::Location;
use crate::text::{UNKNOWN, one_line};

/// A place in the source with what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// Where the caret goes.
    pub place: Place,
    /// What stands beside the caret; may be empty.
    pub message: String,
}

/// One thing to tell the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule that was broken or applied.
    pub rule: &'static Rule,
    /// How bad it is: the rule's own severity, or what the user has made of it.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The token that is the reason.
    pub primary: Label,
    /// Other places that help to understand.
    pub secondary: Vec<Label>,
    /// Further places with the same cause.
    pub also: Vec<Label>,
    /// Why it matters, a sentence each.
    pub notes: Vec<String>,
    /// What to write instead, a sentence each.
    pub help: Vec<String>,
    /// The requests that it is about: several if they have one cause, none if it is about the file.
    pub requests: Vec<Place>,
    /// What to write instead, where that is certain to be what the author meant.
    pub fix: Option<Fix>,
}

/// A correction that a program can make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What it does, in the imperative: "write `#pragma unroll`".
    pub title: String,
    /// What is replaced, in the order of the places, and what by; no two of them overlap.
    pub edits: Vec<Edit>,
}

/// One replacement of a [`Fix`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What is replaced.
    pub place: Place,
    /// The text that takes its place.
    pub text: String,
}

impl Fix {
    /// A fix with that title, which makes these edits.
    #[must_use]
    pub const fn new(title: String, edits: Vec<Edit>) -> Self {
        Self { title, edits }
    }
}

impl Edit {
    /// Writes `text` at `place`.
    #[must_use]
    pub const fn new(place: Place, text: String) -> Self {
        Self { place, text }
    }
}

impl Diagnostic {
    /// What is said about `place`: `message` above, `label` beside the caret.
    #[must_use]
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            primary: Label { place, message: label.into() },
            secondary: Vec::new(),
            also: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            requests: Vec::new(),
            fix: None,
        }
    }

    /// The diagnostic in one line, as the format [`short`](crate::short) writes it: `kernel.cl:12:20: error[CLU001]: the unroll
    /// factor is negative`. `sources` are those of the outcome that the diagnostic is from.
    ///
    /// To show a diagnostic with its lines of source, its notes and its help, use [`full`](crate::full).
    #[must_use]
    pub fn display(&self, sources: &Sources) -> impl fmt::Display + use<> {
        self.line(Location::of(self.primary.place, sources).as_ref())
    }

    /// The same for a place that has been found.
    pub(crate) fn line(&self, location: Option<&Location>) -> String {
        let locus = location.map_or(UNKNOWN.to_owned(), Location::to_string);
        format!("{locus}: {}[{}]: {}", self.severity, self.rule.code, one_line(&self.message))
    }

    /// The notes, and after them the help with its label, as the formats without labels of their own show them.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.notes.iter().cloned().chain(self.help.iter().map(|help| format!("help: {help}")))
    }
}
