//! `--check-promises` for `#pragma clunroll independent`: what a run does before the loop to find two iterations that touch the
//! same memory, one of which writes it.
//!
//! ```text
//! for (int r = 0; r < rows; r++)          {
//!   for (int k = 0; k < n; k++)             size_t r_from = ~(size_t)0, r_to = 0;
//!     c[r + k] = a[k] * b[r];               …          // for all r and k: where c[r + k] begins and ends
//!                                           for (int r = 0; r < rows; r++) {
//!                                             …        // for all k: where a[k] begins and ends
//!                                             if (/* they overlap */)
//!                                               …      // for all other r and all k: is c[r + k] one of these a[k]?
//!                                           }
//!                                           if (r_broken) printf("broken promise: …");
//!                                         }
//! ```
//!
//! The loops are the author's headers, one in another, so each address is the author's expression. Only where the memory of an
//! iteration overlaps that of the other access does the test take time with the square of the iterations. Nothing is written to
//! memory: the loop that follows computes what it would compute without the test.

use std::rc::Rc;

use super::block::Block;
use super::forms::PlannedRequest;
use super::plan::{Planner, Unroll};
use super::render::{CopyContext, PlanRenderer};
use crate::analysis::{Iterations, Nest, Touched, TouchedPairs, Untestable, touched_pairs};
use oclc_syntax::tree::TokenRange;

/// The words that the test consists of, beside names.
const WORDS: [&str; 2] = ["printf", "size_t"];
/// About how many bytes a test has beside the author's words, and how often these are in it.
const TEST: u64 = 1400;
const REPEATED: u64 = 8;

/// The test of one loop.
#[derive(Clone, Debug)]
pub struct IndependenceTest {
    found: TouchedPairs,
    /// The type of the outer induction variable, as the author writes it, and its name.
    declared: TokenRange,
    variable: String,
}

/// Whether the author promises that no iteration touches what another one writes.
pub(super) fn promises_independence(asked: &PlannedRequest<'_, '_, '_, '_>) -> bool {
    asked.wanted.request.prefix.clauses.as_ref().is_ok_and(|clauses| clauses.independent.is_some())
}

impl<'t> Planner<'_, '_, 't> {
    /// The test of a loop whose order relies on the promise; `None` where promises are not tested, or no two accesses can meet.
    pub(super) fn independence_test(
        &self,
        asked: &PlannedRequest<'_, '_, '_, 't>,
        nest: &Nest<'t>,
        iterations: Iterations,
    ) -> Result<Option<Rc<IndependenceTest>>, Untestable> {
        let whole = || Untestable(asked.site.tokens.clone());
        if !self.options.check_promises {
            return Ok(None);
        }
        self.check_meanings(&WORDS, &asked.site.tokens).map_err(|_| whole())?;
        let found = touched_pairs(self.function, nest, iterations)?;
        let counter = &nest.levels[0].counter;
        let declared = counter.declared.clone().ok_or_else(whole)?;
        let test = IndependenceTest { found, declared, variable: counter.name.to_owned() };
        Ok((!test.found.pairs.is_empty()).then(|| Rc::new(test)))
    }
}

impl IndependenceTest {
    /// About how many bytes it takes, where lines begin with so many.
    pub(super) fn bytes(&self, indent: usize) -> u64 {
        let headers: usize = self.found.headers.iter().map(String::len).sum();
        let object =
            |one: &Touched| one.text.len() + one.locals.iter().map(|(_, value)| value.len() + 32).sum::<usize>();
        let words = |(one, other): &(Touched, Touched)| (headers + object(one) + object(other) + 24 * indent) as u64;
        self.found.pairs.iter().map(|pair| TEST + REPEATED * words(pair)).sum()
    }
}

/// The names that a test makes.
struct Names {
    from: String,
    to: String,
    other_from: String,
    other_to: String,
    at: String,
    own: String,
    broken: String,
}

/// The lines of a test.
struct Lines<'a> {
    written: Vec<String>,
    unit: &'a str,
    depth: usize,
}

impl Lines<'_> {
    fn line(&mut self, text: &str) {
        self.written.push(format!("{}{text}", self.unit.repeat(self.depth)));
    }

    /// A line that opens a block, what is in it, and the line that closes it.
    fn block(&mut self, open: &str, inside: impl FnOnce(&mut Self)) {
        self.line(format!("{open} {{").trim_start());
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Loops around one another, and what is in the innermost one.
    fn loops(&mut self, headers: &[String], inside: impl FnOnce(&mut Self)) {
        match headers.split_first() {
            None => inside(self),
            Some((header, inner)) => self.block(header, |lines| lines.loops(inner, inside)),
        }
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes the test before the loop.
    pub(super) fn test_independence(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        test: &IndependenceTest,
        scope: &CopyContext,
    ) {
        let mut scope = scope.clone();
        let mut fresh = |suffix| self.fresh(unroll, suffix, &mut scope);
        let names = Names {
            from: fresh("from"),
            to: fresh("to"),
            other_from: fresh("other_from"),
            other_to: fresh("other_to"),
            at: fresh("at"),
            own: fresh("own"),
            broken: fresh("broken"),
        };
        for (first, second) in &test.found.pairs {
            let mut lines = Lines { written: Vec::new(), unit: &self.layout.unit, depth: 0 };
            lines.block("", |lines| self.test_pair(lines, test, &names, first, second));
            for line in lines.written {
                block.line(line);
            }
        }
    }

    fn test_pair(
        &self,
        lines: &mut Lines<'_>,
        test: &IndependenceTest,
        names: &Names,
        first: &Touched,
        second: &Touched,
    ) {
        let Names { from, to, other_from, other_to, at, own, broken } = names;
        let (outer, inner) = test.found.headers.split_at(1);
        let variable = &test.variable;
        let declared = self.type_text(&test.declared);
        lines.line(&format!("size_t {from} = ~(size_t)0, {to} = 0;"));
        lines.line(&format!("int {broken} = 0;"));
        let extend = |lines: &mut Lines<'_>, object: &Touched, from: &str, to: &str| {
            self.address(lines, object, at);
            lines.line(&format!("if ({at} < {from}) {from} = {at};"));
            lines.line(&format!("if ({at} + sizeof({0}) > {to}) {to} = {at} + sizeof({0});", object.text));
        };
        lines.loops(&test.found.headers[..=first.level], |lines| extend(lines, first, from, to));
        lines.loops(outer, |lines| {
            lines.line(&format!("const {declared} {own} = {variable};"));
            lines.line(&format!("size_t {other_from} = ~(size_t)0, {other_to} = 0;"));
            lines.loops(&inner[..second.level], |lines| extend(lines, second, other_from, other_to));
            let overlap = format!("if (!{broken} && {other_from} < {to} && {from} < {other_to})");
            let whole = [outer, &inner[..first.level]].concat();
            lines.block(&overlap, |lines| {
                lines.loops(&whole, |lines| {
                    self.address(lines, first, at);
                    let meets = format!(
                        "if ({variable} != {own} && !{broken} && {at} < {other_to} && {other_from} < {at} + sizeof({}))",
                        first.text
                    );
                    lines.block(&meets, |lines| self.compare(lines, test, names, first, second));
                });
            });
        });
        let text = |object: &Touched| object.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let accesses = match (text(first), text(second)) {
            (one, other) if one == other => one,
            (one, other) => format!("{one} and {other}"),
        };
        let accesses = super::counted::in_format(&accesses);
        lines.line(&format!(
            "if ({broken}) printf(\"broken promise: two iterations access the same memory, and one of them writes it, against \
             `#pragma clunroll independent`: {accesses}\\n\");"
        ));
    }

    /// Looks for the element of the first access among those that the second one touches in its own iteration.
    fn compare(
        &self,
        lines: &mut Lines<'_>,
        test: &IndependenceTest,
        names: &Names,
        first: &Touched,
        second: &Touched,
    ) {
        let Names { from, to, at, own, broken, .. } = names;
        lines.line(&format!("const size_t {from} = {at}, {to} = {at} + sizeof({});", first.text));
        lines.line(&format!("const {} {} = {own};", self.type_text(&test.declared), test.variable));
        lines.loops(&test.found.headers[1..=second.level], |lines| {
            self.address(lines, second, at);
            lines.line(&format!("if ({at} < {to} && {from} < {at} + sizeof({})) {broken} = 1;", second.text));
        });
    }

    /// Where an object begins, after the variables that its address is computed from.
    fn address(&self, lines: &mut Lines<'_>, object: &Touched, at: &str) {
        for (id, value) in &object.locals {
            let symbol = self.planner.function.symbol(*id);
            let Some(kind) = symbol.kind.integer() else { continue };
            lines.line(&format!("const {} {} = {value};", kind.name(), symbol.name));
        }
        lines.line(&format!("const size_t {at} = (size_t)&{};", object.text));
    }
}
