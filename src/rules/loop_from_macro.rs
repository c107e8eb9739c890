//! CLU203: a loop without a text of its own.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use crate::source::Place;

/// The rule about a loop without a text of its own.
pub static LOOP_FROM_MACRO: Rule = Rule {
    code: "CLU203",
    name: "loop-from-macro",
    severity: Severity::Note,
    page: r"## What it checks

Whether the loop, or a part of it that would be written again, comes from a macro, and whether the loop stands inside
parentheses.

## Why it matters

clunroll copies text. Where a macro writes the loop or half of its header, there is no text in this place that could be
copied. Where the loop is an argument of a macro, C gives the directives in it no meaning.

## Example

```c
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)

#pragma unroll 4
FOR_EACH(i, 64)
    sum += a[i];
```

## Instead

Write the loop itself. Macros that stand for whole values are welcome in it:

```c
#pragma unroll 4
for (int i = 0; i < SIZE; i++)
    sum += a[i];
```
",
};

/// A macro stands where the loop's own text is needed; the name is empty where it is no macro of this file.
pub(super) fn made_by(place: Place, name: &str) -> Diagnostic {
    let (why, label) = if name.is_empty() {
        ("a part of it has no text of its own in this file".to_owned(), "not written out here")
    } else {
        (format!("the macro {} stands where the loop's own text is needed", quoted(name)), "this macro")
    };
    Diagnostic::left(&LOOP_FROM_MACRO, place, why, label)
        .because("unrolling copies the text of the loop, and what a macro makes has none here")
        .instead("write the loop and its header without the macro; macros may stand for whole values in it")
}

/// The loop stands in parentheses.
pub(super) fn inside_arguments(place: Place) -> Diagnostic {
    let why = "it stands inside parentheses, as in an argument of a macro";
    Diagnostic::left(&LOOP_FROM_MACRO, place, why, "this loop")
        .because("a directive among the arguments of a macro has no meaning in C, and other text may be lost there")
        .instead("move the loop out of the parentheses")
}

/// A word that the unrolled loop would be written with is a macro, or declared, where the loop stands.
pub(super) fn hidden_word(place: Place, word: &str) -> Diagnostic {
    let word = quoted(word);
    Diagnostic::left(&LOOP_FROM_MACRO, place, format!("{word} means something else here"), "this loop")
        .because(format!("the unrolled loop would be written with {word} in its own meaning"))
        .instead("give the macro, type or variable another name")
}
