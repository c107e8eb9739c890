//! What a request asks for, as data and in the words of reports.

use std::fmt;

/// How far a loop is asked to be unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `#pragma unroll`: all iterations.
    Full,
    /// `#pragma unroll N`, N at least 2: that many copies of the body.
    By(u32),
    /// `#pragma unroll_and_jam N`, N at least 2: that many copies of the body, side by side in its inner loop.
    Jam(u32),
    /// `__attribute__((opencl_unroll_hint))` or `#pragma clang loop unroll(enable)`: as the compiler likes.
    Auto,
    /// `#pragma unroll 1` and `0`, `#pragma nounroll`: not at all.
    No,
}

impl fmt::Display for Amount {
    /// What is asked for, in the words of reports: `unroll 4`, `unroll and jam 2`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => out.write_str("unroll"),
            Self::By(factor) => write!(out, "unroll {factor}"),
            Self::Jam(factor) => write!(out, "unroll and jam {factor}"),
            Self::Auto => out.write_str("unroll as the compiler decides"),
            Self::No => out.write_str("do not unroll"),
        }
    }
}

impl Amount {
    /// Whether the number of copies is given, and not that of the iterations.
    #[must_use]
    pub const fn has_factor(self) -> bool {
        matches!(self, Self::By(_) | Self::Jam(_))
    }
}
