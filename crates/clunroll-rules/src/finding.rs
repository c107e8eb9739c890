//! Findings: places and payloads.
//!
//! A [`Finding`] concerns a request or the file, and has a place and a payload. The payload says what was found; the table of rules maps it
//! to the broken rule. So no stage knows the code of a rule, and no payload contains a sentence.

use crate::correction::Correction;
use crate::rule::Rule;
use crate::rules::{Decline, Declined, Payload};
use crate::words::Wording;
use oclc_syntax::source::Place;

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The request that it concerns; `None` if it concerns the file.
    pub request: Option<Place>,
    /// The place of its caret.
    pub place: Place,
    /// The facts about it.
    pub payload: Payload,
}

impl Finding {
    /// A finding about a request.
    #[must_use]
    pub fn of_request(request: Place, place: Place, payload: impl Into<Payload>) -> Self {
        Self { request: Some(request), place, payload: payload.into() }
    }

    /// A finding about the file.
    #[must_use]
    pub fn of_file(place: Place, payload: impl Into<Payload>) -> Self {
        Self { request: None, place, payload: payload.into() }
    }

    /// A valid request that is declined.
    #[must_use]
    pub fn declined(request: Place, decline: Decline, unread: Option<Place>) -> Self {
        Self::of_request(request, decline.place, Declined { reason: decline.reason, unread })
    }

    /// The rule that it breaks.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        self.payload.rule()
    }

    /// Passes all places of the finding to a visitor, which may change them.
    pub fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.request.iter_mut().for_each(&mut *visit);
        visit(&mut self.place);
        self.payload.violation_mut().visit(visit);
    }

    /// The corrections, if any are known.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        self.payload.violation().corrections()
    }

    /// The unread include that may define the name in the reason.
    #[must_use]
    pub fn unread(&self) -> Option<Place> {
        self.payload.violation().unread()
    }

    /// Whether it is advice about a valid request, and not about an error or a decline.
    #[must_use]
    pub fn is_advice(&self) -> bool {
        self.payload.violation().is_advice()
    }
}

/// A finding in words. [`Finding::rule`] returns the rule that it breaks.
#[must_use]
pub fn in_words(finding: &Finding) -> Wording {
    let wording = finding.payload.violation().words(finding.place);
    let wording = match finding.request {
        Some(request) => wording.requested_at(request),
        None => wording,
    };
    wording.defined_perhaps_in(finding.unread())
}
