//! `clunroll server`: answers an editor.

use clap::Args;

use super::{RuleArguments, SettingsArguments};

/// Answer an editor: findings, fixes, and what requests become
///
/// Editors start it. It speaks the Language Server Protocol on standard input and standard output. docs/editors.md shows how
/// to set up VS Code, Neovim and Helix. Each file has the settings of its clunroll.toml, as with `clunroll check`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXIT_STATUS)]
pub(in crate::cli) struct ServerArguments {
    /// Speak on standard input and output, as always
    ///
    /// Many editors pass this option.
    #[arg(long)]
    pub(in crate::cli) stdio: bool,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  the editor has shut the server down
  1  the connection ended before that
  2  the arguments are wrong, or a message could not be read or written";
