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
//! function from being read), all comes from that one; where it unrolls less, the first one's text stands, which is right
//! too, only longer.

mod dissolve;
mod find;
mod layout;
mod lowered;
mod substitute;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::directive::may_hold_request;
use crate::options::{Includes, Options};
use crate::outcome::{Done, Outcome, RequestReport};
use crate::pipeline::{self, Rewrite};
use crate::preprocess::Unit;
use crate::rules::{Diagnostic, OVER_LIMIT, judge};
use crate::source::{Composed, FileId, Place};
use dissolve::Key;
use find::Carriers;
use lowered::Lowered;

/// Rewrites `source`, with the loops in it that macros make.
#[must_use]
pub fn rewrite(source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
    let includes = &mut Remembered { includes, files: HashMap::new() };
    let unit = Unit::read(source, options, includes);
    let mut outcome = Outcome {
        text: source.to_vec(),
        diagnostics: Vec::new(),
        requests: Vec::new(),
        sources: unit.sources.clone(),
        is_complete: true,
    };
    if !unit.sources.iter().any(|file| may_hold_request(&file.bytes)) {
        return outcome;
    }
    let carriers = Carriers::of(&unit);
    let all = Lowered::of(&unit, &carriers, &BTreeSet::new(), options.limits.max_growth);
    let mut passes = Passes { unit: &unit, options, includes };
    let Some(first) = passes.run(&all) else { return Outcome { is_complete: false, ..outcome } };
    let useless = first.useless(&all);
    let second = (first.text.is_some() && !useless.is_empty())
        .then(|| Lowered::of(&unit, &carriers, &useless, options.limits.max_growth))
        .and_then(|useful| passes.run(&useful));
    let mut pass = first;
    match second {
        Some(second) if second.unrolled() == pass.unrolled() => pass.text = second.text,
        Some(second) if second.unrolled().len() > pass.unrolled().len() => pass = second.with_notes_of(pass, &useless),
        _ => {}
    }
    for (finding, report) in all.findings.iter().zip(&all.reports) {
        let diagnostic = judge(finding);
        // The stages may have met the same invocation behind a request in the source.
        if !pass.diagnostics.iter().any(|other| other.primary.place == diagnostic.primary.place) {
            pass.diagnostics.push(diagnostic);
            pass.requests.push(*report);
        }
    }
    outcome.text = pass.text.unwrap_or(outcome.text);
    outcome.diagnostics = pass.diagnostics;
    outcome.diagnostics.sort_by_key(|diagnostic| (diagnostic.primary.place, diagnostic.rule.code));
    // Each copy of a macro's loops has the same to say.
    outcome.diagnostics.dedup();
    outcome.requests = pass.requests;
    outcome.requests.sort_by_key(|request| request.place);
    outcome
}

struct Passes<'p, 'i> {
    unit: &'p Unit,
    options: &'p Options,
    includes: &'p mut Remembered<'i>,
}

/// What the stages made of a text, with places in the source.
struct Pass {
    text: Option<Vec<u8>>,
    diagnostics: Vec<Diagnostic>,
    requests: Vec<RequestReport>,
    /// Where each request begins in the text that the stages read.
    starts: Vec<u32>,
}

impl Passes<'_, '_> {
    /// Lets the stages run; on the source itself where nothing has been written out.
    fn run(&mut self, lowered: &Lowered) -> Option<Pass> {
        if let Some(text) = &lowered.text {
            let unit = Unit::read(text.bytes(), self.options, self.includes);
            if lowered.is_same_program(self.unit, &unit) {
                return Some(Pass::new(pipeline::rewrite(&unit, self.options)?, Some(text)));
            }
        }
        Some(Pass::new(pipeline::rewrite(self.unit, self.options)?, None))
    }
}

impl Pass {
    fn new(rewrite: Rewrite, text: Option<&Composed>) -> Self {
        let starts = rewrite.requests.iter().map(|request| request.place.span.start).collect();
        let in_source = |place: Place| match text {
            Some(text) if place.file == FileId::MAIN => text.origin(place.span).unwrap_or(place),
            _ => place,
        };
        let mut diagnostics: Vec<_> = rewrite.findings.iter().map(judge).collect();
        for diagnostic in &mut diagnostics {
            diagnostic.primary.place = in_source(diagnostic.primary.place);
            for label in &mut diagnostic.secondary {
                label.place = in_source(label.place);
            }
            // All that one invocation makes is shown at one place; "requested here" says nothing more there.
            let primary = diagnostic.primary.place;
            diagnostic.secondary.retain(|label| text.is_none() || label.place != primary);
        }
        let mut requests = rewrite.requests;
        for request in &mut requests {
            request.place = in_source(request.place);
        }
        Self { text: rewrite.text, diagnostics, requests, starts }
    }

    /// The requests whose loops were unrolled.
    fn unrolled(&self) -> Vec<RequestReport> {
        let is_unrolled = |request: &&RequestReport| matches!(request.done, Done::Unrolled { .. });
        self.requests.iter().filter(is_unrolled).copied().collect()
    }

    /// This pass, and what another one has to say of invocations that this one does not look into.
    fn with_notes_of(mut self, other: Self, invocations: &BTreeSet<Key>) -> Self {
        let is_inside = |place: Place| place.file == FileId::MAIN && invocations.contains(&place.span.start);
        self.diagnostics.extend(other.diagnostics.into_iter().filter(|note| is_inside(note.primary.place)));
        self.requests.extend(other.requests.into_iter().filter(|request| is_inside(request.place)));
        self
    }

    /// The invocations that were written out and did not help to unroll anything. One that was left for want of room has
    /// got a mark in the text, and keeps it.
    fn useless(&self, lowered: &Lowered) -> BTreeSet<Key> {
        let helps = |done: Done| match done {
            Done::Unrolled { .. } => true,
            Done::NotAsked => false,
            Done::Left { code } => code == OVER_LIMIT.code,
        };
        let reports = self.starts.iter().zip(&self.requests);
        let helped: HashSet<u32> = reports.filter(|(_, report)| helps(report.done)).map(|(&start, _)| start).collect();
        let (useful, others): (Vec<_>, Vec<_>) =
            lowered.requests.iter().partition(|request| helped.contains(&request.start));
        let useful: BTreeSet<_> = useful.into_iter().flat_map(|request| &request.needs).collect();
        let others = others.into_iter().flat_map(|request| &request.needs);
        others.filter(|key| !useful.contains(key)).copied().collect()
    }
}

/// Included files, so that each is asked for once.
struct Remembered<'i> {
    includes: &'i mut dyn Includes,
    files: HashMap<String, Option<Vec<u8>>>,
}

impl Includes for Remembered<'_> {
    fn read(&mut self, header_name: &str) -> Option<Vec<u8>> {
        let Self { includes, files } = self;
        files.entry(header_name.to_owned()).or_insert_with(|| includes.read(header_name)).clone()
    }
}

#[cfg(test)]
mod tests;
