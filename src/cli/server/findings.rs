//! Findings as diagnostics of the protocol.
//!
//! A document shows its own findings. If the reason for a finding is in an included file, the diagnostic is at the request or at another
//! label in the document, and the reason is a related place: the included file may be right for others.
//!
//! The message has the notes and the help of the finding, as there is no other place for them. A document that cannot be
//! checked, such as one with a configuration that has a mistake, has one diagnostic at its beginning.

use std::collections::HashMap;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Range, Url,
};

use super::checked::CheckResult;
use super::client::Abilities;
use super::documents::Document;
use super::positions::LineStarts;
use clunroll::Outcome;
use clunroll::rules::{self, Label, Severity};
use clunroll_rules::table::{UNREACHABLE_REQUEST, UNUSED_SUPPRESSION};
use oclc_syntax::source::{FileId, Place, path_of_name};

/// The name that editors show beside a diagnostic.
const SOURCE: &str = "clunroll";

/// The diagnostics of a document, as far as it was checked.
pub(super) fn diagnostics(address: &Url, document: &Document, abilities: Abilities) -> Vec<Diagnostic> {
    match &document.checked {
        None | Some(CheckResult::Excluded) => Vec::new(),
        Some(CheckResult::Failed(failure)) => vec![Diagnostic {
            range: Range::default(),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message: failure.message(),
            ..Diagnostic::default()
        }],
        Some(CheckResult::Found(outcome)) => {
            let mut findings = Findings { address, document, outcome, abilities, lines: HashMap::new() };
            outcome.diagnostics.iter().map(|found| findings.diagnostic(found)).collect()
        }
    }
}

/// The findings in one document.
struct Findings<'a> {
    address: &'a Url,
    document: &'a Document,
    outcome: &'a Outcome,
    abilities: Abilities,
    /// The lines of included files that findings mention; `None` if the file cannot be found.
    lines: HashMap<FileId, Option<(Url, LineStarts)>>,
}

impl Findings<'_> {
    fn diagnostic(&mut self, found: &rules::Diagnostic) -> Diagnostic {
        let shown = place(found);
        let range = shown.map_or_else(Range::default, |place| self.range(place));
        let labels = std::iter::once(&found.primary).chain(&found.secondary).chain(&found.also);
        let others = labels.filter(|label| Some(label.place) != shown);
        let related: Vec<_> = if self.abilities.shows_related {
            others.filter_map(|label| self.related(label)).collect()
        } else {
            Vec::new()
        };
        let label = Some(&found.primary.message).filter(|label| !label.is_empty()).cloned();
        let lines: Vec<_> = std::iter::once(found.message.clone()).chain(label).chain(found.remarks()).collect();
        Diagnostic {
            range,
            severity: Some(severity(found.severity)),
            code: Some(NumberOrString::String(found.rule.code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: lines.join("\n"),
            related_information: Some(related).filter(|related| !related.is_empty()),
            tags: [&UNUSED_SUPPRESSION, &UNREACHABLE_REQUEST]
                .contains(&found.rule)
                .then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    }

    fn range(&self, place: Place) -> Range {
        self.document.lines.range(self.document.text.as_bytes(), place.span)
    }

    fn related(&mut self, label: &Label) -> Option<DiagnosticRelatedInformation> {
        let Place { file, span } = label.place;
        let location = if file == FileId::MAIN {
            Location::new(self.address.clone(), self.range(label.place))
        } else {
            let source = self.outcome.sources.get(file)?;
            let encoding = self.abilities.encoding;
            let known = self.lines.entry(file).or_insert_with(|| {
                let path = path_of_name(&source.name);
                let path = std::path::absolute(&path).ok().filter(|path| path.is_file())?;
                Some((Url::from_file_path(path).ok()?, LineStarts::of(&source.bytes, encoding)))
            });
            let (address, lines) = known.as_ref()?;
            Location::new(address.clone(), lines.range(&source.bytes, span))
        };
        let message = if label.message.is_empty() { "here".to_owned() } else { label.message.clone() };
        Some(DiagnosticRelatedInformation { location, message })
    }
}

/// Where the document shows a finding: at its reason, or at its subject; `None` if all its places are elsewhere.
pub(super) fn place(found: &rules::Diagnostic) -> Option<Place> {
    let others = found.secondary.iter().chain(&found.also).map(|label| label.place);
    let places = std::iter::once(found.primary.place).chain(found.requests.iter().copied()).chain(others);
    places.into_iter().find(|place| place.file == FileId::MAIN)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}
