//! CLU002: a factor that the compiler cannot know.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a factor that the compiler cannot know.
pub static NON_CONSTANT_FACTOR: Rule = Rule {
    code: "CLU002",
    name: "non-constant-factor",
    severity: Severity::Error,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

That the factor of `#pragma unroll` is a constant: built from literals, macros, enumerators, `const` variables with
constant initialisers, and operators. A parameter, a variable that may change or a function call is not a constant.
Nor is an expression without a value, such as a division by zero. A name that nothing declares may be a macro of the
build: that is a warning, `unknown-factor`.

## Why it matters

How many copies are written is settled when the kernel is compiled, and `cl_nv_pragma_unroll` calls anything else
invalid. Compilers that accept the pragma reject such a factor, or ignore the pragma.

## Example

```c
void add(__global float *a, int x)
{
#pragma unroll x + 1
    for (int i = 0; i < 64; i++)
        a[i] += 1.0f;
}
```

## Instead

Write a number or a macro, as in `#pragma unroll 4` or `#pragma unroll FACTOR`. The trip count may well be known only
at run time; the factor may not.
",
};

const HELP: &str = "write a number, a macro, an enumerator, or a `const` variable that is initialised with a constant";

/// A factor that depends on `culprit`, which is a name or an expression.
pub(super) fn judge(place: Place, culprit: &str) -> Diagnostic {
    let message = format!("unroll factor is not a compile-time constant: {}", quoted(culprit));
    Diagnostic::new(&NON_CONSTANT_FACTOR, place, message, "not a compile-time constant")
        .because("how many copies of the body are written must be known when the kernel is compiled")
        .instead(HELP)
}

/// A constant expression without a value.
pub(super) fn without_value(place: Place) -> Diagnostic {
    let label = "divides by zero, overflows, or shifts too far";
    Diagnostic::new(&NON_CONSTANT_FACTOR, place, "unroll factor has no value", label)
        .because("an expression that C leaves undefined is no constant")
        .instead(HELP)
}
