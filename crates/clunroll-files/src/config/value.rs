//! The value of one key: a string, a list of strings, a number; or what is wrong with it, and where.
//!
//! A message has the key and the values that it takes, since users do not think in TOML's types: `max-copies = "64"` and `defines = "N=16"`
//! look right.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A mistake in a configuration.
#[derive(Debug)]
pub struct ConfigProblem {
    /// Its place, in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

impl ConfigProblem {
    /// A mistake at this offset.
    pub fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

/// A key with its value.
#[derive(Clone, Copy, Debug)]
pub struct ConfigValue<'a> {
    /// The key.
    pub key: &'a str,
    /// Its value.
    pub value: &'a Spanned<DeValue<'a>>,
}

impl<'a> ConfigValue<'a> {
    /// True or false.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn boolean(self) -> Result<bool, ConfigProblem> {
        match self.value.get_ref() {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.other_type("true or false")),
        }
    }

    /// An integer from 0 to `most`.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn integer(self, most: u64) -> Result<u64, ConfigProblem> {
        let DeValue::Integer(value) = self.value.get_ref() else { return Err(self.other_type("an integer")) };
        let value = u64::from_str_radix(value.as_str(), value.radix()).ok().filter(|&value| value <= most);
        value.ok_or_else(|| self.problem(&self.value.span(), &format!(" is an integer from 0 to {most}")))
    }

    /// An integer from 0 to `most`, or a string that `read` turns into one.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn size<E: fmt::Display>(self, most: u64, read: impl Fn(&str) -> Result<u64, E>) -> Result<u64, ConfigProblem> {
        match self.value.get_ref() {
            DeValue::Integer(_) => self.integer(most),
            DeValue::String(_) => self.text(read),
            _ => Err(self.other_type("an integer or a string")),
        }
    }

    /// A string, parsed by `read`.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn text<T, E: fmt::Display>(self, read: impl Fn(&str) -> Result<T, E>) -> Result<T, ConfigProblem> {
        match self.value.get_ref() {
            DeValue::String(text) => self.understood(&self.value.span(), text, read),
            _ => Err(self.other_type("a string")),
        }
    }

    /// A list of strings, each parsed by `read`.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn list<T, E: fmt::Display>(self, read: impl Fn(&str) -> Result<T, E>) -> Result<Vec<T>, ConfigProblem> {
        const WANTED: &str = "a list of strings";
        let DeValue::Array(items) = self.value.get_ref() else { return Err(self.other_type(WANTED)) };
        let each = items.iter().map(|item| match item.get_ref() {
            DeValue::String(text) => self.understood(&item.span(), text, &read),
            other => Err(self.problem(&item.span(), &format!(" takes {WANTED}, but this is {}", type_of(other)))),
        });
        each.collect()
    }

    /// A table.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn table(self) -> Result<&'a DeTable<'a>, ConfigProblem> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.other_type("a table")),
        }
    }

    /// A text of the value, parsed by `read`.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn understood<T, E: fmt::Display>(
        self,
        span: &Range<usize>,
        text: &str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, ConfigProblem> {
        // Names of files and macros never contain NUL, and a command line cannot contain it either.
        let text = if text.contains('\0') {
            Err("it contains a NUL".to_owned())
        } else {
            read(text).map_err(|error| error.to_string())
        };
        text.map_err(|message| self.problem(span, &format!(": {message}")))
    }

    fn other_type(self, wanted: &str) -> ConfigProblem {
        let found = type_of(self.value.get_ref());
        self.problem(&self.value.span(), &format!(" takes {wanted}, not {found}"))
    }

    /// A problem with this value. `rest` is the message after the key.
    fn problem(self, span: &Range<usize>, rest: &str) -> ConfigProblem {
        ConfigProblem::new(span.start, format!("`{}`{rest}", self.key))
    }
}

fn type_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
