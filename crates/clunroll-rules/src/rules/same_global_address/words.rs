//! The words of CLU252.

use crate::words::{Edit, Wording, quoted};
use crate::{AccessKind, Correction};
use oclc_syntax::source::Place;

/// An access and its kind, with the edits of a fix.
pub(crate) fn wording(place: Place, text: &str, kind: AccessKind, edits: &[Correction]) -> Wording {
    let shown = quoted(text);
    let (what, instead) = match kind {
        AccessKind::Update => (
            "reads and writes",
            format!("read {shown} into a private variable before the loop, use that, and write it back after the loop"),
        ),
        AccessKind::Write => {
            ("writes", format!("keep the value in a private variable, and write it to {shown} after the loop"))
        }
        AccessKind::Read => ("reads", format!("read {shown} into a private variable before the loop")),
    };
    let message = format!("{shown} {what} the same global address in each iteration");
    let wording = Wording::new(place, message, "this address does not change in the loop")
        .because("a compiler keeps the value in a register only if it can prove that no other pointer reaches it");
    if edits.is_empty() {
        return wording.instead(instead);
    }
    let edit = |right: &Correction| Edit { place: right.place, text: right.text.clone() };
    wording
        .instead(format!("{instead} (`clunroll check --fix` does)"))
        .fixed_by("load before the loop, and store after it", edits.iter().map(edit))
}
