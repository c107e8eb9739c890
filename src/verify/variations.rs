//! Launches with other values of one argument, for loops that other launches do not cover.
//!
//! A described launch runs a loop in one way: with 23 iterations and 8 in a pass, 7 remain, and each test before them is true. If one of
//! these tests is wrong, no result shows it. The same is true for made-up launches of a loop in copies of another one, since both run
//! equally often. So the integers that bound such loops get other values, one argument at a time: small values, and values just below a
//! described one. They are never above a described value, since the buffers have a described size.
//!
//! If the coverage is known, only arguments are varied that may increase it, until everything is covered. A launch that cannot be compared
//! is ignored here: a kernel need not work for arguments that are not described.

use std::collections::BTreeSet;
use std::time::Duration;

use super::buffer_roles::{arguments_of_all_loops, arguments_of_loops};
use super::coverage::CoverageRun;
use super::made_up::{self, LOCAL_SIZE, TrialLaunch};
use super::trial::{Tally, Trial};

/// How many values of one argument in a row may add no coverage.
const IN_VAIN: usize = 40;

/// All variations of a kernel together may take the time limit of a launch, divided by this.
const SHARE: u32 = 2;

/// The data for the variations of all kernels of a file.
pub(super) struct Variations<'a, 'b> {
    pub(super) source: &'a str,
    /// Whether described launches are not varied.
    pub(super) described_only: bool,
    /// The coverage so far; `None` if the written loops are unknown.
    pub(super) measured: Option<&'a mut CoverageRun<'b>>,
}

impl Variations<'_, '_> {
    /// Tries variations of the launches of a kernel.
    pub(super) fn try_all(&mut self, trial: &mut Trial, candidates: &mut Vec<TrialLaunch>, tally: &mut Tally) {
        let is_described = candidates.iter().any(|candidate| candidate.place.is_some());
        let is_known = self.measured.as_ref().is_some_and(|run| run.is_known());
        let is_covered = self.measured.as_ref().is_some_and(|run| run.is_complete());
        let is_over = tally.compared.is_empty() || tally.different.is_some() || tally.not_verified.is_some();
        if is_over || is_covered || is_described && self.described_only || !is_described && !is_known {
            return;
        }
        let arguments = candidates.iter().flat_map(|one| &one.launch.arguments).map(|argument| &*argument.name);
        let names: BTreeSet<&str> = arguments.chain([LOCAL_SIZE]).collect();
        let bounds = self.bounds(&names, is_described);
        if bounds.as_ref().is_some_and(BTreeSet::is_empty) {
            return;
        }
        let bases: Vec<&TrialLaunch> = if is_described {
            tally.compared.iter().map(|&number| &candidates[number]).collect()
        } else {
            made_up::to_vary(candidates, self.source)
        };
        let variations: Vec<_> =
            bases.iter().flat_map(|base| made_up::variations(base, bounds.as_ref(), self.source)).collect();
        self.try_each(trial, variations, candidates, tally);
    }

    fn try_each(
        &mut self,
        trial: &mut Trial,
        variations: Vec<TrialLaunch>,
        candidates: &mut Vec<TrialLaunch>,
        tally: &mut Tally,
    ) {
        let begin = trial.spent;
        let mut in_vain: (Option<String>, usize) = (None, 0);
        for variation in variations {
            let name = variation.varied.as_ref().map(|(name, _)| name.clone());
            if in_vain.0 != name {
                in_vain = (name, 0);
            }
            let is_late = trial.spent.saturating_sub(begin) > trial.limit.max(Duration::from_secs(1)) / SHARE;
            if is_late || self.measured.is_some() && in_vain.1 > IN_VAIN {
                continue;
            }
            let tried = trial.run(std::slice::from_ref(&variation));
            if let Some(how) = tried.different {
                tally.different = Some(how);
                return;
            }
            if tried.compared.is_empty() || tried.not_verified.is_some() {
                in_vain.1 += 1;
                continue;
            }
            let number = candidates.len();
            if let Some(run) = &mut self.measured {
                let before = run.count();
                run.add(trial.runner, &variation.launch);
                in_vain.1 = if run.count() > before { 0 } else { in_vain.1 + 1 };
            }
            candidates.push(variation);
            tally.compared.push(number);
            tally.has_changed |= tried.has_changed;
            if self.measured.as_ref().is_some_and(|run| run.is_complete()) {
                return;
            }
        }
    }

    /// The names of the arguments to vary; `None` if any of them may matter.
    fn bounds(&self, names: &BTreeSet<&str>, is_described: bool) -> Option<BTreeSet<String>> {
        let known = self.measured.as_ref().filter(|run| run.is_known());
        let Some(run) = known else { return Some(arguments_of_all_loops(self.source, names)) };
        let found = arguments_of_loops(self.source, run.left_out().into_iter(), names);
        let known: BTreeSet<String> = found.into_iter().flatten().map(str::to_owned).collect();
        (!known.is_empty() || !is_described).then_some(known)
    }
}
