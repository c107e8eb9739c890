//! CLU007: two requests for one loop.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about two requests for one loop.
pub static CONFLICTING_REQUESTS: Rule = Rule {
    code: "CLU007",
    name: "conflicting-requests",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That no loop has two unroll pragmas that are live at the same time, with the same factor or with different ones.

## Why it matters

Nothing says which of the two counts. clang rejects the kernel; other compilers take the first or the last.

## Example

```c
#pragma unroll 4
#pragma unroll 8
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Keep one of them. If the factor depends on the device, let a macro choose it:

```c
#ifdef WIDE
#define FACTOR 8
#else
#define FACTOR 4
#endif

#pragma unroll FACTOR
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The two pragmas in the order of the source.
pub(super) fn judge(first: Place, second: Place) -> Diagnostic {
    let message = "two unroll pragmas apply to one loop";
    let mut diagnostic = Diagnostic::new(&CONFLICTING_REQUESTS, second, message, "second request")
        .because("nothing says which of the two counts, and clang rejects the kernel")
        .instead("keep one of the two");
    diagnostic.secondary.push(Label { place: first, message: "first request".to_owned() });
    diagnostic
}
