//! `#pragma clunroll …`: what the author says to clunroll of one loop, beside the request.
//!
//! The name space is ignored by every vendor, so such a pragma may stay in a source that is compiled without clunroll. It
//! stands before the loop, on either side of the request, and goes with the request where the loop is rewritten.

use crate::settings::Remainder;
use clunroll_rules::{BadClause, ClauseProblem};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;

/// What a loop's clauses say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// How the iterations that fill no pass of the main loop are to be written.
    pub remainder: Option<Remainder>,
    /// Where the author promises that the trip count is a multiple of the factor.
    pub exact: Option<Place>,
    /// Where the author promises that no iteration of the loop touches what another one writes.
    pub independent: Option<Place>,
    /// `#pragma ivdep`, which may be trusted for less.
    pub ivdep: Option<Place>,
}

impl Clauses {
    /// Both together; what is said later counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            remainder: other.remainder.or(self.remainder),
            exact: other.exact.or(self.exact),
            independent: other.independent.or(self.independent),
            ivdep: other.ivdep.or(self.ivdep),
        }
    }
}

/// The names of the clauses.
pub const CLAUSES: [&str; 3] = ["exact", "independent", "remainder"];

/// Reads the words after `clunroll` of the pragma that stands at `pragma`.
///
/// # Errors
///
/// The first word that is wrong.
// clauses = clause { [ "," ] clause }
// clause = "exact" | "independent" | "remainder" "(" ( "auto" | "loop" | "nested" | "switch" | "versions" ) ")"
pub fn parse_clause(unit: &Unit, words: &[Token], pragma: Place) -> Result<Clauses, BadClause> {
    let mut clauses = Clauses::default();
    let bad = |place, problem| Err(BadClause { place, problem });
    if words.is_empty() {
        return bad(pragma, ClauseProblem::NoClause);
    }
    let mut at = 0;
    while let Some(token) = words.get(at) {
        let name = unit.text(token);
        let is_open = words.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
        match &*name {
            "exact" | "independent" if is_open => {
                return bad(token.place(), ClauseProblem::NeedlessArgument(name.into_owned()));
            }
            "exact" => {
                clauses.exact = Some(pragma);
                at += 1;
            }
            "independent" => {
                clauses.independent = Some(pragma);
                at += 1;
            }
            "remainder" => {
                let (Some(word), true) = (words.get(at + 2).filter(|word| word.kind == TokenKind::Identifier), is_open)
                else {
                    return bad(token.place(), ClauseProblem::RemainderWithoutWord);
                };
                if !words.get(at + 3).is_some_and(|next| next.is(Punct::RightParen)) {
                    return bad(token.place(), ClauseProblem::RemainderWithoutWord);
                }
                let text = unit.text(word);
                let Some(remainder) = Remainder::ALL.into_iter().find(|form| form.name() == text) else {
                    return bad(word.place(), ClauseProblem::UnknownRemainder(text.into_owned()));
                };
                clauses.remainder = Some(remainder);
                at += 4;
            }
            _ if token.is(Punct::Comma) && at > 0 => at += 1,
            _ => return bad(token.place(), ClauseProblem::UnknownClause(name.into_owned())),
        }
    }
    Ok(clauses)
}
