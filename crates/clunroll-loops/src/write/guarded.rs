//! Loops with a second condition: copies inside the tests of those before them.
//!
//! ```text
//! {
//!   int i = 0;
//!   if (i < 2 && a > e) {
//!     body ++i;
//!     if (i < 2 && a > e) {
//!       body ++i;
//!     }
//!   }
//! }
//! ```
//!
//! The tests, steps and bodies are the author's, in their order. After a test that fails, nothing follows. After the last copy, the test
//! fails: the condition that counts does not hold. Conditions before that one are evaluated there once more, as in the author's loop;
//! those after it are not. A `break` leaves the block around all copies.

use crate::plan::{InnerPlans, Unroll};
use crate::points::{LoopPart, Position};
use crate::write::block::Block;
use crate::write::copies::{BodyCopy, CopyFrame};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;

impl<'t> PlanRenderer<'_, '_, 't> {
    pub(crate) fn guarded(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        copies: u32,
        is_tested_once_more: bool,
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
        let mut indents = vec![block.inner.clone()];
        for index in 0..copies as usize {
            indents.push(self.layout.deeper(&indents[index]));
        }
        for index in 0..copies as usize {
            let (outer, inner) = (&indents[index], &indents[index + 1]);
            let test = unroll.site.test.map(|test| {
                let test = Text::Repeated(self.span(&self.function.tokens(test)));
                let test = Self::noted_test(unroll, LoopPart::Main, test);
                Text::Sequence(vec![Text::made("if ("), test, Text::made(")")])
            });
            let copy = BodyCopy {
                cut: &cuts[index % cuts.len()],
                frame: CopyFrame::Bare,
                escape: &escape,
                step: step.as_ref(),
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            let head = Text::Sequence([vec![Text::made(&**outer)], test.into_iter().collect()].concat());
            block.parts.extend([head, Text::made(" {\n"), self.copy_lines(copy, inner)]);
        }
        if let Some(test) = unroll.site.test.filter(|_| is_tested_once_more) {
            let test = Text::Repeated(self.span(&self.function.tokens(test)));
            let innermost = Text::made(&*indents[copies as usize]);
            block.parts.push(Text::Sequence(vec![innermost, Text::made("(void)("), test, Text::made(");\n")]));
        }
        for indent in indents[..copies as usize].iter().rev() {
            block.parts.push(Text::Made(format!("{indent}}}\n")));
        }
    }
}
