//! Planning: which form each loop takes, and how large it becomes.
//!
//! Loops are planned from the inside: the plan of a loop holds, for each of its copies, the plans of the requested
//! loops in its body. In a copy where the induction variable is a constant, inner loops are planned with that value
//! known ([`Env`]), so that a bound that depends on it is one too. Sizes are added up on the way and checked against
//! what is left of the file's limit; as soon as a loop passes it, the loop stays as written and the inner ones are
//! planned for themselves.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::choice::Choice;
use super::host_values::Assumption;
use super::independence::IndependenceTest;
use super::jam::Jam;
use super::loads_first::MovedLoads;
use super::shape::{Fallback, Pin, Shape, VariableStyle};
use super::size::Bulk;
use super::terms::{HostedTrips, Terms};
use crate::analysis::{
    Body, ConditionalMeetings, Env, Function, Loop, ProgramFunctions, check_body, place_of_token, recognise,
};
use crate::directive::{Prefix, Request, has_marker};
use crate::limits::{MAX_CONDITIONAL_MEETINGS, MAX_TESTED_MEETINGS};
use crate::options::Options;
use crate::outcome::Amount;
use clunroll_rules::{Decline, LoadsProblem, Reason};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::source::{FileId, Place, SourceFile, Span};
use oclc_syntax::tree::{Item, TokenRange};

/// The words that the forms are written with.
const WORDS: [&str; 18] = [
    "break",
    "case",
    "const",
    "do",
    "for",
    "if",
    "switch",
    "while",
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "size_t",
    "ptrdiff_t",
];

/// A request that is bound to a loop of the function.
pub struct BoundRequest<'r, 'u> {
    /// The request's number in the file, the same in every configuration.
    pub number: usize,
    /// The request.
    pub request: &'r Request<'u>,
    /// The token of the loop's keyword.
    pub token: usize,
    /// What is asked for.
    pub amount: Amount,
    /// Whether a factor is the same in every final compile, so that a promise about it is one about this number.
    pub has_final_factor: bool,
    /// Whether it may be in an argument of a macro, where no directive may be (C99 6.10.3p11).
    pub is_inside_arguments: bool,
}

/// What is to be done about one request, in one copy of the text around it.
#[derive(Clone, Debug)]
pub enum RequestPlan<'t> {
    /// Nothing, as was asked for.
    NotAsked,
    /// Nothing, for that reason.
    Left(Decline),
    /// The loop is written in another form.
    Unroll(Rc<Unroll<'t>>),
    /// The loop is written in two branches, between which the preprocessor of the final compile chooses.
    Choice(Rc<Choice<'t>>),
}

impl<'t> RequestPlan<'t> {
    /// The unrolled loop; of a choice, that of the first branch.
    #[must_use]
    pub fn unrolled(&self) -> Option<&Rc<Unroll<'t>>> {
        match self {
            Self::NotAsked | Self::Left(_) => None,
            Self::Unroll(unroll) => Some(unroll),
            Self::Choice(choice) => choice.unrolled(),
        }
    }
}

/// The plans of the requests in a stretch of text, outermost first; those inside an unrolled loop are in its plan.
pub type InnerPlans<'t> = Vec<(usize, RequestPlan<'t>)>;

/// What is settled about a request before it is planned, since its loop is not the same in every configuration.
#[derive(Clone, Debug)]
pub enum Settled {
    /// It is left as written.
    Left(Decline),
    /// The trip count differs, or rests on what the host decides: that many re-checked copies.
    Copies(u64),
    /// It is not even known: with a factor, the loop keeps its own test before each copy.
    Passes,
}

/// What is left of the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes by which the file may grow.
    pub bytes: u64,
    /// What the barriers of the function leave.
    pub barriers: BarrierRoom,
}

/// What is left of the limits on the barriers of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierRoom {
    /// Copies that the function may have of a barrier with a test before it.
    pub tested: u64,
    /// Barriers that an iteration may skip, which the loops of the function may have.
    pub conditional: u64,
}

impl BarrierRoom {
    /// That of a function in which no loop is written yet.
    pub const ALL: Self = Self { tested: MAX_TESTED_MEETINGS, conditional: MAX_CONDITIONAL_MEETINGS };

    /// What both leave.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { tested: self.tested.min(other.tested), conditional: self.conditional.min(other.conditional) }
    }
}

impl Room {
    /// The same at the beginning of another function.
    #[must_use]
    pub const fn for_function(bytes: u64) -> Self {
        Self { bytes, barriers: BarrierRoom::ALL }
    }

    /// What both leave.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { bytes: self.bytes.min(other.bytes), barriers: self.barriers.least(other.barriers) }
    }
}

/// An unrolled loop.
#[derive(Clone, Debug)]
pub struct Unroll<'t> {
    /// The request that it carries out.
    pub request: Place,
    /// The loop.
    pub site: Rc<Loop<'t>>,
    /// Its body.
    pub body: Rc<Body>,
    /// What stands before it.
    pub prefix: Rc<Prefix>,
    /// Its form.
    pub shape: Shape<'t>,
    /// The trip count, where it is known.
    pub trips: Option<u64>,
    /// Copies of the body that are written.
    pub copies: u64,
    /// The loop that is written once for each version, where there are versions: this one or one around it.
    pub around: Option<TokenRange>,
    /// Why it is not written in a better form.
    pub fallback: Option<Fallback>,
    /// How its copies run side by side, where that was requested.
    pub jam: Option<Rc<Jam<'t>>>,
    /// Its loads that run before its stores.
    pub loads: Option<Rc<MovedLoads>>,
    /// Why none do, in a loop that loads and stores.
    pub loads_problem: Option<LoadsProblem>,
    /// What keeps the compiler from unrolling a main loop, and the loop behind it, once more.
    pub pin: Pin,
    /// Whether the copies of its main loop have counters of their own.
    pub has_counters: bool,
    /// Whether the run is to tell where the trip count is no multiple of the factor, as was promised.
    pub checks_promise: bool,
    /// What tells of two iterations that touch the same memory, where the order of the copies relies on the promise that none do.
    pub independence: Option<Rc<IndependenceTest>>,
    /// What must be true of the host's macros for the trip count to be that; `None` where nobody can change it, or where the
    /// form is right for any.
    pub assumption: Option<Assumption>,
    /// About how much is written.
    pub(super) size: Bulk,
}

impl Unroll<'_> {
    /// Whether copies in that style stand in blocks that begin with a declaration of the variable.
    pub(super) fn declares_value(&self, style: &VariableStyle) -> bool {
        style.declares() && self.body.uses_variable
    }
}

/// Plans the requests of one function.
pub struct Planner<'p, 'u, 't> {
    /// The function.
    pub function: &'p Function<'u, 't>,
    /// Its requests, by their loops' tokens in rising order.
    pub wanted: &'p [BoundRequest<'p, 'u>],
    /// The item that the function is, with which it is found out whether its parameters are the same for all work-items.
    pub entry_point: Option<(&'p ProgramFunctions<'u>, &'p Item)>,
    /// What the user wants.
    pub options: &'p Options,
    /// One step of indentation, for sizes.
    pub indent_unit: usize,
    /// What is settled about requests, by their numbers.
    pub settled: &'p HashMap<usize, Settled>,
    /// The barriers that an iteration may skip, once they were asked for.
    pub conditional_meetings: OnceCell<ConditionalMeetings>,
    /// The form and the body of each loop that was asked for, by its token: they are the same in every copy.
    pub memory: RefCell<HashMap<usize, Result<ExaminedLoop<'t>, Decline>>>,
}

/// A loop and its body.
pub type ExaminedLoop<'t> = (Rc<Loop<'t>>, Rc<Body>);

/// The plans of a function.
pub struct FunctionPlan<'t> {
    /// The plans of its requests.
    pub plans: InnerPlans<'t>,
    /// What they leave of the limits.
    pub room: Room,
}

impl<'p, 'u, 't> Planner<'p, 'u, 't> {
    pub(super) fn file(&self) -> &'p SourceFile {
        &self.function.unit.sources[FileId::MAIN]
    }

    /// Plans all requests of the function, each with the room that those before it leave.
    #[must_use]
    pub fn function(&self, mut terms: Terms<'_>) -> FunctionPlan<'t> {
        let (mut plans, env) = (InnerPlans::new(), Env::default());
        let mut at = 0;
        while at < self.wanted.len() {
            let planned = plans.len();
            at = self.plan_next(at, &env, terms, &mut plans);
            terms.room = self.room_behind(terms, &plans[planned].1);
        }
        FunctionPlan { plans, room: terms.room }
    }

    /// Behind the closing parenthesis of the header; of a `do` loop, behind the keyword.
    #[must_use]
    pub fn header_end(&self, site: &Loop<'_>) -> u32 {
        let parsed = &self.function.parsed;
        let header = site.tokens.start..self.function.tokens(site.body).start;
        let last = header.rev().find(|&token| !parsed.is_left_out(token)).unwrap_or(site.tokens.start);
        let code = parsed.expansion.code_of(&parsed.expansion.tokens[last]);
        self.function.unit.code[code.end - 1].span.end
    }

    /// What a plan leaves of the limits.
    #[must_use]
    pub fn room_behind(&self, terms: Terms<'_>, plan: &RequestPlan<'t>) -> Room {
        let room = terms.room;
        let (growth, meetings, conditional) = match plan {
            RequestPlan::Unroll(unroll) => {
                (self.growth(unroll), unroll.size.meetings, self.conditional_growth(terms, &unroll.site, &unroll.size))
            }
            RequestPlan::Choice(choice) => {
                (self.growth_of_choice(choice), choice.meetings(), self.conditional_growth_of_choice(terms, choice))
            }
            RequestPlan::NotAsked | RequestPlan::Left(_) => return room,
        };
        let barriers = BarrierRoom {
            tested: room.barriers.tested.saturating_sub(meetings),
            conditional: room.barriers.conditional.saturating_sub(conditional),
        };
        Room { bytes: room.bytes.saturating_sub(growth), barriers }
    }

    /// The barriers of the function that an iteration may skip.
    pub(super) fn conditional_meetings(&self) -> &ConditionalMeetings {
        self.conditional_meetings.get_or_init(|| ConditionalMeetings::of(self.function))
    }

    /// By how many barriers that an iteration may skip the loops of the function grow, if a loop is written with that size.
    pub(super) fn conditional_growth(&self, terms: Terms<'_>, site: &Loop<'_>, size: &Bulk) -> u64 {
        let is_inside = self.function.loops_around.contains_key(&site.tokens.start);
        let straight = if is_inside { size.straight } else { size.varying };
        if size.conditional + straight == 0 {
            // The function is not walked for its barriers.
            return 0;
        }
        let written = (size.conditional + straight).saturating_mul(self.copies_around(terms, site));
        written.saturating_sub(self.conditional_meetings().count(&site.tokens))
    }

    /// How many copies of a loop the requests around it ask for. Such a request counts where it stays as written, too: the final compile
    /// may then carry it out. No compiler does so with barriers where the trip count is known only at run time.
    fn copies_around(&self, terms: Terms<'_>, site: &Loop<'_>) -> u64 {
        let loops = &self.function.loops_around;
        let around = std::iter::successors(loops.get(&site.tokens.start), |keyword| loops.get(*keyword));
        let copies = |keyword: &usize| {
            let wanted = &self.wanted[self.wanted.binary_search_by_key(keyword, |wanted| wanted.token).ok()?];
            let (outer, body) = self.examined(wanted, terms).ok()?;
            let trips = self.final_trips(wanted, &outer, outer.counter.as_ref().ok()?, &body)?;
            match wanted.amount {
                Amount::Full | Amount::Auto => Some(trips),
                Amount::By(factor) | Amount::Jam(factor) => Some(trips.min(u64::from(factor))),
                Amount::No => None,
            }
        };
        around.filter_map(copies).fold(1, u64::saturating_mul)
    }

    /// By about how many bytes a loop grows.
    #[must_use]
    pub fn growth(&self, unroll: &Unroll<'_>) -> u64 {
        let original = self.function.source_span(&unroll.site.tokens).map_or(0, Span::len) as u64;
        unroll.size.bytes.saturating_sub(original)
    }

    /// Plans all requests whose loops lie in `range`.
    #[must_use]
    pub fn plan_inside(&self, range: &TokenRange, env: &Env, terms: Terms<'_>) -> InnerPlans<'t> {
        let mut plans = InnerPlans::new();
        let mut at = self.wanted.partition_point(|wanted| wanted.token < range.start);
        while self.wanted.get(at).is_some_and(|wanted| wanted.token < range.end) {
            at = self.plan_next(at, env, terms, &mut plans);
        }
        plans
    }

    /// Plans one request, which comes first in what is added to the plans, and gives the next one that is not in its loop.
    fn plan_next(&self, at: usize, env: &Env, terms: Terms<'_>, plans: &mut InnerPlans<'t>) -> usize {
        let wanted = &self.wanted[at];
        let plan = match terms.hosted_trips {
            HostedTrips::Chosen => self.chosen(wanted, at, env, terms),
            _ => self.plan(wanted, env, terms),
        };
        let end = plan.unrolled().map_or(wanted.token + 1, |unroll| unroll.site.tokens.end);
        let is_in_other_branch = matches!(&plan, RequestPlan::Left(decline) if decline.reason == Reason::InOtherBranch);
        plans.push((at, plan));
        if is_in_other_branch && let Ok((site, _)) = self.examined(wanted, terms) {
            return self.leave_all_inside(&site, at + 1, plans);
        }
        self.wanted.partition_point(|wanted| wanted.token < end)
    }

    /// Leaves all requests inside a loop that is as the author wrote it, from one of them on; gives the first after the loop.
    fn leave_all_inside(&self, site: &Loop<'t>, first: usize, plans: &mut InnerPlans<'t>) -> usize {
        let end = self.wanted.partition_point(|wanted| wanted.token < site.tokens.end);
        for (at, wanted) in self.wanted.iter().enumerate().take(end).skip(first) {
            let decline = Decline { reason: Reason::InOtherBranch, place: wanted.request.place };
            let is_asked = wanted.amount != Amount::No;
            plans.push((at, if is_asked { RequestPlan::Left(decline) } else { RequestPlan::NotAsked }));
        }
        end.max(first)
    }

    pub(super) fn plan(&self, wanted: &BoundRequest<'_, 'u>, env: &Env, terms: Terms<'_>) -> RequestPlan<'t> {
        if wanted.amount == Amount::No {
            return RequestPlan::NotAsked;
        }
        if let Some(Settled::Left(decline)) = self.settled.get(&wanted.number) {
            return RequestPlan::Left(decline.clone());
        }
        match self.unroll(wanted, env, terms) {
            Ok(unroll) => RequestPlan::Unroll(Rc::new(unroll)),
            Err(decline) => {
                if matches!(decline.reason, Reason::TooMuchText { .. }) {
                    terms.too_large.note(wanted.token, &decline);
                }
                RequestPlan::Left(decline)
            }
        }
    }

    /// The loop's form and body, unless it was too large before.
    pub(super) fn examined(
        &self,
        wanted: &BoundRequest<'_, 'u>,
        terms: Terms<'_>,
    ) -> Result<ExaminedLoop<'t>, Decline> {
        terms.too_large.decline(wanted.token).map_or_else(|| self.looked_at(wanted), Err)
    }

    /// The loop's form and body.
    ///
    /// # Errors
    ///
    /// Declines what cannot be copied.
    pub fn looked_at(&self, wanted: &BoundRequest<'_, 'u>) -> Result<ExaminedLoop<'t>, Decline> {
        let mut memory = self.memory.borrow_mut();
        memory.entry(wanted.token).or_insert_with(|| self.examine(wanted)).clone()
    }

    fn examine(&self, wanted: &BoundRequest<'_, 'u>) -> Result<ExaminedLoop<'t>, Decline> {
        let function = self.function;
        if has_marker(function.unit, wanted.request) {
            return Err(Decline { reason: Reason::LeftBefore, place: wanted.request.place });
        }
        let site = recognise(function, wanted.token)?;
        self.check_header(&site)?;
        self.check_texts(&site)?;
        self.check_meanings(&WORDS, &site.tokens)?;
        let body = check_body(function, &site)?;
        self.check_jumps(&body)?;
        Ok((Rc::new(site), Rc::new(body)))
    }

    /// A `break` that must tell what comes behind its copy is written in other words.
    fn check_jumps(&self, body: &Body) -> Result<(), Decline> {
        if !body.exits.needs_flag() {
            return Ok(());
        }
        match body.exits.breaks.iter().find(|jump| jump.span.is_none()) {
            Some(jump) => {
                let expansion = &self.function.parsed.expansion;
                let call = expansion.tokens[jump.token].call;
                let name = call.map_or_else(String::new, |call| expansion.outermost(call).name.clone());
                self.decline(Reason::HiddenBreak(name), jump.token)
            }
            None => Ok(()),
        }
    }

    /// The words that clunroll writes must mean before the loop, and after a copy of it, what they mean in OpenCL C.
    pub(super) fn check_meanings(&self, words: &[&'static str], of_loop: &TokenRange) -> Result<(), Decline> {
        let function = self.function;
        let (before, after) = (function.moment(of_loop.start), function.moment(of_loop.end));
        let is_macro = |word, moment| !matches!(function.meaning(word, moment), Meaning::Ordinary);
        let hidden = words.iter().find(|word| {
            is_macro(word, before) || is_macro(word, after) || function.lookup(word, of_loop.start).is_some()
        });
        match hidden {
            Some(&word) => self.decline(Reason::HiddenWord(word), of_loop.start),
            None => Ok(()),
        }
    }

    pub(super) fn decline<T>(&self, reason: Reason, token: usize) -> Result<T, Decline> {
        Err(Decline { reason, place: place_of_token(self.function, token) })
    }

    /// A header may hold another loop, in a statement that is an expression. It is said again as it is, and nothing in it is
    /// planned.
    fn check_header(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let body = self.function.tokens(site.body);
        let asked_in = |part: TokenRange| {
            let first = self.wanted.partition_point(|wanted| wanted.token < part.start);
            let inside = self.wanted[first..].iter().take_while(move |wanted| wanted.token < part.end);
            inside.filter(|wanted| wanted.amount != Amount::No)
        };
        let behind_body = body.end..site.tokens.end;
        match asked_in(site.tokens.start + 1..body.start).chain(asked_in(behind_body)).next() {
            Some(inner) => self.decline(Reason::LoopInHeader, inner.token),
            None => Ok(()),
        }
    }

    /// What is written again in every form must be a whole text of the main file.
    fn check_texts(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let function = self.function;
        self.check_text(&site.tokens)?;
        for part in site.test.into_iter().chain(site.step) {
            self.check_text(&function.tokens(part))?;
        }
        self.check_text(&function.tokens(site.body))
    }

    pub(super) fn check_text(&self, part: &TokenRange) -> Result<(), Decline> {
        if self.function.source_span(part).is_none() {
            // Where its beginning is the author's own, it ends in the middle of what a macro makes.
            let is_made = |&token: &usize| self.function.parsed.expansion.tokens[token].call.is_some();
            let ends = [part.start, part.end.saturating_sub(1)];
            return self.made_by_macro(ends.into_iter().find(is_made).unwrap_or(part.start));
        }
        Ok(())
    }

    pub(super) fn made_by_macro<T>(&self, token: usize) -> Result<T, Decline> {
        let expansion = &self.function.parsed.expansion;
        let expanded = &expansion.tokens[token];
        let name = expanded.call.map_or_else(
            || if expanded.open { expanded.text.to_string() } else { String::new() },
            |call| expansion.outermost(call).name.clone(),
        );
        self.decline(Reason::MadeByMacro(name), token)
    }
}
