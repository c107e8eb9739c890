//! Loops whose trip count only the run knows: what a main loop computes its end from.
//!
//! A constant step lets the main loop run up to a value (`i < i_end`); a step that only the run knows, and a pointer, are
//! counted in trips that are left. Either is computed once before the loop, so all that goes into it must stay the same
//! while the loop runs.

use std::rc::Rc;

use super::forms::{Asked, style};
use super::plan::{Ending, Planner, Shape, Style, Unroll};
use crate::analysis::{
    Advance, Comparison, Counter, Decline, Evaluator, Operand, Position, Reason, Step, VariableType, check_convergence,
    runtime_operand, runtime_pointer,
};
use crate::lex::TokenKind;
use crate::preprocess::{IntegerType, Known, Meaning};
use crate::syntax::TokenRange;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// A loop whose trip count only the run knows.
    pub(super) fn runtime(
        &self,
        asked: &Asked<'_, '_, 'u, 't>,
        counter: Rc<Counter<'t>>,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, body, env } = asked;
        let function = self.function;
        // What the host decides in the header may be any expression: the test must be made each time.
        let header = site.tokens.start..function.tokens(site.body).start;
        let tokens = &function.parsed.expansion.tokens[header];
        let advance = self.advance(&counter, env);
        let is_hosted = advance.as_ref().is_some_and(|(_, by)| !by.facts.is_final());
        if is_hosted || tokens.iter().any(|token| token.open) {
            return self.checked(asked, factor, None);
        }
        if let Some(pointer) = function.address_taken(counter.variable) {
            return self.decline(Reason::AddressTaken(counter.name.to_owned()), pointer.token);
        }
        self.check_counter_texts(site, &counter)?;
        let is_entry_point = || self.entry_point.is_some_and(|(program, item)| program.is_entry_point(item));
        let operand = |node| runtime_operand(function, env, &is_entry_point, node, &site.tokens);
        let style = style(&counter, body);
        let evaluator = Evaluator::new(function, env, Position::InTree);
        let start = counter.start.and_then(|start| evaluator.value(start).ok()).filter(|start| start.facts.is_final());
        // The start is evaluated once, as ever, so that it may be anything; for all work-items to make the same number
        // of trips, it must be the same for all.
        let start_operand = counter.start.and_then(|start| operand(start).ok());
        let start_is_uniform = start.is_some() || start_operand.is_some_and(|start| start.is_uniform);
        let (ending, is_uniform) = match (counter.kind, advance) {
            (VariableType::Unknown, _) => {
                return self.decline(Reason::VariableType(counter.name.to_owned()), counter.name_token);
            }
            (VariableType::Pointer, advance) => (self.distance(asked, &counter, advance)?, false),
            (VariableType::Integer(kind), Some((Advance::Add(stride), _))) => {
                let bound = operand(counter.bound)?;
                self.check_operand_text(function.tokens(counter.bound))?;
                self.check_comparison(&counter, &style, (kind, stride), bound)?;
                self.check_pass(&counter, stride, factor)?;
                let start_fits = match (&start, start_operand) {
                    (Some(start), _) => kind.wrap(start.value) == start.value,
                    (None, Some(operand)) => operand.kind == kind,
                    (None, None) => false,
                };
                let start = start.map(|start| kind.wrap(start.value));
                (Ending::Value { kind, stride, start, start_fits, bound_kind: bound.kind }, bound.is_uniform)
            }
            (VariableType::Integer(kind), None) => {
                let (Step::Add(by) | Step::Subtract(by)) = counter.step else {
                    return self.decline(Reason::Header("its step is not constant"), counter.name_token);
                };
                let (bound, by_operand) = (operand(counter.bound)?, operand(by)?);
                self.check_operand_text(function.tokens(counter.bound))?;
                self.check_operand_text(function.tokens(by))?;
                self.check_trips(&counter, kind, bound)?;
                (Ending::Trips { kind, bound_kind: bound.kind, by }, bound.is_uniform && by_operand.is_uniform)
            }
            (VariableType::Integer(_), Some((Advance::Scale(..), _))) => {
                return self.decline(Reason::Header("its step does not add a constant"), counter.name_token);
            }
        };
        check_convergence(function, body, is_uniform && start_is_uniform)?;
        self.check_copies(wanted, u64::from(factor))?;
        let copies = u64::from(factor) + 1;
        let (region, size) = self.uniform_copies(wanted, site, copies, env)?;
        let style = if matches!(ending, Ending::Value { .. }) { style } else { Style::Stepped };
        let shape = Shape::Counted { counter, style, factor, ending, region };
        Ok(asked.unrolled(shape, None, copies, size))
    }

    /// A pointer that goes up to another one, or down to it.
    fn distance(
        &self,
        asked: &Asked<'_, '_, 'u, 't>,
        counter: &Counter<'t>,
        advance: Option<(Advance, Known)>,
    ) -> Result<Ending<'t>, Decline> {
        let Some((Advance::Add(stride), _)) = advance else {
            return self.decline(Reason::Header("its step is not constant"), counter.name_token);
        };
        let leads = match counter.comparison {
            Comparison::Less => stride > 0,
            Comparison::Greater => stride < 0,
            Comparison::NotEqual => stride.abs() == 1,
            Comparison::LessEqual | Comparison::GreaterEqual => false,
        };
        let token = self.function.tokens(counter.bound).start;
        if !leads {
            return self
                .decline(Reason::Bound("the pointer does not count up to it with `<`, or down with `>`"), token);
        }
        runtime_pointer(self.function, asked.env, counter.bound, &asked.site.tokens)?;
        self.check_operand_text(self.function.tokens(counter.bound))?;
        Ok(Ending::Distance { stride })
    }

    /// An operand without a text of its own is written as its expanded tokens, which must not be expanded again.
    fn check_operand_text(&self, range: TokenRange) -> Result<(), Decline> {
        let function = self.function;
        if function.source_span(&range).is_some() {
            return Ok(());
        }
        let moment = function.moment(range.start);
        let is_macro = |at: &usize| {
            let token = &function.parsed.expansion.tokens[*at];
            token.kind == TokenKind::Identifier && !matches!(function.meaning(&token.text, moment), Meaning::Ordinary)
        };
        match range.clone().find(is_macro) {
            Some(at) => self.made_by_macro(at),
            None => Ok(()),
        }
    }

    /// Whether the end of a main loop can be computed in the type of this comparison.
    fn check_comparison(
        &self,
        counter: &Counter<'_>,
        style: &Style,
        (kind, stride): (IntegerType, i128),
        bound: Operand,
    ) -> Result<(), Decline> {
        let decline = |text| self.decline(Reason::Bound(text), self.function.tokens(counter.bound).start);
        let Some(common) = kind.common(bound.kind) else {
            return decline("the type of the comparison differs between devices");
        };
        let upwards = stride > 0;
        let lives_on = !matches!(style, Style::Declared(_));
        match counter.comparison {
            Comparison::Less | Comparison::LessEqual if !upwards => decline("the step leads away from it"),
            Comparison::Greater | Comparison::GreaterEqual if upwards => decline("the step leads away from it"),
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual
                if lives_on && kind.bits < common.bits && stride.abs() != 1 =>
            {
                decline("the variable cannot hold every end that a main loop may have")
            }
            Comparison::NotEqual if kind.bits != common.bits && kind != bound.kind => {
                decline("it has values that the induction variable has not")
            }
            _ => self.check_sign(counter, kind, common),
        }
    }

    /// Whether the trips can be counted where the step is known to the run alone.
    fn check_trips(&self, counter: &Counter<'_>, kind: IntegerType, bound: Operand) -> Result<(), Decline> {
        let decline = |text| self.decline(Reason::Bound(text), self.function.tokens(counter.bound).start);
        let Some(common) = kind.common(bound.kind) else {
            return decline("the type of the comparison differs between devices");
        };
        let leads = match counter.step {
            Step::Add(_) => matches!(counter.comparison, Comparison::Less | Comparison::LessEqual),
            _ => matches!(counter.comparison, Comparison::Greater | Comparison::GreaterEqual),
        };
        if leads { self.check_sign(counter, kind, common) } else { decline("the step may lead away from it") }
    }

    fn check_sign(&self, counter: &Counter<'_>, kind: IntegerType, common: IntegerType) -> Result<(), Decline> {
        if kind.signed && kind.bits < 32 && !common.signed {
            let text = "a narrow signed variable is compared with it as unsigned";
            return self.decline(Reason::Bound(text), self.function.tokens(counter.bound).start);
        }
        Ok(())
    }
}
