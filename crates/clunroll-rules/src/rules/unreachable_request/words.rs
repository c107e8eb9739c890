//! The words of CLU112.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A request in the branch that begins with the directive at `branch`.
pub(crate) fn wording(request: Place, branch: Place) -> Wording {
    let mut diagnostic =
        Wording::new(request, "no configuration compiles this request", "in a branch that is never taken");
    diagnostic.secondary.push(Label { place: branch, message: "no `-D` makes this true".to_owned() });
    diagnostic
        .because("whatever the build defines, the loop is not unrolled")
        .instead("remove the branch, or correct its condition")
}
