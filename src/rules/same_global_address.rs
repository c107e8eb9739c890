//! CLU252: the same address of global memory in every iteration.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::lint::AccessKind;
use oclc_syntax::source::Place;

/// The rule about the same address of global memory in every iteration.
pub static SAME_GLOBAL_ADDRESS: Rule = Rule {
    code: "CLU252",
    name: "same-global-address",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether a loop that is to be unrolled accesses `__global` memory at the same address in each iteration, where a private
variable would do: reads it and writes it back, writes it, or reads it while another pointer of the same type is written
through. Nothing is said where anything else in the loop may touch the place or must see it: a barrier, an atomic
operation, a call of a function of the file, another access through the same pointer; nor of loops that are left by a
jump, nor of accesses that only some iterations make.

## Why it matters

Unrolling a loop gains little if each copy waits for memory. A compiler may keep the value in a register only if it can
show that no other pointer leads to the same place, which it seldom can. Intel's guide for its graphics processors
advises private variables for this reason, and calls the gain significant.

## Example

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    out[gid] += a[i];
```

## Instead

Read it before the loop, and write it back behind it:

```c
float sum = out[gid];
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
out[gid] = sum;
```

This computes the same if `a` does not lead to `out[gid]`, and if no other work-item reads or writes `out[gid]` while the
loop runs. Where the loop may run not once, it adds an access that was not made before.
",
};

/// An access, and what is done there.
pub(super) fn judge(place: Place, text: &str, kind: AccessKind) -> Diagnostic {
    let shown = quoted(text);
    let (what, instead) = match kind {
        AccessKind::Update => (
            "is read from and written to",
            format!(
                "read {shown} into a private variable before the loop, use that, and write it back behind the loop"
            ),
        ),
        AccessKind::Write => {
            ("is written to", format!("give the value to a private variable, and write it to {shown} behind the loop"))
        }
        AccessKind::Read => ("is read from", format!("read {shown} into a private variable before the loop")),
    };
    let message = format!("{shown} {what} global memory in each iteration, at the same address");
    Diagnostic::new(&SAME_GLOBAL_ADDRESS, place, message, "nothing in this address changes while the loop runs")
        .because("a compiler keeps it in a register only if it can show that no other pointer leads there")
        .instead(instead)
}
