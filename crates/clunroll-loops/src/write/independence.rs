//! `--check-promises` for `#pragma clunroll independent`: the test before the loop that finds two iterations that touch the
//! same memory, if one of them writes it.
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
//! The loops are the author's headers, one in another, so each address is the author's expression. The test takes time with the
//! square of the iterations only if the memory of an iteration overlaps that of the other access. The test does not write to
//! memory, so it does not change what the loop computes.

use crate::plan::Unroll;
use crate::plan::independence::IndependenceTest;
use crate::write::block::Block;
use crate::write::counted::in_format;
use crate::write::renderer::{CopyContext, PlanRenderer};
use clunroll_analysis::Touched;

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
struct TestLines<'a> {
    written: Vec<String>,
    unit: &'a str,
    depth: usize,
}

impl TestLines<'_> {
    fn line(&mut self, text: &str) {
        self.written.push(format!("{}{text}", self.unit.repeat(self.depth)));
    }

    /// A line that opens a block, the contents of the block, and the line that closes it.
    fn block(&mut self, open: &str, inside: impl FnOnce(&mut Self)) {
        self.line(format!("{open} {{").trim_start());
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Nested loops, and the contents of the innermost one.
    fn loops(&mut self, headers: &[String], inside: impl FnOnce(&mut Self)) {
        match headers.split_first() {
            None => inside(self),
            Some((header, inner)) => self.block(header, |lines| lines.loops(inner, inside)),
        }
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Writes the test before the loop.
    pub fn test_independence(
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
            let mut lines = TestLines { written: Vec::new(), unit: self.layout.step(&block.inner), depth: 0 };
            lines.block("", |lines| self.test_pair(lines, test, &names, first, second));
            for line in lines.written {
                block.line(line);
            }
        }
    }

    fn test_pair(
        &self,
        lines: &mut TestLines<'_>,
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
        let extend = |lines: &mut TestLines<'_>, object: &Touched, from: &str, to: &str| {
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
        let accesses = in_format(&accesses);
        lines.line(&format!(
            "if ({broken}) printf(\"broken promise: two iterations access the same memory, and one of them writes it, against \
             `#pragma clunroll independent`: {accesses}\\n\");"
        ));
    }

    /// Looks for the element of the first access among those that the second one touches in its own iteration.
    fn compare(
        &self,
        lines: &mut TestLines<'_>,
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
    fn address(&self, lines: &mut TestLines<'_>, object: &Touched, at: &str) {
        for (id, value) in &object.locals {
            let symbol = self.function.symbol(*id);
            let Some(kind) = symbol.kind.integer() else { continue };
            lines.line(&format!("const {} {} = {value};", kind.name(), symbol.name));
        }
        lines.line(&format!("const size_t {at} = (size_t)&{};", object.text));
    }
}
