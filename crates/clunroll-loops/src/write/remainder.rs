//! The remainder of a counted main loop, in the forms other than the author's own loop.
//!
//! ```text
//! if (i_base < n) {                          switch (n - i_base) {
//!   { const int i = i_base; body }           case 3:
//!   if (i_base + 1 < n) {                      { const int i = n - 3; body }
//!     { const int i = i_base + 1; body }     case 2:
//!     if (i_base + 2 < n) {                    { const int i = n - 2; body }
//!       const int i = i_base + 2;            case 1:
//!       body                                   { const int i = n - 1; body }
//!     }                                      }
//!   }
//! }
//! ```
//!
//! Less than a pass remains, as `legal/counted.rs` has proven. The jump goes to the copy of the first remaining
//! iteration, and falls through the copies after it, so that the order is the author's. A `break` leaves the block
//! around the nested tests, or the `switch`; either way nothing follows.

use crate::plan::shape::{RemainderShape, VariableStyle};
use crate::plan::{InnerPlans, Unroll};
use crate::points::{LoopPart, Position};
use crate::write::block::Block;
use crate::write::bounds::EndOperands;
use crate::write::copies::{BodyCopy, CopyFrame, Cut, Escape};
use crate::write::loads_first::CopyValue;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::Induction;

/// The data for writing a remainder.
pub struct Remains<'a, 't> {
    pub counter: &'a Induction<'t>,
    pub style: &'a VariableStyle,
    /// The operands of the main loop's end; its `first` is the variable that the main loop counts in.
    pub end: EndOperands<'a>,
    /// How many copies there are.
    pub copies: u32,
    pub inner_plans: &'a InnerPlans<'t>,
    pub escape: &'a Escape,
    pub scope: &'a CopyContext,
}

impl Remains<'_, '_> {
    /// How control leaves the copy for iteration `index` of the remainder.
    fn escape_of(&self, index: u32) -> &Escape {
        // A step would follow it.
        let is_last = index + 1 == self.copies && *self.style != VariableStyle::Stepped;
        if is_last { self.escape.of_last() } else { self.escape }
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes the remainder of the main loop as straight copies.
    pub fn remainder(&self, block: &mut Block, unroll: &Unroll<'t>, rest: RemainderShape, remains: &Remains<'_, 't>) {
        let Remains { copies, inner_plans, scope, .. } = remains;
        let mut cuts: Vec<Cut> = Vec::new();
        for index in 0..*copies {
            let escape = remains.escape_of(index);
            cuts.push(self.cut(unroll, Some(remains.style), inner_plans, escape, &self.copy_scope(unroll, scope)));
        }
        let indent = block.inner.clone();
        let text = match rest {
            RemainderShape::Nested => self.nested(unroll, remains, &cuts, 0, &indent),
            RemainderShape::Switch => self.switched(unroll, remains, &cuts, &indent),
            RemainderShape::Versions => self.straight(unroll, remains, &cuts, &indent),
            RemainderShape::Loop => return,
        };
        block.parts.push(text);
    }

    /// The copy for iteration `index` of the remainder, after its test, and all copies after it.
    fn nested(&self, unroll: &Unroll<'t>, remains: &Remains<'_, 't>, cuts: &[Cut], index: u32, indent: &str) -> Text {
        if index == remains.copies {
            return Text::made("");
        }
        let inner = format!("{indent}{}", self.layout.unit);
        let value = remains.end.value_at(index);
        let own_test = if *remains.style == VariableStyle::Stepped { self.test(unroll) } else { None };
        let test = own_test.unwrap_or_else(|| Text::Made(format!("if ({})", remains.end.test(&value))));
        if let Some(copy) = self.innermost(unroll, remains, &cuts[index as usize], index, &value, indent) {
            return Text::Sequence(vec![Text::made(indent), test, Text::made(" "), copy]);
        }
        let copy = self.remainder_copy(unroll, remains, cuts, index, &value, &inner);
        let deeper = self.nested(unroll, remains, cuts, index + 1, &inner);
        Text::Sequence(vec![
            Text::made(indent),
            test,
            Text::made(" {\n"),
            copy,
            deeper,
            Text::Made(format!("{indent}}}\n")),
        ])
    }

    /// The copy in the innermost test, if it is one block: that block is the one of the test.
    fn innermost(
        &self,
        unroll: &Unroll<'t>,
        remains: &Remains<'_, 't>,
        cut: &Cut,
        index: u32,
        value: &str,
        indent: &str,
    ) -> Option<Text> {
        let frame = self.frame(unroll, remains.counter, remains.style, &CopyValue::Text(value.to_owned()), cut);
        let escape = remains.escape_of(index);
        let is_block = index + 1 == remains.copies && cut.is_statement() && *escape == Escape::None && frame.is_block();
        if !is_block {
            return None;
        }
        let before = format!("{indent}if ({})", remains.end.test(value));
        let on_line = self.fits_on_line(cut, &frame, None, &before);
        let note = Self::note(unroll, Some(LoopPart::Remainder), Position::InBlock);
        let mut copy = self.copy(BodyCopy { cut, frame, escape, step: None, note }, indent, on_line);
        copy.remove_start(indent);
        Some(copy)
    }

    fn switched(&self, unroll: &Unroll<'t>, remains: &Remains<'_, 't>, cuts: &[Cut], indent: &str) -> Text {
        let inner = format!("{indent}{}", self.layout.unit);
        let mut parts = vec![Text::Made(format!("{indent}switch ({}) {{\n", remains.end.remaining()))];
        for index in 0..remains.copies {
            let left = remains.copies - index;
            let value = remains.end.value_before(left).unwrap_or_default();
            let copy = self.remainder_copy(unroll, remains, cuts, index, &value, &inner);
            // A label needs a statement after it.
            let nothing = if cuts[index as usize].is_statement() { "" } else { " ;" };
            parts.push(Text::Made(format!("{indent}case {left}:{nothing}\n")));
            parts.push(copy);
        }
        parts.push(Text::Made(format!("{indent}}}\n")));
        Text::Sequence(parts)
    }

    /// All copies, where it is known that all of them run.
    fn straight(&self, unroll: &Unroll<'t>, remains: &Remains<'_, 't>, cuts: &[Cut], indent: &str) -> Text {
        let copies = (0..remains.copies).map(|index| {
            let value = remains.end.value_at(index);
            self.remainder_copy(unroll, remains, cuts, index, &value, indent)
        });
        Text::Sequence(copies.collect())
    }

    /// One copy of the remainder, for that value.
    fn remainder_copy(
        &self,
        unroll: &Unroll<'t>,
        remains: &Remains<'_, 't>,
        cuts: &[Cut],
        index: u32,
        value: &str,
        indent: &str,
    ) -> Text {
        let cut = &cuts[index as usize];
        let escape = remains.escape_of(index);
        let note = Self::note(unroll, Some(LoopPart::Remainder), Position::InBlock);
        if *remains.style == VariableStyle::Stepped {
            let step = self.step(unroll);
            return self
                .copy_lines(BodyCopy { cut, frame: CopyFrame::Bare, escape, step: step.as_ref(), note }, indent);
        }
        let frame = self.frame(unroll, remains.counter, remains.style, &CopyValue::Text(value.to_owned()), cut);
        let on_line = self.fits_on_line(cut, &frame, None, indent);
        self.copy(BodyCopy { cut, frame, escape, step: None, note }, indent, on_line)
    }
}
