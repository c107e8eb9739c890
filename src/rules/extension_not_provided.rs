//! CLU220: requests that only some compilers see.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about requests that only some compilers see.
pub static EXTENSION_NOT_PROVIDED: Rule = Rule {
    code: "CLU220",
    name: "extension-not-provided",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a request stands under `#ifdef cl_nv_pragma_unroll`, and `--provide-extension` was not given.

## Why it matters

The macro is defined by compilers that have the extension. Elsewhere the final compile drops what stands under it, the
loops that were unrolled there included. With `--provide-extension` clunroll stands in for the extension: the macro
counts as defined, and the pragma that enables the extension is taken out.

## Example

```c
#ifdef cl_nv_pragma_unroll
#pragma unroll 4
#endif
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Pass `--provide-extension`, or leave the condition out: `#pragma unroll` needs no extension once clunroll has been over
the file.
",
};

/// The condition, and the first request under it.
pub(super) fn judge(condition: Place, request: Place) -> Diagnostic {
    let message = "what stands under this condition is compiled only where the extension is there";
    let mut diagnostic = Diagnostic::new(&EXTENSION_NOT_PROVIDED, condition, message, "asks for the extension")
        .because("compilers without the extension do not define `cl_nv_pragma_unroll`, and see no request here")
        .instead("pass `--provide-extension` to have clunroll stand in for the extension");
    diagnostic.secondary.push(Label { place: request, message: "a request under it".to_owned() });
    diagnostic
}
