//! CLU208: a trip count that cannot be computed before the loop starts.

pub(crate) mod words;

/// The reason why the end of a loop cannot be computed before the loop starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundProblem {
    /// The bound is not an integer.
    NotInteger,
    /// The start value is not an integer.
    StartNotInteger,
    /// The value of the bound is unknown.
    UnknownValue,
    /// The start value is unknown.
    UnknownStart,
    /// The type of the bound differs between compilers.
    CompilersDiffer,
    /// The type in which bound and variable are compared differs between devices.
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
    /// A pointer does not move up to the bound with `<`, or down to it with `>`.
    PointerDirection,
    /// The bound points to another type than the variable, or to an unknown one.
    PointerType,
}

/// A part of a bound or of a step that may change, or whose type is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dependency {
    /// A value that is not an integer.
    NotInteger,
    /// A value that is not known to be an integer.
    PerhapsNotInteger,
    /// A value that is not known to be a pointer.
    PerhapsNotPointer,
    /// An unknown value.
    UnknownValue,
    /// A part of an object whose type is unknown.
    UnknownPart,
    /// A constant that is not an integer of OpenCL C.
    OtherConstant,
    /// A conversion to a type that is not known to be an integer type.
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
    /// An expression of an unsupported form.
    OtherForm,
    /// An expression that is too long to analyse.
    TooLong,
}
