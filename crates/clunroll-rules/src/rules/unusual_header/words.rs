//! The words of CLU204.

use crate::HeaderProblem;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A header without a trip count.
pub(crate) fn wording(place: Place, problem: HeaderProblem) -> Wording {
    Wording::declined(place, why(problem), "gives no trip count")
        .because(
            "to count the trips, clunroll needs one variable, one comparison of it, and one change of it in the step",
        )
        .instead(match problem {
            HeaderProblem::StepPerhapsUndefined => "copy the step into a private variable before the loop",
            _ => "write a header like `for (int i = 0; i < n; i++)`, and leave the loop early with `break`",
        })
}

/// The problem, as a sentence about the loop.
fn why(problem: HeaderProblem) -> &'static str {
    match problem {
        HeaderProblem::NoTest => "it has no test",
        HeaderProblem::NoStep => "it has no step",
        HeaderProblem::TwoChanges => "its step changes the induction variable twice",
        HeaderProblem::NotComparison => "its test is not a comparison",
        HeaderProblem::SeveralConditions => "its test combines several conditions",
        HeaderProblem::OtherComparison => "its test uses none of `<`, `<=`, `>`, `>=` and `!=`",
        HeaderProblem::BothSidesChange => "its step changes both sides of its test",
        HeaderProblem::NoVariableCompared => "its test does not compare the variable of its step with a bound",
        HeaderProblem::OtherChange => "its step changes the induction variable in an unsupported way",
        HeaderProblem::StepTooLarge => "its step is too large",
        HeaderProblem::NotPlainInteger => "its variable is not a plain integer",
        HeaderProblem::NoInitialValue => "its variable has no initial value",
        HeaderProblem::StorageClass => "its variable has a storage class",
        HeaderProblem::ConstVariable => "its variable is const",
        HeaderProblem::NamedLikeType => "its variable has the same name as a type",
        HeaderProblem::JumpInStep => "its step contains a `break` or `continue`",
        HeaderProblem::StepNotConstant => "its step is not a constant",
        HeaderProblem::StepPerhapsUndefined => "its step may be undefined when the loop never runs",
        HeaderProblem::BreakWithRuntimeStep => "its step is not a constant, and a `break` leaves the loop",
        HeaderProblem::StepNotLast => "its step is not the last statement of its body",
        HeaderProblem::StepSkipped => "a `continue` skips its step",
        HeaderProblem::StepNamesBody => "its step uses a name that its body defines",
        HeaderProblem::StepNotAdded => "its step does not add a constant",
        HeaderProblem::PassTooLarge => "its step times the factor is too large",
    }
}

/// A header that contains another loop with a request.
pub(crate) fn holds_a_loop(place: Place) -> Wording {
    Wording::declined(place, "its header contains another loop with a request", "in the header")
        .because("a header is copied as it is, so only one of the two loops can be unrolled")
        .instead("compute what the header needs before the loop")
}

/// A loop that runs once or never; `runs` says whether it runs once.
pub(crate) fn runs_at_most_once(place: Place, runs: bool) -> Wording {
    let (why, label) =
        if runs { ("it runs only once", "never true") } else { ("it never runs", "false when the loop begins") };
    Wording::declined(place, why, label)
        .because("there is nothing to unroll")
        .instead("correct the test or the bound, or remove the loop")
}
