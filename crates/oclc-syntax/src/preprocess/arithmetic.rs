//! The arithmetic of the preprocessor (C99 6.10.1p4): a sign unless a `u` says otherwise, and names that are surely
//! no macros are 0. A name that nobody defines is no such name: the host may define it.
//!
//! It is that of the largest integer types, and compilers differ in those: clang computes with 128 bits where it reads OpenCL C,
//! others with 64. So an expression is evaluated in both widths, and known where both agree.
//!
//! A value is known or it is not, and an operator with an operand that is not known has none. Only where C does not evaluate
//! an operand is it of no matter: behind `0 &&`, `1 ||`, and in the part of `?:` that is not taken.

use super::configuration::Configuration;
use super::constant::{parse_character, parse_integer};
use super::definition::Meaning;
use super::expanded::Expanded;
use super::moment::Point;
use super::operands::has_loose;
use super::predefined::is_foreign;
use super::unit::Unit;
use crate::lex::{Bracket, Punct, TokenKind, after_group};
use crate::limits::MAX_EXPRESSION_DEPTH;

/// How many bits compilers compute with.
const WIDTHS: [u32; 2] = [64, 128];

/// Whether an expression without `defined`, whose tokens are expanded, is other than 0; `None` where that is not known.
pub(super) fn is_true<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    tokens: &[Expanded<'u>],
    loose: &[bool],
    point: Point,
) -> Option<bool> {
    if has_loose(tokens, loose, 0..tokens.len()) {
        return None;
    }
    let [narrow, wide] = WIDTHS.map(|width| {
        let mut evaluator = ConditionEvaluator { unit, configuration, tokens, loose, at: 0, point, width };
        let value = evaluator.conditional(0)?;
        (evaluator.at == tokens.len()).then_some(value?.is_true())
    });
    narrow.filter(|_| narrow == wide)
}

/// A value of the preprocessor's arithmetic.
#[derive(Clone, Copy)]
struct PreprocessorValue {
    /// As many bits as the arithmetic has; the others are 0.
    bits: u128,
    unsigned: bool,
    /// How many that are.
    width: u32,
}

impl PreprocessorValue {
    const fn new(bits: u128, unsigned: bool, width: u32) -> Self {
        Self { bits: bits & (u128::MAX >> (128 - width)), unsigned, width }
    }

    const fn is_true(self) -> bool {
        self.bits != 0
    }

    const fn signed(self) -> i128 {
        let unused = 128 - self.width;
        ((self.bits << unused) as i128) >> unused
    }

    /// Another value of the same type.
    const fn with(self, bits: u128) -> Self {
        Self::new(bits, self.unsigned, self.width)
    }

    const fn truth(self, value: bool) -> Self {
        Self::new(value as u128, false, self.width)
    }
}

/// Evaluates an expression without `defined`; whatever is not surely known makes the whole unknown, but for operands
/// of `&&`, `||` and `?:` that are not evaluated.
struct ConditionEvaluator<'c, 'u> {
    unit: &'u Unit,
    configuration: &'c Configuration,
    tokens: &'c [Expanded<'u>],
    loose: &'c [bool],
    at: usize,
    point: Point,
    width: u32,
}

impl<'u> ConditionEvaluator<'_, 'u> {
    fn peek(&self) -> Option<&Expanded<'u>> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, punct: Punct) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    // conditional = binary [ "?" conditional ":" conditional ]
    // The outer `None` is an error of syntax, the inner one a value that is not known.
    #[allow(clippy::option_option, reason = "no expression at all is another matter than an unknown value")]
    fn conditional(&mut self, depth: usize) -> Option<Option<PreprocessorValue>> {
        if depth > MAX_EXPRESSION_DEPTH {
            return None;
        }
        let condition = self.binary(0, depth)?;
        if !self.take(Punct::Question) {
            return Some(condition);
        }
        let then = self.conditional(depth + 1)?;
        if !self.take(Punct::Colon) {
            return None;
        }
        let other = self.conditional(depth + 1)?;
        Some(match (condition?.is_true(), then, other) {
            (true, Some(then), Some(other)) => {
                Some(PreprocessorValue { unsigned: then.unsigned || other.unsigned, ..then })
            }
            (false, Some(then), Some(other)) => {
                Some(PreprocessorValue { unsigned: then.unsigned || other.unsigned, ..other })
            }
            _ => None,
        })
    }

    // binary = unary { operator unary }, by precedence
    #[allow(clippy::option_option, reason = "as above")]
    fn binary(&mut self, least: u32, depth: usize) -> Option<Option<PreprocessorValue>> {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.peek().and_then(operator).filter(|found| found.1 > least) {
            self.at += 1;
            let right = self.binary(precedence, depth + 1)?;
            left = match (operator, left, right) {
                (Punct::AndAnd, Some(left), _) if !left.is_true() => Some(left.truth(false)),
                (Punct::OrOr, Some(left), _) if left.is_true() => Some(left.truth(true)),
                (_, Some(left), Some(right)) => apply(operator, left, right),
                _ => None,
            };
        }
        Some(left)
    }

    // unary = ("+" | "-" | "~" | "!") unary | "(" conditional ")" | number | character | name
    #[allow(clippy::option_option, reason = "as above")]
    fn unary(&mut self, depth: usize) -> Option<Option<PreprocessorValue>> {
        if depth > MAX_EXPRESSION_DEPTH {
            return None;
        }
        for punct in [Punct::Plus, Punct::Minus, Punct::Tilde, Punct::Not] {
            if self.take(punct) {
                let operand = self.unary(depth + 1)?;
                return Some(operand.map(|value| match punct {
                    Punct::Minus => value.with(value.bits.wrapping_neg()),
                    Punct::Tilde => value.with(!value.bits),
                    Punct::Not => value.truth(!value.is_true()),
                    _ => value,
                }));
            }
        }
        if self.peek()?.is(Punct::LeftParen) {
            let after = after_group(Bracket::Round, self.tokens, self.at)?;
            let inside = self.at + 1..after - 1;
            self.at += 1;
            if has_loose(self.tokens, self.loose, inside) {
                self.at = after;
                return Some(None);
            }
            let value = self.conditional(depth + 1)?;
            return self.take(Punct::RightParen).then_some(value);
        }
        let token = self.peek()?.clone();
        self.at += 1;
        match token.kind {
            TokenKind::Number => {
                let value = parse_integer(&token.text)?.value as u128;
                let unsigned = token.text.contains(['u', 'U']) || value >> (self.width - 1) != 0;
                Some(Some(PreprocessorValue::new(value, unsigned, self.width)))
            }
            TokenKind::Character => parse_character(&token.text)
                .map(|known| Some(PreprocessorValue::new(known.value as u128, false, self.width))),
            TokenKind::Identifier if token.text == "defined" => None,
            TokenKind::Identifier => {
                // The argument of something like `__has_builtin(x)`.
                if self.peek().is_some_and(|next| next.is(Punct::LeftParen)) {
                    return None;
                }
                Some(self.name(&token))
            }
            _ => None,
        }
    }

    fn name(&self, token: &Expanded<'_>) -> Option<PreprocessorValue> {
        let Point { moment, group } = self.point;
        let meaning = self.unit.meaning_in(self.configuration, &token.text, moment, group);
        let is_known = self.unit.macros.knows(&token.text) || is_foreign(&token.text);
        let is_undefined = matches!(meaning, Meaning::Ordinary) && is_known;
        (!token.open && is_undefined).then_some(PreprocessorValue::new(0, false, self.width))
    }
}

const fn precedence(punct: Punct) -> Option<u32> {
    Some(match punct {
        Punct::OrOr => 1,
        Punct::AndAnd => 2,
        Punct::Pipe => 3,
        Punct::Caret => 4,
        Punct::Ampersand => 5,
        Punct::Equal | Punct::NotEqual => 6,
        Punct::Less | Punct::Greater | Punct::LessEqual | Punct::GreaterEqual => 7,
        Punct::ShiftLeft | Punct::ShiftRight => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    })
}

fn operator(token: &Expanded<'_>) -> Option<(Punct, u32)> {
    match token.kind {
        TokenKind::Punct(punct) => precedence(punct).map(|found| (punct, found)),
        _ => None,
    }
}

fn apply(operator: Punct, left: PreprocessorValue, right: PreprocessorValue) -> Option<PreprocessorValue> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let compared = if unsigned { a.cmp(&b) } else { left.signed().cmp(&right.signed()) };
    let of = |bits| Some(PreprocessorValue::new(bits, unsigned, left.width));
    let truth = |value| Some(left.truth(value));
    match operator {
        Punct::OrOr => truth(a != 0 || b != 0),
        Punct::AndAnd => truth(a != 0 && b != 0),
        Punct::Equal => truth(a == b),
        Punct::NotEqual => truth(a != b),
        Punct::Less => truth(compared.is_lt()),
        Punct::Greater => truth(compared.is_gt()),
        Punct::LessEqual => truth(compared.is_le()),
        Punct::GreaterEqual => truth(compared.is_ge()),
        Punct::Pipe => of(a | b),
        Punct::Caret => of(a ^ b),
        Punct::Ampersand => of(a & b),
        Punct::Plus => of(a.wrapping_add(b)),
        Punct::Minus => of(a.wrapping_sub(b)),
        Punct::Star => of(a.wrapping_mul(b)),
        Punct::Slash if unsigned => of(a.checked_div(b)?),
        Punct::Percent if unsigned => of(a.checked_rem(b)?),
        // The quotient of the least value and -1 is none of the type's.
        Punct::Slash | Punct::Percent if right.signed() == -1 && a == 1 << (left.width - 1) => None,
        Punct::Slash => of(left.signed().checked_div(right.signed())? as u128),
        Punct::Percent => of(left.signed().checked_rem(right.signed())? as u128),
        // The type of a shift is that of its left operand; compilers differ where the count is too large.
        Punct::ShiftLeft if b < u128::from(left.width) => Some(left.with(a << b)),
        Punct::ShiftRight if b < u128::from(left.width) && left.unsigned => Some(left.with(a >> b)),
        Punct::ShiftRight if b < u128::from(left.width) => Some(left.with((left.signed() >> b) as u128)),
        _ => None,
    }
}
