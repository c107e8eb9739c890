//! Loops that count down to zero, where the trip count is not right for every value.
//!
//! ```text
//! while (n >= 4) {                         while (d >= 4) {
//!   n--; body                                body d--;
//!   n--; body                                body d--;
//!   n--; body                                body d--;
//!   n--; body                                body d--;
//! }                                        }
//! while (n--) body                         for (; d; d--) body
//! ```
//!
//! Where the main loop begins a pass, as many tests hold as it has copies, and nothing but the step changes the variable. So each copy has
//! the author's step, and no test. The author's own loop makes all tests that may fail: it takes a variable that is below zero from the
//! beginning, and leaves the value that the author's loop leaves.

use crate::plan::shape::RemainderShape;
use crate::plan::{InnerPlans, Unroll};
use crate::points::{LoopPart, Position};
use crate::values::literal;
use crate::write::block::Block;
use crate::write::copies::{BodyCopy, CopyFrame};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::{Countdown, Residue};

impl<'t> PlanRenderer<'_, '_, 't> {
    pub(crate) fn countdown(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        countdown: &Countdown<'t>,
        factor: u32,
        inner_plans: &InnerPlans<'t>,
        scope: &CopyContext,
    ) {
        let mut scope = scope.clone();
        self.initialise(block, unroll);
        let escape = self.escape(unroll, &mut scope);
        let step = self.step(unroll);
        let cuts = self.cuts(unroll, None, factor, inner_plans, &escape, &scope);
        block.carry(&unroll.prefix);
        block.pin(unroll.pin.main);
        let least = literal(countdown.least(factor), countdown.kind);
        block.line(format!("while ({} >= {least}) {{", countdown.name));
        let inner = self.layout.deeper(&block.inner);
        for index in 0..factor {
            if let Some(step) = &countdown.step_in_test {
                let step = Text::Repeated(self.span(step));
                block.parts.push(Text::Sequence(vec![Text::made(&*inner), step, Text::made(";\n")]));
            }
            let copy = BodyCopy {
                cut: &cuts[index as usize % cuts.len()],
                frame: CopyFrame::Bare,
                escape: &escape,
                step: step.as_ref(),
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            block.parts.push(self.copy_lines(copy, &inner));
        }
        block.line("}");
        block.part = Some(LoopPart::Remainder);
        block.note_remainder(unroll, RemainderShape::Loop);
        let initializer = self.span(&unroll.site.initializer);
        let replaced = (!unroll.site.initializer.is_empty()).then_some((initializer, ""));
        block.pin(unroll.pin.rest);
        self.own_loop(block, unroll, replaced, inner_plans, &scope);
        block.note_end_of_remainder(unroll, RemainderShape::Loop, Residue::ALL);
    }
}
