//! CLU240: different requests for one loop in different configurations.

use super::diagnostic::{Diagnostic, Label, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about different requests for one loop in different configurations.
pub static DIFFERENT_REQUESTS: Rule = Rule {
    code: "CLU240",
    name: "different-requests",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a loop has a request in one branch of an `#if` and another one, with another factor, in another branch. Factors
count as different where both are numbers in the end; a full unroll and a hint without a factor count as the same, since
each is what some compiler calls it. Requests that macros make are not compared.

## Why it matters

What is measured in one build says nothing about the other. That may be what its author wants, for two devices; as
often it is a factor that was changed in one branch and forgotten in the other.

## Example

```c
#ifdef WIDE
#pragma unroll 8
#else
#pragma unroll 2
#endif
for (int i = 0; i < 64; i++)
    sum += a[i];
```

## Instead

Give the factor a name, so that there is one request, and one place where the builds differ:

```c
#ifdef WIDE
#define COPIES 8
#else
#define COPIES 2
#endif
```

```c
#pragma unroll COPIES
for (int i = 0; i < 64; i++)
    sum += a[i];
```
",
};

/// Two requests in branches that exclude each other.
pub(super) fn judge(first: Place, second: Place) -> Diagnostic {
    let message = "the loop is unrolled differently in another configuration";
    let mut diagnostic = Diagnostic::new(&DIFFERENT_REQUESTS, second, message, "one configuration asks for this");
    diagnostic.secondary.push(Label { place: first, message: "another one asks for this".to_owned() });
    diagnostic
        .because("what is measured in one build says nothing about the other")
        .instead("define the factor's name in both branches, and write one request with it")
}
