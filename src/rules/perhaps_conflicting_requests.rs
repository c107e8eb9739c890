//! CLU108: two requests for one loop in some configurations.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about two requests that only some configurations have for one loop.
pub static PERHAPS_CONFLICTING_REQUESTS: Rule = Rule {
    code: "CLU108",
    name: "perhaps-conflicting-requests",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That the conditions of two unroll pragmas on one loop exclude each other. Each of the two has the loop to itself in some
configuration; where both conditions hold, the loop has two pragmas.

## Why it matters

Where it has both, nothing says which of the two counts. clang rejects the kernel; other compilers take the first or the last.
For that case clunroll leaves the loop as it is written, with both pragmas. In the others it is unrolled.

## Example

```c
#ifdef AMD
#pragma unroll 4
#endif
#ifdef NVIDIA
#pragma unroll 8
#endif
for (int i = 0; i < 64; i++)
    sum += a[i];
```

## Instead

Say that there is one at most:

```c
#ifdef AMD
#pragma unroll 4
#elif defined(NVIDIA)
#pragma unroll 8
#endif
for (int i = 0; i < 64; i++)
    sum += a[i];
```
",
};

/// The two pragmas in the order of the source.
pub(super) fn judge(first: Place, second: Place) -> Diagnostic {
    let message = "two unroll pragmas apply to one loop in some configurations";
    let mut diagnostic = Diagnostic::new(&PERHAPS_CONFLICTING_REQUESTS, second, message, "second request")
        .because("nothing says which of the two counts there, and clang rejects the kernel; for these the loop stays as written")
        .instead("let the conditions exclude each other, as with `#elif`");
    diagnostic.secondary.push(Label { place: first, message: "first request".to_owned() });
    diagnostic
}
