//! The words of CLU213.

use crate::MARKER;
use crate::words::{Wording, quoted, telling};
use oclc_syntax::source::Place;

const WHY: &str = "code that does not fit the instruction cache is slower than the loop, and takes long to compile";

/// The number of copies, and the limit.
pub(crate) fn too_many_copies(place: Place, copies: u64, limit: u64) -> Wording {
    let why = format!("it would take {copies} copies of its body, but only {limit} are allowed");
    Wording::declined(place, why, format!("{copies} copies")).because(WHY).instead(match limit.div_ceil(2) {
        // A remainder has fewer copies than its main loop, so half of the limit always fits.
        factor @ 2.. => {
            format!("use a factor of {factor} or less, which always fits, or raise `--max-copies`")
        }
        _ => "raise `--max-copies`".to_owned(),
    })
}

/// About how many bytes the file would grow by, the remaining growth, the growth that is enough for all requests of the file, which is 0 if
/// no limit is, and the copies of each loop of the nest from the outside.
pub(crate) fn too_much_text(place: Place, growth: u64, left: u64, enough: u64, nest: &[u64]) -> Wording {
    let why = format!("it would add about {growth} bytes, but the file may grow by only {left} more");
    let label = if nest.len() < 2 {
        "this loop and all that is unrolled inside it".to_owned()
    } else {
        let product = nest.iter().fold(1_u64, |product, copies| product.saturating_mul(*copies));
        let factors: Vec<_> = nest.iter().map(u64::to_string).collect();
        format!("{} = {product} copies of the innermost body", factors.join(" * "))
    };
    let smaller = "use a smaller factor, also for the loops inside this one; move large bodies into a function";
    Wording::declined(place, why, label).because(WHY).instead(match enough {
        0 => format!("{smaller}; the largest `--max-growth` is not enough for all requests of the file"),
        _ => {
            format!("{smaller}; or pass `--max-growth {}`, which is enough for all requests of the file", size(enough))
        }
    })
}

/// A number of bytes as it is written for an option, rounded up.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    if bytes > 8 * MIB { format!("{}MiB", bytes.div_ceil(MIB)) } else { format!("{}KiB", bytes.div_ceil(KIB)) }
}

/// The work on configurations has reached its limit for this file.
pub(crate) fn budget_spent(place: Place, macros: &[String], by_include: bool) -> Wording {
    let why = "the conditions that the final compile decides give this file more configurations than clunroll checks";
    let command = telling(macros);
    let instead = if by_include {
        format!(
            "pass the folders of the includes with `-I`, since an unread file may define the macros of a condition; and say what \
             the final compile passes: {command}"
        )
    } else {
        format!("say what the final compile passes: {command}; or split the file")
    };
    Wording::declined(place, why, "this loop exceeds the limit")
        .because("clunroll checks every configuration of a loop before unrolling it, and each takes time")
        .instead(instead)
}

/// An earlier run has declined it.
pub(crate) fn declined_before(place: Place) -> Wording {
    let why = "an earlier run of clunroll did not unroll it";
    Wording::declined(place, why, "marked by that run")
        .because("a second run changes nothing, so it skips the loops that the first one marked")
        .instead(format!("remove the comment {} to try again", quoted(MARKER)))
}
