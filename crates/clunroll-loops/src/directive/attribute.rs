//! Attributes before a statement: `__attribute__((opencl_unroll_hint(4), xcl_pipeline_loop))` (OpenCL C 6.11.5).

use std::ops::Range;

use super::pragma::{Asking, is_of_the_whole_loop};
use super::prefix::{LoopPrefixText, PieceRole, PrefixPiece};
use super::request::{RequestKind, Spelling};
use clunroll_rules::Malformed;
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, after_group};
use oclc_syntax::preprocess::{Configuration, Meaning, Moment, Unit, expand_line};
use oclc_syntax::source::{Place, Span};

/// What the attribute in these code tokens is to the loop behind it, and its requests.
// attribute = ("__attribute__" | "__attribute") "(" "(" [ item { "," item } ] ")" ")"
pub fn attribute_in<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    code: Range<usize>,
) -> Option<(PrefixPiece, Vec<Asking<'u>>)> {
    let Range { start: at, end } = code;
    let name = &unit.code[at];
    let word = unit.text(name);
    if !matches!(&*word, "__attribute__" | "__attribute") {
        return None;
    }
    let moment = unit.moment(at);
    let is_double = end >= at + 5 && after_group(Bracket::Round, &unit.code[..end], at + 2) == Some(end - 1);
    if !is_double || unit.moment(end - 1) != moment || !matches!(unit.meaning(&word, moment), Meaning::Ordinary) {
        return None;
    }
    let tokens = &unit.code[at..end];
    let place = Place { file: name.file, span: name.span.to(tokens[tokens.len() - 1].span) };
    let mut askings = Vec::new();
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    for item in items(&tokens[3..tokens.len() - 2]) {
        let span = span_of(item);
        match hint(unit, configuration, item, moment) {
            Some(asking) => askings.push(asking),
            None if is_of_the_whole_loop(unit, item) => dropped.push(Place { file: name.file, span }),
            None => kept.push(span),
        }
    }
    let role = if askings.is_empty() { PieceRole::Foreign } else { PieceRole::Request };
    if askings.is_empty() && dropped.is_empty() {
        return Some((PrefixPiece::whole(place, role), askings));
    }
    let carried = (!kept.is_empty()).then_some(LoopPrefixText {
        open: "__attribute__((",
        parts: kept,
        between: ", ",
        close: "))",
    });
    Some((PrefixPiece { carried, dropped, ..PrefixPiece::of(place, role) }, askings))
}

/// The items of a list, without its commas.
fn items(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut depth = Depth::of(Bracket::Round);
    tokens
        .split(move |token| depth.is_outside_after(token.kind) && token.is(Punct::Comma))
        .filter(|item| !item.is_empty())
}

fn span_of(item: &[Token]) -> Span {
    item[0].span.to(item[item.len() - 1].span)
}

/// The request of one item, if it is one.
// hint = ("opencl_unroll_hint" | "__opencl_unroll_hint__") [ "(" [ expression ] ")" ]
fn hint<'u>(unit: &'u Unit, configuration: &Configuration, item: &[Token], moment: Moment) -> Option<Asking<'u>> {
    let name = unit.text(&item[0]);
    let is_hint = matches!(&*name, "opencl_unroll_hint" | "__opencl_unroll_hint__")
        && matches!(unit.meaning(&name, moment), Meaning::Ordinary);
    if !is_hint {
        return None;
    }
    let written = match after_group(Bracket::Round, item, 1) {
        Some(end) if end == item.len() => item[2..end - 1].to_vec(),
        _ => item[1..].to_vec(),
    };
    let is_closed = item.len() == 1 || after_group(Bracket::Round, item, 1) == Some(item.len());
    let tokens = expand_line(unit, configuration, &written, moment).tokens;
    let asked = match tokens.is_empty() {
        _ if !is_closed => Err(Malformed::Unclosed),
        true => Ok(RequestKind::Auto),
        false => Ok(RequestKind::By(tokens)),
    };
    Some(Asking { spelling: Spelling::Hint, asked, written })
}
