//! The head of a SARIF log: clunroll, and all of its rules.
//!
//! All rules are listed, broken or not, so that a log shows what was checked. The help of a rule is its page, as Markdown and as plain text
//! for viewers without Markdown.

use serde_json::{Value, json};

use super::level;
use crate::TOOL;
use crate::json::with_optional;
use clunroll_rules::Rule;

pub(super) fn of_all_rules() -> Value {
    let repository = env!("CARGO_PKG_REPOSITORY");
    with_optional(json!({
        "name": TOOL,
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri?": (!repository.is_empty()).then_some(repository),
        "rules": clunroll_rules::ALL.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
    }))
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": name_as_words(rule) },
        "fullDescription": { "text": purpose(rule) },
        "help": { "text": rule.page, "markdown": rule.page },
        "defaultConfiguration": { "level": level(rule.severity), "enabled": rule.is_on },
        "properties": { "tags": ["opencl", "loop-unrolling"] },
    })
}

/// The name as words.
fn name_as_words(rule: &Rule) -> String {
    let words = rule.name.replace('-', " ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The first paragraph of the page, in one line.
fn purpose(rule: &Rule) -> String {
    let lines = rule.page.lines().skip_while(|line| line.starts_with('#') || line.is_empty());
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_described_by_its_name_and_its_page() {
        assert_eq!(name_as_words(&clunroll_rules::table::NOT_BEFORE_A_LOOP), "Not before a loop");
        assert_eq!(
            purpose(&clunroll_rules::table::NOT_BEFORE_A_LOOP),
            "That a request, in any spelling, comes immediately before a `for`, `while` or `do` loop. Only white space, \
             comments, other pragmas, attributes and labels may come in between."
        );
    }

    /// GitHub's code scanning cuts descriptions at this length.
    #[test]
    fn every_rule_has_a_purpose_of_bounded_length() {
        for rule in clunroll_rules::ALL {
            assert!((20..1024).contains(&purpose(rule).len()), "{}: {}", rule.code, purpose(rule));
        }
    }
}
