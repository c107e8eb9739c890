//! The format `github`: annotations of a GitHub workflow.
//!
//! ```text
//! ::error file=kernel.cl,line=12,endLine=12,col=20,endColumn=22,title=CLU001 negative-factor::the unroll factor is negative
//! ```
//!
//! Such a line on the standard output of a step shows the finding beside the changed line of a pull request. A line is a
//! command to the runner of the workflow, and its escapes are those that `actions/toolkit` writes: in the message `%` and
//! line breaks, in a property the separators `:` and `,` as well. The runner throws away the columns of a command whose
//! `line` and `endLine` differ, with a complaint in its log, so such a command has none. GitHub finds a file by the name
//! that it has in the repository, which is the one that `path::normal` makes if clunroll is run in its root.

use std::io;

use crate::diagnostic::Diagnostic;
use crate::text::{Region, texts};
use crate::{Checked, Renderer, path};
use clunroll_rules::Severity;

/// Writes a workflow command for each diagnostic.
#[derive(Clone, Copy, Debug)]
pub struct GitHub;

impl Renderer for GitHub {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        let sources = &checked.outcome.sources;
        let diagnostics = &checked.outcome.diagnostics;
        let texts = texts(sources, diagnostics.iter().map(|diagnostic| diagnostic.primary.place));
        for diagnostic in diagnostics {
            write!(out, "::{} ", command(diagnostic.severity))?;
            let place = diagnostic.primary.place;
            if let (Some(file), Some(text)) = (sources.get(place.file), texts.get(&place.file)) {
                let Region { start: (line, column), end: (end_line, end_column) } = text.region(place.span);
                write!(out, "file={},line={line},endLine={end_line},", property(&path::normal(&file.name)))?;
                if line == end_line {
                    write!(out, "col={column},endColumn={end_column},")?;
                }
            }
            let (code, name) = (diagnostic.rule.code, diagnostic.rule.name);
            writeln!(out, "title={}::{}", property(&format!("{code} {name}")), data(&message(diagnostic)))?;
        }
        Ok(())
    }
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn message(diagnostic: &Diagnostic) -> String {
    let lines: Vec<_> = std::iter::once(&diagnostic.message).chain(&diagnostic.notes).map(String::as_str).collect();
    lines.join("\n")
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
