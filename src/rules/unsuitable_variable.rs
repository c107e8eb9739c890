//! CLU205: a variable that cannot be counted with.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a variable that cannot be counted with.
pub static UNSUITABLE_VARIABLE: Rule = Rule {
    code: "CLU205",
    name: "unsuitable-variable",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the induction variable is private and has a known integer type, and whether neither it nor the bound is
`volatile`. A loop that is asked for by a factor keeps its own test before each copy instead, and
CLU230 names this reason.

## Why it matters

How often a loop runs depends on how its variable counts: a `uchar` wraps around after 255, a `float` rounds. A variable
in local or global memory may be changed by another work-item, a volatile one by anybody.

## Example

```c
__local int i;
#pragma unroll
for (i = 0; i < 16; i++)
    sum += a[i];
```

## Instead

Declare an integer variable in the header:

```c
#pragma unroll
for (int i = 0; i < 16; i++)
    sum += a[i];
```
",
};

/// The induction variable has no known integer type.
pub(super) fn of_unknown_type(place: Place, name: &str) -> Diagnostic {
    let why = format!("{} has no known integer type", quoted(name));
    Diagnostic::left(&UNSUITABLE_VARIABLE, place, why, "type unknown, or no integer")
        .because("how often the loop runs depends on how its variable counts and where it wraps around")
        .instead("declare the variable with an integer type of OpenCL C, such as `int` or `uint`")
}

/// A volatile object.
pub(super) fn volatile(place: Place, name: &str) -> Diagnostic {
    let why = format!("{} is volatile", quoted(name));
    Diagnostic::left(&UNSUITABLE_VARIABLE, place, why, "may change at any time")
        .because("how often a loop over a volatile object runs cannot be foreseen")
        .instead("use a private variable that is not volatile; copy the value before the loop if one reading is enough")
}

/// The induction variable is shared.
pub(super) fn not_private(place: Place, name: &str) -> Diagnostic {
    let why = format!("the induction variable {} is not a private variable of the function", quoted(name));
    Diagnostic::left(&UNSUITABLE_VARIABLE, place, why, "not private")
        .because("other work-items or functions may change it while the loop runs")
        .instead("declare the variable in the header, as in `for (int i = 0; i < n; i++)`")
}
