//! What keeps the trips of a loop from being counted: its header's form, its end, its bound.
//!
//! These are parts of a [`Reason`](super::Reason). The place of the finding says which token each of them is about.

/// What is wrong with the form of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderProblem {
    /// There is no test.
    NoTest,
    /// There is no step.
    NoStep,
    /// The test is something else than a comparison.
    NotComparison,
    /// The test combines conditions by `&&` or `||`.
    SeveralConditions,
    /// The test compares by another operator than `<`, `<=`, `>`, `>=` and `!=`.
    OtherComparison,
    /// The step changes both sides of the test.
    BothSidesChange,
    /// The test does not compare the variable of the step.
    NoVariableCompared,
    /// The step changes the induction variable twice.
    TwoChanges,
    /// The step changes the induction variable by an operation that is not handled.
    OtherChange,
    /// The step contains a `break` or `continue`.
    JumpInStep,
    /// The constant that the step adds is too large.
    StepTooLarge,
    /// The factor times the step is too large.
    PassTooLarge,
    /// The step is not a constant.
    StepNotConstant,
    /// The step multiplies, divides or shifts.
    StepNotAdded,
    /// The step is evaluated before the loop, and C may not define it there.
    StepPerhapsUndefined,
    /// The step is not a constant, and a `break` leaves the loop.
    BreakWithRuntimeStep,
    /// The step of a `while` loop is not the last statement of its body.
    StepNotLast,
    /// A `continue` in a `while` loop leaves out the step.
    StepSkipped,
    /// The step of a `while` loop names something that means something else before the loop.
    StepNamesBody,
    /// The declarator of the variable is one of an array, a function or the like.
    NotPlainInteger,
    /// The declaration gives the variable no value.
    NoInitialValue,
    /// The variable is `static`, `extern` or the like.
    StorageClass,
    /// The variable is `const`.
    ConstVariable,
    /// The variable has the name of a type.
    NamedLikeType,
}

/// Why a loop does not end, or not in the same way on every device.
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
    /// The test does not fail in as many iterations as are tried.
    TooManyIterations,
    /// At the limits of the variable's type, devices differ.
    DevicesDiffer,
}

/// Why a bound does not allow the end of the loop to be computed before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundProblem {
    /// The bound is not an integer.
    NotInteger,
    /// The start value is not an integer.
    StartNotInteger,
    /// The value of the bound is not known.
    UnknownValue,
    /// The start value is not known.
    UnknownStart,
    /// The type of the bound differs between compilers.
    CompilersDiffer,
    /// The type that bound and variable are compared in differs between devices.
    DevicesDiffer,
    /// The step moves away from the bound.
    MovesAway,
    /// The step may move away from the bound.
    MayMoveAway,
    /// The variable cannot hold every end that a main loop may have.
    EndTooLarge,
    /// The bound has values that the variable cannot hold.
    BoundTooLarge,
    /// A signed variable that may wrap around is compared as unsigned.
    SignLost,
    /// A pointer does not go up to the bound by `<`, or down to it by `>`.
    PointerDirection,
    /// The bound points to another type than the variable, or to an unknown one.
    PointerType,
}

/// A part of a bound or of a step of which it is not known that it stays the same, or what type it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dependency {
    /// A value that is not an integer.
    NotInteger,
    /// A value that is not known to be an integer.
    PerhapsNotInteger,
    /// A value that is not known to be a pointer.
    PerhapsNotPointer,
    /// A value of which nothing is known.
    UnknownValue,
    /// A part of an object whose type is unknown.
    UnknownPart,
    /// A constant that is not an integer of OpenCL C.
    OtherConstant,
    /// A conversion to a type that is not known to be one of integers.
    OtherConversion,
    /// A type that differs between compilers.
    CompilersDiffer,
    /// A type that differs between devices.
    DevicesDiffer,
    /// A declaration that differs between configurations.
    ConfigurationsDiffer,
    /// A function call.
    Call,
    /// An expression that changes a variable.
    Change,
    /// An expression of a form that is not handled.
    OtherForm,
    /// An expression that is too long to analyse.
    TooLong,
}

/// Why it is not proven that the iterations after the main loop are fewer than a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainderDoubt {
    /// The author promises a multiple of the factor, and the final compile may use another factor.
    HostFactor,
    /// No integer variable counts the trips.
    NoInteger,
    /// The step is above one, so the last value may exceed the limits of its type.
    StepAboveOne,
    /// The test is `<=` or `>=`, and the bound may be the limit of its type.
    BoundAtLimit,
    /// The variable may wrap around before it reaches the bound.
    WrapsAround,
}
