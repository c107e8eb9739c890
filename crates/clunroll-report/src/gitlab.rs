//! The format `gitlab`: a code quality report of GitLab.
//!
//! ```json
//! [{"description":"CLU001: unroll factor is negative: -2","check_name":"CLU001","fingerprint":"d002598ca90a8141:1",
//! "severity":"major","location":{"path":"kernel.cl","lines":{"begin":12,"end":12}}}]
//! ```
//!
//! A job passes such a file to GitLab as its artifact `reports: codequality`. GitLab compares the fingerprints in the reports of two
//! branches, and shows new findings in a merge request. So a fingerprint must not change when lines move (`fingerprint`), and a report must
//! not have a finding twice (`lines`). GitLab finds a file by its name in the repository. `path::normal` returns this name if clunroll runs
//! in the root of the repository.
//!
//! The report cannot list files that could not be checked. The exit status reports them.

use std::io;

use serde_json::json;

use crate::fingerprint::Fingerprints;
use crate::lines::WrittenLines;
use crate::{Checked, Location, Locations, Renderer, path};
use clunroll_rules::Severity;

/// Writes one report.
#[derive(Debug, Default)]
pub struct GitLab {
    has_head: bool,
    has_issues: bool,
    seen: WrittenLines,
    fingerprints: Fingerprints,
}

impl Renderer for GitLab {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        self.head(out)?;
        let sources = &checked.outcome.sources;
        let mut locations = Locations::new(sources);
        for diagnostic in &checked.outcome.diagnostics {
            let Some(Location { file, start, end }) = locations.of(diagnostic.primary.place) else { continue };
            let path = path::normal(&file);
            let shown = format!("{path}:{start:?}:{}:{}", diagnostic.rule.code, diagnostic.message);
            if !self.seen.is_new(&shown) {
                continue;
            }
            let Some(fingerprint) = self.fingerprints.of(diagnostic, sources) else { continue };
            out.write_all(if self.has_issues { b",\n" } else { b"\n" })?;
            self.has_issues = true;
            let code = diagnostic.rule.code;
            let issue = json!({
                "description": format!("{code}: {}", diagnostic.message),
                "check_name": code,
                "fingerprint": fingerprint,
                "severity": severity(diagnostic.severity),
                "location": { "path": path, "lines": { "begin": start.line, "end": end.line } },
            });
            serde_json::to_writer(&mut *out, &issue)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()> {
        self.head(out)?;
        out.write_all(b"\n]\n")
    }
}

impl GitLab {
    /// Writes the start of the report before the first finding.
    fn head(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_head, true) { Ok(()) } else { out.write_all(b"[") }
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Note => "info",
    }
}
