//! What one run over a text finds and writes, and how it becomes an affair of the text that this one was made from.
//!
//! Steps in front of the pipeline write parts of a text out before it is read: loops that macros make, loops that
//! conditionals choose. What is then said and done is about the text that was written out, and is led back: places by
//! the [`Composed`] text, replacements by the ranges that were written out, which are replaced as a whole.

use std::collections::HashSet;

use crate::directive::find_requests;
use crate::outcome::{Done, RequestReport};
use crate::preprocess::Unit;
use crate::rules::{Finding, OVER_LIMIT};
use crate::source::{Composed, FileId, Place, Replacement, Span, led_back};

/// What one run finds and writes.
#[derive(Debug, Default)]
pub struct Rewrite {
    /// The changes to the main file, in rising order; none where it stays as it is.
    pub replacements: Vec<Replacement>,
    /// What there is to say, with what it is said of.
    pub findings: Vec<Finding>,
    /// What became of each request.
    pub requests: Vec<RequestReport>,
}

impl Rewrite {
    /// Makes what was said and done about `text`, read as `written`, an affair of the main file of `unit`. `ranges` are
    /// what was written out, in the file and in the text.
    pub fn lead_back(&mut self, text: &Composed, ranges: &[(Span, Span)], written: &Unit, unit: &Unit) {
        let home = |place: &mut Place| {
            if place.file == FileId::MAIN {
                *place = text.origin(place.span).unwrap_or(*place);
            } else if let Some(file) = unit.sources.named(&written.sources[place.file].name) {
                place.file = file;
            }
        };
        self.findings.iter_mut().flat_map(Finding::places_mut).for_each(home);
        self.requests.iter_mut().map(|request| &mut request.place).for_each(home);
        self.replacements.iter_mut().filter_map(|one| one.request.as_mut()).for_each(home);
        if !self.replacements.is_empty() {
            self.replacements = led_back(text, ranges, std::mem::take(&mut self.replacements));
        }
    }
}

impl Rewrite {
    /// The requests in the main file of `unit` that are left for a reason which a second run may not find again.
    #[must_use]
    pub fn passing(&self, unit: &Unit) -> Vec<Span> {
        let is_passing = |finding: &Finding| match finding {
            Finding::Declined { pragma, decline } if decline.reason.may_pass() => Some(*pragma),
            _ => None,
        };
        let passing: HashSet<Place> = self.findings.iter().filter_map(is_passing).collect();
        if passing.is_empty() {
            return Vec::new();
        }
        // One that a macro makes cannot be marked.
        let places = find_requests(unit).into_iter().map(|request| request.place);
        places.filter(|place| place.file == FileId::MAIN && passing.contains(place)).map(|place| place.span).collect()
    }
}

/// Whether writing something out has helped a request: its loop was unrolled. One that was left for want of room has got a
/// mark in the text, and keeps it.
#[must_use]
pub fn is_helped(report: &RequestReport) -> bool {
    match &report.done {
        Done::Unrolled { .. } => true,
        Done::NotAsked => false,
        Done::Left { code } => *code == OVER_LIMIT.code,
    }
}
