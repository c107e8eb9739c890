//! CLU204: a header of an unsupported form.

pub(crate) mod words;

/// The problem with the form of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderProblem {
    /// There is no test.
    NoTest,
    /// There is no step.
    NoStep,
    /// The test is not a comparison.
    NotComparison,
    /// The test combines conditions by `&&` or `||`.
    SeveralConditions,
    /// The test uses another operator than `<`, `<=`, `>`, `>=` and `!=`.
    OtherComparison,
    /// The step changes both sides of the test.
    BothSidesChange,
    /// The test does not compare the variable of the step.
    NoVariableCompared,
    /// The step changes the induction variable twice.
    TwoChanges,
    /// The step changes the induction variable by an unsupported operation.
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
    /// A `continue` in a `while` loop skips the step.
    StepSkipped,
    /// The step of a `while` loop contains a name that has another meaning before the loop.
    StepNamesBody,
    /// The declarator of the variable is that of an array, a function or the like.
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
