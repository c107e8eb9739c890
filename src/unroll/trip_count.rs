//! How often a loop runs, and what that knowledge rests on.

use super::plan::Planner;
use crate::analysis::{
    Access, Body, Decline, Env, Evaluator, Header, Loop, NoValueKind, Position, Reason, Trips, count, is_always_true,
};
use crate::outcome::Amount;
use crate::syntax::{Scope, TokenRange};

/// A trip count and what it rests on.
pub enum Count {
    /// Nobody can change it.
    Final(Header, u64),
    /// It holds for what is known of the host's macros.
    Hosted(u64),
    /// Only the run knows it, by the value of these tokens.
    Runtime(TokenRange),
}

impl<'t> Planner<'_, '_, 't> {
    /// The trip count from the header's constants.
    ///
    /// # Errors
    ///
    /// Declines loops that do not end, and those of which nothing can be said.
    pub(super) fn count(&self, site: &Loop<'t>, body: &Body, amount: Amount, env: &Env) -> Result<Count, Decline> {
        let function = self.function;
        let evaluator = Evaluator::new(function, env, Position::InTree);
        let (start, bound) = (evaluator.value(site.start), evaluator.value(site.bound));
        let bound_token = function.tokens(site.bound).start;
        if let (Some(kind), Ok(bound)) = (site.kind, &bound) {
            let is_true = is_always_true(kind, site.comparison, bound.value, bound.kind);
            if is_true && bound.facts.is_final() {
                let text = "its test is true for every value of the variable";
                return self.decline(Reason::NeverEnds(text), function.tokens(site.condition).start);
            }
        }
        let (start, bound) = match (start, bound) {
            (Ok(start), Ok(bound)) => (start, bound),
            (start, bound) => {
                let undefined = [(&start, site.start), (&bound, site.bound)].into_iter().find_map(|(value, node)| {
                    match value.as_ref().err().map(|error| &error.kind) {
                        Some(NoValueKind::Undefined(name)) => Some((name.clone(), node)),
                        _ => None,
                    }
                });
                if let Some((name, node)) = undefined {
                    let token = function.tokens(node).start;
                    if function.parsed.scope == Scope::Loop {
                        return self.decline(Reason::FunctionUnreadable, token);
                    }
                    return self.decline(Reason::UndefinedName(name), token);
                }
                if function.parsed.scope == Scope::Loop && matches!(amount, Amount::By(_)) {
                    return self.decline(Reason::FunctionUnreadable, bound_token);
                }
                if let Some(token) = body.needs_variable {
                    return self.variable_changes(site, token);
                }
                let unknown = if bound.is_err() { site.bound } else { site.start };
                let error = bound.err().or(start.err()).map(|error| error.kind);
                let why = match error {
                    Some(NoValueKind::NotInteger) => "it is no integer",
                    Some(NoValueKind::NotKnown) if !matches!(amount, Amount::By(_)) => "its value is not known here",
                    _ => return Ok(Count::Runtime(function.tokens(unknown))),
                };
                return self.decline(Reason::Bound(why), function.tokens(unknown).start);
            }
        };
        let facts = start.facts.clone().with(&bound.facts).with(&site.stride.facts);
        let header = Header::new(site, &start, &bound);
        match count(&header) {
            Trips::Known(trips) => {
                let is_certain = facts.is_final() && body.needs_variable.is_none() && !self.may_change_outside(site);
                Ok(if is_certain { Count::Final(header, trips) } else { Count::Hosted(trips) })
            }
            Trips::Never(why) => self.decline(Reason::NeverEnds(why), function.tokens(site.condition).start),
            Trips::Unknown => self.decline(Reason::VariableType(site.name.to_owned()), site.name_token),
        }
    }

    /// Whether something outside the loop holds a pointer to the induction variable.
    fn may_change_outside(&self, site: &Loop<'_>) -> bool {
        self.function.address_taken(site.variable).is_some()
    }

    fn variable_changes<T>(&self, site: &Loop<'_>, token: usize) -> Result<T, Decline> {
        let uses = self.function.uses_in(token..token + 1);
        let name = site.name.to_owned();
        let reason = match uses.iter().find(|used| used.symbol == Some(site.variable)).map(|used| used.access) {
            Some(Access::Address) => Reason::AddressTaken(name),
            Some(_) => Reason::NotInvariant(name),
            None => Reason::Header("its body asks for the type of its variable"),
        };
        self.decline(reason, token)
    }
}
