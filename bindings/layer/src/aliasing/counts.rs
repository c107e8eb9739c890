//! Which kernels ran how often in which form. The log has it at the end of the process.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The most kernels that are counted.
const MOST_KERNELS: usize = 1000;

/// Why a kernel is launched as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// Two arguments are one buffer.
    Same,
    /// An argument is a buffer that may share memory with another one.
    Shared,
    /// An argument is not set, or is not a buffer.
    Unset,
    /// Calls may pass the layer by.
    Unseen,
    /// The kernel has no second form, for this reason.
    None(&'static str),
}

impl Doubt {
    /// In words, after "since".
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Same => "two arguments are one buffer",
            Self::Shared => "a buffer may share memory",
            Self::Unset => "an argument is not a buffer",
            Self::Unseen => "the layer may not see all calls",
            Self::None(why) => why,
        }
    }
}

/// The launches of all kernels that have two forms, by their names.
#[derive(Debug, Default)]
pub(crate) struct LaunchCounts(BTreeMap<String, KernelCounts>);

/// The launches of one kernel.
#[derive(Debug, Default)]
struct KernelCounts {
    restricted: u64,
    /// The others, by the reason.
    as_written: BTreeMap<Doubt, u64>,
}

impl LaunchCounts {
    /// Counts a launch: with `restrict`, or as written.
    pub(super) fn add(&mut self, kernel: &str, doubt: Option<Doubt>) {
        if !self.0.contains_key(kernel) {
            if self.0.len() >= MOST_KERNELS {
                return;
            }
            self.0.insert(kernel.to_owned(), KernelCounts::default());
        }
        let Some(counts) = self.0.get_mut(kernel) else { return };
        match doubt {
            None => counts.restricted += 1,
            Some(doubt) => *counts.as_written.entry(doubt).or_default() += 1,
        }
    }
}

impl LaunchCounts {
    /// A line for each kernel.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(kernel, counts)| counts.words(kernel))
    }
}

impl KernelCounts {
    fn words(&self, kernel: &str) -> String {
        let as_written: u64 = self.as_written.values().sum();
        let mut words = format!("launches of `{kernel}`: {} with `restrict`, {as_written} as written", self.restricted);
        for (at, (doubt, count)) in self.as_written.iter().enumerate() {
            _ = write!(words, "{} {count} since {}", if at == 0 { ":" } else { "," }, doubt.words());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_counted_by_reason() {
        let mut counts = LaunchCounts::default();
        for doubt in [None, None, Some(Doubt::Same), Some(Doubt::Shared), Some(Doubt::Same)] {
            counts.add("f", doubt);
        }
        assert_eq!(
            counts.0["f"].words("f"),
            "launches of `f`: 2 with `restrict`, 3 as written: 2 since two arguments are one buffer, 1 since a buffer may share memory"
        );
        for kernel in 0..2 * MOST_KERNELS {
            counts.add(&kernel.to_string(), None);
        }
        assert_eq!(counts.0.len(), MOST_KERNELS);
    }
}
