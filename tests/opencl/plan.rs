//! The plan of a case file's runs, in comment lines that begin with `//@`.
//!
//! ```text
//! //@ run sizes=0,1,5 kernel=name global=16x16 local=4x4 set=width:7,rows:size+2
//! //@ build -DN=5
//! //@ option -DN=3
//! //@ include tile.h
//! //@ skip -DN=8 the reason
//! //@ noplain the reason
//! //@ norun the reason
//! //@ except pocl the reason
//! //@ except pocl:name the reason
//! //@ warns -Wflag the reason
//! //@ raw
//! //@ lint
//! //@ fix
//! //@ select keyword-as-name
//! //@ expect CLU001 CLU102
//! ```
//!
//! - `run` may be repeated; without one there is one run with the defaults of [`Run`]. `kernel` limits it to one kernel. A kernel that
//!   requires a work-group size has only the runs with that size. Every integer parameter gets the current size unless `set` says
//!   otherwise: a number, `size`, `size+3` or `size-3`.
//! - `build` may be repeated; each gives the options of one more build of both texts, in addition to the plain one. If the original does
//!   not build with them, the rewritten text must not either. (A value that `#if` cannot read may be refused if clunroll compares the macro
//!   in an `#if`.) The folder `tests/cases/include` is always among the folders for included files. More builds are derived from them
//!   (`tests/opencl/derive.rs`).
//! - `option` is one option of clunroll, as on its command line: `-DNAME=VALUE`, `-DNAME(ARGS)=VALUE`, `-UNAME`, or any setting of the
//!   library's table, as `--flatten` or `--max-live=7`. With `--cl-std`, every build gets `-cl-std=VERSION`. The first build gets the
//!   macros of clunroll's options, and the plain build is one more; with `--trust-defines` every build gets them, and there is no plain
//!   one.
//! - `include` names a file of `tests/cases/include` that clunroll can find; the others are missing for it.
//! - `skip` leaves out the derived builds with that option, `-DN=8`, or without a macro, `-UN`.
//! - `noplain` leaves out the plain build, if the source needs macros that only builds define; clunroll does not get them.
//! - `norun` is for kernels that devices cannot run; the reason is printed.
//! - `except` is for a file, or one kernel of it, that one platform, named by a part of its name, gets wrong even as written, or never
//!   ends, and that others get right.
//! - `warns` accepts a warning of clang's on the rewritten text alone (`tests/compilers/warnings.rs`).
//! - `raw` is for hosts in C and C++: the text inside their literals, one after the other, is built.
//! - `lint` turns on the findings of `check`, and `select` turns on a rule that is off by default; the output must be the same.
//! - `fix` also runs what `clunroll check --fix` makes of the file, as fixed and as rewritten after that.
//! - `expect` lists the codes of all errors and warnings (`tests/sources/snapshots.rs` checks it); without this line there are none.
//!
//! Kernels keep to this: each pointer parameter has [`ELEMENTS`] elements, and the values in an integer buffer are 0 to 15. Their results
//! do not depend on the rounding of a platform: OpenCL lets it divide floats inexactly, and Intel's runtime does so in some loops and not
//! in others; work-items do not race.

use std::fmt::Display;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clunroll::rules::{Selector, find};
use clunroll::settings;
use clunroll::{Define, Includes, MacroOption, Options};
use walkdir::WalkDir;

/// Elements of each buffer; local memory gets a quarter.
pub const ELEMENTS: usize = 4096;

/// One launch geometry and the sizes it is launched with.
#[derive(Clone, Debug)]
pub struct Run {
    /// The only kernel that it is meant for.
    pub kernel: Option<String>,
    /// The values of the integer parameters, one launch each.
    pub sizes: Vec<i64>,
    /// Global size per dimension.
    pub global: Vec<usize>,
    /// Local size per dimension.
    pub local: Vec<usize>,
    /// Parameters that do not get the size.
    pub set: Vec<(String, Value)>,
}

/// The value of one scalar parameter.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// This number.
    Fixed(i64),
    /// The size plus this.
    Size(i64),
}

impl Value {
    /// The value at one size.
    pub fn at(self, size: i64) -> i64 {
        match self {
            Self::Fixed(value) => value,
            Self::Size(offset) => size.wrapping_add(offset),
        }
    }
}

impl Default for Run {
    fn default() -> Self {
        Self { kernel: None, sizes: vec![0, 1, 3, 4, 5, 16, 17, 64], global: vec![8], local: vec![4], set: Vec::new() }
    }
}

/// A file or kernel that one platform gets wrong as written.
#[derive(Clone, Debug)]
pub struct Exception {
    /// A part of its name.
    pub platform: String,
    /// The kernel, if it is not the whole file.
    pub kernel: Option<String>,
    /// Why.
    pub reason: String,
}

/// The contents of a file's lines.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Never empty.
    pub runs: Vec<Run>,
    /// Build options; with the first the original has to build.
    pub builds: Vec<String>,
    /// The options of clunroll.
    pub options: Options,
    /// The files that clunroll finds.
    pub includes: CaseIncludes,
    /// Options that derived builds leave out.
    pub skips: Vec<String>,
    /// Why the file cannot be run.
    pub norun: Option<String>,
    /// The exceptions for platforms that get it wrong as written.
    pub except: Vec<Exception>,
    /// The flags of warnings that the rewritten text may draw alone.
    pub warns: Vec<String>,
    /// Whether the kernels are in string literals of a host.
    pub raw: bool,
    /// Whether the file with its fixes made is run too.
    pub fix: bool,
    /// Codes of the errors and warnings, sorted.
    pub expect: Vec<String>,
}

impl Plan {
    /// Whether a setting without a value is on.
    pub fn is_on(&self, setting: &str) -> bool {
        self.options.get(setting) == Some(settings::Value::Flag(true))
    }
}

/// Reads the `//@` lines of a file.
///
/// # Errors
///
/// The line that cannot be read, with the reason.
pub fn read(source: &[u8]) -> Result<Plan, String> {
    let mut plan = Plan::default();
    let mut builds = Vec::new();
    let mut has_plain = true;
    for line in String::from_utf8_lossy(source).lines() {
        let Some(words) = line.strip_prefix("//@ ") else {
            continue;
        };
        let (verb, rest) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
        let rest = rest.trim();
        match verb {
            "run" => plan.runs.push(run(rest).map_err(|why| format!("{line}: {why}"))?),
            "build" => builds.push(rest.to_owned()),
            "option" => option(&mut plan.options, rest).map_err(|why| format!("{line}: {why}"))?,
            "include" => plan.includes.names.push(rest.to_owned()),
            "skip" | "except" | "warns" => {
                let (what, reason) = rest.split_once(' ').unwrap_or_default();
                if reason.is_empty() {
                    return Err(format!("{line}: no reason"));
                }
                if verb == "skip" {
                    plan.skips.push(what.to_owned());
                } else if verb == "warns" {
                    plan.warns.push(what.to_owned());
                } else {
                    let (platform, kernel) = match what.split_once(':') {
                        Some((platform, kernel)) => (platform, Some(kernel.to_owned())),
                        None => (what, None),
                    };
                    let (platform, reason) = (platform.to_owned(), reason.to_owned());
                    plan.except.push(Exception { platform, kernel, reason });
                }
            }
            "noplain" if rest.is_empty() => return Err(format!("{line}: no reason")),
            "noplain" => has_plain = false,
            "norun" => plan.norun = Some(rest.to_owned()),
            "raw" => plan.raw = true,
            "fix" => plan.fix = true,
            "lint" => plan.options = plan.options.lint(true),
            "select" => {
                let rule = find(rest).ok_or_else(|| format!("{line}: there is no such rule"))?;
                let mut levels = plan.options.get_levels().clone();
                levels.set(&Selector::Rule(rule), rule.severity);
                plan.options = plan.options.levels(levels);
            }
            "expect" => plan.expect.extend(rest.split_whitespace().map(str::to_owned)),
            _ => return Err(format!("{line}: unknown word {verb:?}")),
        }
    }
    if plan.runs.is_empty() {
        plan.runs.push(Run::default());
    }
    let defined: Vec<_> = plan.options.defined_macros().into_iter().map(as_option).collect();
    let defined = defined.join(" ");
    if plan.is_on("trust-defines") {
        for build in &mut builds {
            *build = format!("{defined} {build}");
        }
    } else if !defined.is_empty() && has_plain {
        builds.insert(0, String::new());
    }
    if has_plain || !defined.is_empty() {
        builds.insert(0, defined);
    }
    plan.builds = builds;
    plan.expect.sort();
    Ok(plan)
}

/// The `.cl` files of the folders, in the order of their paths.
pub fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    folders
        .iter()
        .flat_map(|folder| WalkDir::new(root.join(folder)).sort_by_file_name())
        .map(|entry| entry.expect("the folder can be listed").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect()
}

/// A file's name as texts and messages have it, the same on every machine: its path from the root of the repository.
pub fn name(path: &Path) -> String {
    path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The folder of the files that cases include.
pub fn include_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/include")
}

/// The files of [`include_folder`] that a case names.
#[derive(Clone, Debug, Default)]
pub struct CaseIncludes {
    names: Vec<String>,
}

impl Includes for CaseIncludes {
    fn resolve(&mut self, header_name: &str, _includer: Option<&str>) -> Option<String> {
        let name = header_name.trim_matches(['"', '<', '>']);
        self.names.iter().find(|known| *known == name).cloned()
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        fs::read(include_folder().join(name)).ok()
    }
}

/// A macro as an option of OpenCL.
fn as_option(define: &Define) -> String {
    format!("-D{define}")
}

/// Takes one option of clunroll.
///
/// # Errors
///
/// The fault of the line.
pub fn option(options: &mut Options, word: &str) -> Result<(), String> {
    if word.starts_with("-D") || word.starts_with("-U") {
        *options = mem::take(options).macro_option(parsed::<MacroOption>(word)?);
        return Ok(());
    }
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    let name = name.strip_prefix("--").ok_or_else(|| format!("unknown option {word:?}"))?;
    options.set(name, value).map_err(|error| format!("{word:?}: {error}"))
}

fn parsed<T: FromStr<Err: Display>>(word: &str) -> Result<T, String> {
    word.parse().map_err(|error| format!("{word:?}: {error}"))
}

fn run(words: &str) -> Result<Run, String> {
    let mut run = Run::default();
    for word in words.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("{word:?} is no key=value"))?;
        match key {
            "kernel" => run.kernel = Some(value.to_owned()),
            "sizes" => run.sizes = value.split(',').map(number).collect::<Result<_, _>>()?,
            "global" => run.global = dimensions(value)?,
            "local" => run.local = dimensions(value)?,
            "set" => run.set = value.split(',').map(assignment).collect::<Result<_, _>>()?,
            _ => return Err(format!("unknown key {key:?}")),
        }
    }
    // No platform would take others, and the case would be skipped everywhere.
    let is_whole = |(global, local): (&usize, &usize)| *local > 0 && global % local == 0;
    if run.global.len() != run.local.len() || !run.global.iter().zip(&run.local).all(is_whole) {
        let Run { global, local, .. } = run;
        return Err(format!(
            "the local size {local:?}, which is [4] by default, does not divide the global size {global:?}"
        ));
    }
    Ok(run)
}

fn dimensions(text: &str) -> Result<Vec<usize>, String> {
    text.split('x').map(|size| size.parse().map_err(|_| format!("{size:?} is no work size"))).collect()
}

fn assignment(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once(':').ok_or_else(|| format!("{text:?} is no name:value"))?;
    let value = match value.strip_prefix("size") {
        Some("") => Value::Size(0),
        Some(offset) => Value::Size(number(offset.strip_prefix('+').unwrap_or(offset))?),
        None => Value::Fixed(number(value)?),
    };
    Ok((name.to_owned(), value))
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}
