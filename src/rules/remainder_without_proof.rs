//! CLU226: a remainder that is not written as it was asked for.

use super::diagnostic::{Diagnostic, Rule, Severity};
use crate::options::Remainder;
use crate::unroll::KeptRest;
use oclc_syntax::source::Place;

/// The rule about a remainder that is not written as it was asked for.
pub static REMAINDER_WITHOUT_PROOF: Rule = Rule {
    code: "CLU226",
    name: "remainder-without-proof",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the remainder of a loop can be written as nested tests or as a `switch`, where that is asked for.

## Why it matters

Both write less than one pass of iterations behind the main loop. That is all that is left only if the variable reaches
the bound by steps of one without wrapping around. Where there is no proof of that, the author's own loop is the
remainder: it is right in every case. So it is where the copies would be more than `--max-copies` allows.

## Example

```c
#pragma clunroll remainder(nested)
#pragma unroll 4
for (int i = 0; i < n; i += 3)
    sum += a[i];
```

## Instead

Count by one, with `<`, and compute the rest:

```c
#pragma clunroll remainder(nested)
#pragma unroll 4
for (int k = 0; k < (n + 2) / 3; k++)
    sum += a[3 * k];
```
",
};

/// The request whose remainder is the author's loop, and why.
pub(super) fn judge(pragma: Place, wanted: Remainder, why: KeptRest) -> Diagnostic {
    let asked = match wanted {
        Remainder::Switch => "a `switch`",
        Remainder::Nested => "nested tests",
        Remainder::Auto | Remainder::Loop => "left out",
    };
    let diagnostic = |why: &str| {
        let message = format!("remainder is the loop itself, and not {asked}: {why}");
        Diagnostic::new(&REMAINDER_WITHOUT_PROOF, pragma, message, "asked for here")
    };
    match why {
        KeptRest::Unproven(why) => diagnostic(why)
            .because("with less than one pass written behind the main loop, iterations could be lost")
            .instead(
                "count by one with `<` up to a bound of the variable's own type, by a factor that the host does not change",
            ),
        KeptRest::TooManyCopies { copies, limit } => {
            diagnostic(&format!("that takes {copies} copies, and there may be {limit}"))
                .because("the loop is written once more for each iteration that the main loop may leave")
                .instead("take a smaller factor, or a higher limit: `--max-copies`")
        }
    }
}
