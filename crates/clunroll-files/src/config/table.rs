//! Tables of keys: what a configuration may say in one place of the file.
//!
//! A key has a name and a function that reads its value. Keys are taken in the order of the file, so that the first mistake is reported.

use std::borrow::Cow;

use clunroll_core::settings::{Kind, Setting, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::size;
use super::value::{ConfigProblem, ConfigValue};

/// A key of a table that changes a `T`.
pub struct ConfigKey<T> {
    /// Its name.
    pub name: &'static str,
    /// Reads its value.
    pub read: fn(&mut T, ConfigValue<'_>) -> Result<(), ConfigProblem>,
}

/// A key with its name and the function that reads its value.
pub const fn key<T>(
    name: &'static str,
    read: fn(&mut T, ConfigValue<'_>) -> Result<(), ConfigProblem>,
) -> ConfigKey<T> {
    ConfigKey { name, read }
}

/// The keys that are known at one place of the file.
pub struct KeyTable<'a, T: 'static> {
    /// The keys.
    pub keys: &'static [ConfigKey<T>],
    /// `None` for the keys outside of any table.
    pub name: Option<&'a str>,
    /// What an unknown key of the table of this name may mean, as the end of a message.
    pub hint: fn(Option<&str>, &str) -> Option<String>,
}

impl<T> KeyTable<'_, T> {
    /// Reads one entry.
    ///
    /// # Errors
    ///
    /// If the key is unknown, or its value wrong.
    pub fn read(
        &self,
        name: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        to: &mut T,
    ) -> Result<(), ConfigProblem> {
        let key = self.keys.iter().find(|key| key.name == name.get_ref());
        let key = key.ok_or_else(|| ConfigProblem::new(name.span().start, self.unknown(name.get_ref())))?;
        (key.read)(to, ConfigValue { key: key.name, value })
    }

    /// Reads all entries of a table.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn read_all(&self, found: &DeTable<'_>, to: &mut T) -> Result<(), ConfigProblem> {
        in_order(found).into_iter().try_for_each(|(name, value)| self.read(name, value, to))
    }

    /// The message about an unknown key.
    fn unknown(&self, name: &str) -> String {
        let place = self.name.map_or_else(String::new, |table| format!(" in `[{table}]`"));
        let similar = || Setting::meant(name, self.keys.iter().map(|key| key.name)).map(did_you_mean);
        let suggestion = (self.hint)(self.name, name).or_else(similar);
        format!("unknown key `{name}`{place}{}", suggestion.map_or_else(String::new, |words| format!("; {words}")))
    }
}

/// A suggestion.
#[must_use]
pub fn did_you_mean(similar: &str) -> String {
    format!("did you mean `{similar}`?")
}

/// The table of a configuration.
///
/// # Errors
///
/// If it is not TOML.
pub fn parsed(text: &str) -> Result<Spanned<DeTable<'_>>, ConfigProblem> {
    DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(text.len(), |span| span.start);
        ConfigProblem::new(offset, error.message().replace('\n', ": "))
    })
}

/// The entries of a table, in the order of the file.
#[must_use]
pub fn in_order<'a>(table: &'a DeTable<'a>) -> Vec<(&'a Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

/// Reads the value of a setting.
///
/// # Errors
///
/// If the setting does not have such a value.
pub fn setting_value(setting: &Setting, value: &Spanned<DeValue<'_>>) -> Result<Value, ConfigProblem> {
    let value = ConfigValue { key: setting.name, value };
    match setting.kind {
        Kind::Flag => value.boolean().map(Value::Flag),
        Kind::Promise(_) => value.list(|text| setting.read(text)).map(|list| Value::Flag(!list.is_empty())),
        Kind::Words(_) => value.text(|text| setting.read(text)),
        Kind::Number(most) => value.integer(most).map(Value::Number),
        Kind::Bytes(most) => value.size(most, size::growth).map(Value::Number),
    }
}

/// The name of a file or folder.
///
/// # Errors
///
/// If it is empty.
pub fn file_name(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("the name of a file or folder is empty".to_owned()) } else { Ok(text.to_owned()) }
}
