//! How often a loop with constant start, bound and stride runs.
//!
//! Types matter. `uchar i < 300` never ends, `uint i >= 0` never ends, and `int i; i < n` with `uint n` compares
//! without signs. Where no value on the way wraps or changes in a conversion, the count is a division. Where one does,
//! the header is run, in its own type, for a bounded number of iterations.

use super::loops::{Comparison, Loop};
use crate::preprocess::{IntegerType, Known};

/// How many iterations are run where no formula holds.
const MAX_SIMULATED: u64 = 4096;

/// A loop's trip count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trips {
    /// It runs that often.
    Known(u64),
    /// It does not end, or its variable overflows before it does.
    Never(&'static str),
    /// It cannot be said; the type is not known.
    Unknown,
}

/// The header of a loop in numbers.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// The induction variable's type; `None` for a name that nothing is known of.
    pub kind: Option<IntegerType>,
    /// Its first value, converted to its type.
    pub start: i128,
    /// How it is compared.
    pub comparison: Comparison,
    /// The bound's value.
    pub bound: i128,
    /// The bound's type.
    pub bound_kind: IntegerType,
    /// What is added after each iteration.
    pub stride: i128,
}

impl Header {
    /// The numbers of a loop whose start and bound are known.
    #[must_use]
    pub fn new(site: &Loop<'_>, start: &Known, bound: &Known) -> Self {
        Self {
            kind: site.kind,
            start: site.kind.unwrap_or(IntegerType::INT).wrap(start.value),
            comparison: site.comparison,
            bound: bound.value,
            bound_kind: bound.kind,
            stride: site.stride.value,
        }
    }

    /// The variable's value in iteration `index`, in its own type.
    #[must_use]
    pub const fn value(&self, index: u64) -> i128 {
        let kind = match self.kind {
            Some(kind) => kind,
            None => IntegerType::INT,
        };
        kind.wrap(self.start + index as i128 * self.stride)
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

    /// The count where arithmetic is exact: no value wraps, no conversion changes one.
    fn exact(&self) -> Option<i128> {
        let (distance, inclusive) = match (self.comparison, self.stride > 0) {
            _ if !self.holds(self.start, self.bound) => return Some(0),
            (Comparison::Less, true) | (Comparison::Greater, false) => (self.bound - self.start, 0),
            (Comparison::LessEqual, true) | (Comparison::GreaterEqual, false) => (self.bound - self.start, 1),
            (Comparison::NotEqual, _) => {
                let distance = self.bound - self.start;
                let meets = distance % self.stride == 0 && distance / self.stride > 0;
                return meets.then(|| distance / self.stride);
            }
            _ => return None,
        };
        let (distance, stride) = (distance.abs(), self.stride.abs());
        Some(if inclusive == 1 { distance / stride + 1 } else { (distance - 1) / stride + 1 })
    }
}

/// Counts the iterations.
#[must_use]
pub fn count(header: &Header) -> Trips {
    let Some(kind) = header.kind else {
        return count_in_any_type(header);
    };
    // Where `size_t` meets `long`, the types differ between devices, but values that every type holds do not.
    let common = kind.common(header.bound_kind);
    let same = |value: i128| match common {
        Some(common) => common.wrap(value) == value && common.holds(value),
        None => (0..=i128::from(i32::MAX)).contains(&value),
    };
    if same(header.start)
        && same(header.bound)
        && let Some(trips) = header.exact()
    {
        let end = header.start + trips * header.stride;
        if kind.holds(end) && same(end) {
            return u64::try_from(trips).map_or(Trips::Unknown, Trips::Known);
        }
    }
    match common {
        Some(common) if !common.is_size && !kind.is_size => simulate(header, kind, common),
        _ => Trips::Never("what its variable does at its limits differs between devices"),
    }
}

/// Values from 0 to 127, the one after the last iteration included, are alike in every arithmetic type but `bool`.
fn count_in_any_type(header: &Header) -> Trips {
    let small = |value: i128| (0..=127).contains(&value);
    match header.exact() {
        Some(trips) if small(header.start) && small(header.bound) && small(header.start + trips * header.stride) => {
            Trips::Known(trips as u64)
        }
        _ => Trips::Unknown,
    }
}

fn simulate(header: &Header, kind: IntegerType, common: IntegerType) -> Trips {
    let bound = common.wrap(header.bound);
    let mut value = header.start;
    for trips in 0..=MAX_SIMULATED {
        if !header.holds(common.wrap(value), bound) {
            return Trips::Known(trips);
        }
        let next = value + header.stride;
        if !kind.holds(next) && kind.signed && kind.bits >= 32 {
            return Trips::Never("its variable overflows before the test fails");
        }
        value = kind.wrap(next);
    }
    Trips::Never("its variable wraps around before the test fails")
}

/// Whether the test is true for every value of the variable's type, whatever it begins with.
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
        count(&Header { kind: Some(kind), start, comparison, bound, bound_kind, stride })
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
        let uchar = IntegerType::new(8, false);
        assert!(matches!(trips(uchar, 0, Comparison::Less, 300, 1), Trips::Never(_)));
        assert!(matches!(trips(IntegerType::UINT, 7, Comparison::GreaterEqual, 0, -1), Trips::Never(_)));
        assert!(matches!(trips(IntegerType::INT, 0, Comparison::NotEqual, 7, 2), Trips::Never(_)));
        assert_eq!(trips(uchar, 250, Comparison::NotEqual, 4, 1), Trips::Known(10), "wraps on purpose");
        assert_eq!(trips(IntegerType::INT, -1, Comparison::Less, 3_000_000_000, 1), Trips::Known(0), "-1 is UINT_MAX");
        assert!(matches!(trips(IntegerType::UINT, 0, Comparison::LessEqual, 4_294_967_295, 1), Trips::Never(_)));
    }

    #[test]
    fn long_against_size_t_counts_only_where_no_sign_is_lost() {
        let header = |start| Header {
            kind: Some(IntegerType::LONG),
            start,
            comparison: Comparison::Less,
            bound: 7,
            bound_kind: IntegerType::SIZE,
            stride: 1,
        };
        assert_eq!(count(&header(0)), Trips::Known(7));
        assert!(matches!(count(&header(-1)), Trips::Never(_)), "-1 is the largest size_t where that has 64 bits");
    }

    #[test]
    fn unknown_types_count_where_all_types_agree() {
        let header = |bound| Header {
            kind: None,
            start: 0,
            comparison: Comparison::Less,
            bound,
            bound_kind: IntegerType::INT,
            stride: 1,
        };
        assert_eq!(count(&header(127)), Trips::Known(127));
        assert_eq!(count(&header(128)), Trips::Unknown);
    }
}
