//! A rule: its stable code, its default level and its page.

use oclc_syntax::words;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A valid request is declined, or there is advice.
    Note,
    /// The code is valid, but its author probably did not intend it.
    Warning,
    /// The code breaks a rule of `cl_nv_pragma_unroll`, or a request cannot be carried out; nothing is written.
    Error,
}

words!(Severity { Note => "note", Warning => "warning", Error => "error" });

/// Whether a program may apply a fix without a decision of the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// The author certainly meant it.
    Safe,
    /// It adds a promise, or changes the request: only the author knows whether that is right.
    Unsafe,
}

words!(Applicability { Safe => "safe", Unsafe => "unsafe" });

/// One rule.
#[derive(Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// `CLU` and three digits: 0xx errors, 1xx warnings, 2xx notes.
    pub code: &'static str,
    /// The rule as words with hyphens; reads well after "allow".
    pub name: &'static str,
    /// The severity of its findings, unless the user changes it.
    pub severity: Severity,
    /// Whether it is on by default.
    pub is_on: bool,
    /// The kind of fix that some of its findings have; `None` if none has one.
    pub fix: Option<Applicability>,
    /// The rule's page in Markdown, with the headings "What it checks", "Why it matters", "Example" and
    /// "Instead".
    pub page: &'static str,
}
