//! CLU102: a full unroll of a loop whose trip count only the run knows.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a full unroll of a loop whose trip count only the run knows.
pub static FULL_UNROLL_WITHOUT_TRIP_COUNT: Rule = Rule {
    code: "CLU102",
    name: "full-unroll-without-trip-count",
    severity: Severity::Warning,
    page: r"## What it checks

Whether a `#pragma unroll` without a factor stands before a loop whose trip count is not known at compile time.

## Why it matters

`cl_nv_pragma_unroll` says that such a request has no effect. The loop stays as written, here and in every compiler that
follows the extension, and whoever wrote the pragma believes otherwise.

## Example

```c
#pragma unroll
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Give a factor, which is valid for any trip count:

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```

Or make the bound a constant, by a macro for instance, if it is the same in every run.
",
};

/// The part of the header that is no constant.
pub(super) fn judge(place: Place, text: &str) -> Diagnostic {
    let message = "full unroll has no effect: the trip count is not known at compile time";
    let label = format!("{} is not a compile-time constant", quoted(text));
    Diagnostic::new(&FULL_UNROLL_WITHOUT_TRIP_COUNT, place, message, label)
        .because("by the extension, `#pragma unroll` without a factor asks for all iterations, or else for nothing")
        .instead("give a factor, as in `#pragma unroll 4`, or make the trip count a constant")
}
