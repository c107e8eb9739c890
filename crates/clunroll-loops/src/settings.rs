//! What users may set of forms: enumerations, and what a planner gets of them.

use oclc_syntax::words;

/// What a planner of loops needs of the options.
#[derive(Clone, Copy, Debug)]
pub struct FormSettings {
    /// How remainders are written.
    pub remainder: Remainder,
    /// How loops are written whose trip counts the host decides.
    pub guard: Guard,
    /// Whether loops may keep their own tests before the copies where these cost time.
    pub checked: bool,
    /// Which forms may change the order of accesses in the copies.
    pub forms: Forms,
    /// Which loads run before the stores of all copies.
    pub loads_first: LoadsFirst,
    /// The kind of device.
    pub target: DeviceClass,
    /// The most copies of one loop's body.
    pub max_copies: u32,
    /// The most values that a jam, or loads that run first, may keep at once.
    pub max_live: u32,
    /// Whether `ivdep` promises that loads of other copies may move.
    pub trusts_ivdep: bool,
    /// Whether the output checks the author's promises.
    pub checks_promises: bool,
}

/// How the iterations that fill no pass of a main loop are written.
///
/// All forms but the loop need a proof that the induction variable does not wrap around; if there is none, the loop is
/// written, and a note says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remainder {
    /// clunroll decides.
    #[default]
    Auto,
    /// The author's own loop.
    Loop,
    /// Tests in one another, each before one more copy.
    Nested,
    /// One computed jump into copies one after the other.
    Switch,
    /// Straight copies, in one version of the loop for each number of iterations that may remain.
    Versions,
}

words!(Remainder { Auto => "auto", Loop => "loop", Nested => "nested", Switch => "switch", Versions => "versions" });

/// How a loop is written whose trip count a macro of the host decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Guard {
    /// A choice by `#if`: the copies if the macro has the known value, the author's loop otherwise. Where that cannot be
    /// written, the copies have tests.
    #[default]
    Preprocessor,
    /// With the loop's own test before each copy.
    Tests,
}

words!(Guard { Preprocessor => "preprocessor", Tests => "tests" });

/// Which forms may change the order of accesses in the copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
#[non_exhaustive]
pub enum LoadsFirst {
    /// None.
    Never,
    /// Loads if the source proves that no store changes the values that they read.
    #[default]
    Proven,
    /// Also loads of loops whose iterations are independent by the author's promise.
    Promised,
}

words!(LoadsFirst { Never => "never", Proven => "proven", Promised => "promised" });

/// The kind of device that the output is to be fast on. It affects forms only: the results are the same for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceClass {
    /// Any: the forms that are good on all of them.
    #[default]
    Any,
    /// A GPU. At present its forms are those of [`DeviceClass::Any`].
    Gpu,
    /// A CPU: its compiler may unroll what is written further, as it sees fit, and copies whose indices are sums of `int`s
    /// have counters of their own.
    Cpu,
}

words!(DeviceClass { Any => "any", Gpu => "gpu", Cpu => "cpu" });
