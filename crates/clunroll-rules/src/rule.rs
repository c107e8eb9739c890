//! A rule: its stable code, its default level and its page.

use oclc_syntax::words;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A valid request is declined, or something is worth knowing.
    Note,
    /// The code is valid, but its author hardly intended it.
    Warning,
    /// Breaks a rule of `cl_nv_pragma_unroll`, or prevents what was asked for; nothing is written.
    Error,
}

words!(Severity { Note => "note", Warning => "warning", Error => "error" });

/// Whether a fix may be made without asking its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// The author certainly meant it.
    Safe,
    /// It promises something, or requests something else: only the author knows whether that is right.
    Unsafe,
}

words!(Applicability { Safe => "safe", Unsafe => "unsafe" });

/// One rule: its stable code and what its page says.
#[derive(Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// `CLU` and three digits: 0xx errors, 1xx warnings, 2xx notes.
    pub code: &'static str,
    /// The rule as words with hyphens; reads well after "allow".
    pub name: &'static str,
    /// How severe a finding is, unless the user changes it.
    pub severity: Severity,
    /// Whether it is on by default.
    pub is_on: bool,
    /// Whether some of its findings come with a fix, and with which.
    pub fix: Option<Applicability>,
    /// The rule's page in Markdown, with the headings "What it checks", "Why it matters", "Example" and
    /// "Instead".
    pub page: &'static str,
}
