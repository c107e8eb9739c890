//! CLU207: a header that names something unknown.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a header that names something unknown.
pub static UNDEFINED_NAME: Rule = Rule {
    code: "CLU207",
    name: "undefined-name",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether every name in the header of the loop has a declaration, or a value, in what was read.

## Why it matters

Most such names are macros that the host program passes when it compiles the kernel. clunroll could take the value into
account, but does not know it.

## Example

```c
#pragma unroll
for (int i = 0; i < TILE; i++)
    sum += a[i];
```

## Instead

If `TILE` is a macro of the build, `-D TILE=16` would help. The output is right for every other value too: the value
decides how many copies are written, not what they compute.
",
};

/// The name without declaration or value.
pub(super) fn judge(place: Place, name: &str) -> Diagnostic {
    let shown = quoted(name);
    let why = format!("{shown} has no known declaration or value");
    Diagnostic::left(&UNDEFINED_NAME, place, why, "not known")
        .because(format!("what {shown} stands for decides how often the loop runs"))
        .instead(format!("if {shown} is a macro of the build, {} would help", quoted(&format!("-D {name}=VALUE"))))
}
