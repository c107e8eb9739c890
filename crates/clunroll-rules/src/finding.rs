//! Findings: places and payloads.
//!
//! A [`Finding`] is about a request or about the file, and has a place and a payload. The payload says what was found; the
//! table of rules says which rule it breaks. So no stage knows the code of a rule, and no payload contains a sentence.

use crate::correction::Correction;
use crate::rule::Rule;
use crate::rules::{Decline, Declined, Payload};
use crate::words::Wording;
use oclc_syntax::source::Place;

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The request that it is about; `None` if it is about the file.
    pub request: Option<Place>,
    /// Where its caret goes.
    pub place: Place,
    /// What was found there.
    pub payload: Payload,
}

impl Finding {
    /// Something about a request.
    #[must_use]
    pub fn of_request(request: Place, place: Place, payload: impl Into<Payload>) -> Self {
        Self { request: Some(request), place, payload: payload.into() }
    }

    /// Something about the file.
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

    /// Shows a visitor all places of the finding, which it may change.
    pub fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.request.iter_mut().for_each(&mut *visit);
        visit(&mut self.place);
        self.payload.violation_mut().visit(visit);
    }

    /// What is right, where that is known.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        self.payload.violation().corrections()
    }

    /// The include that was not read and may define the name that is the reason.
    #[must_use]
    pub fn unread(&self) -> Option<Place> {
        self.payload.violation().unread()
    }

    /// Whether it is about what could be better, and not about what is wrong or declined.
    #[must_use]
    pub fn is_advice(&self) -> bool {
        self.payload.violation().is_advice()
    }
}

/// What is said about a finding. [`Finding::rule`] says what it breaks.
#[must_use]
pub fn in_words(finding: &Finding) -> Wording {
    let wording = finding.payload.violation().words(finding.place);
    let wording = match finding.request {
        Some(request) => wording.requested_at(request),
        None => wording,
    };
    wording.defined_perhaps_in(finding.unread())
}
