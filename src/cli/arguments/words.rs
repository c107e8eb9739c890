//! Options of the library that are one word each, as clap and `clunroll.toml` read them.
//!
//! clap's own trait cannot be implemented here for types of another crate.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use oclc_syntax::host::LanguageVersion;

use crate::{Forms, Guard, LoadsFirst, Remainder, Tune};

/// An option that is one of several words.
pub(in crate::cli) trait Word: Copy + Send + Sync + 'static {
    /// All that it can be.
    const ALL: &'static [Self];

    /// The word.
    fn name(self) -> &'static str;

    /// The option of that name, in either case.
    fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.name().eq_ignore_ascii_case(name))
    }
}

impl Word for LanguageVersion {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Word for Remainder {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Word for Guard {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Word for Forms {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Word for LoadsFirst {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Word for Tune {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

/// What `--assume` promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Assumption {
    /// No two buffer arguments of one kernel overlap where one is written.
    Restrict,
}

impl Word for Assumption {
    const ALL: &'static [Self] = &[Self::Restrict];

    fn name(self) -> &'static str {
        match self {
            Self::Restrict => "restrict",
        }
    }
}

/// Reads one of the words on the command line.
pub(super) fn word<W: Word>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::ALL.iter().map(|word| word.name())).try_map(|name| choice(&name))
}

/// Reads one of the words in a configuration.
pub(in crate::cli) fn choice<W: Word>(name: &str) -> Result<W, String> {
    W::of(name).ok_or_else(|| {
        let words: Vec<_> = W::ALL.iter().map(|word| word.name()).collect();
        format!("expected one of {}, not `{name}`", words.join(", "))
    })
}
