//! The format `sarif`: a log of SARIF 2.1.0, for GitHub's code scanning, editors, and what else collects the findings of
//! many tools.
//!
//! A log is one document. Its head, with all rules, is written before the first file, and each finding where it comes, on
//! a line of its own; what is kept meanwhile is a number for each finding. The types here are the part of the format that
//! clunroll uses, and `tests/library/formats.rs` holds them to the schema of the standard. Where the standard leaves a choice:
//!
//! - Columns count characters, as in all reports. A place behind the last line break, where most editors show one more
//!   line, is the end of the last line: the standard knows no line behind it.
//! - Each region also has its bytes. They are what a file in another encoding than UTF-8 can be edited by.
//! - Braces in messages are doubled; single ones would stand for arguments.
//! - A relative name is relative to `%SRCROOT%`, which is the folder that clunroll was run in (`uri`).
//! - Findings are told apart by the text of their line rather than its number (`fingerprint`).

mod driver;
pub(crate) mod uri;

use std::collections::HashMap;
use std::io;

use serde::Serialize;

use self::driver::Driver;
use self::uri::ArtifactLocation;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::fingerprint::{self, Fingerprints};
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
    notifications: Vec<Notification>,
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
        self.notifications.push(Notification { level: "error", message: Message::new(why) });
    }

    fn finish(mut self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()> {
        self.head(out)?;
        let is_successful = self.notifications.is_empty();
        let invocation =
            SarifInvocation { execution_successful: is_successful, tool_execution_notifications: self.notifications };
        out.write_all(b"\n],\"invocations\":")?;
        serde_json::to_writer(&mut *out, &[invocation])?;
        out.write_all(b"}]}\n")
    }
}

impl Sarif {
    /// Writes what stands before the findings, once.
    fn head(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.has_head {
            return Ok(());
        }
        self.has_head = true;
        let tool = serde_json::to_string(&SarifTool { driver: Driver::of_all_rules() })?;
        let bases = serde_json::to_string(&uri::bases())?;
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\"originalUriBaseIds\":{bases},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }
}

#[derive(Serialize)]
struct SarifTool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifInvocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifLocation>,
    partial_fingerprints: HashMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
}

#[derive(Debug, Serialize)]
struct Message {
    text: String,
}

impl Message {
    fn new(text: &str) -> Self {
        Self { text: text.replace('{', "{{").replace('}', "}}") }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the standard's names")]
struct SarifLocation {
    /// What makes it differ from the others of its finding, which may have the same place and message.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: SarifRegion,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Message,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<SarifReplacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifReplacement {
    deleted_region: SarifRegion,
    inserted_content: SarifContent,
}

#[derive(Serialize)]
struct SarifContent {
    text: String,
}

/// What the findings of one file are made from.
struct SarifView<'a> {
    sources: &'a Sources,
    texts: &'a HashMap<FileId, SourceText<'a>>,
}

impl SarifView<'_> {
    fn result(&self, diagnostic: &Diagnostic, fingerprints: &mut Fingerprints) -> SarifResult {
        let Diagnostic { rule, primary, .. } = diagnostic;
        let paragraphs: Vec<_> = std::iter::once(diagnostic.message.clone()).chain(diagnostic.remarks()).collect();
        let related = labels(diagnostic).skip(1).enumerate();
        let related = related.filter_map(|(index, label)| self.location(Some(index + 1), label.place, &label.message));
        let fingerprint = fingerprints.of(diagnostic, self.sources).map(|value| (fingerprint::KEY, value));
        SarifResult {
            rule_id: rule.code,
            rule_index: clunroll_rules::ALL.iter().position(|one| one.code == rule.code),
            level: level(diagnostic.severity),
            message: Message::new(&paragraphs.join("\n")),
            locations: self.location(None, primary.place, &primary.message).into_iter().collect(),
            related_locations: related.collect(),
            partial_fingerprints: fingerprint.into_iter().collect(),
            fixes: diagnostic.fix.iter().filter_map(|fix| self.fix(fix)).collect(),
        }
    }

    /// A place with what is said of it; none where its file is unknown.
    fn location(&self, id: Option<usize>, place: Place, message: &str) -> Option<SarifLocation> {
        let physical_location =
            PhysicalLocation { artifact_location: self.artifact(place.file)?, region: self.region(place)? };
        Some(SarifLocation { id, physical_location, message: (!message.is_empty()).then(|| Message::new(message)) })
    }

    fn artifact(&self, file: FileId) -> Option<ArtifactLocation> {
        Some(ArtifactLocation::of(&self.sources.get(file)?.name))
    }

    fn region(&self, place: Place) -> Option<SarifRegion> {
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
        let (byte_offset, byte_length) = (range.start, range.len());
        Some(SarifRegion { start_line, start_column, end_line, end_column, byte_offset, byte_length })
    }

    /// The edits file by file; none where one of them cannot be said, since the others alone would break the source.
    fn fix(&self, fix: &Fix) -> Option<SarifFix> {
        let changes = fix.edits.chunk_by(|one, next| one.place.file == next.place.file).map(|edits| {
            let replacements = edits.iter().map(|edit| self.replacement(edit)).collect::<Option<Vec<_>>>()?;
            Some(ArtifactChange { artifact_location: self.artifact(edits[0].place.file)?, replacements })
        });
        let artifact_changes = changes.collect::<Option<Vec<_>>>()?;
        let description = Message::new(&fix.title);
        (!artifact_changes.is_empty()).then_some(SarifFix { description, artifact_changes })
    }

    fn replacement(&self, edit: &Edit) -> Option<SarifReplacement> {
        let inserted_content = SarifContent { text: edit.text.clone() };
        Some(SarifReplacement { deleted_region: self.region(edit.place)?, inserted_content })
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
