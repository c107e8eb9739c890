//! CLU204: a header of a form that is not handled.

use super::diagnostic::{Diagnostic, Rule, Severity};
use crate::source::Place;

/// The rule about a header of a form that is not handled.
pub static UNUSUAL_HEADER: Rule = Rule {
    code: "CLU204",
    name: "unusual-header",
    severity: Severity::Note,
    page: r"## What it checks

Whether the header of the loop has the form that is unrolled so far: one variable with an initial value; one comparison
(`<`, `<=`, `>`, `>=` or `!=`) of this variable with a bound; a step that adds a constant to it or takes one away.

## Why it matters

From such a header the number of trips is computed. For any other the loop stays as written.

## Example

```c
#pragma unroll 4
for (int i = 1; i < n; i *= 2)
    sum += a[i];
```

## Instead

Count with one variable, and compute everything else from it in the body:

```c
#pragma unroll 4
for (int k = 0; k < log2_n; k++)
    sum += a[1 << k];
```
",
};

/// What is unusual, as a sentence about the loop.
pub(super) fn judge(place: Place, what: &str) -> Diagnostic {
    Diagnostic::left(&UNUSUAL_HEADER, place, what, "not handled so far")
        .because("unrolled are loops over one variable with an initial value, one comparison and a constant step")
        .instead("write the header in the form of `for (int i = 0; i < n; i++)`")
}
