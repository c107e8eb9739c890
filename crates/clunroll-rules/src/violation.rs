//! What each payload of a finding can say about itself.

use crate::correction::Correction;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// What a payload can say about itself. A payload without further places or corrections says only its words.
pub(crate) trait Violation {
    /// The words for a finding at `place`.
    fn words(&self, place: Place) -> Wording;

    /// Shows a visitor each place that the payload contains.
    fn visit(&mut self, _visit: &mut dyn FnMut(&mut Place)) {}

    /// What is right, where that is known.
    fn corrections(&self) -> &[Correction] {
        &[]
    }

    /// The include that was not read and may define the name that is the reason.
    fn unread(&self) -> Option<Place> {
        None
    }

    /// Whether it is about what could be better, and not about what is wrong or declined.
    fn is_advice(&self) -> bool {
        false
    }
}
