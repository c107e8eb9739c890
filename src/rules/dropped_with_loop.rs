//! CLU218: what was said of a loop that is gone.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about what was said of a loop that is gone.
pub static DROPPED_WITH_LOOP: Rule = Rule {
    code: "CLU218",
    name: "dropped-with-loop",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a pragma or attribute beside the request was left out of the output.

## Why it matters

What else is said of a loop, as by `#pragma ivdep`, goes along to each loop that is written in its place. Where all
iterations are written out there is no loop to say it of. And what speaks of the whole loop (how often it runs, how far
apart its dependent iterations are, what its variable is) would be wrong of a loop that does several iterations in one.

## Example

```c
#pragma ivdep
#pragma unroll
for (int i = 0; i < 4; i++)
    sum += a[i];
```

## Instead

Nothing need be done. If the pragma matters more than the unrolling, leave the request out.
",
};

/// What was left out, and whether a loop is written.
pub(super) fn judge(place: Place, keeps_loop: bool) -> Diagnostic {
    let message = "dropped with the loop that it stands before";
    let why = if keeps_loop {
        "it speaks of the loop as a whole, and would be wrong of one that does several iterations in one"
    } else {
        "no loop is written of which it could be said"
    };
    Diagnostic::new(&DROPPED_WITH_LOOP, place, message, "not in the output")
        .because(why)
        .instead("leave the unroll request out if this matters more")
}
