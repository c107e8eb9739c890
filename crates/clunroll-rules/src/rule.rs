//! What a rule is: its stable code, its default level and its page.

use oclc_syntax::words;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A valid request was left as written, or something is worth knowing.
    Note,
    /// Valid, but not what its author can have wanted.
    Warning,
    /// Breaks a rule of `cl_nv_pragma_unroll`, or prevents what was asked for; nothing is written.
    Error,
}

words!(Severity { Note => "note", Warning => "warning", Error => "error" });

/// Who may decide that a fix is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// It is certain to be what the author meant.
    Safe,
    /// It promises something, or asks for something else: only the author knows whether that is right.
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
    /// How bad a violation is, unless somebody says otherwise.
    pub severity: Severity,
    /// Whether it is on unless somebody turns it off.
    pub is_on: bool,
    /// Whether some of its findings come with a fix, and with which.
    pub fix: Option<Applicability>,
    /// The rule's page in Markdown, with the headings "What it checks", "Why it matters", "Example" and
    /// "Instead".
    pub page: &'static str,
}
