//! CLU121: a requested loop that runs once, or not at all.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::source::Place;

/// The rule about a requested loop that runs once, or not at all.
pub static RUNS_AT_MOST_ONCE: Rule = Rule {
    code: "CLU121",
    name: "runs-at-most-once",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a loop that is to be unrolled runs once, or not at all, by numbers that nobody can change.

## Why it matters

There is nothing to unroll. Most such loops have a wrong test or bound: `>` in place of `<`, or a bound that was meant to
be another one.

## Example

```c
#pragma unroll
for (int i = 0; i > 8; i++)
    sum += a[i];
```

## Instead

Correct the test:

```c
#pragma unroll
for (int i = 0; i < 8; i++)
    sum += a[i];
```

If the loop is meant to run once, leave the loop out and keep its body.
",
};

/// The loop's test, and whether it holds the first time.
pub(super) fn judge(place: Place, runs: bool) -> Diagnostic {
    let (message, label, instead) = if runs {
        (
            "requested loop runs only once, so that there is nothing to unroll",
            "holds for one iteration",
            "correct the test or the bound, or write the body without a loop",
        )
    } else {
        (
            "requested loop does not run at all",
            "does not hold when the loop begins",
            "correct the test or the bound, or leave the loop out",
        )
    };
    Diagnostic::new(&RUNS_AT_MOST_ONCE, place, message, label)
        .because("the numbers of its header are constants that no compile can change")
        .instead(instead)
}
