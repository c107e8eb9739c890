//! Arrays that become scalars: `#pragma promote_to_registers`.
//!
//! ```c
//! #pragma promote_to_registers
//! float sum[2];                                // float sum_0, sum_1;
//! #pragma unroll
//! for (int i = 0; i < 2; i++) sum[i] = 0.0f;   // { sum_0 = 0.0f; } { sum_1 = 0.0f; }
//! ```
//!
//! An array lives in memory where any of its indices is known only at run time, and a compiler that does not unroll a loop
//! leaves it there. Once the loops around its uses are written out, each index is a constant of its copy. So this stage
//! stands around all others: it lets them work, reads what they have written, and replaces there each array of which
//! everything is certain ([`plan`]): its declaration ([`array`]) and all of its uses ([`uses`]), also those that macros make,
//! which are written out first ([`pass`], [`mod@write`]); and what comes out is checked ([`check`], [`apply`]). Where loops of a
//! choice use an array, one condition is put around all of its uses first ([`stretch`]). What it finds and changes is mapped back
//! to the text that it was given.

mod apply;
mod arguments;
mod array;
mod check;
mod configurations;
mod first_branches;
mod hosted;
mod idle;
mod pass;
mod plan;
mod reading;
mod request;
mod stretch;
mod uses;
mod write;

use clunroll_rules::Finding;
pub use request::{directives, may_hold_promotion_request};
use std::collections::{BTreeMap, HashSet};

use crate::directive;
use crate::lower::{self, LoopMacros};
use crate::options::Options;
use crate::outcome::{Done, Fault, PromotionReport, RequestReport};
use crate::pipeline::{Rewrite, on_large_stack};
use apply::PromotionPass;
use oclc_syntax::lex;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{FileId, Place, Span, apply_replacements, spent};
use oclc_syntax::tree::{Trees, find_placeholder};
use stretch::{first_branches, written_choices};

/// Rewrites the main file of a unit: its loops, and its arrays. Fails if there is no thread to work on, or if clunroll has a bug.
pub fn rewrite(
    unit: &Unit,
    macros: &LoopMacros,
    options: &Options,
    headers: &mut IncludedFiles<'_>,
    trees: &Trees,
) -> Result<Rewrite, Fault> {
    let may_hold = |request: fn(&[u8]) -> bool| unit.sources.iter().any(|file| request(&file.bytes));
    match (may_hold(directive::may_mention_unrolling), may_hold(may_hold_promotion_request)) {
        (false, false) => Ok(Rewrite::default()),
        (_, false) => on_large_stack(|| lower::rewrite(unit, macros, options, headers, trees)),
        (_, true) => {
            // Arrays are looked for in the text of the loops.
            let options = options.clone().stops_after_choice(false);
            on_large_stack(|| loops_and_arrays(unit, macros, &options, headers, trees))
        }
    }
}

/// Unrolls loops, and then promotes arrays.
fn loops_and_arrays(
    unit: &Unit,
    macros: &LoopMacros,
    options: &Options,
    headers: &mut IncludedFiles<'_>,
    trees: &Trees,
) -> Rewrite {
    let mut rewrite = lower::rewrite(unit, macros, options, headers, trees);
    if let Some(place) = find_placeholder(unit) {
        let placeholder = String::from_utf8_lossy(unit.sources[place.file].slice(place.span)).into_owned();
        let finding = Finding::Template { place, placeholder };
        if !rewrite.findings.contains(&finding) {
            rewrite.findings.push(finding);
        }
        return rewrite;
    }
    let (text, ranges) = apply_replacements(&unit.sources, &rewrite.replacements);
    let written = Unit::read(text.shared(), &options.host(), headers);
    let choices = written_choices(&text, &ranges, &rewrite.requests);
    let mut pass = PromotionPass { options: with_room(options, &rewrite), headers, trees };
    let branches = first_branches(&written, &choices);
    let mut step = match pass.in_stretches(&written, &text, &branches, &choices) {
        Some((step, joined)) => {
            for (of_loop, condition) in joined {
                name_condition(&mut rewrite.requests, of_loop, &condition);
            }
            step
        }
        None => pass.promote(&written, &text, &branches),
    };
    step.map_back(&text, &ranges, &written, unit);
    step.findings.iter_mut().for_each(|finding| show_as_written(unit, finding));
    if !step.replacements.is_empty() {
        rewrite.replacements = step.replacements;
    }
    let mut seen = HashSet::new();
    rewrite.findings.extend(step.findings.into_iter().filter(|finding| match finding {
        Finding::NotBeforeArray { pragma, .. } | Finding::NotPromoted { pragma, .. } => seen.insert(*pragma),
        _ => true,
    }));
    rewrite.promotions = one_for_each(step.promotions);
    rewrite
}

/// Shows what a request stands before as its author wrote it: it may be a loop that was written out.
fn show_as_written(unit: &Unit, finding: &mut Finding) {
    let Finding::NotBeforeArray { found: Some((place, text)), .. } = finding else { return };
    let bytes = &unit.sources[place.file].bytes;
    if let Some(first) = lex::lex_part(place.file, bytes, place.span).first() {
        *place = first.place();
        *text = unit.text(first).into_owned();
    }
}

/// The options with what is left of the limit on growth; what could be better was asked of the author's own text.
fn with_room(options: &Options, rewrite: &Rewrite) -> Options {
    Options { limits: options.limits.less(spent(&rewrite.replacements)), lint: false, ..options.clone() }
}

/// One report for each request: an array that is left in some copy of its declaration is left.
fn one_for_each(reports: Vec<PromotionReport>) -> Vec<PromotionReport> {
    let mut found: BTreeMap<Place, PromotionReport> = BTreeMap::new();
    for report in reports {
        let known = found.entry(report.place).or_insert_with(|| report.clone());
        if !report.done.is_promoted() && known.done.is_promoted() {
            *known = report;
        }
    }
    found.into_values().collect()
}

/// Names the condition that all loops within one are written under.
fn name_condition(requests: &mut [RequestReport], of_loop: Span, condition: &str) {
    for report in requests {
        if let Done::Unrolled { condition: Some(known), .. } = &mut report.done
            && report.place.file == FileId::MAIN
            && of_loop.start <= report.place.span.start
            && report.place.span.end <= of_loop.end
        {
            condition.clone_into(known);
        }
    }
}

#[cfg(test)]
mod tests;
