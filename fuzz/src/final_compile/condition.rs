//! The condition of an `#if` (C99 6.10.1), in 64 bits, with and without a sign.

use oclc_syntax::lex::{Punct, TokenKind};

use super::{Compile, Failure, Kind, Token};

/// A value and whether it has no sign.
#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    is_unsigned: bool,
}

impl Value {
    fn of(truth: bool) -> Self {
        Self { bits: i64::from(truth), is_unsigned: false }
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// How deep a condition may nest.
const MOST_DEPTH: usize = 100;

/// Reads one condition.
struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl Compile<'_> {
    /// Whether a condition holds.
    pub(super) fn is_true(&mut self, line: &[Token]) -> Result<bool, Failure> {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            if !token.is_word("defined") {
                tokens.push(token.clone());
                continue;
            }
            let is_open = line.get(at).is_some_and(|next| next.is(Punct::LeftParen));
            at += usize::from(is_open);
            let name =
                line.get(at).filter(|name| name.is_identifier()).ok_or(Failure::Refused("`defined` without a name"))?;
            at += 1;
            if is_open && !line.get(at).is_some_and(|next| next.is(Punct::RightParen)) {
                return Err(Failure::Refused("`defined` without a parenthesis"));
            }
            at += usize::from(is_open);
            let text = if self.macros.contains_key(&name.text) { "1" } else { "0" };
            tokens.push(Token { kind: Kind::Lexed(TokenKind::Number), text: text.into(), ..token.clone() });
        }
        let tokens = self.expand(tokens)?;
        // Names that only a compiler defines, and a `defined` from a macro, which compilers treat
        // differently.
        let is_unclear = |token: &Token| {
            token.is_identifier()
                && (token.text.starts_with("__") || matches!(&*token.text, "defined" | "true" | "false"))
        };
        if tokens.iter().any(is_unclear) {
            return Err(Failure::Unclear);
        }
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0 };
        let is_live = true;
        let value = reader.conditional(is_live)?;
        if reader.at < tokens.len() {
            return Err(Failure::Refused("a condition goes on after its end"));
        }
        Ok(value.is_true())
    }
}

const NO_OPERAND: Failure = Failure::Refused("a condition without an operand");

impl Reader<'_> {
    fn takes(&mut self, punct: Punct) -> bool {
        let takes = self.tokens.get(self.at).is_some_and(|token| token.is(punct));
        self.at += usize::from(takes);
        takes
    }

    fn demand(&mut self, punct: Punct) -> Result<(), Failure> {
        if self.takes(punct) { Ok(()) } else { Err(Failure::Refused("a condition that is not closed")) }
    }

    /// `live` means that the value counts; otherwise a division by zero is allowed.
    fn conditional(&mut self, live: bool) -> Result<Value, Failure> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Failure::Unclear);
        }
        let condition = self.binary(0, live)?;
        let value = if self.takes(Punct::Question) {
            let then = self.conditional(live && condition.is_true())?;
            self.demand(Punct::Colon)?;
            let other = self.conditional(live && !condition.is_true())?;
            let chosen = if condition.is_true() { then } else { other };
            Value { is_unsigned: then.is_unsigned || other.is_unsigned, ..chosen }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Operators of at least that level.
    fn binary(&mut self, level: usize, live: bool) -> Result<Value, Failure> {
        let mut left = self.unary(live)?;
        while let Some((punct, found)) =
            self.tokens.get(self.at).and_then(operator).filter(|(_, found)| *found >= level)
        {
            self.at += 1;
            let counts = match punct {
                Punct::AndAnd => live && left.is_true(),
                Punct::OrOr => live && !left.is_true(),
                _ => live,
            };
            let right = self.binary(found + 1, counts)?;
            left = match punct {
                Punct::AndAnd => Value::of(left.is_true() && right.is_true()),
                Punct::OrOr => Value::of(left.is_true() || right.is_true()),
                _ if !live => Value { bits: 0, is_unsigned: left.is_unsigned || right.is_unsigned },
                _ => apply(punct, left, right)?,
            };
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Failure> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Failure::Unclear);
        }
        let token = self.tokens.get(self.at).ok_or(NO_OPERAND)?;
        self.at += 1;
        let value = match token.kind {
            Kind::Lexed(TokenKind::Punct(punct)) => match punct {
                Punct::LeftParen => {
                    let value = self.conditional(live)?;
                    self.demand(Punct::RightParen)?;
                    value
                }
                Punct::Not => Value::of(!self.unary(live)?.is_true()),
                Punct::Plus => self.unary(live)?,
                Punct::Minus => {
                    let value = self.unary(live)?;
                    let bits =
                        if value.is_unsigned { Some(value.bits.wrapping_neg()) } else { value.bits.checked_neg() };
                    Value { bits: bits.ok_or(Failure::Unclear)?, ..value }
                }
                Punct::Tilde => {
                    let value = self.unary(live)?;
                    Value { bits: !value.bits, ..value }
                }
                _ => return Err(NO_OPERAND),
            },
            Kind::Lexed(TokenKind::Number) => number(&token.text)?,
            Kind::Lexed(TokenKind::Identifier) => Value { bits: 0, is_unsigned: false },
            // Compilers decide the value of a character; the inputs do not need one.
            Kind::Lexed(TokenKind::Character) => return Err(Failure::Unclear),
            _ => return Err(NO_OPERAND),
        };
        self.depth -= 1;
        Ok(value)
    }
}

/// An operator with two operands, and how tightly it binds.
fn operator(token: &Token) -> Option<(Punct, usize)> {
    let Kind::Lexed(TokenKind::Punct(punct)) = token.kind else { return None };
    let level = match punct {
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
    };
    Some((punct, level))
}

fn apply(punct: Punct, left: Value, right: Value) -> Result<Value, Failure> {
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let (a, b) = (left.bits, right.bits);
    let (c, d) = (a.cast_unsigned(), b.cast_unsigned());
    let less = if is_unsigned { c < d } else { a < b };
    let exact = |bits: Option<i64>| bits.ok_or(Failure::Unclear);
    let bits = match punct {
        Punct::Equal => return Ok(Value::of(a == b)),
        Punct::NotEqual => return Ok(Value::of(a != b)),
        Punct::Less => return Ok(Value::of(less)),
        Punct::GreaterEqual => return Ok(Value::of(!less)),
        Punct::Greater => return Ok(Value::of(!less && a != b)),
        Punct::LessEqual => return Ok(Value::of(less || a == b)),
        Punct::Pipe => a | b,
        Punct::Caret => a ^ b,
        Punct::Ampersand => a & b,
        Punct::ShiftLeft | Punct::ShiftRight => {
            let by = u32::try_from(b).ok().filter(|by| *by < 64 && a >= 0).ok_or(Failure::Unclear)?;
            let bits =
                if punct == Punct::ShiftRight { a >> by } else { exact(a.checked_mul(exact(1_i64.checked_shl(by))?))? };
            return Ok(Value { bits, is_unsigned: left.is_unsigned });
        }
        Punct::Slash | Punct::Percent if b == 0 => return Err(Failure::Refused("division by zero")),
        Punct::Slash if is_unsigned => (c / d).cast_signed(),
        Punct::Percent if is_unsigned => (c % d).cast_signed(),
        Punct::Plus if is_unsigned => a.wrapping_add(b),
        Punct::Minus if is_unsigned => a.wrapping_sub(b),
        Punct::Star if is_unsigned => a.wrapping_mul(b),
        Punct::Slash => exact(a.checked_div(b))?,
        Punct::Percent => exact(a.checked_rem(b))?,
        Punct::Plus => exact(a.checked_add(b))?,
        Punct::Minus => exact(a.checked_sub(b))?,
        _ => exact(a.checked_mul(b))?,
    };
    Ok(Value { bits, is_unsigned })
}

/// An integer constant.
fn number(text: &str) -> Result<Value, Failure> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if !matches!(&*suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return Err(Failure::Refused("a number with an unknown suffix"));
    }
    let lower = digits.to_ascii_lowercase();
    let (digits, radix) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ if lower.len() > 1 && lower.starts_with('0') => (&lower[1..], 8),
        _ => (&*lower, 10),
    };
    let value = u64::from_str_radix(digits, radix).map_err(|_| Failure::Refused("a number that is not an integer"))?;
    let has_sign = i64::try_from(value).is_ok();
    if !has_sign && radix == 10 && !suffix.contains('u') {
        return Err(Failure::Unclear);
    }
    Ok(Value { bits: value.cast_signed(), is_unsigned: suffix.contains('u') || !has_sign })
}
