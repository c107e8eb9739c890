//! The outline of a unit: its requests and items, and the findings that do not depend on how its requests are handled.

use std::collections::HashSet;

use super::Rewrite;
use crate::outcome::{Done, RequestReport};
use clunroll_loops::directive::{Request, find_requests, stray_clauses};
use clunroll_rules::{BadClause, Cause, Finding, NotOpenclC, StrayClause, UnknownClause, UnreadInclude};
use oclc_syntax::preprocess::{Fate, Unit, Unread};
use oclc_syntax::source::Place;
use oclc_syntax::tree::Items;

/// A unit with the facts that all stages need first.
#[derive(Debug)]
pub struct Outline<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// The requests of its main file.
    pub requests: Vec<Request<'u>>,
    /// Its items.
    pub items: Items,
}

impl<'u> Outline<'u> {
    /// The outline of a unit.
    #[must_use]
    pub fn of(unit: &'u Unit) -> Self {
        Self { unit, requests: find_requests(unit), items: Items::find(unit) }
    }
}

/// A template is not rewritten, and has no other findings: text that looks wrong in it may be right after it is filled.
pub(super) fn unchanged(unit: &Unit, requests: &[Request<'_>], place: Place) -> Rewrite {
    let placeholder = String::from_utf8_lossy(unit.sources[place.file].slice(place.span)).into_owned();
    let finding = Finding::of_file(place, NotOpenclC { placeholder });
    let done = Done::Left { cause: Cause::from(&finding) };
    let requests = requests
        .iter()
        .map(|request| RequestReport {
            place: request.place,
            amount: None,
            is_exact: request.is_exact(),
            done: done.clone(),
            growth: None,
            written: None,
        })
        .collect();
    Rewrite { findings: vec![finding], requests, ..Rewrite::default() }
}

pub(super) fn stray_findings(unit: &Unit, requests: &[Request<'_>]) -> Vec<Finding> {
    let finding = |(place, clauses): (Place, Result<_, BadClause>)| match clauses {
        Ok(_) => Finding::of_file(place, StrayClause),
        Err(bad) => Finding::of_request(place, bad.place, UnknownClause { problem: bad.problem }),
    };
    stray_clauses(unit, requests).into_iter().map(finding).collect()
}

/// The findings on includes that were not read: one for each place and each name.
#[must_use]
pub fn unread_includes(unit: &Unit) -> Vec<Finding> {
    let mut said = HashSet::new();
    let mut findings = Vec::new();
    for inclusion in unit.inclusions() {
        let Fate::Unread(unread) = &inclusion.fate else { continue };
        let place = unit.include_operand(inclusion);
        let is_new = match unread {
            Unread::Missing(name) | Unread::Unreadable(name) => said.insert((None, name.as_str())),
            // Each request reports this itself.
            Unread::Itself => false,
            _ => said.insert((Some(place), "")),
        };
        if is_new {
            findings.push(Finding::of_file(place, UnreadInclude { unread: unread.clone() }));
        }
    }
    findings
}
