//! The values of built-in integer functions of constants (OpenCL C 6.15.3).
//!
//! ```c
//! for (int i = 0; i < min(TILE, 4); i++)
//! const int blocks = max(WIDTH / 32, 1);
//! ```
//!
//! The functions are overloaded, and have no implicit conversions: a call is only evaluated if all arguments have one type, as in the
//! declarations of OpenCL C. No compiler takes such a call for a constant expression: it is neither a factor nor the length of an array, and
//! the preprocessor does not know it.

use oclc_syntax::preprocess::{Constant, Facts, IntegerType};

/// The value of a call of a built-in function; `None` if it is another function, or if the result is not the same on all devices.
#[must_use]
pub(super) fn builtin_value(name: &str, arguments: &[Constant]) -> Option<Constant> {
    let (first, others) = arguments.split_first()?;
    let kind = first.kind;
    let is_alike = others.iter().all(|other| other.kind == kind);
    let facts = arguments.iter().fold(Facts::default(), |facts, argument| facts.with(&argument.facts));
    if !is_alike || facts.type_differs() {
        return None;
    }
    let values: Vec<i128> = arguments.iter().map(|argument| argument.value).collect();
    let value = of_values(name, kind, &values)?;
    let unsigned = IntegerType { signed: false, ..kind };
    let kind = if matches!(name, "abs" | "abs_diff") { unsigned } else { kind };
    kind.holds(value).then_some(Constant { value, kind, facts })
}

fn of_values(name: &str, kind: IntegerType, values: &[i128]) -> Option<i128> {
    // `size_t` has another width, and so other limits, on other devices.
    let has_width = !kind.is_size;
    let saturated = |value: i128| has_width.then(|| value.clamp(kind.min(), kind.max()));
    let is_narrow = |value: &i128| if kind.signed { (-(1 << 23)..1 << 23).contains(value) } else { *value < 1 << 24 };
    let multiplies = kind.bits == 32 && values.iter().take(2).all(is_narrow);
    let bits = |value: i128| value & ((1 << kind.bits) - 1);
    match (name, values) {
        ("min", &[one, other]) => Some(one.min(other)),
        ("max", &[one, other]) => Some(one.max(other)),
        ("clamp", &[value, low, high]) if low <= high => Some(value.clamp(low, high)),
        ("abs", &[value]) => Some(value.abs()),
        ("abs_diff", &[one, other]) => Some((one - other).abs()),
        ("add_sat", &[one, other]) => saturated(one + other),
        ("sub_sat", &[one, other]) => saturated(one - other),
        ("hadd", &[one, other]) => Some((one + other) >> 1),
        ("rhadd", &[one, other]) => Some((one + other + 1) >> 1),
        ("mul24", &[one, other]) if multiplies => Some(one * other),
        ("mad24", &[one, other, more]) if multiplies => Some(one * other + more),
        ("popcount", &[value]) if has_width => Some(i128::from(bits(value).count_ones())),
        ("clz", &[value]) if has_width => Some(i128::from(bits(value).leading_zeros()) - i128::from(128 - kind.bits)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, kind: IntegerType, values: &[i128]) -> Option<(i128, IntegerType)> {
        let arguments: Vec<_> = values.iter().map(|&value| Constant::new(value, kind)).collect();
        builtin_value(name, &arguments).map(|value| (value.value, value.kind))
    }

    #[test]
    fn calls_have_the_values_that_opencl_gives_them() {
        let (int, uint, char) = (IntegerType::INT, IntegerType::UINT, IntegerType::signed(8));
        assert_eq!(value("min", int, &[-3, 4]), Some((-3, int)));
        assert_eq!(value("clamp", int, &[9, 0, 5]), Some((5, int)));
        assert_eq!(value("clamp", int, &[9, 5, 0]), None, "it is undefined");
        assert_eq!(value("abs", int, &[-3]), Some((3, uint)));
        assert_eq!(value("abs_diff", char, &[-128, 127]), Some((255, IntegerType::unsigned(8))));
        assert_eq!(value("add_sat", char, &[100, 100]), Some((127, char)));
        assert_eq!(value("sub_sat", uint, &[1, 2]), Some((0, uint)));
        assert_eq!(value("hadd", int, &[-3, -2]), Some((-3, int)));
        assert_eq!(value("rhadd", int, &[-3, -2]), Some((-2, int)));
        assert_eq!(value("clz", char, &[1]), Some((7, char)));
        assert_eq!(value("clz", int, &[0]), Some((32, int)));
        assert_eq!(value("popcount", int, &[-1]), Some((32, int)));
        assert_eq!(value("mul24", int, &[1 << 23, 2]), None, "devices differ");
        assert_eq!(value("clz", IntegerType::SIZE, &[1]), None, "devices differ");
        assert_eq!(value("dot", int, &[1, 2]), None);
    }

    #[test]
    fn arguments_of_two_types_have_no_value() {
        let arguments = [Constant::new(8, IntegerType::INT), Constant::new(4, IntegerType::UINT)];
        assert_eq!(builtin_value("min", &arguments), None);
    }
}
