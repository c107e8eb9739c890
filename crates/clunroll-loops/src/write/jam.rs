//! Unroll-and-jam: the copies of an outer loop's body run side by side in one inner loop.
//!
//! ```text
//! for (int r = 0; r < 8; r++) {            for (int r_base = 0; r_base != 8; r_base += 2) {
//!   float sum = 0.0f;                        const int r_0 = r_base;
//!   for (int k = 0; k < n; k++)              const int r_1 = r_base + 1;
//!     sum += a[r * n + k] * b[k];            float sum_0 = 0.0f;
//!   c[r] = sum;                              float sum_1 = 0.0f;
//! }                                          for (int k = 0; k < n; k++) {
//!                                              sum_0 += a[r_0 * n + k] * b[k];
//!                                              sum_1 += a[r_1 * n + k] * b[k];
//!                                            }
//!                                            c[r_0] = sum_0;
//!                                            c[r_1] = sum_1;
//!                                          }
//! ```
//!
//! The outer loop takes the form that it would take without the jam: the main loop, its end and the remainder are the same. Only the
//! copies in a main loop, or of a loop that is written as a whole, are arranged otherwise. `clunroll-analysis` shows that this order
//! computes the same. `legal/jam_names.rs` finds the variables that get a new name in each copy.
//!
//! The parts are cut out of the source between the braces and the inner loop, so that comments stay where they are. In each copy
//! of a part the renamed variables get its number. The step of a `while` loop is written once, after all copies of its body.

use std::rc::Rc;

use crate::layout::line_indentation;
use crate::plan::Unroll;
use crate::plan::jam::Jam;
use crate::write::block::Block;
use crate::write::copies::trimmed;
use crate::write::edits::spliced;
use crate::write::jam_names::Copies;
use crate::write::renderer::{CopyBraces, CopyContext, JammedBody, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::Loop;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use oclc_syntax::source::Span;
use oclc_syntax::tree::TokenRange;

/// Copies that run side by side.
pub struct SideBySide<'a, 't> {
    pub jam: &'a Jam<'t>,
    /// The type of the outer induction variable.
    pub declared: &'a TokenRange,
    pub copies: u32,
    /// The value of the outer induction variable in a copy, by its number.
    pub value: &'a dyn Fn(u32) -> String,
    /// Which names are made around the copies.
    pub scope: &'a CopyContext,
    /// The note that a copy begins.
    pub note: Text,
    /// Whether the copies are in the main loop that was begun, or else in the block itself.
    pub is_in_loop: bool,
}

/// The braces around each copy of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartBraces {
    None,
    /// A block of its own, since the part declares something.
    Block,
    /// A loop that runs once, since a `continue` ends the part.
    Once,
}

/// The data for writing the parts of all levels.
struct Nested<'a, 't> {
    jam: &'a Jam<'t>,
    copies: Rc<Copies>,
    scope: &'a CopyContext,
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes the copies.
    pub fn side_by_side(&self, block: &mut Block, jammed: SideBySide<'_, 't>) {
        let SideBySide { jam, declared, copies, value, scope, note, is_in_loop } = jammed;
        let stem = |name: &str, count: u64| self.numbered(name, "copy", count, scope);
        let around = scope.body.as_ref().map(|body| &*body.copies);
        let (counter, all) = Copies::new(jam, copies, around, &stem);
        let indent = if is_in_loop { self.layout.deeper(&block.inner) } else { block.inner.clone() };
        let mut parts = Vec::new();
        if jam.renamed.first().is_some_and(|counter| !counter.spans.is_empty()) {
            for copy in 0..copies {
                // See `PlanRenderer::frame`: numbers are not `const`.
                let qualifier = if is_in_loop { "const " } else { "" };
                let constant = format!("{qualifier}{} {counter}_{copy} = {};", self.type_text(declared), value(copy));
                if !is_in_loop {
                    block.declare(vec![Text::Made(constant)]);
                    continue;
                }
                line(&mut parts, &indent, Text::Made(constant));
            }
        } else if !is_in_loop {
            block.has_made_names();
        }
        // All copies begin together.
        parts.extend(std::iter::repeat_n(note, copies as usize));
        let nested = Nested { jam, copies: Rc::new(all), scope };
        self.level(&mut parts, 0, &indent, &nested);
        block.parts.extend(parts);
    }

    /// The parts of a level, around those of the levels in it.
    fn level(&self, parts: &mut Vec<Text>, level: usize, indent: &str, nested: &Nested<'_, 't>) {
        let level = &nested.jam.nest.levels[level];
        let body = self.function.tokens(level.site.body);
        let is_block = matches!(level.site.body.node, Statement::Compound(_));
        let inside = if is_block {
            Span::new(self.span(&(body.start..body.start + 1)).end, self.span(&(body.end - 1..body.end)).start)
        } else {
            self.span(&body)
        };
        let step = level.step.as_ref().map(|step| Span::new(self.span(step).start, inside.end));
        let end = step.map_or(inside.end, |step| step.start);
        let mut from = inside.start;
        for &next in &level.loops {
            let site = &nested.jam.nest.levels[next].site;
            let loop_span = self.span(&site.tokens);
            let unroll = nested.jam.inner.iter().find(|unroll| unroll.site.tokens == site.tokens);
            let pragmas = unroll.map(|unroll| unroll.prefix.taken_out(self.function.unit)).unwrap_or_default();
            let taken_out = pragmas.iter().map(|span| span.start).min();
            let staying = nested.jam.staying.get(&site.tokens.start).copied().filter(|_| unroll.is_none());
            let end = taken_out.or(staying).unwrap_or(loop_span.start).max(from);
            self.part(parts, Span::new(from, end), indent, &nested.copies, PartBraces::None);
            if let Some(unroll) = unroll {
                self.shared_loop(parts, unroll, next, &level.site, indent, nested);
            } else {
                let start = staying.unwrap_or(loop_span.start);
                let header = Span::new(start, self.header_end(site));
                let header = Text::shifted(line_indentation(self.file, start), indent, Text::Source(header));
                line(parts, indent, Text::Sequence(vec![header, Text::made(" {")]));
                self.level(parts, next, &self.layout.deeper(indent), nested);
                line(parts, indent, Text::made("}"));
            }
            from = loop_span.end;
        }
        let braces = if level.loops.is_empty() { self.braces_of(&level.site) } else { PartBraces::None };
        self.part(parts, Span::new(from, end), indent, &nested.copies, braces);
        if let Some(step) = step.map(|step| trimmed(self.file, step, &[])) {
            let from = line_indentation(self.file, step.start);
            line(parts, indent, Text::shifted(from, indent, Text::Source(step)));
        }
    }

    /// An inner loop that is unrolled or jammed with all copies as its body.
    fn shared_loop(
        &self,
        parts: &mut Vec<Text>,
        unroll: &Unroll<'t>,
        level: usize,
        around: &Loop<'t>,
        indent: &str,
        nested: &Nested<'_, 't>,
    ) {
        let loop_span = self.span(&unroll.site.tokens);
        let from = line_indentation(self.file, loop_span.start);
        let deeper = self.layout.deeper(&from);
        let mut jammed = Vec::new();
        self.level(&mut jammed, level, &deeper, nested);
        let is_block = matches!(around.body.node, Statement::Compound(_));
        let header_end = (!is_block).then(|| self.header_end(around));
        let body = JammedBody::new(Text::Sequence(jammed), deeper, Rc::clone(&nested.copies));
        let scope = nested.scope.inside(header_end, CopyBraces::MayGo).with_body(body);
        let text = self.unrolled(unroll, &[], &scope);
        if !text.is_nothing() {
            let text = Text::InPlaceOf(loop_span, Box::new(text));
            line(parts, indent, Text::shifted(from, indent, text));
        }
    }

    /// The braces around each copy of an innermost body.
    fn braces_of(&self, site: &Loop<'t>) -> PartBraces {
        let tokens = &self.function.parsed.expansion.tokens;
        let is_declaring =
            |items: &[Node<BlockItem>]| items.iter().any(|item| matches!(item.node, BlockItem::Declaration(_)));
        match &site.body.node {
            _ if self.function.tokens(site.body).any(|at| tokens[at].is_word("continue")) => PartBraces::Once,
            Statement::Compound(items) if is_declaring(items) => PartBraces::Block,
            _ => PartBraces::None,
        }
    }

    /// One part, once for each copy.
    fn part(&self, parts: &mut Vec<Text>, span: Span, indent: &str, copies: &Copies, braces: PartBraces) {
        let span = trimmed(self.file, span, &[]);
        if span.is_empty() || self.file.slice(span) == b";" {
            return;
        }
        let from = line_indentation(self.file, span.start);
        let inner = self.layout.deeper(indent);
        for copy in 0..copies.count() {
            let span = copies.trimmed(self.file, span, copy);
            if span.is_empty() {
                continue;
            }
            let text = spliced(span, copies.edits(span, copy));
            let (open, close) = match braces {
                PartBraces::None => {
                    line(parts, indent, Text::shifted(from.clone(), indent, text));
                    continue;
                }
                PartBraces::Block => ("{", "}"),
                PartBraces::Once => ("do {", "} while (0);"),
            };
            line(parts, indent, Text::made(open));
            line(parts, &inner, Text::shifted(from.clone(), &inner, text));
            line(parts, indent, Text::made(close));
        }
    }
}

fn line(parts: &mut Vec<Text>, indent: &str, text: Text) {
    parts.extend([Text::made(indent), text, Text::made("\n")]);
}
