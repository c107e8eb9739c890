//! Loads that wait for stores because two pointer parameters may lead to the same memory.
//!
//! ```text
//! __kernel void k(__global const float *in, __global float *out) {
//!     #pragma unroll 4
//!     for (…) out[i] = f(in[i]);      // in[i + 1] may be what out[i] was
//! ```
//!
//! A compiler must keep the loads and stores of all copies in the order of the loop. With `restrict` it need not, and that is worth more
//! than the unrolling. The word is advised only where `--assume restrict` would write it: other work-items and other pointers count as well
//! ([`restrict_candidates`]), and only the author's own text shows them. So the pairs of accesses are found with the loop
//! ([`loads_after_stores`]), and later the pairs that the word would help are kept ([`keep_allowed`]): one for each kernel.

use std::collections::{HashMap, HashSet};

use super::global_accesses::{GlobalAccess, may_be_same};
use super::loops::place_as_written;
use clunroll_analysis::{Bases, Function, Storage, SymbolId, restrict_candidates};
use clunroll_rules::{AccessKind, Correction, Finding, MissingRestrict, Payload, PointerAccess};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;

/// The loads of a loop that wait for its stores. Each parameter has its first load with the first store that this waits for, and its first
/// store with the first load that waits for it.
pub(super) fn loads_after_stores(
    function: &Function<'_, '_>,
    accesses: &[GlobalAccess<'_, '_>],
) -> Vec<(Place, MissingRestrict)> {
    let first_of_each = |is_asked: &dyn Fn(&GlobalAccess<'_, '_>) -> bool| {
        let mut met = HashSet::new();
        let is_first = |access: &&GlobalAccess<'_, '_>| {
            let is_candidate = access.is_in_body && is_asked(access);
            is_candidate && parameter(function, access).is_some_and(|root| met.insert(root))
        };
        accesses.iter().filter(is_first).collect::<Vec<_>>()
    };
    // A load that some iterations skip is not executed before its condition is known.
    let loads = first_of_each(&|access| access.kind != AccessKind::Write && !access.is_conditional);
    let stores = first_of_each(&|access| access.kind.writes());
    let waits = |load: &GlobalAccess<'_, '_>, store: &GlobalAccess<'_, '_>| {
        load.base.root != store.base.root && may_be_same(&load.base, &store.base)
    };
    let of_loads = loads.iter().filter_map(|load| Some((*load, *stores.iter().find(|store| waits(load, store))?)));
    let of_stores = stores.iter().filter_map(|store| Some((*loads.iter().find(|load| waits(load, store))?, *store)));
    let said = |(load, store): (&GlobalAccess<'_, '_>, &GlobalAccess<'_, '_>)| {
        let (load, store) = (through(function, load)?, through(function, store)?);
        Some((load.place, MissingRestrict { load, store, corrections: Vec::new() }))
    };
    of_loads.chain(of_stores).filter_map(said).collect()
}

/// The parameter whose object is accessed, if neither it nor the pointer used is `restrict`.
fn parameter(function: &Function<'_, '_>, access: &GlobalAccess<'_, '_>) -> Option<SymbolId> {
    let root = access.base.root?;
    let is_parameter = function.symbol(root).storage == Storage::Parameter;
    (is_parameter && !access.base.is_restrict && !Bases { function }.is_restrict(root)).then_some(root)
}

fn through(function: &Function<'_, '_>, access: &GlobalAccess<'_, '_>) -> Option<PointerAccess> {
    let declared = function.symbol(access.base.root?).declared;
    Some(PointerAccess {
        place: place_as_written(function, &access.range),
        text: function.text_of(&access.range),
        name: function.parsed.expansion.tokens[declared].text.to_string(),
        parameter: place_as_written(function, &(declared..declared + 1)),
    })
}

/// Keeps one piece of advice for each kernel of a unit, with the words that may be written for all of its loops; none if no word may be
/// written.
pub fn keep_allowed(unit: &Unit, findings: &mut Vec<Finding>) {
    let is_asked = |finding: &Finding| matches!(finding.payload, Payload::MissingRestrict(_));
    if !findings.iter().any(is_asked) {
        return;
    }
    let allowed: HashMap<Place, Place> = restrict_candidates(unit)
        .into_iter()
        .filter(|parameter| parameter.obstacle.is_none())
        .map(|parameter| (parameter.place, parameter.kernel))
        .collect();
    let mut of_kernels: HashMap<Place, Vec<Finding>> = HashMap::new();
    for finding in findings.extract_if(.., |finding| is_asked(finding)) {
        let Payload::MissingRestrict(MissingRestrict { load, store, .. }) = &finding.payload else { continue };
        let kernel = [load, store].into_iter().find_map(|access| allowed.get(&access.parameter));
        if let Some(kernel) = kernel {
            of_kernels.entry(*kernel).or_default().push(finding);
        }
    }
    findings.extend(of_kernels.into_values().filter_map(|found| joined(found, &allowed)));
}

/// The first finding of a kernel, with the words of all its findings.
fn joined(found: Vec<Finding>, allowed: &HashMap<Place, Place>) -> Option<Finding> {
    let accesses = found.iter().filter_map(|finding| match &finding.payload {
        Payload::MissingRestrict(MissingRestrict { load, store, .. }) => Some([load, store]),
        _ => None,
    });
    let parameters = accesses.flatten().filter(|access| allowed.contains_key(&access.parameter));
    let word =
        |access: &PointerAccess| Correction { place: access.parameter, text: format!("restrict {}", access.name) };
    let mut words: Vec<Correction> = parameters.map(word).collect();
    words.sort_by_key(|word| word.place);
    words.dedup();
    let mut first = found.into_iter().min_by_key(|finding| (finding.request, finding.place))?;
    if let Payload::MissingRestrict(missing) = &mut first.payload {
        missing.corrections = words;
    }
    Some(first)
}
