//! Checks of a launch without a difference: for a race, by another order of the work-items, and for indices outside of local memory. The
//! original may have both, too; then the launch means nothing.

use std::time::Duration;

use clunroll_opencl::{Argument, Build, Difference, Lost, ProgramId};

use super::super::build::{BUILD, Which};
use super::super::made_up::Candidate;
use super::super::{order, outside, subscripts};
use super::{BUILT_ORIGINAL, CHECKED, FIRST, Outcome, REVERSED, STRICT, Trial, race};

impl Trial<'_> {
    /// Looks for a race in the output: a result that depends on the order of work-items. If the original has a race too, the launch means
    /// nothing.
    pub(super) fn compare_in_reverse(&mut self, candidate: &Candidate, took: Duration) -> Result<(), Outcome> {
        let lost = match self.depends_on_order(candidate, Which::Rewritten) {
            Ok(None) => return Ok(()),
            Ok(Some(_)) => None,
            Err(lost) => Some(lost),
        };
        if !matches!(self.depends_on_order(candidate, Which::Original), Ok(None)) {
            return Err(race(candidate));
        }
        // A worker that was lost once may be lost again, in another process.
        match (lost, self.depends_on_order(candidate, Which::Rewritten)) {
            (_, Ok(None)) => Ok(()),
            (None, Ok(Some(how))) => Err(Outcome::Different(format!(
                "{}, the output has a race, and the original has none: in another order of work-items, {how}",
                candidate.at()
            ))),
            (Some(lost), _) | (None, Err(lost)) => Err(Outcome::RewrittenLost(lost, took)),
        }
    }

    /// How the results of a text change with the order of the work-items, if they do.
    pub(super) fn depends_on_order(&mut self, candidate: &Candidate, which: Which) -> Result<Option<String>, Lost> {
        if candidate.launch.global.iter().product::<usize>() <= 1 {
            return Ok(None);
        }
        match self.difference_of_orders(candidate, which, false)? {
            // Floating point may be computed differently in another order, for example in vectors.
            Some(Difference { is_in_floats: true, .. }) => {}
            difference => return Ok(difference.map(|difference| difference.how)),
        }
        Ok(self.difference_of_orders(candidate, which, true)?.map(|difference| difference.how))
    }

    fn difference_of_orders(
        &mut self,
        candidate: &Candidate,
        which: Which,
        is_plain: bool,
    ) -> Result<Option<Difference>, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let forward = if is_plain { self.plain(limit)? } else { Some(self.strict) };
        let (Some(forward), Some(reversed)) = (forward, self.reversed_program(which, is_plain, limit)) else {
            return Ok(None);
        };
        let slot = if is_plain { BUILT_ORIGINAL } else { FIRST };
        // Both texts compute the same in this order; otherwise this function is not called.
        let is_known = !is_plain && which == Which::Rewritten;
        for (program, slot) in [(forward.of(which), slot), (reversed, REVERSED)] {
            let is_needed = slot == REVERSED || !is_known;
            if is_needed && self.runner.launch(program, &candidate.launch, slot, limit)?.is_err() {
                return Ok(None);
            }
        }
        self.difference(slot, REVERSED)
    }

    /// A text with its work-items in another order, if such a program can be built.
    fn reversed_program(&mut self, which: Which, is_plain: bool, limit: Duration) -> Option<ProgramId> {
        if let Some(known) = self.reversed.get(&(which, is_plain)) {
            return *known;
        }
        let text = self.texts[usize::from(which == Which::Rewritten)];
        // An included file may number its work-items in any way.
        let other = order::reversed(self.texts[usize::from(which == Which::Original)], STRICT);
        let mut program = None;
        if let Some(text) = order::reversed(text, STRICT).filter(|_| other.is_some()) {
            let options = format!("{}{}", self.strict_options, if is_plain { " -cl-opt-disable" } else { "" });
            // A compiler that crashes on this text says nothing about the output.
            if let Ok(Build::Built { program: built, .. }) = self.runner.build(&text, &options, limit) {
                program = Some(built);
            }
        }
        self.reversed.insert((which, is_plain), program);
        program
    }

    /// Checks the indices of local memory, in both texts.
    pub(super) fn compare_subscripts(&mut self, candidate: &Candidate) -> Result<(), Outcome> {
        let arguments = &candidate.launch.arguments;
        if !arguments.iter().any(|argument| matches!(argument.argument, Argument::Local { .. })) {
            return Ok(());
        }
        // If it cannot be launched in this form, it is not checked.
        let Some(original) = self.outside_of_parameters(candidate, Which::Original) else { return Ok(()) };
        let is_local = |place: &&usize| matches!(arguments[**place].argument, Argument::Local { .. });
        if let Some(place) = original.iter().find(is_local) {
            return Err(Outcome::TooLarge(outside::of_local_memory(&arguments[*place].name, candidate)));
        }
        let rewritten = self.outside_of_parameters(candidate, Which::Rewritten).unwrap_or_default();
        match rewritten.iter().find(|place| !original.contains(place)) {
            Some(place) => Err(Outcome::Different(format!(
                "{}, the output accesses memory outside `{}`, and the original does not",
                candidate.at(),
                arguments[*place].name
            ))),
            None => Ok(()),
        }
    }

    /// The places of the parameters outside of which a text accesses memory, as far as known.
    fn outside_of_parameters(&mut self, candidate: &Candidate, which: Which) -> Option<Vec<usize>> {
        let limit = self.limit.saturating_mul(BUILD);
        if !self.checked.contains_key(&which) {
            let text = self.texts[usize::from(which == Which::Rewritten)];
            let mut program = None;
            if let Some(checked) = subscripts::checked(text, STRICT)
                && let Ok(Build::Built { program: built, .. }) =
                    self.runner.build(&checked.text, self.strict_options, limit)
            {
                program = Some((built, checked));
            }
            self.checked.insert(which, program);
        }
        let (program, checked) = self.checked.get(&which)?.as_ref()?;
        let launch = checked.launch(&candidate.launch)?;
        self.runner.launch(*program, &launch, CHECKED, limit).ok()?.ok()?;
        let flags = self.runner.read(CHECKED, 0, limit).ok()?;
        Some(checked.outside(&launch.kernel, &flags))
    }
}
