//! CLU202: a `while` or `do` loop.

use super::diagnostic::{Diagnostic, Rule, Severity};
use crate::source::Place;

/// The rule about a `while` or `do` loop.
pub static NOT_A_FOR_LOOP: Rule = Rule {
    code: "CLU202",
    name: "not-a-for-loop",
    severity: Severity::Note,
    page: r"## What it checks

Whether `#pragma unroll` stands before a `while` or `do` loop.

## Why it matters

Only `for` loops are unrolled so far. The request is valid, and stays in the output for the final compiler.

## Example

```c
int i = 0;
#pragma unroll 4
while (i < n) {
    sum += a[i];
    i++;
}
```

## Instead

If the trips can be counted, write a `for` loop:

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The keyword of the loop.
pub(super) fn judge(place: Place) -> Diagnostic {
    Diagnostic::left(&NOT_A_FOR_LOOP, place, "it is not a `for` loop", "`while` or `do` loop")
        .because("only `for` loops are unrolled so far")
        .instead("write it as `for (int i = 0; i < n; i++)` if its trips can be counted")
}
