//! CLU104: a label where a request does not reach past it.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a label where a request does not reach past it.
pub static LABEL_BEFORE_LOOP: Rule = Rule {
    code: "CLU104",
    name: "label-before-loop",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a label stands between a request and its loop, or directly before `opencl_unroll_hint`.

## Why it matters

clunroll takes the labelled loop for the one that is meant. Compilers that are built on clang do not: for them a pragma
before a label has no loop behind it, and an attribute behind a label belongs to the label. Both are errors there, so
that the kernel compiles only once clunroll has been over it.

## Example

```c
#pragma unroll 4
Rows:
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Put the label first and the pragma directly above the loop, which every compiler accepts:

```c
Rows:
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The label.
pub(super) fn judge(label: Place) -> Diagnostic {
    let message = "a label stands where compilers do not look past it for the loop";
    Diagnostic::new(&LABEL_BEFORE_LOOP, label, message, "this label")
        .because("clang rejects a pragma before a label, and an attribute beside one belongs to the label")
        .instead("put the label first and `#pragma unroll` directly above the loop")
}
