//! The texts of one kernel that are timed against each other.
//!
//! A file of `kernels/` holds several kernels. All others are removed, so that build times and registers are those of the one kernel; it is
//! found by its lines, which begin and end at the margin. Then the lines of its requests are changed, and the vendor's compiler or clunroll
//! does the rest.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use clunroll::{DeviceClass, Forms, LoadsFirst, NoIncludes, Options, Remainder, unroll};

use super::cases::Case;

/// The factor of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum Factor {
    /// That many copies.
    By(u32),
    /// All iterations.
    Full,
}

impl fmt::Display for Factor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(factor) => write!(formatter, "{factor}"),
            Self::Full => formatter.write_str("full"),
        }
    }
}

impl From<Factor> for String {
    fn from(factor: Factor) -> Self {
        factor.to_string()
    }
}

impl TryFrom<String> for Factor {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Factor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "full" => Ok(Self::Full),
            _ => text.parse().map(Self::By).map_err(|_| format!("{text:?} is not a factor")),
        }
    }
}

/// A form that clunroll would not choose by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// The author's loop.
    Loop,
    /// Nested tests.
    Nested,
    /// A computed jump.
    Switch,
    /// One version for each number of remaining iterations.
    Versions,
    /// The forms for a CPU.
    Cpu,
    /// The copies one after the other, with their loads where the author has them.
    Plain,
    /// The copies side by side in the inner loop.
    Jam,
    /// The loads of all copies before their stores, also by a promise.
    Loads,
    /// The same as clunroll writes, with `restrict` wherever it may be.
    Restrict,
}

/// An unroller with its factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// `no pragma`, `unroll 1`, `vendor`, `clunroll`, or the name of a text written by hand.
    pub name: String,
    /// The factor, if one is requested.
    pub factor: Option<Factor>,
    /// The text for the vendor's compiler.
    pub text: String,
}

/// The kernel without requests.
pub const PLAIN: &str = "no pragma";
/// The kernel whose loops must stay loops.
pub const ONE: &str = "unroll 1";
/// The kernel whose requests are left to the vendor's compiler.
pub const VENDOR: &str = "vendor";
/// The kernel in clunroll's output.
pub const CLUNROLL: &str = "clunroll";
/// The same with `--target cpu`.
pub const CPU: &str = "cpu";
/// A text with a jammed nest.
pub const JAMMED: &str = "jammed";
/// A text in which loads run before the stores of all copies, also by a promise.
pub const LOADS_FIRST: &str = "loads first";
/// Clunroll's output with `--assume restrict`.
pub const RESTRICT: &str = "restrict";
/// A text with one version for each remainder.
pub const VERSIONS: &str = "versions";
/// The same with `--forms plain`.
pub const UNROLLED: &str = "unrolled";

/// The marker of a loop that clunroll declines in a text in which it rewrites others.
const LEFT: &str = "clunroll: left as written";

/// All variants of a case, in an order in which compared ones are neighbours.
pub fn all(
    case: &Case,
    source: &str,
    factors: &[Factor],
    also: &[Form],
    hand: Option<&Path>,
) -> Result<Vec<Variant>, String> {
    let alone = only(case.kernel, source)?;
    let with = |change: &dyn Fn(usize, &str) -> Option<String>| requests_changed(case.kernel, &alone, change);
    let mut variants = vec![
        Variant { name: PLAIN.to_owned(), factor: None, text: with(&|_, _| None) },
        Variant { name: ONE.to_owned(), factor: None, text: with(&|_, _| Some("#pragma unroll 1".to_owned())) },
    ];
    for &factor in factors {
        let asking = |word: &str| {
            let asked = match factor {
                Factor::By(factor) => format!("#pragma {word} {factor}"),
                Factor::Full => format!("#pragma {word}"),
            };
            with(&|at, line| Some(if at == case.request { asked.clone() } else { line.to_owned() }))
        };
        let text = asking("unroll");
        let written = rewritten(case, &text, |options| options)?;
        variants.push(Variant { name: VENDOR.to_owned(), factor: Some(factor), text: text.clone() });
        for form in also {
            let remainder = |form| rewritten(case, &text, |options| options.remainder(form));
            let (name, other) = match form {
                Form::Loop => ("loop", remainder(Remainder::Loop)),
                Form::Nested => ("nested", remainder(Remainder::Nested)),
                Form::Switch => ("switch", remainder(Remainder::Switch)),
                Form::Versions => (VERSIONS, remainder(Remainder::Versions)),
                Form::Cpu => (CPU, rewritten(case, &text, |options| options.target(DeviceClass::Cpu))),
                Form::Plain => (UNROLLED, rewritten(case, &text, |options| options.forms(Forms::Plain))),
                Form::Jam => (JAMMED, rewritten(case, &asking("unroll_and_jam"), |options| options)),
                Form::Loads => {
                    (LOADS_FIRST, rewritten(case, &text, |options| options.loads_first(LoadsFirst::Promised)))
                }
                Form::Restrict => (RESTRICT, rewritten(case, &text, |options| options.assume_restrict(true))),
            };
            let other = other?;
            let is_left = other.contains(LEFT) || other == asking("unroll_and_jam");
            if other != written && !is_left {
                variants.push(Variant { name: name.to_owned(), factor: Some(factor), text: other });
            }
        }
        variants.push(Variant { name: CLUNROLL.to_owned(), factor: Some(factor), text: written });
        variants.extend(by_hand(case, factor, hand)?);
    }
    Ok(variants)
}

/// Clunroll's output with these options.
fn rewritten(case: &Case, text: &str, with: impl FnOnce(Options) -> Options) -> Result<String, String> {
    let options = with(Options::new(case.file));
    let options = (case.defines.iter())
        .try_fold(options, |options, name| options.define(name, 1))
        .map_err(|error| error.to_string())?;
    let outcome = unroll(text.as_bytes(), &options, &mut NoIncludes);
    if outcome.has_errors() {
        return Err(format!("clunroll finds errors in {}", case.file));
    }
    String::from_utf8(outcome.text).map_err(|error| error.to_string())
}

fn by_hand(case: &Case, factor: Factor, hand: Option<&Path>) -> Result<Vec<Variant>, String> {
    let Some(folder) = hand else { return Ok(Vec::new()) };
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut variants = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let of_case = file.strip_prefix(&format!("{}.{factor}.", case.name)).and_then(|rest| rest.strip_suffix(".cl"));
        if let Some(name) = of_case {
            let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
            variants.push(Variant { name: name.to_owned(), factor: Some(factor), text });
        }
    }
    variants.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(variants)
}

/// The text with only that kernel.
fn only(kernel: &str, source: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut found = false;
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        if !begins_kernel(line) {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        let mut whole = format!("{line}\n");
        for line in lines.by_ref() {
            whole.push_str(line);
            whole.push('\n');
            if line == "}" {
                break;
            }
        }
        if whole.contains(&format!(" {kernel}(")) {
            text.push_str(&whole);
            found = true;
        }
    }
    if found { Ok(text) } else { Err(format!("there is no kernel {kernel}")) }
}

fn begins_kernel(line: &str) -> bool {
    ["__kernel", "kernel ", "__attribute__"].iter().any(|word| line.starts_with(word))
}

/// The text with the kernel's `#pragma unroll` lines changed. `change` returns the new line for each number and text; `None` removes the
/// line.
fn requests_changed(kernel: &str, alone: &str, change: &dyn Fn(usize, &str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut request = 0;
    let mut is_inside = false;
    for line in alone.lines() {
        is_inside |= line.contains(&format!(" {kernel}("));
        if is_inside && line.trim_start().starts_with("#pragma unroll") {
            let indent = &line[..line.len() - line.trim_start().len()];
            if let Some(changed) = change(request, line.trim_start()) {
                text.push_str(indent);
                text.push_str(&changed);
                text.push('\n');
            }
            request += 1;
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}
