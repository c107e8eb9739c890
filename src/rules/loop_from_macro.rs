//! CLU203: a loop without a text of its own.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about a loop without a text of its own.
pub static LOOP_FROM_MACRO: Rule = Rule {
    code: "CLU203",
    name: "loop-from-macro",
    severity: Severity::Note,
    is_on: true,
    is_fixable: false,
    page: r"## What it checks

Whether the loop has a text of its own that can be copied. A loop or request that a macro of this file makes is written
out where that is certain to mean the same; what remains here cannot be: the macro comes back to its own name, its
arguments hold a directive, a part of the loop comes from elsewhere, or clunroll's own words mean something else there.

## Why it matters

clunroll copies text. Where a macro writes half of the loop, and its expansion written out would be expanded once more, or
otherwise, there is no text that could be copied. C gives directives among the arguments of a macro no meaning.

## Example

```c
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)

#pragma unroll 4
FOR_EACH(i,
#ifdef SMALL
    16
#else
    64
#endif
)
    sum += a[i];
```

## Instead

Keep directives out of the arguments, or write the loop itself:

```c
#ifdef SMALL
#define SIZE 16
#else
#define SIZE 64
#endif

#pragma unroll 4
FOR_EACH(i, SIZE)
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

/// The loop stands among the arguments of a macro.
pub(super) fn inside_arguments(place: Place) -> Diagnostic {
    let why = "it is, or may be, an argument of a macro that is not expanded here";
    Diagnostic::left(&LOOP_FROM_MACRO, place, why, "in the arguments")
        .because("a directive among the arguments of a macro has no meaning in C, and other text may be lost there")
        .instead("move the loop, and all directives, out of the parentheses")
}

/// A word that the unrolled loop would be written with is a macro, or declared, where the loop stands.
pub(super) fn hidden_word(place: Place, word: &str) -> Diagnostic {
    let word = quoted(word);
    Diagnostic::left(&LOOP_FROM_MACRO, place, format!("{word} means something else here"), "this loop")
        .because(format!("the unrolled loop would be written with {word} in its own meaning"))
        .instead("give the macro, type or variable another name")
}
