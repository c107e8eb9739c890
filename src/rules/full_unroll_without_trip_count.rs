//! CLU102: a full unroll of a loop whose trip count only the run knows.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a full unroll of a loop whose trip count only the run knows.
pub static FULL_UNROLL_WITHOUT_TRIP_COUNT: Rule = Rule {
    code: "CLU102",
    name: "full-unroll-without-trip-count",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
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

In a kernel with `reqd_work_group_size`, which the file calls nowhere, `get_local_size(d)` is a constant if all
work-groups are of one size. They are before OpenCL C 2.0 (`--cl-std CL1.2`), or where you say so
(`--uniform-work-groups`).
",
};

/// The part of the header that is no constant.
pub(super) fn judge(place: Place, text: &str) -> Diagnostic {
    let message = "full unroll has no effect: the trip count is not known at compile time";
    let label = format!("{} is not a compile-time constant", quoted(text));
    let instead = if text.contains("get_local_size") {
        "give a factor, as in `#pragma unroll 4`; it is a constant only in a kernel with `reqd_work_group_size` that \
         nothing in the file calls, and with `--uniform-work-groups` or `--cl-std` below CL2.0"
    } else {
        "give a factor, as in `#pragma unroll 4`, or make the trip count a constant"
    };
    Diagnostic::new(&FULL_UNROLL_WITHOUT_TRIP_COUNT, place, message, label)
        .because("by the extension, `#pragma unroll` without a factor asks for all iterations, or else for nothing")
        .instead(instead)
}
