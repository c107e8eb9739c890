//! CLU213: more output than allowed.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::directive::MARKER;
use crate::source::Place;

/// The rule about more output than allowed.
pub static OVER_LIMIT: Rule = Rule {
    code: "CLU213",
    name: "over-limit",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the loop would get more copies of its body than one loop may have, or the file more text than it may grow by; and
whether the conditions in a file's loops that only the final compile decides make so many different loops that not all of
them are looked at.

## Why it matters

Code that no longer fits into the instruction cache is slower than the loop that it replaces, and compilers take very
long for it. One loop may have 1024 copies (`--max-copies`), and a file grow by about 1 MiB (`--max-growth`). The copies of
a nest multiply: three loops of 32, 32 and 16 iterations make 16384 copies of the innermost body. Of a nest the inner loops
come first, and the first one that does not fit is left. What is left in a file that is rewritten is marked by a comment in the output, so that a second
run, which would find more room, leaves it alone too. Of conditions, those count that are open: `-D` and `-U` decide them
with `--trust-defines`, unless an include that was not read may define their macros otherwise.

## Example

```c
#pragma unroll
for (int i = 0; i < 100000; i++)
    sum += a[i];
```

## Instead

Ask for a part of the iterations:

```c
#pragma unroll 8
for (int i = 0; i < 100000; i++)
    sum += a[i];
```
",
};

const WHY: &str = "code beyond the instruction cache is slower than the loop, and takes long to compile";

/// How many copies there would be, and how many are allowed.
pub(super) fn too_many_copies(place: Place, copies: u64, limit: u64) -> Diagnostic {
    let why = format!("it would take {copies} copies of its body, and {limit} are allowed");
    Diagnostic::left(&OVER_LIMIT, place, why, format!("{copies} copies")).because(WHY).instead(
        match limit.div_ceil(2) {
            // A remainder has fewer copies than its main loop.
            factor @ 2.. => {
                format!("ask for a factor of {factor} or less, which always fits, or allow more by `--max-copies`")
            }
            _ => "allow more by `--max-copies`".to_owned(),
        },
    )
}

/// By how many bytes the file would grow, how many are left, and the copies of each loop of the nest from the outside.
pub(super) fn too_much_text(place: Place, growth: u64, left: u64, nest: &[u64]) -> Diagnostic {
    let why = format!("it would add {growth} bytes or more, and the file may grow by {left} more");
    let label = if nest.len() < 2 {
        "this loop with all that is unrolled in it".to_owned()
    } else {
        let product = nest.iter().fold(1_u64, |product, copies| product.saturating_mul(*copies));
        let factors: Vec<_> = nest.iter().map(u64::to_string).collect();
        format!("{} = {product} copies of the innermost body", factors.join(" * "))
    };
    Diagnostic::left(&OVER_LIMIT, place, why, label).because(WHY).instead(
        "give a smaller factor, also to the loops inside this one, move large bodies into a function, or allow more \
             by `--max-growth`",
    )
}

/// No more configurations of loops are looked at in this file; `test` is one of those that are open.
pub(super) fn budget_spent(place: Place, test: Option<&str>, by_include: bool) -> Diagnostic {
    let why = "the conditions that the final compile decides make more different loops of this file than are looked at";
    let label = test.map_or("one loop too many".to_owned(), |test| {
        format!("one loop too many: the final compile decides {}", quoted(test))
    });
    let instead = if by_include {
        "name the folders of the includes with `-I`, since one that is not read may define the macros of a condition anew; \
         and decide the conditions by `-D` and `-U` with `--trust-defines`"
    } else {
        "decide the conditions by `-D` and `-U` with `--trust-defines`, or split the file"
    };
    Diagnostic::left(&OVER_LIMIT, place, why, label)
        .because("a loop is unrolled only after a look at each configuration of it, and each takes time")
        .instead(instead)
}

/// An earlier run has left it.
pub(super) fn left_before(place: Place) -> Diagnostic {
    let why = "an earlier run of clunroll left it";
    Diagnostic::left(&OVER_LIMIT, place, why, "marked by that run")
        .because("a second run leaves alone what the first one left, so that running twice changes nothing")
        .instead(format!("remove the comment {} to try again", quoted(MARKER)))
}
