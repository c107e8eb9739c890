//! Conditionals that choose loops, put around whole loops.
//!
//! ```c
//! #ifdef UNROLL
//! #pragma unroll
//! #endif
//! for (int i = 0; i < 8; i++) …
//! ```
//!
//! Whether this loop is to be unrolled is decided by a condition that only the final compile knows. The stages behind
//! handle requests that are there whenever their loops are. So a stretch of the file like this one is written out before
//! they see it ([`text`]): the same condition, with one whole loop, request included, in each branch. Preprocessed, the
//! two texts are the same in every configuration. What such a stretch is, and which conditionals belong to it, is found
//! by walking from each request to the end of its loop ([`region`], [`walk`]).
//!
//! A region is written out only if that helps: where none of its loops can be unrolled, the stages run again on the
//! author's own text, and what they had to say is kept. Regions in regions are found when the text that was written out
//! is read in turn.

mod conflicts;
mod lines;
mod region;
mod text;
mod walk;

use crate::limits::{MAX_PASSES, MAX_READS, MAX_REGION_DEPTH};
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::directive::{self, Request, Target, bind, has_marker};
use crate::lint;
use crate::options::Options;
use crate::outcome::{Done, RequestReport};
use crate::pipeline::{self, Budget, Outline, Rewrite, is_unrolled_or_limited};
use crate::unroll::FileStyle;
use clunroll_rules::{Cause, Decline, Finding, Reason};
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span, WrittenOut, apply_replacements, spent};
use oclc_syntax::tree::{Trees, find_placeholder};
use region::{Region, RegionFinder};
use text::RegionWriter;

/// Rewrites the main file of a unit.
#[must_use]
pub fn rewrite(
    unit: &Unit,
    options: &Options,
    headers: &mut IncludedFiles<'_>,
    budget: &Budget,
    trees: &Trees,
) -> Rewrite {
    Steps { options: options.clone(), headers, budget, trees, reads: 0 }.rewrite(unit, 0)
}

/// What is the same for all texts of one run.
struct Steps<'a, 'i> {
    /// With what is left of the limit on growth.
    options: Options,
    headers: &'a mut IncludedFiles<'i>,
    budget: &'a Budget,
    trees: &'a Trees,
    /// How often the file has been read for the sake of its regions.
    reads: usize,
}

impl Steps<'_, '_> {
    fn rewrite(&mut self, unit: &Unit, depth: usize) -> Rewrite {
        let (rewrite, hidden) = self.attempt(unit, depth);
        if hidden.is_empty() { rewrite } else { self.again(unit, depth, rewrite, &hidden) }
    }

    /// The same with marks behind requests that stand in loops which are written: copies are made of a text in which the
    /// marks stand already. What was said of them the first time is kept. Each time at least one more request is marked, so
    /// that this ends; a mark that has no effect, since a request's attribute has no end, is of no use.
    fn again(&mut self, unit: &Unit, depth: usize, rewrite: Rewrite, requests: &BTreeSet<Place>) -> Rewrite {
        let marks: Vec<Replacement> = requests.iter().copied().map(pipeline::marker_after).collect();
        let (text, ranges) = apply_replacements(&unit.sources, &marks);
        let written = Unit::read(text.shared(), &self.options.host(), self.headers);
        if count_markers(&written) <= count_markers(unit) {
            return rewrite;
        }
        let mut again = self.rewrite(&written, depth);
        again.map_back(&text, &ranges, &written, unit);
        let mut said = Said::default();
        said.keep(rewrite, requests);
        said.tell(&mut again);
        again
    }

    /// Rewrites a unit; with that come the requests that are to have marks and stand in loops that are written, where no
    /// mark can be put behind them any more.
    fn attempt(&mut self, unit: &Unit, depth: usize) -> (Rewrite, BTreeSet<Place>) {
        let outline = Outline::of(unit);
        if unit.groups.chains().is_empty() {
            return (pipeline::rewrite(outline, &self.options, self.budget, self.trees), BTreeSet::new());
        }
        let length = unit.sources[FileId::MAIN].bytes.len() as u64;
        let limits = self.options.limits;
        let mut left = BTreeSet::new();
        let mut said = Said::default();
        let finder = RegionFinder::new(&outline);
        for pass in 0.. {
            let regions = finder.regions(&left);
            said.crowded_out(finder.refused(), || Reason::TooManyRegions);
            if regions.is_empty() {
                break;
            }
            if depth >= MAX_REGION_DEPTH || pass >= MAX_PASSES || self.reads >= MAX_READS {
                said.crowded_out(finder.chosen(&left), || Reason::TooManyRegions);
                break;
            }
            self.reads += 1;
            let selected = Selected::of(unit, regions);
            let longer = (selected.text.len() as u64).saturating_sub(length);
            let growth = longer + selected.marks(unit);
            let too_much = |growth| Reason::TooMuchText { growth, left: limits.max_growth, nest: Vec::new() };
            if growth > limits.max_growth {
                said.crowded_out(finder.chosen(&left), || too_much(growth));
                break;
            }
            let written = Unit::read(selected.text.shared(), &self.options.host(), self.headers);
            self.options.limits = limits.less(growth);
            let mut rewrite = self.rewrite(&written, depth + 1);
            let met = conflicts::tone_down(&mut rewrite, |place| selected.origin(place));
            if !rewrite.replacements.is_empty() && !met.is_empty() {
                rewrite = self.again(&written, depth + 1, rewrite, &met);
            }
            self.options.limits = limits;
            // Marks of requests that are no region's own stand in each branch too.
            let growth = longer + spent(&rewrite.replacements);
            if growth > limits.max_growth && !rewrite.replacements.is_empty() {
                said.crowded_out(finder.chosen(&left), || too_much(growth));
                break;
            }
            let useless = selected.useless(&rewrite, &met);
            if !rewrite.replacements.is_empty() {
                let made_by_macros = selected.made_by_macros(&rewrite);
                add_markers(&mut rewrite.replacements, made_by_macros);
            }
            selected.map_back(&mut rewrite, &written, unit);
            if useless.is_empty() {
                let hidden = said.tell(&mut rewrite);
                return (rewrite, hidden);
            }
            said.keep(rewrite, &useless);
            left.extend(useless);
            if outline.requests.iter().all(|request| left.contains(&request.place)) {
                break;
            }
        }
        let mut rewrite = if !self.options.provide_extension && said.is_all(&outline) {
            pipeline::left_to_others(&outline)
        } else {
            pipeline::rewrite(outline, &self.options, self.budget, self.trees)
        };
        let hidden = said.tell(&mut rewrite);
        (rewrite, hidden)
    }
}

/// What there is to say about the requests of regions that were written out and did not help: it is about the loop, and
/// not about what stands between the request and the loop.
#[derive(Default)]
struct Said {
    findings: Vec<Finding>,
    reports: Vec<RequestReport>,
    /// The requests of regions that a limit kept from being written out, with what is to be said of them unless they are of
    /// use as they are.
    crowded: Vec<(Place, Decline)>,
}

impl Said {
    /// Takes note that a limit keeps the regions of these requests from being written out.
    fn crowded_out(&mut self, requests: BTreeSet<Place>, reason: impl Fn() -> Reason) {
        let decline = |place| Decline { reason: reason(), place };
        self.crowded.extend(requests.into_iter().map(|request| (request, decline(request))));
    }

    fn keep(&mut self, rewrite: Rewrite, useless: &BTreeSet<Place>) {
        let is_about = |finding: &Finding| match finding {
            Finding::Conflict { first, second } => useless.contains(first) || useless.contains(second),
            _ => finding.request().is_some_and(|request| useless.contains(&request)),
        };
        self.findings.extend(rewrite.findings.into_iter().filter(is_about));
        self.reports.extend(rewrite.requests.into_iter().filter(|report| useless.contains(&report.place)));
    }

    /// Whether nothing is left to be found out about the requests of a unit: all has been said of each, and a directive
    /// keeps each from its loop in the author's own text.
    fn is_all(&self, Outline { unit, requests, .. }: &Outline<'_>) -> bool {
        let reported: BTreeSet<Place> = self.reports.iter().map(|report| report.place).collect();
        let is_settled = |request: &Request<'_>| {
            reported.contains(&request.place) && matches!(bind(unit, request), Target::Directive(_))
        };
        self.crowded.is_empty()
            && !reported.is_empty()
            && requests.iter().all(is_settled)
            && find_placeholder(unit).is_none()
    }

    /// The requests that meet another one and were unrolled all the same: what conditionals stand between the two keeps them
    /// apart in the author's own text, but not in what a compiler sees of it.
    fn still_meeting(&self, unrolled: &HashSet<Place>) -> BTreeSet<Place> {
        // A request may have been left for a reason of its own, and be told all the same of the one that it meets.
        let pair = |finding: &Finding| match finding {
            Finding::Conflict { first, second } | Finding::PerhapsConflict { first, second } => Some([*first, *second]),
            _ => None,
        };
        let told: HashSet<Place> = self.findings.iter().filter_map(pair).flatten().collect();
        let meets = |report: &&RequestReport| match &report.done {
            Done::Left { cause } => {
                matches!(cause, Cause::Conflict | Cause::PerhapsConflict) || told.contains(&report.place)
            }
            _ => false,
        };
        let meeting = self.reports.iter().filter(meets).map(|report| report.place);
        meeting.filter(|place| unrolled.contains(place)).collect()
    }

    /// Puts it in the place of what the last run says of the same requests. Returns those that cannot be marked.
    fn tell(mut self, rewrite: &mut Rewrite) -> BTreeSet<Place> {
        let mut crowded: HashMap<Place, Decline> = std::mem::take(&mut self.crowded).into_iter().collect();
        for report in rewrite.requests.iter().filter(|report| matches!(report.done, Done::Left { .. })) {
            if let Some(decline) = crowded.remove(&report.place) {
                let finding = Finding::Declined { pragma: report.place, decline };
                let cause = Cause::from(&finding);
                self.findings.push(finding);
                self.reports.push(RequestReport { done: Done::Left { cause }, ..report.clone() });
            }
        }
        let is_unrolled = |report: &&RequestReport| matches!(report.done, Done::Unrolled { .. });
        let unrolled: HashSet<Place> = rewrite.requests.iter().filter(is_unrolled).map(|report| report.place).collect();
        let meeting = self.still_meeting(&unrolled);
        // What kept a loop from being unrolled may lie in the text that was written out for another one.
        let is_over = |request: Place| unrolled.contains(&request) && !meeting.contains(&request);
        self.findings.retain(|finding| !finding.request().is_some_and(is_over));
        self.reports.retain(|report| !is_over(report.place));
        let places: BTreeSet<Place> = self.reports.iter().map(|report| report.place).collect();
        rewrite.findings.retain(|finding| finding.request().is_none_or(|request| !places.contains(&request)));
        let mut hidden = if rewrite.replacements.is_empty() {
            BTreeSet::new()
        } else {
            add_markers(&mut rewrite.replacements, pipeline::transiently_declined(&self.findings).collect())
        };
        hidden.extend(meeting);
        rewrite.findings.extend(self.findings);
        let mut known: HashMap<Place, &mut RequestReport> = HashMap::new();
        for report in &mut rewrite.requests {
            known.entry(report.place).or_insert(report);
        }
        for report in self.reports {
            if let Some(known) = known.get_mut(&report.place) {
                **known = report;
            }
        }
        hidden
    }
}

/// How many requests have a mark.
fn count_markers(unit: &Unit) -> usize {
    Outline::of(unit).requests.iter().filter(|request| has_marker(unit, request)).count()
}

/// Marks requests. Returns those that stand in what is replaced.
fn add_markers(replacements: &mut Vec<Replacement>, mut requests: Vec<Place>) -> BTreeSet<Place> {
    requests.sort_unstable_by_key(|request| request.span.end);
    requests.dedup_by_key(|request| request.span.end);
    let last_before = |request: &Place| {
        let behind = replacements.partition_point(|one| one.span.start <= request.span.end);
        behind.checked_sub(1).map(|last| replacements[last].span)
    };
    let (free, others): (Vec<Place>, Vec<Place>) =
        requests.into_iter().partition(|request| last_before(request).is_none_or(|last| last.end < request.span.end));
    let is_hidden = |request: &Place| last_before(request).is_some_and(|last| request.span.end < last.end);
    let hidden = others.into_iter().filter(is_hidden).collect();
    replacements.extend(free.into_iter().map(pipeline::marker_after));
    replacements.sort_by_key(|one| one.span.start);
    hidden
}

/// A text with regions written out.
struct Selected {
    text: Composed,
    /// The regions, and where they stand in the text.
    regions: Vec<(Region, Span)>,
}

impl Selected {
    fn of(unit: &Unit, regions: Vec<Region>) -> Self {
        let file = &unit.sources[FileId::MAIN];
        let line_end = FileStyle::of(file).line_end;
        let mut text = Composed::default();
        let mut at = 0;
        let mut placed = Vec::new();
        let copy = |text: &mut Composed, from: u32, to: u32| {
            text.copy(&unit.sources, Place { file: FileId::MAIN, span: Span::new(from, to) });
        };
        for region in regions {
            copy(&mut text, at, region.span.start);
            let start = text.bytes().len() as u32;
            RegionWriter { unit, region: &region, line_end, text: &mut text }.write();
            at = region.span.end;
            let end = text.bytes().len() as u32;
            placed.push((region, Span::new(start, end)));
        }
        copy(&mut text, at, file.bytes.len() as u32);
        Self { text: text.complete(), regions: placed }
    }

    /// About how many bytes it takes if all requests of the regions are left, and marked in each branch.
    fn marks(&self, unit: &Unit) -> u64 {
        let in_branches = self.regions.iter().map(|(region, _)| {
            let branches = region::leaves(unit, region.chains.iter().copied()).map_or(1, |leaves| leaves.len());
            (branches * region.requests.len()) as u64
        });
        in_branches.sum::<u64>() * directive::marker_text().len() as u64
    }

    /// The place in the file that one in the text stands for.
    fn origin(&self, place: Place) -> Place {
        let of_main = (place.file == FileId::MAIN).then(|| self.text.origin(place.span)).flatten();
        of_main.unwrap_or(place)
    }

    /// The requests in regions of whose loops a macro makes a part. What macros make is written out in loops that stand in
    /// the file, as these will for a later run.
    fn made_by_macros(&self, rewrite: &Rewrite) -> Vec<Place> {
        let made = rewrite.findings.iter().filter_map(|finding| match finding {
            Finding::Declined { pragma, decline: Decline { reason: Reason::MadeByMacro(_), .. } } => Some(*pragma),
            _ => None,
        });
        let is_inside = |place: &Place| {
            let behind = self.regions.partition_point(|(_, span)| span.start <= place.span.start);
            behind.checked_sub(1).is_some_and(|last| self.regions[last].1.contains(place.span))
        };
        made.filter(|place| place.file == FileId::MAIN && is_inside(place)).collect()
    }

    /// The requests of regions of which no loop was unrolled. One that was left for want of room has got a mark in the
    /// text, and keeps it; so has one that meets another one (`met`), and the mark is needed if any loop there is written.
    fn useless(&self, rewrite: &Rewrite, met: &BTreeSet<Place>) -> BTreeSet<Place> {
        let mut helped: Vec<(u32, Place)> = rewrite
            .requests
            .iter()
            .filter(|report| is_unrolled_or_limited(report))
            .filter_map(|report| Some((report.place.span.start, self.text.origin(report.place.span)?)))
            .collect();
        helped.sort_unstable();
        let of_useless = self.regions.iter().filter(|(region, span)| {
            let behind = |offset: u32| helped.partition_point(|(start, _)| *start < offset);
            let inside = &helped[behind(span.start)..behind(span.end)];
            let needs_mark = met.iter().any(|place| span.contains(place.span));
            !inside.iter().any(|(_, origin)| needs_mark || region.requests.contains(origin))
        });
        of_useless.flat_map(|(region, _)| &region.requests).copied().collect()
    }

    /// Makes what was said and done about the text an affair of the file that it was composed of. A request that stands
    /// in several branches is reported once.
    fn map_back(&self, rewrite: &mut Rewrite, written: &Unit, unit: &Unit) {
        let range = |(region, new): &(Region, Span)| WrittenOut { old: region.span, new: *new, request: None };
        let ranges: Vec<_> = self.regions.iter().map(range).collect();
        rewrite.map_back(&self.text, &ranges, written, unit);
        let mut branches: HashMap<Place, usize> = HashMap::new();
        for report in &rewrite.requests {
            *branches.entry(report.place).or_default() += 1;
        }
        lint::keep_common(&mut rewrite.findings, &branches);
        let mut said: HashMap<Option<Place>, Vec<Finding>> = HashMap::new();
        rewrite.findings.retain(|finding| {
            let of_request = said.entry(finding.request()).or_default();
            let is_new = !of_request.contains(finding);
            if is_new {
                of_request.push(finding.clone());
            }
            is_new
        });
        let mut requests: Vec<RequestReport> = Vec::new();
        let mut known: HashMap<Place, usize> = HashMap::new();
        for report in std::mem::take(&mut rewrite.requests) {
            match known.get(&report.place) {
                Some(&at) if matches!(report.done, Done::Unrolled { .. }) => requests[at] = report,
                Some(_) => {}
                None => {
                    known.insert(report.place, requests.len());
                    requests.push(report);
                }
            }
        }
        rewrite.requests = requests;
    }
}
