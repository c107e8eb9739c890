//! The value of a request's factor (`cl_nv_pragma_unroll`: "a compile-time non-negative integer constant").

use super::evaluate::{Evaluator, NoValueKind, Position};
use super::symbols::Function;
use crate::directive::Request;
use clunroll_rules::FactorProblem;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{Expanded, parse_integer};
use oclc_syntax::source::Place;
use oclc_syntax::tree::{Scope, parse_expression};

/// The largest factor, 2^31 - 1.
const MAX_FACTOR: i128 = i32::MAX as i128;

/// The value of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// As far as it is known; of several that are possible with what is told, the largest.
    pub value: u32,
    /// Whether the final compile can have no other.
    pub is_final: bool,
}

/// Evaluates the factor of a request whose `token` in the function is that of the loop; 0 and 1 are valid here.
///
/// # Errors
///
/// Says what is wrong, and where.
pub fn factor(
    function: &Function<'_, '_>,
    request: &Request<'_>,
    tokens: &[Expanded<'_>],
    token: usize,
) -> Result<Factor, (FactorProblem, Place)> {
    let whole = request.factor_place();
    let Some(first) = tokens.first() else { return Err((FactorProblem::Malformed, whole)) };
    if let [only] = tokens
        && let Some(known) = parse_integer(&only.text)
    {
        return in_range(known.value).map(|value| Factor { value, is_final: true }).map_err(|problem| (problem, whole));
    }
    let mut depth = 0_usize;
    let has_comma = tokens.iter().any(|token| {
        depth += usize::from(token.is(Punct::LeftParen));
        depth -= usize::from(token.is(Punct::RightParen) && depth > 0);
        depth == 0 && token.is(Punct::Comma)
    });
    if has_comma {
        return Err((FactorProblem::Malformed, whole));
    }
    let fragment = parse_expression(tokens).ok_or_else(|| {
        let is_literal = |token: &&Expanded<'_>| {
            token.kind == TokenKind::String || (token.kind == TokenKind::Number && parse_integer(&token.text).is_none())
        };
        match tokens.iter().find(is_literal) {
            Some(_) if tokens.len() == 1 => (FactorProblem::NotInteger, place_of(first, whole)),
            _ => (FactorProblem::Malformed, whole),
        }
    })?;
    if let Some(number) = tokens.iter().find(|token| fits_no_type(token)) {
        return Err((FactorProblem::TooLarge(number.text.to_string()), place_of(number, whole)));
    }
    let position = Position::At { token, moment: request.moment };
    let evaluator = Evaluator::new(function, &function.no_env, position).without_launch();
    match evaluator.value(&fragment.expression) {
        Ok(known) => in_range(known.value)
            .map(|value| Factor { value, is_final: known.facts.is_final() })
            .map_err(|problem| (problem, whole)),
        Err(error) => {
            let culprit = fragment.token_at_offset(error.offset).map_or(whole, |at| place_of(&tokens[at], whole));
            Err(match error.kind {
                NoValueKind::Variable(name) => (FactorProblem::NotConstant(name), culprit),
                NoValueKind::Undefined(name) => {
                    let is_open = tokens.iter().any(|token| token.open && token.text == *name);
                    // Without its function, or an include, nobody can say that a name is not declared.
                    let is_unseen = function.parsed.scope == Scope::Loop
                        || function.parsed.expansion.tokens.is_empty()
                        || function.unit.unread_include(request.moment).is_some();
                    if !is_open && !is_unseen && name.contains(|character: char| character.is_lowercase()) {
                        (FactorProblem::NotConstant(name), culprit)
                    } else {
                        (FactorProblem::Unknown(name), culprit)
                    }
                }
                NoValueKind::NotKnown => (FactorProblem::NotKnown, whole),
                NoValueKind::NotInteger => (FactorProblem::NotInteger, culprit),
                NoValueKind::Undefinable => (FactorProblem::Undefinable, whole),
                NoValueKind::NotConstant => match macro_call(function, tokens) {
                    Some(name) => (FactorProblem::Unknown(name), whole),
                    None => (FactorProblem::NotConstant(written(function, request)), whole),
                },
            })
        }
    }
}

/// The upper-case name, declared nowhere, that is called in a factor: a macro of the host's or of an include.
fn macro_call(function: &Function<'_, '_>, tokens: &[Expanded<'_>]) -> Option<String> {
    let call = tokens.windows(2).find(|pair| pair[0].kind == TokenKind::Identifier && pair[1].is(Punct::LeftParen))?;
    let name = &call[0].text;
    let is_upper = !name.contains(|character: char| character.is_lowercase());
    (is_upper && !function.program.declares(name)).then(|| name.to_string())
}

/// Whether a token is an integer constant that no type is wide enough for.
fn fits_no_type(token: &Expanded<'_>) -> bool {
    let text = token.text.to_ascii_lowercase();
    let digits = text.trim_end_matches(['u', 'l']);
    let is_number = match digits.strip_prefix("0x") {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
    };
    token.kind == TokenKind::Number && is_number && digits.len() > 18 && parse_integer(&text).is_none()
}

fn in_range(value: i128) -> Result<u32, FactorProblem> {
    if value < 0 {
        return Err(FactorProblem::Negative(value));
    }
    if value > MAX_FACTOR {
        return Err(FactorProblem::TooLarge(value.to_string()));
    }
    Ok(value as u32)
}

fn written(function: &Function<'_, '_>, request: &Request<'_>) -> String {
    let place = request.factor_place();
    String::from_utf8_lossy(function.unit.sources[place.file].slice(place.span)).into_owned()
}

/// A token's place where it is written in the pragma itself, otherwise the whole factor.
fn place_of(token: &Expanded<'_>, whole: Place) -> Place {
    if token.call.is_none() { token.spelled } else { whole }
}
