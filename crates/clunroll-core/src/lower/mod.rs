//! Loops that macros make, written out before the stages that need them as text.
//!
//! ```text
//! #define unroll_for __attribute__((opencl_unroll_hint)) for
//! unroll_for (int i = 0; i < 4; i++) …   ->   __attribute__((opencl_unroll_hint)) for (int i = 0; i < 4; i++) …
//! ```
//!
//! clunroll copies text, and what a macro makes has none in the place where it is used. This step stands before all
//! others and gives them another text to read: invocations whose expansion holds an unroll request with its loop, or a
//! part of them ([`find`]), are replaced by that expansion, one level after the other, until the request, the loop's
//! keyword and the frame of its header are plain tokens ([`dissolve`], [`substitute`], [`layout`]). The stages behind see
//! a loop like any other and know nothing of this.
//!
//! A macro that only the final compile knows has no expansion to write out, but all those that a condition chooses between
//! can be, under that condition: that comes first ([`choices`]), and the rest reads what it has written. What either has written
//! may be such a macro again, so that both are done in turn.
//!
//! Only what helps is written out. Of each of the two steps, a first pass writes out all candidates and lets the stages behind
//! it run; where they left the loops of some invocations as they were, a second pass leaves those invocations as they are.
//! What there is to say comes from the first pass, led back to the user's own text. Where the second pass unrolls more (what
//! was written out kept a function from being read), all comes from that one, unless a limit had a say; where it unrolls less,
//! the first one's text stands, which is right too, only longer.

mod branch_expansions;
mod choices;
mod dissolve;
mod find;
mod layout;
mod lowered;
mod remaining;
mod substitute;

use crate::limits::MAX_TURNS;
use std::collections::{BTreeSet, HashSet};

use crate::directive::{self, may_hold_unroll_request};
use crate::options::Options;
use crate::outcome::{Done, RequestReport};
use crate::pipeline::{Budget, Rewrite, is_unrolled_or_limited, transiently_declined};
use crate::select;
use choices::Choices;
use clunroll_rules::Finding;
use dissolve::InvocationId;
pub use dissolve::{ExpansionTask, PlainToken, dissolve};
use find::LoopMacros;
pub use layout::{Setting, in_parentheses};
use lowered::Lowered;
pub use lowered::runs;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, WrittenOut};
use oclc_syntax::tree::Trees;
use remaining::{DeclinedInMacro, remaining};

/// Rewrites the main file of a unit, with the loops in it that macros make.
#[must_use]
pub fn rewrite(unit: &Unit, options: &Options, headers: &mut IncludedFiles<'_>, trees: &Trees) -> Rewrite {
    if !unit.sources.iter().any(|file| may_hold_unroll_request(&file.bytes)) {
        return Rewrite::default();
    }
    let carriers = LoopMacros::of(unit);
    // Without the word in it, only a macro can bring a request into the main file.
    let has_word = may_hold_unroll_request(&unit.sources[FileId::MAIN].bytes);
    if !has_word && !options.provide_extension && !carriers.request_in_main(unit) {
        return Rewrite::default();
    }
    let mut passes = Passes { headers, budget: Budget::default(), trees, has_no_room: false };
    passes.choices((unit, &carriers), options, 0, false)
}

/// A text with invocations written out.
trait MacroStep {
    /// The text, and where each invocation was and is; `None` where nothing has been written out.
    fn text(&self) -> Option<(&Composed, &[WrittenOut])>;

    /// Whether the text, read as `after`, means the same as the one that was read as `before`.
    fn is_same_program(&self, before: &Unit, after: &Unit) -> bool;

    /// Says of the source what was said of the text, where that would not be understood there.
    fn retell(&self, _rewrite: &mut Rewrite) {}

    /// The invocations that were written out and did not help to unroll anything.
    fn useless(&self, rewrite: &Rewrite) -> BTreeSet<InvocationId>;
}

/// A text, and what its macros may bring into it.
type UnitWithCarriers<'r> = (&'r Unit, &'r LoopMacros);

struct Passes<'p, 'i> {
    headers: &'p mut IncludedFiles<'i>,
    /// What all passes may spend on configurations.
    budget: Budget,
    trees: &'p Trees,
    /// Whether there was no room for the macros that conditions define, which a later run may have.
    has_no_room: bool,
}

impl Passes<'_, '_> {
    /// With the macros written out of which conditions decide whether they ask for unrolling, and then [`Self::lowered`], unless
    /// that has been done and nothing is new.
    fn choices(
        &mut self,
        (unit, carriers): UnitWithCarriers<'_>,
        options: &Options,
        turn: usize,
        is_lowered: bool,
    ) -> Rewrite {
        let write = |kept: &BTreeSet<InvocationId>| Choices::of(unit, carriers, kept, options.limits.max_growth);
        let all = if turn < MAX_TURNS { write(&BTreeSet::new()) } else { Choices::default() };
        if all.text().is_some() {
            let next = |passes: &mut Self, unit: &Unit, options: &Options| {
                passes.lowered((unit, &LoopMacros::of(unit)), options, turn, true)
            };
            self.has_no_room |= all.has_no_room();
            let rewrite = self.in_two(unit, options, &all, write, next);
            return self.with_marks_in_copies(rewrite);
        }
        let read = (unit, carriers);
        if is_lowered { self.selected(read, options) } else { self.lowered(read, options, turn, false) }
    }

    /// With the macros written out that make requests, loops, or a part of them, and then, where anything is new, both in turn.
    fn lowered(
        &mut self,
        (unit, carriers): UnitWithCarriers<'_>,
        options: &Options,
        turn: usize,
        is_new: bool,
    ) -> Rewrite {
        let write = |kept: &BTreeSet<InvocationId>| Lowered::of(unit, carriers, kept, options.limits.max_growth);
        let all = write(&BTreeSet::new());
        let next = |passes: &mut Self, unit: &Unit, options: &Options| {
            passes.choices((unit, &LoopMacros::of(unit)), options, turn + 1, true)
        };
        let mut rewrite = if is_new || all.text().is_some() {
            self.in_two(unit, options, &all, write, next)
        } else {
            self.selected((unit, carriers), options)
        };
        add_unless_met(&mut rewrite, all.told);
        rewrite
    }

    /// With the conditionals that choose loops around whole loops, and what stays of macros that may ask for unrolling marked.
    fn selected(&mut self, (unit, carriers): UnitWithCarriers<'_>, options: &Options) -> Rewrite {
        let marked = Choices::marked(unit, carriers);
        let next = |passes: &mut Self, unit: &Unit, options: &Options| {
            select::rewrite(unit, options, passes.headers, &passes.budget, passes.trees)
        };
        let (mut rewrite, _) = self.run(unit, options, &marked, next);
        add_unless_met(&mut rewrite, remaining(unit, carriers));
        self.with_marks_in_copies(rewrite)
    }

    /// A mark is needed in copies alone, or for want of room: elsewhere a second run finds what this one did.
    fn with_marks_in_copies(&self, mut rewrite: Rewrite) -> Rewrite {
        let is_mark =
            |one: &Replacement| one.request.is_none() && one.text.bytes() == directive::marker_text().as_bytes();
        rewrite.replacements.retain(|one| self.has_no_room || !is_mark(one));
        rewrite
    }

    /// Lets the next stages run on what a step has written out in a first pass, and in a second one on that without what did not
    /// help.
    fn in_two<S: MacroStep>(
        &mut self,
        unit: &Unit,
        options: &Options,
        all: &S,
        write: impl Fn(&BTreeSet<InvocationId>) -> S,
        next: impl Fn(&mut Self, &Unit, &Options) -> Rewrite,
    ) -> Rewrite {
        let (mut rewrite, useless) = self.run(unit, options, all, &next);
        if !rewrite.replacements.is_empty() && !useless.is_empty() {
            let (second, _) = self.run(unit, options, &write(&useless), &next);
            if unrolled(&second) == unrolled(&rewrite) {
                rewrite.replacements = second.replacements;
            } else if unrolled(&second).len() > unrolled(&rewrite).len() && !rewrite.is_limited() {
                // With a limit reached, what did not help now may help a later run, which would not leave it.
                let first = std::mem::replace(&mut rewrite, second);
                add_notes(&mut rewrite, first, &useless);
            }
        }
        rewrite
    }

    /// One pass, on the source itself where nothing has been written out; what the stages find and change is led back to the
    /// source. With it come the invocations that did not help.
    fn run(
        &mut self,
        unit: &Unit,
        options: &Options,
        step: &impl MacroStep,
        next: impl Fn(&mut Self, &Unit, &Options) -> Rewrite,
    ) -> (Rewrite, BTreeSet<InvocationId>) {
        let written =
            step.text().map(|(text, ranges)| (text, ranges, Unit::read(text.shared(), &options.host(), self.headers)));
        let Some((text, ranges, written)) = written.filter(|(_, _, written)| step.is_same_program(unit, written))
        else {
            return (next(self, unit, options), BTreeSet::new());
        };
        let growth = text.len().saturating_sub(unit.sources[FileId::MAIN].bytes.len());
        let with_room = Options { limits: options.limits.less(growth as u64), ..options.clone() };
        let mut rewrite = next(self, &written, &with_room);
        let useless = step.useless(&rewrite);
        step.retell(&mut rewrite);
        rewrite.map_back(text, ranges, &written, unit);
        (rewrite, useless)
    }
}

/// Adds what there is to say of requests, unless the stages have met the same invocations behind a request in the source.
fn add_unless_met(rewrite: &mut Rewrite, told: Vec<DeclinedInMacro>) {
    let said = rewrite.findings.iter_mut().filter(|finding| !finding.is_advice());
    let met: HashSet<Place> = said.flat_map(Finding::places_mut).map(|at| *at).collect();
    for (mut finding, report) in told {
        if !finding.places_mut().into_iter().any(|place| met.contains(place)) {
            rewrite.findings.push(finding);
            rewrite.requests.push(report);
        }
    }
    rewrite.requests.sort_by_key(|request| request.place);
}

/// Where those requests begin for which it was of use to write something out. One whose loop a later run may have room for is among
/// them: only behind what an invocation stands for can there be a mark that says so.
fn starts_of_use(rewrite: &Rewrite) -> BTreeSet<u32> {
    let transient: HashSet<Place> = transiently_declined(&rewrite.findings).collect();
    let of_use =
        rewrite.requests.iter().filter(|report| is_unrolled_or_limited(report) || transient.contains(&report.place));
    of_use.map(|report| report.place.span.start).collect()
}

/// The requests whose loops were unrolled.
fn unrolled(rewrite: &Rewrite) -> Vec<RequestReport> {
    let is_unrolled = |request: &&RequestReport| matches!(request.done, Done::Unrolled { .. });
    rewrite.requests.iter().filter(is_unrolled).cloned().collect()
}

/// Adds what another pass has to say of invocations that this one did not look into.
fn add_notes(rewrite: &mut Rewrite, other: Rewrite, invocations: &BTreeSet<InvocationId>) {
    let is_inside = |place: Place| place.file == FileId::MAIN && invocations.contains(&place.span.start);
    rewrite.findings.extend(other.findings.into_iter().filter(|finding| finding.request().is_some_and(is_inside)));
    rewrite.requests.extend(other.requests.into_iter().filter(|request| is_inside(request.place)));
}

#[cfg(test)]
mod tests;
