//! One diagnostic for each cause: findings that differ only in their request become one.
//!
//! In real kernels, a third of all findings repeat one name: each loop that depends on a macro of the build has such a finding. They have
//! one cause and one remedy. The first finding in the file represents all. The others become its labels, with their requests, and a note
//! counts them.
//!
//! A cause can be shared if it is only a name, which is undeclared or the host's, or if it is a place at which a function cannot be parsed.
//! The limit on the growth of the file is one cause, too: its remedy is one option with one size.
//! The finding about an include that could not be read has a label for each request that depends on a name of the include. These requests
//! also have findings of their own, since each may depend on another name. A finding with a fix is not joined. Findings that a suppression
//! or an option turns off are removed before this step.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Label};
use clunroll_core::ReportedFinding;
use clunroll_rules::{Declined, FactorProblem, Finding, Payload, Reason, Rule, TestedBeforeEachCopy};
use oclc_syntax::source::Place;

/// The cause that findings share, in addition to their rule.
#[derive(PartialEq, Eq, Hash)]
enum SharedCause {
    /// A factor that is an unknown name.
    Factor(FactorProblem),
    /// A name with no known meaning, or one that a macro may change.
    Name(Reason),
    /// The limit on the growth of the file.
    Growth,
    /// The place where a function cannot be parsed. A loop that cannot be parsed shares it with a loop whose function cannot be parsed.
    Place(Place),
}

/// The findings in words, in the order of their first places.
pub(crate) fn diagnostics(
    found: &[ReportedFinding],
    in_words: impl Fn(&ReportedFinding) -> Diagnostic,
) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut first: HashMap<_, usize> = HashMap::new();
    let mut counts = HashMap::new();
    let mut includes = HashMap::new();
    // The diagnostics about the limit on growth.
    let mut too_large = HashSet::new();
    for found in found {
        let diagnostic = in_words(found);
        if let Payload::UnreadInclude(_) = found.finding.payload {
            includes.insert(found.finding.place, diagnostics.len());
        }
        let key = shared_cause(&found.finding).filter(|_| diagnostic.fix.is_none());
        if let Some(&index) = key.as_ref().and_then(|key| first.get(key)) {
            // A loop may exceed the limit in several configurations.
            let is_counted = !too_large.contains(&index)
                || found.finding.request.is_none_or(|request| !diagnostics[index].requests.contains(&request));
            *counts.entry(index).or_insert(0_usize) += usize::from(is_counted);
            join(&mut diagnostics[index], diagnostic);
        } else {
            if matches!(key, Some((_, SharedCause::Growth))) {
                too_large.insert(diagnostics.len());
            }
            first.extend(key.map(|key| (key, diagnostics.len())));
            diagnostics.push(diagnostic);
        }
    }
    for (index, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        let (one, many) = if too_large.contains(&index) {
            ("request exceeds the limit", "requests exceed the limit")
        } else {
            ("request depends on it", "requests depend on it")
        };
        diagnostics[index].notes.push(format!("{count} more {}", if count == 1 { one } else { many }));
    }
    for (include, requests) in dependent(found) {
        if let Some(&index) = includes.get(&include) {
            let verb = if requests.len() == 1 { "request depends" } else { "requests depend" };
            diagnostics[index].notes.push(format!("{} {verb} on it", requests.len()));
            let label = |place| Label::new(place, "depends on it");
            diagnostics[index].secondary.extend(requests.into_iter().map(label));
        }
    }
    diagnostics
}

/// For each unread include, the requests that depend on one of its names; each request once.
fn dependent(found: &[ReportedFinding]) -> HashMap<Place, Vec<Place>> {
    let mut dependent: HashMap<Place, Vec<Place>> = HashMap::new();
    let mut seen = HashSet::new();
    for found in found {
        if let (Some(include), Some(request)) = (found.finding.unread(), found.finding.request)
            && seen.insert((include, request))
        {
            dependent.entry(include).or_default().push(request);
        }
    }
    dependent
}

/// Adds a finding to another one with the same cause.
fn join(to: &mut Diagnostic, other: Diagnostic) {
    for request in other.requests {
        if to.requests.last() != Some(&request) {
            to.requests.push(request);
        }
    }
    // Findings are in the order of their places.
    if to.also.last().unwrap_or(&to.primary).place != other.primary.place {
        to.also.push(other.primary);
    }
    for label in other.secondary {
        // Both may name the include that was not read.
        if !to.secondary.contains(&label) {
            to.secondary.push(label);
        }
    }
}

/// The reason itself, or the one why trips are not counted.
fn innermost(reason: &Reason) -> &Reason {
    if let Reason::NotCounted(reason) = reason { reason } else { reason }
}

/// The rule and the cause, if other findings may share it.
fn shared_cause(finding: &Finding) -> Option<(&'static Rule, SharedCause)> {
    let cause = match &finding.payload {
        Payload::WrongFactor(factor) if matches!(factor.problem, FactorProblem::Unknown(_)) => {
            SharedCause::Factor(factor.problem.clone())
        }
        Payload::Declined(Declined { reason, .. })
        | Payload::TestedBeforeEachCopy(TestedBeforeEachCopy { reason, .. }) => match innermost(reason) {
            Reason::UndefinedName(name) | Reason::HostDecides(name) | Reason::MayRequest(name) if name.is_empty() => {
                return None;
            }
            Reason::UndefinedName(_) | Reason::HostDecides(_) | Reason::MayRequest(_) | Reason::MayDeclare { .. } => {
                SharedCause::Name(innermost(reason).clone())
            }
            Reason::TooMuchText { .. } => SharedCause::Growth,
            Reason::FunctionUnreadable { is_where: true, .. } | Reason::Unreadable { .. } => {
                SharedCause::Place(finding.place)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some((finding.rule(), cause))
}
