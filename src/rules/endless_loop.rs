//! CLU206: a loop without a trip count.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a loop without a trip count.
pub static ENDLESS_LOOP: Rule = Rule {
    code: "CLU206",
    name: "endless-loop",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the loop comes to an end before its variable overflows or wraps around, and whether it does so alike on every
device.

## Why it matters

A `uint` is never below 0, and a `uchar` never reaches 300. Such a loop ends by a `return` or not at all; more often it
is a mistake. There is no trip count to go by, so that the loop stays as written.

## Example

```c
#pragma unroll 4
for (uint i = 7; i >= 0; i--)
    sum += a[i];
```

## Instead

Give the variable a type that holds the bound and the value after it:

```c
#pragma unroll 4
for (int i = 7; i >= 0; i--)
    sum += a[i];
```
",
};

/// What keeps it from ending, as a sentence about the loop.
pub(super) fn judge(place: Place, what: &str) -> Diagnostic {
    Diagnostic::left(&ENDLESS_LOOP, place, what, "does not lead to a certain end")
        .because("such a loop has no trip count that holds on every device")
        .instead("use a type that holds every value up to the bound and the one after it, and a step that leads there")
}
