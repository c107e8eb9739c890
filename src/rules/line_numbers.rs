//! CLU214: `__LINE__`, which would change.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about `__LINE__`, which would change.
pub static LINE_NUMBERS: Rule = Rule {
    code: "CLU214",
    name: "line-numbers",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether `__LINE__` stands in the file.

## Why it matters

Unrolling moves everything below the loop to other lines. `__LINE__` would have another value there, and the output
would not compute what the input computes.

## Example

```c
#pragma unroll
for (int i = 0; i < 4; i++)
    trace[i] = __LINE__;
```

## Instead

Use a constant of your own:

```c
#define TRACE_SUM 1

#pragma unroll
for (int i = 0; i < 4; i++)
    trace[i] = TRACE_SUM;
```
",
};

/// Where `__LINE__` stands, or the macro that holds it.
pub(super) fn judge(place: Place) -> Diagnostic {
    Diagnostic::left(&LINE_NUMBERS, place, "it would change what `__LINE__` stands for", "depends on the line")
        .because("copies of a body move everything that stands below them to other lines")
        .instead("use a constant of your own in the place of `__LINE__`")
}
