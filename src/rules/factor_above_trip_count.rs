//! CLU120: a factor larger than the trip count.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a factor larger than the trip count.
pub static FACTOR_ABOVE_TRIP_COUNT: Rule = Rule {
    code: "CLU120",
    name: "factor-above-trip-count",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a loop is to be unrolled by a factor that is larger than the number of its iterations. Both numbers must be known
and final: what a `-D` or a condition may change is left alone.

## Why it matters

Whoever wrote the factor thought of a loop that runs more often. clunroll writes all iterations out, but a compiler that
takes the factor at its word makes a main loop that is never entered, and runs everything in the remainder: more code,
and nothing gained.

## Example

```c
#pragma unroll 16
for (int i = 0; i < 9; i++)
    sum += a[i];
```

## Instead

Ask for all iterations:

```c
#pragma unroll
for (int i = 0; i < 9; i++)
    sum += a[i];
```
",
};

/// The factor, and how often the loop runs.
pub(super) fn judge(place: Place, factor: u32, trips: u64) -> Diagnostic {
    let message = format!("unroll factor {factor} is above the trip count: the loop runs {trips} times");
    Diagnostic::new(&FACTOR_ABOVE_TRIP_COUNT, place, message, format!("more than the {trips} iterations there are"))
        .because("a compiler that takes it at its word makes a main loop that is never entered")
        .instead(format!("ask for all iterations by `#pragma unroll`, or by the factor {trips}"))
}
