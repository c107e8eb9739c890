//! CLU230: a loop whose trips cannot be counted.

use super::diagnostic::{Diagnostic, Rule, Severity};

/// The rule about a loop whose trips cannot be counted.
pub static TESTED_BEFORE_EACH_COPY: Rule = Rule {
    code: "CLU230",
    name: "tested-before-each-copy",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the trips of a requested `for` loop can be counted before it starts.

## Why it matters

A loop whose trips are counted gets a main loop with one test for several copies. Any other loop is unrolled too, with
its own test before each copy. That is right, but gains little, and a compiler may be slower with it than without.

## Example

```c
#pragma unroll 4
for (int i = 0; i < size[0]; i++)
    sum += a[i];
```

## Instead

Copy the bound into a private variable, if it does not change while the loop runs:

```c
const int n = size[0];
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The same as for a loop that would be left for that reason.
pub(super) fn judge(left: Diagnostic) -> Diagnostic {
    let why = left.message.strip_prefix("loop left as written: ").unwrap_or(&left.message);
    Diagnostic { rule: &TESTED_BEFORE_EACH_COPY, message: format!("loop tested before each copy: {why}"), ..left }
}
