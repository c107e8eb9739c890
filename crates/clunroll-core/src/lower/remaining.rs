//! Requests in macros that stay, with the reasons for declining their loops.
//!
//! After all expansions, some invocations remain: those that only the final compile can expand, and those that cannot be expanded at all.
//! The later stages see a name there, and do not know of a request. So the request is reported here.

use std::ops::Range;

use super::carriers::LoopMacros;
use super::find::sites;
use crate::outcome::{Done, RequestReport};
use clunroll_rules::{Cause, Decline, Finding, Reason};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, partners};
use oclc_syntax::preprocess::{Expansion, Meaning, Unit};
use oclc_syntax::source::{FileId, Place};

/// The finding about a request that stays inside its macro, and its report.
pub type DeclinedInMacro = (Finding, RequestReport);

/// The invocations of the main file that are not expanded, as declined requests.
#[must_use]
pub fn remaining(unit: &Unit, carriers: &LoopMacros) -> Vec<DeclinedInMacro> {
    let items = carriers.items(unit);
    items
        .flat_map(|(_, expansion)| unexpanded(unit, carriers, &expansion))
        .filter_map(|(code, reason)| decline_in_macro(unit, &code, reason))
        .collect()
}

/// The outermost invocations that make requests, or may make them, by their code tokens.
#[must_use]
pub fn invocations_with_requests(unit: &Unit, carriers: &LoopMacros) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (code, expansion) in carriers.items(unit) {
        let sites = sites(unit, &expansion.tokens, &partners(Bracket::Any, &expansion.tokens), code);
        found.extend(sites.iter().filter_map(|site| site.invocation(&expansion)));
        found.extend(unexpanded(unit, carriers, &expansion).into_iter().map(|(code, _)| code));
    }
    found
}

/// The invocations in an item that may make requests and are not expanded, with the reason.
fn unexpanded(unit: &Unit, carriers: &LoopMacros, expansion: &Expansion<'_>) -> Vec<(Range<usize>, Reason)> {
    let mut found: Vec<(Range<usize>, Reason)> = Vec::new();
    // Loops are only in bodies.
    let body = expansion.tokens.iter().position(|token| token.is(Punct::LeftBrace)).unwrap_or(usize::MAX);
    for (at, token) in expansion.tokens.iter().enumerate() {
        if token.kind != TokenKind::Identifier || token.is_hidden() {
            continue;
        }
        let may_request = carriers.may_request_at(&expansion.tokens, at);
        if !may_request && (at < body || !carriers.may_be_of_host(&expansion.tokens, at)) {
            continue;
        }
        let code = expansion.code_of(token);
        let reason = match unit.meaning(&token.text, unit.moment(code.start)) {
            Meaning::Open(_) => Reason::MayRequest(token.text.to_string()),
            // The argument list has no end, or contains a directive.
            Meaning::Sure(_) if expansion.tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen)) => {
                Reason::InsideArguments
            }
            Meaning::Sure(_) | Meaning::Ordinary => continue,
        };
        if found.last().is_none_or(|(last, _)| last.start != code.start) {
            found.push((code, reason));
        }
    }
    found
}

/// Declines the request of an invocation in the main file.
#[must_use]
pub fn decline_in_macro(unit: &Unit, code: &Range<usize>, reason: Reason) -> Option<DeclinedInMacro> {
    let (name, end) = (&unit.code[code.start], &unit.code[code.end - 1]);
    if name.file != FileId::MAIN {
        return None;
    }
    let pragma = Place { file: name.file, span: name.span.to(end.span) };
    let finding = Finding::declined(pragma, Decline { reason, place: name.place() }, None);
    let done = Done::Left { cause: Cause::from(&finding) };
    Some((finding, RequestReport { place: pragma, amount: None, is_exact: false, done, growth: None, written: None }))
}
