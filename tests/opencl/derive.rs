//! More builds from those that a file asks for: its macros with unexpected values.
//!
//! Whatever the final compile passes with `-D`, the rewritten text must do what the original does, or fail to build
//! where the original fails. So each macro of a file's builds, and each in its conditions, also gets a larger and a
//! smaller number, an expression in parentheses and one without, a cast, and an empty text, and is left undefined; a
//! macro that never has a value gets a zero. All combinations of all macros are built if they are not too many
//! ([`room`]). Otherwise the builds come first that change one macro of a build that the file asks for, and then as
//! many others as fit, evenly spread.
//!
//! `CLUNROLL_DERIVED=2` leaves no more than two derived builds of each file.
//!
//! A file that trusts its `-D` has no derived builds: it is right for these `-D` only.
//!
//! Not every kernel can take every value: an array may be too small, a counter too narrow. A file says so:
//!
//! ```text
//! //@ skip -DN=303 a uchar never gets there
//! //@ skip -UN without N there is no bound
//! ```

use std::env;

use super::plan::Plan;

/// How many builds are derived for a file. They take time because a runtime compiles each kernel separately.
fn room(source: &str) -> usize {
    let kernels = source.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    let kernels = kernels.filter(|word| matches!(*word, "kernel" | "__kernel")).count();
    (64 / kernels.max(1)).clamp(10, 32)
}

/// One macro, with the options that set it in one way or another.
struct Variable {
    name: String,
    settings: Vec<String>,
}

/// The derived builds of a plan, without those that it asks for itself.
///
/// # Errors
///
/// The `skip` line that skips nothing.
pub fn derived(plan: &Plan, source: &[u8]) -> Result<Vec<String>, String> {
    if plan.is_on("trust-defines") {
        return Ok(Vec::new());
    }
    let source = String::from_utf8_lossy(source);
    let mut variables = variables(plan, &source);
    let all: Vec<&String> = variables.iter().flat_map(|variable| &variable.settings).collect();
    if let Some(idle) = plan.skips.iter().find(|skip| !all.contains(skip)) {
        return Err(format!("skip {idle}: no derived build has it"));
    }
    for variable in &mut variables {
        variable.settings.retain(|setting| !plan.skips.contains(setting));
    }
    let mut builds = combinations(plan, &variables, room(&source));
    builds.retain(|build| !plan.builds.contains(build));
    if let Ok(most) = env::var("CLUNROLL_DERIVED") {
        builds.truncate(most.parse().map_err(|_| format!("CLUNROLL_DERIVED={most} is not a number"))?);
    }
    Ok(builds)
}

/// The macros of all builds, in the order in which they occur, and those that conditions ask for.
fn variables(plan: &Plan, source: &str) -> Vec<Variable> {
    let mut values: Vec<(&str, Vec<Option<&str>>)> = Vec::new();
    for define in plan.builds.iter().flat_map(|build| defines(build)) {
        let (name, value) = define.split_once('=').map_or((define, None), |(name, value)| (name, Some(value)));
        match values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if known.contains(&value) => {}
            Some((_, known)) => known.push(value),
            None => values.push((name, vec![value])),
        }
    }
    for name in asked_for(source) {
        if values.iter().all(|(known, _)| *known != name) {
            values.push((name, vec![defined_as(source, name)]));
        }
    }
    values
        .into_iter()
        .map(|(name, values)| Variable { name: name.to_owned(), settings: settings(name, &values) })
        .collect()
}

/// The words of a directive, with its name first.
fn directive(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_start().strip_prefix('#').unwrap_or_default();
    line.split(|character: char| !(character.is_alphanumeric() || character == '_')).filter(|word| !word.is_empty())
}

/// The macros that the conditions of a file mention, without those that are the vendor's to define.
fn asked_for(source: &str) -> impl Iterator<Item = &str> {
    source.lines().map(directive).filter_map(|mut words| Some((words.next()?, words))).flat_map(|(directive, words)| {
        let is_condition = matches!(directive, "if" | "ifdef" | "ifndef" | "elif");
        words.filter(move |word| {
            let is_name = !word.starts_with(|first: char| first.is_ascii_digit()) && *word != "defined";
            let is_vendors = ["__", "cl_", "CL_"].iter().any(|prefix| word.starts_with(prefix));
            is_condition && is_name && !is_vendors
        })
    })
}

/// The number that a file defines a macro as.
fn defined_as<'a>(source: &'a str, name: &str) -> Option<&'a str> {
    source.lines().find_map(|line| {
        let words: Vec<_> = directive(line).collect();
        let is_number = |word: &&str| word.parse::<i64>().is_ok();
        (words.len() == 3 && words[..2] == ["define", name]).then(|| words[2]).filter(is_number)
    })
}

/// The definitions by the `-D` options of a build.
fn defines(build: &str) -> impl Iterator<Item = &str> {
    build.split_whitespace().filter_map(|word| word.strip_prefix("-D"))
}

fn settings(name: &str, values: &[Option<&str>]) -> Vec<String> {
    let mut settings = vec![format!("-U{name}")];
    let mut add = |value: Option<&str>| {
        let setting = value.map_or_else(|| format!("-D{name}"), |value| format!("-D{name}={value}"));
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    };
    for value in values {
        add(*value);
    }
    // Other values of a function-like macro would not test the file.
    if name.contains('(') {
        return settings;
    }
    add(Some(""));
    if values.iter().all(Option::is_none) {
        add(Some("0"));
        return settings;
    }
    let numbers = || values.iter().flatten().filter_map(|value| value.parse::<i64>().ok());
    let (largest, smallest) = (numbers().max().unwrap_or(5), numbers().min().unwrap_or(5));
    add(Some(&largest.saturating_add(3).to_string()));
    add(Some(&smallest.saturating_sub(2).max(1).to_string()));
    for value in ["(2+3)", "2+3", "(uint)4"] {
        add(Some(value));
    }
    settings
}

fn combinations(plan: &Plan, variables: &[Variable], room: usize) -> Vec<String> {
    if variables.is_empty() || variables.iter().any(|variable| variable.settings.is_empty()) {
        return Vec::new();
    }
    let mut builds = Vec::new();
    let mut add = |chosen: &[&str]| {
        // An undefined macro needs no option.
        let options: Vec<_> = chosen.iter().copied().filter(|setting| setting.starts_with("-D")).collect();
        let build = options.join(" ");
        if builds.len() < room && !builds.contains(&build) {
            builds.push(build);
        }
    };
    let total = variables.iter().fold(1_usize, |total, variable| total.saturating_mul(variable.settings.len()));
    if total > room {
        for varied in 0..variables.len() {
            for setting in &variables[varied].settings {
                for build in &plan.builds {
                    let mut chosen: Vec<&str> = variables
                        .iter()
                        .map(|variable| as_built(variable, build))
                        .collect::<Option<_>>()
                        .unwrap_or_default();
                    if let Some(place) = chosen.get_mut(varied) {
                        *place = setting;
                        add(&chosen);
                    }
                }
            }
        }
    }
    // Steps of a prime go through all combinations, and mix them however few are taken.
    for number in (0..total.min(room)).map(|number| number * 7919 % total) {
        let mut rest = number;
        let mut chosen = Vec::new();
        for variable in variables {
            chosen.push(&*variable.settings[rest % variable.settings.len()]);
            rest /= variable.settings.len();
        }
        add(&chosen);
    }
    builds
}

/// How a build sets a macro; `None` if that is skipped.
fn as_built<'a>(variable: &'a Variable, build: &str) -> Option<&'a str> {
    let option = build
        .split_whitespace()
        .find(|word| word.strip_prefix("-D").is_some_and(|define| define.split('=').next() == Some(&*variable.name)));
    let option = option.map_or_else(|| format!("-U{}", variable.name), str::to_owned);
    variable.settings.iter().find(|setting| **setting == option).map(String::as_str)
}

#[test]
fn each_macro_gets_other_values_and_none() {
    let source = b"//@ build -DN=5\n//@ skip -DN=2+3 why\n#ifdef FAST\n#if __OPENCL_C_VERSION__ >= 200 && N > 2\n";
    let plan = super::plan::read(source).expect("the plan is good");
    let builds = derived(&plan, source).expect("the skip skips something");
    // Seven of N by four of FAST, without the two that the plan holds.
    assert_eq!(builds.len(), 26, "{builds:?}");
    for one in ["-DN=8", "-DN=3", "-DN=(2+3)", "-DN=(uint)4 -DFAST", "-DN= -DFAST=0", "-DFAST="] {
        assert!(builds.iter().any(|build| build == one), "{one} in {builds:?}");
    }
    assert!(!builds.iter().any(|build| build.contains("-DN=2+3") || build.is_empty() || build == "-DN=5"));
    let idle = super::plan::read(b"//@ skip -DM=1 why").expect("the plan is good");
    assert!(derived(&idle, b"").is_err());
}
