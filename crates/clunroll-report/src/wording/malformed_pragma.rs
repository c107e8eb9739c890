//! CLU006: a pragma whose own form is wrong.

use super::words::Wording;
use clunroll_rules::Correction;
use clunroll_rules::Malformed;
use oclc_syntax::source::Place;

/// A pragma whose parentheses are wrong.
pub(super) fn wording(pragma: Place, problem: Malformed, correction: Option<&Correction>) -> Wording {
    let (message, label, instead) = match problem {
        Malformed::Unclosed => ("parentheses of the unroll factor do not match", "a `(` or a `)` is alone", PLAIN),
        Malformed::Empty => ("unroll factor is missing", "nothing stands between the parentheses", PLAIN),
        Malformed::NoOption => {
            ("unroll request says nothing", "expected `full`, `enable` or `disable` in parentheses", OPTION)
        }
        Malformed::UnknownOption => {
            ("option of the unroll request is not known", "expected `full`, `enable` or `disable`", OPTION)
        }
        Malformed::NoCount => (
            "unroll factor is missing",
            "expected a number in parentheses",
            "write `unroll_count(4)`, or `unroll(full)` for all iterations",
        ),
        Malformed::NeedlessFactor => (
            "`nounroll` takes no factor",
            "something stands behind the word",
            "write `#pragma nounroll` alone, or ask for unrolling by `#pragma unroll 4`",
        ),
        Malformed::AsksTwice => (
            "one pragma asks for two ways of unrolling",
            "holds more than one unroll option",
            "keep one of its options",
        ),
    };
    malformed(pragma, message, label, instead).corrected(correction)
}

/// Something other than one expression behind the word.
pub(super) fn no_expression(place: Place) -> Wording {
    malformed(place, "unroll factor is not one expression", "expected one integer constant expression", PLAIN)
}

const PLAIN: &str = "write `#pragma unroll` or `#pragma unroll 4`";
const OPTION: &str = "write `unroll(full)`, `unroll(enable)` or `unroll(disable)`";

fn malformed(place: Place, message: &str, label: &str, instead: &str) -> Wording {
    Wording::new(place, message, label)
        .because("a pragma that cannot be read is ignored by most compilers, often without a word")
        .instead(instead)
}
