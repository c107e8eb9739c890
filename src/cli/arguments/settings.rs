//! Options about the final compile and about the size of the output, for rewriting and for checking.
//!
//! Settings that are one value come from the library's table ([`TypedSettings`]); the command line has priority over a configuration.

use std::path::PathBuf;

use clap::Args;

use super::macros::{FINAL_COMPILE, MacroArguments};
use super::typed::TypedSettings;
use clunroll::settings::Group;

/// The heading of options about `clunroll.toml`.
const CONFIGURATION: &str = "Configuration";

#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SettingsArguments {
    #[command(flatten)]
    pub(in crate::cli) macros: MacroArguments,

    /// Search this folder for included files
    ///
    /// A file in quotes is first searched in the folder of the file that includes it. A file that is not found is not an
    /// error, but its definitions are unknown.
    #[arg(short = 'I', value_name = "DIR", help_heading = FINAL_COMPILE)]
    pub(in crate::cli) include_folders: Vec<PathBuf>,

    /// Read this file before the first line, like `#include "FILE"`
    #[arg(long = "include", value_name = "FILE", help_heading = FINAL_COMPILE, hide_short_help = true)]
    pub(in crate::cli) forced_includes: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) final_compile: TypedSettings<{ Group::FinalCompile as usize }>,

    /// An option of the final compile, for --verify; give one option at a time
    ///
    /// Write it as for clBuildProgram, such as -cl-mad-enable. It does not change the output. Options of clBuildProgram are
    /// also taken as they are: `-cl-std=CL1.2 -cl-mad-enable -w`.
    #[arg(long = "build-option", value_name = "OPT", allow_hyphen_values = true, value_parser = build_option, help_heading = FINAL_COMPILE, hide_short_help = true)]
    pub(in crate::cli) build_options: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) loops: TypedSettings<{ Group::Loops as usize }>,

    /// Use this configuration for all files, instead of the nearest clunroll.toml of each file
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = CONFIGURATION, hide_short_help = true)]
    pub(in crate::cli) config: Option<PathBuf>,

    /// Read no configuration: only the command line applies
    #[arg(long, help_heading = CONFIGURATION, hide_short_help = true)]
    pub(in crate::cli) isolated: bool,

    /// Print the settings that apply to a file or folder, as a clunroll.toml, and exit
    #[arg(long, help_heading = CONFIGURATION, hide_short_help = true)]
    pub(in crate::cli) show_settings: bool,
}

/// Reads one option of the final compile.
pub(in crate::cli) fn build_option(text: &str) -> Result<String, String> {
    // Removed because the option is compared with the known ones.
    let text = text.trim_end();
    if text.len() < 2 || !text.starts_with('-') || text.contains(['\n', '\r', '\0']) {
        return Err("a compiler option begins with `-`, as in `-cl-mad-enable`".to_owned());
    }
    if text.contains(" -") {
        return Err("several options: each needs its own --build-option".to_owned());
    }
    Ok(text.to_owned())
}
