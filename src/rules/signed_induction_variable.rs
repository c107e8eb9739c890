//! CLU258: a signed induction variable.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a signed induction variable.
pub static SIGNED_INDUCTION_VARIABLE: Rule = Rule {
    code: "CLU258",
    name: "signed-induction-variable",
    severity: Severity::Note,
    is_on: false,
    is_fixable: false,
    page: r"## What it checks

Whether a loop that is to be unrolled counts upwards by an `int`. Loops that count downwards, or from a
negative value, are left alone. Off unless it is asked for: `--select CLU258`.

## Why it matters

Intel's advice for its graphics processors is to count by `uint`. A signed index is extended before an address is computed
from it. It is not the advice for every device: for its CPUs, Intel recommends `int`.

## Example

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Count by an unsigned type if the variable, and what it is compared with, are never negative:

```c
#pragma unroll 4
for (uint i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The variable.
pub(super) fn judge(place: Place, name: &str) -> Diagnostic {
    let message = format!("the induction variable {} is signed", quoted(name));
    Diagnostic::new(&SIGNED_INDUCTION_VARIABLE, place, message, "an `int` that counts upwards")
        .because("for its graphics processors, Intel advises to count by `uint`")
        .instead("declare it as `uint` if neither it nor its bound is ever negative")
}
