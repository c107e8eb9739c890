//! The words of CLU104.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The label.
pub(crate) fn wording(label: Place) -> Wording {
    let message = "label between an unroll request and its loop";
    Wording::new(label, message, "this label")
        .because("clang rejects a pragma before a label, and an attribute next to a label belongs to the label")
        .instead("put the label first, and `#pragma unroll` directly above the loop")
}
