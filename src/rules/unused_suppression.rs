//! CLU115: a suppression that suppresses nothing.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about suppressions that nothing needs.
pub static UNUSED_SUPPRESSION: Rule = Rule {
    code: "CLU115",
    name: "unused-suppression",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

Whether each rule in a comment `clunroll: allow(…)` or `clunroll: allow-file(…)` would have found something there. Rules that
are turned off are not counted, nor are comments in included files; and with `--trust-defines` or `--provide-extension`,
which leave branches out, nothing is looked for.

## Why it matters

What was suppressed is gone, and the comment is still there: it says something untrue of the code, and hides the next
finding of that rule, which nobody has judged.

## Example

```c
#pragma unroll 4 // clunroll: allow(CLU101)
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Take the comment out, or the rule out of the comment; `clunroll check --fix` does it.

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

/// A rule that is allowed and not broken; `without` is what stands there, and what is left when it is gone.
pub(super) fn judge(place: Place, word: &str, without: &(Place, String)) -> Diagnostic {
    let message = format!("nothing to suppress: {} finds nothing here", quoted(word));
    Diagnostic::new(&UNUSED_SUPPRESSION, place, message, "not needed")
        .because("it hides the next finding of that rule, which nobody has judged")
        .instead("take it out")
        .fixed("take the suppression out", without.0, without.1.clone())
}
