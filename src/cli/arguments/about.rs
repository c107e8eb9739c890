//! The subcommands that describe the program itself; none of them reads a source.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::Shell;

use super::offered::explained;
use crate::cli::topics::Explained;

/// Explain rules, pragmas, promises, forms, assumptions and settings
#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
pub(in crate::cli) struct ExplainArguments {
    /// What to explain, such as CLU102, unroll_and_jam, loads-first or max-copies; without a word, list what there is
    #[arg(value_name = "WORD", value_parser = explained(), hide_possible_values = true)]
    pub(in crate::cli) words: Vec<Explained>,
}

/// List all rules
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct RulesArguments {
    /// `text` (a table), `json` (with the rules' pages) or `markdown` (docs/rules.md)
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = RulesFormat::Text, hide_possible_values = true)]
    pub(in crate::cli) format: RulesFormat,
}

/// How the rules are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RulesFormat {
    /// A line for each rule
    Text,
    /// All that there is to know about each rule
    Json,
    /// A page with a table and all rules' pages
    Markdown,
}

/// Write a completion script for a shell
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(in crate::cli) shell: Shell,
}

/// Write the manual page clunroll(1)
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ManArguments {
    /// Write this page and the pages of all commands to a folder: `clunroll.1`, `clunroll-check.1` and so on
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out_dir: Option<PathBuf>,
}
