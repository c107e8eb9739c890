//! CLU101: a factor of 0.

use super::diagnostic::{Diagnostic, Rule, Severity};
use super::finding::Correction;
use oclc_syntax::source::Place;

/// The rule about a factor of 0.
pub static ZERO_FACTOR: Rule = Rule {
    code: "CLU101",
    name: "zero-factor",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: true,
    page: r#"## What it checks

Whether the factor of `#pragma unroll` is 0.

## Why it matters

`cl_nv_pragma_unroll` is silent on 0, and compilers differ: CUDA ignores such a pragma, so that the compiler may unroll
as it likes; clang rejected it until 2024 and has since read it as "do not unroll". clunroll reads it like that too, and
leaves the loop as written.

## Example

```c
#pragma unroll 0
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Write `#pragma unroll 1`, which means "do not unroll" to every compiler. If the compiler is to choose, leave the pragma
out.
"#,
};

/// A factor of 0; `correction` where 0 is what the pragma itself says.
pub(super) fn judge(place: Place, correction: Option<&Correction>) -> Diagnostic {
    Diagnostic::new(&ZERO_FACTOR, place, "unroll factor 0 is not portable", "read as \"do not unroll\"")
        .because("the extension is silent on 0: CUDA ignores such a pragma, and clang rejected it until 2024")
        .instead("write `#pragma unroll 1` to keep the loop as it is")
        .corrected(correction)
}
