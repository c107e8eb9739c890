//! CLU209: a jump or a label in the body.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a jump or a label in the body.
pub static EARLY_EXIT: Rule = Rule {
    code: "CLU209",
    name: "early-exit",
    severity: Severity::Note,
    page: r"## What it checks

Whether the body holds a `break` or `continue` of this loop, a `goto`, a label, or a case label of a `switch` around the
loop. A `return` is no hindrance.

## Why it matters

`break` and `continue` act on the loop around them, and a copy of the body may have another one around it, or none. A
label may stand only once in a function. clunroll does not rewrite them so far.

## Example

```c
#pragma unroll 4
for (int i = 0; i < n; i++) {
    if (a[i] == 0.0f)
        continue;
    sum += 1.0f / a[i];
}
```

## Instead

Turn the jump into a condition:

```c
#pragma unroll 4
for (int i = 0; i < n; i++) {
    if (a[i] != 0.0f)
        sum += 1.0f / a[i];
}
```
",
};

/// `break` or `continue`.
pub(super) fn jump(place: Place, keyword: &str) -> Diagnostic {
    let keyword = quoted(keyword);
    Diagnostic::left(&EARLY_EXIT, place, format!("its body holds {keyword}"), "belongs to this loop")
        .because(format!("in a copy of the body, {keyword} would act on another loop, or on none"))
        .instead("put the statements that it skips under an `if`")
}

/// A `goto`, a label or a case label.
pub(super) fn label(place: Place, what: &str) -> Diagnostic {
    let why = match what {
        "goto" => "its body holds `goto`".to_owned(),
        "case label" => "its body holds a case label of a `switch` around it".to_owned(),
        _ => format!("its body holds a {what}"),
    };
    Diagnostic::left(&EARLY_EXIT, place, why, "cannot be copied so far")
        .because("a label may stand only once in a function, and a jump could not tell the copies apart")
        .instead("write an `if` or an inner loop instead of the jump")
}
