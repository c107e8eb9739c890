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
//! which are written out first ([`pass`], [`mod@write`]); and what comes out is checked ([`check`]). What it finds and changes is led back to the text that it was given.
//!
//! What has become a scalar may be what another loop runs up to, or what another array is indexed by. So both are done in
//! turn until nothing is promoted any more; a second run then finds nothing to do.

mod array;
mod check;
mod pass;
mod plan;
mod request;
mod uses;
mod write;

use crate::limits::{MAX_ATTEMPTS, MAX_ROUNDS_OF_PROMOTION};
use clunroll_rules::{Cause, Finding, PromotionDecline, PromotionReason};
pub use request::{directives, may_hold_promotion_request};
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::directive;
use crate::lower;
use crate::options::Options;
use crate::outcome::{Done, Promotion, PromotionReport};
use crate::pipeline::{Rewrite, marker_after, on_large_stack};
use check::failing;
use oclc_syntax::lex;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Place, Replacement, Span, apply_replacements, spent};
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

/// Unrolls loops and promotes arrays in turn.
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
    let mut promoted: Vec<PromotionReport> = Vec::new();
    let mut reasons: HashMap<Place, PromotionDecline> = HashMap::new();
    for round in 0.. {
        let (text, ranges) = apply_replacements(&unit.sources, &rewrite.replacements);
        let written = Unit::read(text.shared(), &options.host(), headers);
        let is_rewriting = !rewrite.replacements.is_empty();
        let mut step = promote(&written, &with_room(options, &rewrite), is_rewriting, headers, trees);
        step.map_back(&text, &ranges, &written, unit);
        step.findings.iter_mut().for_each(|finding| show_as_written(unit, finding));
        step.findings.iter_mut().for_each(|finding| keep_reason(finding, &mut reasons));
        let (done, left): (Vec<_>, Vec<_>) =
            step.promotions.into_iter().partition(|report| report.done == Promotion::Promoted);
        let is_last = done.is_empty() || round == MAX_ROUNDS_OF_PROMOTION;
        promoted.extend(done);
        if !step.replacements.is_empty() {
            rewrite.replacements = step.replacements;
        }
        if is_last {
            rewrite.findings.extend(step.findings);
            rewrite.promotions = reports(promoted, left);
            break;
        }
        let (text, ranges) = apply_replacements(&unit.sources, &rewrite.replacements);
        let written = Unit::read(text.shared(), &options.host(), headers);
        let mut again = lower::rewrite(&written, &with_room(options, &rewrite), headers, trees);
        if !again.replacements.is_empty() {
            again.map_back(&text, &ranges, &written, unit);
            merge(&mut rewrite, again);
        }
    }
    let mut seen = HashSet::new();
    rewrite.findings.retain(|finding| match finding {
        Finding::NotBeforeArray { pragma, .. } | Finding::NotPromoted { pragma, .. } => seen.insert(*pragma),
        _ => true,
    });
    rewrite
}

/// The requests in the main file of `unit` that are left for want of room, of which a second run may find more. One that a
/// macro makes cannot be marked.
#[must_use]
pub fn arrays_declined_for_room(rewrite: &Rewrite, unit: &Unit) -> Vec<Span> {
    let left = rewrite.findings.iter().filter_map(|finding| match finding {
        Finding::NotPromoted { pragma, decline } if matches!(decline.why, PromotionReason::TooMuchText(..)) => {
            Some(*pragma)
        }
        _ => None,
    });
    let left: HashSet<Place> = left.collect();
    directives(unit).map(|request| request.place).filter(|place| left.contains(place)).map(|place| place.span).collect()
}

/// Says of an array that got its mark in a round before why it got it; `reasons` are those of the rounds so far.
fn keep_reason(finding: &mut Finding, reasons: &mut HashMap<Place, PromotionDecline>) {
    let Finding::NotPromoted { pragma, decline: kept } = finding else { return };
    match reasons.get(pragma) {
        Some(reason) if matches!(kept.why, PromotionReason::LeftBefore) => *kept = reason.clone(),
        _ => {
            reasons.insert(*pragma, kept.clone());
        }
    }
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
fn reports(promoted: Vec<PromotionReport>, left: Vec<PromotionReport>) -> Vec<PromotionReport> {
    let mut reports: BTreeMap<Place, PromotionReport> = BTreeMap::new();
    for report in left.into_iter().chain(promoted) {
        reports.entry(report.place).or_insert(report);
    }
    reports.into_values().collect()
}

/// Takes over what was found and changed by unrolling once more.
fn merge(rewrite: &mut Rewrite, again: Rewrite) {
    let asked: HashSet<Place> = again.requests.iter().map(|report| report.place).collect();
    let is_outdated = |finding: &Finding| match finding {
        Finding::Declined { pragma, .. } | Finding::LeftToCompiler { pragma, .. } => asked.contains(pragma),
        _ => false,
    };
    rewrite.findings.retain(|finding| !is_outdated(finding));
    for finding in again.findings {
        if !rewrite.findings.contains(&finding) {
            rewrite.findings.push(finding);
        }
    }
    let unrolled = again.requests.iter().filter(|report| matches!(report.done, Done::Unrolled { .. }));
    let unrolled: BTreeMap<Place, Done> = unrolled.map(|report| (report.place, report.done.clone())).collect();
    for report in &mut rewrite.requests {
        if let (Done::Left { .. }, Some(done)) = (&report.done, unrolled.get(&report.place)) {
            report.done = done.clone();
        }
    }
    rewrite.replacements = again.replacements;
}

/// Promotes the arrays of a text in which loops are written out already; `is_rewriting` tells whether any are.
fn promote(
    unit: &Unit,
    options: &Options,
    is_rewriting: bool,
    headers: &mut IncludedFiles<'_>,
    trees: &Trees,
) -> Rewrite {
    let mut excluded: BTreeMap<usize, PromotionDecline> = BTreeMap::new();
    let mut attempt = 0;
    loop {
        let first = pass::read_promotions(unit, options, &excluded, trees);
        let promoted: Vec<usize> = (0..first.verdicts.len()).filter(|&at| first.verdicts[at].result.is_ok()).collect();
        if promoted.is_empty() {
            return said(&first.verdicts, &excluded, Vec::new(), is_rewriting);
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
        return said(&first.verdicts, &excluded, replacements, true);
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

/// What there is to say, with the changes. What is left for want of room, or in the company of others, gets a mark where
/// anything is rewritten, so that a second run, which would find more room or other company, leaves it too.
fn said(
    verdicts: &[PromotionResult],
    excluded: &BTreeMap<usize, PromotionDecline>,
    mut replacements: Vec<Replacement>,
    is_rewriting: bool,
) -> Rewrite {
    let mut findings = Vec::new();
    let mut promotions = Vec::new();
    for (at, PromotionResult { pragma, names, elements, result }) in verdicts.iter().enumerate() {
        let finding = match result {
            Ok(()) => None,
            Err(Refusal::NoArray(found)) => Some(Finding::NotBeforeArray { pragma: *pragma, found: found.clone() }),
            Err(Refusal::Declined(kept)) => Some(Finding::NotPromoted { pragma: *pragma, decline: kept.clone() }),
        };
        if is_rewriting && excluded.contains_key(&at) {
            replacements.push(marker_after(*pragma));
        }
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
