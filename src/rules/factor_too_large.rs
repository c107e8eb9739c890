//! CLU005: a factor above 2147483647.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor above 2147483647.
pub static FACTOR_TOO_LARGE: Rule = Rule {
    code: "CLU005",
    name: "factor-too-large",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That the factor of `#pragma unroll` is at most 2147483647, which is 2^31 - 1.

## Why it matters

Compilers hold the factor in a 32-bit integer. clang rejects anything larger; where it is not rejected it may be cut
off, to 0 for instance.

## Example

```c
#pragma unroll 4294967296
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Write a small factor: 2, 4 or 8 bring most of what there is to gain. To ask for all iterations, leave the factor out.
",
};

/// A factor that is that number.
pub(super) fn judge(place: Place, value: &str) -> Diagnostic {
    Diagnostic::new(&FACTOR_TOO_LARGE, place, format!("unroll factor is too large: {value}"), "above 2147483647")
        .because("compilers hold the factor in a 32-bit integer, and clang rejects a larger one")
        .instead("write a smaller factor, or `#pragma unroll` without one to ask for all iterations")
}
