//! CLU219: a hint without a factor, and a trip count that only the run knows.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a hint without a factor, and a trip count that only the run knows.
pub static LEFT_TO_COMPILER: Rule = Rule {
    code: "CLU219",
    name: "left-to-compiler",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether `opencl_unroll_hint` without a factor, or `#pragma clang loop unroll(enable)`, stands before a loop whose trip
count is not known at compile time.

## Why it matters

Such a hint leaves the factor to the compiler. clunroll writes all iterations out where it knows how many there are, and
else leaves the loop and its hint to the compiler that comes after it.

## Example

```c
__attribute__((opencl_unroll_hint))
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Give a factor to have the loop unrolled here:

```c
__attribute__((opencl_unroll_hint(4)))
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The part of the header that is no constant.
pub(super) fn judge(place: Place, text: &str) -> Diagnostic {
    let why = "the hint names no factor, and the trip count is not known at compile time";
    let label = format!("{} is not a compile-time constant", quoted(text));
    Diagnostic::left(&LEFT_TO_COMPILER, place, why, label)
        .because("without a factor the compiler decides, so that the hint stays for it")
        .instead("give a factor, as in `opencl_unroll_hint(4)`, to have it unrolled here")
}
