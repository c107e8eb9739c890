//! A kernel rewritten, and the pages of rules.

use clunroll::{NoIncludes, Options, Outcome, Session, rules};
use serde_json::{Value, json};

use crate::line_links::line_links;
use crate::question::PageKernel;

/// The text, its links to the source, and the report: the entry of one file in the JSON report.
pub fn rewritten(kernel: &PageKernel) -> Result<Value, String> {
    let options = kernel.options()?;
    let outcome = rewrite(&options, &Session::new(), kernel.source.as_bytes());
    if let Some(fault) = &outcome.fault {
        return Err(fault.to_string());
    }
    let text = String::from_utf8_lossy(&outcome.text);
    let links = line_links(&kernel.source, &text);
    Ok(json!({ "text": text, "links": links, "report": outcome }))
}

/// Rewrites a text. The page has no files, so nothing is included.
pub fn rewrite(options: &Options, session: &Session, text: &[u8]) -> Outcome {
    session.unroll(text, options, &mut NoIncludes)
}

/// The page of a rule, in Markdown, with its code and name.
pub fn rule(code: &str) -> Result<Value, String> {
    let rule = rules::find(code).ok_or_else(|| format!("there is no rule `{code}`"))?;
    Ok(json!({ "code": rule.code, "name": rule.name, "page": rule.page }))
}
