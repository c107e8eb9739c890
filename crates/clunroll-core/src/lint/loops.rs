//! Each requested loop, looked at once: its trip count beside its factor, its variable, and what its body accesses.
//!
//! A number counts only if nobody can change it: a trip count, or a factor, that the host decides upon says nothing about
//! the compile that counts. What a loop is in several configurations is looked at in each of them, and said only where it
//! holds in all in which the loop is requested ([`found_in_all_variants`]).

use std::collections::{HashMap, HashSet};

use super::accesses::same_addresses;
use super::could_be_jammed::jam;
use super::missing_restrict::loads_after_stores;
use super::walk::met;
use crate::Amount;
use crate::options::Options;
use crate::unroll::{BoundRequest, Planner, Terms};
use clunroll_analysis::{Advance, Body, Comparison, Evaluator, Function, Induction, Keyword, LookupPoint, Loop, Step};
use clunroll_rules::table::{
    COULD_BE_JAMMED, FACTOR_ABOVE_TRIP_COUNT, FACTOR_DOES_NOT_DIVIDE, MISSING_RESTRICT, RUNS_AT_MOST_ONCE,
    SAME_GLOBAL_ADDRESS, SIGNED_INDUCTION_VARIABLE, SMALL_TRIP_COUNT,
};
use clunroll_rules::{Advice, Finding, Rule};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::{FileId, Place};
use oclc_syntax::tree::TokenRange;

/// What could be better in the loops of a planner's requests, outermost first, by the numbers of the requests.
#[must_use]
pub fn of_loops(options: &Options, planner: &Planner<'_, '_, '_>, terms: Terms<'_>) -> Vec<(usize, Finding)> {
    let is_on = |rule: &'static Rule| options.levels.of(rule).is_some();
    let counts = [&FACTOR_ABOVE_TRIP_COUNT, &FACTOR_DOES_NOT_DIVIDE, &SMALL_TRIP_COUNT, &RUNS_AT_MOST_ONCE];
    let asks_counts = counts.into_iter().any(is_on);
    // Where the words are written anyway, nothing is missing.
    let asks_restrict = is_on(&MISSING_RESTRICT) && !options.assume_restrict;
    let asks_jams = is_on(&COULD_BE_JAMMED);
    let asks_addresses = is_on(&SAME_GLOBAL_ADDRESS);
    let (asks_accesses, asks_sign) = (asks_addresses || asks_restrict, is_on(&SIGNED_INDUCTION_VARIABLE));
    let mut found = Vec::new();
    if !asks_counts && !asks_accesses && !asks_sign && !asks_jams {
        return found;
    }
    for wanted in planner.wanted.iter().filter(|wanted| wanted.amount != Amount::No) {
        // What cannot be copied has been said, and is not understood well enough to give advice on.
        let Ok((site, body)) = planner.looked_at(wanted) else { continue };
        let function = planner.function;
        let mut say = |place: Place, advice: Advice| {
            found.push((wanted.number, Finding::Advice { pragma: wanted.request.place, place, advice }));
        };
        let trips = trips(planner, wanted, &site, &body);
        if let Some((place, advice)) = trips.and_then(|trips| about_count(function, wanted, &site, trips)) {
            say(place, advice);
        }
        if asks_sign
            && let Ok(counter) = &site.counter
            && let Some(advice) = about_sign(planner, counter)
        {
            say(place_as_written(function, &(counter.name_token..counter.name_token + 1)), advice);
        }
        if asks_jams && let Some(advice) = jam(planner, wanted, terms, trips) {
            say(wanted.request.place, advice);
        }
        let runs_often = trips.is_none_or(|trips| trips > 1);
        let Some(accesses) = (asks_accesses && runs_often).then(|| met(function, &site)).flatten() else { continue };
        if asks_addresses {
            for (range, advice) in same_addresses(function, &site, &body, &accesses) {
                say(place_as_written(function, &range), advice);
            }
        }
        if asks_restrict {
            for (place, advice) in loads_after_stores(function, &accesses) {
                say(place, advice);
            }
        }
    }
    found
}

/// What was found in one configuration.
pub struct InConfiguration {
    /// With the numbers of the requests.
    pub found: Vec<(usize, Finding)>,
    /// The requests that it holds.
    pub requested: HashSet<usize>,
}

/// What holds in each configuration in which the loop is requested.
#[must_use]
pub fn found_in_all_variants(configurations: &[InConfiguration]) -> Vec<Finding> {
    let mut common: Vec<Finding> = Vec::new();
    for one @ (number, finding) in configurations.iter().flat_map(|configuration| &configuration.found) {
        let mut asking = configurations.iter().filter(|configuration| configuration.requested.contains(number));
        if asking.all(|configuration| configuration.found.contains(one)) && !common.contains(finding) {
            common.push(finding.clone());
        }
    }
    common
}

/// The same where a loop was written out in several branches, and its findings are led back to one place: `branches` says
/// in how many of them each request stands.
pub fn keep_common(findings: &mut Vec<Finding>, branches: &HashMap<Place, usize>) {
    let mut held: HashMap<Place, Vec<(Finding, usize)>> = HashMap::new();
    for finding in &*findings {
        let Finding::Advice { pragma, .. } = finding else { continue };
        let of_request = held.entry(*pragma).or_default();
        match of_request.iter_mut().find(|(other, _)| other == finding) {
            Some((_, times)) => *times += 1,
            None => of_request.push((finding.clone(), 1)),
        }
    }
    let times = |pragma: &Place, finding: &Finding| {
        held.get(pragma)
            .and_then(|found| found.iter().find(|(other, _)| other == finding))
            .map_or(0, |(_, times)| *times)
    };
    findings.retain(|finding| match finding {
        Finding::Advice { pragma, .. } => times(pragma, finding) >= branches.get(pragma).copied().unwrap_or(0),
        _ => true,
    });
}

/// How often a loop runs, where nobody can change that.
fn trips<'t>(
    planner: &Planner<'_, '_, 't>,
    wanted: &BoundRequest<'_, '_>,
    site: &Loop<'t>,
    body: &Body,
) -> Option<u64> {
    if let Ok(counter) = &site.counter {
        return planner.final_trips(wanted, site, counter, body);
    }
    let function = planner.function;
    let test = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).value(site.test?).ok()?;
    let fails = test.value == 0 && test.facts.is_final();
    fails.then(|| u64::from(site.keyword == Keyword::Do))
}

/// What a known trip count says, alone or beside the factor; one thing at most.
fn about_count(
    function: &Function<'_, '_>,
    wanted: &BoundRequest<'_, '_>,
    site: &Loop<'_>,
    trips: u64,
) -> Option<(Place, Advice)> {
    if trips <= 1 {
        let header = site.test.map_or(wanted.token..wanted.token + 1, |test| function.tokens(test));
        return Some((place_as_written(function, &header), Advice::RunsAtMostOnce { runs: trips == 1 }));
    }
    let Amount::By(factor) = wanted.amount else { return None };
    let by = u64::from(factor);
    let advice = match trips {
        // What the final compile makes of the factor is not known.
        _ if !wanted.has_final_factor => return None,
        _ if trips < by => Advice::FactorAboveTrips { factor, trips },
        _ if trips.is_multiple_of(by) => return None,
        _ if trips < 2 * by => Advice::FewPasses { factor, trips },
        _ => Advice::FactorDoesNotDivide { factor, trips },
    };
    Some((wanted.request.factor_place(), advice))
}

/// An `int` that counts upwards from no negative value, as far as the header says.
fn about_sign(planner: &Planner<'_, '_, '_>, counter: &Induction<'_>) -> Option<Advice> {
    counter.kind.integer().filter(|kind| *kind == IntegerType::INT)?;
    let goes_up = match &counter.step {
        Step::Constant(Advance::Add(stride), _) => *stride > 0,
        Step::Add(_) => true,
        Step::Constant(Advance::Scale(..), _) | Step::Subtract(_) => false,
    };
    let is_upper = matches!(counter.comparison, Comparison::Less | Comparison::LessEqual | Comparison::NotEqual);
    let function = planner.function;
    let start = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).value(counter.start?);
    let may_be_negative = start.is_ok_and(|start| start.value < 0);
    if !goes_up || !is_upper || may_be_negative {
        return None;
    }
    Some(Advice::SignedVariable { name: counter.name.to_owned() })
}

/// Where tokens stand: as they are written, or the invocation that makes the first of them.
pub(super) fn place_as_written(function: &Function<'_, '_>, range: &TokenRange) -> Place {
    match function.source_span(range) {
        Some(span) => Place { file: FileId::MAIN, span },
        None => clunroll_analysis::place_of_token(function, range.start),
    }
}
