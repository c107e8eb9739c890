//! The definition of a setting: an option with a name and one value, as every interface has it.
//!
//! The command line, `clunroll.toml`, `--show-settings`, C, Python, the tests, the schema and the documents all read the
//! [table](Setting::ALL). So an option has one name, one set of values and one default wherever it is written. Lists (macros,
//! folders, files, rules) are not settings: the order of their items counts, and each interface joins them in its own way.

use std::fmt;

use oclc_syntax::host::LanguageVersion;
use oclc_syntax::words::{self, UnknownWord, Word, most_alike};

use super::Options;
use clunroll_loops::limits;
use clunroll_loops::settings::{DeviceClass, Forms, Guard, LoadsFirst, Remainder};

/// The settings that had another name before, with their present names. The old names have no effect; messages name the new ones.
const RENAMED: [(&str, &str); 1] = [("tune", "target")];

/// One option, with all texts about it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Setting {
    /// Its name, without hyphens in front.
    pub name: &'static str,
    /// The values that it may have.
    pub kind: Kind,
    /// Which interfaces have it.
    pub group: Group,
    /// Whether it may still change or go; its help says so. A stable one keeps its name and its values.
    pub is_experimental: bool,
    /// The placeholder for a value in the help; empty for a flag.
    pub placeholder: &'static str,
    /// Describes the key of `clunroll.toml` in one or two sentences of Markdown. It is empty if there is no key.
    pub key: &'static str,
    /// A link in Markdown to a page that says more, relative to `docs/`; or nothing.
    pub see: &'static str,
    /// A value that is not the default.
    pub example: &'static str,
    /// The lines of the help, each with the space before it.
    pub(super) help: &'static [&'static str],
    pub(super) get: fn(&Options) -> Option<Value>,
    pub(super) set: fn(&mut Options, Value),
}

/// The values that a setting may have. An interface has to know all kinds, so this is not `#[non_exhaustive]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Flag,
    /// On or off; the one word names the promise.
    Promise(&'static [&'static str]),
    /// One of these words, in either case.
    Words(&'static [&'static str]),
    /// A number of things, up to this one.
    Number(u64),
    /// A number of bytes, up to this one.
    Bytes(u64),
}

/// Which interfaces have a setting. The command line and `clunroll.toml` list the settings in this order; C and the library have
/// all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All commands and `clunroll.toml`: the options of the final compile.
    FinalCompile,
    /// All commands and `clunroll.toml`: other facts, and the forms of loops.
    Loops,
    /// The command that rewrites: the form of its output.
    Output,
    /// `clunroll check` alone.
    Checking,
}

/// The value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value of a flag, or of a promise.
    Flag(bool),
    /// As [`Kind::Words`] spells it.
    Word(&'static str),
    /// A number of things or bytes.
    Number(u64),
}

/// The reason why a setting cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// No setting has this name.
    Unknown(String),
    /// The setting does not have this word.
    Word(UnknownWord),
    /// The setting is a number up to the second value, and this text is not one.
    Number(String, u64),
}

impl Setting {
    /// The setting of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|setting| setting.name == name)
    }

    /// The present name of a setting that had this name in an earlier version.
    #[must_use]
    pub fn new_name(old: &str) -> Option<&'static str> {
        RENAMED.iter().find(|(before, _)| *before == old).map(|(_, now)| *now)
    }

    /// Which of some names an unknown name may mean: the present name of a setting, or else the most similar one.
    #[must_use]
    pub fn meant<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        match Self::new_name(unknown) {
            Some(now) => names.into_iter().find(|name| *name == now),
            None => most_alike(unknown, names),
        }
    }

    /// The settings of one group, in the order of the table.
    pub fn of(group: Group) -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(move |setting| setting.group == group)
    }

    /// Whether `clunroll.toml` has a key for it.
    #[must_use]
    pub const fn is_key(&self) -> bool {
        matches!(self.group, Group::FinalCompile | Group::Loops)
    }

    /// Its name as a keyword argument: `max_live`. A promise has its own, as in `assume_restrict`.
    #[must_use]
    pub fn keyword(&self) -> String {
        let promise = if let Kind::Promise(words) = self.kind { words } else { &[] };
        [&[self.name], promise].concat().join("_").replace('-', "_")
    }

    /// The first line of the help.
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.help[0].trim_start()
    }

    /// The rest of the help, with a space for each line break; it may be empty.
    #[must_use]
    pub fn details(&self) -> String {
        let lines = self.help[1..].iter().map(|line| line.trim());
        let more = lines.chain(self.is_experimental.then_some("Experimental: it may change or go."));
        more.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The value that the options have; `None` if there is none.
    #[must_use]
    pub fn get(&self, options: &Options) -> Option<Value> {
        (self.get)(options)
    }

    /// Gives the options a value that [`Setting::read`] has read. A value of another kind changes nothing.
    pub fn set(&self, options: &mut Options, value: Value) {
        (self.set)(options, value);
    }

    /// Reads a value: `true` or `false`, a word, or a number in decimal digits. A promise is its word, and cannot be taken back.
    ///
    /// # Errors
    ///
    /// If the setting does not have such a value.
    pub fn read(&self, text: &str) -> Result<Value, SettingError> {
        let word = |words| words::find(text, words).map_err(SettingError::Word);
        match self.kind {
            Kind::Flag => word(&["true", "false"]).map(|at| Value::Flag(at == 0)),
            Kind::Promise(promise) => word(promise).map(|_| Value::Flag(true)),
            Kind::Words(words) => word(words).map(|at| Value::Word(words[at])),
            Kind::Number(most) | Kind::Bytes(most) => {
                let number = text.parse().ok().filter(|number| *number <= most).map(Value::Number);
                number.ok_or_else(|| SettingError::Number(text.to_owned(), most))
            }
        }
    }
}

impl Options {
    /// Sets the setting of that name, as the command line spells it: `set("max-live", "32")`.
    ///
    /// # Errors
    ///
    /// If no setting has this name, or if the setting cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = Setting::find(name).ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
        setting.set(self, setting.read(value)?);
        Ok(())
    }

    /// The value of the setting of that name; `None` if it has no value, as `cl-std` at first, or if no setting has this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value> {
        Setting::find(name)?.get(self)
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(out, "there is no option `{name}`")?;
                let best = Setting::meant(name, Setting::ALL.iter().map(|setting| setting.name));
                best.map_or(Ok(()), |best| write!(out, "; did you mean `{best}`?"))
            }
            Self::Word(error) => error.fmt(out),
            Self::Number(text, most) => write!(out, "expected a number from 0 to {most}, not `{text}`"),
        }
    }
}

impl std::error::Error for SettingError {}

/// The type of a field of [`Options`] that is a setting.
pub(super) trait Typed: Sized {
    /// The values that it may have.
    const KIND: Kind;

    /// Its value; `None` if there is none.
    fn value(self) -> Option<Value>;

    /// The field for a value of its kind.
    fn of(value: Value) -> Option<Self>;
}

macro_rules! typed {
    ($($type:ty: $kind:expr, $field:pat => $value:expr, $of:pat => $typed:expr;)+) => {
        $(impl Typed for $type {
            const KIND: Kind = $kind;

            fn value(self) -> Option<Value> {
                let $field = self;
                $value
            }

            fn of(value: Value) -> Option<Self> {
                if let $of = value { $typed } else { None }
            }
        })+
    };
    (words $($type:ident),+) => {
        typed! { $($type: Kind::Words($type::NAMES), word => Some(Value::Word(word.name())), Value::Word(word) => Word::of(word).ok();)+ }
    };
}

typed! {
    bool: Kind::Flag, is_on => Some(Value::Flag(is_on)), Value::Flag(is_on) => Some(is_on);
    u32: Kind::Number(u32::MAX as u64), number => Some(Value::Number(number.into())), Value::Number(number) => number.try_into().ok();
    // The number of bytes by which a file may grow.
    u64: Kind::Bytes(limits::MOST_GROWTH), bytes => Some(Value::Number(bytes)), Value::Number(bytes) => Some(bytes);
    Option<LanguageVersion>: Kind::Words(LanguageVersion::NAMES),
        version => version.map(|version| Value::Word(version.name())), Value::Word(word) => Word::of(word).ok().map(Some);
}

typed!(words Remainder, Guard, DeviceClass, LoadsFirst, Forms);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_reads_its_example_and_gets_what_it_set() {
        for setting in Setting::ALL {
            let mut options = Options::default();
            let value = setting.read(setting.example).expect(setting.name);
            assert_ne!(setting.get(&options), Some(value), "{} is an example of the default", setting.name);
            setting.set(&mut options, value);
            assert_eq!(setting.get(&options), Some(value), "{}", setting.name);
            for other in Setting::ALL.iter().filter(|other| other.name != setting.name) {
                assert_eq!(
                    other.get(&options),
                    other.get(&Options::default()),
                    "{} changes {}",
                    setting.name,
                    other.name
                );
            }
        }
    }

    #[test]
    fn a_value_of_another_kind_changes_nothing() {
        for setting in Setting::ALL {
            let values = [Value::Flag(true), Value::Word("x"), Value::Number(7)];
            let read = setting.read(setting.example).expect(setting.name);
            for value in
                values.into_iter().filter(|value| std::mem::discriminant(value) != std::mem::discriminant(&read))
            {
                let mut options = Options::default();
                setting.set(&mut options, value);
                assert_eq!(options, Options::default(), "{} = {value:?}", setting.name);
            }
        }
    }

    #[test]
    fn a_mistake_says_what_there_is() {
        let why = |name: &str, value: &str| Options::default().set(name, value).expect_err(name).to_string();
        assert_eq!(why("loads_first", "never"), "there is no option `loads_first`; did you mean `loads-first`?");
        assert_eq!(why("tune", "cpu"), "there is no option `tune`; did you mean `target`?");
        assert_eq!(why("", ""), "there is no option ``");
        assert_eq!(why("lint", "yes"), "expected one of true, false, not `yes`");
        assert_eq!(why("assume", "true"), "expected one of restrict, not `true`");
        assert_eq!(why("max-growth", "67108865"), "expected a number from 0 to 67108864, not `67108865`");
        assert_eq!(why("max-copies", "4294967296"), "expected a number from 0 to 4294967295, not `4294967296`");
    }

    #[test]
    fn the_texts_are_there() {
        for setting in Setting::ALL {
            let name = setting.name;
            assert!(!setting.help().is_empty() && !setting.help().ends_with('.'), "{name}");
            assert!(setting.details().is_empty() || setting.details().ends_with('.'), "{name}");
            assert_eq!(setting.key.ends_with('.'), setting.is_key(), "{name}");
            assert_eq!(setting.placeholder.is_empty(), setting.kind == Kind::Flag, "{name}");
        }
    }
}
