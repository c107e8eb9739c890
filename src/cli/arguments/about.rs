//! The subcommands that describe the program itself; none of them reads a source.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::Shell;

use clunroll::rules::{self, Rule};

/// Explain rules: what each checks, why it matters, and what to write instead
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ExplainArguments {
    /// Codes, such as CLU102, or names
    #[arg(value_name = "RULE", required = true, value_parser = rule)]
    pub(in crate::cli) rules: Vec<&'static Rule>,
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

fn rule(word: &str) -> Result<&'static Rule, String> {
    rules::find(word).ok_or_else(|| {
        let suggestion = rules::similar(word).map(|name| format!("; did you mean `{name}`?"));
        format!("unknown rule{}", suggestion.as_deref().unwrap_or("; `clunroll rules` lists them"))
    })
}
