//! The actions that the editor offers at a place: fixes, outputs and pages of rules.
//!
//! A fix is offered where its finding is shown. A certain fix is marked as preferred, so that an editor can make it without a question. If
//! only the author can know that a fix is right, its title says so. All certain fixes together are the action `source.fixAll.clunroll`;
//! they are made as `clunroll check --fix` makes them, round after round, and the final differences are replaced line by line, so that the
//! rest of the document keeps its marks and folds.
//!
//! A finding can also be accepted: a comment at the end of the line of its request allows its rule there (`suppress.rs` of the engine). And
//! a factor can be changed (`factors.rs`).
//!
//! Only fixes of the document itself are offered: an included file may be included by others.

use std::collections::HashMap;
use std::ops::Range as Offsets;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionTriggerKind, Command, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};
use serde_json::json;
use similar::{Algorithm, DiffOp};

use super::checked::DocumentChecker;
use super::client::Abilities;
use super::commands;
use super::documents::Document;
use super::findings;
use crate::cli::check::repair::{self, MadeFixes};
use clunroll::Outcome;
use clunroll::rules::{self, Fix};
use oclc_syntax::source::{FileId, Place};

/// The kind of the action that makes all certain fixes.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.clunroll");

/// The actions at a place of a document.
pub(super) struct Offer<'a> {
    pub(super) address: &'a Url,
    pub(super) document: &'a Document,
    pub(super) outcome: &'a Outcome,
    pub(super) abilities: Abilities,
    /// Whether another document includes this one.
    pub(super) is_part: bool,
    /// The selected range.
    pub(super) selected: Offsets<usize>,
}

impl Offer<'_> {
    /// All actions of the kinds that the editor asks for.
    pub(super) fn actions(&self, context: &CodeActionContext, checker: DocumentChecker<'_>) -> Vec<CodeAction> {
        let wants = |kind: &CodeActionKind| {
            let is_in = |only: &CodeActionKind| {
                let rest = kind.as_str().strip_prefix(only.as_str());
                only.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            context.only.as_ref().is_none_or(|only| only.iter().any(is_in))
        };
        let mut actions = Vec::new();
        if wants(&CodeActionKind::QUICKFIX) {
            let shown = findings::diagnostics(self.address, self.document, self.abilities);
            let all = self.outcome.diagnostics.iter().zip(&shown);
            let here: Vec<_> = all.filter(|(found, _)| self.is_here(found)).collect();
            actions.extend(here.iter().filter_map(|(found, shown)| self.fix(found, shown)));
            actions.extend(here.iter().flat_map(|(found, shown)| self.factors(found, shown)));
            actions.extend(here.iter().filter_map(|(found, shown)| self.suppression(found, shown)));
        }
        // This takes a check or more. An editor that only decides whether to show a light bulb asks whenever the cursor moves.
        let only_wonders = context.only.is_none() && context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
        if wants(&FIX_ALL) && !only_wonders {
            actions.extend(self.fix_all(checker));
        }
        // These have no kind: they change nothing.
        if wants(&CodeActionKind::EMPTY) {
            actions.extend(self.pages());
        }
        actions
    }

    /// The fix of a finding here.
    fn fix(&self, found: &rules::Diagnostic, shown: &lsp_types::Diagnostic) -> Option<CodeAction> {
        let fix = MadeFixes::All.fix(found).filter(|fix| repair::is_in_file(fix))?;
        let is_safe = MadeFixes::Safe.fix(found).is_some();
        let title = capitalised(&fix.title);
        let title = if is_safe { title } else { format!("{title} (unsafe: only you can know that it is right)") };
        let action = self.quick_fix(shown, title, self.edits(fix));
        Some(CodeAction { is_preferred: Some(is_safe), ..action })
    }

    /// A comment that accepts a finding here, at the end of the line of its request or of its place.
    fn suppression(&self, found: &rules::Diagnostic, shown: &lsp_types::Diagnostic) -> Option<CodeAction> {
        let code = found.rule.code;
        let requests = found.requests.iter().copied().filter(|place| place.file == FileId::MAIN);
        let place = requests.chain(findings::place(found)).next()?;
        let text = &self.document.text;
        let end = self.line_of(place).end;
        // A comment would end a line splice, and a line has one comment.
        let line = text[..end].rsplit('\n').next()?;
        if line.ends_with('\\') || line.contains("//") {
            return None;
        }
        let range = self.document.lines.range_of(text.as_bytes(), end..end);
        let comment = TextEdit::new(range, format!(" // clunroll: allow({code})"));
        Some(self.quick_fix(shown, format!("Allow {code} here, with a comment"), vec![comment]))
    }

    /// All certain fixes, if there is one.
    fn fix_all(&self, checker: DocumentChecker<'_>) -> Option<CodeAction> {
        let is_safe = |found: &rules::Diagnostic| MadeFixes::Safe.fix(found).is_some_and(repair::is_in_file);
        if !self.outcome.diagnostics.iter().any(is_safe) {
            return None;
        }
        let fixed = String::from_utf8(checker.fixed(self.document, self.outcome, self.is_part)?).ok()?;
        Some(CodeAction {
            title: "Make all safe fixes of clunroll".to_owned(),
            kind: Some(FIX_ALL),
            edit: Some(self.edit(self.differences(&fixed))),
            ..CodeAction::default()
        })
    }

    /// The actions that only show something: the output for a request here, and the pages of the rules of the findings here.
    fn pages(&self) -> Vec<CodeAction> {
        let command = |title: String, command: &str, argument| CodeAction {
            title: title.clone(),
            command: Some(Command { title, command: command.to_owned(), arguments: Some(vec![argument]) }),
            ..CodeAction::default()
        };
        let mut actions = Vec::new();
        let mut requests = self.outcome.requests.iter().map(|request| request.place);
        if requests.any(|place| place.file == FileId::MAIN && self.touches(place.span.range())) {
            actions.push(command("Show the unrolled source".to_owned(), commands::SHOW_UNROLLED, json!(self.address)));
        }
        let here = self.outcome.diagnostics.iter().filter(|found| self.is_here(found));
        let mut broken: Vec<_> = here.map(|found| found.rule).collect();
        broken.sort_unstable_by_key(|rule| rule.code);
        broken.dedup();
        actions.extend(broken.into_iter().map(|rule| {
            command(format!("Explain {} ({})", rule.code, rule.name), commands::EXPLAIN_RULE, json!(rule.code))
        }));
        actions
    }

    /// An action for a finding that the editor does not prefer.
    pub(super) fn quick_fix(&self, shown: &lsp_types::Diagnostic, title: String, edits: Vec<TextEdit>) -> CodeAction {
        CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![shown.clone()]),
            edit: Some(self.edit(edits)),
            is_preferred: Some(false),
            ..CodeAction::default()
        }
    }

    /// Whether the selection touches the place of a finding, or the line of one of its requests.
    fn is_here(&self, found: &rules::Diagnostic) -> bool {
        let is_selected = |place: Place| self.touches(place.span.range());
        findings::place(found).is_some_and(is_selected) || found.requests.iter().any(|place| self.is_on_line(*place))
    }

    /// Whether the selection touches the line of a request.
    pub(super) fn is_on_line(&self, request: Place) -> bool {
        request.file == FileId::MAIN && self.touches(self.line_of(request))
    }

    /// The lines of a place, without blanks at their end.
    fn line_of(&self, place: Place) -> Offsets<usize> {
        let (text, span) = (&self.document.text, place.span.range());
        let last = span.end.max(span.start + 1) - 1;
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let length = text[last..].find(['\n', '\r']).unwrap_or(text.len() - last);
        start..last + text[last..last + length].trim_end().len()
    }

    /// Whether a range and the selection overlap or touch.
    fn touches(&self, range: Offsets<usize>) -> bool {
        range.start <= self.selected.end && self.selected.start <= range.end
    }

    fn edits(&self, fix: &Fix) -> Vec<TextEdit> {
        let text = self.document.text.as_bytes();
        let edit =
            |edit: &rules::Edit| TextEdit::new(self.document.lines.range(text, edit.place.span), edit.text.clone());
        fix.edits.iter().map(edit).collect()
    }

    /// The edits, in whole lines, that change the document to `new`.
    fn differences(&self, new: &str) -> Vec<TextEdit> {
        let text = &self.document.text;
        let lines = |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
        let (old_lines, new_lines) = (lines(text), lines(new));
        let starts: Vec<_> = std::iter::once(0)
            .chain(old_lines.iter().scan(0, |end, line| {
                *end += line.len();
                Some(*end)
            }))
            .collect();
        let operations = similar::capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
        let changes = operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
        let edit = |operation: &DiffOp| {
            let (old, new) = (operation.old_range(), operation.new_range());
            let range = self.document.lines.range_of(text.as_bytes(), starts[old.start]..starts[old.end]);
            TextEdit::new(range, new_lines[new].concat())
        };
        changes.map(edit).collect()
    }

    /// Edits of this version of the document.
    pub(super) fn edit(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        if !self.abilities.takes_versioned_edits {
            return WorkspaceEdit::new(HashMap::from([(self.address.clone(), edits)]));
        }
        let text_document =
            OptionalVersionedTextDocumentIdentifier { uri: self.address.clone(), version: Some(self.document.version) };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }
}

fn capitalised(title: &str) -> String {
    let mut characters = title.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
