//! Planning: which form each loop takes, and how large it becomes.
//!
//! Loops are planned from the inside: the plan of a loop holds, for each of its copies, the plans of the requested
//! loops in its body. In a copy where the induction variable is a constant, inner loops are planned with that value
//! known ([`Env`]), so that a bound that depends on it is one too. Sizes are added up on the way and checked against
//! what is left of the file's limit; as soon as a loop passes it, the loop stays as written and the inner ones are
//! planned for themselves.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::layout;
use crate::analysis::{
    Access, Body, Comparison, Decline, Env, Evaluator, Function, Header, Loop, NoValueKind, Operand, Position, Reason,
    Trips, check_body, check_convergence, count, is_always_true, place_of_token, recognise, runtime_operand,
};
use crate::directive::{Request, has_marker};
use crate::options::Limits;
use crate::outcome::Amount;
use crate::preprocess::{IntegerType, Known, Meaning};
use crate::source::{FileId, SourceFile, Span};
use crate::syntax::{Scope, TokenRange};

/// How far one pass of a main loop may go. Compilers compute trip counts with sums of distance and step, and one in
/// use has been seen to let them overflow where the step is close to 2^31 (NVIDIA's driver 580: wrong results).
const MAX_PASS: i128 = 1 << 24;

/// The words that the forms are written with.
const WORDS: [&str; 9] = ["const", "for", "if", "while", "int", "uint", "long", "ulong", "size_t"];

/// A request that is bound to a loop of the function.
pub struct Wanted<'r, 'u> {
    /// The request.
    pub request: &'r Request<'u>,
    /// The token of the loop's `for`.
    pub token: usize,
    /// What is asked for.
    pub amount: Amount,
}

/// What is to be done about one request, in one copy of the text around it.
#[derive(Clone, Debug)]
pub enum Plan<'t> {
    /// Nothing, as was asked for.
    NotAsked,
    /// Nothing, for that reason.
    Left(Decline),
    /// The loop is written in another form.
    Unroll(Box<Unroll<'t>>),
}

/// The plans of the requests in a stretch of text, outermost first; those inside an unrolled loop are in its plan.
pub type Region<'t> = Vec<(usize, Plan<'t>)>;

/// An unrolled loop.
#[derive(Clone, Debug)]
pub struct Unroll<'t> {
    /// The loop.
    pub site: Loop<'t>,
    /// Its body.
    pub body: Body,
    /// Its form.
    pub shape: Shape<'t>,
    /// The trip count, where it is known.
    pub trips: Option<u64>,
    /// Copies of the body that are written.
    pub copies: u64,
    /// About how many bytes are written.
    size: u64,
}

/// The form of an unrolled loop, with what stands in its copies.
#[derive(Clone, Debug)]
pub enum Shape<'t> {
    /// All iterations, each with its own value.
    Full {
        /// The header's numbers.
        header: Header,
        /// The inner loops of each copy.
        copies: Vec<Region<'t>>,
    },
    /// A main loop over a constant number of iterations, and the rest written out.
    Blocks {
        /// The header's numbers.
        header: Header,
        /// Copies in the main loop.
        factor: u32,
        /// Iterations that the main loop runs.
        in_main: u64,
        /// The inner loops of the main loop's copies.
        main: Region<'t>,
        /// The inner loops of each copy behind it.
        rest: Vec<Region<'t>>,
    },
    /// A main loop up to a computed end, and the author's loop for the rest.
    Counted {
        /// Copies in the main loop.
        factor: u32,
        /// The first value, where it is a constant.
        start: Option<i128>,
        /// The type of the expression that the variable begins with, where it is known.
        start_kind: Option<IntegerType>,
        /// The bound's type.
        bound_kind: IntegerType,
        /// The inner loops.
        region: Region<'t>,
    },
    /// Copies behind the loop's own test, and the author's loop for whatever is left.
    Rechecked {
        /// How many copies.
        copies: u32,
        /// The inner loops.
        region: Region<'t>,
    },
    /// A loop of copies, each but the first behind the loop's own test.
    RecheckedLoop {
        /// Copies in the loop.
        factor: u32,
        /// The inner loops.
        region: Region<'t>,
    },
}

/// Plans the requests of one function.
pub struct Planner<'p, 'u, 't> {
    /// The function.
    pub function: &'p Function<'u, 't>,
    /// Its requests, by their loops' tokens in rising order.
    pub wanted: &'p [Wanted<'p, 'u>],
    /// Whether its parameters are the same for all work-items.
    pub is_entry_point: &'p dyn Fn() -> bool,
    /// How much may be written.
    pub limits: Limits,
    /// How much growth is left of the file's limit.
    pub room: Cell<u64>,
    /// One step of indentation, for sizes.
    pub indent_unit: usize,
    /// What was found out before about each loop, by its token.
    pub memory: RefCell<HashMap<usize, Memory<'t>>>,
}

/// What is true of a loop in every copy.
#[derive(Clone, Debug)]
pub enum Memory<'t> {
    /// Its form and its body.
    Examined(Rc<(Loop<'t>, Body)>),
    /// It cannot be unrolled anywhere. A loop that once passed the limit on growth is left in all copies: asking
    /// again for each would take time that grows with the product of the nest.
    Left(Decline),
}

/// A trip count and what it rests on.
enum Count {
    /// Nobody can change it.
    Final(Header, u64),
    /// It holds for what is known of the host's macros.
    Hosted(u64),
    /// Only the run knows it, by the value of these tokens.
    Runtime(TokenRange),
}

impl<'p, 'u, 't> Planner<'p, 'u, 't> {
    fn file(&self) -> &'p SourceFile {
        &self.function.unit.sources[FileId::MAIN]
    }

    /// Plans all requests of the function, each with the room that those before it leave.
    #[must_use]
    pub fn function(&self) -> Region<'t> {
        let mut plans = Vec::new();
        let mut at = 0;
        while let Some(wanted) = self.wanted.get(at) {
            let next = self.region(&(wanted.token..wanted.token + 1), &Env::default());
            let mut end = wanted.token + 1;
            for (_, plan) in &next {
                if let Plan::Unroll(unroll) = plan {
                    end = unroll.site.tokens.end;
                    let original = self.function.source_span(&unroll.site.tokens).map_or(0, Span::len) as u64;
                    self.room.set(self.room.get().saturating_sub(unroll.size.saturating_sub(original)));
                }
            }
            plans.extend(next);
            at = self.wanted.partition_point(|wanted| wanted.token < end);
        }
        plans
    }

    /// Plans all requests whose loops lie in `range`.
    #[must_use]
    pub fn region(&self, range: &TokenRange, env: &Env) -> Region<'t> {
        let mut plans = Vec::new();
        let mut at = self.wanted.partition_point(|wanted| wanted.token < range.start);
        while let Some(wanted) = self.wanted.get(at).filter(|wanted| wanted.token < range.end) {
            let plan = self.plan(wanted, env);
            let end = match &plan {
                Plan::Unroll(unroll) => unroll.site.tokens.end,
                _ => wanted.token + 1,
            };
            plans.push((at, plan));
            at = self.wanted.partition_point(|wanted| wanted.token < end);
        }
        plans
    }

    fn plan(&self, wanted: &Wanted<'_, 'u>, env: &Env) -> Plan<'t> {
        if wanted.amount == Amount::No {
            return Plan::NotAsked;
        }
        match self.unroll(wanted, env) {
            Ok(unroll) => Plan::Unroll(Box::new(unroll)),
            Err(decline) => {
                if matches!(decline.reason, Reason::TooMuchText(..)) {
                    self.memory.borrow_mut().insert(wanted.token, Memory::Left(decline.clone()));
                }
                Plan::Left(decline)
            }
        }
    }

    /// The loop's form and body, which are the same in every copy.
    fn examined(&self, wanted: &Wanted<'_, 'u>) -> Result<Rc<(Loop<'t>, Body)>, Decline> {
        match self.memory.borrow().get(&wanted.token) {
            Some(Memory::Examined(examined)) => return Ok(Rc::clone(examined)),
            Some(Memory::Left(decline)) => return Err(decline.clone()),
            None => {}
        }
        let examined = self.examine(wanted).map(Rc::new);
        let memory = match &examined {
            Ok(examined) => Memory::Examined(Rc::clone(examined)),
            Err(decline) => Memory::Left(decline.clone()),
        };
        self.memory.borrow_mut().insert(wanted.token, memory);
        examined
    }

    fn examine(&self, wanted: &Wanted<'_, 'u>) -> Result<(Loop<'t>, Body), Decline> {
        let function = self.function;
        if has_marker(function.unit, wanted.request) {
            return Err(Decline { reason: Reason::LeftBefore, place: wanted.request.place });
        }
        let site = recognise(function, wanted.token)?;
        self.check_texts(&site)?;
        self.check_words(wanted.token)?;
        let body = check_body(function, &site)?;
        Ok((site, body))
    }

    /// The words that clunroll writes must mean in the loop what they mean in OpenCL C.
    fn check_words(&self, token: usize) -> Result<(), Decline> {
        let function = self.function;
        let moment = function.moment(token);
        let hidden = WORDS.into_iter().find(|word| {
            !matches!(function.unit.meaning(word, moment), Meaning::Ordinary) || function.lookup(word, token).is_some()
        });
        match hidden {
            Some(word) => self.decline(Reason::HiddenWord(word), token),
            None => Ok(()),
        }
    }

    fn decline<T>(&self, reason: Reason, token: usize) -> Result<T, Decline> {
        Err(Decline { reason, place: place_of_token(self.function, token) })
    }
    fn unroll(&self, wanted: &Wanted<'_, 'u>, env: &Env) -> Result<Unroll<'t>, Decline> {
        let examined = self.examined(wanted)?;
        let (site, body) = (examined.0.clone(), examined.1.clone());
        let count = self.count(&site, &body, wanted.amount, env)?;
        match (count, wanted.amount) {
            (Count::Final(header, trips), Amount::By(factor)) if trips >= 2 * u64::from(factor) => {
                self.blocks(wanted, site, body, header, trips, factor, env)
            }
            (Count::Final(header, trips), _) => self.full(wanted, site, body, header, trips, env),
            (Count::Hosted(trips), Amount::By(factor)) if trips > u64::from(factor) => {
                self.rechecked_loop(wanted, site, body, factor, Some(trips), env)
            }
            (Count::Hosted(trips), _) => self.rechecked(wanted, site, body, trips, env),
            (Count::Runtime(_), Amount::By(factor)) => self.runtime(wanted, site, body, factor, env),
            (Count::Runtime(range), _) => self.decline(Reason::RuntimeTrips(self.text_of(&range)), range.start),
        }
    }

    /// The parts of the loop that are written again must be whole texts of the main file.
    fn check_texts(&self, site: &Loop<'_>) -> Result<(), Decline> {
        let function = self.function;
        let step = function.tokens(site.step);
        let parts = [
            site.tokens.clone(),
            site.name_token..site.name_token + 1,
            function.tokens(site.start),
            function.tokens(site.condition),
            step,
            function.tokens(site.body),
        ];
        for part in parts.into_iter().chain(site.declared.clone()) {
            if function.source_span(&part).is_none() {
                let token = &function.parsed.expansion.tokens[part.start];
                let name =
                    token.call.map_or_else(String::new, |call| function.parsed.expansion.outermost(call).name.clone());
                return self.decline(Reason::MadeByMacro(name), part.start);
            }
        }
        if let Some(call) = function.parsed.expansion.tokens[site.name_token].call {
            let name = function.parsed.expansion.outermost(call).name.clone();
            return self.decline(Reason::MadeByMacro(name), site.name_token);
        }
        Ok(())
    }

    /// The trip count from the header's constants.
    fn count(&self, site: &Loop<'t>, body: &Body, amount: Amount, env: &Env) -> Result<Count, Decline> {
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
                if function.parsed.scope == Scope::Loop && amount != Amount::Full {
                    return self.decline(Reason::FunctionUnreadable, bound_token);
                }
                if let Some(token) = body.needs_variable {
                    return self.variable_changes(site, token);
                }
                let unknown = if bound.is_err() { site.bound } else { site.start };
                let error = bound.err().or(start.err()).map(|error| error.kind);
                if error == Some(NoValueKind::NotInteger) {
                    return self.decline(Reason::Bound("it is no integer"), function.tokens(unknown).start);
                }
                return Ok(Count::Runtime(function.tokens(unknown)));
            }
        };
        let facts = start.facts.clone().with(&bound.facts).with(&site.stride.facts);
        let header = Self::header(site, &start, &bound);
        match count(&header) {
            Trips::Known(trips) => {
                let is_certain = facts.is_final() && body.needs_variable.is_none() && !self.may_change_outside(site);
                Ok(if is_certain { Count::Final(header, trips) } else { Count::Hosted(trips) })
            }
            Trips::Never(why) => self.decline(Reason::NeverEnds(why), function.tokens(site.condition).start),
            Trips::Unknown => self.decline(Reason::VariableType(site.name.to_owned()), site.name_token),
        }
    }

    fn header(site: &Loop<'_>, start: &Known, bound: &Known) -> Header {
        let kind = site.kind.unwrap_or(IntegerType::INT);
        Header {
            kind: site.kind,
            start: kind.wrap(start.value),
            comparison: site.comparison,
            bound: bound.value,
            bound_kind: bound.kind,
            stride: site.stride.value,
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

    #[allow(clippy::too_many_arguments)]
    fn full(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: Loop<'t>,
        body: Body,
        header: Header,
        trips: u64,
        env: &Env,
    ) -> Result<Unroll<'t>, Decline> {
        self.check_copies(wanted, trips)?;
        let mut size = Size::new(self, wanted, &site);
        let mut copies = Vec::new();
        for index in 0..trips {
            let copy = self.copy_with_value(&site, &header, index, env);
            size.add(&copy)?;
            copies.push(copy);
        }
        let size = size.total;
        let shape = Shape::Full { header, copies };
        Ok(Unroll { site, body, shape, trips: Some(trips), copies: trips, size })
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

    #[allow(clippy::too_many_arguments)]
    fn blocks(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: Loop<'t>,
        body: Body,
        header: Header,
        trips: u64,
        factor: u32,
        env: &Env,
    ) -> Result<Unroll<'t>, Decline> {
        let function = self.function;
        let last = header.start + i128::from(trips) * header.stride;
        if header.kind.is_none_or(|kind| !kind.holds(last)) {
            let text = "its variable wraps around before the test fails";
            return self.decline(Reason::NeverEnds(text), function.tokens(site.condition).start);
        }
        self.check_pass(&site, factor)?;
        let remainder = trips % u64::from(factor);
        self.check_copies(wanted, u64::from(factor) + remainder)?;
        let mut size = Size::new(self, wanted, &site);
        let main = self.region(&function.tokens(site.body), env);
        for _ in 0..factor {
            size.add(&main)?;
        }
        let in_main = trips - remainder;
        let mut rest = Vec::new();
        for index in in_main..trips {
            let copy = self.copy_with_value(&site, &header, index, env);
            size.add(&copy)?;
            rest.push(copy);
        }
        let size = size.total;
        let copies = u64::from(factor) + remainder;
        let shape = Shape::Blocks { header, factor, in_main, main, rest };
        Ok(Unroll { site, body, shape, trips: Some(trips), copies, size })
    }

    fn rechecked(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: Loop<'t>,
        body: Body,
        trips: u64,
        env: &Env,
    ) -> Result<Unroll<'t>, Decline> {
        if trips == 0 {
            let range = site.tokens.start..self.function.tokens(site.body).start;
            let tokens = &self.function.parsed.expansion.tokens;
            let host = range.clone().find(|&at| tokens[at].open).unwrap_or(range.start);
            return self.decline(Reason::RunsNot(tokens[host].text.to_string()), host);
        }
        self.check_copies(wanted, trips + 1)?;
        let (region, size) = self.uniform_copies(wanted, &site, trips + 1, env)?;
        let shape = Shape::Rechecked { copies: trips as u32, region };
        Ok(Unroll { site, body, shape, trips: Some(trips), copies: trips + 1, size })
    }

    fn rechecked_loop(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: Loop<'t>,
        body: Body,
        factor: u32,
        trips: Option<u64>,
        env: &Env,
    ) -> Result<Unroll<'t>, Decline> {
        let copies = u64::from(factor);
        self.check_copies(wanted, copies)?;
        let (region, size) = self.uniform_copies(wanted, &site, copies, env)?;
        Ok(Unroll { site, body, shape: Shape::RecheckedLoop { factor, region }, trips, copies, size })
    }

    /// A loop whose trip count only the run knows.
    fn runtime(
        &self,
        wanted: &Wanted<'_, 'u>,
        site: Loop<'t>,
        body: Body,
        factor: u32,
        env: &Env,
    ) -> Result<Unroll<'t>, Decline> {
        let function = self.function;
        // What the host decides in the header may be any expression: the test must be made each time.
        let header = site.tokens.start..function.tokens(site.body).start;
        let tokens = &function.parsed.expansion.tokens[header];
        if tokens.iter().any(|token| token.open) || !site.stride.facts.is_final() {
            return self.rechecked_loop(wanted, site, body, factor, None, env);
        }
        let Some(kind) = site.kind else {
            return self.decline(Reason::VariableType(site.name.to_owned()), site.name_token);
        };
        if let Some(pointer) = function.address_taken(site.variable) {
            return self.decline(Reason::AddressTaken(site.name.to_owned()), pointer.token);
        }
        let operand = |node| runtime_operand(function, env, self.is_entry_point, node, &site.tokens);
        let bound = operand(site.bound)?;
        self.check_comparison(&site, kind, bound)?;
        let evaluator = Evaluator::new(function, env, Position::InTree);
        let start = evaluator.value(site.start).ok();
        // The start is evaluated once, as ever, so that it may be anything; for all work-items to make the same number
        // of trips, it must be the same for all.
        let start_operand = operand(site.start).ok();
        let start_is_uniform = start.is_some() || start_operand.is_some_and(|start| start.is_uniform);
        check_convergence(function, &body, bound.is_uniform && start_is_uniform)?;
        let copies = u64::from(factor) + 1;
        self.check_copies(wanted, copies)?;
        self.check_pass(&site, factor)?;
        let (region, size) = self.uniform_copies(wanted, &site, copies, env)?;
        let start = start.map(|start| kind.wrap(start.value));
        let start_kind = start_operand.map(|start| start.kind);
        let shape = Shape::Counted { factor, start, start_kind, bound_kind: bound.kind, region };
        Ok(Unroll { site, body, shape, trips: None, copies, size })
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
        // The remainder of a loop is not what was asked for, and does not count.
        let asked = match wanted.amount {
            Amount::By(factor) => u64::from(factor).min(copies),
            _ => copies,
        };
        if asked > limit {
            return self.decline(Reason::TooManyCopies(asked, limit), wanted.token);
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

    fn text_of(&self, range: &TokenRange) -> String {
        let texts: Vec<_> =
            self.function.parsed.expansion.tokens[range.clone()].iter().map(|token| &*token.text).collect();
        match self.function.source_span(range) {
            Some(span) => String::from_utf8_lossy(self.file().slice(span)).into_owned(),
            None => texts.join(" "),
        }
    }
}

/// Adds up about how many bytes a loop's copies take.
struct Size<'a, 'p, 'u, 't> {
    planner: &'a Planner<'p, 'u, 't>,
    token: usize,
    /// What one copy takes, its inner loops left out.
    copy: u64,
    original: u64,
    total: u64,
}

impl<'a, 'p, 'u, 't> Size<'a, 'p, 'u, 't> {
    fn new(planner: &'a Planner<'p, 'u, 't>, wanted: &Wanted<'_, 'u>, site: &Loop<'_>) -> Self {
        let file = planner.file();
        let span = |range: &TokenRange| planner.function.source_span(range).unwrap_or(Span::new(0, 0));
        let body = span(&planner.function.tokens(site.body));
        let whole = span(&site.tokens);
        let lines = memchr::memchr_iter(b'\n', file.slice(body)).count() + 3;
        let deeper = 2 * planner.indent_unit + layout::indentation(file, whole.start).len().min(8);
        let declaration = 32 + site.name.len();
        let original = (whole.len() + wanted.request.place.span.len()) as u64;
        Self {
            planner,
            token: wanted.token,
            copy: (body.len() + lines * deeper + declaration) as u64,
            original,
            total: 128,
        }
    }

    /// Adds one copy.
    fn add(&mut self, inner: &Region<'_>) -> Result<(), Decline> {
        let mut copy = self.copy;
        for (_, plan) in inner {
            if let Plan::Unroll(unroll) = plan {
                copy = copy.saturating_add(unroll.size);
            }
        }
        self.total = self.total.saturating_add(copy);
        let growth = self.total.saturating_sub(self.original);
        if growth > self.planner.room.get() {
            return self.planner.decline(Reason::TooMuchText(growth, self.planner.room.get()), self.token);
        }
        Ok(())
    }
}
