//! The path of a file through the stages.
//!
//! ```text
//! bytes -> Unit -> requests -> for each function: tree -> symbols -> plans -> texts -> edits -> bytes
//! ```
//!
//! Requests are taken function by function. A function that cannot be parsed is tried without the file's
//! declarations, and then each of its loops by itself; what cannot be parsed even so is left as written. All of it
//! runs on a thread with a large stack, since the parser and the walks over its trees recurse.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use crate::analysis::{Decline, Function, Program, Reason, factor};
use crate::directive::{
    Asked, Request, Target, asks_for_extension, bind, earlier_request, extension_pragmas, find_requests,
    label_in_the_way, open_macro_before,
};
use crate::lex::{Punct, Token, TokenKind};
use crate::options::Options;
use crate::outcome::{Amount, Done, Form, RequestReport};
use crate::preprocess::{Unit, expand};
use crate::rules::{Finding, judge};
use crate::source::{FileId, Place, Span};
use crate::syntax::{Declarations, Items, NoTree, Parsed, parse_function, parse_loop};
use crate::unroll::{
    Edits, Layout, Names, Plan, Planner, Region, Renderer, Shape, Text, Wanted, directive_extent, is_rewritten,
    spliced, write,
};

/// Stack for lang-c and the walks; touched only as far as it is used. The limits on nesting keep well below it.
const STACK: usize = 256 << 20;

/// What one run finds and writes.
#[derive(Debug, Default)]
pub struct Rewrite {
    /// The new text; `None` where nothing changes.
    pub text: Option<Vec<u8>>,
    /// What there is to say, with what it is said of.
    pub findings: Vec<Finding>,
    /// What became of each request.
    pub requests: Vec<RequestReport>,
}

/// Rewrites the main file of a unit, on a thread of its own.
#[must_use]
pub fn rewrite(unit: &Unit, options: &Options) -> Option<Rewrite> {
    // A panic would be a fault of clunroll's own; it must not become one of the program that it is a part of.
    std::thread::scope(|scope| {
        let run = move || match find_requests(unit) {
            requests if requests.is_empty() && !options.provide_extension => Rewrite::default(),
            requests => Run::new(unit, options, requests).rewrite(),
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()?.join().ok()
    })
}

/// A request on its way.
struct Candidate<'u> {
    request: Request<'u>,
    target: Target,
    /// Whether it may stand in an argument of a macro.
    is_inside_arguments: bool,
    amount: Option<Amount>,
    done: Option<Done>,
    /// Whether the user has been told why its loop is left, in some copy at least.
    is_declined: bool,
    /// What was said of its loop and is not in the output, in some copy at least.
    dropped: Vec<Place>,
}

struct Run<'u> {
    unit: &'u Unit,
    options: &'u Options,
    items: Items,
    program: Rc<Program<'u>>,
    layout: Layout,
    names: Names<'u>,
    declarations: Declarations,
    candidates: Vec<Candidate<'u>>,
    findings: Vec<Finding>,
    edits: Edits,
    room: u64,
}

impl<'u> Run<'u> {
    fn new(unit: &'u Unit, options: &'u Options, requests: Vec<Request<'u>>) -> Self {
        let items = Items::find(unit);
        let program = Rc::new(Program::new(unit, &items));
        let inside_arguments = items.inside_arguments(unit);
        let candidates = requests
            .into_iter()
            .map(|request| {
                let target = bind(unit, &request);
                let around = |code: usize| {
                    let behind = inside_arguments.partition_point(|range| range.start < code);
                    behind
                        .checked_sub(1)
                        .filter(|&at| code < inside_arguments[at].end)
                        .map(|at| inside_arguments[at].start)
                };
                let is_inside_arguments = match target {
                    Target::For(code) => around(code).is_some(),
                    // Before what is no loop in the parentheses of a statement, no macro can make it one.
                    _ => around(request.position(unit)).is_some_and(|open| is_call(unit, open)),
                };
                Candidate {
                    request,
                    target,
                    is_inside_arguments,
                    amount: None,
                    done: None,
                    is_declined: false,
                    dropped: Vec::new(),
                }
            })
            .collect();
        let declarations = Declarations::find(unit, &items);
        Self {
            unit,
            options,
            items,
            program,
            layout: Layout::of(&unit.sources[FileId::MAIN]),
            names: Names::new(unit),
            declarations,
            candidates,
            findings: Vec::new(),
            edits: Edits::new(),
            room: options.limits.max_growth,
        }
    }

    fn rewrite(mut self) -> Rewrite {
        self.extension();
        let file_decline = if self.candidates.is_empty() { None } else { self.file_decline() };
        let mut at = 0;
        while at < self.candidates.len() {
            let item = self.items.containing(self.position(at));
            let end = (at..self.candidates.len())
                .find(|&other| self.items.containing(self.position(other)) != item)
                .unwrap_or(self.candidates.len());
            self.item(item, at..end, file_decline.as_ref());
            at = end;
        }
        let text = (!self.edits.is_empty()).then(|| self.write());
        let requests = self
            .candidates
            .iter()
            .map(|candidate| RequestReport {
                place: candidate.request.place,
                amount: candidate.amount,
                done: candidate.done.unwrap_or(Done::NotAsked),
            })
            .collect();
        Rewrite { text, findings: self.findings, requests }
    }

    /// The code token that a request applies to.
    fn position(&self, candidate: usize) -> usize {
        self.candidates[candidate].request.position(self.unit)
    }

    /// A reason against rewriting anything in this file.
    fn file_decline(&self) -> Option<Decline> {
        let unit = self.unit;
        let file = &unit.sources[FileId::MAIN];
        // Inside a comment or string only the trigraph for a backslash matters.
        if let Some(at) = memchr::memmem::find(&file.bytes, b"??/") {
            let span = Span::new(at as u32, at as u32 + 3);
            return Some(Decline { reason: Reason::Trigraph, place: Place { file: FileId::MAIN, span } });
        }
        let questions = |pair: &(&Token, &Token)| {
            pair.0.is(Punct::Question) && pair.1.is(Punct::Question) && pair.0.span.end == pair.1.span.start
        };
        if let Some((first, _)) = unit.all_tokens().zip(unit.all_tokens().skip(1)).find(questions) {
            return Some(Decline { reason: Reason::Trigraph, place: first.place() });
        }
        let place_of = |word: &str| {
            let found = unit.all_tokens().find(|token| unit.is_word(token, word)).map(Token::place);
            found.unwrap_or(self.candidates[0].request.place)
        };
        if unit.may_spell("__LINE__") || unit.may_spell("__builtin_LINE") {
            return Some(Decline { reason: Reason::LineNumbers, place: place_of("__LINE__") });
        }
        if unit.may_spell("__COUNTER__") {
            return Some(Decline { reason: Reason::OnlyOnce("__COUNTER__"), place: place_of("__COUNTER__") });
        }
        let saves_macros = unit.sources.iter().any(|file| memchr::memmem::find(&file.bytes, b"pop_macro").is_some());
        saves_macros.then(|| Decline { reason: Reason::MacroStack, place: self.candidates[0].request.place })
    }

    fn finish(&mut self, candidate: usize, finding: Finding) {
        let code = judge(&finding).rule.code;
        self.findings.push(finding);
        self.candidates[candidate].done.get_or_insert(Done::Left { code });
    }

    fn decline(&mut self, candidate: usize, decline: Decline) {
        let pragma = self.candidates[candidate].request.place;
        if std::mem::replace(&mut self.candidates[candidate].is_declined, true) {
            return;
        }
        let finding = match (self.candidates[candidate].amount, decline) {
            (Some(Amount::Auto), Decline { reason: Reason::RuntimeTrips(text), place }) => {
                Finding::LeftToCompiler { pragma, place, text }
            }
            (_, decline) => Finding::Declined { pragma, decline },
        };
        self.finish(candidate, finding);
    }

    /// Handles the requests of one top-level item.
    fn item(&mut self, item: Option<usize>, candidates: Range<usize>, file_decline: Option<&Decline>) {
        let unit = self.unit;
        let no_function = match self.parse_item(item, candidates.clone()) {
            Ok(parsed) => return self.function(item, &parsed, candidates, file_decline),
            Err(error) => error,
        };
        let item_end = item.map_or(unit.code.len(), |item| self.items.all()[item].code.end);
        let mut at = candidates.start;
        while at < candidates.end {
            let error = match self.candidates[at].target {
                Target::For(code) => match parse_loop(unit, code..item_end) {
                    Ok(alone) => {
                        let last = alone.expansion.tokens.last().map_or(code, |token| token.code);
                        let end = (at + 1..candidates.end).find(|&other| self.position(other) > last);
                        let end = end.unwrap_or(candidates.end);
                        self.function(item, &alone, at..end, file_decline);
                        at = end;
                        continue;
                    }
                    // What is wrong with the function may say more than that the loop cannot be parsed either.
                    Err(NoTree::Syntax(_)) => no_function,
                    Err(error) => error,
                },
                _ => no_function,
            };
            // The request itself can be judged without its function.
            if let Ok(nothing) = parse_function(unit, &[]) {
                let program = Rc::clone(&self.program);
                self.check(&Function::new(unit, &program, &nothing), at);
            }
            self.unreadable(at, error);
            at += 1;
        }
    }

    fn unreadable(&mut self, candidate: usize, error: NoTree) {
        if self.candidates[candidate].done.is_some() {
            return;
        }
        let reason = match error {
            NoTree::TooDeep(_) => Reason::TooDeep,
            NoTree::Overflow => Reason::Overflow,
            NoTree::Syntax(_) => Reason::Unreadable,
        };
        let place = match self.candidates[candidate].target {
            Target::For(code) => self.unit.code[code].place(),
            _ => self.candidates[candidate].request.place,
        };
        self.decline(candidate, Decline { reason, place });
    }

    /// Parses an item behind the declarations that it, or a factor in it, mentions.
    fn parse_item(&self, item: Option<usize>, candidates: Range<usize>) -> Result<Parsed<'u>, NoTree> {
        let function = item.map(|index| self.items.all()[index].code.clone());
        if item.is_some_and(|index| !self.items.all()[index].is_even) {
            return Err(NoTree::Syntax(0));
        }
        let mut names: HashSet<String> = HashSet::new();
        if let Some(range) = &function {
            let expansion = expand(self.unit, std::iter::once(range.clone()));
            names.extend(identifiers(expansion.tokens.iter().map(|token| (token.kind, &*token.text))));
        }
        for candidate in &self.candidates[candidates] {
            if let Ok(Asked::By(tokens)) = &candidate.request.asked {
                names.extend(identifiers(tokens.iter().map(|token| (token.kind, &*token.text))));
            }
        }
        let mut ranges: Vec<Range<usize>> = self
            .declarations
            .mentioned(names, item.unwrap_or(self.items.all().len()))
            .into_iter()
            .map(|index| self.items.all()[index].code.clone())
            .collect();
        ranges.extend(function.clone());
        match parse_function(self.unit, &ranges) {
            Err(NoTree::Syntax(_)) if ranges.len() > 1 => parse_function(self.unit, function.as_slice()),
            result => result,
        }
    }

    /// Judges the request itself: its form, its factor, and what it stands before.
    fn check(&mut self, function: &Function<'u, '_>, at: usize) {
        let candidate = &self.candidates[at];
        let pragma = candidate.request.place;
        let token = match candidate.target {
            Target::For(code) => function.parsed.token_at_code(code),
            _ => None,
        };
        let token = token.unwrap_or_else(|| function.parsed.token_behind_code(self.position(at)));
        let amount = match &candidate.request.asked {
            Ok(Asked::Full) => Amount::Full,
            Ok(Asked::Auto) => Amount::Auto,
            Ok(Asked::No) => Amount::No,
            Ok(Asked::By(tokens)) => match factor(function, &candidate.request, tokens, token) {
                Ok(0) => {
                    let place = candidate.request.factor_place();
                    if candidate.request.spelling.is_positive() {
                        self.finish(at, Finding::ZeroHint { pragma, place });
                    } else {
                        self.findings.push(Finding::ZeroFactor { pragma, place });
                    }
                    Amount::No
                }
                Ok(1) => Amount::No,
                Ok(factor) => Amount::By(factor),
                Err((problem, place)) => {
                    self.finish(at, Finding::Factor { pragma, place, problem });
                    return self.check_target(at);
                }
            },
            Err(problem) => {
                let problem = *problem;
                return self.finish(at, Finding::Malformed { pragma, problem });
            }
        };
        self.candidates[at].amount = Some(amount);
        self.check_target(at);
    }

    fn check_target(&mut self, at: usize) {
        let unit = self.unit;
        let pragma = self.candidates[at].request.place;
        let directive_place = |index: usize| unit.directive_place(&unit.directives[index]);
        let reason = |reason, place| Decline { reason, place };
        if let Some(first) = earlier_request(&self.candidates[at].request) {
            self.finish(at, Finding::Conflict { first, second: pragma });
        }
        if let (Target::For(_) | Target::OtherLoop(_), Some(label)) =
            (self.candidates[at].target, label_in_the_way(unit, &self.candidates[at].request))
        {
            self.findings.push(Finding::LabelInTheWay { pragma, label });
        }
        match self.candidates[at].target {
            Target::For(code) => {
                if self.candidates[at].done.is_none() && self.candidates[at].is_inside_arguments {
                    self.decline(at, reason(Reason::InsideArguments, unit.code[code].place()));
                } else if self.candidates[at].done.is_none()
                    && self.candidates[at].amount != Some(Amount::No)
                    && let Some(code) = open_macro_before(unit, &self.candidates[at].request)
                {
                    let name = unit.text(&unit.code[code]).into_owned();
                    self.decline(at, reason(Reason::HostDecides(name), unit.code[code].place()));
                }
            }
            Target::Overruled(hint) => self.finish(at, Finding::Overruled { pragma, hint }),
            Target::SecondRequest => {
                // The finding is the second one's.
                self.candidates[at].done.get_or_insert(Done::Left { code: crate::rules::CONFLICTING_REQUESTS.code });
            }
            Target::NoLoop(Some(_)) if self.candidates[at].is_inside_arguments => {
                self.decline(at, reason(Reason::InsideArguments, pragma));
            }
            Target::NoLoop(found) => {
                let found = found.map(|code| (unit.code[code].place(), unit.text(&unit.code[code]).into_owned()));
                self.finish(at, Finding::NotBeforeLoop { pragma, found });
            }
            // What is wrong with the request itself has been said; a note on top of it would be noise.
            _ if self.candidates[at].done.is_some() || self.candidates[at].amount == Some(Amount::No) => {}
            Target::OtherLoop(code) => self.decline(at, reason(Reason::NotFor, unit.code[code].place())),
            Target::Directive(index) => self.decline(at, reason(Reason::DirectiveBetween, directive_place(index))),
            Target::Unreadable(code) => {
                self.decline(at, reason(Reason::PrefixBetween, unit.code[code].place()));
            }
            Target::Macro(code) => {
                let name = unit.text(&unit.code[code]).into_owned();
                self.decline(at, reason(Reason::MadeByMacro(name), unit.code[code].place()));
            }
        }
    }

    /// Plans and renders the requests of one parsed function or loop.
    fn function(
        &mut self,
        item: Option<usize>,
        parsed: &Parsed<'u>,
        candidates: Range<usize>,
        file_decline: Option<&Decline>,
    ) {
        let program = Rc::clone(&self.program);
        let function = Function::new(self.unit, &program, parsed);
        for at in candidates.clone() {
            self.check(&function, at);
            if let (None, Some(decline), Some(Amount::Full | Amount::By(_) | Amount::Auto)) =
                (self.candidates[at].done, file_decline, self.candidates[at].amount)
            {
                self.decline(at, decline.clone());
            }
        }
        let unit = self.unit;
        let is_entry_point = || item.is_some_and(|item| program.is_entry_point(&self.items.all()[item]));
        let mut numbers = Vec::new();
        let mut wanted = Vec::new();
        for at in candidates {
            let candidate = &self.candidates[at];
            if let (Target::For(code), Some(amount), None) = (candidate.target, candidate.amount, candidate.done) {
                // A `for` that stands in no macro is always among the tokens.
                if let Some(token) = parsed.token_at_code(code) {
                    numbers.push(at);
                    wanted.push(Wanted { request: &candidate.request, token, amount });
                }
            }
        }
        let planner = Planner {
            function: &function,
            wanted: &wanted,
            is_entry_point: &is_entry_point,
            limits: self.options.limits,
            room: Cell::new(self.room),
            indent_unit: self.layout.unit.len(),
            keeps_empty_loops: Cell::new(false),
            memory: RefCell::default(),
        };
        let region = planner.function();
        let is_rewriting = self.room < self.options.limits.max_growth || is_rewritten(&region);
        let renderer = Renderer {
            planner: &planner,
            file: &unit.sources[FileId::MAIN],
            layout: &self.layout,
            names: &self.names,
            is_rewriting,
        };
        let edits = renderer.function(&region);
        let room = planner.room.get();
        let mut outcomes = Vec::new();
        collect(&region, &mut outcomes);
        self.edits.extend(edits);
        self.room = room;
        self.settle(&numbers, outcomes);
    }

    /// Turns what happened in all copies into one report for each request.
    fn settle(&mut self, numbers: &[usize], outcomes: Vec<(usize, Result<Done, Decline>)>) {
        for (index, outcome) in outcomes {
            let at = numbers[index];
            match outcome {
                Ok(done) => {
                    self.candidates[at].done.get_or_insert(done);
                    self.note_dropped(at, done);
                }
                Err(decline) => self.decline(at, decline),
            }
        }
        for &at in numbers {
            // A request in a loop that runs not once is gone with it.
            let gone = Done::Unrolled { form: Form::Full, factor: None, trips: Some(0), copies: 0 };
            self.candidates[at].done.get_or_insert(gone);
        }
    }

    /// Tells what stood before the loop and is not in the output.
    fn note_dropped(&mut self, at: usize, done: Done) {
        let Done::Unrolled { form, .. } = done else { return };
        let candidate = &mut self.candidates[at];
        let pragma = candidate.request.place;
        let keeps_loop = form != Form::Full;
        for place in candidate.request.prefix.dropped(keeps_loop) {
            if !candidate.dropped.contains(&place) {
                candidate.dropped.push(place);
                self.findings.push(Finding::Dropped { pragma, place, keeps_loop });
            }
        }
    }

    /// Where the file speaks of the extension itself.
    fn extension(&mut self) {
        let (unit, file) = (self.unit, &self.unit.sources[FileId::MAIN]);
        if self.options.provide_extension {
            let directives = extension_pragmas(unit).into_iter();
            self.edits.extend(directives.map(|span| (directive_extent(file, span), Text::made(""))));
            return;
        }
        let requests = self.candidates.iter().map(|candidate| &candidate.request);
        let asking = asks_for_extension(unit, requests);
        self.findings.extend(
            asking.into_iter().map(|(condition, request)| Finding::ExtensionNotProvided { condition, request }),
        );
    }

    fn write(&mut self) -> Vec<u8> {
        let unit = self.unit;
        let file = &unit.sources[FileId::MAIN];
        let mut spliced_tokens: Vec<Span> = unit
            .all_tokens()
            .filter(|token| token.spliced && token.file == FileId::MAIN)
            .map(|token| token.span)
            .collect();
        spliced_tokens.sort_unstable();
        let protected = |offset: u32| {
            let behind = spliced_tokens.partition_point(|span| span.start < offset);
            behind.checked_sub(1).is_some_and(|at| offset < spliced_tokens[at].end)
        };
        let mut edits = std::mem::take(&mut self.edits);
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let text = spliced(Span::new(0, file.bytes.len() as u32), edits);
        write(&text, file, self.layout.line_end, &protected)
    }
}

/// Whether an opening parenthesis is that of a call or an invocation.
fn is_call(unit: &Unit, open: usize) -> bool {
    let Some(name) = open.checked_sub(1).map(|before| &unit.code[before]) else { return false };
    let is_statement = ["for", "if", "while", "switch", "return"].iter().any(|word| unit.is_word(name, word));
    name.kind == TokenKind::Identifier && !is_statement
}

fn identifiers<'a>(tokens: impl Iterator<Item = (TokenKind, &'a str)>) -> impl Iterator<Item = String> {
    tokens.filter(|(kind, _)| *kind == TokenKind::Identifier).map(|(_, text)| text.to_owned())
}

/// What a plan did about each request, in all copies.
fn collect(region: &Region<'_>, outcomes: &mut Vec<(usize, Result<Done, Decline>)>) {
    for (index, plan) in region {
        let unroll = match plan {
            Plan::NotAsked => {
                outcomes.push((*index, Ok(Done::NotAsked)));
                continue;
            }
            Plan::Left(decline) => {
                outcomes.push((*index, Err(decline.clone())));
                continue;
            }
            Plan::Unroll(unroll) => unroll,
        };
        let (form, factor) = match &unroll.shape {
            Shape::Full { .. } => (Form::Full, None),
            Shape::Blocks { factor, .. } | Shape::Counted { factor, .. } => (Form::Counted, Some(*factor)),
            Shape::Rechecked { .. } => (Form::Rechecked, None),
            Shape::RecheckedLoop { factor, .. } => (Form::Rechecked, Some(*factor)),
        };
        let done = Done::Unrolled { form, factor, trips: unroll.trips, copies: unroll.copies };
        outcomes.push((*index, Ok(done)));
        for inner in unroll.shape.regions() {
            collect(inner, outcomes);
        }
    }
}
