//! Keyword arguments as the library's options.
//!
//! Their names are the keys of `clunroll.toml` with `_` for `-`, and their words are the words there, so that an option has the same name
//! everywhere. Those with one value are read from the library's table. `python/clunroll/_settings.py` lists all of them with their types,
//! for type checkers and readers. A word must be spelt as there, since type checkers compare it so. A mistake is an exception, as for any
//! function of Python: `TypeError` for an unknown name and a value of another type, `ValueError` for a value that is not allowed. It names
//! the argument and shows the value, in the words of `python/clunroll/_arguments.py`. `None` is the same as no argument.
//!
//! If a macro is defined twice, the last definition counts, so `defines` comes after the options of the final compile. If two folders have
//! the same file, the first folder counts, so `include_dirs` comes before theirs.

use std::fmt::Display;
use std::mem;
use std::path::{Path, PathBuf};

use clunroll::loop_choices::ChosenLoop;
use clunroll::profile::{Profile, ProfileError};
use clunroll::rules::{Levels, Selector, Severity};
use clunroll::settings::{Group, Kind, Setting, Value};
use clunroll::{BuildOptions, Define, FileIncludes, MacroOption, Options};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The arguments of one call.
pub(crate) struct CallSettings {
    pub(crate) options: Options,
    /// The folders with included files; `None` if no files are read.
    pub(crate) folders: Option<FileIncludes>,
}

/// A keyword argument that the library's table of settings does not have.
struct KeywordParameter {
    name: &'static str,
    /// Its effect.
    read: fn(&mut ArgumentReader, &KeywordArgument<'_, '_>) -> PyResult<()>,
}

const fn keyword(
    name: &'static str,
    read: fn(&mut ArgumentReader, &KeywordArgument<'_, '_>) -> PyResult<()>,
) -> KeywordParameter {
    KeywordParameter { name, read }
}

/// All keywords, in the order in which they are read: each may change the effect of an earlier one.
static KEYWORDS: [KeywordParameter; 11] = [
    keyword("filename", |to, value| value.get("str or os.PathLike").map(|name: String| to.filename = Some(name))),
    keyword("build_options", |to, value| {
        let given: BuildOptions =
            value.get::<String>("str or a list of str")?.parse().map_err(|error| value.why(&error))?;
        if let Some(written) = with_open_quote(&given) {
            return Err(value
                .why(&format!("build option `{written}`: a quote is not closed; runtimes remove only double quotes")));
        }
        to.options = mem::take(&mut to.options).build_options(&given);
        to.folders = given.include_folders;
        Ok(())
    }),
    keyword("defines", |to, value| {
        for (name, text) in value.get::<Vec<(String, Option<String>)>>("a dict with names and values in UTF-8")? {
            let option = match text {
                Some(text) => Define::new(&name, text).map(MacroOption::from),
                None => MacroOption::undefine(&name),
            };
            to.options = mem::take(&mut to.options).macro_option(option.map_err(|error| value.why(&error))?);
        }
        Ok(())
    }),
    keyword("include_dirs", |to, value| {
        let folders: Vec<PathBuf> = value.get("a list of folders")?;
        to.folders.splice(0..0, folders);
        Ok(())
    }),
    keyword("forced_includes", |to, value| {
        to.options = mem::take(&mut to.options).forced_includes(value.strings("a name of a file or a list of names")?);
        Ok(())
    }),
    keyword("select", |to, value| value.rules().map(|rules| to.levels.select(&rules))),
    keyword("warn", |to, value| to.set(value, Severity::Warning)),
    keyword("deny", |to, value| to.set(value, Severity::Error)),
    keyword("ignore", |to, value| {
        value.rules()?.iter().for_each(|rule| to.levels.ignore(rule));
        Ok(())
    }),
    keyword("device", |to, value| {
        to.device = Some(value.get("str")?);
        Ok(())
    }),
    keyword("profile", |to, value| {
        let path: PathBuf = value.get("str or os.PathLike")?;
        let chosen = chosen_loops(&path, to.device.take().as_deref())?;
        to.options = mem::take(&mut to.options).chosen_loops(chosen);
        Ok(())
    }),
];

/// The choices of a profile for a device, or for all devices with a macro.
fn chosen_loops(path: &Path, device: Option<&str>) -> PyResult<Vec<ChosenLoop>> {
    let wrong = |error: ProfileError| PyValueError::new_err(format!("profile: {}", error.to_string().trim_end()));
    let profile: Profile = std::fs::read_to_string(path)?.parse().map_err(wrong)?;
    device.map_or_else(|| profile.loops_by_macro(), |device| profile.loops(device)).map_err(wrong)
}

/// The settings of the table, with the names that they have here. Those for checking are left out: `check` sets them itself.
fn settings() -> impl Iterator<Item = (String, &'static Setting)> {
    Setting::ALL.iter().filter(|setting| setting.group != Group::Checking).map(|setting| (setting.keyword(), setting))
}

/// The arguments that have been read so far.
#[derive(Default)]
struct ArgumentReader {
    filename: Option<String>,
    folders: Vec<PathBuf>,
    options: Options,
    levels: Levels,
    /// The device of the profile that comes after it.
    device: Option<String>,
}

impl ArgumentReader {
    fn set(&mut self, value: &KeywordArgument<'_, '_>, severity: Severity) -> PyResult<()> {
        value.rules()?.iter().for_each(|rule| self.levels.set(rule, severity));
        Ok(())
    }
}

impl CallSettings {
    /// Reads the arguments of one call.
    pub(crate) fn read(arguments: &Bound<'_, PyDict>) -> PyResult<Self> {
        for key in arguments.keys() {
            let key: String = key.extract()?;
            if !names().any(|name| name == key) {
                return Err(unknown(&key));
            }
        }
        let given = |name: &str| PyResult::Ok(arguments.get_item(name)?.filter(|value| !value.is_none()));
        let mut reader = ArgumentReader::default();
        for keyword in &KEYWORDS {
            if let Some(value) = given(keyword.name)? {
                (keyword.read)(&mut reader, &KeywordArgument { name: keyword.name, value: &value })?;
            }
        }
        // Arguments override settings from the string of build options.
        for (name, setting) in settings() {
            if let Some(value) = given(&name)? {
                let value = KeywordArgument { name: &name, value: &value }.of(setting)?;
                setting.set(&mut reader.options, value);
            }
        }
        let ArgumentReader { filename, folders, options, levels, device } = reader;
        if device.is_some() {
            return Err(PyTypeError::new_err("device names a device of a profile: pass profile too"));
        }
        let options = options.levels(levels);
        // A text without a name has no folder, so only named files and folders are read.
        let reads_files = filename.is_some() || !folders.is_empty();
        let folders = reads_files.then(|| FileIncludes::new(Path::new(filename.as_deref().unwrap_or("-")), &folders));
        let options = if let Some(filename) = filename { options.name(filename) } else { options };
        Ok(Self { options, folders })
    }
}

/// The value of one argument.
struct KeywordArgument<'a, 'py> {
    name: &'a str,
    value: &'a Bound<'py, PyAny>,
}

impl<'py> KeywordArgument<'_, 'py> {
    /// The value, of the type that the setting has. `wanted` describes it.
    fn get<T: FromPyObjectOwned<'py>>(&self, wanted: &str) -> PyResult<T> {
        self.value.extract::<T>().map_err(|error| {
            let (py, error) = (self.value.py(), error.into());
            if error.is_instance_of::<PyTypeError>(py) {
                self.mistake("wrong", wanted)
            } else if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyOverflowError>(py) {
                self.mistake("unfit", wanted)
            } else {
                // An exception of the value's own method is passed on to the caller.
                error
            }
        })
    }

    /// The value of a setting.
    fn of(&self, setting: &Setting) -> PyResult<Value> {
        match setting.kind {
            Kind::Flag | Kind::Promise(_) => self.get("True or False").map(Value::Flag),
            Kind::Words(words) => {
                let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
                let wanted = format!("one of {}", quoted.join(", "));
                let given: String = self.get(&wanted)?;
                let word = words.iter().find(|word| **word == given);
                word.map(|word| Value::Word(word)).ok_or_else(|| self.mistake("unfit", &wanted))
            }
            Kind::Number(most) | Kind::Bytes(most) => {
                let wanted = format!("a whole number from 0 to {most}");
                let number = self.get(&wanted)?;
                if number > most { Err(self.mistake("unfit", &wanted)) } else { Ok(Value::Number(number)) }
            }
        }
    }

    /// Several strings, or one.
    fn strings(&self, wanted: &str) -> PyResult<Vec<String>> {
        if self.value.is_instance_of::<PyString>() { Ok(vec![self.get(wanted)?]) } else { self.get(wanted) }
    }

    /// Words that name rules, with commas between them or in a list.
    fn rules(&self) -> PyResult<Vec<Selector>> {
        let lists = self.strings("a name of a rule or a list of names")?;
        let words = lists.iter().flat_map(|list| list.split(',')).map(str::trim).filter(|word| !word.is_empty());
        words.map(|word| word.parse().map_err(|error| self.why(&error))).collect()
    }

    /// The exception for a mistake, which `python/clunroll/_arguments.py` makes.
    fn mistake(&self, maker: &str, wanted: &str) -> PyErr {
        let make =
            || self.value.py().import("clunroll._arguments")?.getattr(maker)?.call1((self.name, wanted, self.value));
        make().map_or_else(|error| error, PyErr::from_value)
    }

    /// The exception for a text with a mistake, which `why` shows.
    fn why(&self, why: &dyn Display) -> PyErr {
        PyValueError::new_err(format!("{}: {why}", self.name))
    }
}

/// A build option in which a quote is not closed. The string itself is well-formed: a quote that runtimes do not remove is a part of the
/// macro or of the folder.
fn with_open_quote(options: &BuildOptions) -> Option<String> {
    let written = options.macros.iter().map(ToString::to_string).find(|option| has_open_quote(option));
    let quoted = |folder: &&PathBuf| folder.to_string_lossy().starts_with('\'');
    written.or_else(|| options.include_folders.iter().find(quoted).map(|folder| format!("-I{}", folder.display())))
}

/// Whether a text ends within a string or a character of C.
fn has_open_quote(text: &str) -> bool {
    let mut open = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (open, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(quote), _) if quote == character => open = None,
            (None, '"' | '\'') => open = Some(character),
            _ => {}
        }
    }
    open.is_some()
}

/// The names of all arguments.
fn names() -> impl Iterator<Item = String> {
    KEYWORDS.iter().map(|keyword| keyword.name.to_owned()).chain(settings().map(|(name, _)| name))
}

fn unknown(key: &str) -> PyErr {
    let names: Vec<_> = names().collect();
    let best = Setting::meant(key, names.iter().map(String::as_str));
    let hint = best.map_or_else(String::new, |name| format!("; did you mean {name:?}?"));
    PyTypeError::new_err(format!("there is no setting {key:?}{hint}"))
}
