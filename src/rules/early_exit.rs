//! CLU209: a jump or a label that no copy can be given.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a jump or a label that no copy can be given.
pub static EARLY_EXIT: Rule = Rule {
    code: "CLU209",
    name: "early-exit",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the body holds a jump or a label that cannot be copied. `break`, `continue`, `return` and `goto` out of the loop
are no hindrance, nor are labels in the body with all jumps to them. These are: a case label of a `switch` around the loop;
a label that is jumped to from outside, or that a macro makes; and a `break` that a macro makes, in a body that also
holds a `continue`.

## Why it matters

A label may stand only once in a function, so each copy needs one of its own; and where both `break` and `continue` leave a
copy, the `break` is written in other words. Both are done in the text of the body, not in that of a macro.

## Example

```c
#define STOP_AT(x) if (x) break
…
#pragma unroll 4
for (int i = 0; i < n; i++) {
    STOP_AT(a[i] < 0.0f);
    if (a[i] == 0.0f)
        continue;
    sum += 1.0f / a[i];
}
```

## Instead

Write the jump itself:

```c
#pragma unroll 4
for (int i = 0; i < n; i++) {
    if (a[i] < 0.0f)
        break;
    if (a[i] == 0.0f)
        continue;
    sum += 1.0f / a[i];
}
```
",
};

/// A `break` out of a macro, beside a `continue`.
pub(super) fn hidden_break(place: Place, name: &str) -> Diagnostic {
    let name = if name.is_empty() { "a macro".to_owned() } else { format!("the macro {}", quoted(name)) };
    Diagnostic::left(&EARLY_EXIT, place, format!("{name} makes a `break` of this loop"), "leaves the loop")
        .because("beside a `continue`, a `break` is written in other words, which cannot be done inside a macro")
        .instead("write the `break` itself, or put what `continue` skips under an `if`")
}

/// A label of the body, or a case label.
pub(super) fn label(place: Place, what: &str) -> Diagnostic {
    let why = match what {
        "case label" => "its body holds a case label of a `switch` around it".to_owned(),
        "label or `goto` in its header" => format!("it has a {what}"),
        _ => format!("its body holds a {what}"),
    };
    Diagnostic::left(&EARLY_EXIT, place, why, "cannot be copied")
        .because("a label may stand only once in a function, and a jump could not tell the copies apart")
        .instead("write an `if` or an inner loop instead of the jump")
}
