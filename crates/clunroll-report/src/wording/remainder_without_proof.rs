//! CLU226: a remainder that is not written as it was asked for.

use super::words::Wording;
use clunroll_rules::{RemainderDoubt, RemainderReason, WantedRemainder};
use oclc_syntax::source::Place;

/// The request whose remainder is the author's loop, and why.
pub(super) fn wording(pragma: Place, wanted: WantedRemainder, why: RemainderReason) -> Wording {
    let kept = match wanted {
        WantedRemainder::Switch => "remainder stays a loop, not a `switch`",
        WantedRemainder::Nested => "remainder stays a loop, not nested tests",
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
    }
}

/// What there is no proof against, as a sentence about the loop.
fn words(doubt: RemainderDoubt) -> &'static str {
    match doubt {
        RemainderDoubt::HostFactor => "the final compile may use a factor for which the promise says more",
        RemainderDoubt::NoInteger => "no integer variable counts its trips",
        RemainderDoubt::StepAboveOne => "with a step above one, the last value may exceed the limits of its type",
        RemainderDoubt::BoundAtLimit => "if the bound is the limit of its type, a test with `<=` or `>=` never fails",
        RemainderDoubt::WrapsAround => "its variable may wrap around before it reaches the bound",
    }
}
