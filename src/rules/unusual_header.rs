//! CLU204: a header of a form that is not handled.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a header of a form that is not handled.
pub static UNUSUAL_HEADER: Rule = Rule {
    code: "CLU204",
    name: "unusual-header",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the number of trips can be computed from the header of the loop: a variable with an initial value; one comparison
(`<`, `<=`, `>`, `>=` or `!=`) of this variable with a bound; a step that changes it once, by adding, multiplying, dividing or
shifting. The header may do other things besides.

## Why it matters

A loop is unrolled fully only if its trips are known. By a factor it is unrolled in any case, but with its own test before
each copy (CLU230).

## Example

```c
#pragma unroll
for (int i = 0; i < 8 && a[i] != 0; i++)
    sum += a[i];
```

## Instead

Count with one comparison, and leave the loop by `break`:

```c
#pragma unroll
for (int i = 0; i < 8; i++) {
    if (a[i] == 0)
        break;
    sum += a[i];
}
```
",
};

/// What is unusual, as a sentence about the loop.
pub(super) fn judge(place: Place, what: &str) -> Diagnostic {
    Diagnostic::left(&UNUSUAL_HEADER, place, what, "does not tell the trip count")
        .because("trips are counted by one variable that is compared once and that one part of the step changes")
        .instead("write the header in the form of `for (int i = 0; i < n; i++)`, and leave the loop early by `break`")
}

/// A header with another loop in it that is asked for.
pub(super) fn holds_a_loop(place: Place) -> Diagnostic {
    Diagnostic::left(&UNUSUAL_HEADER, place, "its header holds another loop with a request", "stands in the header")
        .because("a header is written again as it is, so that only one of the two loops can be unrolled")
        .instead("compute what the header needs in front of the loop")
}

/// A loop that never runs a second time, and whether it runs a first time.
pub(super) fn runs_at_most_once(place: Place, runs: bool) -> Diagnostic {
    let (why, label) = if runs {
        ("it runs only once", "never holds")
    } else {
        ("it does not run once", "does not hold when the loop begins")
    };
    Diagnostic::left(&UNUSUAL_HEADER, place, why, label)
        .because("there are no iterations to put side by side")
        .instead("correct the test or the bound, or leave the loop out")
}
