//! Versions of a loop, one for each number of iterations that may remain.
//!
//! ```text
//! switch (0 < n ? (uint)n % 4u : 0) {
//!   case 0:
//!   for (int r = 0; r < rows; r++) {         the outer loop as written, with the main loop in it
//!     …
//!     for (; c_base < c_end; c_base += 4) { … }
//!   }
//!   break;
//!   case 1:
//!   for (int r = 0; r < rows; r++) {
//!     …
//!     for (; c_base < c_end; c_base += 4) { … }
//!     { const int c = c_base; … }            as many copies as the main loop leaves
//!   }
//!   break;
//!   …
//! }
//! ```
//!
//! The main loop is that of the counted form, and `bounds.rs` computes how many iterations it leaves. The proof that nested tests need
//! holds here too: less than a pass remains, and the number of copies is right.
//!
//! `legal/versions.rs` says which loop the `switch` is around.

use crate::layout;
use crate::plan::Unroll;
use crate::plan::shape::{MainLoopEnd, Shape};
use crate::write::block::{Block, LoopPlace};
use crate::write::bounds::EndOperands;
use crate::write::counted::Bound;
use crate::write::edits::{TextEdits, spliced};
use crate::write::renderer::{CopyContext, PlanRenderer, Version};
use crate::write::text::Text;
use clunroll_analysis::Induction;
use oclc_syntax::tree::TokenRange;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The `switch` over the versions in the place of the loop `around`, with the edits before that loop.
    pub fn versions(
        &self,
        unroll: &Unroll<'t>,
        around: &TokenRange,
        first: &[String],
        scope: &CopyContext,
    ) -> TextEdits {
        let Shape::Counted { counter, factor, ending: MainLoopEnd::Value(numbers), .. } = &unroll.shape else {
            return TextEdits::new();
        };
        let mut scope = scope.clone();
        let span = self.span(around);
        let indent = layout::line_indentation(self.file, span.start);
        let inner = self.layout.deeper(&indent);
        let surroundings =
            if *around == unroll.site.tokens { self.surroundings(unroll, &scope) } else { LoopPlace::ONE_STATEMENT };
        let start = self.start_of(unroll, counter, &mut scope);
        let bound = self.bound(unroll, counter.bound, "bound", &mut scope);
        let mut block = Block::new(Vec::new(), indent.clone(), inner);
        for (operand, kind) in [(&start, numbers.kind), (&bound, numbers.bound_kind)] {
            block.declare_if_needed(operand.declaration(self, kind));
        }
        block.is_next_statement();
        let end = EndOperands {
            comparison: counter.comparison,
            stride: numbers.stride,
            factor: *factor,
            kind: numbers.kind,
            start: numbers.start,
            first: &start.text,
            first_kind: numbers.kind,
            bound: &bound.text,
            bound_kind: numbers.bound_kind,
            bound_value: bound.value,
            known_bound: numbers.bound,
        };
        block.line(format!("switch ({}) {{", end.rest()));
        let inside = self.layout.deeper(&block.inner);
        let mut before = TextEdits::new();
        for rest in 0..*factor {
            let version = Version { rest, bound: bound.text.clone() };
            let edits = self.loop_edits(unroll, first, &scope.in_version(version));
            let (outer, inner): (TextEdits, TextEdits) =
                edits.into_iter().partition(|(place, _)| place.end <= span.start);
            before = outer;
            let text = Text::shifted(indent.clone(), &inside, spliced(span, inner));
            let label = Text::Made(format!("{inside}case {rest}:\n{inside}"));
            block.parts.extend([label, text, Text::Made(format!("\n{inside}break;\n"))]);
        }
        block.line("}");
        before.push((span, block.finish(&surroundings)));
        before
    }

    /// The first value's name before the loop: the variable, if the loop does not assign it.
    fn start_of(&self, unroll: &Unroll<'t>, counter: &Induction<'t>, scope: &mut CopyContext) -> Bound<'t> {
        let Shape::Counted { ending: MainLoopEnd::Value(numbers), .. } = &unroll.shape else { return Bound::default() };
        match counter.start {
            _ if numbers.start.is_some() => Bound::default(),
            None => Bound { text: counter.name.to_owned(), ..Bound::default() },
            Some(start) if numbers.start_fits => self.bound(unroll, start, "start", scope),
            Some(start) => {
                Bound { text: self.fresh(unroll, "start", scope), declares: Some(start), ..Bound::default() }
            }
        }
    }
}
