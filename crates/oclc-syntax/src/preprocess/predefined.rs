//! Macros that compilers predefine (OpenCL C 6.10), and what the language settles of them.
//!
//! A compiler defines such a macro unasked, so its name is open where nothing else is known of it. Two kinds are settled:
//!
//! - **Macros of other languages.** A compiler of OpenCL C defines none of [`FOREIGN`], so `#ifdef __cplusplus` is false.
//! - **Versions.** Where `__OPENCL_VERSION__` or `__OPENCL_C_VERSION__` is defined, it is at least [`LEAST_VERSION`]. So
//!   `__OPENCL_VERSION__ >= 100` is the test `defined __OPENCL_VERSION__`. Whether the macros are defined is another
//!   question: clang does not define the first without a device. It defines the second, and `-cl-std` says which version of
//!   the language that is.
//!
//! Nothing is settled of a name that a `-D`, or a `#define` before that point, defines.

use super::constant::parse_integer;
use super::expanded::Expanded;
use crate::host::LanguageVersion;
use crate::lex::{Punct, TokenKind};

/// Macros that compilers of other languages define, and that files test which several languages share.
const FOREIGN: [&str; 6] =
    ["__cplusplus", "__OPENCL_CPP_VERSION__", "__METAL_VERSION__", "__CUDACC__", "__CUDA_ARCH__", "__HIPCC__"];

/// The version of the language, which `-cl-std` decides.
const LANGUAGE: &str = "__OPENCL_C_VERSION__";

/// The version of the device.
const DEVICE: &str = "__OPENCL_VERSION__";

/// OpenCL 1.0.
const LEAST_VERSION: i128 = 100;

/// Whether a name is a macro of another language, which a compiler of OpenCL C does not define.
pub(super) fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name)
}

/// Whether a compiler surely defines a name if it is told a version of OpenCL C. Version 1.2 is the first to describe the macro.
pub(super) fn is_defined_by(language: Option<LanguageVersion>, name: &str) -> bool {
    name == LANGUAGE && language.is_some_and(|version| version >= LanguageVersion::V1_2)
}

/// Whether compilers may define a name without being asked.
pub(super) fn may_be_predefined(name: &str) -> bool {
    (name.starts_with("__") && name.ends_with("__") && name.len() > 4 && !is_attribute_word(name))
        || name.starts_with("cl_khr_")
        || name.starts_with("cl_nv_")
        || name.starts_with("CL_VERSION_")
        || name.starts_with("__opencl_c_")
}

/// Keywords that look like the names of predefined macros.
fn is_attribute_word(name: &str) -> bool {
    matches!(
        name,
        "__attribute__"
            | "__const__"
            | "__volatile__"
            | "__inline__"
            | "__restrict__"
            | "__signed__"
            | "__typeof__"
            | "__alignof__"
            | "__asm__"
            | "__extension__"
            | "__opencl_unroll_hint__"
            | "__reqd_work_group_size__"
            | "__work_group_size_hint__"
            | "__vec_type_hint__"
            | "__aligned__"
            | "__packed__"
    )
}

/// The version macro that an expression asks for and nothing else, and whether the expression is true where it is defined. Where
/// it is not, the macro counts as 0, and the expression has the other value.
// test = version | version comparison number | number comparison version
pub(super) fn asks_for_version<'t>(tokens: &'t [Expanded<'_>]) -> Option<(&'t str, bool)> {
    let version = |token: &'t Expanded<'_>| {
        let is_version = token.kind == TokenKind::Identifier && (token.text == LANGUAGE || token.text == DEVICE);
        // What a macro of the file stands for was expanded; what is left is what the compiler says.
        (is_version && token.open).then_some(&*token.text)
    };
    let (name, operator, number) = match tokens {
        [name] => return Some((version(name)?, true)),
        [name, operator, number] if number.kind == TokenKind::Number => (name, operator, number),
        [number, operator, name] if number.kind == TokenKind::Number => (name, operator, number),
        _ => return None,
    };
    let TokenKind::Punct(punct) = operator.kind else { return None };
    let punct = if tokens[0].kind == TokenKind::Number { exchanged(punct) } else { punct };
    Some((version(name)?, for_versions(punct, &number.text)?))
}

/// The operator of the same comparison with its operands exchanged.
const fn exchanged(operator: Punct) -> Punct {
    match operator {
        Punct::Less => Punct::Greater,
        Punct::Greater => Punct::Less,
        Punct::LessEqual => Punct::GreaterEqual,
        Punct::GreaterEqual => Punct::LessEqual,
        other => other,
    }
}

/// The value of a comparison with a number for every version, if it is the other one for 0.
fn for_versions(operator: Punct, number: &str) -> Option<bool> {
    let number = parse_integer(number)?.value;
    match operator {
        Punct::GreaterEqual if (1..=LEAST_VERSION).contains(&number) => Some(true),
        Punct::Less if (1..=LEAST_VERSION).contains(&number) => Some(false),
        Punct::Greater if number < LEAST_VERSION => Some(true),
        Punct::LessEqual if number < LEAST_VERSION => Some(false),
        Punct::NotEqual if number == 0 => Some(true),
        Punct::Equal if number == 0 => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_that_tell_every_version_from_none() {
        let all = [Punct::GreaterEqual, Punct::Less, Punct::Greater, Punct::LessEqual, Punct::NotEqual, Punct::Equal];
        for operator in all {
            for number in ["0", "1", "99", "100u", "101", "120"] {
                let value = parse_integer(number).map_or(0, |number| number.value);
                let compare = |version: i128| match operator {
                    Punct::GreaterEqual => version >= value,
                    Punct::Less => version < value,
                    Punct::Greater => version > value,
                    Punct::LessEqual => version <= value,
                    Punct::NotEqual => version != value,
                    _ => version == value,
                };
                let of_all = (100..400).all(compare);
                let tells = (of_all || !(100..400).any(compare)) && compare(0) != of_all;
                assert_eq!(for_versions(operator, number), tells.then_some(of_all), "{operator:?} {number}");
            }
        }
    }
}
