//! Moves the loads of an unrolled loop before its stores, wherever that is right and there is room for it.

use std::rc::Rc;

use crate::options::{Forms, LoadsFirst};
use crate::unroll::plan::Unroll;
use crate::unroll::plan::bulk::Bulk;
use crate::unroll::plan::shape::{MainLoopEnd, Shape, VariableStyle};
use crate::unroll::planner::{PlannedRequest, Planner};
use crate::unroll::write::bounds::EndOperands;
use clunroll_rules::LoadsProblem;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Moves the loads of an unrolled loop before its stores, where that is sure to compute the same.
    pub fn with_loads_first(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, mut unroll: Unroll<'t>) -> Unroll<'t> {
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
                let size = Bulk { bytes, ..unroll.size };
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
}
