//! What a caller says in words: macros, build options, and all options by name.
//!
//! The names and values are those of the command line, so that its documentation holds here too.

use std::fmt::Display;
use std::mem;
use std::path::PathBuf;
use std::str::FromStr;

use clunroll::rules::{Selector, Severity};
use clunroll::{BuildOptions, Define, Limits, MacroOption, Options};

use oclc_syntax::words::most_alike;

use crate::boundary::{Answer, Failed};

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
    setting("cl-std", |to, value| read(value).map(|version| to.language = Some(version))),
    setting("uniform-work-groups", |to, value| boolean(value).map(|is| to.uniform_work_groups = is)),
    setting("assume", |to, value| one_of(value, &["restrict"]).map(|_| to.assume_restrict = true)),
    setting("provide-extension", |to, value| boolean(value).map(|is| to.provide_extension = is)),
    setting("trust-ivdep", |to, value| boolean(value).map(|is| to.trust_ivdep = is)),
    setting("remainder", |to, value| read(value).map(|form| to.remainder = form)),
    setting("guard", |to, value| read(value).map(|form| to.guard = form)),
    setting("tune", |to, value| read(value).map(|class| to.tune = class)),
    setting("loads-first", |to, value| read(value).map(|which| to.loads_first = which)),
    setting("forms", |to, value| read(value).map(|which| to.forms = which)),
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

/// Defines a macro.
pub(crate) fn define(options: &mut Options, name: &str, value: &str) -> Answer<()> {
    options.macros.push(Define::new(name, value).map_err(invalid)?.into());
    Ok(())
}

/// Takes back what was said of a macro.
pub(crate) fn undefine(options: &mut Options, name: &str) -> Answer<()> {
    options.macros.push(MacroOption::undefine(name).map_err(invalid)?);
    Ok(())
}

/// Adds what the options of `clBuildProgram` say; the folders of `-I` come back.
pub(crate) fn build_options(options: &mut Options, text: &str) -> Answer<Vec<PathBuf>> {
    let told: BuildOptions = read(text)?;
    *options = mem::take(options).build_options(&told);
    Ok(told.include_folders)
}

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
    let best = most_alike(name, SETTINGS.iter().map(|setting| setting.name));
    best.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

fn boolean(value: &str) -> Answer<bool> {
    one_of(value, &["true", "false"]).map(|word| word == "true")
}

fn one_of<'a>(value: &str, words: &[&'a str]) -> Answer<&'a str> {
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
    found.copied().ok_or_else(|| Failed::Invalid(format!("expected one of {}, not `{value}`", words.join(", "))))
}

fn number<N: Copy + FromStr + PartialOrd + Display>(value: &str, most: N) -> Answer<N> {
    let number = value.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| Failed::Invalid(format!("expected a number from 0 to {most}, not `{value}`")))
}

/// A value that the library reads.
fn read<T: FromStr<Err: Display>>(value: &str) -> Answer<T> {
    value.parse().map_err(invalid)
}

fn invalid(error: impl Display) -> Failed {
    Failed::Invalid(error.to_string())
}

fn selectors(value: &str) -> Answer<Vec<Selector>> {
    value.split(',').map(|word| read(word.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(name: &str, value: &str) -> String {
        match set(&mut Options::default(), name, value) {
            Err(Failed::Invalid(why)) => why,
            other => panic!("{name} = {value}: {other:?}"),
        }
    }

    /// One value of each that is not the default, in the order of the table.
    const VALUES: [(&str, &str); SETTINGS.len()] = [
        ("trust-defines", "true"),
        ("include", "first.h"),
        ("cl-std", "CL2.0"),
        ("uniform-work-groups", "true"),
        ("assume", "restrict"),
        ("provide-extension", "TRUE"),
        ("trust-ivdep", "true"),
        ("remainder", "versions"),
        ("guard", "tests"),
        ("tune", "cpu"),
        ("loads-first", "never"),
        ("forms", "plain"),
        ("max-live", "7"),
        ("max-copies", "4294967295"),
        ("max-growth", "67108864"),
        ("flatten", "true"),
        ("line-directives", "true"),
        ("check-promises", "true"),
        ("lint", "true"),
        ("select", "CLU001, full-unroll-without-trip-count,CLU2"),
        ("warn", "notes"),
        ("deny", "warnings"),
        ("ignore", "all"),
    ];

    #[test]
    fn each_setting_changes_the_options() {
        assert_eq!(VALUES.map(|(name, _)| name), SETTINGS.each_ref().map(|setting| setting.name));
        for (name, value) in VALUES {
            let mut options = Options::default();
            assert_eq!(set(&mut options, name, value), Ok(()), "{name}");
            assert_ne!(format!("{options:?}"), format!("{:?}", Options::default()), "{name}");
        }
    }

    #[test]
    fn a_wrong_value_is_named_with_its_setting() {
        for (name, _) in VALUES.iter().filter(|(name, _)| *name != "include") {
            for value in ["", "\0", "x", "-1", "99999999999999999999"] {
                assert!(why(name, value).starts_with(&format!("`{name}`: ")), "{name} = {value}");
            }
        }
        assert_eq!(why("lint", "yes"), "`lint`: expected one of true, false, not `yes`");
        assert_eq!(why("max-growth", "67108865"), "`max-growth`: expected a number from 0 to 67108864, not `67108865`");
        assert_eq!(why("loads_first", "never"), "there is no option `loads_first`; did you mean `loads-first`?");
        assert_eq!(why("", ""), "there is no option ``");
    }

    #[test]
    fn build_options_are_taken_as_a_whole_or_not_at_all() {
        let mut options = Options::default();
        assert_eq!(build_options(&mut options, "-DN=4 -I inc -cl-std=CL1.2 -w"), Ok(vec![PathBuf::from("inc")]));
        assert_eq!((options.macros.len(), options.language.is_some()), (1, true));
        assert!(build_options(&mut options, "-DM -D 4").is_err());
        assert_eq!(options.macros.len(), 1);
    }
}
