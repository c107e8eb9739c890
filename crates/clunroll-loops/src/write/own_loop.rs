//! The author's own loop, as it is written beside copies, for the remaining iterations.

use crate::layout;
use crate::plan::{InnerPlans, Unroll};
use crate::points::Position;
use crate::write::block::Block;
use crate::write::edits::{TextEdits, merged, spliced};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::LoopNode;
use lang_c::ast::ForInitializer;
use oclc_syntax::source::Span;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The author's loop with `replaced`, a part of its initialiser, made to `replacement`.
    pub fn own_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        replaced: Option<(Span, &str)>,
        inner_plans: &InnerPlans<'t>,
        scope: &CopyContext,
    ) {
        let whole = self.span(&unroll.site.tokens);
        let scope = self.copy_scope(unroll, scope);
        let inner = if scope.body.is_some() { TextEdits::new() } else { self.inner_edits(inner_plans, &scope) };
        let mut edits: TextEdits =
            replaced.into_iter().map(|(span, replacement)| (span, Text::made(replacement))).collect();
        let from = layout::line_indentation(self.file, whole.start);
        let header_end = self.header_end(&unroll.site);
        let note = Self::note(unroll, block.part, Position::BeforeBody);
        edits.push((Span::new(header_end, header_end), note));
        let labels = self.renamed_labels(&unroll.site.tokens, &scope);
        edits.extend(merged(inner, labels));
        if let Some(body) = &scope.body {
            let (open, close) = (format!(" {{\n{}", body.from), format!("\n{from}}}"));
            let text = Text::Sequence(vec![Text::Made(open), body.text.clone(), Text::Made(close)]);
            edits.push((Span::new(header_end, self.body_span(unroll).end), text));
        }
        let text = Text::shifted(from, &block.inner, spliced(whole, edits));
        block.carry(&unroll.prefix);
        block.lines(vec![text]);
    }

    /// The initialiser as a statement of its own, if there is one.
    pub fn initialise(&self, block: &mut Block, unroll: &Unroll<'t>) {
        if unroll.site.initializer.is_empty() {
            return;
        }
        let parts = vec![Text::Source(self.span(&unroll.site.initializer)), Text::made(";")];
        let header = self.function.loops.get(&unroll.site.tokens.start);
        match header {
            Some(LoopNode::For(header)) if matches!(header.initializer.node, ForInitializer::Expression(_)) => {
                block.lines(parts);
            }
            _ => block.declare_authors(parts),
        }
    }
}
