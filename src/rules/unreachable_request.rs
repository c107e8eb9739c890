//! CLU112: a request in code that is never compiled.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a request in code that is never compiled.
pub static UNREACHABLE_REQUEST: Rule = Rule {
    code: "CLU112",
    name: "unreachable-request",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a request stands in a branch of an `#if` that no set of `-D` can reach: the condition is false by the file's own
text (`#if 0`), an earlier branch is always taken, or a condition around it says the opposite. What is told with `-D`
does not make a branch unreachable: another build may be told otherwise.

## Why it matters

The loop is not unrolled in any build, whatever the file seems to say. Who measures the pragma by changing its factor
measures nothing.

## Example

```c
#ifdef FAST
#ifndef FAST
#pragma unroll 4
#endif
#endif
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Take the branch out, or let its condition name what decides. A switch that the file itself sets (`#define FAST 0`) can be
set by a build only if `#ifndef FAST` stands around it.

```c
#ifdef FAST
#pragma unroll 4
#endif
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// A request in the branch that begins with the directive at `branch`.
pub(super) fn judge(request: Place, branch: Place) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        &UNREACHABLE_REQUEST,
        request,
        "no configuration compiles this request",
        "stands in a branch that is never taken",
    );
    diagnostic.secondary.push(Label { place: branch, message: "no `-D` makes this true".to_owned() });
    diagnostic
        .because("whatever the build defines, the loop is not unrolled")
        .instead("take the branch out, or correct its condition")
}
