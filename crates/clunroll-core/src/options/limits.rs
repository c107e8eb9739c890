//! The limits of the output.

use clunroll_loops::limits;

/// The limits on the text that clunroll writes.
///
/// ```
/// use clunroll_core::{Limits, Options};
///
/// let options = Options::new("k.cl").limits(Limits::default().max_copies(64).max_growth(1 << 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "kebab-case", deny_unknown_fields)
)]
pub struct Limits {
    /// Copies of one loop's body.
    pub(crate) max_copies: u32,
    /// Bytes by which one file may grow.
    pub(crate) max_growth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_copies: limits::DEFAULT_MAX_COPIES, max_growth: limits::DEFAULT_MAX_GROWTH }
    }
}

impl Limits {
    /// The most bytes by which a file may grow, 64 MiB: a larger [`Limits::max_growth`] counts as this. Writing that much needs about 900
    /// MB of memory.
    pub const MOST_GROWTH: u64 = limits::MOST_GROWTH;

    /// The same limits with at most this many copies of one loop's body.
    #[must_use]
    pub const fn max_copies(self, max_copies: u32) -> Self {
        Self { max_copies, ..self }
    }

    /// The same limits with at most this many bytes by which a file may grow.
    #[must_use]
    pub const fn max_growth(self, max_growth: u64) -> Self {
        Self { max_growth, ..self }
    }

    /// The same limits after a part of the growth is spent.
    #[must_use]
    pub(crate) const fn less(self, growth: u64) -> Self {
        Self { max_growth: self.max_growth.saturating_sub(growth), ..self }
    }
}
