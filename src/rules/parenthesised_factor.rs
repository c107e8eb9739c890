//! CLU241: a factor of one word in parentheses.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use super::finding::Correction;
use oclc_syntax::source::Place;

/// The rule about a factor of one word in parentheses.
pub static PARENTHESISED_FACTOR: Rule = Rule {
    code: "CLU241",
    name: "parenthesised-factor",
    severity: Severity::Note,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

Whether the factor of `#pragma unroll` is one number or one name in parentheses. An expression in parentheses, as in
`#pragma unroll (N + 1)`, is left alone: the parentheses hold it together.

## Why it matters

`cl_nv_pragma_unroll` writes the factor without parentheses; the manuals of Intel's and IBM's C compilers write it with
them, and Intel's older compiler asked for them. Compilers that are built on clang, which are most of those for OpenCL
C, take both. clang has a warning all the same, `-Wcuda-compat`, which says that parentheses should not be there in
CUDA; NVIDIA's manual of today shows them around expressions. So this is no fault, but a form that not every compiler
has always taken.

## Example

```c
#pragma unroll(4)
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```

Where the file is also compiled by a compiler that asks for parentheses, keep them and turn this rule off.
",
};

/// A factor in parentheses; `right` is the factor without them.
pub(super) fn judge(place: Place, right: &Correction) -> Diagnostic {
    let bare = quoted(right.text.trim());
    Diagnostic::new(&PARENTHESISED_FACTOR, place, "unroll factor stands in parentheses", "one word needs none")
        .because("the extension writes the factor without them, and not every compiler has always taken them")
        .instead(format!("write {bare}"))
        .fixed(format!("write {bare}"), right.place, &*right.text)
}
