//! `--assume restrict`: the word `restrict` at pointer parameters of kernels.
//!
//! ```text
//! __kernel void k(__global float *out)    ->    __kernel void k(__global float *restrict out)
//! ```
//!
//! The word is put in before the name, so that the author's spacing stays and no line moves. Where it may stand is decided by
//! [`restrict_candidates`]. A parameter that has the word already is left, so a second run changes nothing.

use crate::analysis::restrict_candidates;
use clunroll_rules::{Finding, RestrictObstacle};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Replacement, Span};

/// Whether a text may hold a kernel.
#[must_use]
pub fn may_hold_kernel(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"kernel").is_some()
}

/// Adds the words to what is replaced in the main file of a unit; gives the parameters that must not get one.
pub fn restrict_words(unit: &Unit, replacements: &mut Vec<Replacement>) -> Vec<Finding> {
    let (mut words, mut findings) = (Vec::new(), Vec::new());
    // What writes out a macro around the parameter decides its text.
    let is_replaced = |at: u32| replacements.iter().any(|one| one.span.start < at && at < one.span.end);
    for parameter in restrict_candidates(unit) {
        let place = parameter.place;
        match parameter.obstacle {
            None if is_replaced(place.span.start) => findings.push(Finding::NoRestrict {
                place,
                name: parameter.name,
                obstacle: RestrictObstacle::MadeByMacro,
                reason: place,
            }),
            None => {
                let before = Span::new(place.span.start, place.span.start);
                words.push(Replacement::made(before, b"restrict ", place, None));
            }
            Some((obstacle, reason)) => {
                findings.push(Finding::NoRestrict { place, name: parameter.name, obstacle, reason });
            }
        }
    }
    replacements.extend(words);
    replacements.sort_by_key(|replacement| replacement.span.start);
    findings
}
