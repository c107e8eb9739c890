//! Advice on each requested loop: its trip count beside its factor, its variable, and the accesses of its body.
//!
//! A number counts only if it is final: a trip count or a factor that the host decides gives no information about the final compile. A loop
//! with several configurations is checked in each of them, and gets only the advice that applies in all configurations in which it is
//! requested ([`found_in_all_variants`]).

use std::collections::{HashMap, HashSet};

use super::accesses::same_addresses;
use super::could_be_jammed::jam;
use super::global_accesses::accesses_of;
use super::is_wanted;
use super::missing_restrict::loads_after_stores;
use crate::loop_choices::of_file;
use crate::options::Options;
use clunroll_analysis::{Advance, Body, Comparison, Evaluator, Function, Induction, Keyword, LookupPoint, Loop, Step};
use clunroll_loops::Amount;
use clunroll_loops::{BoundRequest, Planner, Terms};
use clunroll_rules::table::{
    COULD_BE_JAMMED, FACTOR_ABOVE_TRIP_COUNT, FACTOR_DOES_NOT_DIVIDE, MISSING_RESTRICT, RUNS_AT_MOST_ONCE,
    SAME_GLOBAL_ADDRESS, SIGNED_INDUCTION_VARIABLE, SMALL_TRIP_COUNT,
};
use clunroll_rules::{
    FactorAboveTripCount, FactorDoesNotDivide, Finding, Payload, Rule, RunsAtMostOnce, SignedInductionVariable,
    SmallTripCount,
};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::{FileId, Place};
use oclc_syntax::tree::TokenRange;

/// The advice on the loops of a planner's requests, outermost first, by the numbers of the requests. A rewrite asks for some of it only.
#[must_use]
pub fn of_loops(options: &Options, planner: &Planner<'_, '_, '_>, terms: Terms<'_>) -> Vec<(usize, Finding)> {
    let is_on =
        |rule: &'static Rule| options.levels.of(rule).is_some() && (options.lint || is_wanted(rule, &options.levels));
    let counts = [&FACTOR_ABOVE_TRIP_COUNT, &FACTOR_DOES_NOT_DIVIDE, &SMALL_TRIP_COUNT, &RUNS_AT_MOST_ONCE];
    let asks_counts = counts.into_iter().any(is_on);
    // If the words are written anyway, they are not missing.
    let asks_restrict = is_on(&MISSING_RESTRICT) && !options.assume_restrict;
    // A profile has measured what it chooses.
    let asks_jams = is_on(&COULD_BE_JAMMED) && of_file(&options.chosen_loops, &options.name).is_empty();
    let asks_addresses = is_on(&SAME_GLOBAL_ADDRESS);
    let (asks_accesses, asks_sign) = (asks_addresses || asks_restrict, is_on(&SIGNED_INDUCTION_VARIABLE));
    let mut found = Vec::new();
    if !asks_counts && !asks_accesses && !asks_sign && !asks_jams {
        return found;
    }
    for request in planner.requests.iter().filter(|request| request.asks()) {
        // A loop that cannot be copied already has a finding, and is not understood well enough for advice.
        let Ok((site, body)) = planner.looked_at(request) else { continue };
        let function = planner.function;
        let mut say = |place: Place, advice: Payload| {
            found.push((request.number, Finding::of_request(request.as_written.place, place, advice)));
        };
        let trips = trips(planner, request, &site, &body);
        if let Some((place, advice)) = trips.and_then(|trips| about_count(function, request, &site, trips)) {
            say(place, advice);
        }
        if asks_sign
            && let Ok(counter) = &site.counter
            && let Some(advice) = about_sign(planner, counter)
        {
            say(place_as_written(function, &(counter.name_token..counter.name_token + 1)), advice.into());
        }
        if asks_jams && let Some(advice) = jam(planner, request, terms, trips) {
            say(request.as_written.place, advice.into());
        }
        let runs_often = trips.is_none_or(|trips| trips > 1);
        let Some(accesses) = (asks_accesses && runs_often).then(|| accesses_of(function, &site)).flatten() else {
            continue;
        };
        if asks_addresses {
            for (range, advice) in same_addresses(function, &site, &body, &accesses) {
                say(place_as_written(function, &range), advice.into());
            }
        }
        if asks_restrict {
            for (place, advice) in loads_after_stores(function, &accesses) {
                say(place, advice.into());
            }
        }
    }
    found
}

/// The findings in one configuration.
pub struct InConfiguration {
    /// The findings, with the numbers of their requests.
    pub found: Vec<(usize, Finding)>,
    /// The requests that the configuration contains.
    pub requested: HashSet<usize>,
}

/// The findings that are the same in each configuration in which the loop is requested.
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

/// The same for a loop that was written in several branches, whose findings are mapped back to one place: `branches` has the number of
/// branches that contain each request.
pub fn keep_common(findings: &mut Vec<Finding>, branches: &HashMap<Place, usize>) {
    let mut held: HashMap<Place, Vec<(Finding, usize)>> = HashMap::new();
    let advised = |finding: &Finding| finding.request.filter(|_| finding.is_advice());
    for finding in &*findings {
        let Some(request) = advised(finding) else { continue };
        let of_request = held.entry(request).or_default();
        match of_request.iter_mut().find(|(other, _)| other == finding) {
            Some((_, times)) => *times += 1,
            None => of_request.push((finding.clone(), 1)),
        }
    }
    let times = |request: Place, finding: &Finding| {
        held.get(&request)
            .and_then(|found| found.iter().find(|(other, _)| other == finding))
            .map_or(0, |(_, times)| *times)
    };
    findings.retain(|finding| {
        advised(finding).is_none_or(|request| times(request, finding) >= branches.get(&request).copied().unwrap_or(0))
    });
}

/// The trip count of a loop, if it is final.
fn trips<'t>(
    planner: &Planner<'_, '_, 't>,
    request: &BoundRequest<'_, '_>,
    site: &Loop<'t>,
    body: &Body,
) -> Option<u64> {
    if let Ok(counter) = &site.counter {
        return planner.final_trips(request, site, counter, body);
    }
    let function = planner.function;
    let test = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).value(site.test?).ok()?;
    let fails = test.value == 0 && test.facts.is_final();
    fails.then(|| u64::from(site.keyword == Keyword::Do))
}

/// The advice on a known trip count, alone or beside the factor; at most one finding.
fn about_count(
    function: &Function<'_, '_>,
    request: &BoundRequest<'_, '_>,
    site: &Loop<'_>,
    trips: u64,
) -> Option<(Place, Payload)> {
    if trips <= 1 {
        let header = site.test.map_or(request.token..request.token + 1, |test| function.tokens(test));
        return Some((place_as_written(function, &header), RunsAtMostOnce { runs: trips == 1 }.into()));
    }
    let Amount::By(factor) = request.amount else { return None };
    let by = u64::from(factor);
    let advice = match trips {
        // The final compile may have another factor.
        _ if !request.has_final_factor => return None,
        _ if trips < by => FactorAboveTripCount { factor, trips }.into(),
        _ if trips.is_multiple_of(by) => return None,
        _ if trips < 2 * by => SmallTripCount { factor, trips }.into(),
        _ => FactorDoesNotDivide { factor, trips }.into(),
    };
    Some((request.as_written.factor_place(), advice))
}

/// An `int` that counts upwards from a non-negative value, according to the header.
fn about_sign(planner: &Planner<'_, '_, '_>, counter: &Induction<'_>) -> Option<SignedInductionVariable> {
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
    Some(SignedInductionVariable { name: counter.name.to_owned() })
}

/// The place of tokens in the source, or of the invocation that makes the first of them.
pub(super) fn place_as_written(function: &Function<'_, '_>, range: &TokenRange) -> Place {
    match function.source_span(range) {
        Some(span) => Place { file: FileId::MAIN, span },
        None => clunroll_analysis::place_of_token(function, range.start),
    }
}
