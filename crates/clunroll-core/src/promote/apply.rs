//! Promotes arrays in a text in which loops are unrolled: the changes, and the check of the result.
//!
//! Arrays are promoted until all changes pass the check; an array whose changes fail stays. If loops of a choice use an array, the stretch
//! around it is first put under one condition ([`super::stretch`]), and the array is promoted in the first branch of that.

use std::collections::{BTreeSet, HashSet};

use super::check::{Check, failing};
use super::first_branches::FirstBranches;
use super::pass::{Excluded, Pass, PromotionResult, read_promotions};
use super::plan::Refusal;
use super::stretch::{WrittenChoice, first_branches, stretches, written_choices};
use crate::limits::MAX_ATTEMPTS;
use crate::options::Options;
use crate::outcome::{Promotion, PromotionReport};
use crate::pipeline::Rewrite;
use crate::unit_reader::UnitReader;
use clunroll_rules::{Cause, Finding, NotBeforeAnArray, NotPromoted, PromotionDecline, PromotionReason};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, PresenceCondition, Replacement, Span, WrittenOut, apply_replacements, spent};

/// The inputs of promotion.
pub struct PromotionPass<'p, 'r, 'i> {
    /// The options, with the growth that remains.
    pub options: Options,
    /// The reader of texts.
    pub reader: &'p mut UnitReader<'r, 'i>,
}

/// Changes that passed the check.
struct CheckedChanges {
    replacements: Vec<Replacement>,
    /// Whether they contain expanded invocations.
    is_expanded: bool,
    /// The text with the changes, as it was read for the check.
    output: Unit,
}

/// Choices under one condition.
pub struct JoinedLoops {
    /// The bytes of the author's loops.
    pub loops: Vec<Span>,
    /// The condition.
    pub condition: PresenceCondition,
}

impl PromotionPass<'_, '_, '_> {
    fn read(&mut self, text: &Composed) -> Unit {
        self.reader.read(text.shared(), &self.options.host())
    }

    /// Promotes arrays whose declaration and all uses must be put under one condition; also returns the loops inside each such condition.
    /// `None` if no array needs that.
    pub fn in_stretches(
        &mut self,
        unit: &Unit,
        written: &Composed,
        branches: &FirstBranches,
        choices: &[WrittenChoice],
    ) -> Option<(Rewrite, Vec<JoinedLoops>)> {
        let mut stretches = stretches(unit, written, branches, &self.options, self.reader.trees);
        loop {
            if stretches.is_empty() {
                return None;
            }
            if spent(&stretches) > self.options.limits.max_growth {
                return None;
            }
            let (text, ranges) = apply_replacements(&unit.sources, &stretches);
            let joint = self.read(&text);
            let moved = moved(choices, &ranges);
            let joined = written_choices(&ranges);
            let all: Vec<WrittenChoice> = moved.into_iter().chain(joined.iter().cloned()).collect();
            let mut promoted = self.promote(&joint, &text.clone().through(written), &first_branches(&joint, &all));
            let is_used = |choice: &WrittenChoice| {
                let is_in = |one: &&PromotionReport| choice.span.contains(one.place.span);
                promoted.promotions.iter().filter(is_in).any(|one| one.done.is_promoted())
            };
            let used: Vec<bool> = joined.iter().map(is_used).collect();
            if used.iter().all(|&used| used) {
                promoted.map_back(&text, &ranges, &joint, unit);
                let loops = |stretch: WrittenChoice| {
                    let within = choices.iter().filter(|choice| stretch.of_loop.contains(choice.span));
                    JoinedLoops { loops: within.map(|choice| choice.of_loop).collect(), condition: stretch.condition }
                };
                return Some((promoted, joined.into_iter().map(loops).collect()));
            }
            let mut used = used.into_iter();
            stretches.retain(|_| used.next().unwrap_or_default());
        }
    }

    /// Promotes the arrays of a text in which loops are unrolled.
    pub fn promote(&mut self, unit: &Unit, text: &Composed, branches: &FirstBranches) -> Rewrite {
        let mut excluded = Excluded::default();
        let mut attempt = 0;
        loop {
            let first = read_promotions(unit, text, &self.options, branches, &excluded, self.reader.trees);
            let promoted: Vec<usize> =
                (0..first.verdicts.len()).filter(|&at| first.verdicts[at].result.is_ok()).collect();
            if promoted.is_empty() {
                return said(&first.verdicts, Vec::new());
            }
            let exclude = |excluded: &mut Excluded, at: usize| {
                let place = first.verdicts[at].pragma;
                let why = PromotionReason::MadeByMacro(String::new());
                excluded.declarations.insert(at, PromotionDecline { why, place });
            };
            if attempt >= MAX_ATTEMPTS {
                for &at in &promoted {
                    exclude(&mut excluded, at);
                }
                continue;
            }
            attempt += 1;
            let checked = match self.checked_replacements(unit, text, branches, &first, &excluded) {
                Ok(checked) => checked,
                Err(failed) => {
                    // Changes that fail for several configurations may be correct for one.
                    let is_failing =
                        |check: &&Check| check.is_joint && check.verdicts.clone().any(|at| failed.contains(&at));
                    let joint: BTreeSet<usize> =
                        first.checks.iter().filter(is_failing).map(|check| check.item).collect();
                    if !joint.is_empty() {
                        excluded.apart.extend(joint);
                        continue;
                    }
                    let failed: Vec<usize> = promoted.iter().copied().filter(|at| failed.contains(at)).collect();
                    let failed = if failed.is_empty() { &promoted } else { &failed };
                    for &at in failed {
                        exclude(&mut excluded, at);
                    }
                    continue;
                }
            };
            let growth = spent(&checked.replacements);
            if growth > self.options.limits.max_growth {
                let why = PromotionReason::TooMuchText(growth, self.options.limits.max_growth);
                for &at in &promoted {
                    let decline = PromotionDecline { why: why.clone(), place: first.verdicts[at].pragma };
                    excluded.declarations.insert(at, decline);
                }
                continue;
            }
            let CheckedChanges { replacements, is_expanded, output } = checked;
            return Rewrite { is_expanded, output: Some(output), ..said(&first.verdicts, replacements) };
        }
    }

    /// Reads the text with changes again. Returns it with the verdicts that do not lead to the same program.
    fn check(
        &mut self,
        unit: &Unit,
        pass: &Pass,
        replacements: &[Replacement],
    ) -> (Composed, Vec<WrittenOut>, Unit, HashSet<usize>) {
        let (text, ranges) = apply_replacements(&unit.sources, replacements);
        let after = self.read(&text);
        let failing = failing(unit, &after, pass).into_iter().flatten().collect();
        (text, ranges, after, failing)
    }

    /// The changes to the text itself, with the checked output; or the verdicts that do not lead to the same program.
    fn checked_replacements(
        &mut self,
        unit: &Unit,
        written: &Composed,
        branches: &FirstBranches,
        first: &Pass,
        excluded: &Excluded,
    ) -> Result<CheckedChanges, HashSet<usize>> {
        if first.written_out.is_empty() {
            let (.., output, failing) = self.check(unit, first, &first.replacements);
            let checked = || CheckedChanges { replacements: first.replacements.clone(), is_expanded: false, output };
            return if failing.is_empty() { Ok(checked()) } else { Err(failing) };
        }
        let (text, ranges, plain, failing) = self.check(unit, first, &first.written_out);
        if !failing.is_empty() {
            return Err(failing);
        }
        let second = read_promotions(
            &plain,
            &text.clone().through(written),
            &self.options,
            branches,
            excluded,
            self.reader.trees,
        );
        let lost = first.verdicts.iter().enumerate().filter(|(at, verdict)| {
            verdict.result.is_ok() && second.verdicts.get(*at).is_none_or(|verdict| verdict.result.is_err())
        });
        let lost: HashSet<usize> = lost.map(|(at, _)| at).collect();
        if !lost.is_empty() || !second.written_out.is_empty() || second.verdicts.len() != first.verdicts.len() {
            return Err(lost);
        }
        let (.., output, failing) = self.check(&plain, &second, &second.replacements);
        if !failing.is_empty() {
            return Err(failing);
        }
        let mut rewrite = Rewrite { replacements: second.replacements, ..Rewrite::default() };
        rewrite.map_back(&text, &ranges, &plain, unit);
        Ok(CheckedChanges { replacements: rewrite.replacements, is_expanded: true, output })
    }
}

/// Choices in a text in which stretches are written again. The choices in the stretches are removed.
fn moved(choices: &[WrittenChoice], stretches: &[WrittenOut]) -> Vec<WrittenChoice> {
    let moved = |choice: &WrittenChoice| {
        let before = stretches.iter().take_while(|stretch| stretch.old.end <= choice.span.start);
        let by = before.last().map_or(0, |last| i64::from(last.new.end) - i64::from(last.old.end));
        let at = |offset: u32| (i64::from(offset) + by) as u32;
        let is_gone = stretches.iter().any(|stretch| stretch.old.contains(choice.span));
        (!is_gone)
            .then(|| WrittenChoice { span: Span::new(at(choice.span.start), at(choice.span.end)), ..choice.clone() })
    };
    choices.iter().filter_map(moved).collect()
}

/// The findings and reports, with the changes.
fn said(verdicts: &[PromotionResult], mut replacements: Vec<Replacement>) -> Rewrite {
    let mut findings = Vec::new();
    let mut promotions = Vec::new();
    for PromotionResult { pragma, names, elements, result, condition, .. } in verdicts {
        let finding = match result {
            Ok(()) => None,
            Err(Refusal::NoArray(found)) => {
                let place = found.as_ref().map_or(*pragma, |(place, _)| *place);
                let found = found.as_ref().map(|(_, text)| text.clone());
                Some(Finding::of_request(*pragma, place, NotBeforeAnArray { found }))
            }
            Err(Refusal::Declined(kept)) => {
                Some(Finding::of_request(*pragma, kept.place, NotPromoted { why: kept.why.clone() }))
            }
        };
        let done = match &finding {
            None => Promotion::Promoted { condition: condition.as_ref().map(ToString::to_string) },
            Some(finding) => Promotion::Left { cause: Cause::from(finding) },
        };
        let (names, elements) = (names.clone(), *elements);
        promotions.push(PromotionReport { place: *pragma, names, elements, done, growth: None });
        findings.extend(finding);
    }
    replacements.sort_by_key(|one| (one.span.start, one.span.end));
    Rewrite { replacements, findings, promotions, ..Rewrite::default() }
}
