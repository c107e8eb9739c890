//! What one run over a text finds and writes, and how it becomes an affair of the text that this one was made from.
//!
//! Steps in front of the pipeline write parts of a text out before it is read: loops that macros make, loops that
//! conditionals choose. What is then said and done is about the text that was written out, and is led back: places by
//! the [`Composed`] text, replacements by the ranges that were written out, which are replaced as a whole.

use crate::analysis::is_transient;
use std::collections::HashSet;

use crate::directive::{find_requests, marker_text};
use crate::outcome::{Done, PromotionReport, RequestReport};
use clunroll_rules::{Cause, Finding, Reason};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span, WrittenOut, mapped_back};

/// What one run finds and writes.
#[derive(Debug, Default)]
pub struct Rewrite {
    /// The changes to the main file, in rising order; none where it stays as it is.
    pub replacements: Vec<Replacement>,
    /// What there is to say, with what it is said of.
    pub findings: Vec<Finding>,
    /// What became of each request.
    pub requests: Vec<RequestReport>,
    /// What became of each array that was to become scalars.
    pub promotions: Vec<PromotionReport>,
}

impl Rewrite {
    /// Makes what was said and done about `text`, read as `written`, an affair of the main file of `unit`. `ranges` are
    /// what was written out, in the file and in the text.
    pub fn map_back(&mut self, text: &Composed, ranges: &[WrittenOut], written: &Unit, unit: &Unit) {
        let home = |place: &mut Place| {
            if place.file == FileId::MAIN {
                *place = text.origin(place.span).unwrap_or(*place);
            } else if let Some(file) = unit.sources.like(&written.sources[place.file]) {
                place.file = file;
            }
        };
        self.findings.iter_mut().flat_map(Finding::places_mut).for_each(home);
        self.requests.iter_mut().map(|request| &mut request.place).for_each(home);
        self.promotions.iter_mut().map(|promotion| &mut promotion.place).for_each(home);
        self.replacements.iter_mut().filter_map(|one| one.request.as_mut()).for_each(home);
        if !self.replacements.is_empty() {
            self.replacements = mapped_back(text, ranges, std::mem::take(&mut self.replacements));
        }
    }
}

impl Rewrite {
    /// Whether a request is left for a reason which a second run may not find again.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        transiently_declined(&self.findings).next().is_some()
    }

    /// The requests in the main file of `unit` that are left for a reason which a second run may not find again.
    #[must_use]
    pub fn transient_requests_in_main(&self, unit: &Unit) -> Vec<Span> {
        let transient: HashSet<Place> = transiently_declined(&self.findings).collect();
        if transient.is_empty() {
            return Vec::new();
        }
        // One that a macro makes cannot be marked.
        let places = find_requests(unit).into_iter().map(|request| request.place);
        places.filter(|place| place.file == FileId::MAIN && transient.contains(place)).map(|place| place.span).collect()
    }
}

/// The requests that are left for a reason which a second run may not find again, as often as that is said.
pub fn transiently_declined(findings: &[Finding]) -> impl Iterator<Item = Place> {
    findings.iter().filter_map(|finding| match finding {
        Finding::Declined { pragma, decline } if is_transient(&decline.reason) => Some(*pragma),
        _ => None,
    })
}

/// The mark behind a request of the main file.
#[must_use]
pub fn marker_after(request: Place) -> Replacement {
    let end = Span::new(request.span.end, request.span.end);
    Replacement::made(end, marker_text().as_bytes(), request, Some(request))
}

/// Whether writing something out has helped a request: its loop was unrolled. One that was left for want of room has got a
/// mark in the text, and keeps it.
#[must_use]
pub fn is_unrolled_or_limited(report: &RequestReport) -> bool {
    match &report.done {
        Done::Unrolled { .. } => true,
        Done::NotAsked => false,
        Done::Left { cause } => matches!(
            cause,
            Cause::Declined(
                Reason::BudgetSpent { .. }
                    | Reason::TooManyCopies(..)
                    | Reason::TooMuchText { .. }
                    | Reason::LeftBefore
            )
        ),
    }
}
