//! The subcommands that describe the program itself; none of them reads a source.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::Shell;

use super::offered::OfferedRules;
use clunroll::rules::{self, Rule};

/// Explain rules: what each checks, and what to write instead
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ExplainArguments {
    /// Codes, such as CLU102, or names
    #[arg(value_name = "RULE", required = true, value_parser = OfferedRules { read: rule, groups: &[] }, hide_possible_values = true)]
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
    let found = rules::find(word).or_else(|| match &with_word(word)[..] {
        [only] => Some(*only),
        _ => None,
    });
    found.ok_or_else(|| match (with_word(word), rules::similar(word)) {
        (many, _) if !many.is_empty() => {
            let names = many.iter().map(|rule| format!("  {}  {}", rule.code, rule.name));
            format!("several rules have this word in their names:\n{}", names.collect::<Vec<_>>().join("\n"))
        }
        (_, Some(name)) => format!("unknown rule; did you mean `{name}`?"),
        _ => "unknown rule; `clunroll rules` lists them".to_owned(),
    })
}

/// The rules with a word, or its plural, in their names, or whose codes begin with it.
fn with_word(word: &str) -> Vec<&'static Rule> {
    let word = word.to_ascii_lowercase();
    let is_code = word.len() > 3 && word.starts_with("clu");
    let begins = |part: &str| !word.is_empty() && (part == word || part.strip_suffix('s') == Some(&word));
    let is_meant = |rule: &&&Rule| {
        rule.name.split('-').any(begins) || is_code && rule.code.to_ascii_lowercase().starts_with(&word)
    };
    rules::ALL.iter().filter(is_meant).copied().collect()
}
