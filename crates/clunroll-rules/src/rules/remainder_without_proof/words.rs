//! The words of CLU226.

use crate::words::Wording;
use crate::{RemainderDoubt, RemainderReason, WantedRemainder};
use oclc_syntax::source::Place;

/// The request whose remainder is the author's loop, and the reason.
pub(crate) fn wording(pragma: Place, wanted: WantedRemainder, why: RemainderReason) -> Wording {
    let kept = match wanted {
        WantedRemainder::Switch => "remainder stays a loop, not a `switch`",
        WantedRemainder::Nested => "remainder stays a loop, not nested tests",
        WantedRemainder::Versions => "remainder stays a loop, not one version for each number of iterations",
        WantedRemainder::Nothing => "remainder stays in the output",
    };
    let diagnostic = |why: &str| Wording::new(pragma, format!("{kept}: {why}"), "requested here");
    match why {
        RemainderReason::Unproven(doubt) => diagnostic(words(doubt))
            .because("if only part of a pass is written after the main loop, iterations may be lost")
            .instead(
                "count by one with `<` up to a bound of the variable's own type, and use a factor that the host does not change",
            ),
        RemainderReason::TooManyCopies { copies, limit } => {
            diagnostic(&format!("it would take {copies} copies, but only {limit} are allowed"))
                .because("the body is written once more for each iteration that the main loop may leave over")
                .instead("use a smaller factor, or raise `--max-copies`")
        }
        RemainderReason::TooManyVersions { versions, limit } => {
            diagnostic(&format!("there would be {versions} versions, but at most {limit} are written"))
                .because("each version holds the whole main loop, so the text grows with the square of the factor")
                .instead("use a smaller factor, or `remainder(switch)`")
        }
        RemainderReason::Barrier => diagnostic("work-items meet in the loop")
            .because("some compilers crash on so many copies of a barrier, or never finish")
            .instead("use `remainder(loop)`, or move the barrier out of the loop"),
        RemainderReason::NotKnownBefore => diagnostic("its trip count cannot be computed before the loop")
            .because("the versions are chosen before the loop begins")
            .instead("compute the start and the bound before the loop, in variables that nothing changes"),
        RemainderReason::Jam => diagnostic("the loop is jammed")
            .because("the remainder of a jammed loop is the loop as written")
            .instead("request versions for the inner loop instead, or remove the clause"),
    }
}

/// The doubt, as a sentence about the loop.
fn words(doubt: RemainderDoubt) -> &'static str {
    match doubt {
        RemainderDoubt::HostFactor => "the final compile may use a factor for which the promise says more",
        RemainderDoubt::NoInteger => "no integer variable counts its trips",
        RemainderDoubt::StepAboveOne => "with a step above one, the last value may exceed the limits of its type",
        RemainderDoubt::BoundAtLimit => "if the bound is the limit of its type, a test with `<=` or `>=` never fails",
        RemainderDoubt::WrapsAround => "its variable may wrap around before it reaches the bound",
    }
}
