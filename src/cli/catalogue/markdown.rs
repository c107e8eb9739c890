//! Rules in Markdown: one page for a reader at a terminal, and all of them as `docs/rules.md`.
//!
//! A rule's page begins with headings of the second level, under the title that [`page`] gives it. In the document the rules are chapters,
//! so their headings move down by one level. Each chapter has an anchor of its own, the code in lower case. The anchor stays the same when
//! a rule gets a better name.

use std::fmt::Write;

use super::{default_word, fixable_word};
use clunroll::rules::Rule;

/// A rule's page under its title.
pub(in crate::cli) fn page(rule: &Rule) -> String {
    format!("# {}\n\n{}", page_title(rule), rule.page)
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
