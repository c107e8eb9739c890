//! Loops whose trips are counted when they start: a main loop of several copies, and what remains behind it.
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
//! Where copies cannot declare the variable as a constant, the author's step stands between them. A pointer, or a step
//! that only the run knows, is counted down: by the distance, or by the trips, that are left. When a `break` has left the
//! main loop, its test still holds: that is how the block is left, too, without the remainder.

use super::bounds::{End, Trips};
use super::plan::{Ending, Region, Style, Unroll};
use super::render::{Block, Renderer, Scope};
use super::text::Text;
use crate::analysis::Counter;
use crate::lex::Punct;
use crate::preprocess::{IntegerType, parse_integer};
use crate::syntax::TokenRange;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl<'t> Renderer<'_, '_, 't> {
    pub(super) fn counted(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        (counter, style, ending): (&Counter<'t>, &Style, &Ending<'t>),
        factor: u32,
        region: &Region<'t>,
        scope: &Scope,
    ) {
        let mut scope = scope.clone();
        block.is_left_by_break = !unroll.body.exits.breaks.is_empty();
        match (ending, style) {
            (Ending::Value { .. }, Style::Declared(declared)) => {
                self.based(block, unroll, (counter, style, declared), ending, factor, region, &mut scope);
            }
            _ => self.stepped(block, unroll, (counter, ending), factor, region, &mut scope),
        }
    }

    /// The form in which each copy declares the variable.
    #[expect(clippy::too_many_arguments, reason = "what a counted loop is made of")]
    fn based(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        (counter, style, declared): (&Counter<'t>, &Style, &TokenRange),
        ending: &Ending<'t>,
        factor: u32,
        region: &Region<'t>,
        scope: &mut Scope,
    ) {
        let &Ending::Value { kind, stride, start, start_fits, bound_kind } = ending else { return };
        let end_name = self.fresh(unroll, "end", scope);
        let base = self.fresh(unroll, "base", scope);
        let bound = self.bound(unroll, counter.bound, "bound", scope);
        let mut end = End {
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
        };
        let main_kind = end.counter();
        end.first_kind = main_kind;
        let start_span = counter.start.map(|start| self.span(&self.planner.function.tokens(start)));
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
            block.lines(base_line.clone());
        }
        self.declare_bound(block, &bound, bound_kind);
        block.line(format!("const {} {end_name} = {};", main_kind.name(), end.expression()));
        if start.is_some() {
            block.lines(base_line);
        }
        let escape = self.escape(unroll, scope);
        escape.declare(block);
        let (operator, advance) = (end.operator(), if stride > 0 { "+=" } else { "-=" });
        let pass = stride.unsigned_abs() * u128::from(factor);
        block.carry(&unroll.prefix);
        block.line(format!("for (; {base} {operator} {end_name}; {base} {advance} {pass}) {{"));
        self.based_copies(block, unroll, (counter, style, stride), &base, factor, region, &escape, scope);
        block.line("}");
        if block.is_left_by_break {
            block.line(format!("if ({base} {operator} {end_name}) break;"));
        }
        let replaced = start_span.map(|span| (span, &*base));
        self.own_loop(block, unroll, replaced, region, scope);
    }

    /// The form in which the author's step stands between the copies.
    fn stepped(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        (counter, ending): (&Counter<'t>, &Ending<'t>),
        factor: u32,
        region: &Region<'t>,
        scope: &mut Scope,
    ) {
        self.initialise(block, unroll);
        let (main_test, head) = match *ending {
            Ending::Value { kind, stride, start, bound_kind, .. } => {
                let end_name = self.fresh(unroll, "end", scope);
                let bound = self.bound(unroll, counter.bound, "bound", scope);
                self.declare_bound(block, &bound, bound_kind);
                let end = End {
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
                };
                block.line(format!("const {} {end_name} = {};", end.counter().name(), end.expression()));
                let test = format!("{} {} {end_name}", counter.name, end.operator());
                let head = Text::Made(format!("for (; {test}; "));
                (test, head)
            }
            Ending::Distance { stride } => {
                let left = self.fresh(unroll, "left", scope);
                let bound = self.operand_text(counter.bound);
                let is_one_token = self.planner.function.tokens(counter.bound).len() == 1;
                let bound =
                    if is_one_token { bound } else { Text::Sequence(vec![Text::made("("), bound, Text::made(")")]) };
                let difference = if stride > 0 {
                    vec![bound, Text::Made(format!(" - {};", counter.name))]
                } else {
                    vec![Text::Made(format!("{} - ", counter.name)), bound, Text::made(";")]
                };
                block.lines([vec![Text::Made(format!("ptrdiff_t {left} = "))], difference].concat());
                let pass = stride.unsigned_abs() * u128::from(factor);
                let test = format!("{left} >= {pass}");
                let head = Text::Made(format!("for (; {test}; {left} -= {pass}, "));
                (test, head)
            }
            Ending::Trips { kind, bound_kind, by } => {
                let left = self.fresh(unroll, "left", scope);
                let bound = self.bound(unroll, counter.bound, "bound", scope);
                self.declare_bound(block, &bound, bound_kind);
                let step = self.fresh(unroll, "step", scope);
                let trips = Trips {
                    comparison: counter.comparison,
                    kind,
                    name: counter.name,
                    bound: &bound.text,
                    bound_kind,
                    step: &step,
                };
                let counts_in = trips.counter().name();
                let by =
                    vec![Text::Made(format!("const {counts_in} {step} = ")), self.operand_text(by), Text::made(";")];
                block.lines(by);
                block.line(format!("{counts_in} {left} = {};", trips.expression()));
                let test = format!("{left} >= {factor}");
                let head = Text::Made(format!("for (; {test}; {left} -= {factor}, "));
                (test, head)
            }
        };
        let escape = self.escape(unroll, scope);
        escape.declare(block);
        self.stepped_loop(block, unroll, head, factor, region, &escape, scope);
        if block.is_left_by_break {
            block.line(format!("if ({main_test}) break;"));
        }
        let initializer = self.span(&unroll.site.initializer);
        let replaced = (!unroll.site.initializer.is_empty()).then_some((initializer, ""));
        self.own_loop(block, unroll, replaced, region, scope);
    }

    /// What the bound is called where the end is computed: its own text if that is one token, else a name.
    fn bound(&self, unroll: &Unroll<'t>, node: &'t Node<Expression>, suffix: &str, scope: &mut Scope) -> Bound<'t> {
        let function = self.planner.function;
        let range = function.tokens(node);
        let value = self.written_number(&range);
        let is_one_token = range.len() == 1 && function.source_span(&range).is_some();
        if is_one_token || value.is_some() {
            return Bound { text: function.text_of(&range), value, declares: None };
        }
        Bound { text: self.fresh(unroll, suffix, scope), value, declares: Some(node) }
    }

    fn declare_bound(&self, block: &mut Block, bound: &Bound<'t>, kind: IntegerType) {
        if let Some(node) = bound.declares {
            let declaration = Text::Made(format!("const {} {} = ", kind.name(), bound.text));
            block.lines(vec![declaration, self.operand_text(node), Text::made(";")]);
        }
    }

    /// An operand of the header in the author's words, or, where a macro makes it, as its expanded tokens.
    fn operand_text(&self, node: &Node<Expression>) -> Text {
        let function = self.planner.function;
        let range = function.tokens(node);
        match function.source_span(&range) {
            Some(span) => Text::Source(span),
            None => Text::Made(function.text_of(&range)),
        }
    }

    /// The value of tokens that are a number, or a minus and a number, in no macro.
    fn written_number(&self, range: &TokenRange) -> Option<i128> {
        let tokens = &self.planner.function.parsed.expansion.tokens[range.clone()];
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

/// The bound in the arithmetic of the main loop's end.
struct Bound<'t> {
    /// A name or a number.
    text: String,
    /// Its value, where it is a number.
    value: Option<i128>,
    /// What that name stands for, where it is yet to be declared.
    declares: Option<&'t Node<Expression>>,
}
