//! What one request of a source may become.
//!
//! A choice is written as the pragmas of a loop. So each configuration is a text that its author could have written, and what was
//! measured is what `--write` puts into the source.

use std::fmt;

use serde::Serialize;

use clunroll::Remainder;

/// How many copies of a loop's body are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CopyCount {
    /// As many as the loop has iterations.
    Full,
    /// This number.
    By(u32),
}

/// What one request becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Choice {
    /// It stays as written, for the vendor's compiler.
    AsWritten,
    /// It is removed.
    NoPragma,
    /// `#pragma nounroll`, for the vendor's compiler.
    Never,
    /// `#pragma unroll`, for the vendor's compiler.
    Vendor(CopyCount),
    /// clunroll unrolls the loop.
    Unrolled(CopyCount, Remainder),
    /// clunroll jams this number of copies.
    Jammed(u32),
    /// The word `restrict` is written where `--assume restrict` allows it: not a request, but a choice for a whole file.
    Restrict,
}

impl Choice {
    /// Whether clunroll has something to write.
    pub(crate) const fn is_written(self) -> bool {
        matches!(self, Self::Unrolled(..) | Self::Jammed(_) | Self::Restrict)
    }

    /// The contents of its pragmas, without the word `pragma`; `None` if the request stays as written.
    ///
    /// If clunroll rewrites the source, a request for the vendor's compiler needs the clause `leave`.
    pub(crate) fn pragmas(self, is_rewritten: bool) -> Option<Vec<String>> {
        let leave = || is_rewritten.then(|| "clunroll leave".to_owned());
        let with = |first: Option<String>, last: String| Some(first.into_iter().chain([last]).collect());
        match self {
            Self::AsWritten | Self::Restrict => None,
            Self::NoPragma => Some(Vec::new()),
            // clunroll leaves it anyway.
            Self::Never => with(None, "nounroll".to_owned()),
            Self::Vendor(count) => with(leave(), unroll(count)),
            Self::Unrolled(count, Remainder::Auto) => with(None, unroll(count)),
            Self::Unrolled(count, form) => with(Some(format!("clunroll remainder({})", form.name())), unroll(count)),
            Self::Jammed(factor) => with(None, format!("unroll_and_jam {factor}")),
        }
    }
}

fn unroll(count: CopyCount) -> String {
    match count {
        CopyCount::Full => "unroll".to_owned(),
        CopyCount::By(factor) => format!("unroll {factor}"),
    }
}

impl fmt::Display for Choice {
    /// The words of tables.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsWritten => out.write_str("as written"),
            Self::NoPragma => out.write_str("no pragma"),
            Self::Never => out.write_str("compiler: nounroll"),
            Self::Vendor(count) => write!(out, "compiler: {}", unroll(*count)),
            Self::Unrolled(count, Remainder::Auto) => out.write_str(&unroll(*count)),
            Self::Unrolled(count, form) => write!(out, "{}, remainder {}", unroll(*count), form.name()),
            Self::Jammed(factor) => write!(out, "unroll_and_jam {factor}"),
            Self::Restrict => out.write_str("restrict"),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_for_the_compiler_needs_the_clause_only_before_clunroll() {
        let vendor = Choice::Vendor(CopyCount::By(4));
        assert_eq!(vendor.pragmas(true), Some(vec!["clunroll leave".to_owned(), "unroll 4".to_owned()]));
        assert_eq!(vendor.pragmas(false), Some(vec!["unroll 4".to_owned()]));
        assert_eq!(Choice::AsWritten.pragmas(true), None);
        assert_eq!(Choice::NoPragma.pragmas(true), Some(Vec::new()));
        let nested = Choice::Unrolled(CopyCount::Full, Remainder::Nested);
        assert_eq!(nested.pragmas(true), Some(vec!["clunroll remainder(nested)".to_owned(), "unroll".to_owned()]));
    }
}
