//! The checks of a launch: for a race, by another order of the work-items and by halves of them, and for indices outside of local memory. If
//! the original fails a check too, the launch is meaningless.

use std::time::Duration;

use clunroll_opencl::{ArgumentValue, Build, ContentDifference, Launch, LaunchArgument, Lost, ProgramId};

use super::super::build::{BUILD, Which};
use super::super::halves;
use super::super::made_up::TrialLaunch;
use super::super::{order, outside, subscripts};
use super::{BOTH_HALVES, BUILT_ORIGINAL, CHECKED, FIRST, HALVES, LaunchOutcome, REVERSED, STRICT, Trial, WHOLE, race};

/// The largest size of memory that is read after each half, since its contents are sent.
const MOST_BYTES: usize = 1 << 20;

/// A bit that the number of no work-item has.
const NO_ITEM: u32 = 63;

/// Whether two halves of the work-items use one element, and one of them writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HalvesMeeting {
    Never,
    /// Only floating-point results show it. They may differ for another reason.
    InFloats,
    Surely,
}

/// The indices of the arguments whose memory is read after each half: none if they are too large.
fn memory_to_read(launch: &Launch) -> Vec<usize> {
    let is_memory =
        |argument: &ArgumentValue| matches!(argument, ArgumentValue::Buffer { .. } | ArgumentValue::Image { .. });
    let size = |argument: &LaunchArgument| match argument.argument {
        ArgumentValue::Buffer { size, .. } => size.saturating_mul(argument.element.size()),
        _ => 0,
    };
    if launch.arguments.iter().map(size).fold(0, usize::saturating_add) > MOST_BYTES {
        return Vec::new();
    }
    (0..launch.arguments.len()).filter(|&at| is_memory(&launch.arguments[at].argument)).collect()
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
        if !matches!(self.depends_on_order(candidate, Which::Original), Ok(None))
            || !matches!(self.halves_meet(candidate), Ok(false))
        {
            return Err(race(candidate));
        }
        // A check that ended the worker is repeated in another process.
        match (lost, self.depends_on_order(candidate, Which::Rewritten)) {
            (_, Ok(None)) => Ok(()),
            (None, Ok(Some(how))) => Err(LaunchOutcome::Different(format!(
                "{}, the output has a race, and the original has none: in another order of work-items, {how}",
                candidate.at()
            ))),
            (Some(lost), _) | (None, Err(lost)) => Err(LaunchOutcome::RewrittenLost(lost, took)),
        }
    }

    /// How the results of a text depend on the order of the work-items, if they do.
    pub(super) fn depends_on_order(&mut self, candidate: &TrialLaunch, which: Which) -> Result<Option<String>, Lost> {
        if candidate.launch.global.iter().product::<usize>() <= 1 {
            return Ok(None);
        }
        match self.difference_of_orders(candidate, which, false)? {
            // In another order, floating point may be computed in another way, for example in vectors.
            Some(ContentDifference { is_in_floats: true, .. }) => {}
            difference => return Ok(difference.map(|difference| difference.how)),
        }
        Ok(self.difference_of_orders(candidate, which, true)?.map(|difference| difference.how))
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
        let mut program = None;
        if let Some(text) = order::reversed(text, STRICT).filter(|_| other.is_some()) {
            let options = format!("{}{}", self.strict_options, if is_plain { " -cl-opt-disable" } else { "" });
            // A crash of the compiler on this text says nothing about the output.
            if let Ok(Build::Built { program: built, .. }) = self.runner.build(&text, &options, limit) {
                program = Some(built);
            }
        }
        self.reversed.insert((which, is_plain), program);
        program
    }

    /// Whether two halves of the original's work-items use one element, and one of them writes it.
    pub(super) fn halves_meet(&mut self, candidate: &TrialLaunch) -> Result<bool, Lost> {
        match self.meeting(candidate, false)? {
            // A half may compute floating point in another way, for example in vectors.
            HalvesMeeting::InFloats => Ok(self.meeting(candidate, true)? != HalvesMeeting::Never),
            meeting => Ok(meeting == HalvesMeeting::Surely),
        }
    }

    fn meeting(&mut self, candidate: &TrialLaunch, is_plain: bool) -> Result<HalvesMeeting, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let launch = &candidate.launch;
        let items: usize = launch.global.iter().product();
        if items <= 1 {
            return Ok(HalvesMeeting::Never);
        }
        let whole = if is_plain { self.plain(limit)? } else { Some(self.strict) };
        let (Some(whole), Some(program)) = (whole, self.halved_program(is_plain, limit)?) else {
            return Ok(HalvesMeeting::Never);
        };
        // No work-item has a number with such a bit, so nothing runs: these are the contents before a launch.
        let nothing = halves::launch(launch, NO_ITEM, true);
        if self.runner.launch(program, &nothing, REVERSED, limit)?.is_err()
            || self.runner.launch(whole.original, launch, WHOLE, limit)?.is_err()
        {
            return Ok(HalvesMeeting::Never);
        }
        let memory = memory_to_read(launch);
        let mut contents = Vec::new();
        for &at in &memory {
            let before = self.runner.read(REVERSED, at + halves::PARAMETERS, limit)?;
            contents.push((before, self.runner.read(WHOLE, at, limit)?));
        }
        let mut meeting = HalvesMeeting::Never;
        for bit in 0..usize::BITS - (items - 1).leading_zeros() {
            for (slot, value) in HALVES.into_iter().zip([false, true]) {
                let [one, other] = [value, !value].map(|value| halves::launch(launch, bit, value));
                if self.runner.launch(program, &one, slot, limit)?.is_err()
                    || self.runner.continue_launch(program, &other, BOTH_HALVES, limit)?.is_err()
                {
                    return Ok(HalvesMeeting::Never);
                }
                match self.difference(WHOLE, BOTH_HALVES)? {
                    Some(ContentDifference { is_in_floats: true, .. }) => meeting = HalvesMeeting::InFloats,
                    Some(_) => return Ok(HalvesMeeting::Surely),
                    None => {}
                }
            }
            for (&at, (before, all)) in memory.iter().zip(&contents) {
                let [one, other] = HALVES.map(|slot| self.runner.read(slot, at + halves::PARAMETERS, limit));
                if halves::meet(before, all, [&one?, &other?]) {
                    return Ok(HalvesMeeting::Surely);
                }
            }
        }
        Ok(meeting)
    }

    /// The original with half of its work-items, if it can be built.
    fn halved_program(&mut self, is_plain: bool, limit: Duration) -> Result<Option<ProgramId>, Lost> {
        if let Some(known) = self.halved.get(&is_plain) {
            return Ok(*known);
        }
        let options = format!("{}{}", self.strict_options, if is_plain { " -cl-opt-disable" } else { "" });
        let text = halves::halved(self.texts[0], STRICT);
        let built = text.map(|text| self.runner.build(&text, &options, limit)).transpose()?;
        let program = match built {
            Some(Build::Built { program, .. }) => Some(program),
            Some(Build::Refused(_)) | None => None,
        };
        self.halved.insert(is_plain, program);
        Ok(program)
    }

    /// Checks the indices of local memory, in both texts. Where the device does not notice all accesses outside of buffers, this checks
    /// the indices of buffers too.
    pub(super) fn compare_subscripts(&mut self, candidate: &TrialLaunch) -> Result<(), LaunchOutcome> {
        let arguments = &candidate.launch.arguments;
        let sees_accesses = self.runner.sees_accesses();
        let is_local = |argument: &LaunchArgument| matches!(argument.argument, ArgumentValue::Local { .. });
        let is_checked = |argument: &LaunchArgument| {
            is_local(argument) || !sees_accesses && matches!(argument.argument, ArgumentValue::Buffer { .. })
        };
        if !arguments.iter().any(is_checked) {
            return Ok(());
        }
        // If the text with checks cannot be launched, nothing is checked.
        let Some(original) = self.outside_of_parameters(candidate, Which::Original) else { return Ok(()) };
        for argument in original.iter().map(|place| &arguments[*place]).filter(|argument| is_checked(argument)) {
            if let Some(why) = outside::of_index(&argument.name, is_local(argument), candidate) {
                return Err(LaunchOutcome::TooLarge(why));
            }
        }
        let rewritten = self.outside_of_parameters(candidate, Which::Rewritten).unwrap_or_default();
        match rewritten.iter().find(|place| !original.contains(place)) {
            Some(place) => Err(LaunchOutcome::Different(format!(
                "{}, the output accesses memory outside `{}`, and the original does not",
                candidate.at(),
                arguments[*place].name
            ))),
            None => Ok(()),
        }
    }

    /// The indices of the parameters outside of whose memory a text makes accesses, if that is known.
    fn outside_of_parameters(&mut self, candidate: &TrialLaunch, which: Which) -> Option<Vec<usize>> {
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
