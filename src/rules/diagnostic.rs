//! What a finding looks like once a rule has judged it.

use std::fmt;

use crate::source::Place;

/// How many characters of the source one message shows.
const MAX_QUOTED: usize = 60;

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

    /// A finding at `place`.
    pub(super) fn new(rule: &'static Rule, place: Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            primary: Label { place, message: label.into() },
            secondary: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A valid request whose loop stays as it is, for the reason that stands at `place`.
    pub(super) fn left(rule: &'static Rule, place: Place, why: impl fmt::Display, label: impl Into<String>) -> Self {
        Self::new(rule, place, format!("loop left as written: {why}"), label)
    }

    /// An array that stays one, for the reason that stands at `place`.
    pub(super) fn array_left(
        rule: &'static Rule,
        place: Place,
        why: impl fmt::Display,
        label: impl Into<String>,
    ) -> Self {
        Self::new(rule, place, format!("array left as written: {why}"), label)
    }

    /// A file in which nothing is rewritten, for the reason that stands at `place`.
    pub(super) fn file_left(rule: &'static Rule, place: Place, why: impl fmt::Display, label: &str) -> Self {
        Self::new(rule, place, format!("file left as written: {why}"), label)
    }

    /// Says why it matters.
    pub(super) fn because(mut self, why: impl Into<String>) -> Self {
        self.notes.push(why.into());
        self
    }

    /// Says what to write instead.
    pub(super) fn instead(mut self, what: impl fmt::Display) -> Self {
        self.notes.push(format!("help: {what}"));
        self
    }

    /// Shows the request too, unless the finding lies in it.
    pub(super) fn requested_at(mut self, pragma: Place) -> Self {
        let primary = self.primary.place;
        if primary.file != pragma.file || !pragma.span.contains(primary.span) {
            self.secondary.push(Label { place: pragma, message: "requested here".to_owned() });
        }
        self
    }
}

/// Text of the source as a message can hold it: in backticks, on one line, of bounded length, and without characters
/// that a terminal would obey.
pub(super) fn quoted(text: &str) -> String {
    let is_obeyed = |character: char| {
        character.is_control()
            || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::from('`');
    let mut length = 0;
    let mut is_after_space = false;
    for character in text.trim().chars() {
        let is_space = character.is_whitespace();
        if is_space && is_after_space {
            continue;
        }
        if length == MAX_QUOTED {
            shown.push('…');
            break;
        }
        shown.push(match character {
            _ if is_space => ' ',
            _ if is_obeyed(character) => '?',
            _ => character,
        });
        length += 1;
        is_after_space = is_space;
    }
    shown.push('`');
    shown
}
