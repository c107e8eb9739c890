//! Loops whose trips are counted when they start: a main loop of several copies, and the remainder after it.
//!
//! ```text
//! {
//!   const int i_end = 0 < n ? n - (int)((uint)n % 4u) : 0;
//!   int i_base = 0;
//!   for (; i_base < i_end; i_base += 4) {
//!     { const int i = i_base; body }
//!     …
//!   }
//!   for (int i = i_base; i < n; i++) body
//! }
//! ```
//!
//! Where copies cannot declare the variable as a constant, the author's step is written between them. For a pointer, the
//! remaining distance is counted down. After a `break`, the test of the main loop still holds: so the block is left, too,
//! without the remainder.

use crate::legal::asserted::is_macro_of_host;
use crate::plan::shape::{EndNumbers, MainLoopEnd, RemainderShape, VariableStyle};
use crate::plan::{InnerPlans, Unroll};
use crate::points::LoopPart;
use crate::write::block::Block;
use crate::write::bounds::{EndOperands, RuntimeStepEnd};
use crate::write::full::{Based, MainHead, value_after};
use crate::write::remainder::Remains;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::Induction;
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::{IntegerType, parse_integer};
use oclc_syntax::source::Span;
use oclc_syntax::tree::TokenRange;

impl<'t> PlanRenderer<'_, '_, 't> {
    pub(crate) fn counted(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        counted: &Counted<'_, 't>,
        scope: &CopyContext,
    ) {
        let mut scope = scope.clone();
        let is_followed = scope.version().is_none_or(|version| version.rest > 0);
        block.is_left_by_break = is_followed && !unroll.body.exits.breaks.is_empty();
        match (counted.ending, counted.style) {
            (MainLoopEnd::Value(numbers), VariableStyle::Declared(declared)) => {
                self.based(block, unroll, counted, numbers, declared, &mut scope);
            }
            _ => self.stepped(block, unroll, counted, &mut scope),
        }
    }

    /// A main loop with the author's test, on his promise that no pass is incomplete.
    pub fn exact(&self, block: &mut Block, unroll: &Unroll<'t>, exact: &Exact<'_, 't>, scope: &CopyContext) {
        let &Exact { counter, style, stride, factor, inner_plans } = exact;
        let (VariableStyle::Declared(declared), Some(start)) = (style, counter.start) else { return };
        let mut scope = scope.clone();
        let base = self.fresh(unroll, "base", &mut scope);
        let escape = self.escape(unroll, &mut scope);
        escape.declare(block);
        let advance = if stride > 0 { "+=" } else { "-=" };
        let pass = stride.unsigned_abs() * u128::from(factor);
        if unroll.prefix.carried().next().is_none() {
            block.is_next_statement();
        }
        block.carry(&unroll.prefix);
        block.lines(vec![
            Text::Made(format!("for ({} {base} = ", self.type_text(declared))),
            self.operand_text(start),
            Text::Made(format!("; {base} {} ", counter.comparison.text())),
            self.enclosed(counter.bound),
            Text::Made(format!("; {base} {advance} {pass}) {{")),
        ]);
        let value = |index| value_after(&base, stride, index);
        self.based_copies(
            block,
            unroll,
            &Based { counter, style, factor, inner_plans, value: &value },
            &escape,
            &scope,
        );
        block.line("}");
    }

    /// The form in which each copy declares the variable.
    fn based(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        counted: &Counted<'_, 't>,
        numbers: &EndNumbers,
        declared: &TokenRange,
        scope: &mut CopyContext,
    ) {
        let &Counted { counter, style, factor, inner_plans, rest, .. } = counted;
        let &EndNumbers { kind, stride, start, start_fits, bound_kind, bound: known_bound, .. } = numbers;
        let end_name = self.fresh(unroll, "end", scope);
        let base = self.fresh(unroll, "base", scope);
        let bound = self.bound(unroll, counter.bound, "bound", scope);
        let mut end = EndOperands {
            comparison: counter.comparison,
            stride,
            factor,
            kind,
            start,
            first: &base,
            first_kind: kind,
            bound: &bound.text,
            bound_kind,
            bound_value: bound.value,
            known_bound,
        };
        let main_kind = end.counter();
        end.first_kind = main_kind;
        let start_span = counter.start.map(|start| self.span(&self.function.tokens(start)));
        let start_text = start_span.map_or_else(|| Text::made(""), Text::Source);
        let type_text = if main_kind == kind { self.type_text(declared) } else { main_kind.name().to_owned() };
        // Where the main loop counts in another type, the value still passes through the variable's own.
        let value = if main_kind == kind || start_fits {
            start_text
        } else {
            Text::Sequence(vec![Text::Made(format!("({})(", kind.name())), start_text, Text::made(")")])
        };
        let base_line = vec![Text::Made(format!("{type_text} {base} = ")), value, Text::made(";")];
        // The first value comes first where the end is computed from it, and where the author's text may depend on it.
        if start.is_none() {
            block.declare(base_line.clone());
        }
        self.declare_bound(block, &bound, bound_kind);
        block.declare_constant(main_kind, &end_name, &end_of(&end, scope));
        if start.is_some() {
            block.declare(base_line);
        }
        let counters = self.declare_counters(block, unroll, &type_text, factor, numbers, scope);
        let escape = self.escape(unroll, scope);
        escape.declare(block);
        let (operator, advance) = (end.operator(), if stride > 0 { "+=" } else { "-=" });
        let pass = stride.unsigned_abs() * u128::from(factor);
        block.carry(&unroll.prefix);
        block.pin(unroll.pin.main);
        block.line(format!("for (; {base} {operator} {end_name}; {base} {advance} {pass}) {{"));
        let value = |index: u32| match counters.get((index as usize).wrapping_sub(1)) {
            Some(own) => format!("{own} {advance} {pass}"),
            None => value_after(&base, stride, index),
        };
        self.based_copies(block, unroll, &Based { counter, style, factor, inner_plans, value: &value }, &escape, scope);
        block.line("}");
        if block.is_left_by_break {
            block.leave_where(unroll, format!("{base} {operator} {end_name}"));
        }
        if unroll.checks_promise {
            block.line(format!("if ({})", end.test(&base)));
            self.report_promise(block, unroll, factor);
        }
        block.part = Some(LoopPart::Remainder);
        block.note_remainder(unroll, rest);
        if rest == RemainderShape::Loop {
            let replaced = start_span.map(|span| (span, &*base));
            block.pin(unroll.pin.rest);
            self.own_loop(block, unroll, replaced, inner_plans, scope);
        } else {
            let copies = rest_copies(factor, scope);
            let remains = Remains { counter, style, end, inner_plans, escape: &escape, scope, copies };
            self.remainder(block, unroll, rest, &remains);
        }
        block.note_end_of_remainder(unroll, rest, self.residue(counter, scope));
    }

    /// The form with the author's step between the copies.
    fn stepped(&self, block: &mut Block, unroll: &Unroll<'t>, counted: &Counted<'_, 't>, scope: &mut CopyContext) {
        let &Counted { counter, style, factor, ending, rest, inner_plans } = counted;
        self.initialise(block, unroll);
        let bound = self.bound(unroll, counter.bound, "bound", scope);
        let mut value_end = None;
        let (test, advance) = match *ending {
            MainLoopEnd::Value(EndNumbers { kind, stride, start, bound_kind, bound: known_bound, .. }) => {
                let end_name = self.fresh(unroll, "end", scope);
                self.declare_bound(block, &bound, bound_kind);
                let end = EndOperands {
                    comparison: counter.comparison,
                    stride,
                    factor,
                    kind,
                    start,
                    first: counter.name,
                    first_kind: kind,
                    bound: &bound.text,
                    bound_kind,
                    bound_value: bound.value,
                    known_bound,
                };
                block.declare_constant(end.counter(), &end_name, &end_of(&end, scope));
                let test = format!("{} {} {end_name}", counter.name, end.operator());
                value_end = Some(end);
                (test, None)
            }
            MainLoopEnd::Distance { stride } => {
                let left = self.fresh(unroll, "left", scope);
                self.declare_distance(block, counter, stride, &left);
                let pass = stride.unsigned_abs() * u128::from(factor);
                (format!("{left} >= {pass}"), Some(format!("{left} -= {pass}")))
            }
            MainLoopEnd::Stepped { kind, bound_kind, by, is_tested } => {
                let end_name = self.fresh(unroll, "end", scope);
                self.declare_bound(block, &bound, bound_kind);
                let step = self.fresh(unroll, "step", scope);
                let end = RuntimeStepEnd {
                    comparison: counter.comparison,
                    factor,
                    kind,
                    name: counter.name,
                    bound: &bound.text,
                    bound_kind,
                    bound_value: bound.value,
                    step: &step,
                };
                let runs = format!("{} {} {}", counter.name, counter.comparison.text(), bound.text);
                let name = format!("const {} {step}", end.step_kind().name());
                self.declare_step(block, &name, by, is_tested.then_some(&*runs));
                block.declare_constant(end.kind(), &end_name, &end.expression());
                (format!("{} {} {end_name}", counter.name, end.operator()), None)
            }
        };
        let escape = self.escape(unroll, scope);
        escape.declare(block);
        block.pin(unroll.pin.main);
        let leaves = block.is_left_by_break.then(|| test.clone());
        self.stepped_loop(block, unroll, MainHead { test, advance }, factor, inner_plans, &escape, scope);
        if let Some(test) = leaves {
            block.leave_where(unroll, test);
        }
        if unroll.checks_promise {
            block.lines(self.test(unroll).into_iter().collect());
            self.report_promise(block, unroll, factor);
        }
        block.part = Some(LoopPart::Remainder);
        block.note_remainder(unroll, rest);
        if let (Some(end), RemainderShape::Nested | RemainderShape::Switch | RemainderShape::Versions) =
            (value_end, rest)
        {
            let copies = rest_copies(factor, scope);
            let remains = Remains { counter, style, end, inner_plans, escape: &escape, scope, copies };
            self.remainder(block, unroll, rest, &remains);
        } else {
            let initializer = self.span(&unroll.site.initializer);
            let replaced = (!unroll.site.initializer.is_empty()).then_some((initializer, ""));
            block.pin(unroll.pin.rest);
            self.own_loop(block, unroll, replaced, inner_plans, scope);
        }
        block.note_end_of_remainder(unroll, rest, self.residue(counter, scope));
    }

    /// Declares the step. If it may have no value, it is computed only if the loop runs.
    fn declare_step(&self, block: &mut Block, name: &str, by: &Node<Expression>, runs: Option<&str>) {
        let declaration = Text::Made(format!("{name} = "));
        block.declare(match runs {
            Some(runs) => {
                vec![declaration, Text::Made(format!("{runs} ? ")), self.operand_text(by), Text::made(" : 0;")]
            }
            None => vec![declaration, self.operand_text(by), Text::made(";")],
        });
    }

    /// Declares the number of elements between a pointer and its bound.
    fn declare_distance(&self, block: &mut Block, counter: &Induction<'t>, stride: i128, left: &str) {
        let bound = self.enclosed(counter.bound);
        let difference = if stride > 0 {
            vec![bound, Text::Made(format!(" - {};", counter.name))]
        } else {
            vec![Text::Made(format!("{} - ", counter.name)), bound, Text::made(";")]
        };
        block.declare([vec![Text::Made(format!("ptrdiff_t {left} = "))], difference].concat());
    }

    /// The bound in the computation of the end: its own text if that is one token, else a name.
    pub fn bound(
        &self,
        unroll: &Unroll<'t>,
        node: &'t Node<Expression>,
        suffix: &str,
        scope: &mut CopyContext,
    ) -> Bound<'t> {
        let function = self.function;
        let range = function.tokens(node);
        let value = self.written_number(&range);
        let is_one_token =
            range.len() == 1 && function.source_span(&range).is_some() && !is_macro_of_host(function, range.start);
        if let Some(version) = scope.version() {
            return Bound { text: version.bound.clone(), value, declares: None };
        }
        if is_one_token || value.is_some() {
            return Bound { text: function.text_of(&range), value, declares: None };
        }
        Bound { text: self.fresh(unroll, suffix, scope), value, declares: Some(node) }
    }

    fn declare_bound(&self, block: &mut Block, bound: &Bound<'t>, kind: IntegerType) {
        block.declare_if_needed(bound.declaration(self, kind));
    }

    /// The line that reports, once for each run of the loop, that its trip count is not a multiple of the factor as
    /// promised.
    pub fn report_promise(&self, block: &mut Block, unroll: &Unroll<'t>, factor: u32) {
        block.line(format!("{}{}", self.layout.step(&block.inner), self.broken_promise(unroll, factor)));
    }

    /// The call of `printf` that reports this.
    pub fn broken_promise(&self, unroll: &Unroll<'t>, factor: u32) -> String {
        let start = self.span(&unroll.site.tokens).start;
        let header = self.file.slice(Span::new(start, self.header_end(&unroll.site)));
        let header = in_format(&String::from_utf8_lossy(header));
        format!(
            "printf(\"broken promise: the trip count is no multiple of {factor}, as `#pragma clunroll exact` says: \
             {header}\\n\");"
        )
    }

    /// An operand of the header in the author's words, or, where a macro makes it, as its expanded tokens.
    fn operand_text(&self, node: &Node<Expression>) -> Text {
        let function = self.function;
        let range = function.tokens(node);
        match function.source_span(&range) {
            Some(span) => Text::Source(span),
            None => Text::Made(function.text_of(&range)),
        }
    }

    /// The same in parentheses, unless it is one token.
    fn enclosed(&self, node: &Node<Expression>) -> Text {
        let text = self.operand_text(node);
        if self.function.tokens(node).len() == 1 {
            return text;
        }
        Text::Sequence(vec![Text::made("("), text, Text::made(")")])
    }

    /// The value of tokens that are a number, or a minus and a number, in no macro.
    fn written_number(&self, range: &TokenRange) -> Option<i128> {
        let tokens = &self.function.parsed.expansion.tokens[range.clone()];
        if tokens.iter().any(|token| token.call.is_some()) {
            return None;
        }
        match tokens {
            [number] => parse_integer(&number.text).map(|known| known.value),
            [minus, number] if minus.is(Punct::Minus) => parse_integer(&number.text).map(|known| -known.value),
            _ => None,
        }
    }
}

/// A counted loop as it was planned.
pub struct Counted<'a, 't> {
    pub counter: &'a Induction<'t>,
    pub style: &'a VariableStyle,
    pub factor: u32,
    pub ending: &'a MainLoopEnd<'t>,
    pub rest: RemainderShape,
    pub inner_plans: &'a InnerPlans<'t>,
}

/// A loop without a remainder, by the author's promise.
pub struct Exact<'a, 't> {
    pub counter: &'a Induction<'t>,
    pub style: &'a VariableStyle,
    pub stride: i128,
    pub factor: u32,
    pub inner_plans: &'a InnerPlans<'t>,
}

/// The bound in the arithmetic of the main loop's end; or the start.
#[derive(Default)]
pub struct Bound<'t> {
    /// A name or a number.
    pub text: String,
    /// Its value, where it is a number.
    pub value: Option<i128>,
    /// The expression of that name, if the name still has to be declared.
    pub declares: Option<&'t Node<Expression>>,
}

impl<'t> Bound<'t> {
    /// Its declaration, where it is yet to be declared.
    pub fn declaration(&self, renderer: &PlanRenderer<'_, '_, 't>, kind: IntegerType) -> Option<Text> {
        let declaration = Text::Made(format!("const {} {} = ", kind.name(), self.text));
        Some(Text::Sequence(vec![declaration, renderer.operand_text(self.declares?), Text::made(";")]))
    }
}

/// The end of a main loop; in a version, where it is known how many iterations remain, without computing that again.
fn end_of(end: &EndOperands<'_>, scope: &CopyContext) -> String {
    scope.version().and_then(|version| end.value_before(version.rest)).unwrap_or_else(|| end.expression())
}

/// How many copies may remain after a main loop.
fn rest_copies(factor: u32, scope: &CopyContext) -> u32 {
    scope.version().map_or(factor - 1, |version| version.rest)
}

/// A text of the author's on one line, as `printf` takes it.
pub fn in_format(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%");
    line.chars().filter(char::is_ascii).collect()
}
