//! Macros of the host: `-D NAME[=VALUE]`, `-D 'NAME(ARGS)=VALUE'` and `-U NAME`.
//!
//! Text that all compilers reject is an error here, since the final compile would reject it too: it is a mistake in a command line or in
//! a call, not a fact about the kernel. So a [`Define`] is always one valid `#define` line, and callers do not check it again. The rules
//! are those of C for names and parameters, with GNU C's `args...`.

use std::fmt;
use std::str::FromStr;

/// The name of a macro: an identifier of C, and not `defined`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MacroName(String);

impl MacroName {
    /// The name in a string.
    ///
    /// # Errors
    ///
    /// If the string is not an identifier of C, or is `defined`.
    pub fn new(name: impl Into<String>) -> Result<Self, MacroError> {
        let name = name.into();
        if name.starts_with(['"', '\'']) {
            return Err(MacroError(format!("`{name}` begins with a quote, which cannot be a part of a macro name")));
        }
        if !is_identifier(&name) {
            return Err(MacroError(format!("`{name}` is not a macro name")));
        }
        if name == "defined" {
            return Err(MacroError("`defined` cannot be a macro".to_owned()));
        }
        Ok(Self(name))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MacroName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.0)
    }
}

impl FromStr for MacroName {
    type Err = MacroError;

    fn from_str(name: &str) -> Result<Self, MacroError> {
        Self::new(name)
    }
}

/// A macro of the final compile, as in `-D NAME=VALUE` or `-D 'NAME(ARGS)=VALUE'`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Define {
    name: MacroName,
    parameters: Option<String>,
    value: String,
}

impl Define {
    /// The macro with that value. For a function-like macro, `head` has the parameters: `SQUARE(x)`.
    ///
    /// # Errors
    ///
    /// If the name is not an identifier of C or is `defined`, if the parameters are none of C, or if the value has a line break or a NUL.
    pub fn new(head: &str, value: impl fmt::Display) -> Result<Self, MacroError> {
        let (name, list) = head.split_once('(').map_or((head, None), |(name, list)| (name, Some(list)));
        let name = MacroName::new(name)?;
        let parameters = list.map(|list| parameters(&name, list)).transpose()?;
        let value = value.to_string();
        if value.contains(['\n', '\r', '\0']) {
            let what = if value.contains('\0') { "a NUL" } else { "a line break" };
            return Err(MacroError(format!("the value of `{name}` contains {what}")));
        }
        Ok(Self { name, parameters, value })
    }

    /// The macro's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The text between the parentheses of a function-like macro; `None` for an object-like one.
    #[must_use]
    pub fn parameters(&self) -> Option<&str> {
        self.parameters.as_deref()
    }

    /// Its replacement list; `1` for `-D NAME`.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The text after `#define` in a line that defines it: `SQUARE(x) ((x) * (x))`.
    #[must_use]
    pub fn definition(&self) -> String {
        format!("{} {}", MacroHead(self), self.value)
    }
}

/// The name of a macro with its parameters.
struct MacroHead<'a>(&'a Define);

impl fmt::Display for MacroHead<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Define { name, parameters, .. } = self.0;
        match parameters {
            Some(parameters) => write!(out, "{name}({parameters})"),
            None => write!(out, "{name}"),
        }
    }
}

impl fmt::Display for Define {
    /// The argument of `-D`: `NAME=VALUE` or `NAME(ARGS)=VALUE`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}={}", MacroHead(self), self.value)
    }
}

impl FromStr for Define {
    type Err = MacroError;

    /// Reads the argument of `-D` as a compiler does: `NAME` is `NAME=1`, `NAME=` is empty.
    // name [ "(" [ parameters ] ")" ] [ "=" value ]
    fn from_str(argument: &str) -> Result<Self, MacroError> {
        let head_end = match argument.find(['(', '=']) {
            Some(at) if argument[at..].starts_with('(') => argument[at..].find(')').map(|end| at + end + 1),
            at => at,
        };
        let (head, rest) = argument.split_at(head_end.unwrap_or(argument.len()));
        let value = match rest.strip_prefix('=') {
            Some(value) => value,
            None if rest.is_empty() => "1",
            None => {
                // Errors in the head come first.
                let Define { name, .. } = Self::new(head, "")?;
                return Err(MacroError(format!("expected `=` after the parameters of `{name}`")));
            }
        };
        Self::new(head, value)
    }
}

/// One `-D` or `-U`.
///
/// ```
/// use oclc_syntax::host::MacroOption;
///
/// let option: MacroOption = "-D N=4".parse()?;
/// assert_eq!(option.to_string(), "-DN=4");
/// # Ok::<(), oclc_syntax::host::MacroError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MacroOption {
    /// `-D`
    Define(Define),
    /// `-U`
    Undefine(MacroName),
}

impl MacroOption {
    /// The macro's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Define(define) => define.name(),
            Self::Undefine(name) => name.as_str(),
        }
    }

    /// Reads the argument of `-U`.
    ///
    /// # Errors
    ///
    /// If it is not a macro name alone.
    pub fn undefine(argument: &str) -> Result<Self, MacroError> {
        if let Some((name, _)) = argument.split_once(['=', '(']) {
            return Err(MacroError(format!("`-U` takes only a name: `{name}`")));
        }
        MacroName::new(argument).map(Self::Undefine)
    }
}

impl From<Define> for MacroOption {
    fn from(define: Define) -> Self {
        Self::Define(define)
    }
}

impl fmt::Display for MacroOption {
    /// `-DNAME=VALUE` or `-UNAME`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Define(define) => write!(out, "-D{define}"),
            Self::Undefine(name) => write!(out, "-U{name}"),
        }
    }
}

impl FromStr for MacroOption {
    type Err = MacroError;

    /// Reads `-D` or `-U` with its argument, with or without white space between them.
    fn from_str(option: &str) -> Result<Self, MacroError> {
        if let Some(argument) = option.strip_prefix("-D") {
            return argument.trim_start().parse().map(Self::Define);
        }
        match option.strip_prefix("-U") {
            Some(argument) => Self::undefine(argument.trim_start()),
            None => Err(MacroError(format!("expected `-D` or `-U` with a macro, not `{option}`"))),
        }
    }
}

crate::text_in_data!(MacroName, Define, MacroOption);

/// The reason why a text does not define a macro: a name or a value that all compilers reject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroError(String);

impl fmt::Display for MacroError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for MacroError {}

/// The parameters in `rest`, which is all after the opening parenthesis.
// parameters = identifier { "," identifier } [ "," "..." | "..." ] | "..."
fn parameters(name: &MacroName, rest: &str) -> Result<String, MacroError> {
    let list = rest.strip_suffix(')').ok_or_else(|| MacroError(format!("the parameters of `{name}` need a `)`")))?;
    if list.trim().is_empty() {
        return Ok(list.to_owned());
    }
    let mut seen: Vec<&str> = Vec::new();
    let mut parameters = list.split(',').map(str::trim).peekable();
    while let Some(parameter) = parameters.next() {
        // GNU C names the rest, as in `args...`.
        let is_last = parameters.peek().is_none();
        let word = parameter.strip_suffix("...").filter(|_| is_last).map_or(parameter, str::trim_end);
        let is_rest = is_last && parameter == "...";
        if !is_rest && (!is_identifier(word) || word == "__VA_ARGS__") {
            return Err(MacroError(format!("`{parameter}` is not a valid parameter name of `{name}`")));
        }
        if seen.contains(&word) {
            return Err(MacroError(format!("`{name}` has two parameters named `{word}`")));
        }
        seen.push(word);
    }
    Ok(list.to_owned())
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(argument: &str) -> Result<String, String> {
        argument.parse::<Define>().map(|define| define.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_alone_is_one() {
        assert_eq!(shown("N").as_deref(), Ok("N=1"));
        assert_eq!(shown("F(x)").as_deref(), Ok("F(x)=1"));
    }

    #[test]
    fn the_value_is_all_after_the_first_equals_sign() {
        for argument in ["N=", "_n2=a == b", "N=-1", "T=unsigned int", "S=\"a b\"", "N=f(x)", "N=)", "N=("] {
            assert_eq!(shown(argument).as_deref(), Ok(argument));
        }
    }

    #[test]
    fn parameters_directly_follow_the_name() {
        for argument in ["F(x)=x", "F()=1", "F( a , b )=a+b", "F(...)=__VA_ARGS__", "F(a, ...)=a", "F(a, rest...)=a"] {
            assert_eq!(shown(argument).as_deref(), Ok(argument));
        }
    }

    #[test]
    fn what_is_no_macro_is_refused() {
        let no_names =
            ["", "=4", "4", "4N=1", "a b", "é", "-N", "defined", "N=1\n#define M", "N=\0", "\"N=4\"", "N 4", "(x)=x"];
        let no_parameters = [
            "F(x=x",
            "F(x)x",
            "F(x) =x",
            "F (x)=x",
            "F(1)=x",
            "F(x,)=x",
            "F(,x)=x",
            "F(x,x)=x",
            "F(..., x)=x",
            "F(x..., y)=x",
            "F(__VA_ARGS__)=x",
            "F(a b)=x",
            "F((x))=x",
            "F(x\ny)=x",
            "F(x)(y)=x",
            "F(",
            "F)",
        ];
        for argument in no_names.iter().chain(&no_parameters) {
            assert!(shown(argument).is_err(), "{argument:?}");
        }
        assert_eq!(shown("F(x)x").unwrap_err(), "expected `=` after the parameters of `F`");
        assert_eq!(shown("4(x)x").unwrap_err(), "`4` is not a macro name");
    }

    #[test]
    fn only_names_are_taken_back() {
        assert_eq!(MacroOption::undefine("N").map(|option| option.to_string()).as_deref(), Ok("-UN"));
        for argument in ["", "N=4", "F(x)", "4", "a b"] {
            assert!(MacroOption::undefine(argument).is_err(), "{argument:?}");
        }
    }

    #[test]
    fn an_option_reads_what_it_shows() {
        for option in ["-DN=4", "-DF(x)=x", "-UN"] {
            assert_eq!(option.parse::<MacroOption>().map(|option| option.to_string()).as_deref(), Ok(option));
        }
        for option in ["", "N", "-", "-D", "-U", "-I inc", "-DN -DM"] {
            assert!(option.parse::<MacroOption>().is_err(), "{option:?}");
        }
    }
}
