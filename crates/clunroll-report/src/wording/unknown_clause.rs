//! CLU009: an unknown clause of `#pragma clunroll`.

use super::words::{Wording, quoted};
use clunroll_core::{CLAUSES, Remainder};
use clunroll_rules::{BadClause, ClauseProblem};

/// How alike two words must be for the one to be suggested for the other, from 0 to 1.
const ALIKE: f64 = 0.7;

/// The word that is wrong.
pub(super) fn wording(bad: &BadClause) -> Wording {
    let clauses = "write `exact`, `independent`, or `remainder(loop)`, `remainder(nested)` or `remainder(switch)`";
    let form = |message: &str| (message.to_owned(), "this clause", clauses.to_owned());
    let (message, label, help) = match &bad.problem {
        ClauseProblem::UnknownClause(word) => {
            let help = suggestion(word, CLAUSES.into_iter()).unwrap_or_else(|| clauses.to_owned());
            (format!("unknown clause {}", quoted(word)), "not a clause", help)
        }
        ClauseProblem::UnknownRemainder(word) => {
            let help = suggestion(word, Remainder::ALL.into_iter().map(Remainder::name));
            let help = help.unwrap_or_else(|| "write `auto`, `loop`, `nested` or `switch`".to_owned());
            (format!("unknown remainder {}", quoted(word)), "not a form of remainder", help)
        }
        ClauseProblem::NoClause => form("a clause is missing after `clunroll`"),
        ClauseProblem::NeedlessArgument(name) => form(&format!("{} takes no argument", quoted(name))),
        ClauseProblem::RemainderWithoutWord => form("`remainder` takes one word in parentheses"),
    };
    Wording::new(bad.place, message, label)
        .because("compilers ignore `#pragma clunroll`, so no other tool reports this")
        .instead(help)
}

/// The known word that is most like another one, if one is.
fn suggestion(word: &str, known: impl Iterator<Item = &'static str>) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&word, name);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= ALIKE).then(|| format!("did you mean `{best}`?"))
}
