//! CLU114: a comment that suppresses nothing, since clunroll cannot read it.

use super::words::{Wording, quoted};
use clunroll_rules::SuppressionProblem;
use clunroll_rules::similar;
use oclc_syntax::source::Place;

const WHY: &str = "a comment that names no rule suppresses nothing";

/// What is wrong with it.
pub(super) fn wording(place: Place, problem: &SuppressionProblem) -> Wording {
    match problem {
        SuppressionProblem::UnknownRule(word) => {
            let message = format!("there is no rule {}", quoted(word));
            let found = Wording::new(place, message, "no code and no name of a rule");
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
            Wording::new(place, message, "no such word")
                .because("clunroll reads `allow` and `allow-file` behind its name, and this suppresses nothing")
                .instead("write `allow(CODE)` for one request, or `allow-file(CODE)` for the whole file")
        }
        SuppressionProblem::NamesNoRule => {
            let message = "suppression without a rule";
            Wording::new(place, message, "no rules in parentheses behind it")
                .because(WHY)
                .instead("name the rules that are allowed, as in `clunroll: allow(CLU102)`")
        }
    }
}
