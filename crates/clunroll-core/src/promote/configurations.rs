//! Functions whose arrays become scalars only if they are read in several configurations.
//!
//! ```c
//! #if USE_MAD == 1
//!   #define MUL_ADD(c, a, b) c = mad(a, b, c)
//! #else
//!   #define MUL_ADD(c, a, b) c += a * b
//! #endif
//! … MUL_ADD(sum[0], left[1], 2) …
//! ```
//!
//! The effect of `MUL_ADD` on its arguments is unknown before the condition is decided. So the function is read once for each value of the
//! test, and of further tests, until no refusal depends on one. An array becomes scalars if it does so in each configuration that declares
//! it. The text is changed where any of them changes it, and none may change the same bytes in another way. The check then expands the new
//! text in each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::check::Expected;
use super::pass::{PromotionReader, PromotionResult};
use super::plan::Refusal;
use super::reading::Reading;
use super::request::{PromotionAnchor, PromotionRequest};
use crate::limits::MAX_READINGS;
use crate::pipeline::is_infeasible;
use clunroll_rules::{PromotionDecline, PromotionReason};
use oclc_syntax::preprocess::{Atom, Configuration, GroupId, expand};
use oclc_syntax::source::{Place, Replacement};
use rustc_hash::FxHashSet;

/// The combined results and changes of all readings of an item.
#[derive(Debug)]
pub struct ItemReadings {
    /// The result for each declaration.
    pub verdicts: Vec<PromotionResult>,
    /// Expanded invocations.
    pub written_out: Vec<Replacement>,
    /// The changes; none if invocations are expanded.
    pub replacements: Vec<Replacement>,
    /// The requests to remove.
    pub gone: BTreeSet<Place>,
    /// Whether it was read in several configurations.
    pub is_joint: bool,
    /// The expected expansion of the item in each configuration.
    pub expected: Vec<(Configuration, Vec<Expected>)>,
}

impl From<Reading> for ItemReadings {
    fn from(reading: Reading) -> Self {
        let Reading { configuration, verdicts, written_out, replacements, gone, expected, .. } = reading;
        let expected = expected.map(|expected| (configuration, expected)).into_iter().collect();
        Self { verdicts, written_out, replacements, gone: gone.into_iter().collect(), is_joint: false, expected }
    }
}

impl PromotionReader<'_> {
    /// Reads an item in as many configurations as necessary. The declarations for which `refusal` gives a reason, by their number and their
    /// first request, stay.
    pub(super) fn read_all(
        &self,
        item: Option<usize>,
        requests: &[PromotionRequest],
        refusal: &dyn Fn(usize, Place) -> Option<PromotionDecline>,
    ) -> ItemReadings {
        let first = self.read(item, requests, &self.configuration, refusal);
        let several = match item {
            Some(item) if first.test().is_some() && !self.excluded.apart.contains(&item) => {
                self.read_several(item, requests, refusal, &first)
            }
            _ => None,
        };
        several.unwrap_or_else(|| first.into())
    }

    /// The readings in several configurations, if they promote more arrays than the first reading.
    fn read_several(
        &self,
        item: usize,
        requests: &[PromotionRequest],
        refusal: &dyn Fn(usize, Place) -> Option<PromotionDecline>,
        first: &Reading,
    ) -> Option<ItemReadings> {
        let numbered = first.verdicts.iter().enumerate();
        let mut left: BTreeMap<Place, PromotionDecline> =
            numbered.filter_map(|(at, one)| refusal(at, one.pragma).map(|decline| (one.pragma, decline))).collect();
        let mut readings = self.readings(item, requests, &left, first)?;
        // An array that one configuration refuses, or changes differently, stays in all of them.
        loop {
            let refused = readings.iter().flat_map(refusals);
            let in_the_way = conflicts(readings.iter().flat_map(|one| one.written_out.iter().chain(&one.replacements)));
            let in_the_way = in_the_way.into_iter().map(|place| (place, uncertain(place)));
            let found: Vec<_> = refused.chain(in_the_way).filter(|(pragma, _)| !left.contains_key(pragma)).collect();
            if found.is_empty() {
                break;
            }
            left.extend(found);
            let again = |reading: &Reading| self.read_in(item, requests, &reading.configuration, &left);
            readings = readings.iter().map(again).collect();
        }
        let results = results(&readings);
        let is_promoted =
            |pragma: &Place| results.get(pragma).is_some_and(|all| all.iter().all(|one| one.result.is_ok()));
        let is_gain = |one: &PromotionResult| one.result.is_err() && is_promoted(&one.pragma);
        let is_loss = |one: &PromotionResult| one.result.is_ok() && !is_promoted(&one.pragma);
        if !first.verdicts.iter().any(is_gain) || first.verdicts.iter().any(is_loss) {
            return None;
        }
        let verdict = |one: &PromotionResult| match results.get(&one.pragma) {
            Some(all) if is_promoted(&one.pragma) => joined(all),
            _ => one.clone(),
        };
        let verdicts = first.verdicts.iter().map(verdict).collect();
        let written_out = merged(readings.iter().flat_map(|reading| &reading.written_out))?;
        let is_written_out = !written_out.is_empty();
        let of_all = readings.iter().filter(|_| !is_written_out);
        let replacements = merged(of_all.clone().flat_map(|reading| &reading.replacements))?;
        let gone = of_all.flat_map(|reading| &reading.gone).copied().collect();
        let expected = |reading: Reading| {
            let Reading { configuration, written_out, expected, .. } = reading;
            // A configuration without changes must not be affected by the changes of another one.
            let is_unchanged = is_written_out && written_out.is_empty();
            let expected = expected.filter(|_| !is_unchanged).unwrap_or_else(|| self.unchanged(item, &configuration));
            (configuration, expected)
        };
        let expected = readings.into_iter().map(expected).collect();
        Some(ItemReadings { verdicts, written_out, replacements, gone, is_joint: true, expected })
    }

    /// The expansion of an item.
    fn unchanged(&self, item: usize, configuration: &Configuration) -> Vec<Expected> {
        let code = self.items.all()[item].code.clone();
        expand(self.unit, configuration, std::iter::once(code)).tokens.iter().map(Expected::of).collect()
    }

    /// One reading for each configuration that makes a difference; `None` if there are too many.
    fn readings(
        &self,
        item: usize,
        requests: &[PromotionRequest],
        left: &BTreeMap<Place, PromotionDecline>,
        first: &Reading,
    ) -> Option<Vec<Reading>> {
        // The first token of an item may belong to one branch, and so may its head.
        let code = &self.items.all()[item].code;
        let moments = self.unit.moment(code.start)..=self.unit.moment(code.end - 1);
        let groups: FxHashSet<GroupId> = moments.map(|moment| self.unit.group(moment)).collect();
        let split =
            |configuration: &Configuration, test: &Atom| [true, false].map(|value| configuration.with(test, value));
        let mut open: Vec<Configuration> = split(&first.configuration, first.test()?).to_vec();
        // The declarations that this may help.
        let verdicts = first.verdicts.iter().filter(|verdict| verdict.test.is_some());
        let mut hopeful: BTreeSet<Place> = verdicts.map(|verdict| verdict.pragma).collect();
        let mut found = Vec::new();
        let mut count = 0;
        while let Some(configuration) = open.pop() {
            if groups.iter().all(|&group| is_infeasible(self.unit, &configuration, group)) {
                continue;
            }
            count += 1;
            if count > MAX_READINGS {
                return None;
            }
            let reading = self.read_in(item, requests, &configuration, left);
            for verdict in &reading.verdicts {
                if verdict.result.is_err() && verdict.test.is_none() {
                    hopeful.remove(&verdict.pragma);
                }
            }
            if hopeful.is_empty() {
                return None;
            }
            match reading.test() {
                Some(test) => open.extend(split(&configuration, test)),
                None => found.push(reading),
            }
        }
        Some(found)
    }

    /// Reads an item in one of several configurations, with the requests that it compiles.
    fn read_in(
        &self,
        item: usize,
        requests: &[PromotionRequest],
        configuration: &Configuration,
        left: &BTreeMap<Place, PromotionDecline>,
    ) -> Reading {
        let is_compiled = |request: &&PromotionRequest| match request.anchor {
            PromotionAnchor::Directive(index) => !self.unit.is_dead(configuration, self.unit.directives[index].group),
            PromotionAnchor::Operator(_) => true,
        };
        let compiled: Vec<PromotionRequest> = requests.iter().filter(is_compiled).cloned().collect();
        self.read(Some(item), &compiled, configuration, &|_, pragma| left.get(&pragma).cloned())
    }
}

/// The refusals of a reading, with the reasons.
fn refusals(reading: &Reading) -> impl Iterator<Item = (Place, PromotionDecline)> {
    reading.verdicts.iter().filter_map(|verdict| match &verdict.result {
        Err(Refusal::Declined(decline)) => Some((verdict.pragma, decline.clone())),
        _ => None,
    })
}

fn uncertain(place: Place) -> PromotionDecline {
    PromotionDecline { why: PromotionReason::Uncertain, place }
}

/// The results of several readings for each declaration, by its first request.
fn results(readings: &[Reading]) -> BTreeMap<Place, Vec<PromotionResult>> {
    let mut results: BTreeMap<Place, Vec<PromotionResult>> = BTreeMap::new();
    for verdict in readings.iter().flat_map(|reading| &reading.verdicts) {
        results.entry(verdict.pragma).or_default().push(verdict.clone());
    }
    results
}

/// The result of several configurations for a declaration that becomes scalars in all of them.
fn joined(results: &[PromotionResult]) -> PromotionResult {
    let mut joined = results[0].clone();
    for result in &results[1..] {
        joined.needs = joined.needs.zip(result.needs.as_ref()).map(|(needs, others)| needs.and(others));
    }
    joined
}

/// All changes, each once and in order. `None` if two of them conflict.
fn merged<'r>(changes: impl Iterator<Item = &'r Replacement> + Clone) -> Option<Vec<Replacement>> {
    let is_clear = conflicts(changes.clone()).is_empty();
    is_clear.then(|| once(changes).into_iter().cloned().collect())
}

/// The requests for which the same bytes are changed in different ways.
fn conflicts<'r>(changes: impl Iterator<Item = &'r Replacement>) -> BTreeSet<Place> {
    let all = once(changes);
    let overlap = |one: &Replacement, next: &Replacement| next.span.start < one.span.end || next.span == one.span;
    let pairs = all.windows(2).filter(|pair| overlap(pair[0], pair[1]));
    pairs.flatten().filter_map(|one| one.request).collect()
}

/// All changes, each once and in order.
fn once<'r>(changes: impl Iterator<Item = &'r Replacement>) -> Vec<&'r Replacement> {
    let mut all: Vec<&Replacement> = changes.collect();
    all.sort_by_key(|one| (one.span.start, one.span.end));
    all.dedup_by(|one, other| one.span == other.span && one.text.bytes() == other.text.bytes());
    all
}
