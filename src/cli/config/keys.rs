//! The keys of a configuration, and their effects.
//!
//! Three tables of keys: the file's own, `[rules]`, and `[per-file."GLOB"]`, which has rules of its own. The settings in the library's
//! table are keys of the file ([`setting`]); any other key has a name and a function that reads its value. Keys are taken in the order of
//! the file, so that the first mistake is reported.
//!
//! In TOML, all lines after `[rules]` belong to that table, which is easily forgotten. So a key that is known in the other table is not
//! reported as misspelt: the message says where it belongs.

use super::{ConfigFile, PerFile};
use crate::cli::arguments::{RuleArguments, build_option};
use crate::cli::globs::Pattern;
use crate::cli::selection::extension;
use clunroll::settings::Setting;
use clunroll_files::config::{
    ConfigKey, ConfigProblem, ConfigValue, KeyTable, LAYER, LayerConfig, did_you_mean, file_name, in_order, key,
    parsed, setting_value,
};

/// The name of the table with the rules.
const RULES: &str = "rules";

/// The name of the table with the tables for some files.
const PER_FILE: &str = "per-file";

/// The keys outside of any table that are not settings of the library.
static KEYS: [ConfigKey<ConfigFile>; 10] = [
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
    key(RULES, |to, value| of_rules(RULES).read_all(value.table()?, &mut to.rules)),
    // It is for the layer, which reads the file itself. Here, mistakes in it are reported.
    key(LAYER, |to, value| LayerConfig::of(value, to.folder()).map(|_| ())),
    key(PER_FILE, |to, value| {
        for (glob, table) in in_order(value.table()?) {
            let found = ConfigValue { key: PER_FILE, value: table };
            let glob = found.understood(&glob.span(), glob.get_ref(), pattern)?;
            let name = format!("{PER_FILE}.\"{}\"", glob.text);
            let mut per_file = PerFile { glob, defines: Vec::new(), rules: RuleArguments::default() };
            KeyTable { keys: &PER_FILE_KEYS, name: Some(&name), hint }.read_all(found.table()?, &mut per_file)?;
            to.per_file.push(per_file);
        }
        Ok(())
    }),
];

/// The keys of a table for some files.
static PER_FILE_KEYS: [ConfigKey<PerFile>; 2] = [
    key("defines", |to, value| value.list(str::parse).map(|list| to.defines = list)),
    key(RULES, |to, value| of_rules(RULES).read_all(value.table()?, &mut to.rules)),
];

/// The keys of `[rules]`.
static RULE_KEYS: [ConfigKey<RuleArguments>; 4] = [
    key("select", |to, value| value.list(str::parse).map(|list| to.select = Some(list))),
    key("warn", |to, value| value.list(str::parse).map(|list| to.warn = list)),
    key("deny", |to, value| value.list(str::parse).map(|list| to.deny = list)),
    key("ignore", |to, value| value.list(str::parse).map(|list| to.ignore = list)),
];

/// The table of rules with this name.
const fn of_rules(name: &str) -> KeyTable<'_, RuleArguments> {
    KeyTable { keys: &RULE_KEYS, name: Some(name), hint }
}

/// Reads the text of a configuration.
pub(super) fn parse_config(text: &str, to: &mut ConfigFile) -> Result<(), ConfigProblem> {
    let table = parsed(text)?;
    for (name, value) in in_order(table.get_ref()) {
        match setting(name.get_ref()) {
            Some(setting) => to.settings.push((setting, setting_value(setting, value)?)),
            None => FILE.read(name, value, to)?,
        }
    }
    Ok(())
}

/// The keys outside of any table.
const FILE: KeyTable<'static, ConfigFile> = KeyTable { keys: &KEYS, name: None, hint };

/// The setting of that name, if a configuration may have it.
fn setting(name: &str) -> Option<&'static Setting> {
    Setting::find(name).filter(|setting| setting.is_key())
}

/// What an unknown key in a table may mean. A key that is known in another table belongs there.
fn hint(table: Option<&str>, name: &str) -> Option<String> {
    match table {
        Some(table) if is_in(&RULE_KEYS, name) => Some(format!("it belongs in `[{table}.{RULES}]`")),
        Some(table) if is_in(&KEYS, name) || setting(name).is_some() => {
            Some(format!("write it before the line `[{table}]`"))
        }
        Some(_) => None,
        None if is_in(&RULE_KEYS, name) => Some(format!("it belongs in `[{RULES}]`")),
        None => {
            let settings = Setting::ALL.iter().filter(|setting| setting.is_key()).map(|setting| setting.name);
            let known = KEYS.iter().map(|key| key.name).chain(settings);
            let in_layer = || LayerConfig::keys().any(|key| key == name).then(|| format!("it belongs in `[{LAYER}]`"));
            Setting::meant(name, known).map(did_you_mean).or_else(in_layer)
        }
    }
}

fn is_in<T>(keys: &[ConfigKey<T>], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
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

    /// The names of the keys of each table: the file's own, those of `[rules]`, those of a table for some files, and those of
    /// `[layer]`.
    pub(in crate::cli::config) fn names() -> [Vec<&'static str>; 4] {
        fn of<T>(keys: &[ConfigKey<T>]) -> Vec<&'static str> {
            keys.iter().map(|key| key.name).collect()
        }
        let settings = Setting::ALL.iter().filter(|setting| setting.is_key()).map(|setting| setting.name);
        let layer = LayerConfig::keys().collect();
        [settings.chain(of(&KEYS)).collect(), of(&RULE_KEYS), of(&PER_FILE_KEYS), layer]
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
        for key in LayerConfig::keys() {
            let is_there = |layer: &&&str| layer.starts_with("layer\n") && layer.contains(&format!("`{key}`"));
            assert!(chapters.iter().any(|chapter| is_there(&chapter)), "{key}");
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
