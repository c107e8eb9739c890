//! CLU208: a trip count that cannot be computed before the loop starts.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a trip count that cannot be computed before the loop starts.
pub static CHANGING_BOUND: Rule = Rule {
    code: "CLU208",
    name: "changing-bound",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether everything that decides how often the loop runs is fixed before it starts: the bound must be made of constants,
of private variables that the loop does not write and that no pointer leads to, and of work-item functions, all of
integer types; and the body must leave the induction variable alone. A loop that is asked for by a factor keeps its own
test before each copy instead, and CLU230 names this reason.

## Why it matters

The main loop of several copies needs to know in advance how far it may run. If the bound can change on the way, or
another name leads to it, the copies would run past the end or stop before it.

## Example

```c
#pragma unroll
for (int i = 0; i < 7.5f; i++)
    out[i] = 0.0f;
```

## Instead

Use a constant of an integer type, or read the bound into a private variable first, if it is the same all the time:

```c
#pragma unroll
for (int i = 0; i < 8; i++)
    out[i] = 0.0f;
const int n = *count;
#pragma unroll 4
for (int i = 0; i < n; i++)
    out[i] = 0.0f;
```
",
};

/// A name, or "memory", that is not known to stay the same.
pub(super) fn changes(place: Place, name: &str) -> Diagnostic {
    let (why, label) = if name == "memory" {
        (
            "its trip count hangs on memory, which may change while it runs".to_owned(),
            "read from memory before each iteration".to_owned(),
        )
    } else {
        let name = quoted(name);
        (
            format!("its trip count hangs on {name}, which may change while it runs"),
            format!("{name} is not known to stay the same"),
        )
    };
    Diagnostic::left(&CHANGING_BOUND, place, why, label)
        .because("how often the loop runs must be settled before it starts")
        .instead("copy the bound into a private variable first, and change no variable of the header in the body")
}

/// A pointer to the variable exists.
pub(super) fn address_taken(place: Place, name: &str) -> Diagnostic {
    let name = quoted(name);
    let why = format!("a pointer to {name} exists, so that the loop may change it");
    Diagnostic::left(&CHANGING_BOUND, place, why, format!("the address of {name} is taken here"))
        .because("how often the loop runs must be settled before it starts")
        .instead(format!("copy {name} into a private variable that nothing points to, and use the copy"))
}

/// What is wrong with the bound, as a sentence about it.
pub(super) fn bound(place: Place, what: &str) -> Diagnostic {
    let why = format!("its bound does not tell the trip count, as {what}");
    Diagnostic::left(&CHANGING_BOUND, place, why, "decides how often the loop runs")
        .because("how often the loop runs must be settled before it starts")
        .instead("copy the bound into a variable of the induction variable's type first, and let the step lead there")
}
