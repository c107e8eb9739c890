//! The interface of a finding's payload.

use crate::correction::Correction;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The interface of a payload. A payload without further places or corrections implements only `words`.
pub(crate) trait Violation {
    /// The words for a finding at `place`.
    fn words(&self, place: Place) -> Wording;

    /// Passes each place in the payload to a visitor.
    fn visit(&mut self, _visit: &mut dyn FnMut(&mut Place)) {}

    /// The corrections, if any are known.
    fn corrections(&self) -> &[Correction] {
        &[]
    }

    /// The unread include that may define the name in the reason.
    fn unread(&self) -> Option<Place> {
        None
    }

    /// Whether it is advice about a valid request, and not about an error or a decline.
    fn is_advice(&self) -> bool {
        false
    }
}
