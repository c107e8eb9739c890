//! Two requests that meet before one loop in some configurations only.
//!
//! ```c
//! #ifdef AMD
//! #pragma unroll 4
//! #endif
//! #ifdef NVIDIA
//! #pragma unroll 8
//! #endif
//! for (…) …
//! ```
//!
//! With one of the macros, one request comes before the loop; with both, two requests do. Compilers may reject that configuration. But the
//! author most likely compiles with one of the two macros, and a conflict in one configuration is not a reason to refuse all others. So it
//! is a warning, and not an error. The loop stays as written in that branch.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::outcome::{Done, RequestReport};
use clunroll_rules::table::{CONFLICTING_REQUESTS, PERHAPS_CONFLICTING_REQUESTS};
use clunroll_rules::{Cause, Finding, Payload, PerhapsConflictingRequests};
use oclc_syntax::source::Place;

/// Turns conflicts between requests that do not meet in every branch into warnings. The findings and reports of all branches are given, one
/// branch after the other.
pub fn tone_down(findings: &mut Vec<Finding>, reports: &mut [RequestReport]) {
    let pair = |finding: &Finding| match &finding.payload {
        Payload::ConflictingRequests(conflict) => Some((conflict.first, finding.place)),
        _ => None,
    };
    let mut meetings: HashMap<(Place, Place), usize> = HashMap::new();
    for meeting in findings.iter().filter_map(pair) {
        *meetings.entry(meeting).or_default() += 1;
    }
    if meetings.is_empty() {
        return;
    }
    let mut branches: HashMap<Place, usize> = HashMap::new();
    for report in &*reports {
        *branches.entry(report.place).or_default() += 1;
    }
    meetings.retain(|(first, second), times| [first, second].iter().all(|one| branches.get(one) > Some(&*times)));
    // If several requests come before another one, only the nearest is reported.
    let mut nearest: BTreeMap<Place, Place> = BTreeMap::new();
    for &(first, second) in meetings.keys() {
        let known = nearest.entry(second).or_insert(first);
        *known = first.max(*known);
    }
    findings.retain_mut(|finding| {
        let Some((first, second)) = pair(finding).filter(|meeting| meetings.contains_key(meeting)) else { return true };
        *finding = Finding::of_request(second, second, PerhapsConflictingRequests { first });
        nearest.get(&second) == Some(&first)
    });
    let meeting: HashSet<Place> = meetings.keys().flat_map(|&(first, second)| [first, second]).collect();
    for report in reports.iter_mut().filter(|report| meeting.contains(&report.place)) {
        if let Done::Left { cause } = &mut report.done
            && *cause == Cause::broken(&CONFLICTING_REQUESTS)
        {
            *cause = Cause::broken(&PERHAPS_CONFLICTING_REQUESTS);
        }
    }
}
