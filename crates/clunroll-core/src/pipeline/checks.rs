//! Judges requests: finds the errors of a request before its loop is planned.
//!
//! A request can be wrong in itself, come before a statement that is not a loop, or be in a file from which no line may be copied. Each
//! request gets one finding, and the first finding decides the report of the request.

use super::{FileRewriter, Stage};
use crate::limits::DEFAULT_JAM;
use crate::outcome::Done;
use clunroll_analysis::{Factor, Function, evaluate_factor, without_tree};
use clunroll_loops::Amount;
use clunroll_loops::directive::{
    Anchor, RequestKind, Spelling, Target, earlier_request, is_marked, label_in_the_way, operator_words,
};
use clunroll_rules::table::CONFLICTING_REQUESTS;
use clunroll_rules::{
    Cause, ConflictingRequests, Decline, FactorProblem, Finding, LabelBeforeLoop, LeftToCompiler, MalformedPragma,
    NotBeforeALoop, OnlyOnce, OverruledRequest, Reason, UnknownClause, WrongFactor, ZeroFactor, ZeroHint,
};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Directive, DirectiveKind, Unit};
use oclc_syntax::source::{Place, Span};
use oclc_syntax::tree::NoTree;

/// A reason against rewriting anything in a file; `request` is the place if nothing else gives one.
#[must_use]
pub fn file_decline(unit: &Unit, request: Place) -> Option<Decline> {
    if let Some(place) = unit.self_inclusion() {
        return Some(Decline { reason: Reason::IncludesItself, place });
    }
    // Inside a comment or string only the trigraph for a backslash matters.
    if let Some(place) = unit.sources.find(b"??/") {
        return Some(Decline { reason: Reason::Trigraph, place });
    }
    let questions = |pair: &(&Token, &Token)| {
        pair.0.is(Punct::Question) && pair.1.is(Punct::Question) && pair.0.span.end == pair.1.span.start
    };
    if unit.sources.find(b"??").is_some()
        && let Some((first, _)) = unit.all_tokens().zip(unit.all_tokens().skip(1)).find(questions)
    {
        return Some(Decline { reason: Reason::Trigraph, place: first.place() });
    }
    let place_of = |word: &str| {
        let found = unit.all_tokens().find(|token| unit.is_word(token, word)).map(Token::place);
        found.unwrap_or(request)
    };
    match unit.first_spelt(&["__LINE__", "__builtin_LINE", "__builtin_COLUMN", "__COUNTER__"]) {
        Some("__COUNTER__") => {
            let reason = Reason::OnlyOnce(OnlyOnce::Counter);
            return Some(Decline { reason, place: place_of("__COUNTER__") });
        }
        Some(_) => return Some(Decline { reason: Reason::LineNumbers, place: place_of("__LINE__") }),
        None => {}
    }
    let saves_macros = unit.sources.find(b"pop_macro").is_some();
    saves_macros.then_some(Decline { reason: Reason::MacroStack, place: request })
}

/// The problem of a factor in a string: an unknown name may be that of a parameter which the string mentions.
fn explained(unit: &Unit, problem: FactorProblem) -> FactorProblem {
    let FactorProblem::Unknown(name) = problem else { return problem };
    let names_it = |line: &&Directive| {
        let string = unit.line(line).iter().filter(|token| token.kind == TokenKind::String);
        let mut words = string.filter_map(|string| operator_words(unit, string)).flatten();
        line.kind == DirectiveKind::Define && words.any(|word| unit.is_word(&word, &name))
    };
    let is_parameter = |line: &&Directive| {
        let of_macro = unit.line(line).get(2).map(|by| unit.text(by));
        let mut meant = of_macro.iter().flat_map(|by| unit.definitions(by));
        meant.any(|definition| definition.parameters.iter().flatten().any(|parameter| *parameter == name))
    };
    let line = unit.directives.iter().filter(names_it).find(is_parameter);
    match line.and_then(|line| unit.line(line).get(2)) {
        Some(by) => FactorProblem::ParameterInString { name, by: unit.text(by).into_owned() },
        None => FactorProblem::Unknown(name),
    }
}

impl<'u> FileRewriter<'_, 'u> {
    pub(super) fn finish(&mut self, at: usize, finding: Finding) {
        let cause = Cause::from(&finding);
        self.findings.push(finding);
        self.pending[at].done.get_or_insert(Done::Left { cause });
    }

    pub(super) fn decline(&mut self, at: usize, decline: Decline) {
        let pragma = self.pending[at].request.place;
        if matches!(self.pending[at].stage, Stage::Declined | Stage::InChoice) || !self.pending[at].asks() {
            return;
        }
        self.pending[at].stage = Stage::Declined;
        let finding = match (self.pending[at].amount, decline) {
            (Some(Amount::Auto), Decline { reason: Reason::RuntimeTrips { text, .. }, place }) => {
                Finding::of_request(pragma, place, LeftToCompiler { text })
            }
            (_, decline) => {
                let unread = self.unread_definer(at, &decline);
                Finding::declined(pragma, decline, unread)
            }
        };
        self.finish(at, finding);
    }

    /// The include that was not read and may define the name for which a loop is declined.
    pub(super) fn unread_definer(&self, at: usize, decline: &Decline) -> Option<Place> {
        let moment = self.unit.moment(self.position(at));
        let include = self.unit.unread_definer(decline.reason.unknown_name()?, self.unit.point(moment))?;
        Some(self.unit.include_operand(include))
    }

    pub(super) fn unreadable(&mut self, at: usize, error: NoTree) {
        if self.pending[at].done.is_some() {
            return;
        }
        let here = match self.pending[at].target {
            Target::Loop(code) => self.unit.code[code].place(),
            _ => self.pending[at].request.place,
        };
        self.decline(at, without_tree(self.unit, error, here));
    }

    /// Judges the request itself: its form, its factor, and the statement after it.
    pub(super) fn judge_request(&mut self, function: &Function<'u, '_>, at: usize) {
        // The loop around the request was already handled as a whole, and is declined.
        if self.pending[at].stage != Stage::Waiting {
            return;
        }
        self.pending[at].stage = Stage::Judged;
        let pending_request = &self.pending[at];
        let pragma = pending_request.request.place;
        let token = match pending_request.target {
            Target::Loop(code) => function.parsed.token_at_code(code),
            _ => None,
        };
        let token = token.unwrap_or_else(|| function.parsed.token_after_code(self.position(at)));
        let spelling = pending_request.request.spelling;
        let amount = match &pending_request.request.asked {
            Ok(RequestKind::Full) if spelling == Spelling::Jam => Amount::Jam(DEFAULT_JAM),
            Ok(RequestKind::Full) => Amount::Full,
            Ok(RequestKind::Auto) => Amount::Auto,
            Ok(RequestKind::No) => Amount::No,
            Ok(RequestKind::By(tokens)) => {
                match evaluate_factor(function, pending_request.request.factor(), tokens, token) {
                    Ok(Factor { value: 0, .. }) => {
                        let place = pending_request.request.factor_place();
                        if pending_request.request.spelling.is_positive() {
                            self.finish(at, Finding::of_request(pragma, place, ZeroHint));
                        } else {
                            self.findings.push(Finding::of_request(pragma, place, ZeroFactor { correction: None }));
                        }
                        Amount::No
                    }
                    Ok(Factor { value: 1, .. }) => Amount::No,
                    Ok(factor) => {
                        self.pending[at].has_final_factor = factor.is_final;
                        match spelling {
                            Spelling::Jam => Amount::Jam(factor.value),
                            _ => Amount::By(factor.value),
                        }
                    }
                    Err((problem, place)) => {
                        let is_operator = matches!(pending_request.request.anchor, Anchor::Operator(_));
                        let problem = if is_operator { explained(self.unit, problem) } else { problem };
                        self.finish(at, Finding::of_request(pragma, place, WrongFactor { problem, correction: None }));
                        return self.check_target(at);
                    }
                }
            }
            Err(problem) => {
                let problem = *problem;
                return self
                    .finish(at, Finding::of_request(pragma, pragma, MalformedPragma { problem, correction: None }));
            }
        };
        self.pending[at].amount = Some(amount);
        if let Err(bad) = &self.pending[at].request.prefix.clauses {
            let bad = bad.clone();
            self.finish(at, Finding::of_request(pragma, bad.place, UnknownClause { problem: bad.problem }));
        }
        self.check_target(at);
    }

    /// Whether a choice is written in the loop at a code token, or around it.
    fn meets_choice(&self, code: usize) -> bool {
        let first = self.unit.code[code].span;
        if self.choice_meeting(Span::new(first.start, u32::MAX)).is_none() {
            return false;
        }
        let extent = self.extent(code, self.file.items.containing(code));
        let last = extent.map_or(first, |extent| self.unit.code[extent.end - 1].span);
        self.choice_meeting(first.to(last)).is_some()
    }

    pub(super) fn check_target(&mut self, at: usize) {
        let unit = self.unit;
        let pragma = self.pending[at].request.place;
        let directive_place = |index: usize| unit.directive_place(&unit.directives[index]);
        let reason = |reason, place| Decline { reason, place };
        if let Some(first) = earlier_request(&self.pending[at].request) {
            if is_marked(unit, pragma) {
                self.decline(at, reason(Reason::LeftBefore, pragma));
            } else {
                self.finish(at, Finding::of_request(first, pragma, ConflictingRequests { first }));
            }
        }
        if matches!(self.pending[at].target, Target::Loop(_))
            && let Some(label) = label_in_the_way(unit, &self.pending[at].request)
        {
            self.findings.push(Finding::of_request(pragma, label, LabelBeforeLoop));
        }
        match self.pending[at].target {
            Target::Loop(code) => {
                if self.pending[at].done.is_none() && self.pending[at].is_inside_arguments {
                    self.decline(at, reason(Reason::InsideArguments, unit.code[code].place()));
                }
                if self.pending[at].done.is_none() && self.pending[at].asks() && self.meets_choice(code) {
                    self.decline(at, reason(Reason::RequestInBranch, unit.code[code].place()));
                }
            }
            Target::Overruled(hint) => self.finish(at, Finding::of_request(pragma, pragma, OverruledRequest { hint })),
            Target::SecondRequest => {
                // The finding belongs to the second request.
                self.pending[at].done.get_or_insert(Done::Left { cause: Cause::broken(&CONFLICTING_REQUESTS) });
            }
            Target::NoLoop(Some(_)) if self.pending[at].is_inside_arguments => {
                self.decline(at, reason(Reason::InsideArguments, pragma));
            }
            Target::NoLoop(found) => {
                let place = found.map_or(pragma, |code| unit.code[code].place());
                let found = found.map(|code| unit.text(&unit.code[code]).into_owned());
                self.finish(at, Finding::of_request(pragma, place, NotBeforeALoop { found }));
            }
            // The error of the request itself is already reported; another note would not help.
            _ if self.pending[at].done.is_some() || !self.pending[at].asks() => {}
            Target::Directive(index) => match self.crowded.get(&pragma).cloned() {
                Some(why) => self.decline(at, reason(why, pragma)),
                None => self.decline(at, reason(Reason::DirectiveBetween, directive_place(index))),
            },
            Target::Unreadable(code) => {
                self.decline(at, reason(Reason::PrefixBetween, unit.code[code].place()));
            }
            Target::Macro(code) => {
                let name = unit.text(&unit.code[code]).into_owned();
                self.decline(at, reason(Reason::MadeByMacro(name), unit.code[code].place()));
            }
        }
    }
}
