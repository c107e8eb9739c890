//! CLU217: an include that could not be read.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about an include that could not be read.
pub static MISSING_INCLUDE: Rule = Rule {
    code: "CLU217",
    name: "missing-include",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r#"## What it checks

Whether each `#include` could be read, in a file that asks for a loop to be unrolled.

## Why it matters

It is no mistake: the final compile may find the file. But what it defines is unknown here: its macros, whose values
could decide how often a loop runs; its types and variables; and whether it defines anew a macro of this file. Loops
that could rest on any of that are left as written, each with a note of its own.

## Example

```c
#include "tile.h"

__kernel void sum(__global float *a)
{
#pragma unroll
    for (int i = 0; i < TILE; i++)
        a[i] += 1.0f;
}
```

## Instead

Say where the file lies, as in `clunroll -I include kernel.cl`. For an `#include` whose name is made by macros of the
build, pass these: `clunroll -D INCLUDE_PATH=include kernel.cl`.
"#,
};

/// A file that cannot be found.
pub(super) fn missing(place: Place, name: &str) -> Diagnostic {
    let shown = quoted(name);
    left_out(place, format!("{shown} could not be read"), "not found")
        .instead(format!("name the folder that {shown} is to be looked for in, with `-I DIR`"))
}

/// A file that is there and cannot be read.
pub(super) fn unreadable(place: Place, name: &str) -> Diagnostic {
    left_out(place, format!("{} could not be read", quoted(name)), "found, and cannot be read")
        .instead("let it be a file that may be opened, without a NUL byte, and of no more than 64 MiB")
}

/// Macros that give no name.
pub(super) fn unnamed(place: Place) -> Diagnostic {
    left_out(place, "an included file is not known by name".to_owned(), "expands to no name of a file")
        .instead("if macros of the build make the name, pass them with `-D NAME=VALUE`")
}

/// A file to be read once, and not known whether it has been.
pub(super) fn perhaps_before(place: Place) -> Diagnostic {
    left_out(place, "whether a file is included here is not known".to_owned(), "perhaps read before")
        .instead("include the file once, in front of all conditions")
}

fn left_out(place: Place, what: String, label: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_INCLUDE, place, what, label)
        .because("macros and types that it defines are unknown, and loops that could rest on them are left as written")
}
