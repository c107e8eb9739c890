//! CLU208: a trip count that cannot be computed before the loop starts.

pub(crate) mod words;

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

/// A part of a bound or of a step that may change, or whose type is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dependency {
    /// A value that is not an integer.
    NotInteger,
    /// A value that is not known to be an integer.
    PerhapsNotInteger,
    /// A value that is not known to be a pointer.
    PerhapsNotPointer,
    /// A value about which nothing is known.
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
