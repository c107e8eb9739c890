//! The format `github`: annotations of a GitHub workflow.
//!
//! ```text
//! ::error file=kernel.cl,line=12,endLine=12,col=20,endColumn=22,title=CLU001 negative-factor::the unroll factor is negative
//! ```
//!
//! If a step prints such a line, GitHub shows the finding beside the changed line of a pull request. The line is a command to the runner of
//! the workflow. Its escapes are those of `actions/toolkit`: `%` and line breaks, and in a property also the separators `:` and `,`. If
//! `line` and `endLine` differ, the runner drops the columns and complains in its log, so such a command has no columns. GitHub finds a
//! file by its name in the repository. `path::normal` returns this name if clunroll runs in the root of the repository.

use std::io;

use crate::diagnostic::Diagnostic;
use crate::lines::WrittenLines;
use crate::{Checked, Location, Locations, Renderer, path};
use clunroll_rules::Severity;

/// Writes a workflow command for each diagnostic, and no command twice.
#[derive(Clone, Debug, Default)]
pub struct GitHub {
    lines: WrittenLines,
}

impl Renderer for GitHub {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        let mut locations = Locations::new(&checked.outcome.sources);
        for diagnostic in &checked.outcome.diagnostics {
            self.lines.write(out, &annotation(diagnostic, locations.of(diagnostic.primary.place)))?;
        }
        Ok(())
    }
}

fn annotation(diagnostic: &Diagnostic, location: Option<Location>) -> String {
    let located = location.map(|Location { file, start, end }| {
        let (line, end_line) = (start.line, end.line);
        let columns =
            if line == end_line { format!("col={},endColumn={},", start.column, end.column) } else { String::new() };
        format!("file={},line={line},endLine={end_line},{columns}", property(&path::normal(&file)))
    });
    let title = property(&format!("{} {}", diagnostic.rule.code, diagnostic.rule.name));
    let (command, located) = (command(diagnostic.severity), located.unwrap_or_default());
    format!("::{command} {located}title={title}::{}", data(&message(diagnostic)))
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn message(diagnostic: &Diagnostic) -> String {
    let lines: Vec<_> = std::iter::once(diagnostic.message.clone()).chain(diagnostic.remarks()).collect();
    lines.join("\n")
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
