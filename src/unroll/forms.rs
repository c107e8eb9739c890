//! Which form a loop takes, and its plan in that form.
//!
//! The trip count decides: final, it is baked in; resting on the host, it only sizes the re-checked form; known only to
//! the run, it is computed in the output, if everything that it is computed from stays the same while the loop runs.

use std::rc::Rc;

use super::plan::{Planner, Region, Settled, Shape, Unroll, Wanted};
use super::size::Size;
use super::trip_count::Count;
use crate::analysis::{
    Body, Comparison, Decline, Env, Evaluator, Header, Loop, Operand, Position, Reason, check_convergence,
    runtime_operand,
};
use crate::lex::TokenKind;
use crate::outcome::Amount;
use crate::preprocess::{IntegerType, Known, Meaning};

/// How far one pass of a main loop may go. Compilers compute trip counts with sums of distance and step, and one in
/// use has been seen to let them overflow where the step is close to 2^31 (NVIDIA's driver 580: wrong results).
const MAX_PASS: i128 = 1 << 24;

/// One request with its loop, where it is to be written.
struct Asked<'a, 'r, 'u, 't> {
    wanted: &'a Wanted<'r, 'u>,
    site: Rc<Loop<'t>>,
    body: Rc<Body>,
    /// What is known of variables there.
    env: &'a Env,
}

impl<'t> Asked<'_, '_, '_, 't> {
    fn unrolled(&self, shape: Shape<'t>, trips: Option<u64>, copies: u64, size: u64) -> Unroll<'t> {
        let (site, body) = (Rc::clone(&self.site), Rc::clone(&self.body));
        Unroll { site, body, prefix: Rc::clone(&self.wanted.request.prefix), shape, trips, copies, size }
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of one loop.
    pub(super) fn unroll(&self, wanted: &Wanted<'_, 'u>, env: &Env) -> Result<Unroll<'t>, Decline> {
        let (site, body) = self.examined(wanted)?;
        let count = match self.settled.get(&wanted.number) {
            Some(&Settled::Copies(trips)) => Count::Hosted(trips),
            Some(Settled::Passes) => Count::Runtime(self.function.tokens(site.bound)),
            Some(Settled::Left(_)) | None => self.count(&site, &body, wanted.amount, env)?,
        };
        let asked = &Asked { wanted, site, body, env };
        match (count, wanted.amount) {
            (Count::Final(header, trips), Amount::By(factor)) if trips >= 2 * u64::from(factor) => {
                self.blocks(asked, header, trips, factor)
            }
            (Count::Final(header, trips), _) => self.full(asked, header, trips),
            (Count::Hosted(trips), Amount::By(factor)) if trips > u64::from(factor) => {
                self.rechecked_loop(asked, factor, Some(trips))
            }
            (Count::Hosted(trips), _) => self.rechecked(asked, trips),
            (Count::Runtime(_), Amount::By(factor)) => self.runtime(asked, factor),
            (Count::Runtime(range), _) => {
                self.decline(Reason::RuntimeTrips(self.function.text_of(&range)), range.start)
            }
        }
    }

    fn full(&self, asked: &Asked<'_, '_, 'u, 't>, header: Header, trips: u64) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, body, env } = asked;
        // What does not compile in the body would compile without it.
        if trips == 0 && (self.keeps_empty_loops.get() || body.convergent.is_some() || body.names_unknown) {
            return self.decline(Reason::Header("it does not run once"), self.function.tokens(site.condition).start);
        }
        self.check_copies(wanted, trips)?;
        let mut size = Size::new(self, wanted, site);
        let mut copies = Vec::new();
        for index in 0..trips {
            let copy = self.copy_with_value(site, &header, index, env);
            size.add(&copy)?;
            copies.push(copy);
        }
        let size = size.total;
        let shape = Shape::Full { header, copies };
        Ok(asked.unrolled(shape, Some(trips), trips, size))
    }

    /// The inner loops of the copy for iteration `index`.
    fn copy_with_value(&self, site: &Loop<'t>, header: &Header, index: u64, env: &Env) -> Region<'t> {
        let range = self.function.tokens(site.body);
        match header.kind {
            // A variable that lives outside the loop is no constant in the output either.
            Some(kind) if site.declared.is_some() => {
                self.region(&range, &env.with(site.variable, Known::new(header.value(index), kind)))
            }
            _ => self.region(&range, env),
        }
    }

    fn blocks(
        &self,
        asked: &Asked<'_, '_, 'u, 't>,
        header: Header,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, env, .. } = asked;
        let function = self.function;
        let last = header.start + i128::from(trips) * header.stride;
        if header.kind.is_some_and(|kind| !kind.holds(last)) {
            let text = "its variable wraps around before the test fails";
            return self.decline(Reason::NeverEnds(text), function.tokens(site.condition).start);
        }
        self.check_pass(site, factor)?;
        let remainder = trips % u64::from(factor);
        self.check_copies(wanted, u64::from(factor) + remainder)?;
        let mut size = Size::new(self, wanted, site);
        let main = self.region(&function.tokens(site.body), env);
        for _ in 0..factor {
            size.add(&main)?;
        }
        let in_main = trips - remainder;
        let mut rest = Vec::new();
        for index in in_main..trips {
            let copy = self.copy_with_value(site, &header, index, env);
            size.add(&copy)?;
            rest.push(copy);
        }
        let size = size.total;
        let copies = u64::from(factor) + remainder;
        let shape = Shape::Blocks { header, factor, in_main, main, rest };
        Ok(asked.unrolled(shape, Some(trips), copies, size))
    }

    fn rechecked(&self, asked: &Asked<'_, '_, 'u, 't>, trips: u64) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, env, .. } = asked;
        if trips == 0 {
            let range = site.tokens.start..self.function.tokens(site.body).start;
            let tokens = &self.function.parsed.expansion.tokens;
            let host = range.clone().find(|&at| tokens[at].open).unwrap_or(range.start);
            return self.decline(Reason::RunsNot(tokens[host].text.to_string()), host);
        }
        self.check_copies(wanted, trips)?;
        let (region, size) = self.uniform_copies(wanted, site, trips + 1, env)?;
        let shape = Shape::Rechecked { copies: trips as u32, region };
        Ok(asked.unrolled(shape, Some(trips), trips + 1, size))
    }

    fn rechecked_loop(
        &self,
        asked: &Asked<'_, '_, 'u, 't>,
        factor: u32,
        trips: Option<u64>,
    ) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, env, .. } = asked;
        let copies = u64::from(factor);
        self.check_copies(wanted, copies)?;
        let (region, size) = self.uniform_copies(wanted, site, copies, env)?;
        Ok(asked.unrolled(Shape::RecheckedLoop { factor, region }, trips, copies, size))
    }

    /// A loop whose trip count only the run knows.
    fn runtime(&self, asked: &Asked<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let Asked { wanted, site, body, env } = asked;
        let function = self.function;
        // What the host decides in the header may be any expression: the test must be made each time.
        let header = site.tokens.start..function.tokens(site.body).start;
        let tokens = &function.parsed.expansion.tokens[header];
        let is_settled = matches!(self.settled.get(&wanted.number), Some(Settled::Passes));
        if is_settled || tokens.iter().any(|token| token.open) || !site.stride.facts.is_final() {
            return self.rechecked_loop(asked, factor, None);
        }
        let Some(kind) = site.kind else {
            return self.decline(Reason::VariableType(site.name.to_owned()), site.name_token);
        };
        if let Some(pointer) = function.address_taken(site.variable) {
            return self.decline(Reason::AddressTaken(site.name.to_owned()), pointer.token);
        }
        let is_entry_point = || self.entry_point.is_some_and(|(program, item)| program.is_entry_point(item));
        let operand = |node| runtime_operand(function, env, &is_entry_point, node, &site.tokens);
        let bound = operand(site.bound)?;
        self.check_bound_text(site)?;
        self.check_comparison(site, kind, bound)?;
        let evaluator = Evaluator::new(function, env, Position::InTree);
        let start = evaluator.value(site.start).ok().filter(|start| start.facts.is_final());
        // The start is evaluated once, as ever, so that it may be anything; for all work-items to make the same number
        // of trips, it must be the same for all.
        let start_operand = operand(site.start).ok();
        let start_is_uniform = start.is_some() || start_operand.is_some_and(|start| start.is_uniform);
        check_convergence(function, body, bound.is_uniform && start_is_uniform)?;
        self.check_copies(wanted, u64::from(factor))?;
        let copies = u64::from(factor) + 1;
        self.check_pass(site, factor)?;
        let (region, size) = self.uniform_copies(wanted, site, copies, env)?;
        let start_fits = match (&start, start_operand) {
            (Some(start), _) => kind.wrap(start.value) == start.value,
            (None, Some(operand)) => operand.kind == kind,
            (None, None) => false,
        };
        let start = start.map(|start| kind.wrap(start.value));
        let shape = Shape::Counted { factor, start, start_fits, bound_kind: bound.kind, region };
        Ok(asked.unrolled(shape, None, copies, size))
    }

    /// A bound without a text of its own is written as its expanded tokens, which must not be expanded again.
    fn check_bound_text(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let function = self.function;
        let range = function.tokens(site.bound);
        if function.source_span(&range).is_some() {
            return Ok(());
        }
        let moment = function.moment(range.start);
        let is_macro = |at: &usize| {
            let token = &function.parsed.expansion.tokens[*at];
            token.kind == TokenKind::Identifier && !matches!(function.meaning(&token.text, moment), Meaning::Ordinary)
        };
        match range.clone().find(is_macro) {
            Some(at) => {
                let name = function.parsed.expansion.tokens[at].text.to_string();
                self.decline(Reason::MadeByMacro(name), at)
            }
            None => Ok(()),
        }
    }

    /// Whether the end of a main loop can be computed in the type of this comparison.
    fn check_comparison(&self, site: &Loop<'_>, kind: IntegerType, bound: Operand) -> Result<(), Decline> {
        let decline = |text| self.decline(Reason::Bound(text), self.function.tokens(site.condition).start);
        let Some(common) = kind.common(bound.kind) else {
            return decline("the type of the comparison differs between devices");
        };
        let upwards = site.stride.value > 0;
        match site.comparison {
            Comparison::Less | Comparison::LessEqual if !upwards => decline("the step leads away from it"),
            Comparison::Greater | Comparison::GreaterEqual if upwards => decline("the step leads away from it"),
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual
                if site.declared.is_none() && kind.bits < common.bits && site.stride.value.abs() != 1 =>
            {
                decline("the variable lives outside the loop and cannot hold every end that a main loop may have")
            }
            Comparison::NotEqual if kind.bits != common.bits && kind != bound.kind => {
                decline("it has values that the induction variable has not")
            }
            _ if kind.signed && kind.bits < 32 && !common.signed => {
                decline("a narrow signed variable is compared with it as unsigned")
            }
            _ => Ok(()),
        }
    }

    fn check_copies(&self, wanted: &Wanted<'_, 'u>, copies: u64) -> Result<(), Decline> {
        let limit = u64::from(self.limits.max_copies);
        if copies > limit {
            return self.decline(Reason::TooManyCopies(copies, limit), wanted.token);
        }
        Ok(())
    }

    fn check_pass(&self, site: &Loop<'_>, factor: u32) -> Result<(), Decline> {
        if site.stride.value.abs() * i128::from(factor) > MAX_PASS {
            let token = self.function.tokens(site.step).start;
            return self.decline(Reason::Header("its step, times the factor, is very large"), token);
        }
        Ok(())
    }

    /// `copies` copies with the same inner loops in each.
    fn uniform_copies(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: &Loop<'t>,
        copies: u64,
        env: &Env,
    ) -> Result<(Region<'t>, u64), Decline> {
        let region = self.region(&self.function.tokens(site.body), env);
        let mut size = Size::new(self, wanted, site);
        for _ in 0..copies {
            size.add(&region)?;
        }
        Ok((region, size.total))
    }
}
