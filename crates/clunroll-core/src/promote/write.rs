//! Carries out the plans of one function, as changes to its text.
//!
//! Edits may be nested: the initialiser of an array may contain an element of another one. The outermost edits are replaced in the file,
//! the others in the text that is copied into them. Invocations of macros that make a part of the edited tokens are expanded first, by
//! [`crate::lower`].

use std::collections::BTreeMap;
use std::ops::Range;

use super::check::Expected;
use super::plan::{EditPart, PromotionPlan, TokenEdit};
use super::request::place_of_range;
use crate::lower::{ExpansionTask, PlainToken, TextLayout, dissolve, in_parentheses, runs};
use clunroll_analysis::Function;
use clunroll_loops::{FileStyle, directive_extent, line_indentation};
use clunroll_rules::{Mention, PromotionDecline, PromotionReason};
use oclc_syntax::preprocess::{Configuration, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span};
use oclc_syntax::tree::TokenRange;

/// An edit, and the request that it is made for.
#[derive(Clone, Copy)]
struct Ordered<'e> {
    edit: &'e TokenEdit,
    request: Place,
}

/// All edits of a function, by their start; a nested edit comes after the edit around it.
fn in_order(plans: &[(usize, PromotionPlan)]) -> Vec<Ordered<'_>> {
    let mut edits = Vec::new();
    for (_, PromotionPlan { request, edits: of_plan, .. }) in plans {
        edits.extend(of_plan.iter().map(|edit| Ordered { edit, request: *request }));
    }
    edits.sort_by_key(|Ordered { edit, .. }| (edit.tokens.start, std::cmp::Reverse(edit.tokens.end)));
    edits
}

/// The edits within a range that are in no other edit there, from edits in order.
fn outermost<'e>(edits: &[Ordered<'e>], range: &TokenRange) -> Vec<Ordered<'e>> {
    let first = edits.partition_point(|one| one.edit.tokens.start < range.start);
    let behind = edits.partition_point(|one| one.edit.tokens.start < range.end);
    let mut end = range.start;
    let mut is_outer = |Ordered { edit, .. }: &&Ordered<'_>| {
        let is_outer = edit.tokens.start >= end && edit.tokens.end <= range.end;
        end = if is_outer { edit.tokens.end } else { end };
        is_outer
    };
    edits[first..behind].iter().filter(|edit| is_outer(edit)).copied().collect()
}

/// The needs of the plans in one invocation.
struct InvocationEdits {
    /// The first request that needs a change.
    request: Place,
    /// Its code tokens.
    code: Range<usize>,
    /// The tokens that must become plain, each with the number of its plan.
    wants: Vec<(usize, usize)>,
}

/// Changes the text of one function.
pub struct PromotionWriter<'w, 'u, 't> {
    /// The unit.
    pub unit: &'u Unit,
    /// The function.
    pub function: &'w Function<'u, 't>,
    /// The habits of the file.
    pub layout: &'w FileStyle,
    /// The function's code tokens.
    pub code: Range<usize>,
    /// The tokens of their expansion.
    pub tokens: TokenRange,
}

impl PromotionWriter<'_, '_, '_> {
    /// Expands the invocations that make tokens of plans. A plan whose tokens cannot be expanded is removed, with the reason. Returns the
    /// expansions.
    pub fn write_out(
        &self,
        plans: &mut Vec<(usize, PromotionPlan)>,
    ) -> (Vec<Replacement>, BTreeMap<usize, PromotionDecline>) {
        let mut taken_back = BTreeMap::new();
        loop {
            let mut refused = BTreeMap::new();
            let wanted = self.wanted(plans, &mut refused);
            let in_parentheses = in_parentheses(&self.unit.code[self.code.clone()], false);
            let runs = runs(&self.function.parsed.expansion);
            let mut written_out = Vec::new();
            for (start, InvocationEdits { request, code, wants }) in wanted {
                let Some(run) = runs.get(&start) else { continue };
                let (plans, at): (Vec<usize>, Vec<usize>) = wants.into_iter().unzip();
                let wants = at.into_iter().map(|at| PlainToken::Plain(at - run.start)).collect();
                let target = &self.function.parsed.expansion.tokens[run.clone()];
                let setting = self.setting(start, in_parentheses[start - self.code.start]);
                let configuration = &Configuration::default();
                let task = ExpansionTask { configuration, code, target, wants, setting };
                let (first, last) = (&self.unit.code[start], &self.unit.code[task.code.end - 1]);
                let span = first.span.to(last.span);
                if let Ok(text) = dissolve(self.unit, &task) {
                    written_out.push(Replacement { span, text, request: Some(request), condition: None });
                    continue;
                }
                let why = PromotionReason::MadeByMacro(self.unit.text(first).into_owned());
                let kept = PromotionDecline { why, place: Place { file: FileId::MAIN, span } };
                refused.extend(plans.into_iter().map(|plan| (plan, kept.clone())));
            }
            if refused.is_empty() {
                return (written_out, taken_back);
            }
            plans.retain(|(plan, _)| !refused.contains_key(plan));
            taken_back.append(&mut refused);
        }
    }

    /// The needs of the plans in each invocation, by its first code token. A plan with a token in an included file is refused.
    fn wanted(
        &self,
        plans: &[(usize, PromotionPlan)],
        refused: &mut BTreeMap<usize, PromotionDecline>,
    ) -> BTreeMap<usize, InvocationEdits> {
        let expansion = &self.function.parsed.expansion;
        let mut wanted: BTreeMap<usize, InvocationEdits> = BTreeMap::new();
        for (number, plan) in plans {
            for &at in &plan.plain {
                let token = &expansion.tokens[at];
                if self.unit.code[token.code].file != FileId::MAIN {
                    let why = PromotionReason::Mentioned(Mention::IncludedFile);
                    refused
                        .insert(*number, PromotionDecline { why, place: place_of_range(self.function, &(at..at + 1)) });
                } else if let Some(call) = token.call {
                    let code = expansion.outermost(call).code.clone();
                    let of_call = wanted.entry(code.start);
                    let of_call =
                        of_call.or_insert_with(|| InvocationEdits { request: plan.request, code, wants: Vec::new() });
                    of_call.wants.push((*number, at));
                }
            }
        }
        wanted
    }

    fn setting(&self, code: usize, in_parentheses: bool) -> TextLayout<'_> {
        let indentation = line_indentation(&self.unit.sources[FileId::MAIN], self.unit.code[code].span.start);
        TextLayout { in_parentheses, indentation, step: &self.layout.unit, line_end: self.layout.line_end }
    }

    /// Replaces the tokens of the plans, which are all in the code itself.
    #[must_use]
    pub fn replacements(&self, plans: &[(usize, PromotionPlan)]) -> Vec<Replacement> {
        let file = &self.unit.sources[FileId::MAIN];
        let mut replacements = Vec::new();
        for (_, PromotionPlan { request, directives, .. }) in plans {
            let extents = directives.iter().map(|place| directive_extent(file, place.span));
            replacements.extend(extents.map(|span| Replacement {
                span,
                text: Composed::default(),
                request: Some(*request),
                condition: None,
            }));
        }
        let edits = in_order(plans);
        for (span, Ordered { edit, request }) in self.in_text(&edits, &self.tokens) {
            let span = if edit.parts.is_empty() { directive_extent(file, span) } else { span };
            let mut text = Composed::default();
            self.parts(edit, span, &edits, &mut text);
            replacements.push(Replacement { span, text, request: Some(request), condition: None });
        }
        replacements
    }

    /// The tokens that the function expands to after the plans are carried out.
    #[must_use]
    pub fn expected(&self, plans: &[(usize, PromotionPlan)]) -> Vec<Expected> {
        let mut expected = Vec::new();
        self.expect(&self.tokens, &in_order(plans), &mut expected);
        expected
    }

    /// The bytes of plain tokens.
    fn span(&self, tokens: &TokenRange) -> Span {
        let all = &self.function.parsed.expansion.tokens;
        self.unit.code[all[tokens.start].code].span.to(self.unit.code[all[tokens.end - 1].code].span)
    }

    /// The outermost edits within a range, in the order of the text. A token that a macro repeats has one edit.
    fn in_text<'e>(&self, edits: &[Ordered<'e>], range: &TokenRange) -> Vec<(Span, Ordered<'e>)> {
        let code = |range: &Range<usize>| self.unit.code[range.start].span.to(self.unit.code[range.end - 1].span);
        let span = |edit: &TokenEdit| edit.in_argument.as_ref().map_or_else(|| self.span(&edit.tokens), code);
        let mut found: Vec<_> = outermost(edits, range).into_iter().map(|one| (span(one.edit), one)).collect();
        found.sort_by_key(|(span, _)| span.start);
        found.dedup_by_key(|(span, _)| *span);
        found
    }

    fn copy(&self, text: &mut Composed, span: Span) {
        text.copy(&self.unit.sources, Place { file: FileId::MAIN, span });
    }

    fn parts(&self, edit: &TokenEdit, whole: Span, edits: &[Ordered<'_>], text: &mut Composed) {
        let place = Place { file: FileId::MAIN, span: whole };
        for part in &edit.parts {
            match part {
                EditPart::Made(made) => text.made(made.as_bytes(), place),
                EditPart::Break => {
                    let indentation = line_indentation(&self.unit.sources[FileId::MAIN], whole.start);
                    let lines = [self.layout.line_end, &indentation, &self.layout.unit].concat();
                    text.made(lines.as_bytes(), place);
                }
                EditPart::Before(tokens) => {
                    let next = self.span(&(tokens.end..tokens.end + 1)).start;
                    self.copy(text, Span::new(self.span(tokens).start, next));
                }
                EditPart::Tokens(tokens) => {
                    let Some(span) = self.function.source_span(tokens) else { continue };
                    let mut at = span.start;
                    for (inside, Ordered { edit: inner, .. }) in self.in_text(edits, tokens) {
                        self.copy(text, Span::new(at, inside.start));
                        self.parts(inner, inside, edits, text);
                        at = inside.end;
                    }
                    self.copy(text, Span::new(at, span.end));
                }
            }
        }
    }

    fn expect(&self, range: &TokenRange, edits: &[Ordered<'_>], expected: &mut Vec<Expected>) {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut at = range.start;
        for Ordered { edit, .. } in outermost(edits, range) {
            expected.extend(tokens[at..edit.tokens.start].iter().map(Expected::of));
            for part in &edit.parts {
                match part {
                    EditPart::Made(made) => expected.extend(Expected::made(made)),
                    EditPart::Break => {}
                    EditPart::Before(range) => expected.extend(tokens[range.clone()].iter().map(Expected::of)),
                    EditPart::Tokens(range) => self.expect(range, edits, expected),
                }
            }
            at = edit.tokens.end;
        }
        expected.extend(tokens[at..range.end].iter().map(Expected::of));
    }
}
