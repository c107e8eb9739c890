//! The arithmetic of the preprocessor (C99 6.10.1p4): 64 bits, a sign unless a `u` says otherwise, and names that are surely
//! no macros are 0. A name that nobody defines is no such name: the host may define it.
//!
//! A value is known or it is not, and an operator with an operand that is not known has none. Only where C does not evaluate
//! an operand is it of no matter: behind `0 &&`, `1 ||`, and in the part of `?:` that is not taken.

use super::constant::parse_integer;
use super::operands::{behind_parenthesis, has_loose};
use super::{Configuration, Expanded, GroupId, Meaning, Moment, Unit, parse_character};
use crate::lex::{Punct, TokenKind};

/// How deep an expression may stand in others.
const MAX_DEPTH: usize = 64;

/// Whether an expression without `defined`, whose tokens are expanded, is other than 0; `None` where that is not known.
pub(super) fn is_true<'u>(
    unit: &'u Unit,
    configuration: &Configuration,
    (tokens, loose): (&[Expanded<'u>], &[bool]),
    place: (Moment, GroupId),
) -> Option<bool> {
    if has_loose(tokens, loose, 0..tokens.len()) {
        return None;
    }
    let mut evaluator = Evaluator { unit, configuration, tokens, loose, at: 0, place };
    let value = evaluator.conditional(0)?;
    (evaluator.at == tokens.len()).then_some(value?.bits != 0)
}

/// A value of the preprocessor's arithmetic.
#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    const fn truth(value: bool) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    const fn signed(self) -> i64 {
        self.bits as i64
    }
}

/// Evaluates an expression without `defined`; whatever is not surely known makes the whole unknown, but for operands
/// of `&&`, `||` and `?:` that are not evaluated.
struct Evaluator<'c, 'u> {
    unit: &'u Unit,
    configuration: &'c Configuration,
    tokens: &'c [Expanded<'u>],
    loose: &'c [bool],
    at: usize,
    place: (Moment, GroupId),
}

impl<'u> Evaluator<'_, 'u> {
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
    fn conditional(&mut self, depth: usize) -> Option<Option<Value>> {
        if depth > MAX_DEPTH {
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
        Some(match (condition?.bits != 0, then, other) {
            (true, Some(then), Some(other)) => Some(Value { unsigned: then.unsigned || other.unsigned, ..then }),
            (false, Some(then), Some(other)) => Some(Value { unsigned: then.unsigned || other.unsigned, ..other }),
            _ => None,
        })
    }

    // binary = unary { operator unary }, by precedence
    #[allow(clippy::option_option, reason = "as above")]
    fn binary(&mut self, least: u32, depth: usize) -> Option<Option<Value>> {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.peek().and_then(operator).filter(|found| found.1 > least) {
            self.at += 1;
            let right = self.binary(precedence, depth + 1)?;
            left = match (operator, left, right) {
                (Punct::AndAnd, Some(left), _) if left.bits == 0 => Some(Value::truth(false)),
                (Punct::OrOr, Some(left), _) if left.bits != 0 => Some(Value::truth(true)),
                (_, Some(left), Some(right)) => apply(operator, left, right),
                _ => None,
            };
        }
        Some(left)
    }

    // unary = ("+" | "-" | "~" | "!") unary | "(" conditional ")" | number | character | name
    #[allow(clippy::option_option, reason = "as above")]
    fn unary(&mut self, depth: usize) -> Option<Option<Value>> {
        if depth > MAX_DEPTH {
            return None;
        }
        for punct in [Punct::Plus, Punct::Minus, Punct::Tilde, Punct::Not] {
            if self.take(punct) {
                let operand = self.unary(depth + 1)?;
                return Some(operand.map(|value| match punct {
                    Punct::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Punct::Tilde => Value { bits: !value.bits, ..value },
                    Punct::Not => Value::truth(value.bits == 0),
                    _ => value,
                }));
            }
        }
        if self.peek()?.is(Punct::LeftParen) {
            let behind = behind_parenthesis(self.tokens, self.at)?;
            let inside = self.at + 1..behind - 1;
            self.at += 1;
            if has_loose(self.tokens, self.loose, inside) {
                self.at = behind;
                return Some(None);
            }
            let value = self.conditional(depth + 1)?;
            return self.take(Punct::RightParen).then_some(value);
        }
        let token = self.peek()?.clone();
        self.at += 1;
        match token.kind {
            TokenKind::Number => {
                let known = parse_integer(&token.text)?;
                let unsigned = token.text.contains(['u', 'U']) || known.value > i128::from(i64::MAX);
                Some(Some(Value { bits: known.value as u64, unsigned }))
            }
            TokenKind::Character => {
                parse_character(&token.text).map(|known| Some(Value { bits: known.value as u64, unsigned: false }))
            }
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

    fn name(&self, token: &Expanded<'_>) -> Option<Value> {
        let (moment, group) = self.place;
        let meaning = self.unit.meaning_in(self.configuration, &token.text, moment, group);
        let is_undefined = matches!(meaning, Meaning::Ordinary) && self.unit.macros.knows(&token.text);
        (!token.open && is_undefined).then_some(Value { bits: 0, unsigned: false })
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

fn apply(operator: Punct, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let compared = if unsigned { a.cmp(&b) } else { left.signed().cmp(&right.signed()) };
    let of = |bits| Some(Value { bits, unsigned });
    let truth = |value| Some(Value::truth(value));
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
        Punct::Slash => of(left.signed().checked_div(right.signed())? as u64),
        Punct::Percent if unsigned => of(a.checked_rem(b)?),
        Punct::Percent => of(left.signed().checked_rem(right.signed())? as u64),
        // The type of a shift is that of its left operand; compilers differ where the count is too large.
        Punct::ShiftLeft if b < 64 => Some(Value { bits: a << b, unsigned: left.unsigned }),
        Punct::ShiftRight if b < 64 && left.unsigned => Some(Value { bits: a >> b, ..left }),
        Punct::ShiftRight if b < 64 => Some(Value { bits: (left.signed() >> b) as u64, ..left }),
        _ => None,
    }
}
