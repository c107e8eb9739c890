//! What is known of conditions: truth in three values, and the tests that the final compile decides.

use super::expanded::Expanded;
use super::moment::Moment;
use std::fmt;
use std::sync::Arc;

/// What is known of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// True in every configuration.
    True,
    /// False in every configuration.
    False,
    /// Up to the final compile.
    Unknown,
}

impl Truth {
    pub(super) fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

/// A test that the final compile decides, at the places where it is the same test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    test: Test,
    /// How often something that could change it was touched before.
    version: usize,
    /// The `#include` of the file that contains it, if it asks where that file is.
    inclusion: Option<Moment>,
}

/// Tests are compared and copied often, so they share their texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Test {
    Defined(Arc<str>),
    /// The tokens of an arithmetic expression after expansion.
    Expression(Arc<[Word]>),
}

/// A token of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Word {
    text: Box<str>,
    is_name: bool,
}

impl fmt::Display for Atom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.test {
            Test::Defined(name) => write!(formatter, "defined({name})"),
            Test::Expression(words) => {
                for (at, word) in words.iter().enumerate() {
                    let blank = if at == 0 { "" } else { " " };
                    write!(formatter, "{blank}{}", word.text)?;
                }
                Ok(())
            }
        }
    }
}

impl Atom {
    /// Whether a name is defined.
    pub(super) fn defined(name: &str, version: usize) -> Self {
        Self { test: Test::Defined(name.into()), version, inclusion: None }
    }

    /// Whether an expression of these tokens is true.
    pub(super) fn expression(tokens: &[Expanded<'_>], version: usize, inclusion: Option<Moment>) -> Self {
        let word = |token: &Expanded<'_>| Word {
            text: (&*token.text).into(),
            is_name: token.text.starts_with(|first: char| first.is_alphabetic() || first == '_')
                && token.text != "defined",
        };
        Self { test: Test::Expression(tokens.iter().map(word).collect()), version, inclusion }
    }

    /// The names that the test asks for, each with whether its value counts, and not only whether it is defined.
    #[must_use]
    pub fn names(&self) -> Vec<(&str, bool)> {
        match &self.test {
            Test::Defined(name) => vec![(&**name, false)],
            Test::Expression(words) => {
                let is_asked_for = |at: usize| {
                    let mut before = words[..at].iter().rev().filter(|word| &*word.text != "(");
                    before.next().is_some_and(|word| &*word.text == "defined")
                };
                let names = words.iter().enumerate().filter(|(_, word)| word.is_name);
                names.map(|(at, word)| (&*word.text, !is_asked_for(at))).collect()
            }
        }
    }
}
