//! The keys of a configuration, and their effects.
//!
//! Three tables of keys: the file's own, `[rules]`, and `[per-file."GLOB"]`, which has rules of its own. The settings in the library's
//! table are keys of the file ([`setting`]); any other key has a name and a function that reads its value. Keys are taken in the order of
//! the file, so that the first mistake is reported.
//!
//! In TOML, all lines after `[rules]` belong to that table, which is easily forgotten. So a key that is known in the other table is not
//! reported as misspelt: the message says where it belongs.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::value::{ConfigProblem, ConfigValue};
use super::{ConfigFile, PerFile};
use crate::cli::arguments::{RuleArguments, build_option, size};
use crate::cli::globs::Pattern;
use crate::cli::selection::extension;
use clunroll::settings::{Kind, Setting, Value};

/// The name of the table with the rules.
const RULES: &str = "rules";

/// The name of the table with the tables for some files.
const PER_FILE: &str = "per-file";

/// A key of a table that changes a `T`.
struct ConfigKey<T> {
    name: &'static str,
    read: fn(&mut T, ConfigValue<'_>) -> Result<(), ConfigProblem>,
}

const fn key<T>(name: &'static str, read: fn(&mut T, ConfigValue<'_>) -> Result<(), ConfigProblem>) -> ConfigKey<T> {
    ConfigKey { name, read }
}

/// The keys outside of any table that are not settings of the library.
static KEYS: [ConfigKey<ConfigFile>; 9] = [
    key("defines", |to, value| value.list(str::parse).map(|list| to.defines = list)),
    key("include-folders", |to, value| {
        let folders = value.list(file_name)?;
        to.include_folders = folders.iter().map(|name| to.folder().join(name)).collect();
        Ok(())
    }),
    key("forced-includes", |to, value| value.list(file_name).map(|list| to.forced_includes = list)),
    key("build-options", |to, value| value.list(build_option).map(|list| to.build_options = list)),
    key("extensions", |to, value| value.list(extension).map(|list| to.extensions = Some(list))),
    key("exclude", |to, value| value.list(pattern).map(|list| to.exclude = list)),
    key("baseline", |to, value| {
        let name = value.text(file_name)?;
        to.baseline = Some(to.folder().join(name));
        Ok(())
    }),
    key(RULES, |to, value| each(value.table()?, &Table { keys: &RULE_KEYS, name: Some(RULES) }, &mut to.rules)),
    key(PER_FILE, |to, value| {
        for (glob, table) in in_order(value.table()?) {
            let found = ConfigValue { key: PER_FILE, value: table };
            let glob = found.understood(&glob.span(), glob.get_ref(), pattern)?;
            let name = format!("{PER_FILE}.\"{}\"", glob.text);
            let mut per_file = PerFile { glob, defines: Vec::new(), rules: RuleArguments::default() };
            each(found.table()?, &Table { keys: &PER_FILE_KEYS, name: Some(&name) }, &mut per_file)?;
            to.per_file.push(per_file);
        }
        Ok(())
    }),
];

/// The keys of a table for some files.
static PER_FILE_KEYS: [ConfigKey<PerFile>; 2] = [
    key("defines", |to, value| value.list(str::parse).map(|list| to.defines = list)),
    key(RULES, |to, value| each(value.table()?, &Table { keys: &RULE_KEYS, name: Some(RULES) }, &mut to.rules)),
];

/// The keys of `[rules]`.
static RULE_KEYS: [ConfigKey<RuleArguments>; 4] = [
    key("select", |to, value| value.list(str::parse).map(|list| to.select = Some(list))),
    key("warn", |to, value| value.list(str::parse).map(|list| to.warn = list)),
    key("deny", |to, value| value.list(str::parse).map(|list| to.deny = list)),
    key("ignore", |to, value| value.list(str::parse).map(|list| to.ignore = list)),
];

/// The keys that are known at one place of the file.
struct Table<'a, T: 'static> {
    keys: &'static [ConfigKey<T>],
    /// `None` for the keys outside of any table.
    name: Option<&'a str>,
}

/// Reads the text of a configuration.
pub(super) fn parse_config(text: &str, to: &mut ConfigFile) -> Result<(), ConfigProblem> {
    let table = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(text.len(), |span| span.start);
        ConfigProblem::new(offset, error.message().replace('\n', ": "))
    })?;
    for (name, value) in in_order(table.get_ref()) {
        match setting(name.get_ref()) {
            Some(setting) => to.settings.push((setting, setting_value(setting, value)?)),
            None => FILE.read(name, value, to)?,
        }
    }
    Ok(())
}

/// The keys outside of any table.
const FILE: Table<'static, ConfigFile> = Table { keys: &KEYS, name: None };

/// The setting of that name, if a configuration may have it.
fn setting(name: &str) -> Option<&'static Setting> {
    Setting::find(name).filter(|setting| setting.is_key())
}

/// Reads the value of a setting.
fn setting_value(setting: &Setting, value: &Spanned<DeValue<'_>>) -> Result<Value, ConfigProblem> {
    let value = ConfigValue { key: setting.name, value };
    match setting.kind {
        Kind::Flag => value.boolean().map(Value::Flag),
        Kind::Promise(_) => value.list(|text| setting.read(text)).map(|list| Value::Flag(!list.is_empty())),
        Kind::Words(_) => value.text(|text| setting.read(text)),
        Kind::Number(most) => value.integer(most).map(Value::Number),
        Kind::Bytes(most) => value.size(most, size::growth).map(Value::Number),
    }
}

/// The entries of a table, in the order of the file.
fn in_order<'a>(table: &'a DeTable<'a>) -> Vec<(&'a Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

fn each<T>(found: &DeTable<'_>, known: &Table<'_, T>, to: &mut T) -> Result<(), ConfigProblem> {
    for (name, value) in in_order(found) {
        known.read(name, value, to)?;
    }
    Ok(())
}

impl<T> Table<'_, T> {
    fn read(
        &self,
        name: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        to: &mut T,
    ) -> Result<(), ConfigProblem> {
        let key = self.keys.iter().find(|key| key.name == name.get_ref());
        let key = key.ok_or_else(|| ConfigProblem::new(name.span().start, self.unknown(name.get_ref())))?;
        (key.read)(to, ConfigValue { key: key.name, value })
    }

    /// The message about an unknown key.
    fn unknown(&self, name: &str) -> String {
        let place = self.name.map_or_else(String::new, |table| format!(" in `[{table}]`"));
        let suggestion = match self.name {
            Some(table) if is_in(&RULE_KEYS, name) => format!("; it belongs in `[{table}.{RULES}]`"),
            Some(table) if is_in(&KEYS, name) || setting(name).is_some() => {
                format!("; write it before the line `[{table}]`")
            }
            None if is_in(&RULE_KEYS, name) => format!("; it belongs in `[{RULES}]`"),
            _ => self.similar(name).map_or_else(String::new, |similar| format!("; did you mean `{similar}`?")),
        };
        format!("unknown key `{name}`{place}{suggestion}")
    }

    /// A known key that `name` may be a misspelling of.
    fn similar(&self, name: &str) -> Option<&'static str> {
        let settings = Setting::ALL.iter().filter(|setting| self.name.is_none() && setting.is_key());
        Setting::meant(name, self.keys.iter().map(|key| key.name).chain(settings.map(|setting| setting.name)))
    }
}

fn is_in<T>(keys: &[ConfigKey<T>], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}

fn file_name(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("the name of a file or folder is empty".to_owned()) } else { Ok(text.to_owned()) }
}

fn pattern(text: &str) -> Result<Pattern, String> {
    text.parse().map_err(|why| format!("`{text}` is {why}"))
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;

    pub(in crate::cli::config) const PAGE: &str = include_str!("../../../docs/configuration.md");

    /// The names of the keys of each table: the file's own, those of `[rules]`, and those of a table for some files.
    pub(in crate::cli::config) fn names() -> [Vec<&'static str>; 3] {
        fn of<T>(keys: &[ConfigKey<T>]) -> Vec<&'static str> {
            keys.iter().map(|key| key.name).collect()
        }
        let settings = Setting::ALL.iter().filter(|setting| setting.is_key()).map(|setting| setting.name);
        [settings.chain(of(&KEYS)).collect(), of(&RULE_KEYS), of(&PER_FILE_KEYS)]
    }

    #[test]
    fn the_page_has_a_chapter_for_each_key_with_an_example() {
        let (_, chapters) = PAGE.split_once("\n## The keys\n").expect("the chapter");
        let chapters: Vec<_> = chapters.split("\n### ").skip(1).collect();
        let titles: Vec<_> = chapters.iter().filter_map(|chapter| chapter.lines().next()).collect();
        let [of_file, ..] = names();
        assert_eq!(BTreeSet::from_iter(titles.clone()), BTreeSet::from_iter(of_file));
        for (chapter, name) in chapters.iter().zip(titles) {
            let (_, example) = chapter.split_once("\n```toml\n").expect(name);
            assert!(example.contains(&format!("{name} = ")) || example.contains(&format!("[{name}")), "{name}");
        }
        for key in &RULE_KEYS {
            assert!(
                chapters
                    .iter()
                    .any(|rules| rules.starts_with("rules\n") && rules.contains(&format!("\n- `{}`: ", key.name))),
                "{}",
                key.name
            );
        }
    }

    #[test]
    fn examples_are_right() {
        let examples: Vec<_> = PAGE.split("```toml\n").skip(1).collect();
        assert!(examples.len() > KEYS.len());
        for example in examples {
            let (text, _) = example.split_once("```").expect("a fence is closed");
            let mut configuration = ConfigFile { file: Some(PathBuf::from("clunroll.toml")), ..ConfigFile::default() };
            let understood = parse_config(text, &mut configuration);
            assert!(understood.is_ok(), "{understood:?} in {text}");
        }
    }
}
