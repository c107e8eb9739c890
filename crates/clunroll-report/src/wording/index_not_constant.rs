//! CLU227: an index that is no constant.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

const WHY: &str = "each element becomes a variable of its own, which must be known when the kernel is compiled";

/// The index is a variable.
pub(super) fn varies(place: Place, name: &str, in_loop: bool) -> Wording {
    let name = quoted(name);
    let why = format!("an index of it rests on {name}, which is no constant");
    let label = if in_loop { "another value in each iteration" } else { "a value of the run" };
    let diagnostic = Wording::array_left(place, why, label).because(WHY);
    if in_loop {
        diagnostic.instead("unroll the loop around it fully: `#pragma unroll` before it, with a constant trip count")
    } else {
        diagnostic.instead(format!(
            "declare {name} as `const` with a constant value; or, where it is the variable of an unrolled loop, in that loop's header"
        ))
    }
}

/// The index holds what no constant expression holds.
pub(super) fn no_constant(place: Place) -> Wording {
    Wording::array_left(place, "an index of it is no constant", "not known before the run")
        .because(WHY)
        .instead("use constants and the variables of fully unrolled loops as indices")
}

/// The index rests on a macro of the host's.
pub(super) fn host_decides(place: Place, name: &str) -> Wording {
    let why = format!("the final compile decides what {} in an index of it stands for", quoted(name));
    Wording::array_left(place, why, "may stand for something else")
        .because(WHY)
        .instead("define it in this file, outside every `#if`; or say with `--trust-defines` that `-D` is final")
}

/// There is no such element.
pub(super) fn out_of_bounds(place: Place, index: i128, length: u64) -> Wording {
    let why = format!("it has no element {index}");
    Wording::array_left(place, why, format!("the elements are 0 to {}", length - 1))
        .because("what lies outside of an array is another variable's, and no scalar stands for it")
        .instead("make the array longer, or let the loop around it end earlier")
}
