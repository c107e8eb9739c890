//! The format `sarif`: a log of SARIF 2.1.0, for GitHub's code scanning, editors, and other programs that collect the findings of many
//! tools.
//!
//! A log is one document. Its head, with all rules, is written before the first file. Each finding is written on a line of its own when it
//! is reported, and only a number for each is kept in memory. `tests/library/formats.rs` compares logs with the schema of the standard.
//! Where the standard allows a choice:
//!
//! - Columns count characters, as in all reports. Most editors show one more line after the last line break. The standard has no such line,
//!   so a place there is the end of the last line.
//! - Each region also has its bytes, by which programs can edit files in other encodings than UTF-8.
//! - Braces in messages are doubled; single ones would be arguments.
//! - A relative name is relative to `%SRCROOT%`, which is the folder in which clunroll runs (`uri`).
//! - Findings are identified by the text of their line, not by its number (`fingerprint`).

mod driver;
pub(crate) mod uri;

use std::collections::HashMap;
use std::io;

use serde_json::{Value, json};

use self::uri::artifact_location;
use crate::diagnostic::{Diagnostic, Fix};
use crate::fingerprint::{self, Fingerprints};
use crate::json::with_optional;
use crate::text::{SourceText, texts};
use crate::{Checked, Renderer, labels, places};
use clunroll_rules::Severity;
use oclc_syntax::source::{FileId, Place, Sources};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes one log.
#[derive(Debug, Default)]
pub struct Sarif {
    has_head: bool,
    has_results: bool,
    fingerprints: Fingerprints,
    notifications: Vec<Value>,
}

impl Renderer for Sarif {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        self.head(out)?;
        let sources = &checked.outcome.sources;
        let texts = texts(sources, checked.outcome.diagnostics.iter().flat_map(places));
        let view = SarifView { sources, texts: &texts };
        for diagnostic in &checked.outcome.diagnostics {
            out.write_all(if self.has_results { b",\n" } else { b"\n" })?;
            self.has_results = true;
            serde_json::to_writer(&mut *out, &view.result(diagnostic, &mut self.fingerprints))?;
        }
        Ok(())
    }

    fn failed(&mut self, why: &str) {
        self.notifications.push(json!({ "level": "error", "message": message(why) }));
    }

    fn finish(mut self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()> {
        self.head(out)?;
        let invocation = with_optional(json!({
            "executionSuccessful": self.notifications.is_empty(),
            "toolExecutionNotifications?": self.notifications,
        }));
        out.write_all(b"\n],\"invocations\":")?;
        serde_json::to_writer(&mut *out, &[invocation])?;
        out.write_all(b"}]}\n")
    }
}

impl Sarif {
    /// Writes the head of the log before the first finding.
    fn head(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_head, true) {
            return Ok(());
        }
        let tool = json!({ "driver": driver::of_all_rules() });
        let bases = uri::bases();
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\"originalUriBaseIds\":{bases},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }
}

fn message(text: &str) -> Value {
    json!({ "text": text.replace('{', "{{").replace('}', "}}") })
}

/// The data for the findings of one file.
struct SarifView<'a> {
    sources: &'a Sources,
    texts: &'a HashMap<FileId, SourceText<'a>>,
}

impl SarifView<'_> {
    fn result(&self, diagnostic: &Diagnostic, fingerprints: &mut Fingerprints) -> Value {
        let Diagnostic { rule, primary, .. } = diagnostic;
        let paragraphs: Vec<_> = std::iter::once(diagnostic.message.clone()).chain(diagnostic.remarks()).collect();
        let related = labels(diagnostic).skip(1).enumerate();
        let related = related.filter_map(|(index, label)| self.location(Some(index + 1), label.place, &label.message));
        let fingerprint = fingerprints.of(diagnostic, self.sources).map(|value| (fingerprint::KEY, value));
        with_optional(json!({
            "ruleId": rule.code,
            "ruleIndex?": clunroll_rules::ALL.iter().position(|one| one.code == rule.code),
            "level": level(diagnostic.severity),
            "message": message(&paragraphs.join("\n")),
            "locations": self.location(None, primary.place, &primary.message).as_slice(),
            "relatedLocations?": related.collect::<Vec<_>>(),
            "partialFingerprints": fingerprint.into_iter().collect::<HashMap<_, _>>(),
            "fixes?": diagnostic.fix.iter().filter_map(|fix| self.fix(fix)).collect::<Vec<_>>(),
        }))
    }

    /// A place with a message; `None` if its file is unknown. The `id` distinguishes it from other locations of its finding with the same
    /// place and message.
    fn location(&self, id: Option<usize>, place: Place, text: &str) -> Option<Value> {
        Some(with_optional(json!({
            "id?": id,
            "physicalLocation": { "artifactLocation": self.artifact(place.file)?, "region": self.region(place)? },
            "message?": (!text.is_empty()).then(|| message(text)),
        })))
    }

    fn artifact(&self, file: FileId) -> Option<Value> {
        Some(artifact_location(&self.sources.get(file)?.name))
    }

    fn region(&self, place: Place) -> Option<Value> {
        let text = self.texts.get(&place.file)?;
        let range = text.range(place.span);
        let location = |offset: usize| {
            if offset > 0 && offset == text.content.len() && text.content.ends_with('\n') {
                let (line, column) = text.location(offset - 1);
                (line, column + 1)
            } else {
                text.location(offset)
            }
        };
        let ((start_line, start_column), (end_line, end_column)) = (location(range.start), location(range.end));
        Some(json!({
            "startLine": start_line,
            "startColumn": start_column,
            "endLine": end_line,
            "endColumn": end_column,
            "byteOffset": range.start,
            "byteLength": range.len(),
        }))
    }

    /// The edits by file; `None` if one of them is in an unknown file, since the others alone would break the source.
    fn fix(&self, fix: &Fix) -> Option<Value> {
        let changes = fix.edits.chunk_by(|one, next| one.place.file == next.place.file).map(|edits| {
            let replacements = edits.iter().map(|edit| {
                let region = self.region(edit.place)?;
                Some(json!({ "deletedRegion": region, "insertedContent": { "text": edit.text } }))
            });
            let replacements = replacements.collect::<Option<Vec<_>>>()?;
            Some(json!({ "artifactLocation": self.artifact(edits[0].place.file)?, "replacements": replacements }))
        });
        let changes = changes.collect::<Option<Vec<_>>>()?;
        (!changes.is_empty()).then(|| json!({ "description": message(&fix.title), "artifactChanges": changes }))
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
