//! The words of CLU116.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The definition at `place` replaces that of the command line.
pub(crate) fn wording(place: Place, option: &str, name: &str) -> Wording {
    let (option, shown) = (quoted(option), quoted(name));
    let message = format!("{option} has no effect, since the file defines {shown} itself");
    Wording::new(place, message, "this definition counts")
        .because("a `#define` in the file replaces the macro of the command line")
        .instead(format!(
            "write {} before this line and `#endif` after it, or leave out the option",
            quoted(&format!("#ifndef {name}"))
        ))
}
