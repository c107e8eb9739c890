//! The sizes in Kernel Tuner's JSON: numbers, or expressions over its tuning parameters, in Python's syntax.

/// How deep parentheses may be nested.
const DEEPEST: usize = 32;

/// The value of an expression, or why there is none.
pub(super) fn evaluate(text: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<i64, String> {
    let mut parser = Parser { rest: text.trim_start(), value, depth: 0 };
    let result = parser.sum()?;
    if parser.rest.is_empty() { Ok(result) } else { Err(format!("cannot understand `{}`", parser.rest)) }
}

struct Parser<'a> {
    rest: &'a str,
    value: &'a dyn Fn(&str) -> Option<i64>,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn takes(&mut self, symbol: &str) -> bool {
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// The longest beginning of what is left that consists of such letters.
    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !belongs(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    /// *sum*: *product* ((`+` | `-`) *product*)*
    fn sum(&mut self) -> Result<i64, String> {
        let mut left = self.product()?;
        loop {
            left = if self.takes("+") {
                left.checked_add(self.product()?)
            } else if self.takes("-") {
                left.checked_sub(self.product()?)
            } else {
                return Ok(left);
            }
            .ok_or_else(too_large)?;
        }
    }

    /// *product*: *unary* ((`*` | `//` | `/` | `%`) *unary*)*
    fn product(&mut self) -> Result<i64, String> {
        let mut left = self.unary()?;
        loop {
            if self.takes("**") {
                return Err("`**` is not supported".to_owned());
            }
            if self.takes("*") {
                left = left.checked_mul(self.unary()?).ok_or_else(too_large)?;
                continue;
            }
            let (is_division, is_whole) = if self.takes("//") {
                (true, true)
            } else if self.takes("/") {
                (true, false)
            } else if self.takes("%") {
                (false, true)
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            if right <= 0 || left < 0 {
                return Err("only positive numbers can be divided".to_owned());
            }
            if !is_whole && left % right != 0 {
                return Err(format!("{left} / {right} is not an integer"));
            }
            left = if is_division { left / right } else { left % right };
        }
    }

    /// *unary*: `-` *unary* | *integer* | *name* | `(` *sum* `)`
    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        let result = if self.takes("-") {
            self.unary()?.checked_neg().ok_or_else(too_large)?
        } else if self.takes("(") {
            let result = self.sum()?;
            if !self.takes(")") {
                return Err("a `)` is missing".to_owned());
            }
            result
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(result)
    }

    fn primary(&mut self) -> Result<i64, String> {
        let digits = self.word(|letter| letter.is_ascii_digit());
        if !digits.is_empty() {
            return digits.parse().map_err(|_| too_large());
        }
        let name = self.word(|letter| letter.is_alphanumeric() || letter == '_');
        match name {
            "" if self.rest.is_empty() => Err("it ends too early".to_owned()),
            "" => Err(format!("cannot understand `{}`", self.rest)),
            _ if self.rest.starts_with(['(', '[']) => Err(format!("`{name}{}` is not supported", &self.rest[..1])),
            _ => (self.value)(name)
                .ok_or_else(|| format!("`{name}` has no value: pass -D{name}=VALUE, or give the parameter a default")),
        }
    }
}

fn too_large() -> String {
    "a number is too large".to_owned()
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
