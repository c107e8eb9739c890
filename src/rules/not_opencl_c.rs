//! CLU223: a template, whose holes are filled later.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about templates.
pub static NOT_OPENCL_C: Rule = Rule {
    code: "CLU223",
    name: "not-opencl-c",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the file holds something that another step will replace before any compiler reads it: `%(name)s`, `%NAME%`,
`${name}`, `{{ name }}`, `<%= name %>`, `@NAME@`. Comments and strings do not count, nor do places where the same
characters are valid OpenCL C, such as `a %b`.

## Why it matters

What will stand there may be anything: a type, a macro, half a loop. It may give any name in the file another meaning.
So nothing in the file is rewritten.

## Example

```c
__kernel void scale(__global %(type)s *a)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] *= %(factor)s;
}
```

## Instead

Run clunroll on what the template is made into, or leave the choice to the compiler:

```c
__kernel void scale(__global TYPE *a)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] *= FACTOR;
}
```
",
};

/// A hole and its text.
pub(super) fn judge(place: Place, hole: &str) -> Diagnostic {
    let why = format!("{} is no OpenCL C", quoted(hole));
    Diagnostic::file_left(&NOT_OPENCL_C, place, why, "the hole of a template")
        .because("what is filled in later may change what any loop of the file means")
        .instead("run clunroll on what the template is made into")
}
