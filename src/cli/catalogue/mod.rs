//! Texts that the program has about itself: `clunroll explain` and `clunroll rules`.
//!
//! Those about rules come from [`rules::ALL`], so a rule is in the table, has its page and is in `docs/rules.md` as soon as it is
//! registered. `clunroll rules --format markdown` writes that file; a test compares the two. All else that is explained comes from
//! [`topics`] and the table of settings. `markdown` makes pages, and `layout` lays them out for a terminal.

mod layout;
mod markdown;

pub(super) use self::markdown::page;

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::json;

use super::DONE;
use super::arguments::{ExplainArguments, RulesArguments, RulesFormat};
use super::topics::{self, Explained};
use clunroll::rules::{self, Applicability, Rule};
use clunroll::settings::Setting;
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// Prints the pages for some words, or the list of all words.
pub(super) fn explain(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let width = layout::width();
    let pages: Vec<_> = arguments.words.iter().map(|word| explained(word, width)).collect();
    let text = if pages.is_empty() { all_words(width) } else { pages.join("\n") };
    output::print(text.as_bytes()).map(|()| DONE)
}

/// All that there is about a word, and where to read on.
fn explained(word: &Explained, width: usize) -> String {
    let rules = word.rule.iter().map(|rule| page(rule));
    let settings = word.settings.iter().map(|setting| markdown::setting_page(setting));
    let pages = rules.chain(settings).chain(word.topics.iter().map(|topic| markdown::topic_page(topic)));
    let pages: Vec<_> = pages.map(|page| layout::laid_out(&page, width)).collect();
    let mut others: Vec<String> = Vec::new();
    let see = word.settings.iter().flat_map(|setting| layout::laid_out(setting.see, width).links);
    for link in see.chain(pages.iter().flat_map(|page| page.links.iter().cloned())) {
        // A topic's page may link to a heading of its own.
        let link = word
            .topics
            .iter()
            .find(|_| link.starts_with('#'))
            .map_or(link.clone(), |topic| topic.page.name.to_owned() + &link);
        let topic = topics::at(&link);
        if topic.is_some_and(|topic| word.topics.iter().any(|shown| std::ptr::eq(*shown, topic))) {
            continue;
        }
        others.push(match (topic, link.strip_prefix("rules.md#")) {
            (Some(topic), _) => format!("clunroll explain {}", topic.word),
            (None, Some(code)) => format!("clunroll explain {}", code.to_uppercase()),
            (None, None) => format!("docs/{link}").replace("docs/../", ""),
        });
    }
    others.extend(word.related.iter().map(|rule| format!("clunroll explain {} ({})", rule.code, rule.name)));
    let mut text = pages.into_iter().map(|page| page.text).collect::<Vec<_>>().join("\n");
    let mut written = BTreeSet::new();
    others.retain(|line| written.insert(line.clone()));
    if !others.is_empty() {
        let _ = writeln!(text, "\nSee also:\n  {}", others.join("\n  "));
    }
    text
}

/// All words by their groups, each with what it is about.
fn all_words(width: usize) -> String {
    let mut text = layout::filled("`clunroll explain WORD` explains each of these words.", "", width);
    let _ = write!(text, "\n\nRules\n  `clunroll rules` lists the codes and names of all {}\n", rules::ALL.len());
    let settings = Setting::ALL.iter().map(|setting| (setting.name, setting.help().to_owned()));
    let topics = topics::GROUPS
        .iter()
        .map(|group| (group.title, group.topics.iter().map(|topic| (topic.word, topic.title())).collect::<Vec<_>>()));
    let groups: Vec<_> = topics.chain([("Settings", settings.collect())]).collect();
    let words = groups.iter().flat_map(|(_, words)| words);
    let widest = words.map(|(word, _)| word.len()).max().unwrap_or(0);
    for (title, words) in groups {
        let _ = writeln!(text, "\n{title}");
        for (word, about) in words {
            let _ = writeln!(text, "{}", layout::filled(&about, &format!("  {word:widest$}  "), width));
        }
    }
    text
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
