//! The checks of a launch: for a race, by another order of the work-items, and for indices outside of local memory. If the original fails a
//! check too, has a race, or reads local memory that no work-item has written, the launch is meaningless.

use std::time::Duration;

use clunroll_opencl::{ArgumentValue, Build, ContentDifference, LaunchArgument, Lost, ProgramId, Runner};

use super::super::build::{BUILD, Which};
use super::super::local_fill::{self, FILLS};
use super::super::made_up::TrialLaunch;
use super::super::subscripts::{self, CheckedMemory};
use super::super::{order, outside};
use super::parts::HalvesMeeting;
use super::{BUILT_ORIGINAL, CHECKED, FILLED, FILLED_REWRITTEN, FIRST, LaunchOutcome, REVERSED, STRICT, Trial, race};

/// Results that depend on the order of the work-items.
#[derive(Debug)]
pub(super) struct OrderDependence {
    /// The first difference.
    how: String,
    /// The slots of both orders.
    orders: [usize; 2],
}

impl Trial<'_> {
    /// Checks the output for a race: its results depend on the order of the work-items. If the original has one too, the launch is
    /// meaningless.
    pub(super) fn compare_in_reverse(&mut self, candidate: &TrialLaunch, took: Duration) -> Result<(), LaunchOutcome> {
        let lost = match self.depends_on_order(candidate, Which::Rewritten) {
            Ok(None) => return Ok(()),
            Ok(Some(_)) => None,
            Err(lost) => Some(lost),
        };
        if self.races(candidate) {
            return Err(race(candidate));
        }
        // A check that ended the worker is repeated in another process.
        match (lost, self.depends_on_order(candidate, Which::Rewritten)) {
            (_, Ok(None)) => Ok(()),
            (None, Ok(Some(OrderDependence { how, orders }))) => {
                // If work-items of the original write this element too, a device that runs them at once may show that here alone.
                match self.halves_meet(candidate, Some(orders)) {
                    Ok(HalvesMeeting::Never) => Err(LaunchOutcome::Different(format!(
                        "{}, the output has a race, and the original has none: in another order of work-items, {how}",
                        candidate.at()
                    ))),
                    Ok(_) | Err(_) => Err(race(candidate)),
                }
            }
            (Some(lost), _) | (None, Err(lost)) => Err(LaunchOutcome::RewrittenLost(lost, took)),
        }
    }

    /// Whether the original has a race, as far as its results show it.
    pub(super) fn races(&mut self, candidate: &TrialLaunch) -> bool {
        !matches!(self.depends_on_order(candidate, Which::Original), Ok(None))
            || !matches!(self.halves_meet(candidate, None), Ok(HalvesMeeting::Never))
    }

    /// How the results of a text depend on the order of the work-items, if they do.
    pub(super) fn depends_on_order(
        &mut self,
        candidate: &TrialLaunch,
        which: Which,
    ) -> Result<Option<OrderDependence>, Lost> {
        if candidate.launch.global.iter().product::<usize>() <= 1 {
            return Ok(None);
        }
        let dependence =
            |slot, difference: ContentDifference| OrderDependence { how: difference.how, orders: [slot, REVERSED] };
        match self.difference_of_orders(candidate, which, false)? {
            // In another order, floating point may be computed in another way, for example in vectors.
            Some(ContentDifference { is_in_floats: true, .. }) => {}
            difference => return Ok(difference.map(|difference| dependence(FIRST, difference))),
        }
        let difference = self.difference_of_orders(candidate, which, true)?;
        Ok(difference.map(|difference| dependence(BUILT_ORIGINAL, difference)))
    }

    fn difference_of_orders(
        &mut self,
        candidate: &TrialLaunch,
        which: Which,
        is_plain: bool,
    ) -> Result<Option<ContentDifference>, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let forward = if is_plain { self.plain(limit)? } else { Some(self.strict) };
        let (Some(forward), Some(reversed)) = (forward, self.reversed_program(which, is_plain, limit)) else {
            return Ok(None);
        };
        let slot = if is_plain { BUILT_ORIGINAL } else { FIRST };
        // Both texts have the same results in this order, or there would be no such check.
        let is_known = !is_plain && which == Which::Rewritten;
        for (program, slot) in [(forward.of(which), slot), (reversed, REVERSED)] {
            let is_needed = slot == REVERSED || !is_known;
            if is_needed && self.runner.launch(program, &candidate.launch, slot, limit)?.is_err() {
                return Ok(None);
            }
        }
        self.difference(slot, REVERSED)
    }

    /// A text with its work-items in another order, if it can be built.
    fn reversed_program(&mut self, which: Which, is_plain: bool, limit: Duration) -> Option<ProgramId> {
        if let Some(known) = self.reversed.get(&(which, is_plain)) {
            return *known;
        }
        let text = self.texts[usize::from(which == Which::Rewritten)];
        // An included file may use the index of a work-item in any way, so both texts must allow another order.
        let other = order::reversed(self.texts[usize::from(which == Which::Original)], STRICT);
        let text = order::reversed(text, STRICT).filter(|_| other.is_some());
        let options = format!("{}{}", self.strict_options, if is_plain { " -cl-opt-disable" } else { "" });
        let program = text.and_then(|text| built(self.runner, &text, &options, limit));
        self.reversed.insert((which, is_plain), program);
        program
    }

    /// Checks the indices of local memory, in both texts. Where the device does not notice all accesses outside of buffers, this checks
    /// the indices of buffers too.
    pub(super) fn compare_subscripts(&mut self, candidate: &TrialLaunch) -> Result<(), LaunchOutcome> {
        let arguments = &candidate.launch.arguments;
        let sees_accesses = self.runner.sees_accesses();
        let is_local = |argument: &LaunchArgument| matches!(argument.argument, ArgumentValue::Local { .. });
        let is_checked = |memory: &CheckedMemory| match *memory {
            CheckedMemory::Parameter(place) => arguments.get(place).is_some_and(|argument| {
                is_local(argument) || !sees_accesses && matches!(argument.argument, ArgumentValue::Buffer { .. })
            }),
            CheckedMemory::LocalArray(_) => true,
        };
        // If the text with checks cannot be launched, nothing is checked.
        let Some(original) = self.accesses_outside(candidate, Which::Original, is_checked) else { return Ok(()) };
        for memory in original.iter().filter(|memory| is_checked(memory)) {
            let why = match memory {
                CheckedMemory::Parameter(place) => {
                    let argument = &arguments[*place];
                    outside::of_index(&argument.name, is_local(argument), candidate)
                }
                CheckedMemory::LocalArray(name) => return Err(outside_of_array(name, candidate)),
            };
            if let Some(why) = why {
                return Err(LaunchOutcome::TooLarge(why));
            }
        }
        let rewritten = self.accesses_outside(candidate, Which::Rewritten, is_checked).unwrap_or_default();
        match rewritten.iter().find(|memory| !original.contains(memory)) {
            Some(memory) => Err(LaunchOutcome::Different(format!(
                "{}, the output accesses memory outside `{}`, and the original does not",
                candidate.at(),
                match memory {
                    CheckedMemory::Parameter(place) => &arguments[*place].name,
                    CheckedMemory::LocalArray(name) => name,
                }
            ))),
            None => Ok(()),
        }
    }

    /// The reason why a launch is meaningless if the original uses local memory in a way that has no defined result.
    pub(super) fn misuse_of_local_memory(&mut self, candidate: &TrialLaunch) -> Option<LaunchOutcome> {
        let is_array = |memory: &CheckedMemory| matches!(memory, CheckedMemory::LocalArray(_));
        let outside = self.accesses_outside(candidate, Which::Original, is_array);
        if let Some(CheckedMemory::LocalArray(name)) = outside.unwrap_or_default().first() {
            return Some(outside_of_array(name, candidate));
        }
        self.reads_unwritten(candidate).then(|| {
            let at = candidate.at();
            LaunchOutcome::LeftOut(format!("{at}, the original reads local memory that no work-item has written"))
        })
    }

    /// Checks that the output reads only local memory that a work-item has written, unless the original reads other memory too. What the
    /// original has left there may hide that a store is missing.
    pub(super) fn compare_fills(&mut self, candidate: &TrialLaunch) -> Result<(), LaunchOutcome> {
        if self.depends_on_fill(candidate, Which::Rewritten, FILLED_REWRITTEN)
            && self.launches_filled(candidate, Which::Original, FILLED)
            && matches!(self.difference(FILLED[0], FILLED[1]), Ok(None))
        {
            return Err(LaunchOutcome::Different(format!(
                "{}, the output reads local memory that no work-item has written, and the original does not",
                candidate.at()
            )));
        }
        Ok(())
    }

    /// Whether the original reads local memory that no work-item has written, and that explains a difference: with the same fill, both texts
    /// do the same.
    fn reads_unwritten(&mut self, candidate: &TrialLaunch) -> bool {
        self.depends_on_fill(candidate, Which::Original, FILLED)
            && self.launches_filled(candidate, Which::Rewritten, FILLED_REWRITTEN)
            && FILLED
                .into_iter()
                .zip(FILLED_REWRITTEN)
                .all(|(one, other)| matches!(self.difference(one, other), Ok(None)))
    }

    /// Whether the results of a text change with what its local memory is filled with.
    fn depends_on_fill(&mut self, candidate: &TrialLaunch, which: Which, slots: [usize; 2]) -> bool {
        self.launches_filled(candidate, which, slots) && matches!(self.difference(slots[0], slots[1]), Ok(Some(_)))
    }

    /// Launches a text with both fills of its local memory. Returns whether that was possible.
    fn launches_filled(&mut self, candidate: &TrialLaunch, which: Which, slots: [usize; 2]) -> bool {
        let limit = self.limit.saturating_mul(BUILD);
        let text = self.texts[usize::from(which == Which::Rewritten)];
        let (runner, options) = (&mut *self.runner, self.strict_options);
        let filled = self.filled.entry(which).or_insert_with(|| {
            let filled = local_fill::filled(text, STRICT)?;
            Some((built(runner, &filled.text, options, limit)?, filled))
        });
        let Some((program, filled)) = filled else { return false };
        slots.into_iter().zip(FILLS).all(|(slot, fill)| {
            let launch = filled.launch(&candidate.launch, fill);
            launch.is_some_and(|launch| matches!(self.runner.launch(*program, &launch, slot, limit), Ok(Ok(_))))
        })
    }

    /// The memory whose bounds a text exceeds; `None` if the kernel uses no memory that is to be checked, or if the checks cannot run.
    fn accesses_outside(
        &mut self,
        candidate: &TrialLaunch,
        which: Which,
        is_checked: impl Fn(&CheckedMemory) -> bool,
    ) -> Option<Vec<CheckedMemory>> {
        let limit = self.limit.saturating_mul(BUILD);
        let text = self.texts[usize::from(which == Which::Rewritten)];
        let checks = self.index_checks.entry(which).or_insert_with(|| subscripts::checked(text, STRICT)).as_ref()?;
        if !checks.memories(&candidate.launch.kernel).iter().any(is_checked) {
            return None;
        }
        let (runner, options) = (&mut *self.runner, self.strict_options);
        let program = self.checked.entry(which).or_insert_with(|| built(runner, &checks.text, options, limit));
        let launch = checks.launch(&candidate.launch)?;
        self.runner.launch((*program)?, &launch, CHECKED, limit).ok()?.ok()?;
        let flags = self.runner.read(CHECKED, 0, limit).ok()?;
        Some(checks.outside(&launch.kernel, &flags))
    }
}

/// Builds a text for a check. A compiler that refuses it, or crashes, says nothing about the output.
fn built(runner: &mut Runner, text: &str, options: &str, limit: Duration) -> Option<ProgramId> {
    match runner.build(text, options, limit) {
        Ok(Build::Built { program, .. }) => Some(program),
        Ok(Build::Refused(_)) | Err(_) => None,
    }
}

fn outside_of_array(name: &str, candidate: &TrialLaunch) -> LaunchOutcome {
    LaunchOutcome::LeftOut(format!("{}, the original accesses memory outside its local array `{name}`", candidate.at()))
}
