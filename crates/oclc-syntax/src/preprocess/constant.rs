//! Integer constants with their types and their facts.
//!
//! A constant is never a bare number here. It has the type that C gives it, since `uint i >= 0` and `int i >= 0` are
//! different loops; and it has its [`Facts`]: the macros that it depends on and that the final compile may define
//! differently. Every operation keeps the facts, so that the user of a value sees whether it may be written into the
//! output (no facts) or may only decide how many copies are written (some).
//!
//! The arithmetic is that of C99 6.3.1.8 and 6.5 with OpenCL C's widths (`int` 32 bits, `long` 64, two's complement)
//! and its shifts, whose count is taken modulo the width (OpenCL C 6.3j). Values are kept as `i128`, in which every
//! 64-bit value of either sign is exact.

/// A scalar integer type of OpenCL C (6.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntegerType {
    /// Width in bits: 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether it has a sign.
    pub signed: bool,
    /// `size_t`: unsigned, and 32 or 64 bits wide as the device's addresses are. `bits` is 64.
    pub is_size: bool,
}

impl IntegerType {
    /// `int`
    pub const INT: Self = Self::signed(32);
    /// `uint`
    pub const UINT: Self = Self::unsigned(32);
    /// `long`
    pub const LONG: Self = Self::signed(64);
    /// `ulong`
    pub const ULONG: Self = Self::unsigned(64);
    /// `size_t`
    pub const SIZE: Self = Self { bits: 64, signed: false, is_size: true };

    /// The signed type of that width.
    #[must_use]
    pub const fn signed(bits: u32) -> Self {
        Self { bits, signed: true, is_size: false }
    }

    /// The unsigned type of that width.
    #[must_use]
    pub const fn unsigned(bits: u32) -> Self {
        Self { bits, signed: false, is_size: false }
    }

    /// The smallest value.
    #[must_use]
    pub const fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The largest value; of `size_t` the largest that every device has.
    #[must_use]
    pub const fn max(self) -> i128 {
        let bits = if self.is_size { 32 } else { self.bits };
        if self.signed { (1 << (bits - 1)) - 1 } else { (1 << bits) - 1 }
    }

    /// Whether the type has that value.
    #[must_use]
    pub const fn holds(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// The value that a conversion to this type gives (C99 6.3.1.3, two's complement).
    #[must_use]
    pub const fn wrap(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits) - 1);
        if self.signed && low >> (self.bits - 1) != 0 { low - (1 << self.bits) } else { low }
    }

    /// The type after the integer promotions (C99 6.3.1.1p2).
    #[must_use]
    pub const fn promoted(self) -> Self {
        if self.bits < 32 { Self::INT } else { self }
    }

    /// The common type of the usual arithmetic conversions (C99 6.3.1.8); `None` if it differs between devices, which
    /// is where `size_t` meets `long`.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Self> {
        let (a, b) = (self.promoted(), other.promoted());
        match (a.is_size, b.is_size) {
            (true, true) => return Some(a),
            (true, false) | (false, true) => {
                let plain = if a.is_size { b } else { a };
                return match (plain.bits, plain.signed) {
                    (32, _) => Some(Self::SIZE),
                    (_, false) => Some(Self::ULONG),
                    _ => None,
                };
            }
            (false, false) => {}
        }
        Some(match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => Self { is_size: false, signed: a.signed && b.signed, ..a },
        })
    }

    /// The type's name in OpenCL C.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.is_size, self.bits, self.signed) {
            (true, ..) => "size_t",
            (_, 8, true) => "char",
            (_, 8, false) => "uchar",
            (_, 16, true) => "short",
            (_, 16, false) => "ushort",
            (_, 32, true) => "int",
            (_, 32, false) => "uint",
            (_, _, true) => "long",
            (_, _, false) => "ulong",
        }
    }
}

/// The facts that a value depends on: the host's macros, each once, and whether compilers agree on its type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    hosts: Vec<String>,
    type_differs: bool,
}

impl Facts {
    /// The fact of resting on that macro.
    #[must_use]
    pub fn host(name: &str) -> Self {
        Self { hosts: vec![name.to_owned()], type_differs: false }
    }

    /// The fact of being an `int` to some compilers and a `size_t` to others, as `vec_step` is.
    #[must_use]
    pub fn of_differing_type() -> Self {
        Self { hosts: Vec::new(), type_differs: true }
    }

    /// Whether compilers give the value different types. It is then one that all of them have.
    #[must_use]
    pub fn type_differs(&self) -> bool {
        self.type_differs
    }

    /// Whether nothing outside the source can change the value.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.hosts.is_empty()
    }

    /// The macros, in the order in which they were met.
    #[must_use]
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// The facts of a value made of two.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        for host in &other.hosts {
            if !self.hosts.contains(host) {
                self.hosts.push(host.clone());
            }
        }
        self.type_differs |= other.type_differs;
        self
    }
}

/// A constant: value, type and facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The value, always one that `kind` has.
    pub value: i128,
    /// The type.
    pub kind: IntegerType,
    /// The facts that the value depends on.
    pub facts: Facts,
}

/// A binary operation on integers (C99 6.5.5 to 6.5.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
}

impl Constant {
    /// A constant that nothing outside the source can change.
    #[must_use]
    pub fn new(value: i128, kind: IntegerType) -> Self {
        Self { value, kind, facts: Facts::default() }
    }

    /// The result of a comparison or a logical operation.
    #[must_use]
    pub fn truth(value: bool, facts: Facts) -> Self {
        Self { value: i128::from(value), kind: IntegerType::INT, facts }
    }

    /// Whether devices or compilers differ in the width of its type, so that results computed from it may differ too.
    #[must_use]
    pub fn differs_in_width(&self) -> bool {
        self.kind.is_size || self.facts.type_differs
    }

    /// The value converted to a type.
    #[must_use]
    pub fn converted(self, kind: IntegerType) -> Self {
        Self { value: kind.wrap(self.value), kind, facts: self.facts }
    }

    /// The value converted to a type that the source names, which makes its type certain; `None` if the result
    /// depends on the width of `size_t`.
    #[must_use]
    pub fn settled(self, kind: IntegerType) -> Option<Self> {
        let facts = Facts { type_differs: false, ..self.facts };
        let value = kind.wrap(self.value);
        kind.holds(value).then_some(Self { value, kind, facts })
    }

    /// The value after the integer promotions.
    #[must_use]
    pub fn promoted(self) -> Self {
        let kind = self.kind.promoted();
        self.converted(kind)
    }

    /// `self operation other`; `None` if C defines no constant: division by zero, signed overflow, or a common type
    /// or a result that depends on the width of `size_t`, or on a type on which compilers differ.
    #[must_use]
    pub fn apply(self, operation: Operation, other: &Self) -> Option<Self> {
        // All types give the same result for values that both `int` and `size_t` can hold.
        let differs = self.facts.type_differs || other.facts.type_differs;
        let is_alike = |value: i128| !differs || (0..=i128::from(i32::MAX)).contains(&value);
        if !is_alike(self.value) || !is_alike(other.value) {
            return None;
        }
        self.computed(operation, other).filter(|result| is_alike(result.value))
    }

    fn computed(self, operation: Operation, other: &Self) -> Option<Self> {
        use Operation as Op;
        let facts = self.facts.with(&other.facts);
        if matches!(operation, Op::ShiftLeft | Op::ShiftRight) {
            let kind = self.kind.promoted();
            let count = (other.value & i128::from(kind.bits - 1)) as u32;
            // A narrower `size_t` takes the count modulo 32.
            if kind.is_size && count >= 32 {
                return None;
            }
            let value = match operation {
                Op::ShiftLeft => kind.wrap(self.value << count),
                _ => self.value >> count,
            };
            return kind.holds(value).then_some(Self { value, kind, facts });
        }
        let kind = self.kind.common(other.kind)?;
        let (a, b) = (kind.wrap(self.value), kind.wrap(other.value));
        if kind.is_size && !(kind.holds(a) && kind.holds(b)) {
            return None;
        }
        let exact = match operation {
            Op::Less => return Some(Self::truth(a < b, facts)),
            Op::Greater => return Some(Self::truth(a > b, facts)),
            Op::LessEqual => return Some(Self::truth(a <= b, facts)),
            Op::GreaterEqual => return Some(Self::truth(a >= b, facts)),
            Op::Equal => return Some(Self::truth(a == b, facts)),
            Op::NotEqual => return Some(Self::truth(a != b, facts)),
            Op::Multiply => a.checked_mul(b)?,
            Op::Divide => a.checked_div(b)?,
            Op::Remainder => a.checked_rem(b)?,
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::And => a & b,
            Op::Xor => a ^ b,
            Op::Or | Op::ShiftLeft | Op::ShiftRight => a | b,
        };
        let value = if kind.signed || kind.is_size { exact } else { kind.wrap(exact) };
        kind.holds(value).then_some(Self { value, kind, facts })
    }

    /// `-self`; `None` on overflow.
    #[must_use]
    pub fn negated(self) -> Option<Self> {
        Self::new(0, IntegerType::INT).apply(Operation::Subtract, &self)
    }

    /// `~self`
    #[must_use]
    pub fn complement(self) -> Option<Self> {
        let this = self.promoted();
        let value = this.kind.wrap(!this.value);
        this.kind.holds(value).then_some(Self { value, ..this })
    }
}

/// Reads an integer constant (C99 6.4.4.1, and GNU's binary ones); `None` for anything else.
#[must_use]
pub fn parse_integer(text: &str) -> Option<Constant> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let (unsigned, longs) = match &lower[digits.len()..] {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x', rest @ ..] if !rest.is_empty() => (16, &digits[2..]),
        [b'0', b'b', rest @ ..] if !rest.is_empty() => (2, &digits[2..]),
        [b'0', rest @ ..] if !rest.is_empty() => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i128::from(u64::from_str_radix(digits, radix).ok()?);
    [IntegerType::INT, IntegerType::UINT, IntegerType::LONG, IntegerType::ULONG]
        .into_iter()
        .filter(|kind| !unsigned || !kind.signed)
        .filter(|kind| longs == 0 || kind.bits == 64)
        // An unsuffixed decimal constant never becomes unsigned.
        .filter(|kind| unsigned || radix != 10 || kind.signed)
        .find(|kind| kind.holds(value))
        .map(|kind| Constant::new(value, kind))
}

/// Reads a character constant of one character (C99 6.4.4.4), which has type `int`.
#[must_use]
pub fn parse_character(text: &str) -> Option<Constant> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let byte = match inner.as_bytes() {
        [byte] if *byte != b'\\' => *byte,
        [b'\\', escape] => match escape {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'0'..=b'7' => escape - b'0',
            b'\\' | b'\'' | b'"' | b'?' => *escape,
            _ => return None,
        },
        [b'\\', b'x', digits @ ..] => u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?,
        [b'\\', digits @ ..] => u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok()?,
        _ => return None,
    };
    // `char` has a sign in OpenCL C (6.1.1).
    Some(Constant::new(IntegerType::signed(8).wrap(i128::from(byte)), IntegerType::INT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i128) -> Constant {
        Constant::new(value, IntegerType::INT)
    }

    #[test]
    fn constants_take_the_first_type_that_holds_them() {
        let kind = |text| parse_integer(text).map(|known| known.kind);
        assert_eq!(kind("2147483647"), Some(IntegerType::INT));
        assert_eq!(kind("2147483648"), Some(IntegerType::LONG));
        assert_eq!(kind("0x80000000"), Some(IntegerType::UINT));
        assert_eq!(kind("1ul"), Some(IntegerType::ULONG));
        assert_eq!(kind("08"), None);
        assert_eq!(kind("1.5"), None);
        assert_eq!(parse_integer("010").map(|known| known.value), Some(8));
    }

    #[test]
    fn characters_are_signed_ints() {
        let value = |text| parse_character(text).map(|known| known.value);
        assert_eq!(
            (value("'A'"), value(r"'\n'"), value(r"'\xff'"), value(r"'\101'")),
            (Some(65), Some(10), Some(-1), Some(65))
        );
        assert_eq!(value("'ab'"), None);
    }

    #[test]
    fn operations_convert_as_c_does() {
        let uint = |value| Constant::new(value, IntegerType::UINT);
        let minus_one = int(-1).apply(Operation::Less, &uint(1));
        assert_eq!(minus_one.map(|known| known.value), Some(0), "-1 converts to UINT_MAX");
        assert_eq!(uint(0).apply(Operation::Subtract, &int(1)).map(|known| known.value), Some(0xffff_ffff));
        assert_eq!(int(1).apply(Operation::ShiftLeft, &int(33)).map(|known| known.value), Some(2));
    }

    #[test]
    fn what_c_leaves_undefined_is_no_constant() {
        assert_eq!(int(1).apply(Operation::Divide, &int(0)), None);
        assert_eq!(int(i128::from(i32::MAX)).apply(Operation::Add, &int(1)), None);
        assert_eq!(int(i128::from(i32::MIN)).negated(), None);
        let size = || Constant::new(4, IntegerType::SIZE);
        assert_eq!(size().apply(Operation::Subtract, &int(8)), None, "wraps at an unknown width");
        assert_eq!(size().apply(Operation::ShiftRight, &int(32)), None, "4 where `size_t` has 32 bits");
        assert_eq!(Constant::new(-1, IntegerType::INT).settled(IntegerType::SIZE), None);
    }

    #[test]
    fn where_compilers_differ_in_a_type_only_what_all_compute_alike_is_known() {
        let four = || Constant { facts: Facts::of_differing_type(), ..Constant::new(4, IntegerType::SIZE) };
        let value = |operation, other| four().apply(operation, &int(other)).map(|known| known.value);
        assert_eq!((value(Operation::Multiply, 3), value(Operation::Less, 5)), (Some(12), Some(1)));
        for (operation, other) in [
            (Operation::Less, -1),
            (Operation::Subtract, 5),
            (Operation::ShiftLeft, 29),
            (Operation::Multiply, 1 << 29),
        ] {
            assert_eq!(value(operation, other), None, "{operation:?} {other}");
        }
        let settled = four().settled(IntegerType::INT).and_then(|known| known.apply(Operation::Subtract, &int(5)));
        assert_eq!(settled, Some(int(-1)));
    }

    #[test]
    fn facts_travel() {
        let mut hosted = int(16);
        hosted.facts = Facts::host("N");
        let sum = hosted.apply(Operation::Add, &int(1)).map(|known| known.facts);
        assert_eq!(sum, Some(Facts::host("N")));
    }
}
