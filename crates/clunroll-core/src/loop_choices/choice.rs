//! What one request of a source may become.
//!
//! A choice is written as the pragmas of a loop. So each configuration is a text that its author could have written, and what was
//! measured is what `--write` puts into the source.

use std::fmt;
use std::str::FromStr;

use clunroll_loops::Amount;
use clunroll_loops::settings::{LoadsFirst, Remainder};

/// How many copies of a loop's body are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyCount {
    /// As many as the loop has iterations.
    Full,
    /// This number.
    By(u32),
}

/// What one request becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopChoice {
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
    /// clunroll unrolls the loop, and these loads run first.
    Loads(CopyCount, LoadsFirst),
    /// clunroll jams this number of copies.
    Jammed(u32),
    /// The word `restrict` is written where `--assume restrict` allows it: not a request, but a choice for a whole file.
    Restrict,
}

impl LoopChoice {
    /// Whether clunroll has something to write.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Unrolled(..) | Self::Loads(..) | Self::Jammed(_) | Self::Restrict)
    }

    /// Whether the promise that the trip count is a multiple of the requested factor is also true for this choice.
    #[must_use]
    pub const fn keeps_exact(self, amount: Option<Amount>) -> bool {
        match (self, amount) {
            (
                Self::Unrolled(CopyCount::By(factor), _) | Self::Loads(CopyCount::By(factor), _) | Self::Jammed(factor),
                Some(Amount::By(asked) | Amount::Jam(asked)),
            ) => factor > 0 && asked % factor == 0,
            (Self::Unrolled(CopyCount::Full, _) | Self::Loads(CopyCount::Full, _), Some(Amount::Full)) => true,
            (Self::Unrolled(..) | Self::Loads(..) | Self::Jammed(_), _) => false,
            _ => true,
        }
    }

    /// The contents of its pragmas, without the word `pragma`; `None` if the request stays as written.
    ///
    /// Since clunroll rewrites the source, a request for the vendor's compiler needs the clause `leave`.
    #[must_use]
    pub fn pragmas(self) -> Option<Vec<String>> {
        let with = |first: Option<String>, last: String| Some(first.into_iter().chain([last]).collect());
        match self {
            Self::AsWritten | Self::Restrict => None,
            Self::NoPragma => Some(Vec::new()),
            // clunroll leaves it anyway.
            Self::Never => with(None, "nounroll".to_owned()),
            Self::Vendor(count) => with(Some("clunroll leave".to_owned()), unroll(count)),
            Self::Unrolled(count, Remainder::Auto) => with(None, unroll(count)),
            Self::Unrolled(count, form) => with(Some(format!("clunroll remainder({})", form.name())), unroll(count)),
            Self::Loads(count, which) => with(Some(format!("clunroll loads_first({})", which.name())), unroll(count)),
            Self::Jammed(factor) => with(None, format!("unroll_and_jam {factor}")),
        }
    }
}

impl LoopChoice {
    /// The words of profiles, which [`FromStr`] reads.
    #[must_use]
    pub fn words(self) -> String {
        // A profile may be used after the source has changed.
        if self == Self::AsWritten { "leave".to_owned() } else { self.to_string() }
    }
}

/// Text that does not name a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownChoice;

impl FromStr for LoopChoice {
    type Err = UnknownChoice;

    fn from_str(words: &str) -> Result<Self, UnknownChoice> {
        match words {
            "leave" => return Ok(Self::AsWritten),
            "no pragma" => return Ok(Self::NoPragma),
            "nounroll" | "compiler: nounroll" => return Ok(Self::Never),
            _ => {}
        }
        if let Some(copies) = words.strip_prefix("compiler: unroll") {
            return count(copies).map(Self::Vendor);
        }
        if let Some(factor) = words.strip_prefix("unroll_and_jam ") {
            return number(factor).map(Self::Jammed);
        }
        if let Some((copies, which)) = words.strip_prefix("unroll").and_then(|rest| rest.split_once(", loads first ")) {
            return Ok(Self::Loads(count(copies)?, which.parse().map_err(|_| UnknownChoice)?));
        }
        let (copies, form) = words.strip_prefix("unroll").ok_or(UnknownChoice)?.split_once(", remainder ").map_or_else(
            || (&words["unroll".len()..], Ok(Remainder::Auto)),
            |(copies, form)| (copies, form.parse().map_err(|_| UnknownChoice)),
        );
        Ok(Self::Unrolled(count(copies)?, form?))
    }
}

/// The count after the word `unroll`.
fn count(copies: &str) -> Result<CopyCount, UnknownChoice> {
    match copies.strip_prefix(' ') {
        None if copies.is_empty() => Ok(CopyCount::Full),
        None => Err(UnknownChoice),
        Some(factor) => number(factor).map(CopyCount::By),
    }
}

fn number(digits: &str) -> Result<u32, UnknownChoice> {
    digits.parse().ok().filter(|&number: &u32| number > 0).ok_or(UnknownChoice)
}

fn unroll(count: CopyCount) -> String {
    match count {
        CopyCount::Full => "unroll".to_owned(),
        CopyCount::By(factor) => format!("unroll {factor}"),
    }
}

impl fmt::Display for LoopChoice {
    /// The words of tables.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsWritten => out.write_str("as written"),
            Self::NoPragma => out.write_str("no pragma"),
            Self::Never => out.write_str("compiler: nounroll"),
            Self::Vendor(count) => write!(out, "compiler: {}", unroll(*count)),
            Self::Unrolled(count, Remainder::Auto) => out.write_str(&unroll(*count)),
            Self::Unrolled(count, form) => write!(out, "{}, remainder {}", unroll(*count), form.name()),
            Self::Loads(count, which) => write!(out, "{}, loads first {}", unroll(*count), which.name()),
            Self::Jammed(factor) => write!(out, "unroll_and_jam {factor}"),
            Self::Restrict => out.write_str("restrict"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for LoopChoice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let counts = [CopyCount::Full, CopyCount::By(4)];
        let forms = [Remainder::Auto, Remainder::Loop, Remainder::Nested, Remainder::Switch, Remainder::Versions];
        let mut all = vec![LoopChoice::AsWritten, LoopChoice::NoPragma, LoopChoice::Never, LoopChoice::Jammed(2)];
        all.extend(counts.map(LoopChoice::Vendor));
        all.extend(forms.iter().flat_map(|&form| counts.map(|count| LoopChoice::Unrolled(count, form))));
        all.extend(LoadsFirst::ALL.iter().flat_map(|&which| counts.map(|count| LoopChoice::Loads(count, which))));
        for choice in all {
            assert_eq!(choice.words().parse(), Ok(choice), "{choice}");
        }
        for words in [
            "",
            "unrolled",
            "unroll x",
            "unroll 0",
            "unroll 2, remainder",
            "unroll 2, loads first",
            "unroll 2, loads first always",
            "compiler: unroll_and_jam 2",
        ] {
            assert_eq!(words.parse::<LoopChoice>(), Err(UnknownChoice), "{words}");
        }
    }

    #[test]
    fn a_request_for_the_compiler_needs_the_clause() {
        let vendor = LoopChoice::Vendor(CopyCount::By(4));
        assert_eq!(vendor.pragmas(), Some(vec!["clunroll leave".to_owned(), "unroll 4".to_owned()]));
        assert_eq!(LoopChoice::AsWritten.pragmas(), None);
        assert_eq!(LoopChoice::NoPragma.pragmas(), Some(Vec::new()));
        let loads = LoopChoice::Loads(CopyCount::By(2), LoadsFirst::Never);
        assert_eq!(loads.pragmas(), Some(vec!["clunroll loads_first(never)".to_owned(), "unroll 2".to_owned()]));
        let nested = LoopChoice::Unrolled(CopyCount::Full, Remainder::Nested);
        assert_eq!(nested.pragmas(), Some(vec!["clunroll remainder(nested)".to_owned(), "unroll".to_owned()]));
    }
}
