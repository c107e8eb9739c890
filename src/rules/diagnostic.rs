//! What a finding looks like once a rule has judged it.

use std::fmt;

use super::finding::Correction;
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
    /// Breaks a rule of `cl_nv_pragma_unroll`, or keeps what was asked for from being done at all; nothing is written.
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
    /// Whether some of its findings come with a [`Fix`].
    pub is_fixable: bool,
    /// The rule's page in Markdown, with the headings "What it checks", "Why it matters", "Example" and
    /// "Instead".
    pub page: &'static str,
}

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
    /// Why it matters and what to write instead, a sentence each.
    pub notes: Vec<String>,
    /// The request that it is about; `None` where it is about the file.
    pub request: Option<Place>,
    /// What to write instead, where that is certain to be what the author meant.
    pub fix: Option<Fix>,
}

/// A correction that a program can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in the imperative: "write `#pragma unroll`".
    pub title: String,
    /// What is replaced, in the order of the places, and what by; no two of them overlap.
    pub edits: Vec<Edit>,
}

/// One replacement of a [`Fix`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub place: Place,
    /// The text that takes its place.
    pub text: String,
}

impl Diagnostic {
    /// A finding at `place`, where `label` is said beside the caret.
    #[must_use]
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            primary: Label { place, message: label.into() },
            secondary: Vec::new(),
            notes: Vec::new(),
            request: None,
            fix: None,
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

    /// Gives a correction that a program can make: `text` in place of what stands at `place`.
    pub(super) fn fixed(mut self, title: impl Into<String>, place: Place, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title: title.into(), edits: vec![Edit { place, text: text.into() }] });
        self
    }

    /// Gives what is right, where that is known.
    pub(super) fn corrected(self, correction: Option<&Correction>) -> Self {
        match correction {
            Some(right) => self.fixed(format!("write {}", quoted(&right.text)), right.place, &*right.text),
            None => self,
        }
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
