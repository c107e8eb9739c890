//! Copies that run side by side only if a test before the nest passes.
//!
//! ```text
//! if (n >= m && n <= 715827882) {
//!   …                                  the nest, jammed
//! } else {
//!   for (int i = 0; i < 4; i++) …      the author's own nest
//! }
//! ```
//!
//! The other branch is needed for each value that fails the test, and so it is the whole nest, in the author's words.

use crate::plan::{InnerPlans, Unroll};
use crate::write::block::Block;
use crate::write::renderer::{CopyContext, PlanRenderer};
use clunroll_analysis::StrideTest;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes both branches.
    pub fn under_test(&self, block: &mut Block, unroll: &Unroll<'t>, test: &StrideTest, scope: &CopyContext) {
        let inner = self.layout.deeper(&block.inner);
        let branch = || Block::new(Vec::new(), block.inner.clone(), inner.clone());
        let (mut jammed, mut own) = (branch(), branch());
        self.shape(&mut jammed, unroll, scope);
        own.part = None;
        self.own_loop(&mut own, unroll, None, &InnerPlans::new(), scope);
        block.line(format!("if ({}) {{", test.text(self.function)));
        block.parts.extend(jammed.parts);
        block.line("} else {");
        block.parts.extend(own.parts);
        block.line("}");
    }
}
