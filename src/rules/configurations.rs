//! CLU225: a loop that is not the same loop in every configuration.

use super::diagnostic::{Diagnostic, Rule, Severity};
use crate::source::Place;

/// The rule about a loop that is not the same loop in every configuration.
pub static CONFIGURATIONS: Rule = Rule {
    code: "CLU225",
    name: "configurations",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the conditionals in and around the loop let one text serve every configuration: `#if` lines stand wholly inside
the body or choose between whole loops, there are at most 64 configurations, and the loop can be unrolled alike in each.

## Why it matters

`#if` lines in the body are copied with it, so that the final compile decides in each copy as it would have decided in the
loop. This is right only if the loop can be unrolled whatever it decides.

## Example

```c
#ifdef STOP_EARLY
#define LEAVE break
#else
#define LEAVE continue
#endif
#pragma unroll 4
for (int i = 0; i < n; i++) {
    if (a[i] == 0) LEAVE;
    sum += a[i];
}
```

## Instead

Keep apart what differs:

```c
#ifdef STOP_EARLY
for (int i = 0; i < n; i++) {
    if (a[i] == 0) break;
    sum += a[i];
}
#else
#pragma unroll 4
for (int i = 0; i < n; i++) {
    if (a[i] == 0) continue;
    sum += a[i];
}
#endif
```
",
};

const HELP: &str = "give each configuration a loop of its own, pragma included, under its `#if`";

/// A conditional holds a part of the loop only.
pub(super) fn across(place: Place) -> Diagnostic {
    let why = "a conditional holds a part of the loop only";
    Diagnostic::left(&CONFIGURATIONS, place, why, "this directive")
        .because("which lines belong to the loop is decided by the final compile")
        .instead(HELP)
}

/// There are more configurations than are looked at.
pub(super) fn too_many(place: Place, limit: usize) -> Diagnostic {
    let why = format!("its conditionals make more than {limit} different loops of it");
    Diagnostic::left(&CONFIGURATIONS, place, why, "this loop")
        .because("a loop is unrolled only after a look at each configuration of it")
        .instead(
            "test fewer macros in the loop, or the same ones; or decide some by `-D` and `-U` with `--trust-defines`",
        )
}

/// Conditionals that choose loops stand in one another too often.
pub(super) fn too_many_regions(place: Place) -> Diagnostic {
    let why = "too many conditionals here choose loops or requests, in one another";
    Diagnostic::left(&CONFIGURATIONS, place, why, "chosen by one of them")
        .because("each of them is written out with a whole loop in each branch, which is done a few times for a file")
        .instead("put the request with its whole loop into each branch")
}

/// No configuration holds all requests in the loop.
pub(super) fn request_in_branch(place: Place) -> Diagnostic {
    let why = "a request in it stands under an `#if`";
    Diagnostic::left(&CONFIGURATIONS, place, why, "this loop")
        .because("no configuration of the loop holds all of the requests that are to be carried out in its copies")
        .instead(HELP)
}

/// One text cannot serve all of them.
pub(super) fn differ(place: Place, what: &str) -> Diagnostic {
    Diagnostic::left(&CONFIGURATIONS, place, format!("its configurations differ: {what}"), "this loop")
        .because("one text has to serve every configuration that the final compile may choose")
        .instead(HELP)
}
