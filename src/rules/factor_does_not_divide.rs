//! CLU250: a known trip count that the factor does not divide.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// How far from the factor a better one is looked for.
const MAX_DISTANCE: u64 = 1024;

/// The rule about a known trip count that the factor does not divide.
pub static FACTOR_DOES_NOT_DIVIDE: Rule = Rule {
    code: "CLU250",
    name: "factor-does-not-divide",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the trip count of a loop is known and final, and no multiple of the factor that it is to be unrolled by, while its
main loop makes two passes or more. Of fewer passes CLU253 speaks.

## Why it matters

The iterations that fill no pass are written once more behind the main loop: by 4, a loop over 27 iterations takes 4 copies
of its body and 3 more. A factor that divides the trip count needs no copies beside its own.

## Example

```c
#pragma unroll 4
for (int i = 0; i < 27; i++)
    sum += a[i];
```

## Instead

Take a factor that divides:

```c
#pragma unroll 3
for (int i = 0; i < 27; i++)
    sum += a[i];
```
",
};

/// The factor, and how often the loop runs.
pub(super) fn judge(place: Place, factor: u32, trips: u64) -> Diagnostic {
    let by = u64::from(factor);
    let (passes, rest) = (trips / by, trips % by);
    let message =
        format!("unroll factor {factor} does not divide the trip count: {rest} of {trips} iterations are left");
    let label = format!("{passes} passes of {factor}, and {rest} more");
    let divides = |other: &u64| trips.is_multiple_of(*other);
    let below = (2..by).rev().take(MAX_DISTANCE as usize).find(divides);
    let above = (by + 1..trips).take(MAX_DISTANCE as usize).find(divides);
    let instead = match (below, above) {
        (Some(below), Some(above)) => format!("the nearest factors that divide {trips} are {below} and {above}"),
        (Some(one), None) | (None, Some(one)) => format!("the nearest factor that divides {trips} is {one}"),
        (None, None) => {
            format!("no factor near {factor} divides {trips}: ask for all by `#pragma unroll`, or let it be")
        }
    };
    Diagnostic::new(&FACTOR_DOES_NOT_DIVIDE, place, message, label)
        .because("what fills no pass of the main loop takes copies, or a loop, of its own")
        .instead(instead)
}
