//! CLU213: more output than allowed.

use super::words::{Wording, quoted};
use clunroll_core::MARKER;
use oclc_syntax::source::Place;

const WHY: &str = "code beyond the instruction cache is slower than the loop, and takes long to compile";

/// How many copies there would be, and how many are allowed.
pub(super) fn too_many_copies(place: Place, copies: u64, limit: u64) -> Wording {
    let why = format!("it would take {copies} copies of its body, and {limit} are allowed");
    Wording::left(place, why, format!("{copies} copies")).because(WHY).instead(match limit.div_ceil(2) {
        // A remainder has fewer copies than its main loop.
        factor @ 2.. => {
            format!("ask for a factor of {factor} or less, which always fits, or allow more by `--max-copies`")
        }
        _ => "allow more by `--max-copies`".to_owned(),
    })
}

/// By how many bytes the file would grow, how many are left, and the copies of each loop of the nest from the outside.
pub(super) fn too_much_text(place: Place, growth: u64, left: u64, nest: &[u64]) -> Wording {
    let why = format!("it would add {growth} bytes or more, and the file may grow by {left} more");
    let label = if nest.len() < 2 {
        "this loop with all that is unrolled in it".to_owned()
    } else {
        let product = nest.iter().fold(1_u64, |product, copies| product.saturating_mul(*copies));
        let factors: Vec<_> = nest.iter().map(u64::to_string).collect();
        format!("{} = {product} copies of the innermost body", factors.join(" * "))
    };
    Wording::left(place, why, label).because(WHY).instead(
        "give a smaller factor, also to the loops inside this one, move large bodies into a function, or allow more \
             by `--max-growth`",
    )
}

/// No more configurations of loops are looked at in this file; `test` is one of those that are open.
pub(super) fn budget_spent(place: Place, test: Option<&str>, by_include: bool) -> Wording {
    let why = "the conditions that the final compile decides make more different loops of this file than are looked at";
    let label = test.map_or("one loop too many".to_owned(), |test| {
        format!("one loop too many: the final compile decides {}", quoted(test))
    });
    let instead = if by_include {
        "name the folders of the includes with `-I`, since one that is not read may define the macros of a condition anew; \
         and decide the conditions by `-D` and `-U` with `--trust-defines`"
    } else {
        "decide the conditions by `-D` and `-U` with `--trust-defines`, or split the file"
    };
    Wording::left(place, why, label)
        .because("a loop is unrolled only after a look at each configuration of it, and each takes time")
        .instead(instead)
}

/// An earlier run has left it.
pub(super) fn left_before(place: Place) -> Wording {
    let why = "an earlier run of clunroll left it";
    Wording::left(place, why, "marked by that run")
        .because("a second run leaves alone what the first one left, so that running twice changes nothing")
        .instead(format!("remove the comment {} to try again", quoted(MARKER)))
}
