//! CLU201: something between the pragma and its loop.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about something between the pragma and its loop.
pub static DIRECTIVE_BETWEEN: Rule = Rule {
    code: "CLU201",
    name: "directive-between",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a directive stands between the request and the loop that decides which loop is meant, and that cannot be put
around the whole loop; or an attribute that cannot be read.

## Why it matters

The extension speaks of the loop immediately behind the pragma. Conditions in between are asked before the loop in the
output, with one whole loop in each branch. This is right only if nothing that they rest on changes on the way. Otherwise
the loop stays as written, pragma included, so that the final compiler may still unroll it.

## Example

```c
#pragma unroll 4
#define BACKWARDS 1
#if BACKWARDS
for (int i = n - 1; i >= 0; i--)
#else
for (int i = 0; i < n; i++)
#endif
    sum += a[i];
```

## Instead

Let macros be defined before, or let the pragma stand directly above each loop:

```c
#define BACKWARDS 1
#if BACKWARDS
#pragma unroll 4
for (int i = n - 1; i >= 0; i--)
    sum += a[i];
#else
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
#endif
```
",
};

const HELP: &str = "move the pragma to the line directly above the loop";

/// A directive stands there.
pub(super) fn directive(place: Place) -> Diagnostic {
    let why = "a directive stands between the request and the loop";
    Diagnostic::left(&DIRECTIVE_BETWEEN, place, why, "this directive")
        .because("the pragma applies to what follows immediately, and a directive may change what that is")
        .instead(HELP)
}

/// Something that belongs to the statement stands there.
pub(super) fn prefix(place: Place) -> Diagnostic {
    let why = "what stands between the request and the loop cannot be read";
    Diagnostic::left(&DIRECTIVE_BETWEEN, place, why, "begins here")
        .because("what stands there belongs to the loop, and may be another request")
        .instead(HELP)
}
