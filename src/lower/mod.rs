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
//! Only what helps is written out. A first pass writes out all candidates and lets the stages run; where they left the
//! loops of some invocations as they were, a second pass leaves those invocations as they are. What there is to say comes
//! from the first pass, led back to the user's own text. Where the second pass unrolls more (what was written out kept a
//! function from being read), all comes from that one, unless a limit had a say; where it unrolls less, the first one's
//! text stands, which is right too, only longer.

mod dissolve;
mod find;
mod layout;
mod lowered;
mod substitute;

use std::collections::{BTreeSet, HashSet};

use crate::directive::may_hold_request;
use crate::options::Options;
use crate::outcome::{Done, RequestReport};
use crate::pipeline::{Budget, Rewrite, is_helped, passing};
use crate::preprocess::{Headers, Unit};
use crate::rules::Finding;
use crate::select;
use crate::source::{FileId, Place};
use crate::syntax::Trees;
use dissolve::Key;
pub use dissolve::{Task, Want, dissolve};
use find::Carriers;
pub use layout::{Setting, in_parentheses};
use lowered::Lowered;
pub use lowered::runs;

/// Rewrites the main file of a unit, with the loops in it that macros make.
#[must_use]
pub fn rewrite(unit: &Unit, options: &Options, headers: &mut Headers<'_>, trees: &Trees) -> Rewrite {
    if !unit.sources.iter().any(|file| may_hold_request(&file.bytes)) {
        return Rewrite::default();
    }
    let carriers = Carriers::of(unit);
    // Without the word in it, only a macro can bring a request into the main file.
    let has_word = may_hold_request(&unit.sources[FileId::MAIN].bytes);
    if !has_word && !options.provide_extension && !carriers.request_in_main(unit) {
        return Rewrite::default();
    }
    let lower = |kept: &BTreeSet<Key>| Lowered::of(unit, &carriers, kept, options.limits.max_growth);
    let all = lower(&BTreeSet::new());
    let mut passes = Passes { unit, options, headers, budget: Budget::default(), trees };
    let (mut rewrite, useless) = passes.run(&all);
    if !rewrite.replacements.is_empty() && !useless.is_empty() {
        let (second, _) = passes.run(&lower(&useless));
        if unrolled(&second) == unrolled(&rewrite) {
            rewrite.replacements = second.replacements;
        } else if unrolled(&second).len() > unrolled(&rewrite).len() && !rewrite.is_limited() {
            // With a limit reached, what did not help now may help a later run, which would not leave it.
            let first = std::mem::replace(&mut rewrite, second);
            add_notes(&mut rewrite, first, &useless);
        }
    }
    // The stages may have met the same invocation behind a request in the source.
    let met: HashSet<Place> = rewrite
        .findings
        .iter_mut()
        .filter(|finding| !finding.is_advice())
        .flat_map(Finding::places_mut)
        .map(|at| *at)
        .collect();
    for (mut finding, report) in all.findings.into_iter().zip(all.reports) {
        if !finding.places_mut().into_iter().any(|place| met.contains(place)) {
            rewrite.findings.push(finding);
            rewrite.requests.push(report);
        }
    }
    rewrite.requests.sort_by_key(|request| request.place);
    rewrite
}

struct Passes<'p, 'i> {
    unit: &'p Unit,
    options: &'p Options,
    headers: &'p mut Headers<'i>,
    /// What all passes may spend on configurations.
    budget: Budget,
    trees: &'p Trees,
}

impl Passes<'_, '_> {
    /// Lets the stages run, on the source itself where nothing has been written out; what they find and change is led
    /// back to the source. With it come the invocations that did not help.
    fn run(&mut self, lowered: &Lowered) -> (Rewrite, BTreeSet<Key>) {
        let written = lowered.text.as_ref().map(|text| (text, Unit::read(text.shared(), self.options, self.headers)));
        let Some((text, written)) = written.filter(|(_, written)| lowered.is_same_program(self.unit, written)) else {
            let rewrite = select::rewrite(self.unit, self.options, self.headers, &self.budget, self.trees);
            return (rewrite, BTreeSet::new());
        };
        let growth = text.len().saturating_sub(self.unit.sources[FileId::MAIN].bytes.len());
        let options = Options { limits: self.options.limits.less(growth as u64), ..self.options.clone() };
        let mut rewrite = select::rewrite(&written, &options, self.headers, &self.budget, self.trees);
        let useless = useless(&rewrite, lowered);
        rewrite.lead_back(text, &lowered.ranges, &written, self.unit);
        (rewrite, useless)
    }
}

/// The invocations that were written out and did not help to unroll anything. One whose loop a later run may have room for is of
/// help too: only behind what it stands for can there be a mark that says so.
fn useless(rewrite: &Rewrite, lowered: &Lowered) -> BTreeSet<Key> {
    let passing: HashSet<Place> = passing(&rewrite.findings).collect();
    let is_of_use = |report: &&RequestReport| is_helped(report) || passing.contains(&report.place);
    let helped = rewrite.requests.iter().filter(is_of_use).map(|report| report.place.span.start);
    let helped: HashSet<u32> = helped.collect();
    let (useful, others): (Vec<_>, Vec<_>) =
        lowered.requests.iter().partition(|request| helped.contains(&request.start));
    let useful: BTreeSet<_> = useful.into_iter().flat_map(|request| &request.needs).collect();
    let others = others.into_iter().flat_map(|request| &request.needs);
    others.filter(|key| !useful.contains(key)).copied().collect()
}

/// The requests whose loops were unrolled.
fn unrolled(rewrite: &Rewrite) -> Vec<RequestReport> {
    let is_unrolled = |request: &&RequestReport| matches!(request.done, Done::Unrolled { .. });
    rewrite.requests.iter().filter(is_unrolled).cloned().collect()
}

/// Adds what another pass has to say of invocations that this one did not look into.
fn add_notes(rewrite: &mut Rewrite, other: Rewrite, invocations: &BTreeSet<Key>) {
    let is_inside = |place: Place| place.file == FileId::MAIN && invocations.contains(&place.span.start);
    rewrite.findings.extend(other.findings.into_iter().filter(|finding| finding.request().is_some_and(is_inside)));
    rewrite.requests.extend(other.requests.into_iter().filter(|request| is_inside(request.place)));
}

#[cfg(test)]
mod tests;
