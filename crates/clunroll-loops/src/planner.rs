//! The input of plans: the requests of a function, and the facts about them that hold in every copy.
//!
//! A [`Planner`] holds facts and the user's options, and decides nothing by itself: `facts/` answers questions about a loop, `legal/` says
//! which forms are right for it, and `choose/` takes one of them.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::amount::Amount;
use crate::directive::Request;
use crate::plan::Unroll;
use crate::plan::bulk::Bulk;
use crate::plan::shape::{Pin, Shape};
use crate::policy::Policy;
use crate::settings::FormSettings;
use crate::terms::Terms;
use clunroll_analysis::{Body, ConditionalMeetings, Env, Function, Loop, ProgramFunctions, place_of_token};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::source::{FileId, SourceFile};
use oclc_syntax::tree::Item;

/// A request that is bound to a loop of the function.
pub struct BoundRequest<'r, 'u> {
    /// The request's number in the file, the same in every configuration.
    pub number: usize,
    /// The request.
    pub as_written: &'r Request<'u>,
    /// The token of the loop's keyword.
    pub token: usize,
    /// The amount that it asks for.
    pub amount: Amount,
    /// Whether a factor is the same in every final compile, so that a promise about it is one about this number.
    pub has_final_factor: bool,
    /// Whether it may be in an argument of a macro, where no directive may be (C99 6.10.3p11).
    pub is_inside_arguments: bool,
    /// Whether it stays as written, for the compiler, because of `#pragma clunroll leave`.
    pub is_left: bool,
}

impl BoundRequest<'_, '_> {
    /// Whether clunroll itself is asked to unroll the loop.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.is_left && self.amount != Amount::No
    }
}

/// The decision about a request before planning, if its loop differs between configurations.
#[derive(Clone, Debug)]
pub enum Settled {
    /// It stays as written.
    Left(Decline),
    /// The trip count differs, or depends on the host: so many re-checked copies.
    Copies(u64),
    /// It is not even known: with a factor, the loop keeps its own test before each copy.
    Passes,
}

/// Plans the requests of one function.
pub struct Planner<'p, 'u, 't> {
    /// The function.
    pub function: &'p Function<'u, 't>,
    /// Its requests, by their loops' tokens in rising order.
    pub requests: &'p [BoundRequest<'p, 'u>],
    /// The item that the function is, with which it is found out whether its parameters are the same for all work-items.
    pub entry_point: Option<(&'p ProgramFunctions<'u>, &'p Item)>,
    /// Chooses the form of each loop.
    pub policy: &'p dyn Policy,
    /// The user's options.
    pub settings: FormSettings,
    /// One step of indentation, for sizes.
    pub indent_unit: usize,
    /// Whether the text also serves other configurations than the one that it is planned in.
    pub serves_others: bool,
    /// The requests that are already decided, by their numbers.
    pub settled: &'p HashMap<usize, Settled>,
    /// The barriers that an iteration may skip, computed on first use.
    pub conditional_meetings: OnceCell<ConditionalMeetings>,
    /// The form and the body of each requested loop, by its token: they are the same in every copy.
    pub memory: RefCell<HashMap<usize, Result<ExaminedLoop<'t>, Decline>>>,
}

/// A loop and its body.
pub type ExaminedLoop<'t> = (Rc<Loop<'t>>, Rc<Body>);

/// One request with its loop, where it is to be written.
#[derive(Clone)]
pub struct PlannedRequest<'a, 'r, 'u, 't> {
    pub request: &'a BoundRequest<'r, 'u>,
    pub site: Rc<Loop<'t>>,
    pub body: Rc<Body>,
    /// The known values of variables there.
    pub env: &'a Env,
    /// The limits and assumptions of its caller.
    pub terms: Terms<'a>,
}

impl<'t> PlannedRequest<'_, '_, '_, 't> {
    pub fn unrolled(&self, shape: Shape<'t>, trips: Option<u64>, copies: u64, size: Bulk) -> Unroll<'t> {
        let (site, body) = (Rc::clone(&self.site), Rc::clone(&self.body));
        let prefix = Rc::clone(&self.request.as_written.prefix);
        Unroll {
            request: self.request.as_written.place,
            site,
            body,
            prefix,
            shape,
            trips,
            copies,
            around: None,
            fallback: None,
            jam: None,
            loads: None,
            loads_problem: None,
            numbers: Vec::new(),
            pin: Pin::default(),
            has_counters: false,
            checks_promise: false,
            independence: None,
            strides: None,
            assumption: None,
            assertions: Vec::new(),
            size,
        }
    }
}

impl<'p, 'u, 't> Planner<'p, 'u, 't> {
    pub(crate) fn file(&self) -> &'p SourceFile {
        &self.function.unit.sources[FileId::MAIN]
    }

    /// The barriers of the function that an iteration may skip.
    pub fn conditional_meetings(&self) -> &ConditionalMeetings {
        self.conditional_meetings.get_or_init(|| ConditionalMeetings::of(self.function))
    }

    /// The loop's form and body, unless it was too large before.
    pub(crate) fn examined(
        &self,
        request: &BoundRequest<'_, 'u>,
        terms: Terms<'_>,
    ) -> Result<ExaminedLoop<'t>, Decline> {
        terms.too_large.decline(request.token).map_or_else(|| self.looked_at(request), Err)
    }

    /// The loop's form and body.
    ///
    /// # Errors
    ///
    /// Declines loops that cannot be copied.
    pub fn looked_at(&self, request: &BoundRequest<'_, 'u>) -> Result<ExaminedLoop<'t>, Decline> {
        let mut memory = self.memory.borrow_mut();
        memory.entry(request.token).or_insert_with(|| self.examine(request)).clone()
    }

    pub(crate) fn decline<T>(&self, reason: Reason, token: usize) -> Result<T, Decline> {
        Err(Decline { reason, place: place_of_token(self.function, token) })
    }
}
