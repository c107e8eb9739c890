//! The trip count of a loop with constant start, bound and step.
//!
//! Types matter. `uchar i < 300` never ends, `uint i >= 0` never ends, and `int i; i < n` with `uint n` compares
//! without signs. Where a constant is added, and no value on the way wraps or changes in a conversion, the count is a
//! division. Otherwise (`i *= 2`, or a value that wraps) the header is run, in its own type, for a bounded number of
//! iterations.

use super::comparison::Comparison;
use super::induction::Induction;
use crate::limits::MAX_SIMULATED;
use clunroll_rules::EndlessLoop;
use oclc_syntax::preprocess::{Constant, IntegerType, Operation};

/// A loop's trip count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trips {
    /// It has this many iterations.
    Known(u64),
    /// It does not end, or its variable overflows before it does.
    Never(EndlessLoop),
    /// The trip count or the type is unknown.
    Unknown,
}

/// A change by a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// This value, which is not zero, is added.
    Add(i128),
    /// The value is multiplied, divided or shifted by this constant.
    Scale(Operation, Constant),
}

impl Advance {
    /// The value after `value`; `None` if C does not define one.
    fn after(&self, kind: IntegerType, value: i128) -> Option<i128> {
        match self {
            Self::Add(stride) => {
                let next = value + stride;
                let overflows = !kind.holds(next) && kind.signed && kind.bits >= 32;
                (!overflows).then(|| kind.wrap(next))
            }
            Self::Scale(operation, amount) => {
                Constant::new(value, kind).apply(*operation, amount).map(|next| kind.wrap(next.value))
            }
        }
    }
}

/// The header of a loop in numbers.
#[derive(Clone, Debug)]
pub struct HeaderNumbers {
    /// The induction variable's type; `None` for a type name about which nothing is known.
    pub kind: Option<IntegerType>,
    /// Its first value, converted to its type if that is known.
    pub start: i128,
    /// The comparison in the test.
    pub comparison: Comparison,
    /// The bound's value.
    pub bound: i128,
    /// The bound's type.
    pub bound_kind: IntegerType,
    /// The change after each iteration.
    pub advance: Advance,
}

impl HeaderNumbers {
    /// The numbers of a loop whose start, bound and step are known.
    #[must_use]
    pub fn new(counter: &Induction<'_>, start: &Constant, bound: &Constant, advance: Advance) -> Self {
        let kind = counter.kind.integer();
        Self {
            kind,
            start: kind.map_or(start.value, |kind| kind.wrap(start.value)),
            comparison: counter.comparison,
            bound: bound.value,
            bound_kind: bound.kind,
            advance,
        }
    }

    /// The variable's value in iteration `index`, in its own type.
    #[must_use]
    pub fn value(&self, index: u64) -> i128 {
        let kind = self.kind.unwrap_or(IntegerType::INT);
        match self.advance {
            Advance::Add(stride) => kind.wrap(self.start + i128::from(index) * stride),
            Advance::Scale(..) => {
                (0..index).fold(self.start, |value, _| self.advance.after(kind, value).unwrap_or(value))
            }
        }
    }

    fn holds(&self, left: i128, right: i128) -> bool {
        match self.comparison {
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterEqual => left >= right,
            Comparison::NotEqual => left != right,
        }
    }

    /// The count if arithmetic is exact: no value wraps, and no conversion changes one.
    fn exact(&self, stride: i128) -> Option<i128> {
        let (distance, inclusive) = match (self.comparison, stride > 0) {
            _ if !self.holds(self.start, self.bound) => return Some(0),
            (Comparison::Less, true) | (Comparison::Greater, false) => (self.bound - self.start, 0),
            (Comparison::LessEqual, true) | (Comparison::GreaterEqual, false) => (self.bound - self.start, 1),
            (Comparison::NotEqual, _) => {
                let distance = self.bound - self.start;
                let meets = distance % stride == 0 && distance / stride > 0;
                return meets.then(|| distance / stride);
            }
            _ => return None,
        };
        let (distance, stride) = (distance.abs(), stride.abs());
        Some(if inclusive == 1 { distance / stride + 1 } else { (distance - 1) / stride + 1 })
    }
}

/// Returns the trip count.
#[must_use]
pub fn count(header: &HeaderNumbers) -> Trips {
    let Some(kind) = header.kind else {
        return count_in_any_type(header);
    };
    // Where `size_t` meets `long`, the types differ between devices, but values that every type holds do not.
    let common = kind.common(header.bound_kind);
    let same = |value: i128| match common {
        Some(common) => common.wrap(value) == value && common.holds(value),
        None => (0..=i128::from(i32::MAX)).contains(&value),
    };
    // For `size_t`, `holds` checks the range of 32 bits.
    if same(header.start)
        && kind.holds(header.start)
        && same(header.bound)
        && let Advance::Add(stride) = header.advance
        && let Some(trips) = header.exact(stride)
    {
        let end = header.start + trips * stride;
        if kind.holds(end) && same(end) {
            return u64::try_from(trips).map_or(Trips::Unknown, Trips::Known);
        }
    }
    match common {
        Some(common) if !common.is_size && !kind.is_size => simulate(header, kind, common),
        // A geometric step whose values fit into every device's `size_t` gives the same values everywhere; `apply` ensures that they fit.
        Some(common) if matches!(header.advance, Advance::Scale(..)) && same(header.start) && same(header.bound) => {
            simulate(header, kind, common)
        }
        _ => Trips::Never(EndlessLoop::DevicesDiffer),
    }
}

/// The trip count if all values, the one after the last iteration included, are from 0 to 127. They are the same in every arithmetic type
/// but `bool`.
fn count_in_any_type(header: &HeaderNumbers) -> Trips {
    let small = |value: i128| (0..=127).contains(&value);
    let Advance::Add(stride) = header.advance else { return Trips::Unknown };
    match header.exact(stride) {
        Some(trips) if small(header.start) && small(header.bound) && small(header.start + trips * stride) => {
            Trips::Known(trips as u64)
        }
        _ => Trips::Unknown,
    }
}

fn simulate(header: &HeaderNumbers, kind: IntegerType, common: IntegerType) -> Trips {
    let bound = common.wrap(header.bound);
    let mut value = header.start;
    for trips in 0..=MAX_SIMULATED {
        if !header.holds(common.wrap(value), bound) {
            return Trips::Known(trips);
        }
        value = match header.advance.after(kind, value) {
            Some(next) => next,
            None => return Trips::Never(EndlessLoop::Overflows),
        };
    }
    match header.advance {
        Advance::Add(_) => Trips::Never(EndlessLoop::WrapsAround),
        Advance::Scale(..) => Trips::Never(EndlessLoop::TooManyIterations),
    }
}

/// Whether the test is true for every value of the variable's type, independent of the start.
#[must_use]
pub fn is_always_true(kind: IntegerType, comparison: Comparison, bound: i128, bound_kind: IntegerType) -> bool {
    let Some(common) = kind.common(bound_kind) else { return false };
    let (low, high, bound) = (kind.min(), kind.max(), common.wrap(bound));
    if kind.is_size || common.wrap(low) != low || common.wrap(high) != high {
        return kind.is_size && comparison == Comparison::GreaterEqual && bound == 0;
    }
    match comparison {
        Comparison::Less => high < bound,
        Comparison::LessEqual => high <= bound,
        Comparison::Greater => low > bound,
        Comparison::GreaterEqual => low >= bound,
        Comparison::NotEqual => bound < low || bound > high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trips(kind: IntegerType, start: i128, comparison: Comparison, bound: i128, stride: i128) -> Trips {
        let bound_kind = if bound > i128::from(i32::MAX) { IntegerType::UINT } else { IntegerType::INT };
        count(&HeaderNumbers { kind: Some(kind), start, comparison, bound, bound_kind, advance: Advance::Add(stride) })
    }

    #[test]
    fn ordinary_loops_are_divided() {
        assert_eq!(trips(IntegerType::INT, 0, Comparison::Less, 10, 3), Trips::Known(4));
        assert_eq!(trips(IntegerType::INT, 10, Comparison::GreaterEqual, 0, -5), Trips::Known(3));
        assert_eq!(trips(IntegerType::INT, 5, Comparison::Less, 5, 1), Trips::Known(0));
        assert_eq!(trips(IntegerType::INT, 0, Comparison::NotEqual, 9, 3), Trips::Known(3));
        assert_eq!(trips(IntegerType::INT, 0, Comparison::Less, 2_000_000_000, 1), Trips::Known(2_000_000_000));
    }

    #[test]
    fn limits_of_types_are_seen() {
        let uchar = IntegerType::unsigned(8);
        assert!(matches!(trips(uchar, 0, Comparison::Less, 300, 1), Trips::Never(_)));
        assert!(matches!(trips(IntegerType::UINT, 7, Comparison::GreaterEqual, 0, -1), Trips::Never(_)));
        assert!(matches!(trips(IntegerType::INT, 0, Comparison::NotEqual, 7, 2), Trips::Never(_)));
        assert_eq!(trips(uchar, 250, Comparison::NotEqual, 4, 1), Trips::Known(10), "wraps on purpose");
        assert_eq!(trips(IntegerType::INT, -1, Comparison::Less, 3_000_000_000, 1), Trips::Known(0), "-1 is UINT_MAX");
        assert!(matches!(trips(IntegerType::UINT, 0, Comparison::LessEqual, 4_294_967_295, 1), Trips::Never(_)));
    }

    #[test]
    fn geometric_loops_are_run() {
        let scaled = |kind, start, comparison, bound, operation, by| {
            let advance = Advance::Scale(operation, Constant::new(by, IntegerType::INT));
            count(&HeaderNumbers { kind: Some(kind), start, comparison, bound, bound_kind: IntegerType::INT, advance })
        };
        let (int, uchar) = (IntegerType::INT, IntegerType::unsigned(8));
        assert_eq!(scaled(int, 128, Comparison::Greater, 0, Operation::ShiftRight, 1), Trips::Known(8));
        assert_eq!(scaled(int, 1, Comparison::Less, 100, Operation::Multiply, 3), Trips::Known(5));
        assert_eq!(scaled(uchar, 1, Comparison::NotEqual, 0, Operation::ShiftLeft, 1), Trips::Known(8), "wraps to 0");
        assert!(matches!(scaled(int, 0, Comparison::Less, 8, Operation::Multiply, 2), Trips::Never(_)));
        assert!(matches!(scaled(int, 1, Comparison::Greater, 0, Operation::Multiply, 3), Trips::Never(_)), "overflows");
        assert_eq!(scaled(IntegerType::SIZE, 64, Comparison::Greater, 0, Operation::Divide, 2), Trips::Known(7));
    }

    #[test]
    fn what_a_size_t_of_32_bits_does_not_hold_is_not_counted() {
        let header = |start| HeaderNumbers {
            kind: Some(IntegerType::SIZE),
            start,
            comparison: Comparison::Greater,
            bound: 2,
            bound_kind: IntegerType::ULONG,
            advance: Advance::Add(-1_000_000_000),
        };
        assert_eq!(count(&header(4_000_000_002)), Trips::Known(4));
        assert!(matches!(count(&header(5_000_000_002)), Trips::Never(_)));
    }

    #[test]
    fn long_against_size_t_counts_only_where_no_sign_is_lost() {
        let header = |start| HeaderNumbers {
            kind: Some(IntegerType::LONG),
            start,
            comparison: Comparison::Less,
            bound: 7,
            bound_kind: IntegerType::SIZE,
            advance: Advance::Add(1),
        };
        assert_eq!(count(&header(0)), Trips::Known(7));
        assert!(matches!(count(&header(-1)), Trips::Never(_)), "-1 is the largest size_t where that has 64 bits");
    }

    #[test]
    fn unknown_types_count_where_all_types_agree() {
        let header = |bound| HeaderNumbers {
            kind: None,
            start: 0,
            comparison: Comparison::Less,
            bound,
            bound_kind: IntegerType::INT,
            advance: Advance::Add(1),
        };
        assert_eq!(count(&header(127)), Trips::Known(127));
        assert_eq!(count(&header(128)), Trips::Unknown);
    }
}
