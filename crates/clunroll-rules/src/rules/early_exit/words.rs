//! The words of CLU209.

use crate::LabelProblem;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A `break` from a macro, in a body with a `continue`.
pub(crate) fn hidden_break(place: Place, name: &str) -> Wording {
    let name = if name.is_empty() { "a macro".to_owned() } else { format!("the macro {}", quoted(name)) };
    Wording::declined(place, format!("{name} contains a `break` of this loop"), "leaves the loop")
        .because("next to a `continue`, a `break` must be rewritten, which is impossible inside a macro")
        .instead("write the `break` without the macro, or put what `continue` skips under an `if`")
}

/// A label of the body or the header, or a case label.
pub(crate) fn label(place: Place, problem: LabelProblem) -> Wording {
    let why = match problem {
        LabelProblem::Case => "its body contains a case label of a `switch` around the loop",
        LabelProblem::InHeader => "it has a label or `goto` in its header",
        LabelProblem::TargetFromOutside => "its body contains a label that is the target of a jump from outside",
        LabelProblem::FromMacro => "its body contains a label or `goto` that comes from a macro",
    };
    Wording::declined(place, why, "cannot be copied")
        .because("a function may contain a label only once, and a jump could not tell the copies apart")
        .instead("replace the jump with an `if` or an inner loop")
}
