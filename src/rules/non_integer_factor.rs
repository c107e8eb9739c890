//! CLU004: a factor that is a floating-point number or a string.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor that is a floating-point number or a string.
pub static NON_INTEGER_FACTOR: Rule = Rule {
    code: "CLU004",
    name: "non-integer-factor",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r#"## What it checks

That the factor of `#pragma unroll` is an integer: not a floating-point number, not a string, and no expression that
holds one.

## Why it matters

The factor is a number of copies, and `cl_nv_pragma_unroll` asks for an integer constant. A factor in quotes or with a
decimal point is rejected by some compilers and ignored by others.

## Example

```c
#pragma unroll "4"
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Write a plain integer:

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
"#,
};

/// A factor that is, or holds, something at `place` that is no integer.
pub(super) fn judge(place: Place) -> Diagnostic {
    Diagnostic::new(&NON_INTEGER_FACTOR, place, "unroll factor is not an integer", "not an integer")
        .because("the factor is a number of copies, and `cl_nv_pragma_unroll` asks for an integer constant")
        .instead("write a plain integer, as in `#pragma unroll 4`")
}
