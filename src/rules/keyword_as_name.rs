//! CLU249: `kernel` as the name of something.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use oclc_syntax::source::Place;

/// The rule about `kernel` as the name of something.
pub static KEYWORD_AS_NAME: Rule = Rule {
    code: "CLU249",
    name: "keyword-as-name",
    severity: Severity::Note,
    is_on: false,
    is_fixable: false,
    page: r"## What it checks

Whether a variable, parameter, function, member or macro is called `kernel` or `__kernel`. Off unless it is selected. A
definition under a condition is left alone: it is there for compilers that know no OpenCL.

## Why it matters

Both are keywords of OpenCL C. A macro of that name hides the keyword from all code behind it. As any other name it is
an error to a compiler that goes by the standard, however natural it is for the weights of a convolution.

## Example

```c
float filter(__constant float *kernel, const float *row)
{
    return kernel[0] * row[0] + kernel[1] * row[1];
}
```

## Instead

```c
float filter(__constant float *weights, const float *row)
{
    return weights[0] * row[0] + weights[1] * row[1];
}
```
",
};

/// The keyword `text` where a name stands.
pub(super) fn judge(place: Place, text: &str) -> Diagnostic {
    let shown = quoted(text);
    let message = format!("{shown} is a keyword of OpenCL C, and no name");
    Diagnostic::new(&KEYWORD_AS_NAME, place, message, "used as a name")
        .because("a compiler that goes by the standard rejects it, and a macro of that name hides the keyword")
        .instead("choose another name, such as `weights` for those of a convolution")
}
