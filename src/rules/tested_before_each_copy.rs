//! CLU230: a loop whose trips cannot be counted.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use super::host_decides::is_word;
use crate::analysis::Reason;

/// The rule about a loop whose trips cannot be counted.
pub static TESTED_BEFORE_EACH_COPY: Rule = Rule {
    code: "CLU230",
    name: "tested-before-each-copy",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the trips of a requested `for` loop can be counted before it starts. What keeps them from that may be memory that the
bound is read from, a type that is not known, or a macro that the final compile may define otherwise.

## Why it matters

A loop whose trips are counted gets a main loop with one test for several copies. Any other loop is unrolled too, with
its own test before each copy. That is right, but gains little, and a compiler may be slower with it than without.

## Example

```c
#pragma unroll 4
for (int i = 0; i < size[0]; i++)
    sum += a[i];
```

## Instead

Copy the bound into a private variable, if it does not change while the loop runs, be it in memory or a macro:

```c
const int n = size[0];
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// The same as for a loop that would be left for that reason.
pub(super) fn judge(left: Diagnostic, reason: &Reason) -> Diagnostic {
    let why = left.message.strip_prefix("loop left as written: ").unwrap_or(&left.message);
    let message = format!("loop tested before each copy: {why}");
    let diagnostic = Diagnostic { rule: &TESTED_BEFORE_EACH_COPY, message, ..left };
    match reason {
        Reason::HostDecides(name) if is_word(name) => diagnostic,
        // What helps a loop that is left does not make this one countable.
        Reason::HostDecides(name) | Reason::UndefinedName(name) if !name.is_empty() => {
            let (variable, define) = (format!("const int count = {name};"), format!("-D {name}=VALUE"));
            Diagnostic { notes: Vec::new(), ..diagnostic }
                .because(format!("{} may stand for something else each time that the test is made", quoted(name)))
                .instead(format!(
                    "copy it into a variable before the loop, as in {}, and use that; or give {} and `--trust-defines`",
                    quoted(&variable),
                    quoted(&define)
                ))
        }
        _ => diagnostic,
    }
}
