//! CLU114: a comment that suppresses nothing, since clunroll cannot read it.

use super::diagnostic::{Diagnostic, Rule, Severity, quoted};
use super::finding::SuppressionProblem;
use super::levels::similar;
use oclc_syntax::source::Place;

/// The rule about suppressions that name no rule.
pub static UNKNOWN_SUPPRESSION: Rule = Rule {
    code: "CLU114",
    name: "unknown-suppression",
    severity: Severity::Warning,
    is_on: true,
    is_fixable: true,
    page: r"## What it checks

Whether each code or name in a comment `clunroll: allow(…)` or `clunroll: allow-file(…)` is that of a rule, and whether the
comment has that form.

## Why it matters

A misspelt suppression suppresses nothing. Its author believes that a finding was judged and accepted, and the next
reader sees both the comment and the finding.

## Example

```c
#pragma unroll 0 // clunroll: allow(CLU1001)
for (int i = 0; i < n; i++)
    sum += a[i];
```

## Instead

Name the rule by its code or its name; several with commas. `clunroll rules` lists them.

```c
#pragma unroll 0 // clunroll: allow(CLU101)
for (int i = 0; i < n; i++)
    sum += a[i];
```
",
};

const WHY: &str = "a comment that names no rule suppresses nothing";

/// What is wrong with it.
pub(super) fn judge(place: Place, problem: &SuppressionProblem) -> Diagnostic {
    match problem {
        SuppressionProblem::UnknownRule(word) => {
            let message = format!("there is no rule {}", quoted(word));
            let found = Diagnostic::new(&UNKNOWN_SUPPRESSION, place, message, "no code and no name of a rule");
            let found = found.because(WHY);
            match similar(word) {
                Some(name) => {
                    found.instead(format!("did you mean `{name}`?")).fixed(format!("write `{name}`"), place, name)
                }
                None => found.instead("`clunroll rules` lists all codes and names"),
            }
        }
        SuppressionProblem::UnknownWord(word) => {
            let message = format!("{} is no word of a suppression", quoted(word));
            Diagnostic::new(&UNKNOWN_SUPPRESSION, place, message, "no such word")
                .because("clunroll reads `allow` and `allow-file` behind its name, and this suppresses nothing")
                .instead("write `allow(CODE)` for one request, or `allow-file(CODE)` for the whole file")
        }
        SuppressionProblem::NamesNoRule => {
            let message = "suppression without a rule";
            Diagnostic::new(&UNKNOWN_SUPPRESSION, place, message, "no rules in parentheses behind it")
                .because(WHY)
                .instead("name the rules that are allowed, as in `clunroll: allow(CLU102)`")
        }
    }
}
