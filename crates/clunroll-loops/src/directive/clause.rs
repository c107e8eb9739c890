//! `#pragma clunroll …`: promises and options for one loop, in addition to the request.
//!
//! Every vendor's compiler ignores this name space, so such a pragma may stay in a source that is compiled without
//! clunroll. It precedes the loop, before or after the request, and moves with the request when the loop is rewritten.

use crate::settings::{LoadsFirst, Remainder};
use clunroll_rules::{BadClause, ClauseProblem};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Moment, Unit};
use oclc_syntax::source::Place;

/// The contents of a loop's clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// How the iterations that fill no pass of the main loop are to be written.
    pub remainder: Option<Remainder>,
    /// Which loads of the copies run before their stores.
    pub loads_first: Option<LoadsFirst>,
    /// Where the author promises that the trip count is a multiple of the factor.
    pub exact: Option<Place>,
    /// The place of the author's promise that no iteration of the loop touches memory that another one writes.
    pub independent: Option<Place>,
    /// `#pragma ivdep`, which may be trusted for less.
    pub ivdep: Option<Place>,
    /// When the author asks that the request stays as written, for the compiler.
    pub leave: Option<Moment>,
}

impl Clauses {
    /// Both together; later clauses take precedence.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            remainder: other.remainder.or(self.remainder),
            loads_first: other.loads_first.or(self.loads_first),
            exact: other.exact.or(self.exact),
            independent: other.independent.or(self.independent),
            ivdep: other.ivdep.or(self.ivdep),
            leave: other.leave.or(self.leave),
        }
    }
}

/// The names of the clauses.
const CLAUSES: [&str; 5] = ["exact", "independent", "leave", "loads_first", "remainder"];

/// Reads the words after `clunroll` of the pragma at `pragma`, which is read at `moment`.
///
/// # Errors
///
/// The first word that is wrong.
// clauses = clause { [ "," ] clause }
// clause = "exact" | "independent" | "leave" | "loads_first" "(" ( "never" | "proven" | "promised" ) ")"
//        | "remainder" "(" ( "auto" | "loop" | "nested" | "switch" | "versions" ) ")"
pub fn parse_clause(unit: &Unit, words: &[Token], pragma: Place, moment: Moment) -> Result<Clauses, BadClause> {
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
            "exact" | "independent" | "leave" if is_open => {
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
            "leave" => {
                clauses.leave = Some(moment);
                at += 1;
            }
            "loads_first" => {
                clauses.loads_first = Some(in_parentheses(unit, &words[at..], &LoadsFirst::ALL, LoadsFirst::name)?);
                at += 4;
            }
            "remainder" => {
                clauses.remainder = Some(in_parentheses(unit, &words[at..], &Remainder::ALL, Remainder::name)?);
                at += 4;
            }
            _ if token.is(Punct::Comma) && at > 0 => at += 1,
            _ => return bad(token.place(), ClauseProblem::UnknownClause { word: name.into_owned(), known: &CLAUSES }),
        }
    }
    Ok(clauses)
}

/// The word in parentheses after the first one of these words: one of `all`.
fn in_parentheses<T: Copy>(
    unit: &Unit,
    words: &[Token],
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, BadClause> {
    let clause = unit.text(&words[0]).into_owned();
    let place = words[0].place();
    let [_, open, word, close, ..] = words else {
        return Err(BadClause { place, problem: ClauseProblem::WithoutWord { clause } });
    };
    if !open.is(Punct::LeftParen) || word.kind != TokenKind::Identifier || !close.is(Punct::RightParen) {
        return Err(BadClause { place, problem: ClauseProblem::WithoutWord { clause } });
    }
    let text = unit.text(word);
    all.iter().copied().find(|one| name(*one) == text).ok_or_else(|| BadClause {
        place: word.place(),
        problem: ClauseProblem::UnknownWord {
            clause,
            word: text.into_owned(),
            known: all.iter().copied().map(name).collect(),
        },
    })
}
