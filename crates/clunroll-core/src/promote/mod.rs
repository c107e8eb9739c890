//! Arrays that become scalars: `#pragma promote_to_registers`.
//!
//! ```c
//! #pragma promote_to_registers
//! float sum[2];                                // float sum_0, sum_1;
//! #pragma unroll
//! for (int i = 0; i < 2; i++) sum[i] = 0.0f;   // { sum_0 = 0.0f; } { sum_1 = 0.0f; }
//! ```
//!
//! An array is in memory if any of its indices is known only at run time, and a compiler that does not unroll a loop keeps it there. In the
//! text of the unrolled loops, each index is a constant of its copy. So this stage comes last. It reads what the other stages wrote, with
//! the conditions that they wrote it under. If everything about an array is certain ([`plan`]), it replaces the declaration ([`array`]) and
//! all uses ([`uses`]). Macros that make uses are expanded first ([`pass`], [`mod@write`]). The result is checked ([`check`], [`apply`]).
//! If loops of a choice use an array, one condition is put around all of its uses first ([`stretch`]). Findings and changes are mapped back
//! to the text that this stage was given.

mod apply;
mod arguments;
mod array;
mod branches;
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
mod survey;
mod uses;
mod write;

use clunroll_rules::{Finding, NotBeforeAnArray, NotOpenclC, Payload};
pub use request::{directives, file_may_hold_promotion_request, may_hold_promotion_request};
use std::collections::{HashMap, HashSet};

use crate::lower::{self, LoopMacros};
use crate::options::Options;
use crate::outcome::{Done, PromotionReport, RequestReport};
use crate::pipeline::Rewrite;
use crate::unit_reader::UnitReader;
use apply::{JoinedLoops, PromotionPass};
use oclc_syntax::lex;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{FileId, Place, apply_replacements, spent};
use oclc_syntax::tree::find_placeholder;
use stretch::{first_branches, written_choices};

/// Rewrites the main file of a unit: unrolls its loops, and then promotes its arrays.
#[must_use]
pub fn rewrite(unit: &Unit, macros: &LoopMacros, options: &Options, reader: &mut UnitReader<'_, '_>) -> Rewrite {
    // Arrays are searched for in the text of the loops.
    let options = &options.clone().stops_after_choice(false);
    let mut rewrite = lower::rewrite(unit, macros, options, reader);
    if let Some(place) = find_placeholder(unit) {
        let placeholder = String::from_utf8_lossy(unit.sources[place.file].slice(place.span)).into_owned();
        let finding = Finding::of_file(place, NotOpenclC { placeholder });
        if !rewrite.findings.contains(&finding) {
            rewrite.findings.push(finding);
        }
        return rewrite;
    }
    let (text, ranges) = apply_replacements(&unit.sources, &rewrite.replacements);
    // If no loop is rewritten, the text is the source.
    let written = (!ranges.is_empty()).then(|| reader.read(text.shared(), &options.host()));
    let read = written.as_ref().unwrap_or(unit);
    let choices = written_choices(&ranges);
    let mut pass = PromotionPass { options: with_room(options, &rewrite), reader };
    let branches = first_branches(read, &choices);
    let mut step = match pass.in_stretches(read, &text, &branches, &choices) {
        Some((promoted, joined)) => {
            for joined in &joined {
                name_condition(&mut rewrite.requests, joined);
            }
            promoted
        }
        None => pass.promote(read, &text, &branches),
    };
    step.map_back(&text, &ranges, read, unit);
    rewrite.is_expanded |= step.is_expanded;
    rewrite.output = step.output.take().or(written);
    step.findings.iter_mut().for_each(|finding| show_as_written(unit, finding));
    if !step.replacements.is_empty() {
        rewrite.replacements = step.replacements;
    }
    let mut seen = HashSet::new();
    rewrite.findings.extend(step.findings.into_iter().filter(|finding| match &finding.payload {
        Payload::NotBeforeAnArray(_) | Payload::NotPromoted(_) => seen.insert(finding.request),
        _ => true,
    }));
    rewrite.promotions = one_for_each(step.promotions);
    rewrite
}

/// Shows the text after a request as its author wrote it: it may be a loop that was unrolled.
fn show_as_written(unit: &Unit, finding: &mut Finding) {
    let Payload::NotBeforeAnArray(NotBeforeAnArray { found: Some(text) }) = &mut finding.payload else { return };
    let place = &mut finding.place;
    let bytes = &unit.sources[place.file].bytes;
    if let Some(first) = lex::lex_part(place.file, bytes, place.span).first() {
        *place = first.place();
        *text = unit.text(first).into_owned();
    }
}

/// The options with the growth that remains. The lint has judged the author's own text already.
fn with_room(options: &Options, rewrite: &Rewrite) -> Options {
    Options { limits: options.limits.less(spent(&rewrite.replacements)), lint: false, ..options.clone() }
}

/// One report for each request. If an array stays in one copy of its declaration, the report says so. A macro may contain several requests
/// at one place, each with its own names.
fn one_for_each(reports: Vec<PromotionReport>) -> Vec<PromotionReport> {
    let mut known: HashMap<(Place, Vec<String>), usize> = HashMap::new();
    let mut found: Vec<PromotionReport> = Vec::new();
    for report in reports {
        let number = *known.entry((report.place, report.names.clone())).or_insert(found.len());
        match found.get_mut(number) {
            None => found.push(report),
            Some(known) if known.done.is_promoted() && !report.done.is_promoted() => *known = report,
            Some(_) => {}
        }
    }
    found.sort_by_key(|report| report.place);
    found
}

/// Sets the joint condition in the reports of all loops inside it.
fn name_condition(requests: &mut [RequestReport], joined: &JoinedLoops) {
    for report in requests {
        if let Done::Unrolled { condition: Some(known), .. } = &mut report.done
            && report.place.file == FileId::MAIN
            && joined.loops.iter().any(|of_loop| of_loop.contains(report.place.span))
        {
            *known = joined.condition.to_string();
        }
    }
}

#[cfg(test)]
mod tests;
