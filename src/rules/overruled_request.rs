//! CLU105: an attribute that says otherwise.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about an attribute that says otherwise.
pub static OVERRULED_REQUEST: Rule = Rule {
    code: "CLU105",
    name: "overruled-request",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a loop has an unroll pragma and the attribute `opencl_unroll_hint`, or that attribute more than once.

## Why it matters

Both ask for the same thing, and nothing says which of the two counts: clang 14 takes the attribute, clang 15 the pragma.
clunroll takes the attribute, which is the standard's own, and of several the last.

## Example

```c
#pragma unroll 2
__attribute__((opencl_unroll_hint(4)))
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Keep one of them. If some compiler knows only one, let a macro choose:

```c
#ifdef HAS_PRAGMA_UNROLL
#pragma unroll 4
#else
__attribute__((opencl_unroll_hint(4)))
#endif
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The request that does not count, and the attribute that does.
pub(super) fn judge(request: Place, hint: Place) -> Diagnostic {
    let message = "this request does not count: an `opencl_unroll_hint` on the same loop does";
    let mut diagnostic = Diagnostic::new(&OVERRULED_REQUEST, request, message, "does not count")
        .because("nothing says which of the two counts, and versions of clang differ")
        .instead("keep one of the two");
    diagnostic.secondary.push(Label { place: hint, message: "this one counts".to_owned() });
    diagnostic
}
