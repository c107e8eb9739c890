//! Everything about the rules themselves: `clunroll explain` and `clunroll rules`.
//!
//! It comes from [`rules::ALL`], so a rule is in the table, has its page and is in `docs/rules.md` as soon as it is
//! registered. `clunroll rules --format markdown` writes that file; a test compares the two.

mod markdown;

pub(super) use self::markdown::page;

use std::fmt::Write;

use serde_json::json;

use super::DONE;
use super::arguments::{ExplainArguments, RulesArguments, RulesFormat};
use clunroll::rules::{self, Applicability, Rule};
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// Prints the pages of some rules.
pub(super) fn explain(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let pages: Vec<_> = arguments.rules.iter().map(|rule| page(rule)).collect();
    output::print(pages.join("\n").as_bytes()).map(|()| DONE)
}

/// Prints a list of all rules.
pub(super) fn list(arguments: &RulesArguments) -> Result<u8, Failure> {
    let text = match arguments.format {
        RulesFormat::Text => table(rules::ALL),
        RulesFormat::Json => array(rules::ALL),
        RulesFormat::Markdown => markdown::document(rules::ALL),
    };
    output::print(text.as_bytes()).map(|()| DONE)
}

/// A line for each rule, in columns, after a line of headings.
fn table(rules: &[&Rule]) -> String {
    let widest = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut line = |[code, name, severity, default, fixable]: [&str; 5]| {
        let _ = writeln!(text, "{code:6}  {name:widest$}  {severity:8}  {default:7}  {fixable}");
    };
    line(["code", "name", "severity", "default", "fixable"]);
    for rule in rules {
        line([rule.code, rule.name, rule.severity.name(), default_word(rule), fixable_word(rule)]);
    }
    text
}

/// An array with an object for each rule. The names of the members are an interface: members may be added, but none is removed.
fn array(rules: &[&Rule]) -> String {
    let entry = |rule: &&Rule| {
        json!({
            "code": rule.code,
            "name": rule.name,
            "severity": rule.severity.name(),
            "on_by_default": rule.is_on,
            "fixable": rule.fix.is_some(),
            "applicability": rule.fix.map(Applicability::name),
            "page": rule.page,
        })
    };
    format!("{:#}\n", rules.iter().map(entry).collect::<serde_json::Value>())
}

/// Whether a rule is on by default, in words.
fn default_word(rule: &Rule) -> &'static str {
    if rule.is_on { "on" } else { "off" }
}

/// Whether `check --fix` can fix some of a rule's findings, in words; `unsafe` if only with `--unsafe-fixes`.
fn fixable_word(rule: &Rule) -> &'static str {
    match rule.fix {
        Some(Applicability::Safe) => "yes",
        Some(Applicability::Unsafe) => "unsafe",
        None => "no",
    }
}
