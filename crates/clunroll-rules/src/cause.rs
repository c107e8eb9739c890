//! The cause of a decline: a finding without its places.

use crate::finding::Finding;
use crate::rule::Rule;
use crate::rules::Payload;
use crate::rules::{FactorProblem, PromotionReason, Reason};

/// The reason why a loop or an array stays as written: the rule that reports it, with facts that are compared and not shown.
///
/// The diagnostic of the rule has the words: `Outcome::reason` finds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cause(CauseFacts);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum CauseFacts {
    /// A valid request whose loop cannot be unrolled.
    Declined(Reason),
    /// A valid request whose array cannot become scalars.
    NotPromoted(PromotionReason),
    /// A wrong or unknown factor.
    Factor(FactorProblem),
    /// Anything else: the request or the file breaks this rule.
    Broken(&'static Rule),
}

impl Cause {
    /// A cause that the rule alone describes.
    #[doc(hidden)]
    #[must_use]
    pub const fn broken(rule: &'static Rule) -> Self {
        Self(CauseFacts::Broken(rule))
    }

    /// The rule of the finding that reports it.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        match &self.0 {
            CauseFacts::Declined(reason) => reason.rule(),
            CauseFacts::NotPromoted(why) => why.rule(),
            CauseFacts::Factor(problem) => problem.rule(),
            CauseFacts::Broken(rule) => rule,
        }
    }

    /// The reason why a valid request for a loop is declined; `None` for any other cause.
    #[doc(hidden)]
    #[must_use]
    pub const fn reason(&self) -> Option<&Reason> {
        if let CauseFacts::Declined(reason) = &self.0 { Some(reason) } else { None }
    }
}

#[doc(hidden)]
impl From<&Finding> for Cause {
    fn from(finding: &Finding) -> Self {
        Self(match &finding.payload {
            Payload::Declined(declined) => CauseFacts::Declined(declined.reason.clone()),
            Payload::NotPromoted(declined) => CauseFacts::NotPromoted(declined.why.clone()),
            Payload::WrongFactor(factor) => CauseFacts::Factor(factor.problem.clone()),
            _ => CauseFacts::Broken(finding.rule()),
        })
    }
}
