//! The definitions of the final compile under which a trip count is the one that clunroll computed.
//!
//! ```c
//! #ifndef N
//! #define N 8
//! #endif
//! for (int i = 0; i < 2 * N; i++)
//! ```
//!
//! This loop runs 16 times if the host does not define `N`. Two texts pin that value in the final compile:
//!
//! - A condition for `#if`: `(N) == 8 && (2 * N) == 16` ([`pin_macros`], [`pin_text`]).
//! - An assertion for the beginning of the branch: a condition of C that holds for the first and the last value of the variable,
//!   and fails for the value after it. `#if` computes in 64 bits, and knows neither types nor the variable; C does. A value
//!   that passes `#if` and would run the loop a different number of times is an error of the build, never another result.
//!
//! Both use the author's own texts, which macros expand as they do in the loop. If one of them cannot be written (a name in the header
//! that is not a macro, an unknown type), there is no assumption.

use std::collections::BTreeMap;

use crate::facts::trip_count::RangedTrips;
use crate::host_values::Unfolded;
use crate::host_values::{ASSERTION_WORDS, Assumption, pin_macros, pin_text};
use crate::planner::Planner;
use crate::values::{operand, typed};
use clunroll_analysis::{
    Access, Advance, Body, Evaluator, HeaderNumbers, HostedSize, Induction, LookupPoint, Loop, Step,
};
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{Constant, Expanded, IntegerType};
use oclc_syntax::tree::TokenRange;

/// The trip count with the known values of the host's macros.
pub enum HostedCount<'a> {
    /// The number that its header gives.
    Known(&'a HeaderNumbers, u64),
    /// From any value that it may begin with.
    Range(&'a RangedTrips),
}

/// An operand of a header, and the value that it is to have.
struct PinnedOperand {
    tokens: TokenRange,
    unfolded: Unfolded,
    value: i128,
}

impl<'t> Planner<'_, '_, 't> {
    /// The conditions for a loop to run `trips` times as `header` says, or from any value of a range; `None` if they cannot be
    /// written.
    pub fn assumption(
        &self,
        site: &Loop<'t>,
        counter: &Induction<'t>,
        body: &Body,
        count: &HostedCount<'_>,
    ) -> Option<Assumption> {
        let function = self.function;
        let (headers, trips): (Vec<_>, _) = match count {
            HostedCount::Known(header, trips) => (vec![*header], *trips),
            HostedCount::Range(range) => (vec![&range.least, &range.greatest], range.trips),
        };
        let kind = headers.first()?.kind?;
        let test = function.tokens(site.test?);
        // A configuration may see only part of a header with directives in it, but a copy contains all of it.
        let header_end = function.tokens(site.body).start - 1;
        if function.moment(site.tokens.start) != function.moment(header_end) {
            return None;
        }
        let may_change = body.changes_variable.is_some() || self.may_change_outside(counter);
        // The assertion is before the loop, where another variable of the header is not declared yet.
        let declares_others = counter.declared.is_some()
            && function.parsed.expansion.tokens[site.initializer.clone()].iter().any(|token| token.is(Punct::Comma));
        if may_change || declares_others || self.check_meanings(&ASSERTION_WORDS, &site.tokens).is_err() {
            return None;
        }
        let value = |node: &Node<Expression>| self.known(node).map(|known| known.value);
        let of_start = function.tokens(counter.start?);
        let start = match count {
            HostedCount::Known(..) => Some(self.pinned_operand(of_start.clone(), value(counter.start?)?, site)?),
            HostedCount::Range(_) if function.has_open_names(of_start.clone()) => return None,
            HostedCount::Range(_) => None,
        };
        let bound = self.pinned_operand(function.tokens(counter.bound), value(counter.bound)?, site)?;
        let is_hosted = |range: &TokenRange| {
            let by_constants = matches!(&counter.step, Step::Constant(_, by) if by.facts.is_final());
            !by_constants || function.has_open_names(range.clone())
        };
        let step = match self.own_step(site, counter)? {
            range if is_hosted(&range) => Some(self.step_operand(range, counter, site)?),
            _ => None,
        };
        let mut found = Assumption::default();
        if let HostedCount::Range(range) = count {
            self.pin_sizes(&range.sizes, site, &mut found)?;
        }
        let operands = start.iter().chain([&bound]).chain(&step);
        for operand in operands.clone() {
            pin_macros(function, operand.unfolded.tokens.iter().copied(), &mut found.terms)?;
        }
        for PinnedOperand { tokens, unfolded, value } in operands {
            pin_text(function, tokens, unfolded, *value, &mut found.terms)?;
        }
        if found.terms.is_empty() {
            return None;
        }
        let mut facts = Vec::new();
        for operand in start.iter().chain(&step) {
            if operand.unfolded.has_open_names(function) {
                let text = self.in_assertion(&operand.tokens, &operand.unfolded)?;
                facts.push(format!("(({text}) == {})", in_type(operand.value, IntegerType::INT)));
            }
        }
        if let Some(start) = start.as_ref().filter(|start| start.unfolded.has_open_names(function))
            && kind != IntegerType::INT
        {
            let text = format!("({})({})", kind.name(), self.in_assertion(&start.tokens, &start.unfolded)?);
            facts.extend(headers.iter().map(|header| format!("({text} == {})", in_type(header.start, kind))));
        }
        let is_open = function.has_open_names(test.clone()) || bound.unfolded.has_open_names(function);
        let test_with = |value: i128| self.test_with(&test, counter.name, &in_type(value, kind), &bound.unfolded);
        for header in headers.iter().filter(|_| is_open) {
            facts.push(format!("({})", test_with(header.value(0))?));
            facts.push(format!("({})", test_with(header.value(trips - 1))?));
            facts.push(format!("!({})", test_with(header.value(trips))?));
        }
        if !facts.is_empty() {
            found.facts.push(all_of(&facts));
        }
        Some(found)
    }

    /// Adds that work-group sizes have the values that are known. `None` if a macro of one may be another one at the loop.
    fn pin_sizes(&self, sizes: &[HostedSize], site: &Loop<'t>, found: &mut Assumption) -> Option<()> {
        let function = self.function;
        let at_loop = function.moment(site.tokens.start);
        for HostedSize { operand, value } in sizes {
            let tokens = &function.parsed.expansion.tokens[operand.clone()];
            let names: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
            if !function.unit.keeps_names(&names, function.moment(operand.start), at_loop) {
                return None;
            }
            found.pin(function, operand, *value, &BTreeMap::new())?;
        }
        Some(())
    }

    fn known(&self, node: &Node<Expression>) -> Option<Constant> {
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        evaluator.without_launch().value(node).ok()
    }

    /// The part of the step that changes the variable: `i++` in `i++, p += 4`.
    fn own_step(&self, site: &Loop<'t>, counter: &Induction<'t>) -> Option<TokenRange> {
        let changes = |range: &TokenRange| {
            let mut uses = self.function.uses_in(range.clone()).iter();
            uses.any(|used| used.symbol == Some(counter.variable) && used.access != Access::Read)
        };
        let step = site.step?;
        let parts = match &step.node {
            Expression::Comma(parts) => &parts[..],
            _ => std::slice::from_ref(step),
        };
        parts.iter().map(|part| self.function.tokens(part)).find(changes)
    }

    /// The operand of `i += …` if the step uses a macro of the host: the whole right side of a compound assignment. `None` for any
    /// other step, where operators around the operand may bind to a part of the macro's expansion.
    // step = name ("+=" | "-=") operand
    // name = identifier | "(" name ")"
    fn step_operand(&self, range: TokenRange, counter: &Induction<'t>, site: &Loop<'t>) -> Option<PinnedOperand> {
        let tokens = &self.function.parsed.expansion.tokens[range.clone()];
        let brackets = tokens.iter().take_while(|token| token.is(Punct::LeftParen)).count();
        let [name, rest @ ..] = &tokens[brackets..] else { return None };
        let closing = rest.iter().take(brackets).filter(|token| token.is(Punct::RightParen)).count();
        let operator = rest.get(brackets).filter(|_| closing == brackets)?;
        let sign = match operator.kind {
            TokenKind::Punct(Punct::PlusAssign) => 1,
            TokenKind::Punct(Punct::MinusAssign) => -1,
            _ => return None,
        };
        let (advance, _) = self.advance(counter, self.function.nothing_known())?;
        let Advance::Add(stride) = advance else { return None };
        let is_plain = name.text == counter.name && name.call.is_none() && operator.call.is_none();
        is_plain.then(|| self.pinned_operand(range.start + 2 * brackets + 2..range.end, sign * stride, site))?
    }

    fn pinned_operand(&self, tokens: TokenRange, value: i128, site: &Loop<'t>) -> Option<PinnedOperand> {
        let unfolded = self.unfolded(&tokens, site.tokens.start)?;
        Some(PinnedOperand { tokens, unfolded, value })
    }

    /// The text of an operand for an assertion.
    pub(super) fn in_assertion(&self, operand: &TokenRange, unfolded: &Unfolded) -> Option<String> {
        if unfolded.in_assertion.is_empty() {
            return Some(self.function.text_of(operand));
        }
        self.text_with(operand, |code, _| unfolded.in_assertion.get(&code).cloned())
    }

    /// The author's test with a value in the place of the variable, and without constant variables in its bound.
    pub(crate) fn test_with(&self, test: &TokenRange, name: &str, value: &str, bound: &Unfolded) -> Option<String> {
        let tokens = &self.function.parsed.expansion.tokens[test.clone()];
        let is_name = |token: &&Expanded<'_>| token.text == name;
        if tokens.iter().filter(is_name).any(|token| token.call.is_some()) {
            return None;
        }
        let other = |code: usize, spelt: &str| {
            let of_name = (spelt == name).then(|| value.to_owned());
            of_name.or_else(|| bound.in_assertion.get(&code).cloned())
        };
        self.text_with(test, other)
    }
}

/// A condition that is true where all of these are: comparisons in parentheses, and negations of such. They are joined by `&`, since
/// clang warns of `&&` before a constant (`-Wconstant-logical-operand`), and in parentheses, without which it warns of `&` before `?`.
pub(crate) fn all_of(facts: &[String]) -> String {
    match facts {
        [fact] => fact.clone(),
        facts => format!("({})", facts.join(" & ")),
    }
}

/// A value as an operand in its type.
fn in_type(value: i128, kind: IntegerType) -> String {
    operand(typed(value, kind))
}
