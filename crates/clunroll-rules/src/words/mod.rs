//! Findings in words.
//!
//! Only [`in_words`] makes them, and only `clunroll-report` calls it: the engine has no words. The folder of a rule has the words for its
//! payload, and [`Wording`] builds them step by step.

use std::fmt;

use crate::correction::Correction;
pub use crate::finding::in_words;
use oclc_syntax::source::Place;

/// How many characters of the source a quotation in a message shows.
const MAX_QUOTED: usize = 60;

/// How many macros a command in a message names.
const MACROS_SHOWN: usize = 6;

/// The start of each message about a loop that is not unrolled.
pub(crate) const LOOP_LEFT: &str = "loop not unrolled: ";

/// A place in the source with a message about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place of the caret.
    pub place: Place,
    /// The text beside the caret; may be empty.
    pub message: String,
}

impl Label {
    /// A label at `place`.
    #[must_use]
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

/// A correction that a program can make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Its effect, in the imperative: "write `#pragma unroll`".
    pub title: String,
    /// The edits in the order of their places; no two of them overlap.
    pub edits: Vec<Edit>,
}

/// One replacement of a [`Fix`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The text to replace.
    pub place: Place,
    /// The replacement.
    pub text: String,
}

impl Fix {
    /// A fix with this title and these edits.
    #[must_use]
    pub const fn new(title: String, edits: Vec<Edit>) -> Self {
        Self { title, edits }
    }
}

impl Edit {
    /// An edit that replaces the text at `place` by `text`.
    #[must_use]
    pub const fn new(place: Place, text: String) -> Self {
        Self { place, text }
    }
}

/// A finding in words, without its rule.
#[derive(Clone, Debug)]
pub struct Wording {
    /// The problem, in one line without a full stop.
    pub message: String,
    /// The token that causes the finding.
    pub primary: Label,
    /// Other places that explain the finding.
    pub secondary: Vec<Label>,
    /// Why it matters; each is one sentence.
    pub notes: Vec<String>,
    /// What to write instead; each is one sentence.
    pub help: Vec<String>,
    /// The correction, if the author certainly meant it.
    pub fix: Option<Fix>,
}

impl Wording {
    /// A finding at `place`, with `label` beside the caret.
    pub(crate) fn new(place: Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            primary: Label { place, message: label.into() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// A valid request whose loop is declined, for the reason at `place`.
    pub(crate) fn declined(place: Place, why: impl fmt::Display, label: impl Into<String>) -> Self {
        Self::new(place, format!("{LOOP_LEFT}{why}"), label)
    }

    /// A nest that is not jammed, for the reason at `place`.
    pub(crate) fn not_jammed(place: Place, why: impl fmt::Display, label: impl Into<String>) -> Self {
        Self::new(place, format!("nest not jammed: {why}"), label)
    }

    /// An array that is not promoted, for the reason at `place`.
    pub(crate) fn array_declined(place: Place, why: impl fmt::Display, label: impl Into<String>) -> Self {
        Self::new(place, format!("array not promoted: {why}"), label)
    }

    /// A file in which nothing is rewritten, for the reason at `place`.
    pub(crate) fn file_declined(place: Place, why: impl fmt::Display, label: &str) -> Self {
        Self::new(place, format!("file not rewritten: {why}"), label)
    }

    /// Adds a note that says why it matters.
    pub(crate) fn because(mut self, why: impl Into<String>) -> Self {
        self.notes.push(why.into());
        self
    }

    /// Adds a help that says what to write instead.
    pub(crate) fn instead(mut self, what: impl fmt::Display) -> Self {
        self.help.push(what.to_string());
        self
    }

    /// Adds a fix that replaces the text at `place` by `text`.
    pub(crate) fn fixed(self, title: impl Into<String>, place: Place, text: impl Into<String>) -> Self {
        self.fixed_by(title, [Edit { place, text: text.into() }])
    }

    /// The same with several edits, in the order of their places.
    pub(crate) fn fixed_by(mut self, title: impl Into<String>, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.fix = Some(Fix { title: title.into(), edits: edits.into_iter().collect() });
        self
    }

    /// Adds the correction as a fix, if there is one.
    pub(crate) fn corrected(self, correction: Option<&Correction>) -> Self {
        match correction {
            Some(right) => self.fixed(format!("write {}", quoted(&right.text)), right.place, &*right.text),
            None => self,
        }
    }

    /// Adds a label for the request, unless the finding is in it or a label shows it already.
    pub(crate) fn requested_at(mut self, pragma: Place) -> Self {
        let primary = self.primary.place;
        let is_in_it = primary.file == pragma.file && pragma.span.contains(primary.span);
        if !is_in_it && self.secondary.iter().all(|label| label.place != pragma) {
            self.secondary.push(Label { place: pragma, message: "requested here".to_owned() });
        }
        self
    }

    /// Adds a label at another place.
    pub(crate) fn beside(mut self, place: Place, label: &str) -> Self {
        self.secondary.push(Label { place, message: label.to_owned() });
        self
    }

    /// Adds a label for the unread include that may define the name.
    pub(crate) fn defined_perhaps_in(mut self, unread: Option<Place>) -> Self {
        let label = |place| Label { place, message: "not read, and may define it".to_owned() };
        self.secondary.extend(unread.map(label));
        self
    }
}

/// The command that makes macros final; each macro is in the form for `-D`.
pub(crate) fn telling(macros: &[String]) -> String {
    // Users copy the command, so no macro in it is cut short. The lexer takes other characters than ASCII for letters.
    let plain = macros.iter().filter(|define| define.is_ascii());
    let shown: Vec<String> = plain.take(MACROS_SHOWN).map(|define| format!(" -D{define}")).collect();
    format!("`clunroll --trust-defines{} …`", shown.concat())
}

/// Text of the source for a message: in backticks, on one line, of bounded length, and without characters that a terminal would obey.
pub(crate) fn quoted(text: &str) -> String {
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

#[cfg(test)]
mod tests;
