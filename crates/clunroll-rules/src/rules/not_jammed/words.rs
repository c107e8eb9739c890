//! The words of CLU231.

use crate::words::{Wording, quoted};
use crate::{ConflictCause, JamProblem};
use oclc_syntax::source::Place;

const ORDER: &str = "a jam runs the iterations of the outer loop side by side, and so in another order";
const TEXT: &str = "a jam writes the parts of the nest once for each copy";

/// A nest that is not jammed.
pub(crate) fn wording(place: Place, problem: &JamProblem) -> Wording {
    match problem {
        JamProblem::Conflict { first, second, cause } => conflict(place, first, second, cause),
        JamProblem::Writes(name) => declined(
            place,
            &format!("its iterations share the variable {}", quoted(name)),
            "written here",
            ORDER,
            "declare the variable inside the outer loop, or remove the request",
        ),
        JamProblem::Pointer(name) => declined(
            place,
            &format!("it uses {} through a pointer", quoted(name)),
            "cannot be followed",
            ORDER,
            "use the variable, or elements of the array, directly",
        ),
        JamProblem::Call(name) => declined(
            place,
            &format!("it calls {}, which may do more than compute and read", quoted(name)),
            "may have effects",
            ORDER,
            "move the call out of the nest",
        ),
        JamProblem::Access => declined(
            place,
            "it contains an expression whose accesses to memory are not known",
            "not known",
            ORDER,
            "access elements of named pointers and arrays: `a[i]`",
        ),
        JamProblem::InnerHeader => declined(
            place,
            "the inner loop may run differently in each iteration of the outer loop",
            "may differ",
            "the copies share one inner loop",
            "compute the bound before the outer loop, into a variable that does not change",
        ),
        JamProblem::Untestable(access) => declined(
            place,
            &format!("`--check-promises` cannot test the promise `independent` for {}", quoted(access)),
            "cannot be tested",
            "a run tests the promise before the loop, so addresses must not depend on what the loop computes or on a condition in it",
            "leave out `--check-promises` once you are sure of the promise",
        ),
        JamProblem::Plain => declined(
            place,
            "`--forms plain` is on",
            "not jammed",
            "a jam changes the order of iterations",
            "leave out `--forms plain`",
        ),
        JamProblem::TooManyLive { live, limit, factor } => too_many_live(place, *live, *limit, *factor),
        JamProblem::Request => Wording::declined(place, "the copies of a jam around it share it", "in a jam")
            .because("a loop that copies share can be unrolled if it is innermost, and jammed if no access to memory prevents that")
            .instead("remove one of the two requests"),
        other => structure(place, other),
    }
}

fn conflict(place: Place, first: &str, second: &str, cause: &ConflictCause) -> Wording {
    let accesses = if first == second {
        format!("{} may access the same memory in two iterations", quoted(first))
    } else {
        format!("{} and {} in a later iteration may access the same memory", quoted(first), quoted(second))
    };
    let instead = match cause {
        ConflictCause::Pointers => {
            "declare the pointer parameters `restrict` if they never lead to the same memory; or write".to_owned()
        }
        ConflictCause::OneObject(name) => format!("`restrict` does not help, since both use {}; write", quoted(name)),
        ConflictCause::Changed(name) => {
            format!("use an index and do not change {}, since a change also cancels `restrict`; or write", quoted(name))
        }
        ConflictCause::Unknown(name) => {
            format!("use the parameter or the array itself, since {} may lead anywhere; or write", quoted(name))
        }
    };
    Wording::not_jammed(place, accesses, "may depend on an earlier iteration").because(ORDER).instead(format!(
        "{instead} `#pragma clunroll independent` before the loop if none of its iterations touches what another one writes"
    ))
}

fn too_many_live(place: Place, live: u64, limit: u64, factor: Option<u64>) -> Wording {
    let instead = match factor {
        Some(factor) => format!("use the factor {factor}, or raise `--max-live`"),
        None => "raise `--max-live`".to_owned(),
    };
    Wording::not_jammed(
        place,
        format!("its copies would keep about {live} values at once, more than {limit}"),
        "too many values",
    )
    .because("values that do not fit into registers are kept in slow memory")
    .instead(instead)
}

/// The problems with the form of the nest.
fn structure(place: Place, problem: &JamProblem) -> Wording {
    let (why, label, help) = match problem {
        JamProblem::NoInnerLoop => {
            ("its body contains no inner loop".to_owned(), "nothing to jam", "write `#pragma unroll` before this loop")
        }
        JamProblem::SecondLoop => (
            "its body contains a `do` loop, a `while` loop that is not counted, or a loop in a block or under a condition"
                .to_owned(),
            "another loop",
            "write the loop as `for`, directly in the body of the loop around it; or split the outer loop",
        ),
        JamProblem::TooDeep => ("the nest is too deep".to_owned(), "too deep", "put the request before an inner loop"),
        JamProblem::Header => (
            "the header has no variable of its own that moves in constant steps".to_owned(),
            "cannot be jammed",
            "write `for (int i = 0; i < n; i++)`",
        ),
        JamProblem::Statement => (
            "it contains a statement that the copies cannot share".to_owned(),
            "cannot be jammed",
            "write the nest with declarations, assignments and `if` only",
        ),
        JamProblem::Directive => {
            ("it contains a directive".to_owned(), "in the nest", "move the directive out of the nest")
        }
        JamProblem::HostMacro(name) => (
            format!("it contains the macro {}, which the host decides", quoted(name)),
            "may be anything",
            "assign the macro to a variable before the outer loop",
        ),
        JamProblem::Include => (
            "an include before it was not read, and may define any macro".to_owned(),
            "cannot be renamed",
            "let clunroll find the included file with `-I`",
        ),
        JamProblem::Uncertain(name) => (
            format!("{} differs between configurations", quoted(name)),
            "not one variable",
            "declare the variable in all configurations alike",
        ),
        JamProblem::NameInMacro { name, invoked, is_argument: false } => (
            format!("the macro {} contains {}, which has another name in each copy", quoted(invoked), quoted(name)),
            "cannot be renamed",
            "pass the variable to the macro as an argument",
        ),
        JamProblem::NameInMacro { name, invoked, is_argument: true } => (
            format!("the macro {} uses `#` or `##`, and {} has another name in each copy", quoted(invoked), quoted(name)),
            "cannot be renamed",
            "use a macro without `#` and `##`",
        ),
        JamProblem::Name(name) => (
            format!("{} cannot get another name in each copy", quoted(name)),
            "cannot be renamed",
            "declare the name once, and use it outside macros",
        ),
        _ => (
            "only its own test says when the outer loop ends".to_owned(),
            "cannot be counted",
            "write `for (int i = 0; i < n; i++)`",
        ),
    };
    declined(place, &why, label, TEXT, help)
}

fn declined(place: Place, why: &str, label: &'static str, because: &'static str, instead: &'static str) -> Wording {
    Wording::not_jammed(place, why, label).because(because).instead(instead)
}
