//! `-D NAME[=VALUE]`, `-D 'NAME(ARGS)=VALUE'` and `-U NAME`.
//!
//! Which of them stand is decided by their order, `-D` and `-U` together. clap keeps an order for each option alone,
//! so the two are read by hand into one list ([`MacroArguments`]).
//!
//! What no compiler takes is refused, since the final compile would refuse it as well: it is a slip in the command
//! line, not a fact about the kernel. The most frequent one is in the quotes: options for `clBuildProgram` are often
//! kept as one string, in which `-D "T=unsigned int"` has quotes for OpenCL's own parser, and no shell takes them off
//! where that string is handed over otherwise.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use oclc_syntax::host::{Define, MacroOption};

const DEFINE: &str = "define";
const UNDEFINE: &str = "undefine";

/// All `-D` and `-U`, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct MacroArguments(pub(in crate::cli) Vec<MacroOption>);

impl Args for MacroArguments {
    fn augment_args(command: Command) -> Command {
        let define = Arg::new(DEFINE)
            .short('D')
            .value_name("NAME[(ARGS)][=VALUE]")
            .value_parser(define)
            .action(ArgAction::Append)
            .help("Define a macro that the final compile may get; its value is 1 unless given")
            .long_help(
                "Define a macro that the final compile may get; its value is 1 unless given\n\n\
                 The value decides factors and numbers of copies, and overrides any default in the file. The output is \
                 right for every other value too, unless you pass --trust-defines. A macro with parameters needs quotes, \
                 as in `-D 'SQUARE(x)=((x)*(x))'`. A later definition of the same name replaces an earlier one.",
            );
        let undefine = Arg::new(UNDEFINE)
            .short('U')
            .value_name("NAME")
            .value_parser(undefine)
            .action(ArgAction::Append)
            .help("Undefine a macro that an earlier -D defined");
        command.arg(define).arg(undefine)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MacroArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut macros = Self::default();
        macros.update_from_arg_matches(matches)?;
        Ok(macros)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let mut found = Vec::new();
        for id in [DEFINE, UNDEFINE] {
            let values = matches.get_many::<MacroOption>(id).into_iter().flatten();
            found.extend(matches.indices_of(id).into_iter().flatten().zip(values));
        }
        found.sort_unstable_by_key(|&(index, _)| index);
        self.0 = found.into_iter().map(|(_, option)| option.clone()).collect();
        Ok(())
    }
}

/// Reads the argument of `-D` as a compiler does: `NAME` is `NAME=1`, `NAME=` is empty.
// name [ "(" [ parameters ] ")" ] [ "=" value ]
pub(in crate::cli) fn define(argument: &str) -> Result<MacroOption, String> {
    let name_end = argument.find(['(', '=']).unwrap_or(argument.len());
    let (name, mut rest) = argument.split_at(name_end);
    check_name(name)?;
    let mut parameters = None;
    if let Some(inside) = rest.strip_prefix('(') {
        let (list, after) = inside.split_once(')').ok_or_else(|| format!("the parameters of `{name}` need a `)`"))?;
        check_parameters(name, list)?;
        parameters = Some(list.to_owned());
        rest = after;
    }
    let value = match rest.strip_prefix('=') {
        Some(value) => value,
        None if rest.is_empty() => "1",
        None => return Err(format!("expected `=` after the parameters of `{name}`")),
    };
    if value.contains(['\n', '\r']) {
        return Err(format!("the value of `{name}` contains a line break"));
    }
    Ok(MacroOption::Define(Define { name: name.to_owned(), parameters, value: value.to_owned() }))
}

/// Reads the argument of `-U`.
fn undefine(argument: &str) -> Result<MacroOption, String> {
    if let Some((name, _)) = argument.split_once(['=', '(']) {
        return Err(format!("`-U` takes only a name: `{name}`"));
    }
    check_name(argument)?;
    Ok(MacroOption::Undefine(argument.to_owned()))
}

fn check_name(name: &str) -> Result<(), String> {
    if name.starts_with(['"', '\'']) {
        return Err(format!("`{name}` begins with a quote, which a shell would have removed"));
    }
    if !is_identifier(name) {
        return Err(format!("`{name}` is not a macro name"));
    }
    if name == "defined" {
        return Err("`defined` cannot be a macro".to_owned());
    }
    Ok(())
}

// parameters = identifier { "," identifier } [ "," "..." | "..." ] | "..."
fn check_parameters(name: &str, list: &str) -> Result<(), String> {
    if list.trim().is_empty() {
        return Ok(());
    }
    let mut seen: Vec<&str> = Vec::new();
    let mut parameters = list.split(',').map(str::trim).peekable();
    while let Some(parameter) = parameters.next() {
        // GNU C names the rest, as in `args...`.
        let is_last = parameters.peek().is_none();
        let word = parameter.strip_suffix("...").filter(|_| is_last).map_or(parameter, str::trim_end);
        let is_rest = is_last && parameter == "...";
        if !is_rest && (!is_identifier(word) || word == "__VA_ARGS__") {
            return Err(format!("`{parameter}` is not a valid parameter name of `{name}`"));
        }
        if seen.contains(&word) {
            return Err(format!("`{name}` has two parameters named `{word}`"));
        }
        seen.push(word);
    }
    Ok(())
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(argument: &str) -> Result<String, String> {
        define(argument).map(|option| match option {
            MacroOption::Define(Define { name, parameters: None, value }) => format!("{name}={value}"),
            MacroOption::Define(Define { name, parameters: Some(list), value }) => format!("{name}({list})={value}"),
            MacroOption::Undefine(name) => format!("-U{name}"),
        })
    }

    #[test]
    fn a_name_alone_is_one() {
        assert_eq!(value("N").as_deref(), Ok("N=1"));
        assert_eq!(value("F(x)").as_deref(), Ok("F(x)=1"));
    }

    #[test]
    fn the_value_is_all_after_the_first_equals_sign() {
        assert_eq!(value("N=").as_deref(), Ok("N="));
        assert_eq!(value("_n2=a == b").as_deref(), Ok("_n2=a == b"));
        assert_eq!(value("N=-1").as_deref(), Ok("N=-1"));
        assert_eq!(value("T=unsigned int").as_deref(), Ok("T=unsigned int"));
        assert_eq!(value("S=\"a b\"").as_deref(), Ok("S=\"a b\""));
        assert_eq!(value("N=f(x)").as_deref(), Ok("N=f(x)"));
    }

    #[test]
    fn parameters_stand_right_behind_the_name() {
        for argument in ["F(x)=x", "F()=1", "F( a , b )=a+b", "F(...)=__VA_ARGS__", "F(a, ...)=a", "F(a, rest...)=a"] {
            assert_eq!(value(argument).as_deref(), Ok(argument));
        }
    }

    #[test]
    fn what_is_no_macro_is_refused() {
        for argument in
            ["", "=4", "4", "4N=1", "a b", "é", "-N", "defined", "N=1\n#define M", "\"N=4\"", "N 4", "(x)=x"]
        {
            assert!(value(argument).is_err(), "{argument:?}");
        }
        for argument in [
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
        ] {
            assert!(value(argument).is_err(), "{argument:?}");
        }
    }

    #[test]
    fn only_names_are_taken_back() {
        assert_eq!(undefine("N"), Ok(MacroOption::Undefine("N".to_owned())));
        for argument in ["", "N=4", "F(x)", "4", "a b"] {
            assert!(undefine(argument).is_err(), "{argument:?}");
        }
    }
}
