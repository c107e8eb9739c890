//! The words of CLU006.

use crate::words::Wording;
use crate::{Correction, Malformed};
use oclc_syntax::source::Place;

/// A pragma with wrong parentheses or options.
pub(crate) fn wording(pragma: Place, problem: Malformed, correction: Option<&Correction>) -> Wording {
    let (message, label, instead) = match problem {
        Malformed::Unclosed => ("the parentheses of the unroll factor do not match", "unmatched `(` or `)`", PLAIN),
        Malformed::Empty => ("unroll factor is missing", "nothing between the parentheses", PLAIN),
        Malformed::NoOption => {
            ("unroll option is missing", "expected `full`, `enable` or `disable` in parentheses", OPTION)
        }
        Malformed::UnknownOption => ("unknown unroll option", "expected `full`, `enable` or `disable`", OPTION),
        Malformed::NoCount => (
            "unroll factor is missing",
            "expected a number in parentheses",
            "write `unroll_count(4)`, or `unroll(full)` to unroll all iterations",
        ),
        Malformed::NeedlessFactor => (
            "`nounroll` takes no factor",
            "unexpected text after `nounroll`",
            "write `#pragma nounroll` alone, or `#pragma unroll 4` to unroll",
        ),
        Malformed::AsksTwice => {
            ("one pragma has several unroll options", "more than one unroll option", "keep one of the options")
        }
    };
    malformed(pragma, message, label, instead).corrected(correction)
}

/// The text after the word is not a single expression.
pub(crate) fn no_expression(place: Place) -> Wording {
    malformed(place, "unroll factor is not a single expression", "expected one integer constant expression", PLAIN)
}

const PLAIN: &str = "write `#pragma unroll` or `#pragma unroll 4`";
const OPTION: &str = "write `unroll(full)`, `unroll(enable)` or `unroll(disable)`";

fn malformed(place: Place, message: &str, label: &str, instead: &str) -> Wording {
    Wording::new(place, message, label)
        .because("most compilers ignore a pragma that they cannot read, often silently")
        .instead(instead)
}
