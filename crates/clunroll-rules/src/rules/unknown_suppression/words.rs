//! The words of CLU114.

use crate::words::{Wording, quoted};
use crate::{SuppressionProblem, similar};
use oclc_syntax::source::Place;

const WHY: &str = "a comment that names no rule suppresses nothing";

/// A comment with this problem.
pub(crate) fn wording(place: Place, problem: &SuppressionProblem) -> Wording {
    match problem {
        SuppressionProblem::UnknownRule(word) => {
            let message = format!("unknown rule {}", quoted(word));
            let found = Wording::new(place, message, "not a code or name of a rule");
            let found = found.because(WHY);
            match similar(word) {
                Some(name) => {
                    found.instead(format!("did you mean `{name}`?")).fixed(format!("write `{name}`"), place, name)
                }
                None => found.instead("`clunroll rules` lists all codes and names"),
            }
        }
        SuppressionProblem::WrongMark { mark, name } => {
            let message = format!("not a suppression: {} is not `clunroll:`", quoted(mark));
            let known = if name.ends_with("file") { "allow-file" } else { "allow" };
            Wording::new(place, message, "expected `clunroll:`, in lower case and with a colon")
                .because("a comment with another mark suppresses nothing")
                .instead(format!("write `clunroll: {known}(CODE)`"))
        }
        SuppressionProblem::UnknownWord(word) => {
            let message = format!("unknown suppression {}", quoted(word));
            Wording::new(place, message, "expected `allow` or `allow-file`")
                .because("clunroll knows only `allow` and `allow-file`, so this comment suppresses nothing")
                .instead("write `allow(CODE)` for one request, or `allow-file(CODE)` for the whole file")
        }
        SuppressionProblem::NamesNoRule => {
            let message = "suppression without a rule";
            Wording::new(place, message, "no rules in parentheses after it")
                .because(WHY)
                .instead("name the rules to allow, as in `clunroll: allow(CLU102)`")
        }
    }
}
