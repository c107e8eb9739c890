//! CLU103: a factor whose value is not known.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a factor whose value is not known.
pub static UNKNOWN_FACTOR: Rule = Rule {
    code: "CLU103",
    name: "unknown-factor",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

Whether the factor of `#pragma unroll` is, or holds, a name whose value is not known: a name that nothing in the file
declares, be it a value, a type or a function, or a macro that is defined only if the build says so.

## Why it matters

Such a name is most likely a macro that the host program passes when it compiles the kernel. How many copies to write
is not known without it, so that the loop stays as written. If the name is misspelt, no compiler unrolls the loop.

## Example

```c
#pragma unroll FACTOR
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Pass the value that the build uses, as in `clunroll -D FACTOR=4 kernel.cl`. A macro may also be a type: with
`-D WIDTH=32 -D T=float`, the factor `WIDTH / sizeof(T)` is 8. Or define the macro in the file:

```c
#ifndef FACTOR
#define FACTOR 4
#endif
```
",
};

/// The name without a value.
pub(super) fn judge(place: Place, name: &str) -> Diagnostic {
    let shown = quoted(name);
    let message = format!("unroll factor is unknown: {shown} has no known value");
    let define = quoted(&format!("-D {name}=VALUE"));
    Diagnostic::new(&UNKNOWN_FACTOR, place, message, "no known value")
        .because(format!("{shown} may be a macro that the build defines; until it is known, the loop stays as written"))
        .instead(format!("pass {define} with the value that the final compile gets, or correct the name"))
}

/// A constant, but one that only the final compile can compute.
pub(super) fn not_known(place: Place) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_FACTOR, place, "the value of the unroll factor is not known here", "not known here")
        .because("it depends on the width of `size_t`, or on a type that another file declares or the build chooses")
        .instead("write the number of copies, or pass the macros of the build with `-D`")
}
