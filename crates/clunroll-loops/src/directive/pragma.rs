//! Pragmas: the words after `#pragma`, or in the string of `_Pragma`.
//!
//! A pragma asks for unrolling, gives another direction for the loop after it (`ivdep`, `omp simd`), or does not concern a loop (`OPENCL
//! EXTENSION`). One pragma of clang's may do the first two at once.

use super::clause::{self, Clauses};
use super::prefix::{LoopPrefixText, PieceRole, PrefixPiece};
use super::request::{RequestKind, Spelling};
use clunroll_rules::Malformed;
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, after_group, are_balanced};
use oclc_syntax::preprocess::{Configuration, Expanded, Moment, Unit, expand_line};
use oclc_syntax::source::{Place, Span};

/// The request in a pragma or attribute, before its loop is known.
pub struct Asking<'u> {
    pub spelling: Spelling,
    pub asked: Result<RequestKind<'u>, Malformed>,
    pub written: Vec<Token>,
}

/// The texts before and after each part of a pragma of clang's.
#[derive(Clone, Copy)]
pub struct Wrapping {
    /// From the beginning up to and including `clang loop`.
    pub open: &'static str,
    pub close: &'static str,
}

/// Reads the words of the pragma at `place`, in a configuration that compiles it.
// pragma = ( "unroll" | "unroll_and_jam" ) [ factor ] | "nounroll" | "nounroll_and_jam" | "GCC" "unroll" [ factor ] | "clang" "loop" { option } | …
// factor = expression | "(" expression ")"
pub fn parse_pragma<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    words: &[Token],
    moment: Moment,
    place: Place,
    wrapping: Wrapping,
) -> (PrefixPiece, Option<Asking<'u>>) {
    let is_word = |at: usize, word: &str| words.get(at).is_some_and(|token| unit.is_word(token, word));
    let asking = |asked, from: usize| {
        Some(Asking { spelling: Spelling::Pragma, asked, written: words.get(from..).unwrap_or_default().to_vec() })
    };
    let request = PrefixPiece::of(place, PieceRole::Request);
    if is_word(0, "unroll") {
        return (request, asking(parse_factor(unit, configuration, &words[1..], moment), 1));
    }
    if is_word(0, "GCC") && is_word(1, "unroll") {
        return (request, asking(parse_factor(unit, configuration, &words[2..], moment), 2));
    }
    if is_word(0, "nounroll") {
        return (request, asking(refusal(words), 1));
    }
    let jam = |asking: Option<Asking<'u>>| asking.map(|asking| Asking { spelling: Spelling::Jam, ..asking });
    if is_word(0, "unroll_and_jam") {
        return (request, jam(asking(parse_factor(unit, configuration, &words[1..], moment), 1)));
    }
    if is_word(0, "nounroll_and_jam") {
        return (request, jam(asking(refusal(words), 1)));
    }
    if is_word(0, "clang") && is_word(1, "loop") {
        return clang_loop(unit, configuration, words, moment, place, wrapping);
    }
    if is_word(0, "clunroll") {
        let clauses = clause::parse_clause(unit, &words[1..], place, moment);
        return (PrefixPiece { clauses, ..PrefixPiece::of(place, PieceRole::Foreign) }, None);
    }
    let is_ivdep = is_word(0, "ivdep") || is_word(0, "GCC") && is_word(1, "ivdep");
    let clauses = Ok(Clauses { ivdep: is_ivdep.then_some(place), ..Clauses::default() });
    (PrefixPiece { clauses, ..foreign(unit, words, place) }, None)
}

/// A request for no unrolling, which has no factor.
fn refusal<'u>(words: &[Token]) -> Result<RequestKind<'u>, Malformed> {
    if words.len() > 1 { Err(Malformed::NeedlessFactor) } else { Ok(RequestKind::No) }
}

fn parse_factor<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    written: &[Token],
    moment: Moment,
) -> Result<RequestKind<'u>, Malformed> {
    let tokens = check_parentheses(expand_line(unit, configuration, written, moment).tokens)?;
    Ok(if tokens.is_empty() { RequestKind::Full } else { RequestKind::By(tokens) })
}

fn check_parentheses(tokens: Vec<Expanded<'_>>) -> Result<Vec<Expanded<'_>>, Malformed> {
    match &tokens[..] {
        _ if !are_balanced(Bracket::Round, &tokens) => Err(Malformed::Unclosed),
        [open, close] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) => Err(Malformed::Empty),
        _ => Ok(tokens),
    }
}

// option = name "(" … ")"
fn clang_loop<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    words: &[Token],
    moment: Moment,
    place: Place,
    wrapping: Wrapping,
) -> (PrefixPiece, Option<Asking<'u>>) {
    let mut kept: Vec<Span> = Vec::new();
    let mut found: Option<Asking<'u>> = None;
    let mut at = 2;
    while at < words.len() {
        let end = after_group(Bracket::Round, words, at + 1);
        let name = unit.text(&words[at]);
        let arguments = end.map_or(&[][..], |end| &words[at + 2..end - 1]);
        let asked = match (&*name, end) {
            ("unroll" | "unroll_count", None) if words.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen)) => {
                Some(Err(Malformed::Unclosed))
            }
            ("unroll", _) if arguments.is_empty() => Some(Err(Malformed::NoOption)),
            ("unroll_count", _) if arguments.is_empty() => Some(Err(Malformed::NoCount)),
            ("unroll", _) => Some(match &*unit.text(&arguments[0]) {
                "full" if arguments.len() == 1 => Ok(RequestKind::Full),
                "enable" if arguments.len() == 1 => Ok(RequestKind::Auto),
                "disable" if arguments.len() == 1 => Ok(RequestKind::No),
                _ => Err(Malformed::UnknownOption),
            }),
            ("unroll_count", _) => {
                let tokens = expand_line(unit, configuration, arguments, moment).tokens;
                Some(if tokens.is_empty() { Err(Malformed::NoCount) } else { Ok(RequestKind::By(tokens)) })
            }
            _ => None,
        };
        let end = end.unwrap_or(words.len());
        match asked {
            Some(asked) => {
                let asked = if found.is_some() { Err(Malformed::AsksTwice) } else { asked };
                found = Some(Asking { spelling: Spelling::ClangLoop, asked, written: arguments.to_vec() });
            }
            None => kept.push(words[at].span.to(words[end - 1].span)),
        }
        at = end;
    }
    if found.is_none() {
        return (PrefixPiece::whole(place, PieceRole::Foreign), None);
    }
    let carried = (!kept.is_empty()).then_some(LoopPrefixText {
        open: wrapping.open,
        parts: kept,
        between: " ",
        close: wrapping.close,
    });
    (PrefixPiece { carried, ..PrefixPiece::of(place, PieceRole::Request) }, found)
}

/// A pragma that forbids unrolling.
fn foreign(unit: &Unit, words: &[Token], place: Place) -> PrefixPiece {
    let word = |at: usize| words.get(at).map(|token| unit.text(token)).unwrap_or_default();
    let stays = match (&*word(0), &*word(1)) {
        ("GCC", option) => option != "ivdep",
        // Pragmas of HLS concern the block that they are in.
        ("HLS" | "AP", _) => true,
        (first, _) => matches!(
            first,
            "" | "OPENCL"
                | "STDC"
                | "clang"
                | "message"
                | "warning"
                | "once"
                | "pack"
                | "weak"
                | "push_macro"
                | "pop_macro"
                | "region"
                | "endregion"
                | "mark"
                // It concerns the declaration after it.
                | "promote_to_registers"
        ),
    };
    if stays {
        return PrefixPiece::of(place, PieceRole::Stays);
    }
    if is_of_the_whole_loop(unit, words) {
        return PrefixPiece { dropped: vec![place], ..PrefixPiece::of(place, PieceRole::Foreign) };
    }
    PrefixPiece::whole(place, PieceRole::Foreign)
}

/// Whether words state a property of the author's loop that does not hold for a loop with another number of iterations, or with several in
/// one: its trip count, the distance of dependent iterations, the name of its variable.
pub fn is_of_the_whole_loop(unit: &Unit, words: &[Token]) -> bool {
    const PARTS: [&str; 8] = ["count", "trip", "iterate", "safelen", "distance", "coalesce", "collapse", "loop_bound"];
    let first = words.first().map(|token| unit.text(token)).unwrap_or_default();
    matches!(&*first, "omp" | "acc")
        || words.iter().filter(|token| token.kind == TokenKind::Identifier).any(|token| {
            let text = unit.text(token).to_ascii_lowercase();
            PARTS.iter().any(|part| text.contains(part))
        })
}
