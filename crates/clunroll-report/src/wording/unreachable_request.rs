//! CLU112: a request in code that is never compiled.

use super::words::Wording;
use crate::diagnostic::Label;
use oclc_syntax::source::Place;

/// A request in the branch that begins with the directive at `branch`.
pub(super) fn wording(request: Place, branch: Place) -> Wording {
    let mut diagnostic =
        Wording::new(request, "no configuration compiles this request", "in a branch that is never taken");
    diagnostic.secondary.push(Label { place: branch, message: "no `-D` makes this true".to_owned() });
    diagnostic
        .because("whatever the build defines, the loop is not unrolled")
        .instead("remove the branch, or correct its condition")
}
