//! CLU252: the same address of global memory in every iteration.

use super::words::{Wording, quoted};
use clunroll_rules::AccessKind;
use oclc_syntax::source::Place;

/// An access, and what is done there.
pub(super) fn wording(place: Place, text: &str, kind: AccessKind) -> Wording {
    let shown = quoted(text);
    let (what, instead) = match kind {
        AccessKind::Update => (
            "is read from and written to",
            format!(
                "read {shown} into a private variable before the loop, use that, and write it back behind the loop"
            ),
        ),
        AccessKind::Write => {
            ("is written to", format!("give the value to a private variable, and write it to {shown} behind the loop"))
        }
        AccessKind::Read => ("is read from", format!("read {shown} into a private variable before the loop")),
    };
    let message = format!("{shown} {what} global memory in each iteration, at the same address");
    Wording::new(place, message, "nothing in this address changes while the loop runs")
        .because("a compiler keeps it in a register only if it can show that no other pointer leads there")
        .instead(instead)
}
