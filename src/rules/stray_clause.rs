//! CLU106: a `#pragma clunroll` that speaks of no requested loop.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a `#pragma clunroll` that speaks of no requested loop.
pub static STRAY_CLAUSE: Rule = Rule {
    code: "CLU106",
    name: "stray-clause",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether `#pragma clunroll` stands before a loop that is asked to be unrolled.

## Why it matters

Its clauses say how a loop is unrolled; they ask for nothing by themselves. Before anything else they have no effect.

## Example

```c
#pragma clunroll exact
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

```c
#pragma clunroll exact
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The pragma.
pub(super) fn judge(place: Place) -> Diagnostic {
    Diagnostic::new(&STRAY_CLAUSE, place, "the clauses have no effect", "stands before no loop that is to be unrolled")
        .because("they say how a requested loop is to be unrolled, and request nothing themselves")
        .instead("put it before the loop together with a request, as `#pragma unroll 4`")
}
