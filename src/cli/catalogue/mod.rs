//! What there is to say about the rules themselves: `clunroll explain` and `clunroll rules`.
//!
//! All of it comes from [`rules::ALL`], so that a rule is in the table, has its page and stands in `docs/rules.md` as soon
//! as it is registered. That file is what `clunroll rules --format markdown` writes; a test compares the two.

mod json;
mod markdown;
mod text;

pub(super) use self::markdown::page;

use std::io;

use super::DONE;
use super::arguments::{ExplainArguments, RulesArguments, RulesFormat};
use clunroll::rules::{self, Applicability, Rule};
use clunroll_files::destination::Destination;
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// Prints the pages of some rules.
pub(super) fn explain(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let pages: Vec<_> = arguments.rules.iter().map(|rule| page(rule)).collect();
    print(pages.join("\n").as_bytes())
}

/// Prints what rules there are.
pub(super) fn list(arguments: &RulesArguments) -> Result<u8, Failure> {
    let text = match arguments.format {
        RulesFormat::Text => text::table(rules::ALL),
        RulesFormat::Json => json::array(rules::ALL).map_err(|error| failed(&error.into()))?,
        RulesFormat::Markdown => markdown::document(rules::ALL),
    };
    print(text.as_bytes())
}

/// Whether a rule is on by default, in words.
fn default_word(rule: &Rule) -> &'static str {
    if rule.is_on { "on" } else { "off" }
}

/// Whether `check --fix` can mend some of a rule's findings, in words; `unsafe` if only with `--unsafe-fixes`.
fn fixable_word(rule: &Rule) -> &'static str {
    match rule.fix {
        Some(Applicability::Safe) => "yes",
        Some(Applicability::Unsafe) => "unsafe",
        None => "no",
    }
}

fn print(text: &[u8]) -> Result<u8, Failure> {
    output::write(&Destination::Stdout, text).map_err(|error| failed(&error))?;
    Ok(DONE)
}

fn failed(error: &io::Error) -> Failure {
    Failure::of_system("write", "<stdout>", error)
}
