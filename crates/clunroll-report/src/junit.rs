//! The format `junit`: a file of JUnit, which most CI servers read.
//!
//! ```xml
//! <testsuite name="kernel.cl" tests="1" failures="1" errors="0">
//! <testcase classname="kernel.cl" name="CLU001 negative-factor at 12:20" file="kernel.cl" line="12">
//! <failure type="error" message="unroll factor is negative: -2">kernel.cl:12:20: …</failure>
//! </testcase>
//! </testsuite>
//! ```
//!
//! A file is a suite, and each of its findings is a failed test, whatever its severity. The type of the failure is the severity. A file
//! without findings is a suite with one test that passes. No finding is written twice (`lines`). A file that cannot be checked is a test
//! with an error, in a suite at the end.
//!
//! JUnit has no standard. Servers agree on these elements and attributes. No server needs the totals of all suites, which are known only
//! after the last file.

use std::io;

use crate::lines::WrittenLines;
use crate::xml::escaped;
use crate::{Checked, Locations, Renderer, TOOL, path};

/// Writes one file.
#[derive(Clone, Debug, Default)]
pub struct JUnit {
    has_head: bool,
    seen: WrittenLines,
    failed: Vec<String>,
}

impl Renderer for JUnit {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        self.head(out)?;
        let suite = escaped(&path::normal(checked.name));
        let tests: Vec<_> = self.tests(checked);
        let (count, failures) = (tests.len().max(1), tests.len());
        writeln!(out, "<testsuite name=\"{suite}\" tests=\"{count}\" failures=\"{failures}\" errors=\"0\">")?;
        if tests.is_empty() {
            writeln!(out, "<testcase classname=\"{suite}\" name=\"{TOOL} check\"/>")?;
        }
        out.write_all(tests.concat().as_bytes())?;
        writeln!(out, "</testsuite>")
    }

    fn failed(&mut self, why: &str) {
        self.failed.push(escaped(why));
    }

    fn finish(mut self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()> {
        self.head(out)?;
        let count = self.failed.len();
        if count > 0 {
            writeln!(out, "<testsuite name=\"{TOOL}\" tests=\"{count}\" failures=\"0\" errors=\"{count}\">")?;
        }
        for why in &self.failed {
            writeln!(out, "<testcase classname=\"{TOOL}\" name=\"{why}\">")?;
            writeln!(out, "<error type=\"failure\" message=\"{why}\"/>\n</testcase>")?;
        }
        if count > 0 {
            writeln!(out, "</testsuite>")?;
        }
        writeln!(out, "</testsuites>")
    }
}

impl JUnit {
    /// Writes the start of the report before the first file.
    fn head(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_head, true) {
            return Ok(());
        }
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{TOOL}\">")
    }

    /// A test for each finding that is not in the report yet.
    fn tests(&mut self, checked: &Checked<'_>) -> Vec<String> {
        let mut locations = Locations::new(&checked.outcome.sources);
        let mut tests = Vec::new();
        for diagnostic in &checked.outcome.diagnostics {
            let location = locations.of(diagnostic.primary.place);
            let file = escaped(&path::normal(location.as_ref().map_or(checked.name, |location| &location.file)));
            let (line, column) = location.map_or((1, 1), |location| (location.start.line, location.start.column));
            let (rule, severity) = (diagnostic.rule, diagnostic.severity.name());
            let message = escaped(&diagnostic.message);
            let remarks = diagnostic.remarks().map(|remark| format!("\n{}", escaped(&remark)));
            let test = format!(
                "<testcase classname=\"{file}\" name=\"{code} {name} at {line}:{column}\" file=\"{file}\" line=\"{line}\">\n\
                 <failure type=\"{severity}\" message=\"{message}\">\
                 {file}:{line}:{column}: {severity}[{code}]: {message}{remarks}</failure>\n</testcase>\n",
                code = rule.code,
                name = rule.name,
                remarks = remarks.collect::<String>(),
            );
            if self.seen.is_new(&test) {
                tests.push(test);
            }
        }
        tests
    }
}
