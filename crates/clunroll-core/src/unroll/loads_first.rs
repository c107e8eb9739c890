//! Loads first: the loads of all copies run before the first store.
//!
//! ```text
//! for (; i_base < i_end; i_base += 2) {
//!   const float a_0 = a[g + i_base * G];
//!   const float a_1 = a[g + (i_base + 1) * G];
//!   { const int i = i_base; c[g + i * G] = native_sin(a_0) * native_exp(a_0); }
//!   { const int i = i_base + 1; c[g + i * G] = native_sin(a_1) * native_exp(a_1); }
//! }
//! ```
//!
//! A compiler keeps a load behind a store that may touch the same memory, so that each copy waits for the one before. What
//! shows that none does is in `analysis::dependence`. Here is what is written: a constant for each load, with the text of the load in
//! which the induction variable has its value in the copy; and the name of that constant in the copy. Loads of one text share a
//! constant, also in different copies, since no store comes before any of them.

use std::rc::Rc;

use super::bounds::EndOperands;
use super::copies::Cut;
use super::forms::PlannedRequest;
use super::independence::{IndependenceTest, promises_independence};
use super::jam::InnerRequests;
use super::layout::line_indentation;
use super::plan::{Planner, Unroll};
use super::render::{CopyContext, PlanRenderer};
use super::shape::{MainLoopEnd, Shape, VariableStyle};
use super::text::Text;
use super::values::{literal, operand, typed};
use crate::analysis::{
    Address, Evidence, Form, Iterations, Load, Nest, Replaced, Surroundings, SymbolId, Untestable, movable_loads,
};
use crate::limits::MAX_LOADS_FIRST;
use crate::options::{Forms, LoadsFirst};
use clunroll_rules::{Decline, JamProblem, LoadsProblem, Reason};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::{SourceFile, Span};
use oclc_syntax::tree::TokenRange;

/// The loads of a loop that run first.
#[derive(Clone, Debug)]
pub struct MovedLoads {
    loads: Vec<Rc<Load>>,
    /// Of each array, its name, its type as the author writes it, and how many constants take elements of it.
    arrays: Vec<Array>,
    /// The type of the induction variable, and the tokens that name it.
    kind: IntegerType,
    declared: TokenRange,
    /// Whether the main loop counts in another type.
    is_converted: bool,
}

/// Loads that move, and what tests the promise that this relies on.
type Tested = (MovedLoads, Option<Rc<IndependenceTest>>);

#[derive(Clone, Debug)]
struct Array {
    symbol: SymbolId,
    name: String,
    element: String,
    constants: u64,
}

/// Where copies begin, and the value of the induction variable in each.
pub(super) struct ValuesOfCopies<'a> {
    pub copies: u32,
    pub value: &'a dyn Fn(u32) -> CopyValue,
}

/// A value of the induction variable.
pub(super) enum CopyValue {
    /// A number.
    Number(i128),
    /// An expression of the main loop's counter.
    Text(String),
}

/// The constants of all copies, as they are written.
struct Constants<'a> {
    file: &'a SourceFile,
    moved: &'a MovedLoads,
    /// The type of the induction variable, as the author writes it.
    declared: String,
    /// What the names of each array's constants begin with.
    stems: Vec<String>,
    /// The texts of the loads, with their names, in the order in which they are written.
    written: Vec<(String, String)>,
    lines: Vec<String>,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Moves the loads of an unrolled loop before its stores, where that is sure to compute the same.
    pub(super) fn with_loads_first(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        mut unroll: Unroll<'t>,
    ) -> Unroll<'t> {
        let is_off = self.options.forms == Forms::Plain || asked.terms.loads_first == LoadsFirst::Never;
        if is_off || unroll.jam.is_some() {
            return unroll;
        }
        let (copies, style, is_converted) = match &unroll.shape {
            Shape::Full { style, copies, .. } => (copies.len() as u64, style, false),
            Shape::Blocks { style, factor, .. } | Shape::Exact { style, factor, .. } => {
                (u64::from(*factor), style, false)
            }
            Shape::Counted { counter, style, factor, ending: MainLoopEnd::Value(numbers), .. } => {
                let counted = EndOperands::counter_of(counter.comparison, numbers.kind, numbers.bound_kind);
                (u64::from(*factor), style, counted != numbers.kind)
            }
            Shape::Counted { .. } | Shape::Rechecked { .. } | Shape::Checked { .. } => return unroll,
        };
        let VariableStyle::Declared(declared) = style.clone() else { return unroll };
        if copies < 2 {
            return unroll;
        }
        match self.moved_loads(asked, copies, declared, is_converted) {
            Ok(None) => {}
            Ok(Some((moved, independence))) => {
                let test = independence.as_ref().map_or(0, |test| test.bytes(self.indent_unit));
                let bytes = unroll.size.bytes + self.bytes_of_loads(asked, &moved) + test;
                let size = super::size::Bulk { bytes, ..unroll.size };
                let grown = Unroll { independence, size, ..unroll.clone() };
                if self.growth(&grown) <= asked.terms.room.bytes {
                    // The value of a copy is written in several places.
                    return Unroll { loads: Some(Rc::new(moved)), has_counters: false, ..grown };
                }
            }
            Err(problem) => {
                let is_plain =
                    !matches!(problem, LoadsProblem::NotFollowed(_) | LoadsProblem::Include | LoadsProblem::Header);
                let is_of_interest = is_plain || self.stores_element(asked);
                unroll.loads_problem = Some(problem).filter(|_| is_of_interest);
            }
        }
        unroll
    }

    /// Whether the author promises that no iteration of the loop touches what another one writes. `ivdep` says less: that a
    /// compiler may take loads for independent of the stores of other iterations. That is enough here.
    fn iterations_are_independent(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> bool {
        let clauses = asked.wanted.request.prefix.clauses.clone().unwrap_or_default();
        promises_independence(asked) || self.options.trust_ivdep && clauses.ivdep.is_some()
    }

    fn moved_loads(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        copies: u64,
        declared: TokenRange,
        is_converted: bool,
    ) -> Result<Option<Tested>, LoadsProblem> {
        let function = self.function;
        let not_followed = |token: usize| LoadsProblem::NotFollowed(function.text_of(&(token..token + 1)));
        let first = asked.site.tokens.start;
        let exits = &asked.body.exits;
        if let Some(jump) = exits.breaks.first().or_else(|| exits.continues.first()) {
            return Err(not_followed(jump.token));
        }
        if let Some(hosted) = function.tokens(asked.site.body).find(|&at| function.is_open_beside_types(at)) {
            return Err(not_followed(hosted));
        }
        if let Err(decline) = self.check_plain_text(asked, InnerRequests::None) {
            return Err(self.not_plain(&decline));
        }
        let nest = Nest::of_any(function, &asked.site).map_err(|decline| self.not_plain(&decline))?;
        if nest.levels.len() > 1 {
            return Err(not_followed(nest.levels[1].site.tokens.start));
        }
        let takes_promises = asked.terms.loads_first == LoadsFirst::Promised;
        let evidence = if takes_promises && self.iterations_are_independent(asked) {
            Evidence::Promise
        } else {
            Evidence::Accesses
        };
        let loads = movable_loads(function, &nest, copies, evidence)?;
        let arrays = self.arrays(&loads, copies, first)?;
        let constants: u64 = arrays.iter().map(|array| array.constants).sum();
        let limit = u64::from(self.options.max_live).min(MAX_LOADS_FIRST);
        if constants > limit {
            return Err(LoadsProblem::TooMany { loads: constants, limit });
        }
        let kind = nest.levels[0].counter.kind.integer();
        let moved = kind.map(|kind| MovedLoads { loads, arrays, kind, declared, is_converted });
        let Some(moved) = moved.filter(|moved| !moved.loads.is_empty()) else { return Ok(None) };
        if evidence == Evidence::Accesses || !promises_independence(asked) {
            return Ok(Some((moved, None)));
        }
        match self.independence_test(asked, &nest, Iterations::InOrder) {
            Ok(test) => Ok(Some((moved, test))),
            Err(Untestable(access)) => Err(LoadsProblem::Untestable(function.text_of(&access))),
        }
    }

    /// Why the body or the header cannot be followed.
    fn not_plain(&self, decline: &Decline) -> LoadsProblem {
        match decline.reason {
            Reason::Jam(JamProblem::Include) => LoadsProblem::Include,
            Reason::Jam(JamProblem::Header) => LoadsProblem::Header,
            _ => {
                let text = self.function.unit.sources[decline.place.file].slice(decline.place.span);
                let words = String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ");
                LoadsProblem::NotFollowed(words)
            }
        }
    }

    /// What the loads are elements of, and how many constants each array has in so many copies.
    fn arrays(&self, loads: &[Rc<Load>], copies: u64, loop_token: usize) -> Result<Vec<Array>, LoadsProblem> {
        let mut arrays: Vec<Array> = Vec::new();
        let mut keys: Vec<&str> = Vec::new();
        for load in loads {
            let known = arrays.iter().position(|array| array.symbol == load.base);
            let at = known.unwrap_or(arrays.len());
            if known.is_none() {
                let name = self.function.symbol(load.base).name.to_owned();
                let Some(element) = self.authors_words(load.base, loop_token, 1) else {
                    return Err(LoadsProblem::Type(name));
                };
                arrays.push(Array { symbol: load.base, name, element, constants: 0 });
            }
            if !keys.contains(&load.key()) {
                keys.push(load.key());
                arrays[at].constants += if load.address.has_counter { copies } else { 1 };
            }
        }
        Ok(arrays)
    }

    /// Whether the body assigns an element of something.
    fn stores_element(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> bool {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut body = self.function.tokens(asked.site.body);
        body.any(|at| {
            let is_assigned = matches!(tokens.get(at + 1).map(|token| token.kind),
                Some(TokenKind::Punct(next)) if next.assigns());
            tokens[at].is(Punct::RightBracket) && is_assigned
        })
    }

    /// About how many bytes the constants take, in a main loop.
    fn bytes_of_loads(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, moved: &MovedLoads) -> u64 {
        let start = self.function.source_span(&asked.site.tokens).map_or(0, |span| span.start);
        let indent = line_indentation(self.file(), start).len() + 2 * self.indent_unit;
        let longest = moved.loads.iter().map(|load| load.address.length()).max().unwrap_or_default();
        let line = |array: &Array| (indent + array.element.len() + 2 * array.name.len() + 32) as u64 + longest;
        moved.arrays.iter().map(|array| array.constants * line(array)).sum()
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The lines that declare the constants, at an indentation; and what they replace in each copy.
    pub(super) fn loads_first(
        &self,
        moved: &MovedLoads,
        values: &ValuesOfCopies<'_>,
        scope: &CopyContext,
        indent: &str,
    ) -> (Vec<Text>, Vec<Vec<(Span, String)>>) {
        let stem = |array: &Array| self.numbered(&array.name, "load", array.constants, scope);
        let stems = moved.arrays.iter().map(stem).collect();
        let declared = self.type_text(&moved.declared);
        let mut constants =
            Constants { file: self.file, moved, declared, stems, written: Vec::new(), lines: Vec::new() };
        let replaced = (0..values.copies).map(|copy| {
            let value = (values.value)(copy);
            let named = moved.loads.iter().map(|load| {
                let name = constants.name(load, &value);
                let follows_word = load.span.start.checked_sub(1).is_some_and(|before| {
                    self.file
                        .bytes
                        .get(before as usize)
                        .is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphanumeric())
                });
                (load.span, if follows_word { format!(" {name}") } else { name })
            });
            outermost(named.collect())
        });
        let replaced = replaced.collect();
        let lines = constants.lines.iter().map(|line| Text::Made(format!("{indent}{line}\n")));
        (lines.collect(), replaced)
    }

    /// What copies are made of, with the names of constants in the place of loads.
    pub(super) fn cuts_after_loads(
        &self,
        unroll: &Unroll<'t>,
        replaced: Vec<Vec<(Span, String)>>,
        scope: &CopyContext,
        style: &VariableStyle,
    ) -> Vec<Cut> {
        let inner_plans = Vec::new();
        let cut = |loads| {
            let scope = self.copy_scope(unroll, scope).with_loads(loads);
            self.cut(unroll, Some(style), &inner_plans, &super::copies::Escape::None, &scope)
        };
        replaced.into_iter().map(cut).collect()
    }
}

/// Without what is inside another one.
fn outermost(mut replaced: Vec<(Span, String)>) -> Vec<(Span, String)> {
    replaced.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    replaced.retain(|(span, _)| {
        let is_inside = span.end <= end;
        end = end.max(span.end);
        !is_inside
    });
    replaced
}

impl Constants<'_> {
    /// The name of the constant that a load becomes in a copy; it is declared where it is not yet.
    fn name(&mut self, load: &Load, value: &CopyValue) -> String {
        let text = self.text(&load.address, value);
        if let Some((_, name)) = self.written.iter().find(|(written, _)| *written == text) {
            return name.clone();
        }
        let at = self.moved.arrays.iter().position(|array| array.symbol == load.base).unwrap_or_default();
        let prefix = format!("{}_", self.stems[at]);
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.written.iter().filter(|(_, name)| name.strip_prefix(&prefix).is_some_and(is_number));
        let name = format!("{prefix}{}", number.count());
        self.lines.push(format!("const {} {name} = {text};", self.moved.arrays[at].element));
        self.written.push((text, name.clone()));
        name
    }

    /// An expression as it is before the copies.
    fn text(&mut self, address: &Address, value: &CopyValue) -> String {
        let file = self.file;
        let slice = |from: u32, to: u32| String::from_utf8_lossy(file.slice(Span::new(from, to))).into_owned();
        let mut text = String::new();
        let mut at = address.span.start;
        for (span, part) in &address.parts {
            let replacement = self.replacement(part, value, part.around());
            text.push_str(&slice(at, span.start));
            text.push_str(&replacement);
            at = span.end;
        }
        text.push_str(&slice(at, address.span.end));
        text
    }

    /// The same in those surroundings.
    fn text_in(&mut self, address: &Address, value: &CopyValue, around: Surroundings) -> String {
        match &address.parts[..] {
            [(span, part)] if *span == address.span => self.replacement(part, value, around),
            _ if address.is_primary || around.form == Form::Whole => self.text(address, value),
            _ => format!("({})", self.text(address, value)),
        }
    }

    fn replacement(&mut self, part: &Replaced, value: &CopyValue, around: Surroundings) -> String {
        match part {
            Replaced::Counter(_) => self.counter(value, around),
            Replaced::Local { value: initializer, cast: None, .. } => self.text_in(initializer, value, around),
            Replaced::Local { value: initializer, cast: Some(kind), .. } => {
                let converted = Surroundings { form: Form::Operand, needs_type: false };
                format!("({}){}", kind.name(), self.text_in(initializer, value, converted))
            }
            Replaced::Load(load) => self.name(load, value),
        }
    }

    /// The induction variable, in its own type where that matters.
    fn counter(&self, value: &CopyValue, around: Surroundings) -> String {
        match value {
            CopyValue::Number(number) => {
                let kind = self.moved.kind;
                let number = if around.needs_type { typed(*number, kind) } else { literal(*number, kind) };
                if around.form == Form::Whole { number } else { operand(number) }
            }
            CopyValue::Text(text) => {
                let is_name = !text.contains(' ');
                if self.moved.is_converted {
                    let text = if is_name { text.clone() } else { format!("({text})") };
                    return format!("({}){text}", self.declared);
                }
                match around.form {
                    Form::Whole | Form::BeginsSum => text.clone(),
                    Form::Operand if is_name => text.clone(),
                    Form::Operand => format!("({text})"),
                }
            }
        }
    }
}
