//! Corrections of errors that the stages found.
//!
//! The stages read texts in which loops may be expanded, and report errors. The author's own line alone shows whether it can be corrected:
//! it must contain the factor itself, and not a macro's name. An error is corrected only if there is one possible intention.

use std::cell::OnceCell;
use std::collections::HashMap;

use clunroll_loops::directive::{Anchor, Request, Spelling, find_requests};
use clunroll_rules::{Correction, FactorProblem, Finding, Malformed, Payload};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{DirectiveKind, Unit, parse_integer};
use oclc_syntax::source::{Place, Span};

/// The words of `clang loop unroll(…)`.
const OPTIONS: [&str; 3] = ["full", "enable", "disable"];

/// Adds corrections to findings about the main file of a unit.
pub fn correct(unit: &Unit, findings: &mut [Finding]) {
    let is_wrong = |finding: &Finding| {
        matches!(
            finding.payload,
            Payload::ZeroFactor(_) | Payload::MalformedPragma(_) | Payload::WrongFactor(_) | Payload::CouldBeJammed(_)
        )
    };
    if !findings.iter().any(is_wrong) {
        return;
    }
    let is_full_used = OnceCell::new();
    let is_a_word = || !*is_full_used.get_or_init(|| is_used(unit, "full"));
    let requests = find_requests(unit);
    let by_place: HashMap<Place, &Request<'_>> = requests.iter().map(|request| (request.place, request)).collect();
    for finding in findings {
        let Some(request) = finding.request.and_then(|place| by_place.get(&place)) else { continue };
        match &mut finding.payload {
            Payload::ZeroFactor(zero) => zero.correction = one(unit, request),
            Payload::WrongFactor(factor) => {
                factor.correction = match factor.problem {
                    FactorProblem::Malformed | FactorProblem::NotConstant(_) => bare_factor(unit, request),
                    FactorProblem::Unknown(_) => full(unit, request).filter(|_| is_a_word()),
                    _ => None,
                };
            }
            Payload::CouldBeJammed(nest) => nest.correction = jam(unit, request, nest.factor),
            Payload::MalformedPragma(malformed) => match malformed.problem {
                Malformed::Unclosed => malformed.correction = unclosed(unit, request),
                Malformed::UnknownOption => malformed.correction = option(unit, request),
                _ => {}
            },
            _ => {}
        }
    }
}

/// `1` for a `0` in the pragma.
fn one(unit: &Unit, request: &Request<'_>) -> Option<Correction> {
    let words = request.written.iter().filter(|word| !word.is(Punct::LeftParen) && !word.is(Punct::RightParen));
    let [number] = words.collect::<Vec<_>>()[..] else { return None };
    let is_zero = number.kind == TokenKind::Number && parse_integer(&unit.text(number))?.value == 0;
    is_zero.then(|| Correction { place: number.place(), text: "1".to_owned() })
}

/// The factor without the tokens around it: `4;`, `= 4`, `factor = 4`, `[4]`, `<4>`.
fn bare_factor(unit: &Unit, request: &Request<'_>) -> Option<Correction> {
    let words = &request.written[..];
    let right = match words {
        [factor, semicolon] if semicolon.is(Punct::Semicolon) => factor,
        [open, factor, close, semicolon]
            if open.is(Punct::LeftParen) && close.is(Punct::RightParen) && semicolon.is(Punct::Semicolon) =>
        {
            factor
        }
        [equals, factor] if equals.is(Punct::Assign) => factor,
        [word, equals, factor] if unit.is_word(word, "factor") && equals.is(Punct::Assign) => factor,
        [open, factor, close] if open.is(Punct::LeftBracket) && close.is(Punct::RightBracket) => factor,
        [open, factor, close] if open.is(Punct::Less) && close.is(Punct::Greater) => factor,
        _ => return None,
    };
    bare(unit, request, right)
}

/// `unroll` alone for `unroll full` and `unroll(full)`, if nothing else has that name: `clang loop` has a word for it.
fn full(unit: &Unit, request: &Request<'_>) -> Option<Correction> {
    let is_bracket = |word: &&Token| word.is(Punct::LeftParen) || word.is(Punct::RightParen);
    let words = request.written.iter().filter(|word| !is_bracket(word));
    let [word] = words.collect::<Vec<_>>()[..] else { return None };
    if !unit.is_word(word, "full") || request.spelling != Spelling::Pragma {
        return None;
    }
    let place = request.factor_place();
    let before = unit.sources[place.file].bytes.get(..place.span.start as usize)?.trim_ascii_end();
    let name = before.strip_suffix(b"unroll")?;
    let place = Place { span: Span::new(name.len() as u32, place.span.end), ..place };
    Some(Correction { place, text: "unroll".to_owned() })
}

/// Whether anything but a pragma has that name.
fn is_used(unit: &Unit, name: &str) -> bool {
    let mut definitions = unit.directives.iter().filter(|directive| directive.kind != DirectiveKind::Pragma);
    unit.code.iter().any(|token| unit.is_word(token, name))
        || definitions.any(|directive| unit.line(directive).iter().any(|token| unit.is_word(token, name)))
        || unit.has_definitions(name)
}

/// The factor of `unroll(4`, and of `unroll 4)`.
fn unclosed(unit: &Unit, request: &Request<'_>) -> Option<Correction> {
    match &request.written[..] {
        [open, factor] if open.is(Punct::LeftParen) => bare(unit, request, factor),
        [factor, close] if close.is(Punct::RightParen) => bare(unit, request, factor),
        _ => None,
    }
}

/// One word for all words after `unroll`.
fn bare(unit: &Unit, request: &Request<'_>, word: &Token) -> Option<Correction> {
    let is_factor = match word.kind {
        TokenKind::Number => parse_integer(&unit.text(word)).is_some(),
        TokenKind::Identifier => true,
        _ => false,
    };
    let place = request.factor_place();
    let before = unit.sources[place.file].bytes.get(..place.span.start as usize)?.last()?;
    let blank = if matches!(before, b' ' | b'\t') { "" } else { " " };
    is_factor.then(|| Correction { place, text: format!("{blank}{}", unit.text(word)) })
}

/// `unroll_and_jam` for `unroll`, with its factor, or with the number of copies.
fn jam(unit: &Unit, request: &Request<'_>, factor: u32) -> Option<Correction> {
    let Anchor::Directive(index) = request.anchor else { return None };
    let line = unit.line(&unit.directives[index]);
    let at = line.iter().position(|token| unit.is_word(token, "unroll"))?;
    // `GCC unroll` has no such form.
    line.get(at.checked_sub(1)?).filter(|before| unit.is_word(before, "pragma"))?;
    let text =
        if request.written.is_empty() { format!("unroll_and_jam {factor}") } else { "unroll_and_jam".to_owned() };
    Some(Correction { place: line[at].place(), text })
}

/// `full` for `ful`, and `unroll_count(4)` for `unroll(4)`.
fn option(unit: &Unit, request: &Request<'_>) -> Option<Correction> {
    let [word] = &request.written[..] else { return None };
    let text = unit.text(word);
    if word.kind == TokenKind::Number {
        parse_integer(&text)?;
        let Anchor::Directive(index) = request.anchor else { return None };
        let line = unit.line(&unit.directives[index]);
        let at = line.iter().position(|token| token.span == word.span)?;
        let name = line.get(at.checked_sub(2)?)?;
        let place = Place { span: name.span.to(word.span), ..name.place() };
        return Some(Correction { place, text: format!("unroll_count({text}") });
    }
    let lower = text.to_ascii_lowercase();
    let near: Vec<_> = OPTIONS.into_iter().filter(|option| strsim::damerau_levenshtein(&lower, option) <= 2).collect();
    let [option] = near[..] else { return None };
    Some(Correction { place: word.place(), text: option.to_owned() })
}
