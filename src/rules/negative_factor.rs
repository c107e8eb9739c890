//! CLU001: a factor below 0.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor below 0.
pub static NEGATIVE_FACTOR: Rule = Rule {
    code: "CLU001",
    name: "negative-factor",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That the factor of `#pragma unroll` is not negative, whether it is written as a number or comes from a macro, an
enumerator or a `const` variable.

## Why it matters

`cl_nv_pragma_unroll` asks for a non-negative integer constant. Compilers treat a negative one differently: some
reject the kernel, some drop the pragma without a word.

## Example

```c
#pragma unroll -4
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Write how many copies of the body you want, as in `#pragma unroll 4`. To keep the loop as it is, write
`#pragma unroll 1`.
",
};

/// A factor with that value.
pub(super) fn judge(place: Place, value: i128) -> Diagnostic {
    Diagnostic::new(&NEGATIVE_FACTOR, place, format!("unroll factor is negative: {value}"), "must not be below 0")
        .because("`cl_nv_pragma_unroll` allows only non-negative integer constants as factor")
        .instead("write the number of copies wanted, or `#pragma unroll 1` to keep the loop as it is")
}
