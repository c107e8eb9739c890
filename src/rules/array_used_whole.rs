//! CLU228: an array that is used other than element by element.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about an array that is used other than element by element.
pub static ARRAY_USED_WHOLE: Rule = Rule {
    code: "CLU228",
    name: "array-used-whole",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

That an array behind `#pragma promote_to_registers` is used only element by element, with all of its indices, where this
file shows it: never as a pointer or as an argument, no address of an element, no `sizeof` of the whole, and no pragma,
inline assembly or unread text that may speak of it.

## Why it matters

A pointer to an element leads to its neighbours, and scalars have none. What is not seen cannot be rewritten.

## Example

```c
#pragma promote_to_registers
float values[4];
load_values(values);
```

## Instead

Write the elements out, or let a vector carry them:

```c
#pragma promote_to_registers
float values[4];
#pragma unroll
for (int i = 0; i < 4; i++)
    values[i] = load_value(i);
```
",
};

const WHY: &str = "a pointer to an array leads to all of its elements, and scalars are no neighbours of each other";

/// Without an index.
pub(super) fn whole(place: Place) -> Diagnostic {
    let why = "it is used without all of its indices";
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "stands for all elements, or several")
        .because(WHY)
        .instead("use its elements one by one")
}

/// The address of an element.
pub(super) fn address(place: Place) -> Diagnostic {
    let why = "the address of an element is taken";
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "pointed to, or an argument of a macro that may do so")
        .because(WHY)
        .instead("pass the element's value, and assign what comes back")
}

/// A macro that may use it.
pub(super) fn host_macro(place: Place, name: &str) -> Diagnostic {
    let name = quoted(name);
    let why = format!("{name} may use it, and the final compile decides what that stands for");
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "may stand for something else")
        .because(format!("a `-D`, a condition, or an include that could not be read may define {name} otherwise"))
        .instead("define it in this file, outside every `#if` and below the includes")
}

/// Its name stands where no use is expected.
pub(super) fn mentioned(place: Place, what: &str) -> Diagnostic {
    let why = format!("{what} speaks of it");
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "its name would be gone")
        .because("only expressions of this file that use one element can be rewritten")
        .instead("remove it, or give the array a name of its own")
}

/// Conditions decide what the name means.
pub(super) fn uncertain(place: Place) -> Diagnostic {
    let why = "conditions decide which variable its name means";
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "declared in another branch, or more than once")
        .because("what the final compile chooses is not known here")
        .instead("declare it once, outside of the `#if`, or use another name in each branch")
}

/// Text in its scope that was not read.
pub(super) fn unread_include(place: Place) -> Diagnostic {
    let why = "an include in its scope was not read";
    Diagnostic::array_left(&ARRAY_USED_WHOLE, place, why, "may use the array")
        .because("what is not seen cannot be rewritten")
        .instead("name the folder of the file with `-I`, or include it above the function")
}
