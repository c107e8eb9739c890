//! Sizes in descriptions: numbers, or expressions in Python's syntax, over the tuning parameters of Kernel Tuner's JSON or over macros.

/// The deepest nesting of parentheses.
const DEEPEST: usize = 32;

/// An operator with its precedence.
type Operator = (&'static str, usize, fn(i64, i64) -> Option<i64>);

/// An operator comes before its own prefixes.
const OPERATORS: [Operator; 6] = [
    ("+", 1, i64::checked_add),
    ("-", 1, i64::checked_sub),
    ("*", 2, i64::checked_mul),
    ("//", 2, |left, right| (right > 0).then(|| left.div_euclid(right))),
    ("/", 2, |left, right| (right > 0 && left % right == 0).then(|| left / right)),
    ("%", 2, |left, right| (right > 0).then(|| left.rem_euclid(right))),
];

/// The value of an expression, or the reason why it has none.
pub(super) fn evaluate(text: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<i64, String> {
    let mut parser = Parser { rest: text.trim_start(), value };
    let result = parser.operation(1, 0)?;
    if parser.rest.is_empty() { Ok(result) } else { Err(format!("cannot understand `{}`", parser.rest)) }
}

struct Parser<'a> {
    rest: &'a str,
    value: &'a dyn Fn(&str) -> Option<i64>,
}

impl<'a> Parser<'a> {
    /// Takes the first `length` bytes, and skips blanks after them.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest.trim_start();
        taken
    }

    /// Operands, with operators of at least this precedence between them.
    fn operation(&mut self, least: usize, depth: usize) -> Result<i64, String> {
        let mut left = self.operand(depth)?;
        loop {
            let operator = OPERATORS.iter().find(|(symbol, ..)| self.rest.starts_with(symbol));
            let Some((symbol, precedence, apply)) = operator.filter(|(_, precedence, _)| *precedence >= least) else {
                return Ok(left);
            };
            self.take(symbol.len());
            let right = self.operation(precedence + 1, depth)?;
            left = apply(left, right).ok_or_else(|| format!("`{left} {symbol} {right}` is not a 64-bit integer"))?;
        }
    }

    /// `-` *operand*, a number, a name, or an expression in parentheses.
    fn operand(&mut self, depth: usize) -> Result<i64, String> {
        if depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        if self.rest.starts_with('-') {
            self.take(1);
            return self.operand(depth + 1)?.checked_neg().ok_or_else(|| "a number is too large".to_owned());
        }
        if self.rest.starts_with('(') {
            self.take(1);
            let result = self.operation(1, depth + 1)?;
            return if self.rest.starts_with(')') {
                self.take(1);
                Ok(result)
            } else {
                Err("a `)` is missing".to_owned())
            };
        }
        let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
        match self.take(self.rest.find(is_end).unwrap_or(self.rest.len())) {
            "" => Err(format!("cannot understand `{}`", self.rest)),
            name if self.rest.starts_with(['(', '[']) => Err(format!("`{name}{}` is not supported", &self.rest[..1])),
            number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                number.parse().map_err(|_| format!("`{number}` is not a 64-bit integer"))
            }
            name => (self.value)(name)
                .ok_or_else(|| format!("`{name}` has no value: pass -D{name}=VALUE, or give the parameter a default")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_those_of_python() {
        let value = |name: &str| match name {
            "block_size_x" => Some(32),
            "tile" => Some(2),
            _ => None,
        };
        for (text, expected) in [
            ("1", Some(1)),
            (" (262144 // block_size_x) // tile ", Some(4096)),
            ("1 + 2 * 3 - -4", Some(11)),
            ("(7 % 4) * tile", Some(6)),
            ("64 / tile", Some(32)),
            ("63 / tile", None),
            ("7 // 0", None),
            ("other", None),
            ("max(tile)", None),
            ("ProblemSize[0]", None),
            ("2 ** 3", None),
            ("(1", None),
            ("1 2", None),
            ("", None),
            ("9223372036854775807 + 1", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(evaluate(text, &value).ok(), expected, "{text}");
        }
        assert!(evaluate(&"(".repeat(100_000), &value).is_err());
        assert!(evaluate(&"-".repeat(100_000), &value).is_err());
    }
}
