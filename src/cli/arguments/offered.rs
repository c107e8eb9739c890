//! Values of arguments that shells complete, although clap does not read them as a fixed list: codes and names of rules, and words that
//! `clunroll explain` knows.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};

use crate::cli::topics::{self, Explained};
use clunroll::rules::{self, Selector, UnknownSelector};

/// A parser that offers the codes and names of rules.
#[derive(Clone)]
pub(super) struct OfferedRules<T: Clone + Send + Sync + 'static> {
    /// Reads a word, or says what is wrong with it.
    read: fn(&str) -> Result<T, String>,
    /// Words besides codes and names.
    others: fn() -> Vec<&'static str>,
}

/// A parser of selectors.
pub(super) fn selector() -> OfferedRules<Selector> {
    let read = |word: &str| word.parse().map_err(|error: UnknownSelector| error.to_string());
    OfferedRules { read, others: || vec!["all", "default", "errors", "warnings", "notes"] }
}

/// A parser of what `clunroll explain` knows.
pub(super) fn explained() -> OfferedRules<Explained> {
    OfferedRules { read: topics::find, others: topics::shown_words }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OfferedRules<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = self.read;
        StringValueParser::new().try_map(move |word| read(&word)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let rules = rules::ALL.iter();
        let rules =
            rules.flat_map(|rule| [PossibleValue::new(rule.code).help(rule.name), PossibleValue::new(rule.name)]);
        Some(Box::new((self.others)().into_iter().map(PossibleValue::new).chain(rules)))
    }
}
