//! Moves the loads of an unrolled loop before its stores, wherever that is right and there is room for it.

use crate::legal::loads_first::LoadsRefusal;
use crate::plan::Unroll;
use crate::planner::{PlannedRequest, Planner};
use crate::settings::{Forms, LoadsFirst};
use clunroll_rules::LoadsProblem;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Moves the loads of an unrolled loop before its stores, where that is sure to compute the same.
    pub fn with_loads_first(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, mut unroll: Unroll<'t>) -> Unroll<'t> {
        if self.settings.forms == Forms::Plain || self.loads_first_of(planned) == LoadsFirst::Never {
            return unroll;
        }
        match self.with_loads_moved(planned, &unroll) {
            Ok(moved) => return moved,
            Err(LoadsRefusal::Problem(problem)) => {
                let is_plain = !matches!(
                    problem,
                    LoadsProblem::NotFollowed(_)
                        | LoadsProblem::HostMacro(_)
                        | LoadsProblem::Include
                        | LoadsProblem::Header
                );
                let is_of_interest = is_plain || self.stores_element(planned);
                unroll.loads_problem = Some(problem).filter(|_| is_of_interest);
            }
            Err(LoadsRefusal::OtherForms | LoadsRefusal::NoLoads | LoadsRefusal::NoRoom) => {}
        }
        unroll
    }
}
