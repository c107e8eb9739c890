//! Different requests for one loop in different configurations.
//!
//! All requests before one loop share the tokens before it, whatever branches they are in. Two of them can be compared if no configuration
//! has both and each states its amount plainly.

use crate::limits::MAX_COMPARED_REQUESTS;
use std::rc::Rc;

use clunroll_loops::directive::{Request, RequestKind, is_loop_keyword};
use clunroll_rules::{DifferentRequests, Finding};
use oclc_syntax::preprocess::{Configuration, Unit, parse_integer};

/// The effective request.
#[derive(PartialEq, Eq)]
enum RequestedAmount {
    /// No unrolling: a factor of 0 or 1, `nounroll`, `disable`.
    Nothing,
    /// All iterations, or as many as the compiler likes: without a factor, each spelling has the meaning that some compiler gives it.
    NoFactor,
    /// This many copies.
    Copies(i128),
}

/// The loops with different requests, each once.
pub fn find(unit: &Unit, requests: &[Request<'_>]) -> Vec<Finding> {
    let of_one_loop = |one: &Request<'_>, next: &Request<'_>| Rc::ptr_eq(&one.prefix, &next.prefix);
    requests.chunk_by(of_one_loop).filter_map(|requests| different(unit, requests)).collect()
}

fn different(unit: &Unit, requests: &[Request<'_>]) -> Option<Finding> {
    let head = unit.code.get(requests[0].prefix.head)?;
    if !is_loop_keyword(&unit.text(head)) {
        return None;
    }
    let group = |request: &Request<'_>| unit.group(request.moment);
    for (at, second) in requests.iter().enumerate().take(MAX_COMPARED_REQUESTS) {
        let Some(wanted) = wanted(unit, second) else { continue };
        let differs = |first: &&Request<'_>| {
            unit.groups.excludes(group(first), group(second))
                && self::wanted(unit, first).is_some_and(|other| other != wanted)
        };
        if let Some(first) = requests[..at].iter().find(differs) {
            return Some(Finding::of_request(first.place, second.place, DifferentRequests { first: first.place }));
        }
    }
    None
}

/// The effective request, if it is sure; `None` if a macro of the host or an expression decides it, or if it is left to the compiler.
fn wanted(unit: &Unit, request: &Request<'_>) -> Option<RequestedAmount> {
    if request.is_left(unit, &Configuration::default()) {
        return None;
    }
    match request.asked.as_ref().ok()? {
        RequestKind::No => Some(RequestedAmount::Nothing),
        RequestKind::Full | RequestKind::Auto => Some(RequestedAmount::NoFactor),
        RequestKind::By(tokens) => {
            let mut inside = &tokens[..];
            while let [open, between @ .., close] = inside
                && &*open.text == "("
                && &*close.text == ")"
            {
                inside = between;
            }
            let [number] = inside else { return None };
            Some(match parse_integer(&number.text)?.value {
                0 | 1 => RequestedAmount::Nothing,
                copies => RequestedAmount::Copies(copies),
            })
        }
    }
}
