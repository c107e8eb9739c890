//! `-D NAME[=VALUE]`, `-D 'NAME(ARGS)=VALUE'` and `-U NAME`.
//!
//! The order of `-D` and `-U` together decides which macros are defined. clap keeps an order for each option alone, so both are read by
//! hand into one list ([`MacroArguments`]).
//!
//! The library reads each of them ([`Define`], [`MacroOption::undefine`]), so that all interfaces read macros in the same way.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use oclc_syntax::host::{Define, MacroOption};

/// The heading of options that the final compile also gets.
pub(super) const FINAL_COMPILE: &str = "Final compile";

const DEFINE: &str = "define";
const UNDEFINE: &str = "undefine";

/// All `-D` and `-U`, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct MacroArguments(pub(in crate::cli) Vec<MacroOption>);

impl Args for MacroArguments {
    fn augment_args(command: Command) -> Command {
        let define = Arg::new(DEFINE)
            .short('D')
            .help_heading(FINAL_COMPILE)
            .value_name("NAME[(ARGS)][=VALUE]")
            .value_parser(str::parse::<Define>)
            .action(ArgAction::Append)
            .help("A macro of the final compile; 1 by default")
            .long_help(
                "A macro that the final compile may get; its value is 1 unless given\n\n\
                 The value decides factors and numbers of copies, and overrides any default in the file. The output is \
                 right for every other value too, unless you pass --trust-defines. A macro with parameters needs quotes, \
                 as in `-D 'SQUARE(x)=((x)*(x))'`. A later definition of the same name replaces an earlier one.",
            );
        let undefine = Arg::new(UNDEFINE)
            .short('U')
            .help_heading(FINAL_COMPILE)
            .value_name("NAME")
            .value_parser(MacroOption::undefine)
            .action(ArgAction::Append)
            .help("Cancel an earlier -D of this macro")
            .hide_short_help(true);
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
        let indices = |id| matches.indices_of(id).into_iter().flatten();
        let defines = matches.get_many::<Define>(DEFINE).into_iter().flatten().cloned().map(MacroOption::from);
        found.extend(indices(DEFINE).zip(defines));
        let undefined = matches.get_many::<MacroOption>(UNDEFINE).into_iter().flatten().cloned();
        found.extend(indices(UNDEFINE).zip(undefined));
        found.sort_unstable_by_key(|&(index, _)| index);
        self.0 = found.into_iter().map(|(_, option)| option).collect();
        Ok(())
    }
}
