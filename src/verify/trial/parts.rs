//! Launches with a part of the work-items. They show whether the original has a race, and whether the output goes wrong only if several
//! work-items run: then that race may be the cause.

use std::time::Duration;

use clunroll_opencl::{Build, ContentDifference, Launch, Lost, PartialLaunches, ProgramId};

use super::super::build::{BUILD, MUCH, Which};
use super::super::halves::{self, WorkItemPart};
use super::super::made_up::TrialLaunch;
use super::super::{order, outside};
use super::{BOTH_HALVES, HALVES, NOTHING, ProgramPair, STRICT, Trial, WHOLE};

/// Whether two halves of the work-items use one element, and one of them writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HalvesMeeting {
    Never,
    /// Both write the same value to an element in which the difference to explain is.
    AtDifference,
    /// Only floating-point results show it. They may differ for another reason.
    InFloats,
    /// Surely, but they change no element in which the difference to explain is.
    Elsewhere,
    Surely,
}

/// The least part of the work-items with which the output goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeastWrongPart {
    /// One work-item, or one work-group in a file with barriers.
    One,
    Several,
}

/// How many bits the numbers of a launch's work-items have.
fn bits(launch: &Launch) -> u32 {
    let items: usize = launch.global.iter().product();
    usize::BITS - items.saturating_sub(1).leading_zeros()
}

impl Trial<'_> {
    /// Whether two halves of the original's work-items use one element, and one of them writes it; never `InFloats`. `differing` are the
    /// slots of a difference to explain.
    pub(super) fn halves_meet(
        &mut self,
        candidate: &TrialLaunch,
        differing: Option<[usize; 2]>,
    ) -> Result<HalvesMeeting, Lost> {
        // Without a race, one half may see what the other one writes.
        if order::may_depend_on_order(self.texts[0]) {
            return Ok(HalvesMeeting::Never);
        }
        match self.meeting(candidate, differing, false)? {
            // A half may compute floating point in another way, for example in vectors.
            HalvesMeeting::InFloats => Ok(match self.meeting(candidate, differing, true)? {
                HalvesMeeting::InFloats => HalvesMeeting::Surely,
                meeting => meeting,
            }),
            meeting => Ok(meeting),
        }
    }

    fn meeting(
        &mut self,
        candidate: &TrialLaunch,
        differing: Option<[usize; 2]>,
        is_plain: bool,
    ) -> Result<HalvesMeeting, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let launch = &candidate.launch;
        let bits = bits(launch);
        let whole = if is_plain { self.plain(limit)? } else { Some(self.strict) };
        let program = self.parted_program(Which::Original, is_plain, limit)?;
        let (Some(whole), Some(program), 1..) = (whole, program, bits) else { return Ok(HalvesMeeting::Never) };
        let nothing = halves::launch(launch, WorkItemPart::NONE);
        if self.runner.launch(program, &nothing, NOTHING, limit)?.is_err()
            || self.runner.launch(whole.original, launch, WHOLE, limit)?.is_err()
        {
            return Ok(HalvesMeeting::Never);
        }
        let slots = PartialLaunches { before: NOTHING, all: WHOLE, parts: HALVES, differing };
        let (mut meeting, mut at_difference, mut meet_surely) = (HalvesMeeting::Never, false, false);
        for bit in 0..bits {
            let halves = WorkItemPart::ALL.halves(bit).map(|half| halves::launch(launch, half));
            for (slot, [one, other]) in HALVES.into_iter().zip([[0, 1], [1, 0]]) {
                if self.runner.launch(program, &halves[one], slot, limit)?.is_err()
                    || self.runner.continue_launch(program, &halves[other], BOTH_HALVES, limit)?.is_err()
                {
                    return Ok(HalvesMeeting::Never);
                }
                match self.difference(WHOLE, BOTH_HALVES)? {
                    Some(ContentDifference { is_in_floats: true, .. }) => {
                        meeting = meeting.max(HalvesMeeting::InFloats);
                    }
                    Some(_) => meet_surely = true,
                    None => {}
                }
            }
            let changes = self.runner.common_changes(slots, limit)?;
            meet_surely |= changes.to_other_values;
            at_difference |= changes.at_difference;
            if meet_surely && (at_difference || differing.is_none()) {
                return Ok(HalvesMeeting::Surely);
            }
        }
        Ok(match (meet_surely, at_difference) {
            (true, _) => HalvesMeeting::Elsewhere,
            (false, true) => meeting.max(HalvesMeeting::AtDifference),
            (false, false) => meeting,
        })
    }

    /// Whether the output goes wrong only if several work-items run, or several work-groups in a file with barriers.
    pub(super) fn needs_several(&mut self, candidate: &TrialLaunch) -> Result<bool, Lost> {
        Ok(self.least_wrong_part(candidate)? == Some(LeastWrongPart::Several))
    }

    /// Whether the output goes wrong even if one work-item runs alone. Then no race explains this.
    pub(super) fn is_wrong_alone(&mut self, candidate: &TrialLaunch) -> Result<bool, Lost> {
        // The work-items of one work-group may race.
        let is_item = !halves::runs_whole_groups(&self.texts[0][STRICT.len()..]);
        Ok(is_item && self.least_wrong_part(candidate)? == Some(LeastWrongPart::One))
    }

    /// Divides the work-items into halves, and goes on with one in which the output goes wrong.
    fn least_wrong_part(&mut self, candidate: &TrialLaunch) -> Result<Option<LeastWrongPart>, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let original = self.parted_program(Which::Original, false, limit)?;
        let rewritten = self.parted_program(Which::Rewritten, false, limit)?;
        let (Some(original), Some(rewritten)) = (original, rewritten) else { return Ok(None) };
        let programs = ProgramPair { original, rewritten };
        let mut part = WorkItemPart::ALL;
        if !self.goes_wrong(programs, candidate, part)? {
            return Ok(None);
        }
        for bit in 0..bits(&candidate.launch) {
            let [one, other] = part.halves(bit);
            part = if self.goes_wrong(programs, candidate, one)? {
                one
            } else if self.goes_wrong(programs, candidate, other)? {
                other
            } else {
                return Ok(Some(LeastWrongPart::Several));
            };
        }
        Ok(Some(LeastWrongPart::One))
    }

    /// Whether the output does not do what the original does with this part of the work-items.
    fn goes_wrong(&mut self, programs: ProgramPair, candidate: &TrialLaunch, part: WorkItemPart) -> Result<bool, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let launch = halves::launch(&candidate.launch, part);
        let Ok(original) = self.runner.launch(programs.original, &launch, HALVES[0], limit)? else { return Ok(false) };
        Ok(match self.runner.launch(programs.rewritten, &launch, HALVES[1], self.limit.saturating_mul(MUCH)) {
            Err(_) => true,
            Ok(Err(_)) => false,
            Ok(Ok(rewritten)) => {
                outside::of_output(&rewritten.outside, &original.outside).is_some()
                    || self.difference(HALVES[0], HALVES[1])?.is_some()
            }
        })
    }

    /// Whether a race of the original may be the reason why only the output is lost, or accesses memory that it may not access.
    pub(super) fn is_by_race(&mut self, candidate: &TrialLaunch) -> bool {
        self.races(candidate) && matches!(self.needs_several(candidate), Ok(true))
    }

    /// A text with a part of the work-items, if it can be built.
    fn parted_program(&mut self, which: Which, is_plain: bool, limit: Duration) -> Result<Option<ProgramId>, Lost> {
        if let Some(known) = self.parted.get(&(which, is_plain)) {
            return Ok(*known);
        }
        let options = format!("{}{}", self.strict_options, if is_plain { " -cl-opt-disable" } else { "" });
        let text = halves::parted(self.texts[usize::from(which == Which::Rewritten)], STRICT);
        let built = text.map(|text| self.runner.build(&text, &options, limit)).transpose()?;
        let program = match built {
            Some(Build::Built { program, .. }) => Some(program),
            Some(Build::Refused(_)) | None => None,
        };
        self.parted.insert((which, is_plain), program);
        Ok(program)
    }
}
