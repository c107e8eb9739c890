//! Loops that keep the author's own test before each copy.
//!
//! ```text
//! while (*p != 0) {              {
//!   body                           int i = 0;
//!   if (!(*p != 0)) break;         if (i < N) { body i++; }
//!   body                           if (i < N) { body i++; }
//! }                                #pragma unroll 1
//!                                  for (; i < N; i++) body
//!                                }
//! ```
//!
//! On the left the checked form, by 2: the author's loop over several copies. It is right for every loop: tests, steps and
//! bodies are evaluated just as often as before, and in the same order, and iteration k is at the same place for all
//! work-items. On the right the re-checked form, for a trip count of two that the host may change: the author's own loop
//! runs the other iterations.

use crate::plan::{InnerPlans, Unroll};
use crate::points::{LoopPart, Position};
use crate::write::block::Block;
use crate::write::copies::{BodyCopy, CopyFrame, Escape};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The author's loop over `factor` copies, as a statement that begins at `indent`.
    pub fn checked(
        &self,
        unroll: &Unroll<'t>,
        factor: u32,
        is_promised: bool,
        inner_plans: &InnerPlans<'t>,
        indent: &str,
        scope: &CopyContext,
    ) -> Text {
        let inner = self.layout.deeper(indent);
        let mut scope = scope.clone();
        let escape = self.escape(unroll, &mut scope);
        let is_constant = self.constant_trips(unroll, &scope).is_some();
        let noted = |test: Text| if is_constant { test.without_notes() } else { test };
        let mut parts = vec![noted(self.header(unroll)), Text::made(" {\n")];
        if let Escape::Flag(flag) = &escape {
            parts.push(Text::Made(format!("{inner}int {flag} = 0;\n")));
        }
        let step = self.step(unroll);
        for index in 0..factor {
            let is_last = index + 1 == factor;
            // The last copy ends where the author's loop continues.
            let escape = if is_last { &Escape::None } else { &escape };
            let cut = self.cut(unroll, None, inner_plans, escape, &self.copy_scope(unroll, &scope));
            let step = step.as_ref().filter(|_| !is_last);
            let note = Self::note(unroll, Some(LoopPart::Main), Position::InBlock);
            let copy = BodyCopy { cut: &cut, frame: CopyFrame::Bare, escape, step, note };
            parts.push(self.copy_lines(copy, &inner));
            let failed = self.failed(unroll).filter(|_| !is_last && !is_promised);
            if let Some(failed) = failed {
                let then = if unroll.checks_promise {
                    let report = self.broken_promise(unroll, factor);
                    format!(" {{ {report} break; }}\n")
                } else {
                    " break;\n".to_owned()
                };
                parts.push(Text::Sequence(vec![Text::made(&*inner), noted(failed), Text::Made(then)]));
            }
        }
        parts.push(Text::Made(format!("{indent}}}")));
        parts.extend(self.tail(unroll).into_iter().flat_map(|tail| [Text::made(" "), noted(tail)]));
        Text::Sequence(parts)
    }

    pub(crate) fn rechecked(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        copies: u32,
        inner_plans: &InnerPlans<'t>,
        scope: &CopyContext,
    ) {
        block.is_left_by_break = !unroll.body.exits.breaks.is_empty();
        let mut scope = scope.clone();
        let escape = self.escape(unroll, &mut scope);
        self.initialise(block, unroll);
        escape.declare(block);
        let step = self.step(unroll);
        let cuts = self.cuts(unroll, None, copies, inner_plans, &escape, &scope);
        for index in 0..copies {
            let frame = self.test(unroll).map_or(CopyFrame::Bare, CopyFrame::BodyOf);
            let cut = &cuts[index as usize % cuts.len()];
            let note = Self::note(unroll, block.part, Position::InBlock);
            block.parts.push(
                self.copy_on_line(BodyCopy { cut, frame, escape: &escape, step: step.as_ref(), note }, &block.inner),
            );
        }
        let initializer = self.span(&unroll.site.initializer);
        block.pin(unroll.pin.rest);
        // It runs only under other macros.
        block.part = None;
        self.own_loop(block, unroll, Some((initializer, "")), inner_plans, &scope);
    }
}
