//! The path of a file through the stages.
//!
//! ```text
//! bytes -> Unit -> requests -> choices -> for each function: tree -> symbols -> plans -> texts -> edits -> bytes
//! ```
//!
//! Requests whose loops conditions choose come first: each branch is planned in its own configuration ([`choices`]).
//!
//! Requests are handled function by function. If a function cannot be parsed, it is tried without the file's declarations, and then each of
//! its loops separately; if that fails too, they are declined. A loop that differs between configurations is planned in each of them
//! ([`variants`]). All of it needs a large stack ([`on_large_stack`]), since the parser and the walks over its trees recurse.

mod budget;
mod checks;
mod choices;
mod conditional_macros;
mod configurations;
mod function;
mod jam_variants;
mod outline;
mod results;
mod rewrite;
mod variants;

use crate::limits::STACK;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use self::budget::Budget;
pub use self::checks::file_decline;
use self::configurations::has_variants;
pub use self::configurations::{is_infeasible, test_around};
pub use self::outline::{Outline, unread_includes};
use self::outline::{stray_findings, unchanged};
pub use self::rewrite::Rewrite;
use self::variants::VariantLoop;
use crate::options::Options;
use crate::outcome::{Done, Fault, RequestReport};
use clunroll_analysis::{Function, ProgramFunctions};
use clunroll_loops::Amount;
use clunroll_loops::directive::{Request, Target, bind};
use clunroll_loops::{FileStyle, FreeNames, RemainingBarriers, RemainingLimits, TextEdits};
use clunroll_rules::{ConfigurationDifference, Decline, Finding, Reason};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Configuration, Unit};
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::{Declarations, Items, NoTree, Trees, find_placeholder, statement_extent};

/// Runs work on a thread of its own, with a stack on which lang-c and the walks over its trees can recurse. A panic there is a bug of
/// clunroll, and must not end the program that uses it.
///
/// WebAssembly has no threads and survives no panic: there, the work runs in place, on the stack that the linker gave the module.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Fault> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Fault::NoThread(error.to_string()))?;
        thread.join().map_err(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Fault::Bug(message.unwrap_or("it gives no message").to_owned())
        })
    })
}

/// Fails on this name in a source, except in release builds: the tests check how a bug is reported.
fn fail_on_purpose(unit: &Unit) {
    let is_wanted = cfg!(debug_assertions) && unit.sources.find(b"clunroll_fails_on_purpose").is_some();
    assert!(!is_wanted, "it fails on purpose");
}

/// Rewrites the main file of a unit.
#[must_use]
pub fn rewrite(outline: Outline<'_>, options: &Options, budget: &Budget, trees: &Trees) -> Rewrite {
    let Outline { unit, requests, items } = outline;
    fail_on_purpose(unit);
    let strays = stray_findings(unit, &requests);
    if requests.is_empty() && !options.provide_extension {
        return Rewrite { findings: strays, ..Rewrite::default() };
    }
    if let Some(place) = find_placeholder(unit) {
        return unchanged(unit, &requests, place);
    }
    let (file, requests) = FileContext::new(Outline { unit, requests, items }, options, budget, trees);
    let remaining = RemainingLimits::for_function(options.limits.max_growth);
    let mut rewriter = FileRewriter::new(&file, Configuration::default(), Vec::new(), requests, remaining);
    rewriter.choices();
    rewriter.items();
    let replacements = rewriter.write();
    let requests = rewriter.reports();
    let mut rewrite = Rewrite { replacements, findings: rewriter.findings, requests, ..Rewrite::default() };
    rewrite.findings.extend(unread_includes(unit));
    rewrite.findings.extend(strays);
    rewrite
}

/// The results for requests, by their numbers, in some copy.
type Outcomes = Vec<(usize, Result<Done, Decline>)>;

/// The progress of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It waits for the item that contains it.
    Waiting,
    /// It was judged by itself, without its loop.
    Judged,
    /// Its loop is written, in all configurations.
    Written,
    /// A finding says why its loop is declined, in some copy at least.
    Declined,
    /// A choice contains it: it is written and reported.
    InChoice,
}

/// A request with the facts about it so far.
struct PendingRequest<'u> {
    request: Request<'u>,
    target: Target,
    /// Whether it may be in an argument of a macro.
    is_inside_arguments: bool,
    amount: Option<Amount>,
    /// Whether the factor is the same in every final compile.
    has_final_factor: bool,
    stage: Stage,
    done: Option<Done>,
    /// Text before its loop that some copy does not contain.
    dropped: Vec<Place>,
    /// Whether it stays as written, for the compiler, because of `#pragma clunroll leave`.
    is_left: bool,
}

impl PendingRequest<'_> {
    /// Whether clunroll itself is, or may be, asked to unroll the loop.
    fn asks(&self) -> bool {
        !self.is_left && self.amount != Some(Amount::No)
    }
}

/// The facts about a file that are the same in all configurations.
struct FileContext<'u> {
    unit: &'u Unit,
    options: &'u Options,
    items: Items,
    program: Rc<ProgramFunctions<'u>>,
    layout: FileStyle,
    names: FreeNames<'u>,
    declarations: Declarations,
    budget: &'u Budget,
    trees: &'u Trees,
    /// A reason against rewriting anything in the file.
    decline: Option<Decline>,
}

impl<'u> FileContext<'u> {
    fn new(
        outline: Outline<'u>,
        options: &'u Options,
        budget: &'u Budget,
        trees: &'u Trees,
    ) -> (Self, Vec<Request<'u>>) {
        let Outline { unit, requests, items } = outline;
        fail_on_purpose(unit);
        let file = Self {
            unit,
            options,
            program: Rc::new(ProgramFunctions::new(unit, &items, options.assumptions())),
            layout: FileStyle::of(&unit.sources[FileId::MAIN]),
            names: FreeNames::new(unit),
            declarations: Declarations::find(unit, &items),
            items,
            budget,
            trees,
            decline: requests.first().and_then(|first| file_decline(unit, first.place)),
        };
        (file, requests)
    }
}

/// Rewrites requests of a file, in one configuration.
struct FileRewriter<'f, 'u> {
    unit: &'u Unit,
    file: &'f FileContext<'u>,
    /// The assumptions about the final compile.
    configuration: Configuration,
    /// The text that the configuration excludes.
    cuts: Vec<Span>,
    pending: Vec<PendingRequest<'u>>,
    findings: Vec<Finding>,
    edits: TextEdits,
    remaining: RemainingLimits,
    /// The remaining limits on barriers in the items so far.
    barriers: FxHashMap<Option<usize>, RemainingBarriers>,
    /// Whether loops have variants, by their first code tokens. The question is asked for a loop alone and with its function.
    with_variants: RefCell<FxHashMap<usize, bool>>,
    /// Stretches in which conditions choose loops and that are already written, with the requests that they are written for.
    choices: Vec<(Span, Place)>,
    /// The reasons why conditions that choose a loop are not moved around it, by its request.
    crowded: HashMap<Place, Reason>,
}

impl<'f, 'u> FileRewriter<'f, 'u> {
    fn new(
        file: &'f FileContext<'u>,
        configuration: Configuration,
        cuts: Vec<Span>,
        requests: Vec<Request<'u>>,
        remaining: RemainingLimits,
    ) -> Self {
        let unit = file.unit;
        let targets: Vec<Target> = requests.iter().map(|request| bind(unit, &configuration, request)).collect();
        let loops = targets.iter().filter_map(|target| match target {
            Target::Loop(code) => Some(*code),
            _ => None,
        });
        let positions = requests.iter().map(|request| request.position(unit));
        let inside_arguments = file.items.inside_arguments(unit, loops.chain(positions));
        let around = |code: usize| {
            let before = inside_arguments.partition_point(|range| range.start < code);
            before.checked_sub(1).filter(|&at| code < inside_arguments[at].end).map(|at| inside_arguments[at].start)
        };
        let pending: Vec<PendingRequest<'_>> = requests
            .into_iter()
            .zip(targets)
            .map(|(request, target)| {
                let is_inside_arguments = match target {
                    Target::Loop(code) => around(code).is_some(),
                    // The parentheses of a statement, as in `if (…)`, are not a macro's, so no macro can make a loop of what follows the
                    // request.
                    _ => around(request.position(unit)).is_some_and(|open| is_call(unit, open)),
                };
                let is_left = request.is_left(unit, &configuration);
                PendingRequest {
                    request,
                    target,
                    is_inside_arguments,
                    amount: None,
                    has_final_factor: true,
                    stage: Stage::Waiting,
                    done: None,
                    dropped: Vec::new(),
                    is_left,
                }
            })
            .collect();
        Self {
            unit,
            file,
            configuration,
            cuts,
            pending,
            findings: Vec::new(),
            edits: TextEdits::new(),
            remaining,
            barriers: FxHashMap::default(),
            with_variants: RefCell::default(),
            choices: Vec::new(),
            crowded: HashMap::new(),
        }
    }

    /// Handles all requests, item by item.
    fn items(&mut self) {
        let items = &self.file.items;
        let mut at = 0;
        while at < self.pending.len() {
            let item = items.containing(self.position(at));
            let end = (at..self.pending.len())
                .find(|&other| items.containing(self.position(other)) != item)
                .unwrap_or(self.pending.len());
            // Requests in choices need no tree any more.
            if self.pending[at..end].iter().any(|one| one.stage != Stage::InChoice) {
                self.remaining.barriers = self.barriers.get(&item).copied().unwrap_or(RemainingBarriers::ALL);
                self.item(item, at..end);
                self.barriers.insert(item, self.remaining.barriers);
            }
            at = end;
        }
    }

    /// The report of each request.
    fn reports(&self) -> Vec<RequestReport> {
        let report = |one: &PendingRequest<'_>| RequestReport {
            place: one.request.place,
            amount: one.amount,
            is_exact: one.request.is_exact(),
            done: one.done.clone().unwrap_or(Done::NotAsked),
            growth: None,
            written: None,
        };
        self.pending.iter().map(report).collect()
    }

    /// The code token that a request applies to.
    fn position(&self, pending_request: usize) -> usize {
        self.pending[pending_request].request.position(self.unit)
    }

    /// Handles the requests of one top-level item.
    fn item(&mut self, item: Option<usize>, pending: Range<usize>) {
        let unit = self.unit;
        let no_function = match self.parse_item(item, pending.clone(), &self.configuration) {
            Ok(parsed) => return self.function(item, &parsed, pending),
            Err(error) => error,
        };
        let item_end = self.item_end(item);
        let mut at = pending.start;
        while at < pending.end {
            let error = match self.pending[at].target {
                // A bracket in the request closes the function: the code after it belongs to another item.
                Target::Loop(code) if code >= item_end => no_function,
                Target::Loop(code) if self.has_variants(code, item) => {
                    at = self.loop_in_variants(item, at, pending.end, no_function.stopped());
                    continue;
                }
                Target::Loop(code) => {
                    match self.file.trees.parse_loop(unit, &self.configuration, code..item_end, no_function.stopped()) {
                        Ok(alone) => {
                            let last = alone.expansion.tokens.last().map_or(code, |token| token.code);
                            let end = (at + 1..pending.end).find(|&other| self.position(other) > last);
                            let end = end.unwrap_or(pending.end);
                            self.function(item, &alone, at..end);
                            at = end;
                            continue;
                        }
                        // The reason against the function may be more specific than that the loop cannot be parsed either.
                        Err(NoTree::Syntax(_)) => no_function,
                        Err(error) => error,
                    }
                }
                _ => no_function,
            };
            self.check_alone(at..at + 1);
            self.unreadable(at, error);
            at += 1;
        }
    }

    /// Handles a loop whose function cannot be read, and that differs between configurations; returns the number of the request after those
    /// in it. The function could not be parsed from the code token `stopped` on.
    fn loop_in_variants(&mut self, item: Option<usize>, request: usize, end: usize, stopped: Option<usize>) -> usize {
        let Target::Loop(code) = self.pending[request].target else { return request + 1 };
        let site = VariantLoop { request, code: code..self.item_end(item), item, pending: request..end };
        let last = self.extent(code, item).map_or(code + 1, |range| range.end);
        let mut behind = (request + 1..end).find(|&other| self.position(other) >= last).unwrap_or(end);
        self.check_alone(request..behind);
        let is_open = |this: &Self, at: usize| this.pending[at].done.is_none() && this.pending[at].asks();
        if !is_open(self, request) {
            return request + 1;
        }
        // If the loop can be parsed alone, the tree of all its branches contains all of its requests.
        let together = self.file.trees.parse_loop(self.unit, &self.configuration, site.code.clone(), stopped).ok();
        let written = loop {
            let written = match &self.file.decline {
                Some(decline) => Err(decline.clone()),
                None => self.in_variants(&site, together.as_ref()),
            };
            let edits = written.iter().flat_map(|written| &written.edits);
            let written_to = edits.map(|(span, _)| span.end).max().unwrap_or_default();
            let is_behind = |at: &usize| self.pending[*at].request.place.span.start >= written_to;
            let reached = (behind..end).find(is_behind).unwrap_or(end);
            if reached == behind {
                break written;
            }
            // If a macro in one branch opens a bracket, the loop is longer there, and contains more requests.
            self.check_alone(behind..reached);
            behind = reached;
        };
        // A conditional may be written already, with the requests that it chooses. It is inside of the loop if the function is not valid.
        let written = written.and_then(|written| {
            let is_apart = written.edits.iter().all(|(span, _)| self.choice_meeting(*span).is_none());
            let differs = || Decline {
                reason: Reason::ConfigurationsDiffer(ConfigurationDifference::Form),
                place: self.unit.code[code].place(),
            };
            is_apart.then_some(written).ok_or_else(differs)
        });
        match written {
            Ok(written) => {
                self.note_fallbacks(written.fallbacks);
                self.findings.extend(written.advice);
                self.remaining = written.remaining;
                self.edits.extend(written.edits);
                self.settle(&written.requests, written.outcomes);
                for at in request..behind {
                    if is_open(self, at) {
                        self.unreadable(at, NoTree::Syntax(None));
                    }
                }
                behind
            }
            Err(decline) => {
                self.decline(request, decline);
                request + 1
            }
        }
    }

    /// Judges requests without their function.
    fn check_alone(&mut self, pending: Range<usize>) {
        if let Ok(nothing) = self.file.trees.parse_nothing() {
            let program = Rc::clone(&self.file.program);
            let function = Function::new(self.unit, &program, &nothing);
            pending.for_each(|at| self.judge_request(&function, at));
        }
    }

    /// The conditionals that decide the structure of an item.
    fn uneven(&self, item: Option<usize>) -> &[usize] {
        item.map_or(&[], |item| &self.file.items.all()[item].uneven)
    }

    /// Whether the loop at a code token differs in another configuration.
    fn has_variants(&self, loop_at: usize, item: Option<usize>) -> bool {
        let code = loop_at..self.item_end(item);
        let find = || has_variants(self.unit, &self.configuration, &code, self.uneven(item));
        *self.with_variants.borrow_mut().entry(loop_at).or_insert_with(find)
    }

    /// The code tokens of the loop that begins at a token.
    fn extent(&self, loop_at: usize, item: Option<usize>) -> Option<Range<usize>> {
        statement_extent(self.unit, &self.configuration, loop_at, self.item_end(item)).ok()
    }

    fn item_end(&self, item: Option<usize>) -> usize {
        item.map_or(self.unit.code.len(), |item| self.file.items.all()[item].code.end)
    }
}

/// Whether an opening parenthesis is that of a call or an invocation.
fn is_call(unit: &Unit, open: usize) -> bool {
    let Some(name) = open.checked_sub(1).map(|before| &unit.code[before]) else { return false };
    let is_statement = ["for", "if", "while", "switch", "return"].iter().any(|word| unit.is_word(name, word));
    name.kind == TokenKind::Identifier && !is_statement
}
