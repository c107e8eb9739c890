//! CLU212: a barrier that some work-items may pass at another place.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a barrier that some work-items may pass at another place.
pub static DIVERGENT_BARRIER: Rule = Rule {
    code: "CLU212",
    name: "divergent-barrier",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a barrier, or another operation that all work-items of a group must reach together, may be left out in an
iteration, in a loop that may run more often for one work-item than for another; or whether the step, which decides how far a
main loop goes, may differ between them. Such a loop is left as written. One with a barrier in each iteration that would need a
test before each copy gets two copies at most: some compilers crash where a loop is left in several places between barriers. And
where all work-items make the same number of trips, but an iteration may leave out its barrier, there are four copies at most,
and two in another loop: some compilers follow each way through the barriers, and do not end for eight. For the same reason, the
loops of a function whose trip count the host decides have four copies together that hold a barrier and are tested.

## Why it matters

A work-item with more trips would meet the barrier in the main loop while another meets it in the remainder. These are
two different barriers, and waiting at two barriers at once is undefined: groups hang, or compute wrong values.

## Example

```c
const int last = length[get_local_id(0)];
#pragma unroll 4
for (int i = 0; i < last; i++) {
    if (i == 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[i];
}
```

## Instead

Let each iteration reach the barrier, or let all work-items make the same number of trips: a constant, or an argument
of the kernel that is never written, is the same for all of them.
",
};

/// The name of the operation, or of the function that holds it.
pub(super) fn judge(place: Place, name: &str) -> Diagnostic {
    let name = quoted(name);
    let why = format!("an iteration may leave out {name}, and the trip count may differ between work-items");
    Diagnostic::left(&DIVERGENT_BARRIER, place, why, "work-items must come here together")
        .because("one work-item would wait in the main loop, and another in the remainder behind it")
        .instead(format!("reach {name} on every path of the body, or use a bound that is the same for all work-items"))
}

/// The same, where the step may differ.
pub(super) fn judge_step(place: Place, name: &str) -> Diagnostic {
    let name = quoted(name);
    let why = format!("the step may differ between work-items, which meet at {name}");
    Diagnostic::left(&DIVERGENT_BARRIER, place, why, "work-items must come here together")
        .because("how far a main loop goes depends on the step: one work-item would wait in it, and another behind it")
        .instead("use a step that is the same for all work-items")
}

/// The loop would be left between barriers, in several places.
pub(super) fn judge_tests(place: Place, name: &str) -> Diagnostic {
    let name = quoted(name);
    let why = format!("it would be tested before each copy, and work-items meet at {name} in each");
    Diagnostic::left(&DIVERGENT_BARRIER, place, why, "work-items must come here together")
        .because("some compilers crash where a loop is left in several places between barriers")
        .instead(
            "ask for a factor of 2, or count with `<` up to a constant, or to an argument that is the same for all",
        )
}

/// More copies of a body that may leave it out than some compilers can take.
pub(super) fn judge_copies(place: Place, name: &str, most: u64) -> Diagnostic {
    let name = quoted(name);
    let why = format!("an iteration may leave out {name}, and there would be more than {most} copies of it");
    Diagnostic::left(&DIVERGENT_BARRIER, place, why, "work-items must come here together")
        .because(
            "some compilers follow each way through the barriers of a loop, which are twice as many with each copy",
        )
        .instead(format!("ask for a factor of {most} or less, or reach {name} on every path of the body"))
}

/// More copies with a test before each than some compilers can take in one function, and how many it may still have.
pub(super) fn judge_tested(place: Place, name: &str, copies: u64, left: u64) -> Diagnostic {
    let name = quoted(name);
    let why =
        format!("it would take {copies} copies of {name}, each after a test, and the function may have {left} more");
    Diagnostic::left(&DIVERGENT_BARRIER, place, why, "work-items must come here together")
        .because(
            "some compilers follow each way through the barriers of a function, and each test makes them twice as many",
        )
        .instead("use a bound that the host does not decide, or ask for a factor of 2")
}
