//! The options of the command line that are settings of the library.
//!
//! clap's derive makes an option of a field. Settings are not fields: the library has a table of them, and this file makes one option of
//! each. Names, help and values come from the table.

use clap::builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser, ValueParser};
use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::macros::FINAL_COMPILE;
use clunroll::Options;
use clunroll::settings::{Group, Kind, Setting, Value};
use clunroll_files::config::size;

/// The settings of one [`Group`](clunroll::settings::Group) that were typed, with their values.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct TypedSettings<const GROUP: usize>(Vec<(&'static Setting, Value)>);

impl<const GROUP: usize> TypedSettings<GROUP> {
    fn all() -> impl Iterator<Item = &'static Setting> {
        Setting::ALL.iter().filter(|setting| setting.group as usize == GROUP)
    }

    /// The options with the typed settings applied.
    pub(in crate::cli) fn apply(&self, mut options: Options) -> Options {
        self.0.iter().for_each(|&(setting, value)| setting.set(&mut options, value));
        options
    }
}

impl<const GROUP: usize> Args for TypedSettings<GROUP> {
    fn augment_args(command: Command) -> Command {
        Self::all().fold(command, |command, setting| command.arg(argument(setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const GROUP: usize> FromArgMatches for TypedSettings<GROUP> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let typed = |setting: &'static Setting| {
            let value = match setting.kind {
                Kind::Flag => matches.get_flag(setting.name).then_some(Value::Flag(true)),
                _ => matches.get_many::<Value>(setting.name).and_then(Iterator::last).copied(),
            };
            value.map(|value| (setting, value))
        };
        Ok(Self(Self::all().filter_map(typed).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The settings that `-h` shows. It fits on one screen; `--help` shows all.
const IN_SHORT_HELP: [&str; 1] = ["cl-std"];

const fn heading(group: Group) -> &'static str {
    match group {
        Group::FinalCompile => FINAL_COMPILE,
        Group::Loops => "Loops",
        Group::Output => "Output",
        Group::Checking => "Findings",
    }
}

/// The option for a setting.
fn argument(setting: &'static Setting) -> Arg {
    let (help, details) = (setting.help(), setting.details());
    let argument = Arg::new(setting.name).long(setting.name).help_heading(heading(setting.group));
    let is_short = IN_SHORT_HELP.contains(&setting.name);
    // Values need a line of their own, which is only in the long help.
    let short = if is_short { help.split(": ").next().unwrap_or(help) } else { help };
    let long = if details.is_empty() { help.to_owned() } else { format!("{help}\n\n{details}") };
    let argument = argument.help(short).long_help(long).hide_short_help(!is_short);
    let parser = match setting.kind {
        Kind::Flag => return argument.action(ArgAction::SetTrue),
        Kind::Promise(words) | Kind::Words(words) => {
            ValueParser::new(PossibleValuesParser::new(words).try_map(|word| setting.read(&word)))
        }
        Kind::Bytes(_) => ValueParser::new(|text: &str| size::growth(text).map(Value::Number)),
        Kind::Number(most) => {
            ValueParser::new(RangedI64ValueParser::<u64>::new().range(0..=most as i64).map(Value::Number))
        }
    };
    let action = if matches!(setting.kind, Kind::Promise(_)) { ArgAction::Append } else { ArgAction::Set };
    argument
        .value_name(setting.placeholder)
        .value_parser(parser)
        .ignore_case(true)
        .hide_possible_values(true)
        .action(action)
}
