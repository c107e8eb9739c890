//! Requests in code that no configuration reaches.
//!
//! A branch that is never taken has no group, and the unit has none of its tokens. So the text between its directive and the next one of
//! its conditional is read here as a separate file, and searched for requests; nested branches that are never taken are searched too.

use crate::limits::MAX_DEAD_DEPTH;
use clunroll_loops::directive::{find_requests, may_hold_unroll_request};
use clunroll_rules::{Finding, UnreachableRequest};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{FileId, Place, Span};

/// The requests of the main file in branches that are never taken.
pub fn find(unit: &Unit) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (branch, body) in dead_branches(unit) {
        let mut requests = Vec::new();
        requests_in(&unit.sources[FileId::MAIN].bytes, body, MAX_DEAD_DEPTH, &mut requests);
        let place = |span| Place { file: FileId::MAIN, span };
        let unreachable = UnreachableRequest { branch: place(branch) };
        findings.extend(
            requests.into_iter().map(|span| Finding::of_request(place(span), place(span), unreachable.clone())),
        );
    }
    findings
}

/// Adds the requests of a part of a text, including the unreachable ones in that part.
fn requests_in(bytes: &[u8], part: Span, depth: usize, found: &mut Vec<Span>) {
    let text = &bytes[part.range()];
    if depth == 0 || !may_hold_unroll_request(text) {
        return;
    }
    let unit = Unit::alone(text);
    let moved = |span: Span| Span::new(part.start + span.start, part.start + span.end);
    found.extend(find_requests(&unit).iter().map(|request| moved(request.place.span)));
    for (_, body) in dead_branches(&unit) {
        requests_in(bytes, moved(body), depth - 1, found);
    }
}

/// The branches of the main file that are never taken: the directive of each, and the span between it and the next.
fn dead_branches(unit: &Unit) -> Vec<(Span, Span)> {
    let length = unit.sources[FileId::MAIN].bytes.len() as u32;
    let mut found = Vec::new();
    for chain in unit.groups.chains() {
        for (at, branch) in chain.branches.iter().enumerate() {
            let directive = unit.directive_place(&unit.directives[branch.directive]);
            if branch.group.is_some() || directive.file != FileId::MAIN {
                continue;
            }
            let next = chain.branches.get(at + 1).map(|next| next.directive).or(chain.end);
            let end = match next.map(|next| unit.directive_place(&unit.directives[next])) {
                Some(next) if next.file == FileId::MAIN => next.span.start,
                _ => length,
            };
            found.push((directive.span, Span::new(directive.span.end, end.max(directive.span.end))));
        }
    }
    found
}
