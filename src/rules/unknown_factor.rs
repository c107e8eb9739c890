//! CLU103: a factor that hangs on a macro of the build.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a factor that hangs on a macro of the build.
pub static UNKNOWN_FACTOR: Rule = Rule {
    code: "CLU103",
    name: "unknown-factor",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the factor of `#pragma unroll` is, or holds, a name whose value is not known: an undeclared name in upper case,
or a macro that is defined only if the build says so.

## Why it matters

Such a name is most likely a macro that the host program passes when it compiles the kernel. Without its value there is
no telling how many copies to write, so that the loop stays as written. If it is a misspelt name, no compiler will
unroll the loop.

## Example

```c
#pragma unroll FACTOR
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Pass the value that the build uses, as in `clunroll -D FACTOR=4 kernel.cl`. Or define the macro in the file:

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
    Diagnostic::new(&UNKNOWN_FACTOR, place, message, "no known value")
        .because(format!("{shown} may be a macro that the build defines; until it is known, the loop stays as written"))
        .instead(format!("pass {} with the value that the final compile gets", quoted(&format!("-D {name}=VALUE"))))
}

/// A constant, but one that only the final compile can compute.
pub(super) fn not_known(place: Place) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_FACTOR, place, "the value of the unroll factor is not known here", "a constant elsewhere")
        .because("it differs between devices, or rests on a type that is not declared in this file")
        .instead("write the number of copies that is wanted")
}
