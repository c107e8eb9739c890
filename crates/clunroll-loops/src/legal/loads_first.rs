//! Whether the loads of all copies may run before the first store, and which do. `write/loads_first.rs` shows the output.
//!
//! The proof that no store touches memory that a later load reads is in `clunroll-analysis`. Loads of one text share a constant,
//! also in different copies, since no store comes before any of them.

use std::rc::Rc;

use crate::facts::style::authors_words;
use crate::layout::line_indentation;
use crate::legal::independence::promises_independence;
use crate::legal::jam::InnerRequests;
use crate::limits::MAX_LOADS_FIRST;
use crate::plan::Unroll;
use crate::plan::bulk::Bulk;
use crate::plan::independence::IndependenceTest;
use crate::plan::loads::{ArrayOfLoads, MovedLoads};
use crate::plan::shape::{MainLoopEnd, Shape, VariableStyle, main_loop_counter};
use crate::planner::{PlannedRequest, Planner};
use crate::settings::LoadsFirst;
use clunroll_analysis::{Evidence, Function, Iterations, Load, Nest, NestConstants, Type, Untestable, movable_loads};
use clunroll_rules::{Decline, JamProblem, LoadsProblem, Reason};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::{TokenRange, vector_type};

/// Loads that move, and the test of the promise that this relies on.
type Tested = (MovedLoads, Option<Rc<IndependenceTest>>);

/// Why the loads of a plan stay in their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadsRefusal {
    /// Copies in this form do not declare their value, or there is one copy, or they are jammed.
    OtherForms,
    /// There are no loads that can move.
    NoLoads,
    /// The constants would pass the limit on growth.
    NoRoom,
    /// The loads cannot move, for that reason.
    Problem(LoadsProblem),
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// A plan with its loads before its stores.
    ///
    /// # Errors
    ///
    /// The reason why they stay.
    pub fn with_loads_moved(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        unroll: &Unroll<'t>,
    ) -> Result<Unroll<'t>, LoadsRefusal> {
        let (copies, style, is_converted) = match &unroll.shape {
            _ if unroll.jam.is_some() => return Err(LoadsRefusal::OtherForms),
            Shape::Full { style, copies, .. } => (copies.len() as u64, style, false),
            Shape::Blocks { style, factor, .. } | Shape::Exact { style, factor, .. } => {
                (u64::from(*factor), style, false)
            }
            Shape::Counted { counter, style, factor, ending: MainLoopEnd::Value(numbers), .. } => {
                let counted = main_loop_counter(counter.comparison, numbers.kind, numbers.bound_kind);
                (u64::from(*factor), style, counted != numbers.kind)
            }
            Shape::Counted { .. }
            | Shape::Countdown { .. }
            | Shape::Guarded { .. }
            | Shape::Rechecked { .. }
            | Shape::Checked { .. } => {
                return Err(LoadsRefusal::OtherForms);
            }
        };
        let VariableStyle::Declared(declared) = style.clone() else { return Err(LoadsRefusal::OtherForms) };
        if copies < 2 {
            return Err(LoadsRefusal::OtherForms);
        }
        let moved = self.moved_loads(planned, copies, declared, is_converted).map_err(LoadsRefusal::Problem)?;
        let (moved, independence) = moved.ok_or(LoadsRefusal::NoLoads)?;
        let test = independence.as_ref().map_or(0, |test| test.bytes(self.indent_unit));
        let bytes = unroll.size.bytes + self.bytes_of_loads(planned, &moved) + test;
        let size = Bulk { bytes, ..unroll.size };
        let grown = Unroll { independence, size, ..unroll.clone() };
        if self.growth(&grown) > planned.terms.remaining.bytes {
            return Err(LoadsRefusal::NoRoom);
        }
        // The value of a copy is written in several places.
        Ok(Unroll { loads: Some(Rc::new(moved)), has_counters: false, ..grown })
    }

    /// Which loads of a loop may run first: by its clause, or else by the user's setting.
    pub(crate) fn loads_first_of(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> LoadsFirst {
        if planned.terms.keeps_loads {
            return LoadsFirst::Never;
        }
        let clauses = planned.request.as_written.prefix.clauses.clone().unwrap_or_default();
        clauses.loads_first.unwrap_or(self.settings.loads_first)
    }

    /// Whether the author promises that no iteration of the loop touches memory that another one writes. `ivdep` promises less:
    /// that loads are independent of the stores of other iterations. That is enough here.
    fn iterations_are_independent(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> bool {
        let clauses = planned.request.as_written.prefix.clauses.clone().unwrap_or_default();
        promises_independence(planned) || self.settings.trusts_ivdep && clauses.ivdep.is_some()
    }

    pub(crate) fn moved_loads(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        copies: u64,
        declared: TokenRange,
        is_converted: bool,
    ) -> Result<Option<Tested>, LoadsProblem> {
        let function = self.function;
        let not_followed = |token: usize| LoadsProblem::NotFollowed(function.text_of(&(token..token + 1)));
        let first = planned.site.tokens.start;
        let tokens = &function.parsed.expansion.tokens;
        if let Some(jump) = self.first_exit(planned) {
            return Err(not_followed(jump));
        }
        let may_do_more = |&at: &usize| function.is_open_beside_types(at) && !function.is_hosted_constant(at);
        if let Some(hosted) = function.tokens(planned.site.body).find(may_do_more) {
            return Err(LoadsProblem::HostMacro(tokens[hosted].text.to_string()));
        }
        if let Err(decline) = self.check_plain_text(planned, InnerRequests::None) {
            return Err(self.not_plain(&decline));
        }
        let nest =
            Nest::of_any(function, &planned.site, NestConstants::Final).map_err(|decline| self.not_plain(&decline))?;
        if nest.levels.len() > 1 {
            return Err(not_followed(nest.levels[1].site.tokens.start));
        }
        let takes_promises = self.loads_first_of(planned) == LoadsFirst::Promised;
        let evidence = if takes_promises && self.iterations_are_independent(planned) {
            Evidence::Promise
        } else {
            Evidence::Accesses
        };
        let loads = movable_loads(function, &nest, copies, evidence)?;
        let arrays = self.arrays(&loads, copies, first)?;
        let constants: u64 = arrays.iter().map(|array| array.constants).sum();
        let limit = u64::from(self.settings.max_live).min(MAX_LOADS_FIRST);
        if constants > limit {
            return Err(LoadsProblem::TooMany { loads: constants, limit });
        }
        let registers = arrays.iter().map(|array| array.constants * registers(function, array)).sum();
        let limit = u64::from(self.settings.max_live);
        if registers > limit {
            return Err(LoadsProblem::Registers { registers, limit });
        }
        let kind = nest.levels[0].counter.kind.integer();
        let moved = kind.map(|kind| MovedLoads { loads, arrays, kind, declared, is_converted });
        let Some(moved) = moved.filter(|moved| !moved.loads.is_empty()) else { return Ok(None) };
        if evidence == Evidence::Accesses || !promises_independence(planned) {
            return Ok(Some((moved, None)));
        }
        match self.independence_test(planned, &nest, Iterations::InOrder) {
            Ok(test) => Ok(Some((moved, test))),
            Err(Untestable(access)) => Err(LoadsProblem::Untestable(function.text_of(&access))),
        }
    }

    /// Why the body or the header cannot be followed.
    fn not_plain(&self, decline: &Decline) -> LoadsProblem {
        match &decline.reason {
            Reason::Jam(JamProblem::HostMacro(name)) | Reason::HostDecides(name) => {
                LoadsProblem::HostMacro(name.clone())
            }
            Reason::Jam(JamProblem::Include) => LoadsProblem::Include,
            Reason::Jam(JamProblem::Header) => LoadsProblem::Header,
            _ => {
                let text = self.function.unit.sources[decline.place.file].slice(decline.place.span);
                let words = String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ");
                LoadsProblem::NotFollowed(words)
            }
        }
    }

    /// The arrays of the loads, and how many constants each of them has in so many copies.
    fn arrays(&self, loads: &[Rc<Load>], copies: u64, loop_token: usize) -> Result<Vec<ArrayOfLoads>, LoadsProblem> {
        let mut arrays: Vec<ArrayOfLoads> = Vec::new();
        let mut keys: Vec<&str> = Vec::new();
        for load in loads {
            let known = arrays.iter().position(|array| array.symbol == load.base);
            let of_length = |words: String| vector_of(self.function, words, load.length, loop_token);
            let at = known.unwrap_or(arrays.len());
            if known.is_none() {
                let name = self.function.symbol(load.base).name.to_owned();
                let Some(element) = authors_words(self.function, load.base, loop_token, 1).and_then(of_length) else {
                    return Err(LoadsProblem::Type(name));
                };
                arrays.push(ArrayOfLoads { symbol: load.base, name, element, length: load.length, constants: 0 });
            }
            if !keys.contains(&load.key()) {
                keys.push(load.key());
                arrays[at].constants += if load.address.has_counter { copies } else { 1 };
            }
        }
        Ok(arrays)
    }

    /// Whether the body assigns an element of something.
    pub fn stores_element(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> bool {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut body = self.function.tokens(planned.site.body);
        body.any(|at| {
            let is_assigned = matches!(tokens.get(at + 1).map(|token| token.kind),
                Some(TokenKind::Punct(next)) if next.assigns());
            tokens[at].is(Punct::RightBracket) && is_assigned
        })
    }

    /// About how many bytes the constants take, in a main loop.
    pub fn bytes_of_loads(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, moved: &MovedLoads) -> u64 {
        let start = self.function.source_span(&planned.site.tokens).map_or(0, |span| span.start);
        let indent = line_indentation(self.file(), start).len() + 2 * self.indent_unit;
        let longest = moved.loads.iter().map(|load| load.address.length()).max().unwrap_or_default();
        let line = |array: &ArrayOfLoads| (indent + array.element.len() + 2 * array.name.len() + 32) as u64 + longest;
        moved.arrays.iter().map(|array| array.constants * line(array)).sum()
    }
}

/// How many registers of 32 bits a constant for a load takes.
fn registers(function: &Function<'_, '_>, array: &ArrayOfLoads) -> u64 {
    let element = function.symbol(array.symbol).kind.pointee().and_then(Type::size);
    element.map_or(1, |bytes| (u64::from(bytes) * u64::from(array.length)).div_ceil(4))
}

/// The type of so many elements of a scalar type, as the author may write it at the loop.
fn vector_of(function: &Function<'_, '_>, words: String, length: u32, loop_token: usize) -> Option<String> {
    if length == 1 {
        return Some(words);
    }
    let name = format!("{words}{length}");
    let is_free = vector_type(&name).is_some()
        && matches!(function.meaning(&name, function.moment(loop_token)), Meaning::Ordinary)
        && function.lookup(&name, loop_token).is_none()
        && !function.program.may_declare(&name);
    is_free.then_some(name)
}
