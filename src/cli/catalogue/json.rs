//! The rules for programs: an array with an object for each.
//!
//! The names of the fields are an interface: more may come, none goes.

use serde::Serialize;

use clunroll::rules::{Applicability, Rule};

#[derive(Debug, Serialize)]
struct CatalogueEntry {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    on_by_default: bool,
    /// Whether `check --fix` can mend some of its findings.
    fixable: bool,
    /// Whether these fixes are safe, or only made with `--unsafe-fixes`.
    applicability: Option<&'static str>,
    /// Markdown.
    page: &'static str,
}

/// All of it, with a line break at the end.
pub(super) fn array(rules: &[&Rule]) -> serde_json::Result<String> {
    let entry = |rule: &&Rule| CatalogueEntry {
        code: rule.code,
        name: rule.name,
        severity: rule.severity.name(),
        on_by_default: rule.is_on,
        fixable: rule.fix.is_some(),
        applicability: rule.fix.map(Applicability::name),
        page: rule.page,
    };
    let entries: Vec<_> = rules.iter().map(entry).collect();
    Ok(serde_json::to_string_pretty(&entries)? + "\n")
}
