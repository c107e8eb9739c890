//! CLU253: a factor for a loop of which the main loop would run once.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor for a loop of which the main loop would run once.
pub static SMALL_TRIP_COUNT: Rule = Rule {
    code: "CLU253",
    name: "small-trip-count",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the trip count of a loop is known and final, and larger than the factor that it is to be unrolled by, but less
than twice the factor. A full unroll of few iterations is what small loops want, and nothing is said of it.

## Why it matters

A main loop that is entered once repeats nothing, and all that is left runs in the remainder, so that its form decides:
convolutions over rows of 5 and 7, by 4, differ by up to a fifth between two ways to write the remainder. clunroll writes
all iterations of such a loop out; other compilers make a main loop, its tests, and a remainder of it.

## Example

```c
#pragma unroll 4
for (int i = 0; i < 7; i++)
    sum += a[i];
```

## Instead

Ask for all iterations, which takes no test at all:

```c
#pragma unroll
for (int i = 0; i < 7; i++)
    sum += a[i];
```
",
};

/// The factor, and how often the loop runs.
pub(super) fn judge(place: Place, factor: u32, trips: u64) -> Diagnostic {
    let rest = trips - u64::from(factor);
    let message = format!("unroll factor {factor} leaves no loop to speak of: there are only {trips} iterations");
    Diagnostic::new(&SMALL_TRIP_COUNT, place, message, format!("one pass of {factor}, and {rest} more"))
        .because("a main loop that runs once repeats nothing, and its remainder takes tests or copies of its own")
        .instead("ask for all iterations by `#pragma unroll`")
}
