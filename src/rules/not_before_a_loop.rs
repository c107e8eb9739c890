//! CLU003: a pragma without a loop.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a pragma without a loop.
pub static NOT_BEFORE_A_LOOP: Rule = Rule {
    code: "CLU003",
    name: "not-before-a-loop",
    severity: Severity::Error,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That a request, in any spelling, stands immediately before a `for`, `while` or `do` loop. White space and comments, other
pragmas and attributes, and labels may stand in between.

## Why it matters

The pragma applies to the loop that follows it and to nothing else. Before an `if`, a declaration, a block or the end
of a function it asks for nothing; some compilers reject it there, others drop it without a word, and the loop that was
meant is not unrolled.

## Example

```c
#pragma unroll 4
float sum = 0.0f;
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Move the pragma to the line directly above the loop:

```c
float sum = 0.0f;
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// What stands behind the pragma, if anything.
pub(super) fn judge(pragma: Place, found: Option<(Place, &str)>) -> Diagnostic {
    let diagnostic = if let Some((place, text)) = found {
        let message = format!("the unroll request stands before {}, not before a loop", quoted(text));
        Diagnostic::new(&NOT_BEFORE_A_LOOP, place, message, "expected `for`, `while` or `do`")
    } else {
        let message = "the unroll request has no loop behind it";
        Diagnostic::new(&NOT_BEFORE_A_LOOP, pragma, message, "nothing but the end of the file follows")
    };
    diagnostic
        .because("a request applies only to the loop that follows it immediately")
        .instead("move it to the line directly above the loop that is meant, or remove it")
}
