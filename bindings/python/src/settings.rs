//! Keyword arguments as the library's options.
//!
//! Their names are the keys of `clunroll.toml` with `_` for `-`, and their words are the words there, so that a user finds
//! one name everywhere. `python/clunroll/_settings.py` lists them with their types, for type checkers and readers. A mistake is an
//! exception, as for any function of Python: `TypeError` for an unknown name and a value of another type, `ValueError` for a value
//! that is none of those that are possible. `None` is the same as no argument.
//!
//! Of two definitions of one macro the last one counts, so `defines` comes after the options of the final compile. Of two folders
//! with one file the first one counts, so `include_dirs` comes before theirs.

use std::fmt::Display;
use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clunroll::rules::{Selector, Severity};
use clunroll::{BuildOptions, Define, FileIncludes, Limits, MacroOption, Options};
use oclc_syntax::words::most_alike;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The arguments of one call.
pub(crate) struct Settings {
    pub(crate) options: Options,
    /// The folders with included files; `None` if no files are read.
    pub(crate) folders: Option<FileIncludes>,
}

/// A keyword argument.
struct Setting {
    name: &'static str,
    /// What it changes.
    read: fn(&mut Reader, &Value<'_, '_>) -> PyResult<()>,
}

const fn setting(name: &'static str, read: fn(&mut Reader, &Value<'_, '_>) -> PyResult<()>) -> Setting {
    Setting { name, read }
}

/// All of them, in the order in which they are read: each may change what an earlier one says.
static SETTINGS: [Setting; 26] = [
    setting("filename", |to, value| value.get().map(|name: String| to.filename = Some(name))),
    setting("build_options", |to, value| {
        let told: BuildOptions = value.word()?;
        to.options = mem::take(&mut to.options).build_options(&told);
        to.folders = told.include_folders;
        Ok(())
    }),
    setting("defines", |to, value| {
        for (name, text) in value.get::<Vec<(String, Option<String>)>>()? {
            to.options.macros.push(match text {
                Some(text) => Define::new(&name, text).map_err(|error| value.wrong(&error))?.into(),
                None => MacroOption::undefine(&name).map_err(|error| value.wrong(&error))?,
            });
        }
        Ok(())
    }),
    setting("include_dirs", |to, value| {
        let folders: Vec<PathBuf> = value.get()?;
        to.folders.splice(0..0, folders);
        Ok(())
    }),
    setting("forced_includes", |to, value| value.strings().map(|names| to.options.forced_includes = names)),
    setting("cl_std", |to, value| value.word().map(|version| to.options.language = Some(version))),
    setting("trust_defines", |to, value| value.get().map(|is| to.options.trust_defines = is)),
    setting("uniform_work_groups", |to, value| value.get().map(|is: bool| to.options.uniform_work_groups |= is)),
    setting("assume_restrict", |to, value| value.get().map(|is| to.options.assume_restrict = is)),
    setting("provide_extension", |to, value| value.get().map(|is| to.options.provide_extension = is)),
    setting("flatten", |to, value| value.get().map(|is| to.options.flatten = is)),
    setting("line_directives", |to, value| value.get().map(|is| to.options.line_directives = is)),
    setting("check_promises", |to, value| value.get().map(|is| to.options.check_promises = is)),
    setting("trust_ivdep", |to, value| value.get().map(|is| to.options.trust_ivdep = is)),
    setting("remainder", |to, value| value.word().map(|form| to.options.remainder = form)),
    setting("guard", |to, value| value.word().map(|form| to.options.guard = form)),
    setting("tune", |to, value| value.word().map(|class| to.options.tune = class)),
    setting("loads_first", |to, value| value.word().map(|which| to.options.loads_first = which)),
    setting("forms", |to, value| value.word().map(|which| to.options.forms = which)),
    setting("max_live", |to, value| value.get().map(|values| to.options.max_live = values)),
    setting("max_copies", |to, value| value.get().map(|copies| to.options.limits.max_copies = copies)),
    setting("max_growth", |to, value| match value.get()? {
        bytes if bytes > Limits::MOST_GROWTH => {
            Err(value.wrong(&format!("{bytes} is more than {}, the maximum", Limits::MOST_GROWTH)))
        }
        bytes => {
            to.options.limits.max_growth = bytes;
            Ok(())
        }
    }),
    setting("select", |to, value| value.rules().map(|rules| to.options.levels.select(&rules))),
    setting("warn", |to, value| to.set(value, Severity::Warning)),
    setting("deny", |to, value| to.set(value, Severity::Error)),
    setting("ignore", |to, value| {
        value.rules()?.iter().for_each(|rule| to.options.levels.ignore(rule));
        Ok(())
    }),
];

/// What has been read so far.
#[derive(Default)]
struct Reader {
    filename: Option<String>,
    folders: Vec<PathBuf>,
    options: Options,
}

impl Reader {
    fn set(&mut self, value: &Value<'_, '_>, severity: Severity) -> PyResult<()> {
        value.rules()?.iter().for_each(|rule| self.options.levels.set(rule, severity));
        Ok(())
    }
}

impl Settings {
    /// Reads the arguments of one call.
    pub(crate) fn read(arguments: &Bound<'_, PyDict>) -> PyResult<Self> {
        for key in arguments.keys() {
            let key: String = key.extract()?;
            if !SETTINGS.iter().any(|setting| setting.name == key) {
                return Err(unknown(&key));
            }
        }
        let mut reader = Reader::default();
        for setting in &SETTINGS {
            if let Some(value) = arguments.get_item(setting.name)?.filter(|value| !value.is_none()) {
                (setting.read)(&mut reader, &Value { name: setting.name, value: &value })?;
            }
        }
        let Reader { filename, folders, options } = reader;
        // A text without a name lies in no folder, so nothing is read that nobody has named.
        let reads_files = filename.is_some() || !folders.is_empty();
        let folders = reads_files.then(|| FileIncludes::new(Path::new(filename.as_deref().unwrap_or("-")), &folders));
        let options = if let Some(filename) = filename { options.name(filename) } else { options };
        Ok(Self { options, folders })
    }
}

/// The value of one argument.
struct Value<'a, 'py> {
    name: &'static str,
    value: &'a Bound<'py, PyAny>,
}

impl<'py> Value<'_, 'py> {
    /// The value, of the type that the setting has.
    fn get<T: FromPyObjectOwned<'py>>(&self) -> PyResult<T> {
        let wrong = |error: PyErr| {
            let py = self.value.py();
            let why = format!("{}: {}", self.name, error.value(py));
            if error.is_instance_of::<PyTypeError>(py) {
                PyTypeError::new_err(why)
            } else if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyOverflowError>(py) {
                PyValueError::new_err(why)
            } else {
                // What a method of the value raises is the caller's own.
                error
            }
        };
        self.value.extract::<T>().map_err(|error| wrong(error.into()))
    }

    /// A value that is written as a word.
    fn word<T: FromStr<Err: Display>>(&self) -> PyResult<T> {
        self.get::<String>()?.parse().map_err(|error| self.wrong(&error))
    }

    /// Several strings, or one.
    fn strings(&self) -> PyResult<Vec<String>> {
        if self.value.is_instance_of::<PyString>() { Ok(vec![self.get()?]) } else { self.get() }
    }

    /// Words that name rules, with commas between them or in a list.
    fn rules(&self) -> PyResult<Vec<Selector>> {
        let lists = self.strings()?;
        let words = lists.iter().flat_map(|list| list.split(',')).map(str::trim).filter(|word| !word.is_empty());
        words.map(|word| word.parse().map_err(|error| self.wrong(&error))).collect()
    }

    fn wrong(&self, why: &dyn Display) -> PyErr {
        PyValueError::new_err(format!("{}: {why}", self.name))
    }
}

fn unknown(key: &str) -> PyErr {
    let best = most_alike(key, SETTINGS.iter().map(|setting| setting.name));
    let hint = best.map_or_else(String::new, |name| format!("; did you mean {name:?}?"));
    PyTypeError::new_err(format!("there is no setting {key:?}{hint}"))
}
