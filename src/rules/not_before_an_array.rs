//! CLU107: a request for scalars without an array.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a request for scalars without an array.
pub static NOT_BEFORE_AN_ARRAY: Rule = Rule {
    code: "CLU107",
    name: "not-before-an-array",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That `#pragma promote_to_registers` stands immediately before the declaration of an array in a function. White space,
comments and other pragmas may stand in between.

## Why it matters

The pragma asks for the array that is declared behind it, and for nothing else. Before a scalar, a statement or a
declaration outside of all functions it asks for nothing, and the array that was meant stays one.

## Example

```c
#pragma promote_to_registers
float scale = 2.0f;
float sums[4];
```

## Instead

Move the pragma to the line directly above the array:

```c
float scale = 2.0f;
#pragma promote_to_registers
float sums[4];
```
",
};

/// What stands behind the pragma, if anything.
pub(super) fn judge(pragma: Place, found: Option<(Place, &str)>) -> Diagnostic {
    let diagnostic = if let Some((place, text)) = found {
        let message = format!("`promote_to_registers` stands before {}, not before an array", quoted(text));
        Diagnostic::new(&NOT_BEFORE_AN_ARRAY, place, message, "expected the declaration of an array in a function")
    } else {
        let message = "`promote_to_registers` has no array behind it";
        Diagnostic::new(&NOT_BEFORE_AN_ARRAY, pragma, message, "no declaration of an array in a function follows")
    };
    diagnostic
        .because("the request applies only to the array that is declared immediately behind it")
        .instead("move it to the line directly above the array that is meant, or remove it")
}
