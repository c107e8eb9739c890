//! The results of one run over a text, and their mapping back to the text or the files that this one was made from.
//!
//! Loops that macros make are expanded before the pipeline reads the text, arrays are promoted in the text that it writes, and the text
//! that the first step reads may be flat, or the content of raw strings. This module alone maps the results in such texts back: places by
//! the [`Composed`] text, replacements by the ranges that were expanded or written.

use crate::outcome::{PointerReport, PromotionReport, RequestReport};
use clunroll_rules::Finding;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Adopted, Composed, FileId, Place, Replacement, WrittenOut, mapped_back};

/// The results of one run.
#[derive(Debug, Default)]
pub struct Rewrite {
    /// The changes to the main file, in rising order; none if it stays as it is.
    pub replacements: Vec<Replacement>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// The result for each request.
    pub requests: Vec<RequestReport>,
    /// The result for each array that should become scalars.
    pub promotions: Vec<PromotionReport>,
    /// The result for each pointer parameter that lacked `restrict`.
    pub pointers: Vec<PointerReport>,
    /// Whether macros are expanded in the changes. If not, each request in them is a copy of one in the main file.
    pub is_expanded: bool,
    /// The main file with the changes, if it was already read.
    pub output: Option<Unit>,
}

impl Rewrite {
    /// Maps the results for `text`, read as `written`, back to the main file of `unit`. `ranges` are the expanded stretches, in the file
    /// and in the text.
    pub fn map_back(&mut self, text: &Composed, ranges: &[WrittenOut], written: &Unit, unit: &Unit) {
        self.map_places(text, |file| unit.sources.like(&written.sources[file]).unwrap_or(file));
        if !self.replacements.is_empty() {
            self.replacements = mapped_back(text, ranges, std::mem::take(&mut self.replacements));
        }
    }

    /// Maps the results for `text` to the user's files; `adopted` are the files that the text includes. The replacements remain changes of
    /// `text`, but with the places of these files.
    pub fn map_to_files(&mut self, text: &Composed, adopted: &Adopted) {
        self.map_places(text, |file| adopted.file(file));
        for replacement in &mut self.replacements {
            replacement.text = std::mem::take(&mut replacement.text).through(text);
        }
    }

    /// Maps all places: those in the main file by its composed text, those in others by the file of the same name.
    fn map_places(&mut self, text: &Composed, file: impl Fn(FileId) -> FileId) {
        let map = |place: &mut Place| match place.file {
            FileId::MAIN => *place = text.origin(place.span).unwrap_or(*place),
            other => place.file = file(other),
        };
        self.findings.iter_mut().for_each(|finding| finding.visit(&mut |place| map(place)));
        self.requests.iter_mut().map(|request| &mut request.place).for_each(map);
        self.promotions.iter_mut().map(|promotion| &mut promotion.place).for_each(map);
        self.pointers.iter_mut().map(|pointer| &mut pointer.place).for_each(map);
        self.replacements.iter_mut().filter_map(|one| one.request.as_mut()).for_each(map);
    }
}
