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
//! of a part the renamed variables get its number.

use crate::layout::line_indentation;
use crate::plan::Unroll;
use crate::plan::jam::Jam;
use crate::write::block::Block;
use crate::write::copies::trimmed;
use crate::write::edits::{TextEdits, spliced};
use crate::write::renderer::{CopyBraces, CopyContext, JammedBody, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::Level;
use lang_c::ast::{BlockItem, Statement};
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

/// The names of the copies, and how many copies there are.
struct Copies<'a> {
    /// Each name in the source, with the beginning of its names in the copies.
    stems: Vec<(&'a [Span], String)>,
    count: u32,
}

/// The braces around each copy of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartBraces {
    None,
    /// A block of its own, since the part declares something.
    Block,
}

/// The data for writing the parts of all levels.
struct Nested<'a, 't> {
    copies: &'a Copies<'a>,
    /// How the innermost loop is unrolled.
    inner: Option<&'a Unroll<'t>>,
    scope: &'a CopyContext,
}

impl Copies<'_> {
    /// The edits that a copy makes in a span.
    fn edits(&self, span: Span, copy: u32) -> TextEdits {
        let mut edits: TextEdits = Vec::new();
        for (places, stem) in &self.stems {
            let inside = places.iter().filter(|place| span.start <= place.start && place.end <= span.end);
            edits.extend(inside.map(|&place| (place, Text::Made(format!("{stem}_{copy}")))));
        }
        edits.sort_by_key(|(place, _)| place.start);
        edits
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes the copies.
    pub fn side_by_side(&self, block: &mut Block, jammed: SideBySide<'_, 't>) {
        let SideBySide { jam, declared, copies, value, scope, note, is_in_loop } = jammed;
        let stem = |name: &str| self.numbered(name, "copy", copies.into(), scope);
        let stems = jam.renamed.iter().map(|one| (&one.spans[..], stem(&one.name)));
        let copies = Copies { stems: stems.collect(), count: copies };
        let indent = if is_in_loop { self.layout.deeper(&block.inner) } else { block.inner.clone() };
        let mut parts = Vec::new();
        let (places, stem) = &copies.stems[0];
        if !places.is_empty() {
            for copy in 0..copies.count {
                // See `PlanRenderer::frame`: numbers are not `const`.
                let qualifier = if is_in_loop { "const " } else { "" };
                let constant = format!("{qualifier}{} {stem}_{copy} = {};", self.type_text(declared), value(copy));
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
        parts.extend(std::iter::repeat_n(note, copies.count as usize));
        let nested = Nested { copies: &copies, inner: jam.inner.as_deref(), scope };
        self.level(&mut parts, &jam.nest.levels, &indent, &nested);
        block.parts.extend(parts);
    }

    /// The parts of a level, around those of the levels in it.
    fn level(&self, parts: &mut Vec<Text>, levels: &[Level<'t>], indent: &str, nested: &Nested<'_, 't>) {
        let Some((level, inner)) = levels.split_first() else { return };
        let body = self.function.tokens(level.site.body);
        let is_block = matches!(level.site.body.node, Statement::Compound(_));
        let inside = if is_block {
            Span::new(self.span(&(body.start..body.start + 1)).end, self.span(&(body.end - 1..body.end)).start)
        } else {
            self.span(&body)
        };
        let Some(next) = inner.first() else {
            let is_declaring = matches!(&level.site.body.node, Statement::Compound(items)
                if items.iter().any(|item| matches!(item.node, BlockItem::Declaration(_))));
            let braces = if is_declaring { PartBraces::Block } else { PartBraces::None };
            return self.part(parts, inside, indent, nested.copies, braces);
        };
        let loop_span = self.span(&next.site.tokens);
        let unroll = nested.inner.filter(|unroll| unroll.site.tokens == next.site.tokens);
        let pragmas = unroll.map(|unroll| unroll.prefix.taken_out(self.function.unit)).unwrap_or_default();
        let before = pragmas.iter().map(|span| span.start).min().unwrap_or(loop_span.start);
        self.part(parts, Span::new(inside.start, before.max(inside.start)), indent, nested.copies, PartBraces::None);
        let from = line_indentation(self.file, loop_span.start);
        let deeper = |indent: &str| self.layout.deeper(indent);
        if let Some(unroll) = unroll {
            let mut jammed = Vec::new();
            self.level(&mut jammed, inner, &deeper(&from), nested);
            let header_end = (!is_block).then(|| self.header_end(&level.site));
            let body = JammedBody::new(Text::Sequence(jammed), deeper(&from));
            let scope = nested.scope.inside(header_end, CopyBraces::MayGo).with_body(body);
            let text = self.unrolled(unroll, &[], &scope);
            if !text.is_nothing() {
                let text = Text::InPlaceOf(loop_span, Box::new(text));
                line(parts, indent, Text::shifted(from, indent, text));
            }
        } else {
            let header = Span::new(loop_span.start, self.header_end(&next.site));
            let header = Text::shifted(from, indent, Text::Source(header));
            line(parts, indent, Text::Sequence(vec![header, Text::made(" {")]));
            self.level(parts, inner, &deeper(indent), nested);
            line(parts, indent, Text::made("}"));
        }
        self.part(parts, Span::new(loop_span.end, inside.end), indent, nested.copies, PartBraces::None);
    }

    /// One part, once for each copy.
    fn part(&self, parts: &mut Vec<Text>, span: Span, indent: &str, copies: &Copies<'_>, braces: PartBraces) {
        let span = trimmed(self.file, span, &[]);
        if span.is_empty() || self.file.slice(span) == b";" {
            return;
        }
        let from = line_indentation(self.file, span.start);
        let inner = self.layout.deeper(indent);
        for copy in 0..copies.count {
            let text = spliced(span, copies.edits(span, copy));
            if braces == PartBraces::Block {
                line(parts, indent, Text::made("{"));
                line(parts, &inner, Text::shifted(from.clone(), &inner, text));
                line(parts, indent, Text::made("}"));
            } else {
                line(parts, indent, Text::shifted(from.clone(), indent, text));
            }
        }
    }
}

fn line(parts: &mut Vec<Text>, indent: &str, text: Text) {
    parts.extend([Text::made(indent), text, Text::made("\n")]);
}
