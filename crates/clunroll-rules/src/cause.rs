//! Why a request has no effect: what was found, without its places.

use crate::finding::{FactorProblem, Finding, PromotionReason, Reason};
use crate::rule::Rule;
use crate::rules::Payload;
use crate::table::{CONFLICTING_REQUESTS, PERHAPS_CONFLICTING_REQUESTS};

/// Why a loop or an array stays as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The request is valid, and its loop cannot be unrolled.
    Declined(Reason),
    /// The request is valid, and its array cannot become scalars.
    NotPromoted(PromotionReason),
    /// The factor is wrong or unknown.
    Factor(FactorProblem),
    /// Another request applies to the same loop.
    Conflict,
    /// Another request applies to the same loop in some configurations.
    PerhapsConflict,
    /// Anything else: the request or the file breaks this rule.
    Broken(&'static Rule),
}

impl Cause {
    /// The rule of the finding that reports it.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::Declined(reason) => reason.rule(),
            Self::NotPromoted(why) => why.rule(),
            Self::Factor(problem) => problem.rule(),
            Self::Conflict => &CONFLICTING_REQUESTS,
            Self::PerhapsConflict => &PERHAPS_CONFLICTING_REQUESTS,
            Self::Broken(rule) => rule,
        }
    }
}

impl From<&Finding> for Cause {
    fn from(finding: &Finding) -> Self {
        match &finding.payload {
            Payload::Declined(declined) => Self::Declined(declined.reason.clone()),
            Payload::NotPromoted(declined) => Self::NotPromoted(declined.why.clone()),
            Payload::WrongFactor(factor) => Self::Factor(factor.problem.clone()),
            Payload::ConflictingRequests(_) => Self::Conflict,
            Payload::PerhapsConflictingRequests(_) => Self::PerhapsConflict,
            _ => Self::Broken(finding.rule()),
        }
    }
}
