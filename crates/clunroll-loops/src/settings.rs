//! What users may set of forms: enumerations, limits, and what a planner gets of all that.

use crate::limits;
use oclc_syntax::words;

/// How much clunroll may write.
///
/// ```
/// let limits = clunroll_loops::settings::Limits::default().max_copies(64);
/// assert_eq!(limits.max_growth, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "kebab-case", deny_unknown_fields)
)]
#[non_exhaustive]
pub struct Limits {
    /// Copies of one loop's body.
    pub max_copies: u32,
    /// Bytes by which one file may grow.
    pub max_growth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_copies: limits::DEFAULT_MAX_COPIES, max_growth: limits::DEFAULT_MAX_GROWTH }
    }
}

impl Limits {
    /// The most bytes by which a file may grow, 64 MiB: a larger [`Limits::max_growth`] counts as this. To write so much takes
    /// about 900 MB of memory.
    pub const MOST_GROWTH: u64 = limits::MOST_GROWTH;

    /// The same with so many copies of one loop's body at most.
    #[must_use]
    pub const fn max_copies(self, max_copies: u32) -> Self {
        Self { max_copies, ..self }
    }

    /// The same with so many bytes by which a file may grow at most.
    #[must_use]
    pub const fn max_growth(self, max_growth: u64) -> Self {
        Self { max_growth, ..self }
    }

    /// The same where a part of the growth is spent.
    #[must_use]
    pub const fn less(self, growth: u64) -> Self {
        Self { max_growth: self.max_growth.saturating_sub(growth), ..self }
    }
}

/// What a planner of loops needs of the options.
#[derive(Clone, Copy, Debug)]
pub struct FormSettings {
    /// How remainders are written.
    pub remainder: Remainder,
    /// How loops are written whose trip counts the host decides.
    pub guard: Guard,
    /// Which forms may change the order of what copies do.
    pub forms: Forms,
    /// Which loads run before the stores of all copies.
    pub loads_first: LoadsFirst,
    /// The kind of device.
    pub tune: Tune,
    /// The most copies of one loop's body.
    pub max_copies: u32,
    /// The most values that a jam, or loads that run first, may keep at once.
    pub max_live: u32,
    /// Whether `ivdep` promises that loads of other copies may move.
    pub trusts_ivdep: bool,
    /// Whether the output checks what the author promises.
    pub checks_promises: bool,
}

/// How the iterations that fill no pass of a main loop are written.
///
/// All forms but the loop need a proof that the induction variable does not wrap around; where there is none, the loop
/// is written, and a note says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Remainder {
    /// As clunroll sees fit.
    #[default]
    Auto,
    /// The author's own loop.
    Loop,
    /// Tests in one another, each before one more copy.
    Nested,
    /// One computed jump into copies one after the other.
    Switch,
    /// As straight copies, in one version of the loop for each number of iterations that may remain.
    Versions,
}

words!(Remainder { Auto => "auto", Loop => "loop", Nested => "nested", Switch => "switch", Versions => "versions" });

/// How a loop is written whose trip count a macro of the host decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Guard {
    /// As a choice by `#if`: the copies where the macro has the value that is known, and the author's loop elsewhere. Where that
    /// cannot be written, with tests.
    #[default]
    Preprocessor,
    /// With the loop's own test before each copy.
    Tests,
}

words!(Guard { Preprocessor => "preprocessor", Tests => "tests" });

/// Which forms may change the order of what the copies do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Forms {
    /// All forms.
    #[default]
    All,
    /// Only those that keep the order: no nest is jammed, and no load moves.
    Plain,
}

words!(Forms { All => "all", Plain => "plain" });

/// Which loads of the copies of a loop run before the stores of all copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoadsFirst {
    /// None.
    Never,
    /// Loads for which the source shows that no store can change what they read.
    #[default]
    Proven,
    /// Also those of loops whose iterations are independent by a promise of the author's.
    Promised,
}

words!(LoadsFirst { Never => "never", Proven => "proven", Promised => "promised" });

/// What kind of device the output is to run fast on. It decides nothing but forms: what is computed is the same for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tune {
    /// Any: the forms that are good on all of them.
    #[default]
    Any,
    /// A GPU. At present its forms are those of [`Tune::Any`].
    Gpu,
    /// A CPU: its compiler may unroll what is written further, as it sees fit, and copies whose indices are sums of `int`s
    /// have counters of their own.
    Cpu,
}

words!(Tune { Any => "any", Gpu => "gpu", Cpu => "cpu" });
