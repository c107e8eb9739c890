//! `--assume restrict`: the word `restrict` at pointer parameters of kernels.
//!
//! ```text
//! __kernel void k(__global float *out)    ->    __kernel void k(__global float *restrict out)
//! ```
//!
//! The word is put in before the name, so that the author's spacing stays and no line moves. Where it may stand is decided by
//! [`restrict_candidates`]. A parameter that has the word already is left, so a second run changes nothing.

use crate::outcome::PointerReport;
use clunroll_analysis::restrict_candidates;
use clunroll_rules::{Finding, RestrictObstacle};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Replacement, Span};

/// Whether a text may hold a kernel.
#[must_use]
pub fn may_hold_kernel(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"kernel").is_some()
}

/// Adds the words to what is replaced in the main file of a unit, and reports each parameter.
pub fn restrict_words(
    unit: &Unit,
    replacements: &mut Vec<Replacement>,
    findings: &mut Vec<Finding>,
) -> Vec<PointerReport> {
    let (mut words, mut reports) = (Vec::new(), Vec::new());
    // What writes out a macro around the parameter decides its text.
    let is_replaced = |at: u32| replacements.iter().any(|one| one.span.start < at && at < one.span.end);
    for parameter in restrict_candidates(unit) {
        let (place, name) = (parameter.place, parameter.name);
        let by_macro = || is_replaced(place.span.start).then_some((RestrictObstacle::MadeByMacro, place));
        let obstacle = parameter.obstacle.or_else(by_macro);
        reports.push(PointerReport { place, name: name.clone(), is_restrict: obstacle.is_none() });
        if let Some((obstacle, reason)) = obstacle {
            findings.push(Finding::NoRestrict { place, name, obstacle, reason });
        } else {
            let before = Span::new(place.span.start, place.span.start);
            words.push(Replacement::made(before, b"restrict ", place, None));
        }
    }
    replacements.extend(words);
    replacements.sort_by_key(|replacement| replacement.span.start);
    reports
}
