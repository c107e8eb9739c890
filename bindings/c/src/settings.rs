//! Options in words: macros, build options, and all options by name.
//!
//! The names and values are those of the command line, so that its documentation applies here too.

use std::fmt::Display;
use std::mem;
use std::path::PathBuf;
use std::str::FromStr;

use clunroll::profile::{Profile, ProfileError};
use clunroll::rules::{Selector, Severity};
use clunroll::settings::Setting;
use clunroll::{BuildOptions, Define, MacroOption, Options};

use crate::boundary::{CallResult, Failed};

/// The lists without a function of their own. The options with one value are in the library's table.
const LISTS: [&str; 5] = ["include", "select", "warn", "deny", "ignore"];

/// Defines a macro.
pub(crate) fn define(options: &mut Options, name: &str, value: &str) -> CallResult<()> {
    let define = Define::new(name, value).map_err(invalid)?;
    *options = mem::take(options).macro_option(define);
    Ok(())
}

/// Cancels an earlier definition of a macro.
pub(crate) fn undefine(options: &mut Options, name: &str) -> CallResult<()> {
    let undefine = MacroOption::undefine(name).map_err(invalid)?;
    *options = mem::take(options).macro_option(undefine);
    Ok(())
}

/// Adds the options of `clBuildProgram`; returns the folders of `-I`.
pub(crate) fn build_options(options: &mut Options, text: &str) -> CallResult<Vec<PathBuf>> {
    let given: BuildOptions = read(text)?;
    *options = mem::take(options).build_options(&given);
    Ok(given.include_folders)
}

/// Gives loops the choices of a profile, for the device of this name. Without a name, they are for all devices that have a macro. An
/// empty text removes the choices.
pub(crate) fn profile(options: &mut Options, text: &str, device: Option<&str>) -> CallResult<()> {
    // The error of a TOML file has several lines.
    let wrong = |error: ProfileError| invalid(error.to_string().trim_end().replace('\n', " "));
    let chosen = if text.is_empty() {
        Vec::new()
    } else {
        let profile: Profile = text.parse().map_err(wrong)?;
        device.map_or_else(|| profile.loops_by_macro(), |device| profile.loops(device)).map_err(wrong)?
    };
    *options = mem::take(options).chosen_loops(chosen);
    Ok(())
}

/// Sets an option by its name.
pub(crate) fn set(options: &mut Options, name: &str, value: &str) -> CallResult<()> {
    let mut levels = options.get_levels().clone();
    let mut set_all = |severity| selectors(value).map(|list| list.iter().for_each(|rules| levels.set(rules, severity)));
    let done = match name {
        "include" => {
            *options = mem::take(options).forced_include(value);
            Ok(())
        }
        "warn" => set_all(Severity::Warning),
        "deny" => set_all(Severity::Error),
        "select" => selectors(value).map(|list| levels.select(&list)),
        "ignore" => selectors(value).map(|list| list.iter().for_each(|rules| levels.ignore(rules))),
        _ if Setting::find(name).is_some() => options.set(name, value).map_err(invalid),
        _ => return Err(Failed::Invalid(format!("there is no option `{name}`{}", similar(name)))),
    };
    done.map_err(|failed| match failed {
        Failed::Invalid(why) => Failed::Invalid(format!("`{name}`: {why}")),
        Failed::Plainly(status) => Failed::Plainly(status),
    })?;
    *options = mem::take(options).levels(levels);
    Ok(())
}

/// The option that `name` may be a misspelling of, for the end of a message.
fn similar(name: &str) -> String {
    let settings = Setting::ALL.iter().map(|setting| setting.name);
    let best = Setting::meant(name, settings.chain(LISTS));
    best.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// A value that the library parses.
fn read<T: FromStr<Err: Display>>(value: &str) -> CallResult<T> {
    value.parse().map_err(invalid)
}

fn invalid(error: impl Display) -> Failed {
    Failed::Invalid(error.to_string())
}

fn selectors(value: &str) -> CallResult<Vec<Selector>> {
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

    /// One value of each option that is not the default.
    fn values() -> Vec<(&'static str, &'static str)> {
        let mut values: Vec<_> = Setting::ALL.iter().map(|setting| (setting.name, setting.example)).collect();
        values.extend([("include", "first.h"), ("provide-extension", "TRUE"), ("max-copies", "4294967295")]);
        values.extend([("select", "CLU001, full-unroll-without-trip-count,CLU2"), ("warn", "notes")]);
        values.extend([("deny", "warnings"), ("ignore", "all")]);
        values
    }

    #[test]
    fn each_setting_changes_the_options() {
        assert!(LISTS.iter().all(|list| values().iter().any(|(name, _)| name == list)));
        for (name, value) in values() {
            let mut options = Options::default();
            assert_eq!(set(&mut options, name, value), Ok(()), "{name}");
            assert_ne!(format!("{options:?}"), format!("{:?}", Options::default()), "{name}");
        }
    }

    #[test]
    fn a_wrong_value_is_named_with_its_setting() {
        for (name, _) in values().into_iter().filter(|(name, _)| *name != "include") {
            for value in ["", "\0", "x", "-1", "99999999999999999999"] {
                assert!(why(name, value).starts_with(&format!("`{name}`: ")), "{name} = {value}");
            }
        }
        assert_eq!(why("lint", "yes"), "`lint`: expected one of true, false, not `yes`");
        assert_eq!(why("max-growth", "67108865"), "`max-growth`: expected a number from 0 to 67108864, not `67108865`");
        assert_eq!(why("loads_first", "never"), "there is no option `loads_first`; did you mean `loads-first`?");
        assert_eq!(why("tune", "cpu"), "there is no option `tune`; did you mean `target`?");
        assert_eq!(why("ignor", ""), "there is no option `ignor`; did you mean `ignore`?");
        assert_eq!(why("", ""), "there is no option ``");
    }

    #[test]
    fn build_options_are_taken_as_a_whole_or_not_at_all() {
        let mut options = Options::default();
        assert_eq!(build_options(&mut options, "-DN=4 -I inc -cl-std=CL1.2 -w"), Ok(vec![PathBuf::from("inc")]));
        assert_eq!((options.get_macros().len(), options.get_language().is_some()), (1, true));
        assert!(build_options(&mut options, "-DM -D 4").is_err());
        assert_eq!(options.get_macros().len(), 1);
    }
}
