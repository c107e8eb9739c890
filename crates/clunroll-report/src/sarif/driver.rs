//! The head of a SARIF log: clunroll, and all rules that it knows.
//!
//! Rules are listed whether they are broken or not, so that a log tells what was looked for. Their help is their page, once
//! more as plain text for viewers without Markdown: the pages can be read as such.

use serde::Serialize;

use super::level;
use crate::TOOL;
use clunroll_rules::Rule;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    /// The project's page, where the package names one.
    #[serde(skip_serializing_if = "str::is_empty")]
    information_uri: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    name: &'static str,
    short_description: SarifText,
    full_description: SarifText,
    help: Help,
    default_configuration: SarifConfiguration,
    properties: Properties,
}

#[derive(Serialize)]
struct SarifText {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct SarifConfiguration {
    level: &'static str,
    enabled: bool,
}

#[derive(Serialize)]
struct Properties {
    tags: [&'static str; 2],
}

impl Driver {
    pub(super) fn of_all_rules() -> Self {
        Self {
            name: TOOL,
            version: env!("CARGO_PKG_VERSION"),
            semantic_version: env!("CARGO_PKG_VERSION"),
            information_uri: env!("CARGO_PKG_REPOSITORY"),
            rules: clunroll_rules::ALL.iter().map(|rule| Descriptor::of(rule)).collect(),
        }
    }
}

impl Descriptor {
    fn of(rule: &Rule) -> Self {
        Self {
            id: rule.code,
            name: rule.name,
            short_description: SarifText { text: name_as_words(rule) },
            full_description: SarifText { text: purpose(rule) },
            help: Help { text: rule.page, markdown: rule.page },
            default_configuration: SarifConfiguration { level: level(rule.severity), enabled: rule.is_on },
            properties: Properties { tags: ["opencl", "loop-unrolling"] },
        }
    }
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

    /// GitHub's code scanning cuts descriptions there.
    #[test]
    fn every_rule_has_a_purpose_of_bounded_length() {
        for rule in clunroll_rules::ALL {
            assert!((20..1024).contains(&purpose(rule).len()), "{}: {}", rule.code, purpose(rule));
        }
    }
}
