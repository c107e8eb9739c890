//! CLU110: a pragma or attribute that is nearly a request.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use super::finding::Correction;
use oclc_syntax::source::Place;

/// The rule about a pragma or attribute that is nearly a request.
pub static MISSPELT_PRAGMA: Rule = Rule {
    code: "CLU110",
    name: "misspelt-pragma",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

Whether the name of a pragma or attribute is nearly one of those that ask for unrolling: `unroll`, `nounroll`, `GCC
unroll`, `clang loop unroll`, `clang loop unroll_count`, `opencl_unroll_hint`; or one of clunroll's own,
`promote_to_registers` and `clunroll`. Nearly means: in other capitals, cut in two, run together with its factor, or a
letter or two away. Pragmas in `_Pragma` and in the text of macros are looked at too. A word that is a macro in the file
is left alone, and so are the pragmas that other compilers know, such as `unroll_and_jam` and `no_unroll`.

## Why it matters

A compiler ignores a pragma that it does not know. Most say so only if they are asked to, and an OpenCL runtime shows
the compiler's warnings to nobody. The loop is then as slow as without the pragma, and its author believes that it is
unrolled. Capitals count: `#pragma UNROLL(4)` is one of TI's compilers for its processors, and nothing to all others.

## Example

```c
#pragma unrol 4
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

```c
#pragma unroll 4
for (int i = 0; i < n; i++)
    sum += a[i];
```

`--fix` writes it so where it stands directly before a loop, alone, and without a factor or with a number. Elsewhere, what
compilers pass over may become an error once it is spelt right.
",
};

/// A word that is nearly one of those in `meant`.
pub(super) fn judge(place: Place, text: &str, meant: &[&str], correction: Option<&Correction>) -> Diagnostic {
    let names: Vec<_> = meant.iter().map(|name| quoted(name)).collect();
    let names = names.join(" or ");
    let whole = correction.map_or_else(|| names.clone(), |correction| quoted(&correction.text));
    let message = format!("{} is no request; did you mean {names}?", quoted(text));
    Diagnostic::new(&MISSPELT_PRAGMA, place, message, "not the name of a request")
        .because("a pragma or attribute that a compiler does not know is ignored, often without a word")
        .instead(format!("write {whole}"))
        .corrected(correction)
}
