//! What a caller says in words: macros, build options, and all options by name.
//!
//! The names and values are those of the command line, so that its documentation holds here too.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clunroll::rules::{Selector, Severity};
use clunroll::{Define, Forms, Guard, LanguageVersion, Limits, LoadsFirst, MacroOption, Options, Remainder, Tune};

use crate::boundary::{Answer, Failed};

/// How alike a misspelt name must be to the one that is suggested.
const ALIKE: f64 = 0.8;

/// An option: its name, and what a value of it changes.
struct Setting {
    name: &'static str,
    set: fn(&mut Options, &str) -> Answer<()>,
}

const fn setting(name: &'static str, set: fn(&mut Options, &str) -> Answer<()>) -> Setting {
    Setting { name, set }
}

/// All options that have no function of their own, in the order of docs/c.md.
static SETTINGS: [Setting; 23] = [
    setting("trust-defines", |to, value| boolean(value).map(|is| to.trust_defines = is)),
    setting("include", |to, value| {
        to.forced_includes.push(value.to_owned());
        Ok(())
    }),
    setting("cl-std", |to, value| {
        word(value, &LanguageVersion::ALL, LanguageVersion::name).map(|version| to.language = Some(version))
    }),
    setting("uniform-work-groups", |to, value| boolean(value).map(|is| to.uniform_work_groups = is)),
    setting("assume", |to, value| one_of(value, &["restrict"]).map(|_| to.assume_restrict = true)),
    setting("provide-extension", |to, value| boolean(value).map(|is| to.provide_extension = is)),
    setting("trust-ivdep", |to, value| boolean(value).map(|is| to.trust_ivdep = is)),
    setting("remainder", |to, value| word(value, &Remainder::ALL, Remainder::name).map(|form| to.remainder = form)),
    setting("guard", |to, value| word(value, &Guard::ALL, Guard::name).map(|form| to.guard = form)),
    setting("tune", |to, value| word(value, &Tune::ALL, Tune::name).map(|class| to.tune = class)),
    setting("loads-first", |to, value| {
        word(value, &LoadsFirst::ALL, LoadsFirst::name).map(|which| to.loads_first = which)
    }),
    setting("forms", |to, value| word(value, &Forms::ALL, Forms::name).map(|which| to.forms = which)),
    setting("max-live", |to, value| number(value, u32::MAX).map(|values| to.max_live = values)),
    setting("max-copies", |to, value| number(value, u32::MAX).map(|copies| to.limits.max_copies = copies)),
    setting("max-growth", |to, value| number(value, Limits::MOST_GROWTH).map(|bytes| to.limits.max_growth = bytes)),
    setting("flatten", |to, value| boolean(value).map(|is| to.flatten = is)),
    setting("line-directives", |to, value| boolean(value).map(|is| to.line_directives = is)),
    setting("check-promises", |to, value| boolean(value).map(|is| to.check_promises = is)),
    setting("lint", |to, value| boolean(value).map(|is| to.lint = is)),
    setting("select", |to, value| selectors(value).map(|list| to.levels.select(&list))),
    setting("warn", |to, value| {
        selectors(value).map(|list| list.iter().for_each(|rules| to.levels.set(rules, Severity::Warning)))
    }),
    setting("deny", |to, value| {
        selectors(value).map(|list| list.iter().for_each(|rules| to.levels.set(rules, Severity::Error)))
    }),
    setting("ignore", |to, value| selectors(value).map(|list| list.iter().for_each(|rules| to.levels.ignore(rules)))),
];

/// Sets an option by its name.
pub(crate) fn set(options: &mut Options, name: &str, value: &str) -> Answer<()> {
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    let setting = setting.ok_or_else(|| Failed::Invalid(format!("there is no option `{name}`{}", similar(name))))?;
    (setting.set)(options, value).map_err(|failed| match failed {
        Failed::Invalid(why) => Failed::Invalid(format!("`{name}`: {why}")),
        Failed::Plainly(status) => Failed::Plainly(status),
    })
}

/// The option that `name` may have been meant to be, for the end of a message.
fn similar(name: &str) -> String {
    let names = SETTINGS.iter().map(|setting| (strsim::jaro_winkler(name, setting.name), setting.name));
    let best = names.max_by(|one, other| one.0.total_cmp(&other.0)).filter(|(alike, _)| *alike >= ALIKE);
    best.map_or_else(String::new, |(_, name)| format!("; did you mean `{name}`?"))
}

fn boolean(value: &str) -> Answer<bool> {
    one_of(value, &["true", "false"]).map(|word| word == "true")
}

fn one_of<'a>(value: &str, words: &[&'a str]) -> Answer<&'a str> {
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
    found.copied().ok_or_else(|| Failed::Invalid(format!("expected one of {}, not `{value}`", words.join(", "))))
}

fn number<N: FromStr + PartialOrd + Display>(value: &str, most: N) -> Answer<N> {
    let number = value.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| Failed::Invalid(format!("expected a number from 0 to {most}, not `{value}`")))
}

fn selectors(value: &str) -> Answer<Vec<Selector>> {
    let read = |word: &str| word.trim().parse::<Selector>().map_err(|error| Failed::Invalid(error.to_string()));
    value.split(',').map(read).collect()
}

// TEMPORARY until the API branch is merged.
fn word<T: Copy>(value: &str, all: &[T], name: fn(T) -> &'static str) -> Answer<T> {
    let words: Vec<_> = all.iter().map(|word| name(*word)).collect();
    let word = one_of(value, &words)?;
    Ok(all[words.iter().position(|one| *one == word).unwrap_or(0)])
}
pub(crate) fn define(options: &mut Options, name: &str, value: &str) -> Answer<()> {
    options.macros.push(MacroOption::Define(Define {
        name: name.to_owned(),
        parameters: None,
        value: value.to_owned(),
    }));
    Ok(())
}
pub(crate) fn undefine(options: &mut Options, name: &str) -> Answer<()> {
    options.macros.push(MacroOption::Undefine(name.to_owned()));
    Ok(())
}
pub(crate) fn build_options(options: &mut Options, text: &str) -> Answer<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for word in text.split_whitespace() {
        if let Some(word) = word.strip_prefix("-D") {
            let (name, value) = word.split_once('=').unwrap_or((word, "1"));
            define(options, name, value)?;
        } else if let Some(folder) = word.strip_prefix("-I") {
            folders.push(PathBuf::from(folder));
        }
    }
    Ok(folders)
}
