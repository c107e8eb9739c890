//! The grammar of integer expressions from which all random programs draw subscripts, bounds, arguments and values.
//!
//! Each expression knows its type and the values that it may have. So the grammar has all types, conversions, shifts, overloaded
//! functions and `sizeof`, and makes no signed overflow and no subscript outside of its array. An expression that would overflow
//! is drawn again.

use super::dice::Dice;
use super::integer::Integer;

/// The precedence of an expression's operators in C, from a name down to a conditional expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tight {
    /// `x ? y : z`
    Conditional,
    /// `x ^ y`
    Xor,
    /// `x & y`
    And,
    /// `x == y`
    Equality,
    /// `x < y`
    Comparison,
    /// `x << y`
    Shift,
    /// `x + y`
    Sum,
    /// `x * y`
    Product,
    /// `-x`, `(int)x`
    Unary,
    /// `x`, `x[y]`, `f(x)`
    Primary,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its text.
    pub text: String,
    /// Its type.
    pub kind: Integer,
    /// The least and the greatest value that it may have.
    pub low: i128,
    pub high: i128,
    /// The operators that it consists of.
    pub tight: Tight,
}

impl Expression {
    /// A name or another primary expression.
    pub fn name(text: impl Into<String>, kind: Integer, (low, high): (i128, i128)) -> Self {
        Self { text: text.into(), kind, low, high, tight: Tight::Primary }
    }

    /// A primary expression with an unknown value.
    pub fn unknown(text: impl Into<String>, kind: Integer) -> Self {
        Self::name(text, kind, (kind.min(), kind.max()))
    }

    /// A literal of its own type.
    pub fn literal(value: i128, kind: Integer) -> Self {
        let tight = if value < 0 { Tight::Unary } else { Tight::Primary };
        let text = match kind.bits {
            8 | 16 => return Self::literal(value, Integer::INT).cast(kind),
            _ => format!("{value}{}", kind.suffix()),
        };
        Self { text, kind, low: value, high: value, tight }
    }

    /// The text as an operand of something that binds so tightly.
    pub fn within(&self, tight: Tight) -> String {
        if self.tight < tight { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Converted to a type.
    pub fn cast(&self, kind: Integer) -> Self {
        let holds = kind.holds(self.low) && kind.holds(self.high);
        let (low, high) = if holds { (self.low, self.high) } else { (kind.min(), kind.max()) };
        let text = format!("({}){}", kind.name(), self.within(Tight::Unary));
        Self { text, kind, low, high, tight: Tight::Unary }
    }

    /// The result of an operation in a type; `None` if a signed type would overflow.
    fn made(text: String, kind: Integer, (low, high): (i128, i128), tight: Tight) -> Option<Self> {
        if kind.holds(low) && kind.holds(high) {
            return Some(Self { text, kind, low, high, tight });
        }
        (!kind.signed).then(|| Self { text, kind, low: 0, high: kind.max(), tight })
    }

    /// The values in a type to which they are converted without a text.
    fn range_in(&self, kind: Integer) -> (i128, i128) {
        let holds = kind.holds(self.low) && kind.holds(self.high);
        if holds { (self.low, self.high) } else { (kind.min(), kind.max()) }
    }

    /// `self + other`, `self - other` or `self * other`.
    pub fn arithmetic(&self, sign: char, other: &Self) -> Option<Self> {
        let kind = self.kind.common(other.kind);
        let ((a, b), (c, d)) = (self.range_in(kind), other.range_in(kind));
        let (range, tight) = match sign {
            '+' => ((a + c, b + d), Tight::Sum),
            '-' => ((a - d, b - c), Tight::Sum),
            _ => {
                let products = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.checked_mul(y));
                let [Some(first), Some(second), Some(third), Some(fourth)] = products else { return None };
                let all = [first, second, third, fourth];
                ((*all.iter().min()?, *all.iter().max()?), Tight::Product)
            }
        };
        let right = if sign == '-' { Tight::Product } else { tight };
        Self::made(format!("{} {sign} {}", self.within(tight), other.within(right)), kind, range, tight)
    }

    /// `self & mask`, for a mask that is one less than a power of two.
    pub fn masked(&self, mask: i128) -> Self {
        let text = format!("{} & {mask}", self.within(Tight::Equality));
        let kind = self.kind.common(Integer::INT);
        let is_small = 0 <= self.low && self.high <= mask;
        let (low, high) = if is_small { (self.low, self.high) } else { (0, mask) };
        Self { text, kind, low, high, tight: Tight::And }
    }

    /// The expression where its values are in the range, and masked where they may not.
    pub fn fitting(self, low: i128, high: i128) -> Self {
        if low <= self.low && self.high <= high {
            return self;
        }
        let mask = (0..63).map(|bits| (1 << bits) - 1).take_while(|&mask| mask <= high).last().unwrap_or(0);
        self.masked(mask)
    }

    /// In parentheses.
    pub fn parenthesised(&self) -> Self {
        Self { text: format!("({})", self.text), tight: Tight::Primary, ..self.clone() }
    }
}

/// The macros that take arguments: name, parameters and replacement. Each name ends in the program's number.
pub const MACROS: [(&str, &str, &str); 6] = [
    ("SAME", "(x)", "x"),
    ("PAREN", "(x)", "(x)"),
    ("PLUS", "(x, y)", "((x) + (y))"),
    ("MIDDLE", "(x)", "(0 + (x))"),
    ("ELEMENT", "(p, i)", "p[i]"),
    ("LOAD", "(p, i)", "((p)[i])"),
];

/// Draws expressions.
pub struct Grammar<'g, 'd> {
    /// The random decisions.
    pub dice: &'g mut Dice<'d>,
    /// The names and other operands that may be used.
    pub leaves: &'g [Expression],
    /// The number of the program, part of the names of its macros.
    pub number: u64,
}

impl Grammar<'_, '_> {
    /// An expression of at most that depth.
    pub fn draw(&mut self, depth: usize) -> Expression {
        for _ in 0..8 {
            if let Some(drawn) = self.attempt(depth) {
                return if self.dice.chance(10) { drawn.parenthesised() } else { drawn };
            }
        }
        self.leaf()
    }

    fn leaf(&mut self) -> Expression {
        if !self.leaves.is_empty() && self.dice.chance(80) {
            let leaf = self.dice.pick(self.leaves);
            return if self.dice.chance(12) { leaf.parenthesised() } else { leaf };
        }
        self.number_in(9)
    }

    /// A literal of any type.
    fn number_in(&mut self, most: i64) -> Expression {
        let kind = if self.dice.chance(60) { Integer::INT } else { self.dice.pick(&Integer::ALL) };
        let value = i128::from(self.dice.within(0, most));
        Expression::literal(value, kind)
    }

    fn attempt(&mut self, depth: usize) -> Option<Expression> {
        if depth == 0 {
            return Some(self.leaf());
        }
        match self.dice.below(22) {
            0..6 => {
                let (left, right) = (self.draw(depth - 1), self.draw(depth - 1));
                let sign = self.dice.pick(&['+', '+', '+', '-']);
                left.arithmetic(sign, &right)
            }
            6 | 7 => {
                let (value, by) = (self.draw(depth - 1), self.number_in(9));
                if self.dice.chance(50) { value.arithmetic('*', &by) } else { by.arithmetic('*', &value) }
            }
            8 => self.shifted(depth),
            9 => {
                let kind = self.dice.pick(&Integer::ALL);
                Some(self.draw(depth - 1).cast(kind))
            }
            10 => {
                let mask = self.dice.pick(&[1, 3, 7, 15, 63]);
                Some(self.draw(depth - 1).masked(mask))
            }
            11 => self.divided(depth),
            12 => Some(self.comparison(depth)),
            13 => Some(self.conditional(depth)),
            14 => {
                let value = self.draw(depth - 1);
                let (kind, text) = (value.kind.promoted(), format!("-{}", value.within(Tight::Primary)));
                let (low, high) = value.range_in(kind);
                Expression::made(text, kind, (-high, -low), Tight::Unary)
            }
            15 => {
                let (left, right) = (self.draw(depth - 1), self.draw(depth - 1));
                let kind = left.kind.common(right.kind);
                let text = format!("{} ^ {}", left.within(Tight::Xor), right.within(Tight::And));
                Some(Expression { text, kind, low: kind.min(), high: kind.max(), tight: Tight::Xor })
            }
            16 => {
                let value = self.draw(depth - 1);
                let size = i128::from(value.kind.bits / 8);
                Some(Expression::name(format!("sizeof({})", value.text), Integer::ULONG, (size, size)))
            }
            17 => self.in_a_macro(depth),
            _ => Some(self.function(depth)),
        }
    }

    fn shifted(&mut self, depth: usize) -> Option<Expression> {
        let value = self.draw(depth - 1);
        let kind = value.kind.promoted();
        let (low, high) = value.range_in(kind);
        if self.dice.chance(50) {
            let by = self.dice.pick(&[1, 2, 4, i64::from(kind.bits) - 4]);
            let text = format!("{} >> {by}", value.within(Tight::Shift));
            return Some(Expression { text, kind, low: low >> by, high: high >> by, tight: Tight::Shift });
        }
        let by = self.dice.within(1, 4);
        (low >= 0).then_some(())?;
        let text = format!("{} << {by}", value.within(Tight::Shift));
        Expression::made(text, kind, (low << by, high << by), Tight::Shift)
    }

    fn divided(&mut self, depth: usize) -> Option<Expression> {
        let (value, by) = (self.draw(depth - 1), self.dice.within(2, 9));
        let divisor = Expression::literal(i128::from(by), self.dice.pick(&[value.kind.promoted(), Integer::INT]));
        let kind = value.kind.common(divisor.kind);
        let (low, high) = value.range_in(kind);
        let by = i128::from(by);
        let sign = self.dice.pick(&['/', '%']);
        let range = match sign {
            '/' => (low / by, high / by),
            _ => (if low < 0 { 1 - by } else { 0 }, by - 1),
        };
        let text = format!("{} {sign} {}", value.within(Tight::Product), divisor.within(Tight::Unary));
        Expression::made(text, kind, range, Tight::Product)
    }

    fn comparison(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.draw(depth - 1), self.draw(depth - 1));
        let (sign, tight) = self.dice.pick(&[
            ("<", Tight::Comparison),
            (">", Tight::Comparison),
            ("<=", Tight::Comparison),
            (">=", Tight::Comparison),
            ("==", Tight::Equality),
            ("!=", Tight::Equality),
        ]);
        let text = format!("{} {sign} {}", left.within(Tight::Shift), right.within(Tight::Shift));
        Expression { text, kind: Integer::INT, low: 0, high: 1, tight }
    }

    fn conditional(&mut self, depth: usize) -> Expression {
        let asked = self.comparison(depth);
        let (then, other) = (self.draw(depth - 1), self.draw(depth - 1));
        let kind = then.kind.common(other.kind);
        let ((a, b), (c, d)) = (then.range_in(kind), other.range_in(kind));
        let text = format!(
            "{} ? {} : {}",
            asked.within(Tight::Xor),
            then.within(Tight::Xor),
            other.within(Tight::Conditional)
        );
        Expression { text, kind, low: a.min(c), high: b.max(d), tight: Tight::Conditional }
    }

    fn in_a_macro(&mut self, depth: usize) -> Option<Expression> {
        let (value, n) = (self.draw(depth - 1), self.number);
        match self.dice.below(4) {
            // Without parentheses in its replacement, a macro returns its argument.
            0 => Some(Expression {
                text: format!("SAME{n}({})", value.within(Tight::Unary)),
                tight: Tight::Unary,
                ..value
            }),
            1 => Some(Expression { text: format!("PAREN{n}({})", value.text), tight: Tight::Primary, ..value }),
            2 => {
                let sum = Expression::literal(0, Integer::INT).arithmetic('+', &value.parenthesised())?;
                Some(Expression { text: format!("MIDDLE{n}({})", value.text), tight: Tight::Primary, ..sum })
            }
            _ => {
                let other = self.draw(depth - 1);
                let sum = value.arithmetic('+', &other)?;
                let text = format!("PLUS{n}({}, {})", value.text, other.text);
                Some(Expression { text, tight: Tight::Primary, ..sum })
            }
        }
    }

    /// An overloaded function: the type of the argument selects it.
    pub fn function(&mut self, depth: usize) -> Expression {
        let value = self.draw(depth - 1);
        let (kind, low, high) = (value.kind, value.low, value.high);
        let unsigned = Integer { signed: false, ..kind };
        let all = (unsigned.min(), unsigned.max());
        match self.dice.below(12) {
            0..3 => Expression::name(format!("clz({})", value.text), kind, (0, i128::from(kind.bits))),
            3 => Expression::name(format!("popcount({})", value.text), kind, (0, i128::from(kind.bits))),
            4 => {
                let most = low.abs().max(high.abs());
                Expression::name(format!("abs({})", value.text), unsigned, (0, most))
            }
            5 => {
                let by = Expression::literal(i128::from(self.dice.within(1, 7)), kind);
                Expression::unknown(format!("rotate({}, {})", value.text, by.text), kind)
            }
            6 => {
                let other = self.draw(depth - 1);
                let other = if other.kind == kind { other } else { other.cast(kind) };
                Expression::name(format!("abs_diff({}, {})", value.text, other.text), unsigned, all)
            }
            7 => {
                let [least, most] = [0, 9].map(|limit| Expression::literal(limit, kind).text);
                Expression::name(format!("clamp({}, {least}, {most})", value.text), kind, (0, 9))
            }
            drawn => {
                let other = if self.dice.chance(50) { self.number_in(9) } else { self.leaf() };
                let other = if other.kind == kind { other } else { other.cast(kind) };
                let (name, range) = match drawn {
                    8 | 9 => ("min", (low.min(other.low), high.min(other.high))),
                    10 => ("max", (low.max(other.low), high.max(other.high))),
                    _ => ("hadd", (kind.min(), kind.max())),
                };
                let (first, second) = if self.dice.chance(50) { (&value, &other) } else { (&other, &value) };
                Expression::name(format!("{name}({}, {})", first.text, second.text), kind, range)
            }
        }
    }
}
