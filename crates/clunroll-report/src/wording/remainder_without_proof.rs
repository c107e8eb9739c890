//! CLU226: a remainder that is not written as it was asked for.

use super::words::Wording;
use clunroll_rules::RemainderReason;
use oclc_syntax::source::Place;

/// The request whose remainder is the author's loop, and why.
pub(super) fn wording(pragma: Place, wanted: &str, why: RemainderReason) -> Wording {
    let asked = match wanted {
        "switch" => "a `switch`",
        "nested" => "nested tests",
        _ => "left out",
    };
    let diagnostic = |why: &str| {
        let message = format!("remainder is the loop itself, and not {asked}: {why}");
        Wording::new(pragma, message, "asked for here")
    };
    match why {
        RemainderReason::Unproven(why) => diagnostic(why)
            .because("with less than one pass written behind the main loop, iterations could be lost")
            .instead(
                "count by one with `<` up to a bound of the variable's own type, by a factor that the host does not change",
            ),
        RemainderReason::TooManyCopies { copies, limit } => {
            diagnostic(&format!("that takes {copies} copies, and there may be {limit}"))
                .because("the loop is written once more for each iteration that the main loop may leave")
                .instead("take a smaller factor, or a higher limit: `--max-copies`")
        }
    }
}
