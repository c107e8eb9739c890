//! `--assume restrict`: the word `restrict` at pointer parameters of kernels.
//!
//! ```text
//! __kernel void k(__global float *out)    ->    __kernel void k(__global float *restrict out)
//! ```
//!
//! The word is inserted before the name, so that the author's spacing stays and no line moves. [`restrict_candidates`] decides where it may
//! be. A parameter that already has the word stays as it is, so a second run changes nothing.

use crate::outcome::PointerReport;
use crate::pipeline::Rewrite;
use clunroll_analysis::restrict_candidates;
use clunroll_rules::{Finding, RestrictNotWritten, RestrictObstacle};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Replacement, Span};

/// Whether a text may contain a kernel.
#[must_use]
pub fn may_hold_kernel(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"kernel").is_some()
}

/// Adds the words to the replacements in the main file of a unit, and reports each parameter.
pub fn restrict_words(unit: &Unit, rewrite: &mut Rewrite) {
    let mut words = Vec::new();
    // If a macro around the parameter is expanded, that expansion decides its text.
    let is_replaced = |at: u32| rewrite.replacements.iter().any(|one| one.span.start < at && at < one.span.end);
    for parameter in restrict_candidates(unit) {
        let (place, name, kernel) = (parameter.place, parameter.name, parameter.kernel_name);
        let may_keep_state = parameter.may_keep_state;
        let by_macro = || is_replaced(place.span.start).then_some((RestrictObstacle::MadeByMacro, place));
        let obstacle = parameter.obstacle.or_else(by_macro);
        let is_restrict = obstacle.is_none();
        rewrite.pointers.push(PointerReport { place, name: name.clone(), kernel, is_restrict, may_keep_state });
        if let Some((obstacle, reason)) = obstacle {
            rewrite.findings.push(Finding::of_file(place, RestrictNotWritten { name, obstacle, reason }));
        } else {
            let before = Span::new(place.span.start, place.span.start);
            words.push(Replacement::made(before, b"restrict ", place, None));
        }
    }
    if !words.is_empty() {
        rewrite.replacements.extend(words);
        rewrite.replacements.sort_by_key(|replacement| replacement.span.start);
        rewrite.output = None;
    }
}
