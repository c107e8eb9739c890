//! Options that are one word each, as clap reads them.
//!
//! The words themselves are the library's ([`Word`]). clap's own trait cannot be implemented here for types of another crate.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use oclc_syntax::words;
use oclc_syntax::words::Word;

/// What `--assume` promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Assumption {
    /// No two buffer arguments of one kernel overlap where one is written.
    Restrict,
}

words!(Assumption { Restrict => "restrict" });

/// Reads one of the words on the command line.
pub(super) fn word<W: Word>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::ALL.iter().map(|word| word.name())).try_map(|name| W::of(&name))
}
