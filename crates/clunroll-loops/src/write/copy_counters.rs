//! A counter for each copy of a main loop, for the compilers of CPUs.
//!
//! ```text
//! int x_base = 0;
//! int x_1 = -3, x_2 = -2, x_3 = -1;
//! for (; x_base < x_end; x_base += 4) {
//!   { const int x = x_base; sum += in[row * width + x]; }
//!   { const int x = x_1 += 4; sum += in[row * width + x]; }
//!   …
//! ```
//!
//! LLVM computes an index of `int`s in 64 bits where it sees that a loop counts the variable and nothing overflows. That is
//! told by the sum of the index; of `row * width + (x_base + 1)` it makes `(row * width + 1) + x_base`, which may overflow
//! where the author's sum did not, and is then added up in 32 bits and converted for each copy. A variable of its own
//! keeps the sum as it is, and what unrolls by itself after that step is not ahead (docs/PERFORMANCE.md).
//!
//! A counter begins a pass before its first value, which must be a value of the variable's type. It moves on where its copy
//! begins, so that it has no other values but those of iterations that the author's loop runs: nothing overflows that did
//! not before. A pass that is left early leaves the loop, and nobody asks for the counters any more.

use crate::limits::COUNTERS_IN_LINE;
use crate::plan::Unroll;
use crate::plan::shape::Numbers;
use crate::values::literal;
use crate::write::block::Block;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Declares the counters of all copies but the first; their names, in that order.
    pub fn declare_counters(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        type_text: &str,
        factor: u32,
        numbers: &Numbers,
        scope: &mut CopyContext,
    ) -> Vec<String> {
        let (true, Some(start)) = (unroll.has_counters, numbers.start) else { return Vec::new() };
        let names: Vec<_> = (1..factor).map(|index| self.fresh(unroll, &index.to_string(), scope)).collect();
        let declarators = (1..factor).zip(&names);
        let declarators: Vec<_> = declarators
            .map(|(index, name)| {
                format!("{name} = {}", literal(numbers.first_of_counter(start, factor, index), numbers.kind))
            })
            .collect();
        for line in declarators.chunks(COUNTERS_IN_LINE) {
            block.declare(vec![Text::Made(format!("{type_text} {};", line.join(", ")))]);
        }
        names
    }
}
