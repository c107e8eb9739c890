//! CLU226: a remainder that is not written as it was asked for.

use super::words::Wording;
use clunroll_rules::RemainderReason;
use oclc_syntax::source::Place;

/// The request whose remainder is the author's loop, and why.
pub(super) fn wording(pragma: Place, wanted: &str, why: RemainderReason) -> Wording {
    let kept = match wanted {
        "switch" => "remainder stays a loop, not a `switch`",
        "nested" => "remainder stays a loop, not nested tests",
        _ => "remainder stays in the output",
    };
    let diagnostic = |why: &str| Wording::new(pragma, format!("{kept}: {why}"), "requested here");
    match why {
        RemainderReason::Unproven(why) => diagnostic(why)
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
