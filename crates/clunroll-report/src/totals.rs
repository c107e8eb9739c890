//! The totals of a run, in one line at its end.
//!
//! ```text
//! 5 loops unrolled, 1 left (CLU102), 1.9 to 16.7 KB
//! ```
//!
//! A run over many files has one line. It does not count requests that ask for no unrolling, and does not show a size that has not changed.
//! A KB has 1000 bytes.

use std::collections::BTreeMap;

use crate::outcome::Outcome;
use crate::summary::counted;
use clunroll_core::{Done, Promotion};
use clunroll_rules::table::RESTRICT_NOT_WRITTEN;

/// Counts over the files of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    loops: DoneAndLeft,
    arrays: DoneAndLeft,
    pointers: DoneAndLeft,
    bytes_before: usize,
    bytes_after: usize,
}

/// How many were done, and how many were declined, by the code of the rule.
#[derive(Clone, Debug, Default)]
struct DoneAndLeft {
    done: usize,
    left: BTreeMap<&'static str, usize>,
}

impl Totals {
    /// The totals of one source, which has this many bytes.
    #[must_use]
    pub fn of(outcome: &Outcome, bytes: usize) -> Self {
        let mut totals = Self { bytes_before: bytes, bytes_after: outcome.text.len(), ..Self::default() };
        for request in &outcome.requests {
            match &request.done {
                Done::Unrolled { .. } => totals.loops.done += 1,
                Done::Left { cause } => totals.loops.leave(cause.rule().code),
                _ => {}
            }
        }
        for promotion in &outcome.promotions {
            match &promotion.done {
                Promotion::Promoted { .. } => totals.arrays.done += 1,
                Promotion::Left { cause } => totals.arrays.leave(cause.rule().code),
                _ => {}
            }
        }
        for pointer in &outcome.pointers {
            if pointer.is_restrict {
                totals.pointers.done += 1;
            } else {
                totals.pointers.leave(RESTRICT_NOT_WRITTEN.code);
            }
        }
        totals
    }

    /// Adds the totals of another source.
    pub fn add(&mut self, other: &Self) {
        self.loops.add(&other.loops);
        self.arrays.add(&other.arrays);
        self.pointers.add(&other.pointers);
        self.bytes_before += other.bytes_before;
        self.bytes_after += other.bytes_after;
    }

    /// The totals in one line; `None` if there was nothing to do.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let loops = self.loops.words("loop", "unrolled");
        let arrays = self.arrays.words("array", "promoted");
        let pointers = self.pointers.words("pointer", "made `restrict`");
        let mut parts: Vec<_> = [loops, arrays, pointers].into_iter().flatten().collect();
        if parts.is_empty() {
            return None;
        }
        if self.bytes_before != self.bytes_after {
            parts.push(sizes(self.bytes_before, self.bytes_after));
        }
        Some(parts.join(", "))
    }
}

impl DoneAndLeft {
    fn leave(&mut self, code: &'static str) {
        *self.left.entry(code).or_insert(0) += 1;
    }

    fn add(&mut self, other: &Self) {
        self.done += other.done;
        for (code, count) in &other.left {
            *self.left.entry(code).or_insert(0) += count;
        }
    }

    /// `5 loops unrolled, 3 left (2 CLU211, 1 CLU102)`; `None` if there are none.
    fn words(&self, noun: &str, verb: &str) -> Option<String> {
        let left: usize = self.left.values().sum();
        if self.done + left == 0 {
            return None;
        }
        let done = match self.done {
            0 => format!("no {noun} {verb}"),
            done => format!("{} {verb}", counted(done, noun)),
        };
        let mut codes: Vec<_> = self.left.iter().collect();
        // The sort is stable: rules of equal frequency stay in the order of their codes.
        codes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let codes = match codes[..] {
            [] => return Some(done),
            [(code, _)] => (*code).to_owned(),
            _ => codes.iter().map(|(code, count)| format!("{count} {code}")).collect::<Vec<_>>().join(", "),
        };
        Some(format!("{done}, {left} left ({codes})"))
    }
}

/// `1.9 to 16.7 KB`.
fn sizes(before: usize, after: usize) -> String {
    let [(number, unit), (to, to_unit)] = [before, after].map(size);
    if unit == to_unit { format!("{number} to {to} {unit}") } else { format!("{number} {unit} to {to} {to_unit}") }
}

/// A number of bytes in a suitable unit, with one digit after the point.
#[must_use]
pub fn size(bytes: usize) -> (String, &'static str) {
    let tenths = |unit: usize| {
        let tenths = (bytes + unit / 20) / (unit / 10);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match bytes {
        0..1_000 => (bytes.to_string(), "bytes"),
        1_000..1_000_000 => (tenths(1_000), "KB"),
        _ => (tenths(1_000_000), "MB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done_and_declined(done: usize, left: &[(&'static str, usize)]) -> DoneAndLeft {
        DoneAndLeft { done, left: left.iter().copied().collect() }
    }

    #[test]
    fn all_is_in_one_line() {
        let none = || done_and_declined(0, &[]);
        let totals = |loops, arrays, bytes_before, bytes_after| {
            let pointers = none();
            Totals { loops, arrays, pointers, bytes_before, bytes_after }
        };
        let loops = done_and_declined(5, &[("CLU102", 1)]);
        let mut all = totals(loops, none(), 1_902, 16_651);
        assert_eq!(all.line().as_deref(), Some("5 loops unrolled, 1 left (CLU102), 1.9 to 16.7 KB"));
        all.add(&totals(done_and_declined(1, &[("CLU211", 2)]), done_and_declined(1, &[("CLU227", 2)]), 98, 349));
        assert_eq!(
            all.line().as_deref(),
            Some("6 loops unrolled, 3 left (2 CLU211, 1 CLU102), 1 array promoted, 2 left (CLU227), 2.0 to 17.0 KB")
        );
        let left = totals(done_and_declined(0, &[("CLU230", 2)]), none(), 10, 10);
        assert_eq!(left.line().as_deref(), Some("no loop unrolled, 2 left (CLU230)"));
        assert_eq!(totals(done_and_declined(1, &[]), none(), 9, 9).line().as_deref(), Some("1 loop unrolled"));
        let pointers = Totals { pointers: done_and_declined(3, &[("CLU232", 1)]), ..Totals::default() };
        assert_eq!(pointers.line().as_deref(), Some("3 pointers made `restrict`, 1 left (CLU232)"));
        assert_eq!(totals(none(), none(), 10, 20).line(), None);
    }

    #[test]
    fn sizes_have_the_unit_that_suits_them() {
        assert_eq!(sizes(0, 999), "0 to 999 bytes");
        assert_eq!(sizes(999, 1_000), "999 bytes to 1.0 KB");
        assert_eq!(sizes(1_949, 1_950), "1.9 to 2.0 KB");
        assert_eq!(sizes(2_000_000, 1_000), "2.0 MB to 1.0 KB");
    }
}
