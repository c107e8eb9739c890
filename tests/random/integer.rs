//! C's integer types, and the arithmetic of a loop header in them.

use super::program::{Comparison, Step};

/// An integer type of OpenCL C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    /// 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether it has negative values.
    pub signed: bool,
}

impl Integer {
    /// `int`
    pub const INT: Self = Self { bits: 32, signed: true };
    /// `uint`
    pub const UINT: Self = Self { bits: 32, signed: false };
    /// `long`
    pub const LONG: Self = Self { bits: 64, signed: true };
    /// `ulong`
    pub const ULONG: Self = Self { bits: 64, signed: false };
    /// `uchar`
    pub const UCHAR: Self = Self { bits: 8, signed: false };
    /// All types, first those of 32 bits.
    pub const ALL: [Self; 8] = [
        Self::INT,
        Self::UINT,
        Self::LONG,
        Self::ULONG,
        Self { bits: 8, signed: true },
        Self::UCHAR,
        Self { bits: 16, signed: true },
        Self { bits: 16, signed: false },
    ];

    /// Its name in OpenCL C.
    pub fn name(self) -> &'static str {
        match (self.bits, self.signed) {
            (8, true) => "char",
            (8, false) => "uchar",
            (16, true) => "short",
            (16, false) => "ushort",
            (32, true) => "int",
            (32, false) => "uint",
            (_, true) => "long",
            (_, false) => "ulong",
        }
    }

    /// The least value.
    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest value.
    pub fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// Whether a value is one of its own.
    pub fn holds(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The value that a conversion to this type gives.
    pub fn wrap(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits) - 1);
        if self.signed && low > self.max() { low - (1 << self.bits) } else { low }
    }

    /// The type in which C computes with it.
    pub fn promoted(self) -> Self {
        if self.bits < 32 { Self::INT } else { self }
    }

    /// The type in which C computes with both.
    pub fn common(self, other: Self) -> Self {
        let (left, right) = (self.promoted(), other.promoted());
        match left.bits.cmp(&right.bits) {
            std::cmp::Ordering::Less => right,
            std::cmp::Ordering::Greater => left,
            std::cmp::Ordering::Equal => Self { bits: left.bits, signed: left.signed && right.signed },
        }
    }

    /// The suffix of a number that is a constant of this type (C99 6.4.4.1p5), however small it is.
    pub fn suffix(self) -> &'static str {
        match (self.bits, self.signed) {
            (64, true) => "L",
            (64, false) => "UL",
            (32, false) => "u",
            _ => "",
        }
    }

    /// A value of this type as text: a literal, or an expression that needs no parentheses around it.
    pub fn literal(self, value: i128) -> String {
        let suffix = match (self.bits, self.signed) {
            _ if value.abs() <= i128::from(i32::MAX) => "",
            (64, true) => "L",
            (64, false) => "UL",
            _ => "u",
        };
        if self.signed && self.bits >= 32 && value == self.min() {
            return format!("(-{}{} - 1)", self.max(), if self.bits == 64 { "L" } else { "" });
        }
        format!("{value}{suffix}")
    }
}

/// The result of one comparison of two values of those types.
fn holds(comparison: Comparison, left: (i128, Integer), right: (i128, Integer)) -> bool {
    let common = left.1.common(right.1);
    let (left, right) = (common.wrap(left.0), common.wrap(right.0));
    match comparison {
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
        Comparison::NotEqual => left != right,
    }
}

/// The variable after one step; `None` if a signed type overflows. `amount` is the amount of a step by a variable.
fn stepped(step: &Step, kind: Integer, value: i128, amount: i128) -> Option<i128> {
    let promoted = kind.promoted();
    let (kind_of_step, result) = match step {
        Step::Increment { .. } => (promoted, value + 1),
        Step::Decrement { .. } => (promoted, value - 1),
        Step::Add { amount, kind: other, .. } => (kind.common(*other), value + i128::from(*amount)),
        Step::Variable { kind: other, is_minus, .. } => {
            (kind.common(*other), if *is_minus { value - amount } else { value + amount })
        }
        Step::Multiply(by) => (promoted, value * i128::from(*by)),
        Step::Divide(by) => (promoted, value / i128::from(*by)),
        Step::ShiftLeft(by) => (promoted, value << by),
        Step::ShiftRight(by) => (promoted, value >> by),
        Step::Double => (promoted, value + value),
    };
    let is_defined = !kind_of_step.signed || kind_of_step.holds(result);
    is_defined.then(|| kind.wrap(kind_of_step.wrap(result)))
}

/// The values of a header: its numbers, and their types.
pub struct Walk<'a> {
    /// The variable's type.
    pub kind: Integer,
    /// Where it begins.
    pub start: i128,
    /// The test.
    pub comparison: Comparison,
    /// The other side of the test.
    pub bound: i128,
    /// The type of that.
    pub bound_kind: Integer,
    /// The step.
    pub step: &'a Step,
    /// The amount of a step by a variable.
    pub amount: i128,
    /// Whether the first iteration comes before the first test.
    pub is_tested_behind: bool,
}

/// Where a walk went.
pub struct Path {
    /// The variable in each iteration.
    pub values: Vec<i128>,
    /// Whether it wrapped around on its way.
    pub wraps: bool,
}

impl Walk<'_> {
    /// Goes through the loop; `None` if it runs more than `limit` times or a signed type overflows.
    pub fn path(&self, limit: usize) -> Option<Path> {
        let mut path = Path { values: Vec::new(), wraps: false };
        let mut value = self.kind.wrap(self.start);
        let runs = |value| holds(self.comparison, (value, self.kind), (self.bound, self.bound_kind));
        let mut is_tested = !self.is_tested_behind;
        while !is_tested || runs(value) {
            is_tested = true;
            if path.values.len() == limit {
                return None;
            }
            path.values.push(value);
            let next = stepped(self.step, self.kind, value, self.amount)?;
            let distance = next.abs_diff(value);
            path.wraps |= self.kind.bits > 1 && distance > 1 << (self.kind.bits - 1);
            value = next;
        }
        Some(path)
    }
}

#[test]
fn headers_run_as_in_c() {
    let step = Step::Increment { is_prefix: false };
    let uchar = Walk {
        kind: Integer::UCHAR,
        start: 250,
        comparison: Comparison::GreaterEqual,
        bound: 250,
        bound_kind: Integer::INT,
        step: &step,
        amount: 0,
        is_tested_behind: false,
    };
    let path = uchar.path(10).expect("it ends");
    assert_eq!((path.values, path.wraps), (vec![250, 251, 252, 253, 254, 255], true));
    let endless = Walk { bound: 0, ..uchar };
    assert!(endless.path(1000).is_none());
    let overflows = Walk { kind: Integer::INT, start: i128::from(i32::MAX) - 2, ..endless };
    assert!(overflows.path(1000).is_none());
}
