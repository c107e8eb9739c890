//! Loops whose trip count nothing outside the source can change: all iterations written out, or a main loop and the rest written out.
//!
//! ```text
//! { int i = 0; body }                      for (int i_base = 0; i_base != 4; i_base += 2) {
//! { int i = 1; body }                        { const int i = i_base; body }
//! …                                          { const int i = i_base + 1; body }
//!                                          }
//!                                          { int i = 4; body }
//! ```
//!
//! A copy in a nest in which a number may stand for each use of the variable needs no declaration (`facts/numbers_in_place.rs`): `a[0] = b[0];`.
//!
//! If the body has a `break`, the copies are in a loop that runs once, which the `break` leaves.
//!
//! The main loop reaches its end exactly: the end is a whole number of passes after its start, and a value of the variable's type. So it
//! tests with `!=`: LLVM turns a loop of two passes that tests with `<` into one that takes its counter from a list of two values, and
//! then knows neither its trip count nor its step (docs/PERFORMANCE.md).

use crate::facts::numbers_in_place::number_kind;
use crate::plan::shape::{Shape, VariableStyle};
use crate::plan::{InnerPlans, RequestPlan, Unroll};
use crate::points::{LoopPart, Position};
use crate::values::{literal, typed};
use crate::write::block::Block;
use crate::write::copies::{BodyCopy, CopyFrame, Cut, Escape};
use crate::write::jam::SideBySide;
use crate::write::loads_first::{CopyValue, ValuesOfCopies};
use crate::write::naming::Naming;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::{HeaderNumbers, Induction, Step};
use oclc_syntax::preprocess::IntegerType;

/// The known values of a loop's variable in some iterations.
pub struct KnownValues<'a, 't> {
    pub counter: &'a Induction<'t>,
    pub style: &'a VariableStyle,
    pub header: &'a HeaderNumbers,
    /// The first of the iterations.
    pub first: u64,
}

/// The copies in a main loop that counts in a variable of its own.
pub struct Based<'a, 't> {
    pub counter: &'a Induction<'t>,
    pub style: &'a VariableStyle,
    pub factor: u32,
    pub inner_plans: &'a InnerPlans<'t>,
    /// The value of the author's variable in a copy, by the number of the copy.
    pub value: &'a dyn Fn(u32) -> String,
}

/// The header of a main loop with the author's step between the copies.
pub struct MainHead {
    pub test: String,
    /// The text before the author's step.
    pub advance: Option<String>,
}

impl<'t> PlanRenderer<'_, '_, 't> {
    pub(crate) fn full(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        values: &KnownValues<'_, 't>,
        copies: &[InnerPlans<'t>],
        scope: &CopyContext,
    ) {
        let &KnownValues { counter, style, header, .. } = values;
        block.is_left_by_break = !copies.is_empty() && !unroll.body.exits.breaks.is_empty();
        let mut scope = scope.clone();
        let escape = if copies.is_empty() {
            Escape::None
        } else if copies.len() == 1 && block.is_left_by_break && matches!(style, VariableStyle::Declared(_)) {
            // Both ways out end the only copy.
            block.is_left_by_break = false;
            Escape::Once
        } else {
            self.escape(unroll, &mut scope)
        };
        if *style == VariableStyle::Stepped {
            // If the loop never runs, its own variables are not used.
            if !copies.is_empty() || counter.declared.is_none() {
                self.initialise(block, unroll);
                for name in self.idle_variables(unroll, counter, copies.len()) {
                    block.line(format!("(void){name};"));
                }
            }
            escape.declare(block);
            self.stepped_copies(block, unroll, counter, copies, &escape, &scope);
            return;
        }
        escape.declare(block);
        if let (Some(jam), VariableStyle::Declared(declared)) = (&unroll.jam, style) {
            let kind = header.kind.unwrap_or(IntegerType::INT);
            let value = |index: u32| literal(header.value(u64::from(index)), kind);
            let note = Self::note(unroll, block.part, Position::InBlock);
            let (copies, value) = (copies.len() as u32, &value);
            let side_by_side = SideBySide { jam, declared, copies, value, scope: &scope, note, is_in_loop: false };
            return self.side_by_side(block, side_by_side);
        }
        self.constant_copies(block, unroll, values, copies, &escape, &scope);
        set_last(block, unroll, values, copies.len() as u64);
    }

    /// The type of the constants that copies declare, or of a main loop's own variable in their place.
    fn type_of(&self, style: &VariableStyle) -> Option<String> {
        match style {
            VariableStyle::Declared(declared) => Some(self.type_text(declared)),
            VariableStyle::Replaced(text) => Some(text.clone()),
            VariableStyle::Assigned | VariableStyle::Stepped => None,
        }
    }

    /// A copy for each of the values.
    fn constant_copies(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        &KnownValues { counter, style, header, first }: &KnownValues<'_, 't>,
        copies: &[InnerPlans<'t>],
        escape: &Escape,
        scope: &CopyContext,
    ) {
        let number = |offset: usize| header.value(first + offset as u64);
        let mut replaced = vec![Vec::new(); copies.len()];
        if let (Some(moved), Shape::Full { .. }) = (&unroll.loads, &unroll.shape) {
            let value = |copy: u32| CopyValue::Number(number(copy as usize));
            let values = ValuesOfCopies { copies: copies.len() as u32, value: &value };
            let (lines, loads) = self.loads_first(moved, &values, scope, &block.inner);
            block.has_made_names();
            block.parts.extend(lines);
            replaced = loads;
        }
        let mut cuts = Vec::new();
        for (offset, (inner_plans, loads)) in copies.iter().zip(replaced).enumerate() {
            let value = literal(number(offset), header.kind.unwrap_or(IntegerType::INT));
            let is_last = offset + 1 == copies.len() && matches!(style, VariableStyle::Declared(_));
            let escape = if is_last { escape.of_last() } else { escape };
            let scope = self.copy_scope(unroll, scope).with_loads(loads).knowing(counter, number(offset));
            let cut = self.cut_with_numbers(unroll, number(offset), inner_plans, escape, &scope);
            let (cut, frame) = cut.map_or_else(
                || {
                    let cut = self.cut(unroll, Some(style), inner_plans, escape, &scope);
                    let frame = self.frame(unroll, counter, style, &CopyValue::Number(number(offset)), &cut);
                    (cut, frame)
                },
                |cut| (cut, CopyFrame::Bare),
            );
            cuts.push((cut, value, frame, escape));
        }
        let on_line = cuts.iter().all(|(cut, _, frame, _)| self.fits_on_line(cut, frame, None, &block.inner));
        if let ([(_, _, frame, _)], VariableStyle::Declared(_)) = (&cuts[..], style)
            && frame.is_block()
        {
            block.is_next_statement();
        }
        // Code that leaves the loop takes the variable's value along.
        let is_needed = unroll.body.uses_variable || (unroll.body.value_lives_on && unroll.body.exits.may_end());
        for (cut, value, frame, escape) in cuts {
            if *style == VariableStyle::Assigned && is_needed {
                block.line(format!("{} = {value};", counter.name));
            }
            let copy = BodyCopy {
                cut: &cut,
                frame,
                escape,
                step: None,
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            block.parts.push(self.copy(copy, &block.inner, on_line));
        }
    }

    /// The text of a copy that has the variable's value as a number in its place, where that is all of its uses.
    fn cut_with_numbers(
        &self,
        unroll: &Unroll<'t>,
        value: i128,
        inner_plans: &InnerPlans<'t>,
        escape: &Escape,
        scope: &CopyContext,
    ) -> Option<Cut> {
        let (counter, style) = unroll.shape.style()?;
        let kind = counter.kind.integer().and_then(number_kind)?;
        if unroll.numbers.is_empty() || unroll.loads.is_some() || !are_copies(inner_plans) {
            return None;
        }
        let number = typed(value, kind);
        let scope = scope.clone().with_numbers(unroll.numbers.iter().map(|&place| (place, number.clone())));
        let cut = self.cut(unroll, None, inner_plans, escape, &scope);
        // Text that an inner form does not cut out of the body names the variable as before.
        let may_be_named = self.may_assign(unroll, &cut.text, &scope);
        (!may_be_named && self.naming_by_tokens(unroll, Some(style), &cut.text) == Naming::Never).then_some(cut)
    }

    /// A copy for each entry of the inner plans, with the author's step after it.
    fn stepped_copies(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        counter: &Induction<'t>,
        copies: &[InnerPlans<'t>],
        escape: &Escape,
        scope: &CopyContext,
    ) {
        let step = self.step(unroll);
        for (index, inner_plans) in copies.iter().enumerate() {
            let cut = self.cut(unroll, None, inner_plans, escape, &self.copy_scope(unroll, scope));
            // The last step has no visible effect on variables that end here, or whose value is not used.
            let is_last = index + 1 == copies.len() && has_no_last_step(unroll, counter);
            let step = step.as_ref().filter(|_| !is_last);
            let copy = BodyCopy {
                cut: &cut,
                frame: CopyFrame::Bare,
                escape,
                step,
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            block.parts.push(self.copy_lines(copy, &block.inner));
        }
    }

    /// The text around a copy for that value: a block that declares it, if copies declare the variable and the copy names it.
    ///
    /// A variable with a number for its value is not `const`. The author's was not either, and compilers warn of a condition if they
    /// know its value (`x && i < 3` and `switch (i)` after `const int i = 1;`). But if the copy contains a macro of the host, `const`
    /// keeps that macro from assigning the variable: such code then fails to build, instead of computing another result.
    pub fn frame(
        &self,
        unroll: &Unroll<'t>,
        counter: &Induction<'t>,
        style: &VariableStyle,
        value: &CopyValue,
        cut: &Cut,
    ) -> CopyFrame {
        let Some(text) = self.type_of(style).filter(|_| unroll.declares_value(style)) else { return CopyFrame::Bare };
        let name = counter.name;
        let declaration = match value {
            CopyValue::Number(number) => {
                let qualifier = if cut.may_assign { "const " } else { "" };
                format!(
                    "{qualifier}{text} {name} = {};",
                    literal(*number, counter.kind.integer().unwrap_or(IntegerType::INT))
                )
            }
            CopyValue::Text(value) => format!("const {text} {name} = {value};"),
        };
        match cut.naming {
            Naming::Sure => CopyFrame::Declare(declaration),
            // The compiler never finds the variable unused, whatever a macro expands to or a condition chooses.
            Naming::Perhaps => CopyFrame::Declare(format!("{declaration} (void){name};")),
            Naming::Never => CopyFrame::Block,
        }
    }

    pub(crate) fn blocks(&self, block: &mut Block, unroll: &Unroll<'t>, scope: &CopyContext) {
        let Shape::Blocks { counter, style, header, stride, factor, in_main, main, rest } = &unroll.shape else {
            return;
        };
        let (mut scope, stride) = (scope.clone(), *stride);
        let kind = header.kind.unwrap_or(IntegerType::INT);
        let end = literal(header.value(*in_main), kind);
        let has_rest = !rest.is_empty();
        block.is_left_by_break = has_rest && !unroll.body.exits.breaks.is_empty();
        let guarded = block.is_left_by_break;
        let Some(type_text) = self.type_of(style) else {
            let escape = self.escape(unroll, &mut scope);
            self.initialise(block, unroll);
            escape.declare(block);
            let head = MainHead { test: format!("{} != {end}", counter.name), advance: None };
            self.stepped_loop(block, unroll, head, *factor, main, &escape, &scope);
            if guarded {
                block.leave_where(unroll, format!("{} != {end}", counter.name));
            }
            block.part = Some(LoopPart::Remainder);
            self.stepped_copies(block, unroll, counter, rest, &escape, &scope);
            return;
        };
        let base = self.fresh(unroll, "base", &mut scope);
        let escape = self.escape(unroll, &mut scope);
        escape.declare(block);
        let advance = if stride > 0 { "+=" } else { "-=" };
        let pass = stride.unsigned_abs() * u128::from(*factor);
        let declaration = format!("{type_text} {base} = {}", literal(header.start, kind));
        let initializer = if guarded {
            block.declare(vec![Text::Made(format!("{declaration};"))]);
            String::new()
        } else {
            declaration
        };
        let sets_variable = matches!(style, VariableStyle::Replaced(_));
        if rest.is_empty() && !sets_variable && unroll.prefix.carried().next().is_none() {
            block.is_next_statement();
        }
        block.carry(&unroll.prefix);
        block.line(format!("for ({initializer}; {base} != {end}; {base} {advance} {pass}) {{"));
        let value = |index| value_after(&base, stride, index);
        let based = Based { counter, style, factor: *factor, inner_plans: main, value: &value };
        self.based_copies(block, unroll, &based, &escape, &scope);
        block.line("}");
        if guarded {
            block.leave_where(unroll, format!("{base} != {end}"));
        }
        block.part = Some(LoopPart::Remainder);
        let values = KnownValues { counter, style, header, first: *in_main };
        self.constant_copies(block, unroll, &values, rest, &escape, &scope);
        set_last(block, unroll, &values, rest.len() as u64);
    }

    /// The copies of a main loop, each with its value.
    pub fn based_copies(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        &Based { counter, style, factor, inner_plans, value }: &Based<'_, 't>,
        escape: &Escape,
        scope: &CopyContext,
    ) {
        if let (Some(jam), VariableStyle::Declared(declared)) = (&unroll.jam, style) {
            let note = Self::note(unroll, block.part, Position::InBlock);
            let jammed = SideBySide { jam, declared, copies: factor, value, scope, note, is_in_loop: true };
            return self.side_by_side(block, jammed);
        }
        let inner = self.layout.deeper(&block.inner);
        let cuts = match &unroll.loads {
            Some(moved) => {
                let values = ValuesOfCopies { copies: factor, value: &|index| CopyValue::Text(value(index)) };
                let (lines, replaced) = self.loads_first(moved, &values, scope, &inner);
                block.parts.extend(lines);
                self.cuts_after_loads(unroll, replaced, scope, style)
            }
            None => self.cuts(unroll, Some(style), factor, inner_plans, escape, scope),
        };
        let cut = |index: u32| &cuts[index as usize % cuts.len()];
        let frame = |index| self.frame(unroll, counter, style, &CopyValue::Text(value(index)), cut(index));
        let on_line = self.fits_on_line(&cuts[0], &frame(factor - 1), None, &inner);
        for index in 0..factor {
            let copy = BodyCopy {
                cut: cut(index),
                frame: frame(index),
                escape,
                step: None,
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            block.parts.push(self.copy(copy, &inner, on_line));
        }
    }

    /// A loop of copies with the author's step between them.
    #[expect(clippy::too_many_arguments, reason = "two kinds of loops are written so")]
    pub fn stepped_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        head: MainHead,
        factor: u32,
        inner_plans: &InnerPlans<'t>,
        escape: &Escape,
        scope: &CopyContext,
    ) {
        let inner = self.layout.deeper(&block.inner);
        let step = self.step(unroll);
        let cuts = self.cuts(unroll, None, factor, inner_plans, escape, scope);
        block.carry(&unroll.prefix);
        // Steps alone: compilers warn of one in the header like the last one of the body (`-Wfor-loop-analysis`).
        let is_empty = cuts.iter().all(Cut::is_nothing);
        block.lines(match (head.advance, step.clone().filter(|_| !is_empty)) {
            // The body contains the step.
            (None, None) => vec![Text::Made(format!("while ({}) {{", head.test))],
            (advance, step) => {
                let comma = if advance.is_some() && step.is_some() { ", " } else { "" };
                let before = format!("for (; {}; {}{comma}", head.test, advance.unwrap_or_default());
                [vec![Text::Made(before)], step.into_iter().collect(), vec![Text::made(") {")]].concat()
            }
        });
        for index in 0..factor {
            let step = step.as_ref().filter(|_| is_empty || index + 1 < factor);
            let copy = BodyCopy {
                cut: &cuts[index as usize % cuts.len()],
                frame: CopyFrame::Bare,
                escape,
                step,
                note: Self::note(unroll, block.part, Position::InBlock),
            };
            block.parts.push(self.copy_lines(copy, &inner));
        }
        block.line("}");
    }
}

/// Sets the final value of a variable that outlives the loop, if the copies do not set it and anything may use it.
fn set_last(
    block: &mut Block,
    unroll: &Unroll<'_>,
    &KnownValues { counter, style, header, first }: &KnownValues<'_, '_>,
    copies: u64,
) {
    if unroll.body.value_lives_on && matches!(style, VariableStyle::Assigned | VariableStyle::Replaced(_)) {
        let last = literal(header.value(first + copies), header.kind.unwrap_or(IntegerType::INT));
        block.line(format!("{} = {last};", counter.name));
    }
}

/// Whether the step after the last copy changes nothing that is used.
fn has_no_last_step(unroll: &Unroll<'_>, counter: &Induction<'_>) -> bool {
    if counter.declared.is_some() {
        return counter.step_stays_inside;
    }
    let is_pure = matches!(&counter.step, Step::Constant(_, by) if by.facts.is_final());
    is_pure && !counter.has_companions && !unroll.body.value_lives_on
}

/// Whether the loops in a copy stay as written, or are all copies that are cut out of their bodies.
fn are_copies(inner_plans: &InnerPlans<'_>) -> bool {
    inner_plans.iter().all(|(_, plan)| match plan {
        RequestPlan::Left(_) | RequestPlan::NotAsked => true,
        RequestPlan::Choice(_) => false,
        RequestPlan::Unroll(unroll) => {
            matches!(unroll.shape, Shape::Full { .. })
                && unroll.loads.is_none()
                && unroll.jam.is_none()
                && unroll.around.is_none()
                && unroll.shape.inner_plans().all(are_copies)
        }
    })
}

/// The value `index` steps after a main loop's counter.
pub fn value_after(base: &str, stride: i128, index: u32) -> String {
    let offset = u128::from(index) * stride.unsigned_abs();
    let sign = if stride > 0 { '+' } else { '-' };
    if offset == 0 { base.to_owned() } else { format!("{base} {sign} {offset}") }
}
