//! The words of CLU009.

use crate::ClauseProblem;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;
use oclc_syntax::words::most_alike;

/// The wrong word at `place`.
pub(crate) fn wording(place: Place, problem: &ClauseProblem) -> Wording {
    let clauses = "write `exact`, `independent`, `leave`, `loads_first(never)`, or `remainder(loop)`, `remainder(nested)` or `remainder(switch)`";
    let form = |message: &str| (message.to_owned(), "this clause", clauses.to_owned());
    let (message, label, help) = match problem {
        ClauseProblem::UnknownClause { word, known } => {
            let help = suggestion(word, known).unwrap_or_else(|| clauses.to_owned());
            (format!("unknown clause {}", quoted(word)), "not a clause", help)
        }
        ClauseProblem::UnknownWord { clause, word, known } => {
            let help = suggestion(word, known).unwrap_or_else(|| {
                let words = known.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
                format!("write one of {words}")
            });
            if clause == "remainder" {
                (format!("unknown remainder {}", quoted(word)), "not a form of remainder", help)
            } else {
                (format!("unknown word {} in `{clause}`", quoted(word)), "not a word of this clause", help)
            }
        }
        ClauseProblem::NoClause => form("a clause is missing after `clunroll`"),
        ClauseProblem::NeedlessArgument(name) => form(&format!("{} takes no argument", quoted(name))),
        ClauseProblem::WithoutWord { clause } => form(&format!("`{clause}` takes one word in parentheses")),
    };
    Wording::new(place, message, label)
        .because("compilers ignore `#pragma clunroll`, so no other tool reports this")
        .instead(help)
}

/// A suggestion with the most similar known word, if there is one.
fn suggestion(word: &str, known: &[&str]) -> Option<String> {
    let best = most_alike(&word.to_ascii_lowercase(), known.iter().copied())?;
    Some(format!("did you mean `{best}`?"))
}
