//! Arrays that become scalars: `#pragma promote_to_registers`.
//!
//! ```c
//! #pragma promote_to_registers
//! float sum[2];                                // float sum_0, sum_1;
//! #pragma unroll
//! for (int i = 0; i < 2; i++) sum[i] = 0.0f;   // { const int i = 0; sum_0 = 0.0f; } { const int i = 1; sum_1 = 0.0f; }
//! ```
//!
//! An array lives in memory where any of its indices is known only at run time, and a compiler that does not unroll a loop
//! leaves it there. Once the loops around its uses are written out, each index is a constant of its copy. So this stage
//! stands around all others: it lets them work, reads what they have written, and replaces there each array of which
//! everything is certain ([`plan`]): its declaration ([`array`]) and all of its uses ([`uses`]), also those that macros make,
//! which are written out first ([`pass`], [`mod@write`]); and what comes out is checked ([`check`]). What it finds and changes is
//! mapped back to the text that it was given.

mod array;
mod check;
mod pass;
mod plan;
mod request;
mod uses;
mod write;

use crate::limits::MAX_ATTEMPTS;
use clunroll_rules::{Cause, Finding, PromotionDecline, PromotionReason};
pub use request::{directives, may_hold_promotion_request};
use std::collections::{BTreeMap, HashSet};

use crate::directive;
use crate::lower;
use crate::options::Options;
use crate::outcome::{Promotion, PromotionReport};
use crate::pipeline::{Rewrite, on_large_stack};
use check::failing;
use oclc_syntax::lex;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Place, Replacement, apply_replacements, spent};
use oclc_syntax::tree::{Trees, find_placeholder};
use pass::{Pass, PromotionResult};
use plan::Refusal;

/// Rewrites the main file of a unit: its loops, and its arrays. `None` where the system gave no thread to work on, or
/// clunroll itself failed.
#[must_use]
pub fn rewrite(unit: &Unit, options: &Options, headers: &mut IncludedFiles<'_>, trees: &Trees) -> Option<Rewrite> {
    let may_hold = |request: fn(&[u8]) -> bool| unit.sources.iter().any(|file| request(&file.bytes));
    match (may_hold(directive::may_hold_unroll_request), may_hold(may_hold_promotion_request)) {
        (false, false) => Some(Rewrite::default()),
        (_, false) => on_large_stack(|| lower::rewrite(unit, options, headers, trees)),
        (_, true) => on_large_stack(|| loops_and_arrays(unit, options, headers, trees)),
    }
}

/// Unrolls loops, and then promotes arrays.
fn loops_and_arrays(unit: &Unit, options: &Options, headers: &mut IncludedFiles<'_>, trees: &Trees) -> Rewrite {
    let mut rewrite = lower::rewrite(unit, options, headers, trees);
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
    let mut step = promote(&written, &with_room(options, &rewrite), headers, trees);
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
        if report.done != Promotion::Promoted && known.done == Promotion::Promoted {
            *known = report;
        }
    }
    found.into_values().collect()
}

/// Promotes the arrays of a text in which loops are unrolled.
fn promote(unit: &Unit, options: &Options, headers: &mut IncludedFiles<'_>, trees: &Trees) -> Rewrite {
    let mut excluded: BTreeMap<usize, PromotionDecline> = BTreeMap::new();
    let mut attempt = 0;
    loop {
        let first = pass::read_promotions(unit, options, &excluded, trees);
        let promoted: Vec<usize> = (0..first.verdicts.len()).filter(|&at| first.verdicts[at].result.is_ok()).collect();
        if promoted.is_empty() {
            return said(&first.verdicts, Vec::new());
        }
        let exclude = |excluded: &mut BTreeMap<usize, PromotionDecline>, at: usize| {
            let pragma = first.verdicts[at].pragma;
            excluded.insert(at, PromotionDecline { why: PromotionReason::MadeByMacro(String::new()), place: pragma });
        };
        if attempt >= MAX_ATTEMPTS {
            for &at in &promoted {
                exclude(&mut excluded, at);
            }
            continue;
        }
        attempt += 1;
        let replacements = match checked_replacements(unit, &first, &excluded, options, headers, trees) {
            Ok(replacements) => replacements,
            Err(failed) => {
                let failed: Vec<usize> = promoted.iter().copied().filter(|at| failed.contains(at)).collect();
                let failed = if failed.is_empty() { &promoted } else { &failed };
                for &at in failed {
                    exclude(&mut excluded, at);
                }
                continue;
            }
        };
        let growth = spent(&replacements);
        if growth > options.limits.max_growth {
            let why = PromotionReason::TooMuchText(growth, options.limits.max_growth);
            for &at in &promoted {
                excluded.insert(at, PromotionDecline { why: why.clone(), place: first.verdicts[at].pragma });
            }
            continue;
        }
        return said(&first.verdicts, replacements);
    }
}

/// The changes that carry out what was found, in the text itself; or the verdicts that do not lead to the same program.
fn checked_replacements(
    unit: &Unit,
    first: &Pass,
    excluded: &BTreeMap<usize, PromotionDecline>,
    options: &Options,
    headers: &mut IncludedFiles<'_>,
    trees: &Trees,
) -> Result<Vec<Replacement>, HashSet<usize>> {
    let everything = |ranges: Vec<std::ops::Range<usize>>| ranges.into_iter().flatten().collect::<HashSet<usize>>();
    let check = |unit: &Unit, pass: &Pass, replacements: &[Replacement], headers: &mut IncludedFiles<'_>| {
        let (text, ranges) = apply_replacements(&unit.sources, replacements);
        let after = Unit::read(text.shared(), &options.host(), headers);
        let failing = failing(unit, &after, pass);
        (text, ranges, after, everything(failing))
    };
    if first.written_out.is_empty() {
        let (.., failing) = check(unit, first, &first.replacements, headers);
        return if failing.is_empty() { Ok(first.replacements.clone()) } else { Err(failing) };
    }
    let (text, ranges, plain, failing) = check(unit, first, &first.written_out, headers);
    if !failing.is_empty() {
        return Err(failing);
    }
    let second = pass::read_promotions(&plain, options, excluded, trees);
    let lost = first.verdicts.iter().enumerate().filter(|(at, verdict)| {
        verdict.result.is_ok() && second.verdicts.get(*at).is_none_or(|verdict| verdict.result.is_err())
    });
    let lost: HashSet<usize> = lost.map(|(at, _)| at).collect();
    if !lost.is_empty() || !second.written_out.is_empty() || second.verdicts.len() != first.verdicts.len() {
        return Err(lost);
    }
    let (.., failing) = check(&plain, &second, &second.replacements, headers);
    if !failing.is_empty() {
        return Err(failing);
    }
    let mut rewrite = Rewrite { replacements: second.replacements, ..Rewrite::default() };
    rewrite.map_back(&text, &ranges, &plain, unit);
    Ok(rewrite.replacements)
}

/// What there is to say, with the changes.
fn said(verdicts: &[PromotionResult], mut replacements: Vec<Replacement>) -> Rewrite {
    let mut findings = Vec::new();
    let mut promotions = Vec::new();
    for PromotionResult { pragma, names, elements, result } in verdicts {
        let finding = match result {
            Ok(()) => None,
            Err(Refusal::NoArray(found)) => Some(Finding::NotBeforeArray { pragma: *pragma, found: found.clone() }),
            Err(Refusal::Declined(kept)) => Some(Finding::NotPromoted { pragma: *pragma, decline: kept.clone() }),
        };
        let done = match &finding {
            None => Promotion::Promoted,
            Some(finding) => Promotion::Left { cause: Cause::from(finding) },
        };
        let (names, elements) = (names.clone(), *elements);
        promotions.push(PromotionReport { place: *pragma, names, elements, done, growth: None });
        findings.extend(finding);
    }
    replacements.sort_by_key(|one| (one.span.start, one.span.end));
    Rewrite { replacements, findings, requests: Vec::new(), promotions }
}

#[cfg(test)]
mod tests;
