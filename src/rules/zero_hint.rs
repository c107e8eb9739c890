//! CLU008: a factor of 0 where only positive ones exist.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor of 0 where only positive ones exist.
pub static ZERO_HINT: Rule = Rule {
    code: "CLU008",
    name: "zero-hint",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the factor of `opencl_unroll_hint` or of `#pragma clang loop unroll_count` is 0.

## Why it matters

OpenCL C defines the hint with a positive factor, and clang its own pragma too: compilers that are built on clang reject
the kernel. `#pragma unroll 0` is another matter, since the extension is silent on it.

## Example

```c
__attribute__((opencl_unroll_hint(0)))
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Write 1 to keep the loop as it is. To let the compiler decide, write `opencl_unroll_hint` without a factor, or
`#pragma clang loop unroll(enable)`:

```c
__attribute__((opencl_unroll_hint(1)))
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// A factor of 0.
pub(super) fn judge(place: Place) -> Diagnostic {
    Diagnostic::new(&ZERO_HINT, place, "unroll factor 0 is not positive", "expected 1 or more")
        .because("the hint is defined for positive factors only, and clang rejects the kernel")
        .instead("write 1 to keep the loop as it is; `opencl_unroll_hint` may also stand without a factor")
}
