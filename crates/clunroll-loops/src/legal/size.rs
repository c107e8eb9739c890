//! An estimate of how many bytes an unrolled loop takes, added up copy by copy.
//!
//! A copy is indented deeper than the author's loop, and so are all lines of the unrolled loops in it: in a nest, indentation is
//! soon the larger part. So lines are counted as well.

use std::rc::Rc;

use crate::directive;
use crate::layout;
use crate::limits::MAX_CONDITIONAL_MEETINGS;
use crate::plan::bulk::Bulk;
use crate::plan::shape::Pin;
use crate::plan::{InnerPlans, RequestPlan};
use crate::planner::{PlannedRequest, Planner};
use crate::terms::Terms;
use clunroll_analysis::{Exits, Loop};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::source::Span;
use oclc_syntax::tree::TokenRange;

/// Adds up about how many bytes a loop's copies take.
pub struct Size<'a, 'p, 'u, 't> {
    planner: &'a Planner<'p, 'u, 't>,
    terms: Terms<'a>,
    site: Rc<Loop<'t>>,
    token: usize,
    /// How many copies there will be.
    copies: u64,
    /// The bytes of one copy, without its inner loops.
    copy: u64,
    /// The lines of a copy, at most.
    lines: u64,
    /// The indentation of a line.
    indent: u64,
    original: u64,
    /// How many copies are in the sum, and the bytes of the last one.
    added: (u64, u64),
    /// The sum so far.
    pub total: Bulk,
}

/// The place of a copy in the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyPlace {
    /// Inside a loop of the output.
    InLoop,
    /// Outside of the loops of the output.
    Straight,
}

/// The report of a broken promise, after each copy of some forms, without the header that it quotes.
const REPORT: u32 = 120;

impl<'a, 'p, 'u, 't> Size<'a, 'p, 'u, 't> {
    /// The text around the copies only.
    pub fn new(planner: &'a Planner<'p, 'u, 't>, planned: &PlannedRequest<'a, '_, 'u, 't>, copies: u64) -> Self {
        let &PlannedRequest { request, ref site, terms, .. } = planned;
        let file = planner.file();
        let span = |range: &TokenRange| planner.function.source_span(range).unwrap_or(Span::new(0, 0));
        let whole = span(&site.tokens);
        let body = span(&planner.function.tokens(site.body));
        // A body without braces begins after the header, where an inner request may be.
        let is_block = file.slice(body).first() == Some(&b'{');
        let body = if is_block { body } else { Span::new(site.header_end(planner.function).min(body.start), body.end) };
        let breaks = memchr::memchr_iter(b'\n', file.slice(body)).count();
        let indent = layout::line_indentation(file, whole.start).len();
        // `int i = 123;` or the step, and the braces or the test around it; each line moves two steps deeper.
        let header = site.counter.as_ref().ok().filter(|_| site.test.is_some());
        let declared = header.and_then(|counter| counter.declared.as_ref());
        let name = header.map_or(0, |counter| counter.name.len());
        let parts = site.test.into_iter().chain(site.step).map(|part| span(&planner.function.tokens(part)).len());
        let frame = declared.map_or_else(|| parts.sum(), |declared| span(declared).len() + name) + 24;
        let escape = escape(&planned.body.exits, name, (breaks + 1) as u64, planner.indent_unit as u64);
        let lines = if breaks == 0 && escape.lines == 0 { 1 } else { breaks + 3 + escape.lines as usize };
        let deeper = if breaks == 0 {
            indent + if lines == 1 { planner.indent_unit } else { 2 * planner.indent_unit }
        } else {
            // All lines move by as much as the leftmost one.
            let furthest = layout::least_indentation(file, body).map_or(indent, |least| least.len().min(indent));
            indent - furthest + 2 * planner.indent_unit
        };
        let prefix: usize = request.as_written.prefix.pieces.iter().map(|piece| piece.place.span.len()).sum();
        let original = (whole.len() + prefix) as u64;
        // The prefix of the loop, and the directives between its header and its body, may precede two loops.
        let between = file.slice(Span::new(site.header_end(planner.function).min(body.start), body.start)).trim_ascii();
        let lines_between = memchr::memchr_iter(b'\n', between).count();
        let before = prefix + between.len() + lines_between * planner.indent_unit;
        let exact = request.as_written.prefix.clauses.as_ref().is_ok_and(|clauses| clauses.exact.is_some());
        let report = if planner.settings.checks_promises && exact {
            REPORT + site.header_end(planner.function) - whole.start
        } else {
            0
        };
        let copy = (body.len() + lines * deeper + frame) as u64 + u64::from(report) + escape.bytes;
        let total = Bulk { bytes: 128 + 2 * before as u64, lines: 2 * (1 + lines_between as u64), ..Bulk::default() };
        let (lines, indent) = (lines.max(4) as u64, indent as u64);
        Self {
            planner,
            terms,
            site: Rc::clone(site),
            token: request.token,
            copies,
            copy,
            lines,
            indent,
            original,
            added: (0, copy),
            total,
        }
    }

    /// Adds the lines that compute the start and the end of a counted loop, the test that is in most of them, and those that
    /// keep the compiler from unrolling it.
    ///
    /// # Errors
    ///
    /// Declines if the loop passes the rest of the limit.
    pub fn add_bounds(&mut self, site: &Loop<'_>, pin: &Pin, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        let test = self.test_length(site);
        let pins = [pin.main, pin.rest].into_iter().flatten().map(|text| text.len() as u64);
        let lines = std::iter::repeat_n(test, 3).chain(pins);
        let bytes = lines.map(|line| line + self.indent + self.planner.indent_unit as u64).sum();
        self.total.add(Bulk { bytes, lines: 5, ..Bulk::default() });
        self.check(inner)
    }

    /// Adds the text around the copies in versions: the loop `around`, a label and a jump for each version, all of it indented
    /// deeper.
    ///
    /// # Errors
    ///
    /// Declines if the loop passes the rest of the limit.
    pub fn add_versions(
        &mut self,
        around: &TokenRange,
        pin: &Pin,
        versions: u32,
        inner: &InnerPlans<'_>,
    ) -> Result<(), Decline> {
        let site = Rc::clone(&self.site);
        let file = self.planner.file();
        let span = |range: &TokenRange| self.planner.function.source_span(range).unwrap_or(Span::new(0, 0));
        let (outer, own) = (file.slice(span(around)), file.slice(span(&site.tokens)));
        let breaks = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count();
        let deeper = 2 * self.planner.indent_unit as u64;
        let lines = (breaks(outer) - breaks(own) + 3) as u64;
        let label = 2 * (self.indent + deeper) + 20;
        let bytes = (outer.len() - own.len()) as u64 + lines * deeper + label;
        for _ in 0..versions {
            self.add_bounds(&site, pin, inner)?;
            self.total.add(Bulk { bytes, lines, ..Bulk::default() });
        }
        let inside = self.copies * self.lines.saturating_add(self.inner(inner).lines);
        self.total.add(Bulk { bytes: inside.saturating_mul(deeper), ..Bulk::default() });
        self.check(inner)
    }

    /// Adds tests in one another around copies that were added: each is one step deeper than the one before.
    ///
    /// # Errors
    ///
    /// Declines once the loop passes the rest of the limit.
    pub fn add_tests(&mut self, site: &Loop<'_>, tests: u64, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        let test = self.test_length(site);
        let unit = self.planner.indent_unit as u64;
        // `if (i_base + 1 < n) {`, its closing brace, and the indentation of the copy's lines.
        let steps = tests * (tests + 1) / 2 * unit;
        let around = tests * (2 * self.indent + test + 24) + 2 * steps;
        let lines = self.lines.saturating_add(self.inner(inner).lines);
        let bytes = lines.saturating_mul(tests * self.indent + steps).saturating_add(around);
        self.total.add(Bulk { bytes, lines: 2 * tests, ..Bulk::default() });
        self.check(inner)
    }

    /// Adds copies of the body that have a test before each, where work-items meet in it.
    ///
    /// # Errors
    ///
    /// Declines if these are more than the function may still have.
    pub fn add_tested(&mut self, copies: u64, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        if self.planner.meeting_in(&self.site).is_some() {
            self.total.add(Bulk { meetings: copies, ..Bulk::default() });
        }
        self.check(inner)
    }

    fn test_length(&self, site: &Loop<'_>) -> u64 {
        site.test.map_or(0, |test| self.planner.function.text_of(&self.planner.function.tokens(test)).len()) as u64
    }

    /// Adds one copy.
    ///
    /// # Errors
    ///
    /// Declines once the loop passes the rest of the limit.
    pub fn add(&mut self, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        self.add_copy(inner, CopyPlace::InLoop);
        self.check(inner)
    }

    /// Adds one copy that is not inside a loop of the output.
    ///
    /// # Errors
    ///
    /// Declines once the loop passes the rest of the limit.
    pub fn add_straight(&mut self, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        self.add_copy(inner, CopyPlace::Straight);
        self.check(inner)
    }

    fn add_copy(&mut self, inner: &InnerPlans<'_>, place: CopyPlace) {
        let mut copy = Bulk { bytes: self.copy, lines: self.lines, ..Bulk::default() };
        copy.add(self.inner(inner));
        copy.add(self.own_meetings(inner, place));
        if place == CopyPlace::InLoop {
            copy.conditional += std::mem::take(&mut copy.straight);
            copy.varying = 0;
        }
        self.added = (self.added.0 + 1, copy.bytes);
        self.total.add(copy);
    }

    /// The barriers of one copy that an iteration may skip, without those in rewritten loops inside the copy.
    fn own_meetings(&self, inner: &InnerPlans<'_>, place: CopyPlace) -> Bulk {
        let (planner, body) = (self.planner, self.planner.function.tokens(self.site.body));
        if planner.meeting_in(&self.site).is_none() {
            return Bulk::default();
        }
        let found = planner.conditional_meetings();
        let written = inner.iter().filter_map(|(_, plan)| plan.unrolled());
        let of_written: u64 = written.map(|unroll| found.count(&unroll.site.tokens)).sum();
        let direct = found.direct(&body, self.site.tokens.start);
        let conditional = found.count(&body).saturating_sub(direct + of_written);
        let (straight, varying) = match place {
            CopyPlace::InLoop => (direct, 0),
            CopyPlace::Straight => found.direct_in_copies(planner.function, &self.site),
        };
        Bulk { conditional, straight, varying, ..Bulk::default() }
    }

    /// The size of the requested loops in one copy.
    fn inner(&self, inner: &InnerPlans<'_>) -> Bulk {
        let mut bulk = Bulk::default();
        for (_, plan) in inner {
            bulk.add(match plan {
                RequestPlan::Unroll(unroll) => {
                    let Bulk { bytes, lines, mut conditional, mut straight, mut varying, .. } = unroll.size;
                    let deeper = lines.saturating_mul(2 * self.planner.indent_unit as u64);
                    let around = self.planner.function.loops_around.get(&unroll.site.tokens.start);
                    if around != Some(&self.site.tokens.start) {
                        // A loop between the two stays.
                        conditional += std::mem::take(&mut straight);
                        varying = 0;
                    }
                    Bulk { bytes: bytes.saturating_add(deeper), conditional, straight, varying, ..unroll.size }
                }
                RequestPlan::Left(_) => Bulk { bytes: directive::marker_text().len() as u64, ..Bulk::default() },
                // A choice is only ever around an outermost loop.
                RequestPlan::NotAsked | RequestPlan::Choice(_) => Bulk::default(),
            });
        }
        bulk
    }

    fn check(&self, inner: &InnerPlans<'_>) -> Result<(), Decline> {
        let remaining = self.terms.remaining;
        if self.total.meetings > remaining.barriers.tested
            && let Some(token) = self.planner.meeting_in(&self.site)
        {
            let name = self.planner.function.parsed.expansion.tokens[token].text.to_string();
            let (copies, left) = (self.total.meetings, remaining.barriers.tested);
            return self.planner.decline(Reason::TestedMeetings { name, copies, left }, token);
        }
        self.check_conditional_meetings(remaining.barriers.conditional)?;
        let growth = self.total.bytes.saturating_sub(self.original);
        if growth > remaining.bytes {
            let mut nest = vec![self.copies];
            nest.extend(largest_nest(inner));
            // The copies after this one are about as long.
            let (added, copy) = self.added;
            let growth = growth.saturating_add(self.copies.saturating_sub(added).saturating_mul(copy));
            let left = remaining.bytes;
            return self.planner.decline(Reason::TooMuchText { growth, left, enough: 0, nest }, self.token);
        }
        Ok(())
    }

    /// Whether the function may have so many more barriers in its loops that an iteration may skip.
    fn check_conditional_meetings(&self, remaining: u64) -> Result<(), Decline> {
        if self.total.conditional + self.total.straight == 0 {
            return Ok(());
        }
        let found = self.planner.conditional_meetings();
        let growth = self.planner.conditional_growth(self.terms, &self.site, &self.total);
        let left = remaining.saturating_sub(found.in_loops());
        match found.first(&self.site.tokens) {
            Some(token) if growth > left => {
                let name = self.planner.function.parsed.expansion.tokens[token].text.to_string();
                let most = MAX_CONDITIONAL_MEETINGS;
                self.planner.decline(Reason::ConditionalMeetings { name, most }, token)
            }
            _ => Ok(()),
        }
    }
}

/// The extra size of a copy of so many lines for its `continue` and `break`, if the loop's variable has a name of that length: branches
/// around the rest of the body; or a loop that runs once around the copy, and a flag that is set and tested.
fn escape(exits: &Exits, name: usize, lines: u64, unit: u64) -> Bulk {
    if let Some(branches) = &exits.branches {
        // ` { }`, ` else {` and `}`; the lines between them move one step deeper.
        let count = branches.len() as u64;
        return Bulk { bytes: count * (16 + lines * unit), lines: count, ..Bulk::default() };
    }
    if exits.continues.is_empty() {
        return Bulk::default();
    }
    // `do {` and `} while (0);`
    let once = Bulk { bytes: 14, lines: 1, ..Bulk::default() };
    if !exits.needs_flag() {
        return once;
    }
    // `{ i_break = 1; break; }` for `break;`, and `if (i_break) break;`
    let flag = (name + "_break".len()) as u64;
    let bytes = once.bytes + (flag + 11) * exits.breaks.len() as u64 + flag + 12;
    Bulk { bytes, lines: once.lines + 1, ..Bulk::default() }
}

/// The copies of each loop of that nest, of those among inner plans, which writes the most copies of its innermost body.
fn largest_nest(inner_plans: &InnerPlans<'_>) -> Vec<u64> {
    let nests = inner_plans.iter().filter_map(|(_, plan)| match plan {
        RequestPlan::Unroll(unroll) => {
            // The copies of one loop are equal except for the values that are known in them.
            let inner = unroll.shape.inner_plans().next().map_or_else(Vec::new, largest_nest);
            Some(std::iter::once(unroll.copies).chain(inner).collect::<Vec<_>>())
        }
        RequestPlan::NotAsked | RequestPlan::Left(_) | RequestPlan::Choice(_) => None,
    });
    nests
        .max_by_key(|nest| nest.iter().fold(1_u64, |product, copies| product.saturating_mul(*copies)))
        .unwrap_or_default()
}
