//! Factors of one word in parentheses, `#pragma unroll(4)`.

use std::collections::HashSet;

use clunroll_loops::directive::{Request, Spelling};
use clunroll_rules::{Correction, Finding, ParenthesisedFactor, Payload};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;

/// The requests whose factor would be the same without its parentheses. Only `#pragma unroll` is checked: the other spellings require the
/// parentheses. Other errors in a factor must be corrected first.
pub fn find(unit: &Unit, requests: &[Request<'_>], said: &[Finding]) -> Vec<Finding> {
    let wrong: HashSet<Place> = said.iter().filter_map(wrong_factor).collect();
    let right = requests.iter().filter(|request| !wrong.contains(&request.place));
    right.filter_map(|request| parenthesised(unit, request)).collect()
}

/// The request, if the finding is about its factor.
fn wrong_factor(finding: &Finding) -> Option<Place> {
    finding.request.filter(|_| matches!(finding.payload, Payload::WrongFactor(_) | Payload::ZeroFactor(_)))
}

fn parenthesised(unit: &Unit, request: &Request<'_>) -> Option<Finding> {
    let words = &request.written[..];
    let depth = words.iter().take_while(|word| word.is(Punct::LeftParen)).count();
    let inside = words.get(depth..words.len().checked_sub(depth)?)?;
    let [word] = inside else { return None };
    let is_closed = words[depth + 1..].iter().all(|word| word.is(Punct::RightParen));
    let is_word = matches!(word.kind, TokenKind::Number | TokenKind::Identifier);
    if request.spelling != Spelling::Pragma || request.asked.is_err() || depth == 0 || !is_closed || !is_word {
        return None;
    }
    let place = request.factor_place();
    let file = &unit.sources[place.file];
    // In `GCC unroll (4)`, the parentheses are usual.
    let before = String::from_utf8_lossy(file.bytes.get(request.place.span.start as usize..place.span.start as usize)?);
    if before.contains("GCC") {
        return None;
    }
    let blank = if before.ends_with([' ', '\t']) { "" } else { " " };
    let text = format!("{blank}{}", unit.text(word));
    let correction = Correction { place, text };
    Some(Finding::of_request(request.place, place, ParenthesisedFactor { correction }))
}
