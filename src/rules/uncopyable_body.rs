//! CLU210: a body that means something else when it stands there twice.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a body that means something else when it stands there twice.
pub static UNCOPYABLE_BODY: Rule = Rule {
    code: "CLU210",
    name: "uncopyable-body",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the body holds something that must stand only once: a `static` or `extern` declaration, a variable in local or
constant memory, inline assembly, `__COUNTER__`, or a directive that changes what the next copy would mean. Also whether the
test or the step defines a type, which would be defined again in one block; and whether the body calls a function of a file in
which an attribute `error` stands: whether a compiler removes a copied call cannot be known.

## Why it matters

Each copy of a `static` or `__local` variable would be a variable of its own, each copy of `__COUNTER__` a number of its
own. Conditionals are copied with the body; a macro that is defined in it and not taken back, or a file that gives its
text only once, would act in the second copy otherwise than in the first.

## Example

```c
#pragma unroll 4
for (int i = 0; i < n; i++) {
#define SQUARE(x) ((x) * (x))
    sum += SQUARE(a[i]);
}
```

## Instead

Move it out of the loop, or take it back in it:

```c
#define SQUARE(x) ((x) * (x))
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += SQUARE(a[i]);
```
",
};

/// What may stand only once.
pub(super) fn only_once(place: Place, what: &str) -> Diagnostic {
    let what = if what.starts_with('_') { quoted(what) } else { what.to_owned() };
    Diagnostic::left(&UNCOPYABLE_BODY, place, format!("it holds {what}"), "must stand only once")
        .because("a copy of it would be another one, and the program would mean something else")
        .instead("move it out of the loop")
}

/// A directive.
pub(super) fn directive(place: Place) -> Diagnostic {
    Diagnostic::left(&UNCOPYABLE_BODY, place, "a directive stands inside it", "cannot be copied")
        .because("in a copy of the loop the directive may act otherwise than here")
        .instead("move the directive out of the loop")
}
