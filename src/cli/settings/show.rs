//! `--show-settings`: the settings of a file, from all options and configurations.
//!
//! It is written as an equivalent configuration, with each key and each rule that is on, so that users can compare it or start a
//! configuration with it.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use toml::Value;

use super::{Resolver, Settings};
use crate::cli::DONE;
use crate::cli::arguments::{RuleArguments, SettingsArguments};
use crate::cli::config::PerFile;
use clunroll::Options;
use clunroll::rules::{self, Levels, Selector, Severity};
use clunroll::settings::{Group, Kind, Setting, Value as SettingValue};
use clunroll_files::failure::{self, Failure};
use clunroll_files::{input, output};
use oclc_syntax::host::Define;

/// Prints the settings for the one file or folder that `paths` must contain; for standard input, for its given name.
pub(in crate::cli) fn run(
    arguments: &SettingsArguments,
    rules: &RuleArguments,
    paths: &[impl AsRef<Path>],
    stdin_name: Option<&Path>,
) -> Result<u8, Failure> {
    let [path] = paths else { return Err(Failure::new("--show-settings takes one file or folder")) };
    let path = path.as_ref();
    let resolver = Resolver::new(arguments, rules);
    let is_folder = !input::is_standard_input(path) && {
        let name = path.display().to_string();
        fs::metadata(path).map_err(|error| Failure::of_system("read", &name, &error))?.is_dir()
    };
    let called = stdin_name.filter(|_| input::is_standard_input(path)).unwrap_or(path);
    let settings = if is_folder { resolver.settings_in(path) } else { resolver.settings(called) }?;
    let mut text = text(&settings, &input::name(called));
    if is_folder {
        push_tables(&mut text, &settings);
    }
    output::print(text.as_bytes()).map(|()| DONE)
}

fn text(settings: &Settings, name: &str) -> String {
    let options = &settings.options;
    let from = settings
        .config_file
        .as_ref()
        .map_or_else(|| "there is no clunroll.toml".to_owned(), |file| format!("read from {}", file.display()));
    let mut text = format!("# Settings for {}; {}.\n", failure::printable_name(name), failure::printable_name(&from));
    text.push_str("# Files and folders are relative to the current folder.\n");
    let mut line = |key: &str, value: Value| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("defines", strings(options.defined_macros().into_iter().map(Define::to_string)));
    line("include-folders", strings(settings.include_folders.iter().map(|folder| shown(folder))));
    let forced = settings.forced_includes.iter().map(|include| {
        let path = include.folder.join(&include.name);
        if path.is_file() { shown(&path) } else { include.name.clone() }
    });
    line("forced-includes", strings(forced));
    settings_of(Group::FinalCompile, options).for_each(|(name, value)| line(name, value));
    line("build-options", strings(settings.build_options.iter().cloned()));
    settings_of(Group::Loops, options).for_each(|(name, value)| line(name, value));
    if let Some(extensions) = &settings.extensions {
        line("extensions", strings(extensions.iter().cloned()));
    }
    line("exclude", strings(settings.exclude.patterns.iter().map(|pattern| pattern.text.clone())));
    if !settings.exclude.patterns.is_empty() {
        push_folder(&mut text, &settings.exclude.base);
    }
    if let Some(baseline) = &settings.baseline {
        let _ = writeln!(text, "baseline = {}", Value::String(shown(baseline)));
    }
    push_rules(&mut text, options.get_levels());
    text
}

/// The settings of a group that have a value, as in a configuration.
fn settings_of(group: Group, options: &Options) -> impl Iterator<Item = (&'static str, Value)> {
    Setting::of(group).filter_map(move |setting| {
        let value = match (setting.get(options)?, setting.kind) {
            (SettingValue::Flag(is_on), Kind::Promise(words)) => {
                strings(words.iter().filter(|_| is_on).map(|&word| word.to_owned()))
            }
            (SettingValue::Flag(is_on), _) => is_on.into(),
            (SettingValue::Word(word), _) => word.into(),
            (SettingValue::Number(number), _) => (number as i64).into(),
        };
        Some((setting.name, value))
    })
}

/// A comment with the folder that the patterns before or after it are relative to.
fn push_folder(text: &mut String, folder: &Path) {
    if env::current_dir().ok().as_deref() != Some(folder) {
        let folder = folder.display().to_string();
        let _ = writeln!(text, "# These patterns are relative to {}.", failure::printable_name(&folder));
    }
}

/// The rules that are on, and those with a severity that is not their default.
fn push_rules(text: &mut String, levels: &Levels) {
    let changed_to = |severity| {
        let changed =
            rules::ALL.iter().filter(move |rule| levels.of(rule) == Some(severity) && rule.severity != severity);
        strings(changed.map(|rule| rule.code.to_owned()))
    };
    text.push_str("\n[rules]\nselect = [\n");
    for rule in rules::ALL.iter().filter(|rule| levels.of(rule).is_some()) {
        let _ = writeln!(text, "    \"{}\", # {}", rule.code, rule.name);
    }
    text.push_str("]\n");
    let _ = writeln!(text, "warn = {}\ndeny = {}", changed_to(Severity::Warning), changed_to(Severity::Error));
}

/// The tables for some files of a folder; for a file, they are already part of the other settings.
fn push_tables(text: &mut String, settings: &Settings) {
    let tables = &settings.config.per_file;
    if !tables.is_empty() {
        push_folder(text, &settings.exclude.base);
    }
    for PerFile { glob, defines, rules } in tables {
        let _ = writeln!(text, "\n[per-file.{}]", Value::String(glob.text.clone()));
        let _ = writeln!(text, "defines = {}", strings(defines.iter().map(Define::to_string)));
        let names = |selectors: &[Selector]| strings(selectors.iter().map(Selector::to_string));
        if let Some(select) = &rules.select {
            let _ = writeln!(text, "rules.select = {}", names(select));
        }
        for (key, selectors) in [("warn", &rules.warn), ("deny", &rules.deny), ("ignore", &rules.ignore)] {
            let _ = writeln!(text, "rules.{key} = {}", names(selectors));
        }
    }
}

fn strings(items: impl Iterator<Item = String>) -> Value {
    Value::Array(items.map(Value::String).collect())
}

fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { ".".to_owned() } else { path.display().to_string() }
}
