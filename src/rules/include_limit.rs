//! CLU216: includes without an end.

use super::diagnostic::{Diagnostic, Rule, Severity};
use oclc_syntax::preprocess::{MAX_INCLUDE_DEPTH, MAX_INCLUSIONS};
use oclc_syntax::source::Place;

/// The rule about includes without an end.
pub static INCLUDE_LIMIT: Rule = Rule {
    code: "CLU216",
    name: "include-limit",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r#"## What it checks

Whether included files end: a file may stand in another at most 64 deep, at most 4096 inclusions are followed, and a
file that is rewritten must not include itself.

## Why it matters

Behind the limit nothing is read, so that all which the files there may define is unknown. A file that includes itself
is compiled several times, each time with other macros; what holds for its loops once need not hold the next time.

## Example

```c
// loop.h
#define DEPTH 1
#include "loop.h"
```

## Instead

Give each included file a guard, or `#pragma once`:

```c
#ifndef LOOP_H
#define LOOP_H
#endif
```
"#,
};

/// An `#include` in too many others.
pub(super) fn too_deep(place: Place) -> Diagnostic {
    cut(place, format!("includes stand in one another more than {MAX_INCLUDE_DEPTH} deep"))
        .instead("if the files include one another in a circle, give each a guard or `#pragma once`")
}

/// Too many inclusions.
pub(super) fn too_much(place: Place) -> Diagnostic {
    cut(place, format!("too much is included: at most {MAX_INCLUSIONS} inclusions are followed"))
        .instead("give files that are included often a guard or `#pragma once`")
}

fn cut(place: Place, why: String) -> Diagnostic {
    Diagnostic::new(&INCLUDE_LIMIT, place, why, "not read")
        .because("what it may define is unknown, and loops that could rest on it are left as written")
}

/// The main file includes itself.
pub(super) fn includes_itself(place: Place) -> Diagnostic {
    Diagnostic::left(&INCLUDE_LIMIT, place, "its file includes itself", "here")
        .because("each inclusion is compiled with other macros, and the one text must be right for all of them")
        .instead("move the loop into a file of its own that is included instead, and unroll there what is common")
}
