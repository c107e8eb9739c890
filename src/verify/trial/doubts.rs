//! Finds the cause of a difference: it may be a compiler, or a race or undefined behaviour in the original.

use std::time::Duration;

use clunroll_opencl::{Build, ContentDifference, Lost, Magnitude};

use super::super::build::{BUILD, Which};
use super::super::made_up::{self, TrialLaunch};
use super::super::outside;
use super::parts::HalvesMeeting;
use super::{
    AGAIN, BUILT_ORIGINAL, BUILT_REWRITTEN, FIRST, LaunchOutcome, OTHER, PlainPair, ProgramPair, STRICT, Trial, race,
    unsteady,
};

impl Trial<'_> {
    /// The outcome for a difference.
    pub(super) fn doubt(
        &mut self,
        candidate: &TrialLaunch,
        difference: &ContentDifference,
    ) -> Result<LaunchOutcome, Lost> {
        let (at, how) = (candidate.at(), &difference.how);
        let limit = self.limit.saturating_mul(BUILD);
        // Both are launched again, in the opposite order.
        let rewritten = self.runner.launch(self.strict.rewritten, &candidate.launch, OTHER, limit)?;
        if let Err(why) = rewritten {
            let why = format!("the original can be launched again, but the output cannot: {why}");
            return Ok(LaunchOutcome::Different(why));
        }
        if let Err(why) = self.runner.launch(self.strict.original, &candidate.launch, AGAIN, limit)? {
            return Ok(LaunchOutcome::LeftOut(why));
        }
        if self.difference(FIRST, AGAIN)?.is_some() {
            return Ok(unsteady());
        }
        if self.difference(FIRST, OTHER)?.is_none() {
            return Ok(LaunchOutcome::Unsettled(format!(
                "{at}, the results of the output vary, but those of the original do not ({how})"
            )));
        }
        let meeting = self.halves_meet(candidate, Some([FIRST, OTHER]));
        let is_elsewhere = matches!(meeting, Ok(HalvesMeeting::Elsewhere)) && self.is_wrong_alone(candidate)?;
        if !is_elsewhere && !matches!(self.depends_on_order(candidate, Which::Original), Ok(None)) {
            return Ok(race(candidate));
        }
        match meeting? {
            HalvesMeeting::Never => {}
            // Each work-item alone shows a wrong output. But if work-items write one element, they may also meet in another way.
            HalvesMeeting::AtDifference if !self.needs_several(candidate)? => {}
            _ if is_elsewhere => {}
            _ => return Ok(race(candidate)),
        }
        if candidate.magnitude != Magnitude::Small {
            return self.doubt_magnitude(candidate, difference);
        }
        let Some(plain) = self.plain(limit)? else {
            return Ok(LaunchOutcome::Different(format!("{at}, {how}")));
        };
        for (program, slot) in [(plain.original, BUILT_ORIGINAL), (plain.rewritten, BUILT_REWRITTEN)] {
            if self.runner.launch(program, &candidate.launch, slot, limit)?.is_err() {
                return Ok(LaunchOutcome::Different(format!("{at}, {how}")));
            }
        }
        let plainly = self.difference(BUILT_ORIGINAL, BUILT_REWRITTEN)?;
        let of_original = self.difference(FIRST, BUILT_ORIGINAL)?;
        // With optimisation, floating point may be rounded in another way.
        let is_undefined = of_original.as_ref().is_some_and(|own| plainly.is_none() || own.is_gross);
        let contracts = made_up::speaks_of_contraction(&self.texts[0][STRICT.len()..]);
        let why = match plainly {
            Some(ContentDifference { is_in_floats: true, .. }) if contracts => {
                format!("floating-point results differ, and the FP_CONTRACT in the source allows that ({how})")
            }
            Some(_) if !is_undefined => return Ok(LaunchOutcome::Different(format!("{at}, {how}"))),
            None if difference.is_in_floats => {
                format!(
                    "floating-point results differ with optimisation, and are the same with -cl-opt-disable ({how})"
                )
            }
            _ if is_undefined => format!(
                "with -cl-opt-disable, the original itself computes different results: it has a race or undefined behaviour ({how})"
            ),
            _ => return Ok(LaunchOutcome::Different(format!("{at}, {how} (not with -cl-opt-disable)"))),
        };
        Ok(LaunchOutcome::Unsettled(format!("{at}, {why}")))
    }

    /// The outcome for a difference with numbers that are not small. The original may have undefined behaviour for them, such as the
    /// overflow of an integer. Then a compiler that optimises may do anything. Without optimisation it follows the text.
    pub(super) fn doubt_magnitude(
        &mut self,
        candidate: &TrialLaunch,
        difference: &ContentDifference,
    ) -> Result<LaunchOutcome, Lost> {
        let (at, how) = (candidate.at(), &difference.how);
        let limit = self.limit.saturating_mul(BUILD);
        let undefined = |how: &str| {
            LaunchOutcome::LeftOut(format!("{at}, the original may be undefined: the results differ, but {how}"))
        };
        let Some(plain) = self.plain(limit)? else { return Ok(undefined("nothing builds with -cl-opt-disable")) };
        for (program, slot) in [(plain.original, BUILT_ORIGINAL), (plain.rewritten, BUILT_REWRITTEN)] {
            if self.runner.launch(program, &candidate.launch, slot, limit)?.is_err() {
                return Ok(undefined("not every launch works with -cl-opt-disable"));
            }
        }
        if self.difference(BUILT_ORIGINAL, BUILT_REWRITTEN)?.is_none() {
            return Ok(undefined("not with -cl-opt-disable"));
        }
        if difference.is_in_floats && made_up::speaks_of_contraction(&self.texts[0][STRICT.len()..]) {
            return Ok(undefined("in floating point, and the FP_CONTRACT in the source allows that"));
        }
        // With optimisation, floating point may differ in the last bits.
        let may_vary = candidate.magnitude == Magnitude::Medium && difference.is_in_floats;
        if self.difference(FIRST, BUILT_ORIGINAL)?.is_some() && !may_vary {
            return Ok(undefined("the original itself computes something else with -cl-opt-disable"));
        }
        Ok(LaunchOutcome::Different(format!("{at}, {how}")))
    }

    /// The outcome if only the output accesses memory that it may not access. If the original does so without optimisation, the compiler
    /// has removed the access from it.
    pub(super) fn doubt_access(&mut self, candidate: &TrialLaunch, why: &str) -> LaunchOutcome {
        let limit = self.limit.saturating_mul(BUILD);
        let plain = self.plain(limit).ok().flatten();
        let pairs = [Some(self.strict), plain].into_iter().flatten();
        for (number, pair) in pairs.enumerate() {
            let mut seen = Vec::new();
            // The original is launched with buffers at both places.
            for (program, slot) in
                [(pair.original, BUILT_ORIGINAL), (pair.original, FIRST), (pair.rewritten, BUILT_REWRITTEN)]
            {
                match self.runner.launch(program, &candidate.launch, slot, limit) {
                    Ok(Ok(launched)) => seen.push(launched.outside),
                    _ => return LaunchOutcome::LeftOut(format!("{}, a launch does not work again", candidate.at())),
                }
            }
            let original = &seen[0] | &seen[1];
            // Without optimisation, a compiler removes accesses from both texts or from none.
            if number == 0 && outside::of_output(&seen[2], &original).is_none()
                || number > 0 && seen[2].is_subset(&original)
            {
                return LaunchOutcome::LeftOut(format!(
                    "{}, the original may access memory outside of its buffers, as the output does",
                    candidate.at()
                ));
            }
        }
        if self.is_by_race(candidate) {
            return race(candidate);
        }
        LaunchOutcome::Different(format!("{}, {why}", candidate.at()))
    }

    /// Whether the output ends the worker without optimisation too, and the original does not.
    pub(super) fn is_lost_plainly(&mut self, candidate: &TrialLaunch) -> Result<bool, Lost> {
        let limit = self.limit.saturating_mul(BUILD);
        let Some(plain) = self.plain(limit)? else { return Ok(false) };
        let is_launched = self.runner.launch(plain.original, &candidate.launch, BUILT_ORIGINAL, limit)?.is_ok();
        Ok(is_launched && self.runner.launch(plain.rewritten, &candidate.launch, BUILT_REWRITTEN, limit).is_err())
    }

    /// Whether the output can be launched without optimisation.
    pub(super) fn launches_plainly(&mut self, candidate: &TrialLaunch) -> bool {
        let limit = self.limit.saturating_mul(BUILD);
        let Ok(Some(plain)) = self.plain(limit) else { return false };
        matches!(self.runner.launch(plain.rewritten, &candidate.launch, BUILT_REWRITTEN, limit), Ok(Ok(_)))
    }

    /// Both texts without optimisation, if they can be built.
    pub(super) fn plain(&mut self, limit: Duration) -> Result<Option<ProgramPair>, Lost> {
        if let PlainPair::NotTried = self.plain {
            let options = format!("{} -cl-opt-disable", self.strict_options);
            let mut programs = Vec::new();
            for text in self.texts {
                if let Build::Built { program, .. } = self.runner.build(text, &options, limit)? {
                    programs.push(program);
                }
            }
            self.plain = match programs[..] {
                [original, rewritten] => PlainPair::Built(ProgramPair { original, rewritten }),
                _ => PlainPair::NotBuilt,
            };
        }
        Ok(match self.plain {
            PlainPair::Built(pair) => Some(pair),
            PlainPair::NotTried | PlainPair::NotBuilt => None,
        })
    }
}
