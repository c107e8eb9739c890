//! The words of CLU227.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

const WHY: &str = "each element becomes a separate variable, so its index must be known at compile time";

/// The index is a variable.
pub(crate) fn varies(place: Place, name: &str, in_loop: bool) -> Wording {
    let name = quoted(name);
    let why = format!("an index depends on {name}, which is not a constant");
    let label = if in_loop { "different in each iteration" } else { "known only at run time" };
    let diagnostic = Wording::array_declined(place, why, label).because(WHY);
    if in_loop {
        diagnostic.instead(
            "unroll the surrounding loop fully: write `#pragma unroll` before it, and use a constant trip count",
        )
    } else {
        diagnostic.instead(format!(
            "declare {name} as `const` with a constant value; if it counts an unrolled loop, declare it in the header of that loop"
        ))
    }
}

/// The index is not a constant expression.
pub(crate) fn no_constant(place: Place) -> Wording {
    Wording::array_declined(place, "an index is not a constant", "not known at compile time")
        .because(WHY)
        .instead("use constants and the variables of fully unrolled loops as indices")
}

/// The index depends on a macro of the host.
pub(crate) fn host_decides(place: Place, name: &str) -> Wording {
    let why = format!("an index depends on {}, which the final compile may define differently", quoted(name));
    Wording::array_declined(place, why, "may be defined differently")
        .because(WHY)
        .instead("define it in this file, outside every `#if`; or pass `--trust-defines` to make `-D` final")
}

/// There is no such element.
pub(crate) fn out_of_bounds(place: Place, index: i128, length: u64) -> Wording {
    let why = format!("it has no element {index}");
    Wording::array_declined(place, why, format!("the elements are 0 to {}", length - 1))
        .because("memory outside the array belongs to other variables, and no scalar can replace it")
        .instead("make the array longer, or end the surrounding loop earlier")
}
