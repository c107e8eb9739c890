//! Numbers that are written in the place of a name, or of what computes them.
//!
//! What is around a name may depend on its type: with a `long`, `clz(i)` is another function; with a `uint`, `(i - 5) / 2` is
//! computed modulo 2^32. So a number that takes the place of a name has exactly the type of the name ([`typed`]). Where only the
//! value counts, the shorter text of [`literal`] is enough: in an initialiser, in an assignment, in a comparison with an operand
//! that has the type, under a cast, and alone in the brackets of a subscript.

use oclc_syntax::preprocess::IntegerType;

/// A constant expression that has a value; its type may be another one that holds it.
#[must_use]
pub(super) fn literal(value: i128, kind: IntegerType) -> String {
    let suffix = match (kind.bits, kind.signed) {
        _ if value.abs() <= i128::from(i32::MAX) => "",
        (64, true) => "L",
        (64, false) => "UL",
        _ => "u",
    };
    if kind.signed && value == kind.min() && kind.bits >= 32 {
        return format!("(-{}{suffix} - 1)", kind.max(), suffix = if kind.bits == 64 { "L" } else { "" });
    }
    format!("{value}{suffix}")
}

/// A constant expression that has a value and exactly that type.
#[must_use]
pub(super) fn typed(value: i128, kind: IntegerType) -> String {
    let suffix = match (kind.is_size, kind.bits, kind.signed) {
        (false, 32, true) => "",
        (false, 32, false) => "u",
        (false, 64, true) => "L",
        (false, 64, false) => "UL",
        _ => return format!("({}){}", kind.name(), operand(literal(value, kind))),
    };
    let text = literal(value, kind);
    if text.ends_with([')', 'u', 'L']) { text } else { format!("{text}{suffix}") }
}

/// A number of which no operator takes a part.
#[must_use]
pub(super) fn operand(number: String) -> String {
    if number.starts_with('-') { format!("({number})") } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntegerType = IntegerType::INT;
    const UINT: IntegerType = IntegerType::UINT;
    const LONG: IntegerType = IntegerType::LONG;
    const ULONG: IntegerType = IntegerType { signed: false, ..LONG };

    #[test]
    fn literals_have_their_value_in_their_type() {
        assert_eq!(literal(i128::from(i32::MIN), INT), "(-2147483647 - 1)");
        assert_eq!(literal(4_294_967_295, UINT), "4294967295u");
        assert_eq!(literal(-5, LONG), "-5");
        assert_eq!(literal(i128::from(i64::MIN), LONG), "(-9223372036854775807L - 1)");
    }

    #[test]
    fn typed_numbers_have_their_type() {
        for (value, kind, text) in [
            (3, INT, "3"),
            (-3, INT, "-3"),
            (i128::from(i32::MIN), INT, "(-2147483647 - 1)"),
            (3, UINT, "3u"),
            (4_294_967_295, UINT, "4294967295u"),
            (3, LONG, "3L"),
            (-3, LONG, "-3L"),
            (-3_000_000_000, LONG, "-3000000000L"),
            (i128::from(i64::MIN), LONG, "(-9223372036854775807L - 1)"),
            (3, ULONG, "3UL"),
            (i128::from(u64::MAX), ULONG, "18446744073709551615UL"),
            (3, IntegerType::SIZE, "(size_t)3"),
            (3, IntegerType { bits: 8, ..UINT }, "(uchar)3"),
            (-3, IntegerType { bits: 16, ..INT }, "(short)(-3)"),
        ] {
            assert_eq!(typed(value, kind), text);
        }
        assert_eq!(operand(typed(-3, LONG)), "(-3L)");
        assert_eq!(operand(typed(3, LONG)), "3L");
    }
}
