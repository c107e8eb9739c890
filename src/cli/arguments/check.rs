//! `clunroll check`: finds what is wrong, and writes nothing.

use std::path::PathBuf;

use clap::Args;

use super::{ColorChoice, RuleArguments, SettingsArguments};

/// Check requests, and write nothing
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CheckArguments {
    /// Files and folders to check; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(in crate::cli) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// Colour the diagnostics: `always`, `never`, or `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub(in crate::cli) color: ColorChoice,
}
