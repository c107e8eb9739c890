//! `-D NAME[=VALUE]`.

use crate::Define;

/// Reads the argument of `-D` as a compiler does: `NAME` is `NAME=1`, `NAME=` is empty.
///
/// What no compiler takes as a macro's name is refused, since the final compile would refuse it as well: it is a
/// slip in the command line, not a fact about the kernel. Macros with parameters come with the full preprocessor.
pub(super) fn parse(argument: &str) -> Result<Define, String> {
    let (name, value) = argument.split_once('=').unwrap_or((argument, "1"));
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if !starts || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err(format!("`{name}` is not a macro name"));
    }
    if name == "defined" {
        return Err("`defined` cannot be a macro".to_owned());
    }
    if value.contains(['\n', '\r']) {
        return Err(format!("the value of `{name}` holds a line break"));
    }
    Ok(Define { name: name.to_owned(), value: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(argument: &str) -> Result<String, String> {
        parse(argument).map(|define| format!("{}={}", define.name, define.value))
    }

    #[test]
    fn a_name_alone_is_one() {
        assert_eq!(value("N").as_deref(), Ok("N=1"));
    }

    #[test]
    fn the_value_is_all_after_the_first_equals_sign() {
        assert_eq!(value("N=").as_deref(), Ok("N="));
        assert_eq!(value("_n2=a == b").as_deref(), Ok("_n2=a == b"));
        assert_eq!(value("N=-1").as_deref(), Ok("N=-1"));
    }

    #[test]
    fn what_is_no_macro_name_is_refused() {
        for argument in ["", "=4", "4", "4N=1", "a b", "F(x)=x", "é", "-N", "defined", "N=1\n#define M"] {
            assert!(value(argument).is_err(), "{argument:?}");
        }
    }
}
