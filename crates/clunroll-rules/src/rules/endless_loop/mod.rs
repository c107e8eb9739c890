//! CLU206: a loop without a trip count.

pub(crate) mod words;

/// The reason why a loop does not end, or not in the same way on every device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndlessLoop {
    /// The step is 0.
    ZeroStep,
    /// The test is true for every value of the variable.
    AlwaysTrue,
    /// The variable overflows before the test fails.
    Overflows,
    /// The variable wraps around before the test fails.
    WrapsAround,
    /// The test does not fail within the number of iterations that is tried.
    TooManyIterations,
    /// At the limits of the variable's type, devices differ.
    DevicesDiffer,
}
