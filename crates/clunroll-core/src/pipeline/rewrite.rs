//! What one run over a text finds and writes, and how it is mapped back to the text that this one was made from.
//!
//! Loops that macros make are expanded before the pipeline reads the text, and arrays are promoted in the text that it writes.
//! What is found and done there is mapped back: places by the [`Composed`] text, replacements by the ranges that were expanded
//! or written.

use crate::outcome::{PromotionReport, RequestReport};
use clunroll_rules::Finding;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, FileId, Place, Replacement, WrittenOut, mapped_back};

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
        self.findings.iter_mut().for_each(|finding| finding.visit(&mut |place| home(place)));
        self.requests.iter_mut().map(|request| &mut request.place).for_each(home);
        self.promotions.iter_mut().map(|promotion| &mut promotion.place).for_each(home);
        self.replacements.iter_mut().filter_map(|one| one.request.as_mut()).for_each(home);
        if !self.replacements.is_empty() {
            self.replacements = mapped_back(text, ranges, std::mem::take(&mut self.replacements));
        }
    }
}
