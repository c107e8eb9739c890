//! The value of a request's factor (`cl_nv_pragma_unroll`: "a compile-time non-negative integer constant").

use super::evaluate::{Evaluator, LookupPoint, NoValueKind};
use super::symbols::Function;
use crate::limits::{MAX_FACTOR, MAX_INITIALISERS};
use clunroll_rules::FactorProblem;
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Expanded, Moment, expand_likely, parse_integer};
use oclc_syntax::source::Place;
use oclc_syntax::tree::parse_expression;

/// The value of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The value, as far as it is known; of several values that are possible with the given `-D`s, the largest.
    pub value: u32,
    /// Whether it has this value in every final compile.
    pub is_final: bool,
}

/// A factor as it is written in the source.
#[derive(Clone, Copy, Debug)]
pub struct WrittenFactor<'w> {
    /// Its tokens, before macros are expanded.
    pub tokens: &'w [Token],
    /// The place of the factor; of the whole request, if it has no tokens.
    pub place: Place,
    /// The moment at which its macros are expanded.
    pub moment: Moment,
}

/// Evaluates a factor, whose tokens are `tokens` after macros are expanded. `token` is that of its loop in the function. The values 0 and
/// 1 are valid here.
///
/// # Errors
///
/// Returns the problem and its place.
pub fn evaluate_factor(
    function: &Function<'_, '_>,
    factor: WrittenFactor<'_>,
    tokens: &[Expanded<'_>],
    token: usize,
) -> Result<Factor, (FactorProblem, Place)> {
    let reader = FactorReader { function, factor, token };
    let written = reader.read(tokens);
    if written.is_ok() || !tokens.iter().any(|token| token.open) {
        return written;
    }
    // A macro of the host's without a value, such as a type, may form a value together with the tokens around it.
    let likely = expand_likely(function.unit, factor.tokens, factor.moment);
    match reader.read(&likely.tokens) {
        Ok(factor) if !likely.overflow => Ok(Factor { is_final: false, ..factor }),
        _ => written,
    }
}

/// Reads the factor of one request.
struct FactorReader<'r, 'u, 't> {
    function: &'r Function<'u, 't>,
    factor: WrittenFactor<'r>,
    /// The token of the loop.
    token: usize,
}

impl FactorReader<'_, '_, '_> {
    fn read(&self, tokens: &[Expanded<'_>]) -> Result<Factor, (FactorProblem, Place)> {
        let whole = self.factor.place;
        let Some(first) = tokens.first() else { return Err((FactorProblem::Malformed, whole)) };
        if let [only] = tokens
            && let Some(known) = parse_integer(&only.text)
        {
            return in_range(known.value)
                .map(|value| Factor { value, is_final: true })
                .map_err(|problem| (problem, whole));
        }
        let mut depth = Depth::of(Bracket::Round);
        if tokens.iter().any(|token| depth.is_outside_after(token.kind) && token.is(Punct::Comma)) {
            return Err((FactorProblem::Malformed, whole));
        }
        let fragment = parse_expression(tokens).ok_or_else(|| {
            let is_literal = |token: &&Expanded<'_>| {
                token.kind == TokenKind::String
                    || (token.kind == TokenKind::Number && parse_integer(&token.text).is_none())
            };
            match tokens.iter().find(is_literal) {
                Some(_) if tokens.len() == 1 => (FactorProblem::NotInteger, place_in_request(first, whole)),
                // A macro accepts arguments that no function accepts, such as a type.
                _ => match (0..tokens.len()).find(|&at| self.is_undeclared_call(tokens, at)) {
                    Some(at) => self.unknown(&tokens[at]),
                    None => (FactorProblem::Malformed, whole),
                },
            }
        })?;
        if let Some(number) = tokens.iter().find(|token| fits_no_type(token)) {
            return Err((FactorProblem::TooLarge(number.text.to_string()), place_in_request(number, whole)));
        }
        let position = LookupPoint::At { token: self.token, moment: self.factor.moment };
        let evaluator = Evaluator::new(self.function, &self.function.no_env, position).without_launch();
        match evaluator.value(&fragment.expression) {
            Ok(known) => in_range(known.value)
                .map(|value| Factor { value, is_final: known.facts.is_final() })
                .map_err(|problem| (problem, whole)),
            Err(error) => Err(self.problem(tokens, fragment.token_at_offset(error.offset), error.kind)),
        }
    }

    /// The problem of a factor without a value, and its place; `culprit` is the token that causes it.
    fn problem(&self, tokens: &[Expanded<'_>], culprit: Option<usize>, kind: NoValueKind) -> (FactorProblem, Place) {
        let whole = self.factor.place;
        let place = culprit.map_or(whole, |at| place_in_request(&tokens[at], whole));
        let first = culprit.unwrap_or(0);
        match kind {
            NoValueKind::Variable(name) => (self.variable(name), place),
            // A variable of the function that is not in scope at the loop.
            NoValueKind::Undefined(name) if self.function.has_symbol(&name) => {
                (FactorProblem::NotConstant(name), place)
            }
            NoValueKind::Undefined(name) => (FactorProblem::Unknown(name), place),
            NoValueKind::NotInteger => (FactorProblem::NotInteger, place),
            NoValueKind::Undefinable => (FactorProblem::Undefinable, whole),
            NoValueKind::NotKnown | NoValueKind::PerhapsConstant => {
                match (first..tokens.len()).find(|&at| self.function.is_undeclared(tokens, at)) {
                    Some(at) => self.unknown(&tokens[at]),
                    None => (FactorProblem::NotKnown, whole),
                }
            }
            NoValueKind::NotConstant => {
                let name = (first..tokens.len()).find(|&at| !tokens[at].is(Punct::LeftParen));
                match name.filter(|&at| self.is_undeclared_call(tokens, at)) {
                    Some(at) => self.unknown(&tokens[at]),
                    None => (FactorProblem::NotConstant(written(self.function, self.factor.place)), whole),
                }
            }
        }
    }

    fn unknown(&self, name: &Expanded<'_>) -> (FactorProblem, Place) {
        (FactorProblem::Unknown(name.text.to_string()), place_in_request(name, self.factor.place))
    }

    /// The problem of a variable that is not a constant, even to a compiler that knows the initialisers of `const` variables.
    fn variable(&self, name: String) -> FactorProblem {
        let function = self.function;
        let mut variable = function.lookup(&name, self.token);
        for _ in 0..MAX_INITIALISERS {
            let symbol = variable.map(|id| function.symbol(id)).filter(|symbol| symbol.kind.is_const);
            let Some((symbol, initializer)) = symbol.and_then(|symbol| Some((symbol, symbol.initializer?))) else {
                return FactorProblem::NotConstant(name);
            };
            let evaluator = Evaluator::new(function, &function.no_env, LookupPoint::InTree).without_launch();
            match evaluator.value(initializer).map_err(|error| error.kind) {
                Err(NoValueKind::Undefined(name)) => return FactorProblem::Unknown(name),
                Err(NoValueKind::NotKnown | NoValueKind::PerhapsConstant) => return FactorProblem::NotKnown,
                Err(NoValueKind::Variable(other)) => variable = function.lookup(&other, symbol.declared),
                _ => return FactorProblem::NotConstant(name),
            }
        }
        FactorProblem::NotKnown
    }

    /// Whether a token is called, indexed or followed by a member, and may be a macro of the host's or of an include.
    fn is_undeclared_call(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        const POSTFIX: [Punct; 4] = [Punct::LeftParen, Punct::LeftBracket, Punct::Dot, Punct::Arrow];
        let is_postfix = |next: &Expanded<'_>| POSTFIX.iter().any(|&punct| next.is(punct));
        let next = tokens[at + 1..].iter().find(|next| !next.is(Punct::RightParen));
        next.is_some_and(is_postfix) && self.function.is_undeclared(tokens, at)
    }
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

fn written(function: &Function<'_, '_>, place: Place) -> String {
    String::from_utf8_lossy(function.unit.sources[place.file].slice(place.span)).into_owned()
}

/// The place of a token if it is written in the pragma itself, otherwise the place of the whole factor.
fn place_in_request(token: &Expanded<'_>, whole: Place) -> Place {
    if token.call.is_none() { token.spelled } else { whole }
}
