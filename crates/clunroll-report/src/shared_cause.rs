//! One finding for each cause: findings that differ only in the request that they are about become one.
//!
//! In real kernels, a third of all findings repeat one name: each loop that depends on a macro of the build says so. The
//! cause is one, and so is what to do about it. The first finding in the file speaks for all; the others become labels of
//! it, with their requests, and a note counts them.
//!
//! A cause is shared if the words for it depend on nothing but a name, which is undeclared or the host's, or if it lies in
//! one place, at which a function cannot be parsed. The finding about an include that could not be read has a label for each
//! request that depends on a name of the include: these have findings of their own, since each may depend on another name. What has a fix keeps its own finding, and so does what a suppression or an
//! option turns off: this looks at what is left after that.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Label};
use clunroll_core::Found;
use clunroll_rules::{Decline, FactorProblem, Finding, Reason};
use oclc_syntax::source::Place;

/// What is the same for all findings with one cause, beside their rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SharedCause<'f> {
    /// A name that has no known meaning.
    Name(&'f str),
    /// A macro that may change a name.
    Change(&'f str, &'f str),
    /// The place where a function cannot be parsed.
    Place(Place),
}

/// What was found, in words, in the order of the first places.
pub(crate) fn diagnostics(found: &[Found], in_words: impl Fn(&Found) -> Diagnostic) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut first = HashMap::new();
    let mut counts = HashMap::new();
    let mut includes = HashMap::new();
    for found in found {
        let diagnostic = in_words(found);
        let cause = cause(&found.finding).filter(|_| diagnostic.fix.is_none());
        if let Finding::UnreadInclude { place, .. } = found.finding {
            includes.insert(place, diagnostics.len());
        }
        // At one place, a loop that cannot be parsed and one whose function cannot be have one cause.
        let message =
            || if matches!(cause, Some(SharedCause::Place(_))) { String::new() } else { diagnostic.message.clone() };
        let key = cause.map(|cause| (diagnostic.rule.code, message(), cause));
        if let Some(&index) = key.as_ref().and_then(|key| first.get(key)) {
            *counts.entry(index).or_insert(0_usize) += 1;
            join(&mut diagnostics[index], diagnostic);
        } else {
            first.extend(key.map(|key| (key, diagnostics.len())));
            diagnostics.push(diagnostic);
        }
    }
    for (index, count) in counts {
        let verb = if count == 1 { "request depends" } else { "requests depend" };
        diagnostics[index].notes.push(format!("{count} more {verb} on it"));
    }
    for (include, requests) in dependent(found) {
        if let Some(&index) = includes.get(&include) {
            let verb = if requests.len() == 1 { "request depends" } else { "requests depend" };
            diagnostics[index].notes.push(format!("{} {verb} on it", requests.len()));
            let label = |place| Label { place, message: "depends on it".to_owned() };
            diagnostics[index].secondary.extend(requests.into_iter().map(label));
        }
    }
    diagnostics
}

/// The requests that a name of an unread include decides, by the include; each request once.
fn dependent(found: &[Found]) -> HashMap<Place, Vec<Place>> {
    let mut dependent: HashMap<Place, Vec<Place>> = HashMap::new();
    let mut seen = HashSet::new();
    for found in found {
        if let Finding::Declined { pragma, unread: Some(include), .. }
        | Finding::TestedBeforeEachCopy { pragma, unread: Some(include), .. } = found.finding
            && seen.insert((include, pragma))
        {
            dependent.entry(include).or_default().push(pragma);
        }
    }
    dependent
}

/// Makes a finding a part of another one with the same cause.
fn join(to: &mut Diagnostic, other: Diagnostic) {
    for request in other.requests {
        if to.requests.last() != Some(&request) {
            to.requests.push(request);
        }
    }
    // Findings come in the order of their places.
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

/// The cause, if other findings may have it too.
fn cause(finding: &Finding) -> Option<SharedCause<'_>> {
    match finding {
        Finding::Factor { problem: FactorProblem::Unknown(name), .. } => Some(SharedCause::Name(name)),
        Finding::Declined { decline: Decline { reason, place }, .. }
        | Finding::TestedBeforeEachCopy { decline: Decline { reason, place }, .. } => match reason {
            Reason::UndefinedName(name) | Reason::HostDecides(name) | Reason::MayRequest(name) if !name.is_empty() => {
                Some(SharedCause::Name(name))
            }
            Reason::MayDeclare { by, name } => Some(SharedCause::Change(by, name)),
            Reason::FunctionUnreadable { is_where: true, .. } | Reason::Unreadable { .. } => {
                Some(SharedCause::Place(*place))
            }
            _ => None,
        },
        _ => None,
    }
}
