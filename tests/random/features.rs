//! The features of the programs, and the outcomes of their requests: the shares that the test
//! promises.

use std::collections::BTreeMap;
use std::fmt::Write;

use clunroll::{Done, Outcome};

use super::program::{Basis, Block, Declared, Form, Loop, Operand, Program, Statement, Target};

/// The number of loops with each feature.
#[derive(Clone, Debug, Default)]
pub struct Mix {
    /// All that ask.
    pub loops: usize,
    /// Loops with a `break` or `continue` of their own.
    pub jumps: usize,
    /// Loops with a narrow variable, or with different types in their test.
    pub mixed: usize,
    /// Loops whose variable is declared outside.
    pub outside: usize,
    /// Loops in which macros hide control flow or writes.
    pub hidden: usize,
    /// Loops whose values are next to a limit of their type.
    pub at_limit: usize,
    /// Loops with a bound that the host defines, compiled with other values too.
    pub hosted: usize,
    /// Loops in three levels.
    pub deep: usize,
    /// Loops with a promise about their trip count.
    pub promised: usize,
    /// Loops other than `for`, and `for` loops that lack a part.
    pub other_forms: usize,
    /// Loops that count down to zero, with a test of the variable alone or a step in the test.
    pub countdowns: usize,
    /// Loops in programs with text that the host chooses.
    pub chosen: usize,
    /// Loops in programs with a type, an expression or a qualifier of the host's.
    pub roles: usize,
    /// Loops in kernels whose head macros make.
    pub heads: usize,
    /// Loops in programs with an include that is not read.
    pub unread: usize,
}

impl Mix {
    /// Counts the loops of a program.
    pub fn count(&mut self, program: &Program) {
        let before = self.loops;
        self.statements(&program.body, 1);
        if program.has_choice() {
            self.chosen += self.loops - before;
        }
        if program.hosts.iter().any(|host| host.has_role) {
            self.roles += self.loops - before;
        }
        if program.head.parameters.is_some() {
            self.heads += self.loops - before;
        }
        if program.unread.is_some() {
            self.unread += self.loops - before;
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Self) {
        self.loops += other.loops;
        self.jumps += other.jumps;
        self.mixed += other.mixed;
        self.outside += other.outside;
        self.hidden += other.hidden;
        self.at_limit += other.at_limit;
        self.hosted += other.hosted;
        self.deep += other.deep;
        self.promised += other.promised;
        self.other_forms += other.other_forms;
        self.countdowns += other.countdowns;
        self.chosen += other.chosen;
        self.roles += other.roles;
        self.heads += other.heads;
        self.unread += other.unread;
    }

    /// Each share by its name, with the least percentage that is promised.
    pub fn shares(&self) -> [(&'static str, usize, usize); 14] {
        [
            ("break or continue", self.jumps, 20),
            ("narrow or mixed types", self.mixed, 10),
            ("variable outside", self.outside, 10),
            ("hidden in macros", self.hidden, 10),
            ("at the limits", self.at_limit, 10),
            ("host's bounds", self.hosted, 10),
            ("three deep", self.deep, 10),
            ("promised", self.promised, 2),
            ("other forms", self.other_forms, 10),
            ("counts down to zero", self.countdowns, 3),
            ("beside chosen text", self.chosen, 10),
            ("beside roles", self.roles, 10),
            ("in made heads", self.heads, 10),
            ("after an unread include", self.unread, 10),
        ]
    }

    fn statements(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            match statement {
                Statement::Loop(site) => self.site(site, depth),
                Statement::If(_, then, otherwise) => {
                    self.statements(&then.statements, depth);
                    self.statements(otherwise.as_ref().map_or(&[], |block| &block.statements), depth);
                }
                Statement::Compound(inner) | Statement::Skip(_, inner) => self.statements(inner, depth),
                Statement::Switch(_, arms) => arms.iter().for_each(|(_, inner)| self.statements(inner, depth)),
                Statement::Text(_) | Statement::Anchor(_) | Statement::Jump(_) => {}
            }
        }
    }

    fn site(&mut self, site: &Loop, depth: usize) {
        if site.request.as_ref().is_some_and(|request| request.asks) {
            let header = &site.header;
            let own = Inside::of(&site.body);
            let is_near = |operand: &Operand| {
                let (low, high) = (header.kind.min() + 16, header.kind.max() - 16);
                operand.values.iter().all(|&value| value > high || (header.kind.signed && value < low))
            };
            self.loops += 1;
            self.jumps += usize::from(own.jumps);
            // A plain number fits any type.
            let bound = &header.bound;
            let is_other = bound.kind != header.kind && (bound.basis != Basis::Constant || bound.text.starts_with('('));
            self.mixed += usize::from(header.kind.bits < 32 || is_other);
            self.outside += usize::from(header.declared != Declared::Inside);
            self.hidden += usize::from(own.hides || header.step_is_hidden || site.form.is_by_macro());
            self.at_limit += usize::from(header.wraps || is_near(&header.start) || is_near(&header.bound));
            self.hosted += usize::from(header.bound.basis == Basis::Host);
            self.deep += usize::from(depth == 3);
            self.promised += usize::from(site.request.as_ref().is_some_and(|request| request.promises));
            self.countdowns += usize::from(header.is_bare || site.form == Form::ForStepInCondition);
            self.other_forms += usize::from(!site.form.is_plain());
        }
        self.statements(&site.body.statements, depth + 1);
    }
}

/// The contents of a body, without inner loops.
#[derive(Default)]
struct Inside {
    jumps: bool,
    hides: bool,
}

impl Inside {
    fn of(body: &Block) -> Self {
        let mut inside = Self::default();
        inside.look(&body.statements);
        inside
    }

    fn look(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Text(text) | Statement::Anchor(text) => {
                    self.hides |= text.contains("BUMP") || text.contains("NOTE_TWICE");
                }
                Statement::Jump(jump) => {
                    self.jumps |= matches!(jump.target, Target::Break | Target::Continue);
                    self.hides |= jump.is_hidden;
                }
                Statement::If(_, then, otherwise) => {
                    self.look(&then.statements);
                    self.look(otherwise.as_ref().map_or(&[], |block| &block.statements));
                }
                Statement::Compound(inner) | Statement::Skip(_, inner) => self.look(inner),
                Statement::Switch(_, arms) => arms.iter().for_each(|(_, inner)| self.look(inner)),
                Statement::Loop(_) => {}
            }
        }
    }
}

/// The outcomes of the requests.
#[derive(Clone, Debug, Default)]
pub struct Rate {
    /// Loops that were rewritten.
    pub rewritten: usize,
    /// Loops that were left, by code and message with its names taken out.
    pub left: BTreeMap<String, usize>,
    /// Requests that ask for nothing.
    pub idle: usize,
}

impl Rate {
    /// Counts the requests of one run.
    pub fn count(&mut self, outcome: &Outcome) {
        for request in &outcome.requests {
            match &request.done {
                Done::Unrolled { .. } => self.rewritten += 1,
                Done::Left { cause } => {
                    let code = cause.rule().code;
                    let near = |place: &clunroll::source::Place| place.span.start >= request.place.span.start;
                    let reason = outcome
                        .diagnostics
                        .iter()
                        .filter(|diagnostic| diagnostic.rule.code == code)
                        .min_by_key(|diagnostic| {
                            let at = diagnostic.primary.place.span.start;
                            (!near(&diagnostic.primary.place), at.abs_diff(request.place.span.start))
                        })
                        .map_or_else(String::new, |diagnostic| unnamed(&diagnostic.message));
                    *self.left.entry(format!("{code} {reason}")).or_default() += 1;
                }
                _ => self.idle += 1,
            }
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.rewritten += other.rewritten;
        self.idle += other.idle;
        for (reason, count) in other.left {
            *self.left.entry(reason).or_default() += count;
        }
    }

    /// Requests that ask for something.
    pub fn asked(&self) -> usize {
        self.rewritten + self.left.values().sum::<usize>()
    }

    /// The reasons, most frequent first.
    pub fn table(&self) -> String {
        let mut reasons: Vec<_> = self.left.iter().collect();
        reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), (*reason).clone()));
        let mut table = String::new();
        for (reason, count) in reasons {
            let _ = writeln!(table, "{count:7}  {reason}");
        }
        table
    }
}

/// A message without its quotations.
fn unnamed(message: &str) -> String {
    let parts: Vec<_> = message.split('`').enumerate().map(|(at, part)| if at % 2 == 1 { "…" } else { part }).collect();
    parts.join("`")
}
