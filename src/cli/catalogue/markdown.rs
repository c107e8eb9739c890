//! Rules, settings and topics in Markdown: a page for each, and all rules as `docs/rules.md`.
//!
//! A rule's page begins with headings of the second level, under the title that [`page`] gives it. In the document the rules are chapters,
//! so their headings move down by one level. Each chapter has an anchor of its own, the code in lower case. The anchor stays the same when
//! a rule gets a better name.

use std::fmt::Write;

use super::{default_word, fixable_word};
use crate::cli::topics::Topic;
use clunroll::rules::Rule;
use clunroll::settings::{Group, Setting};

/// A rule's page under its title.
pub(in crate::cli) fn page(rule: &Rule) -> String {
    format!("# {}\n\n{}", page_title(rule), rule.page)
}

/// A section of a document under its title, or a part of one.
pub(super) fn topic_page(topic: &Topic) -> String {
    let (heading, page) = (topic.heading, topic.page.name);
    let title = if topic.part.is_empty() {
        format!("{heading} (docs/{page})")
    } else {
        format!("{} (docs/{page}, {heading})", topic.word)
    };
    format!("# {title}\n\n{}", topic.text())
}

/// What the table of settings says about a setting, and how each interface names it.
pub(super) fn setting_page(setting: &Setting) -> String {
    let Setting { name, placeholder, example, .. } = *setting;
    let mut text = format!("# {name} (a setting)\n\n{}.", setting.help());
    let details = setting.details();
    if !details.is_empty() {
        let _ = write!(text, " {details}");
    }
    text.push_str("\n\n");
    if setting.group != Group::Checking {
        let value = if placeholder.is_empty() { String::new() } else { format!(" {example}") };
        let _ = writeln!(text, "- On the command line: `--{name}{value}`");
    }
    if setting.is_key() {
        let _ = writeln!(text, "- In `clunroll.toml`: the key `{name}`");
    }
    let _ = writeln!(text, "- From Python: `{}`; from C and Rust: the option `{name}`", setting.keyword());
    text
}

/// All rules: a general introduction, a table, and their pages.
pub(super) fn document(rules: &[&Rule]) -> String {
    let mut text = PREFACE.to_owned();
    for rule in rules {
        let (code, name, severity) = (rule.code, rule.name, rule.severity.name());
        let _ = writeln!(
            text,
            "| [{code}](#{}) | {name} | {severity} | {} | {} |",
            anchor(rule),
            default_word(rule),
            fixable_word(rule)
        );
    }
    for rule in rules {
        let _ = write!(text, "\n<a id=\"{}\"></a>\n\n## {}\n\n", anchor(rule), page_title(rule));
        text.push_str(&one_level_down(rule.page));
    }
    text
}

const PREFACE: &str = "\
# The rules

`clunroll rules --format markdown` writes this page, and `clunroll explain CODE` shows one rule. An error breaks a rule of
the extension `cl_nv_pragma_unroll`, or prevents `--flatten`: nothing is written. A warning is about valid code that its
author hardly intended. A note is about a loop that is not unrolled, or about something worth knowing.

A rule that is off by default is turned on by its name: with `--select` or `--warn`, or in
[clunroll.toml](configuration.md). If a rule is fixable, `clunroll check --fix` corrects those findings in which the
intention is certain. An unsafe fix promises something, or asks for something else: it also needs `--unsafe-fixes`.

| Code | Name | Severity | By default | Fixable |
|---|---|---|---|---|
";

fn page_title(rule: &Rule) -> String {
    format!("{}: {} ({}, {} by default)", rule.code, rule.name, rule.severity.name(), default_word(rule))
}

fn anchor(rule: &Rule) -> String {
    rule.code.to_ascii_lowercase()
}

/// Adds a `#` before each heading. In a block of code such a line is a directive, and stays.
fn one_level_down(page: &str) -> String {
    let mut text = String::with_capacity(page.len() + 8);
    let mut is_code = false;
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if line.starts_with('#') && !is_code {
            text.push('#');
        }
        text.push_str(line);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_down_and_directives_do_not() {
        let page = "## What\n\n```c\n#pragma unroll 0\n```\n\n## Why\n";
        assert_eq!(one_level_down(page), "### What\n\n```c\n#pragma unroll 0\n```\n\n### Why\n");
    }
}
