//! CLU227: an index that is no constant.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about an index that is no constant.
pub static INDEX_NOT_CONSTANT: Rule = Rule {
    code: "CLU227",
    name: "index-not-constant",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That each index of an array behind `#pragma promote_to_registers` is a constant once the loops around it are written out:
made of numbers, of `const` variables with a constant value, of macros that the file itself defines for sure, and of the
variables of loops that are unrolled fully and declare them in their headers. And that there is such an element.

## Why it matters

Each element becomes a variable of its own, and which variable a name means is settled when the kernel is compiled. One
index that only the run knows keeps the whole array in memory.

## Example

```c
#pragma promote_to_registers
float sums[4];
for (int i = 0; i < 4; i++)
    sums[i] = 0.0f;
```

## Instead

Unroll the loop around it fully:

```c
#pragma promote_to_registers
float sums[4];
#pragma unroll
for (int i = 0; i < 4; i++)
    sums[i] = 0.0f;
```
",
};

const WHY: &str = "each element becomes a variable of its own, which must be known when the kernel is compiled";

/// The index is a variable.
pub(super) fn varies(place: Place, name: &str, in_loop: bool) -> Diagnostic {
    let name = quoted(name);
    let why = format!("an index of it rests on {name}, which is no constant");
    let label = if in_loop { "another value in each iteration" } else { "a value of the run" };
    let diagnostic = Diagnostic::array_left(&INDEX_NOT_CONSTANT, place, why, label).because(WHY);
    if in_loop {
        diagnostic.instead("unroll the loop around it fully: `#pragma unroll` before it, with a constant trip count")
    } else {
        diagnostic.instead(format!(
            "declare {name} as `const` with a constant value; or, where it is the variable of an unrolled loop, in that loop's header"
        ))
    }
}

/// The index holds what no constant expression holds.
pub(super) fn no_constant(place: Place) -> Diagnostic {
    Diagnostic::array_left(&INDEX_NOT_CONSTANT, place, "an index of it is no constant", "not known before the run")
        .because(WHY)
        .instead("use constants and the variables of fully unrolled loops as indices")
}

/// The index rests on a macro of the host's.
pub(super) fn host_decides(place: Place, name: &str) -> Diagnostic {
    let why = format!("the final compile decides what {} in an index of it stands for", quoted(name));
    Diagnostic::array_left(&INDEX_NOT_CONSTANT, place, why, "may stand for something else")
        .because(WHY)
        .instead("define it in this file, outside every `#if`; or say with `--trust-defines` that `-D` is final")
}

/// There is no such element.
pub(super) fn out_of_bounds(place: Place, index: i128, length: u64) -> Diagnostic {
    let why = format!("it has no element {index}");
    Diagnostic::array_left(&INDEX_NOT_CONSTANT, place, why, format!("the elements are 0 to {}", length - 1))
        .because("what lies outside of an array is another variable's, and no scalar stands for it")
        .instead("make the array longer, or let the loop around it end earlier")
}
