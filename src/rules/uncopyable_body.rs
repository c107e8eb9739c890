//! CLU210: a body that means something else when it stands there twice.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a body that means something else when it stands there twice.
pub static UNCOPYABLE_BODY: Rule = Rule {
    code: "CLU210",
    name: "uncopyable-body",
    severity: Severity::Note,
    page: r"## What it checks

Whether the body holds something that must stand only once: a `static` or `extern` declaration, a variable in local or
constant memory, inline assembly, `__COUNTER__`, or a directive other than a pragma.

## Why it matters

Each copy of a `static` or `__local` variable would be a variable of its own, each copy of `__COUNTER__` a number of its
own, and a directive may act in the second copy otherwise than in the first.

## Example

```c
#pragma unroll 4
for (int i = 0; i < n; i++) {
#ifdef SQUARES
    sum += a[i] * a[i];
#else
    sum += a[i];
#endif
}
```

## Instead

Move it out of the loop, into a function for instance:

```c
float term(float x)
{
#ifdef SQUARES
    return x * x;
#else
    return x;
#endif
}

#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += term(a[i]);
```
",
};

/// What may stand only once.
pub(super) fn only_once(place: Place, what: &str) -> Diagnostic {
    let what = if what.starts_with('_') { quoted(what) } else { what.to_owned() };
    Diagnostic::left(&UNCOPYABLE_BODY, place, format!("its body holds {what}"), "must stand only once")
        .because("a copy of it would be another one, and the program would mean something else")
        .instead("move it out of the loop")
}

/// A directive.
pub(super) fn directive(place: Place) -> Diagnostic {
    Diagnostic::left(&UNCOPYABLE_BODY, place, "a directive stands inside it", "cannot be copied so far")
        .because("in a copy of the loop the directive may act otherwise than here")
        .instead("move the directive out of the loop")
}
