//! What a finding looks like once a rule has judged it.

use crate::source::Place;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A valid request was left as written, or something is worth knowing.
    Note,
    /// Valid, but not what its author can have wanted.
    Warning,
    /// Breaks a rule of `cl_nv_pragma_unroll`; nothing is written.
    Error,
}

impl Severity {
    /// The word that reports use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One rule: its stable code and what its page says.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// `CLU` and three digits: 0xx errors, 1xx warnings, 2xx notes.
    pub code: &'static str,
    /// The rule as words with hyphens; reads well after "allow".
    pub name: &'static str,
    /// How bad a violation is.
    pub severity: Severity,
    /// The rule's page in Markdown, with the headings "What it checks", "Why it matters", "Example" and
    /// "Instead".
    pub page: &'static str,
}

/// A place in the source with what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where the caret goes.
    pub place: Place,
    /// What stands beside the caret; may be empty.
    pub message: String,
}

/// One thing to tell the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken or applied.
    pub rule: &'static Rule,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The token that is the reason.
    pub primary: Label,
    /// Other places that help to understand.
    pub secondary: Vec<Label>,
    /// Why it matters and what to write instead, a sentence each.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// The severity of the rule.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.rule.severity
    }
}
