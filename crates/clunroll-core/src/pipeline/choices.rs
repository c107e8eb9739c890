//! Choices: each branch is planned in its configuration, and written under the conditions of the file.
//!
//! A group of regions ([`RegionGroup`]) has the same branches. In each of them, the requests of the regions are found, bound and planned as if
//! the file had no other branch. If no loop of a region is rewritten in any branch, its text stays, and the findings on its loops are kept.
//! If a request around others has a loop that no branch rewrites, it is declined, and the regions of those others are searched for alone:
//! they are smaller.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::{FileRewriter, Stage};
use crate::choice::{Region, RegionFinder, RegionGroup, choice, cuts, tone_down};
use crate::limits::MAX_PASSES;
use crate::lint;
use crate::outcome::{Done, RequestReport};
use clunroll_loops::directive::{Request, Target, find_requests_in};
use clunroll_loops::{CutText, RemainingBarriers, RemainingLimits, Text, TextEdits, spliced};
use clunroll_rules::{Finding, Reason};
use oclc_syntax::source::{FileId, Place, Span};

/// The result for one branch of a group, in the order of the text.
struct WrittenBranch {
    findings: Vec<Finding>,
    reports: Vec<RequestReport>,
    loops: Vec<RequestedLoop>,
    edits: TextEdits,
    cuts: Vec<Span>,
    /// The remaining limits on the barriers of the function.
    barriers: Option<RemainingBarriers>,
}

/// A requested loop, and its code tokens.
#[derive(Clone, Copy)]
struct RequestedLoop {
    request: Place,
    start: usize,
    end: usize,
}

/// The progress of the file's requests towards their choices.
struct ChoiceProgress {
    /// The number of each request.
    numbers: HashMap<Place, usize>,
    /// The requests whose regions are not searched for again.
    left: BTreeSet<Place>,
}

impl FileRewriter<'_, '_> {
    /// Writes all choices.
    pub(super) fn choices(&mut self) {
        let unit = self.unit;
        if unit.groups.chains().is_empty() {
            return;
        }
        let requests: Vec<Request<'_>> = self.pending.iter().map(|one| one.request.clone()).collect();
        let file = self.file;
        let finder = RegionFinder::new(unit, &requests, &file.items);
        let numbers = requests.iter().enumerate().map(|(number, request)| (request.place, number)).collect();
        let mut progress = ChoiceProgress { numbers, left: BTreeSet::new() };
        for pass in 0.. {
            let mut regions = finder.regions(&progress.left);
            regions.retain(|region| self.choice_meeting(region.span).is_none());
            if regions.is_empty() {
                break;
            }
            if pass == MAX_PASSES {
                let requests = regions.into_iter().flat_map(|region| region.requests);
                self.crowded.extend(requests.map(|request| (request, Reason::TooManyRegions)));
                break;
            }
            for group in RegionGroup::all(unit, &file.items, regions) {
                self.group(&group, &mut progress);
            }
            self.choices.sort_unstable();
        }
        self.crowded.extend(finder.refused().into_iter().map(|request| (request, Reason::TooManyRegions)));
    }

    /// The choice that contains bytes of a span, with the request that it is written for.
    pub(super) fn choice_meeting(&self, span: Span) -> Option<(Span, Place)> {
        let next = self.choices.partition_point(|(choice, _)| choice.end <= span.start);
        self.choices.get(next).filter(|(choice, _)| choice.start < span.end).copied()
    }

    /// Plans a group in each of its branches, and writes the regions that this helps.
    fn group(&mut self, group: &RegionGroup, progress: &mut ChoiceProgress) {
        let length = self.file.items.all()[group.item].code.len();
        let growth = group.growth();
        let crowded = if !self.file.budget.spend(length * group.leaves.len()) {
            Some(Reason::TooManyRegions)
        } else if growth > self.remaining.bytes {
            Some(Reason::TooMuchText { growth, left: self.remaining.bytes, enough: 0, nest: Vec::new() })
        } else {
            None
        };
        if let Some(reason) = crowded {
            let requests = group.regions.iter().flat_map(|region| &region.requests);
            self.crowded.extend(requests.clone().map(|&request| (request, reason.clone())));
            progress.left.extend(requests);
            return;
        }
        let mut remaining = RemainingLimits { bytes: self.remaining.bytes - growth, ..self.remaining };
        let mut branches = Vec::new();
        for number in 0..group.leaves.len() {
            branches.push(self.branch(group, number, &mut remaining));
        }
        let mut is_written = false;
        for region in &group.regions {
            is_written |= self.region(group, region, &mut branches, progress);
        }
        if is_written {
            self.remaining.bytes = remaining.bytes;
            // The final compile reads only one of the branches.
            if let Some(least) = branches.iter().filter_map(|branch| branch.barriers).reduce(RemainingBarriers::least) {
                self.barriers.insert(Some(group.item), least);
            }
        }
    }

    /// Plans one branch of a group.
    fn branch(&self, group: &RegionGroup, number: usize, remaining: &mut RemainingLimits) -> WrittenBranch {
        let (unit, leaf) = (self.unit, &group.leaves[number]);
        let region_of = |request: &Request<'_>| {
            let next = group.regions.partition_point(|region| region.span.end <= request.place.span.start);
            // Requests without a loop need no configuration.
            group.regions.get(next).filter(|region| region.requests.binary_search(&request.place).is_ok())
        };
        let mut requests = find_requests_in(unit, leaf, self.file.items.all()[group.item].code.clone());
        requests.retain(|request| region_of(request).is_some());
        let cuts: Vec<Span> = group.regions.iter().flat_map(|region| cuts(unit, &region.directives, leaf)).collect();
        let mut rewriter = FileRewriter::new(self.file, leaf.clone(), cuts, requests, *remaining);
        rewriter.barriers.clone_from(&self.barriers);
        for one in &mut rewriter.pending {
            // Other tokens before the loop must be a part of the choice.
            if let Some(region) = region_of(&one.request)
                && !one.request.prefix.pieces.iter().all(|piece| region.span.contains(piece.place.span))
            {
                one.target = Target::Directive(region.directives.start);
            }
        }
        rewriter.items();
        *remaining = rewriter.remaining;
        rewriter.edits.sort_by_key(|(span, _)| (span.start, span.end));
        rewriter.findings.sort_by_key(place_of);
        WrittenBranch {
            reports: rewriter.reports(),
            loops: rewriter.loops(),
            findings: rewriter.findings,
            edits: rewriter.edits,
            cuts: rewriter.cuts,
            barriers: rewriter.barriers.get(&Some(group.item)).copied(),
        }
    }

    /// The loops of all requests.
    fn loops(&self) -> Vec<RequestedLoop> {
        let loops = self.pending.iter().filter_map(|one| {
            let Target::Loop(start) = one.target else { return None };
            let end = self.extent(start, self.file.items.containing(start)).map_or(start + 1, |extent| extent.end);
            Some(RequestedLoop { request: one.request.place, start, end })
        });
        loops.collect()
    }

    /// Writes a region if that helps, and takes over its findings and reports; returns whether it is written.
    fn region(
        &mut self,
        group: &RegionGroup,
        region: &Region,
        branches: &mut [WrittenBranch],
        progress: &mut ChoiceProgress,
    ) -> bool {
        let unit = self.unit;
        let (mut findings, mut reports, mut loops) = (Vec::new(), Vec::new(), Vec::new());
        for branch in &*branches {
            findings.extend_from_slice(&branch.findings[inside(&branch.findings, region.span, place_of)]);
            reports.extend_from_slice(&branch.reports[inside(&branch.reports, region.span, |report| report.place)]);
            loops.extend_from_slice(&branch.loops[inside(&branch.loops, region.span, |one| one.request)]);
        }
        let (findings, reports) = merged(findings, reports);
        let is_unrolled = |report: &&RequestReport| matches!(report.done, Done::Unrolled { .. });
        let unrolled: BTreeSet<Place> = reports.iter().filter(is_unrolled).map(|report| report.place).collect();
        let outermost = outermost(loops);
        if !unrolled.is_empty() && outermost.is_disjoint(&unrolled) && !outermost.is_subset(&progress.left) {
            self.take_over(progress, findings, reports, |place| outermost.contains(&place));
            progress.left.extend(outermost);
            return false;
        }
        self.take_over(progress, findings, reports, |_| true);
        progress.left.extend(&region.requests);
        let Some(owner) = unrolled.first().copied() else { return false };
        let in_main = |span: Span| Place { file: FileId::MAIN, span };
        let mut leaf = |configuration: &_| {
            let Some(number) = group.leaf(unit, region, configuration) else { return Text::Source(region.span) };
            let branch = &mut branches[number];
            let range = inside(&branch.edits, region.span, |(span, _)| in_main(*span));
            let edits = branch.edits[range].iter_mut();
            let edits = edits.map(|(span, text)| (*span, std::mem::replace(text, Text::LineBreak))).collect();
            let cuts = branch.cuts[inside(&branch.cuts, region.span, |&span| in_main(span))].to_vec();
            Text::Without(Box::new(CutText { cuts, text: spliced(region.span, edits) }))
        };
        let text = choice(unit, region, &mut leaf);
        self.edits.push((region.span, text));
        self.choices.push((region.span, owner));
        true
    }

    /// Takes over the findings and reports of the requests for which `is_wanted` is true.
    fn take_over(
        &mut self,
        progress: &ChoiceProgress,
        findings: Vec<Finding>,
        reports: Vec<RequestReport>,
        is_wanted: impl Fn(Place) -> bool,
    ) {
        let mut new = BTreeSet::new();
        for report in reports.into_iter().filter(|report| is_wanted(report.place)) {
            let Some(&number) = progress.numbers.get(&report.place) else { continue };
            let one = &mut self.pending[number];
            if one.stage == Stage::InChoice {
                continue;
            }
            new.insert(report.place);
            one.amount = report.amount;
            one.done = Some(report.done);
            one.stage = Stage::InChoice;
        }
        let is_about = |finding: &Finding| finding.request.is_none_or(|request| new.contains(&request));
        self.findings.extend(findings.into_iter().filter(is_about));
    }
}

/// The place that decides to which region a finding belongs.
fn place_of(finding: &Finding) -> Place {
    finding.request.unwrap_or(finding.place)
}

/// The range of the items, in the order of the text, that begin in a span.
fn inside<T>(sorted: &[T], span: Span, place: impl Fn(&T) -> Place) -> Range<usize> {
    let before = |offset: u32| {
        sorted.partition_point(|one| {
            let place = place(one);
            place.file == FileId::MAIN && place.span.start < offset
        })
    };
    before(span.start)..before(span.end)
}

/// The requests whose loops are not inside the loop of another request, in any branch.
fn outermost(mut loops: Vec<RequestedLoop>) -> BTreeSet<Place> {
    loops.sort_by_key(|one| (one.start, Reverse(one.end)));
    let mut found = BTreeSet::new();
    let mut last: Option<RequestedLoop> = None;
    for one in loops {
        if last.is_none_or(|last| one.start == last.start || last.end <= one.start) {
            found.insert(one.request);
            last = last.filter(|last| last.start == one.start).or(Some(one));
        }
    }
    found
}

/// The findings and reports of all branches, once for each request.
fn merged(mut findings: Vec<Finding>, mut reports: Vec<RequestReport>) -> (Vec<Finding>, Vec<RequestReport>) {
    tone_down(&mut findings, &mut reports);
    let mut branches: HashMap<Place, usize> = HashMap::new();
    for report in &reports {
        *branches.entry(report.place).or_default() += 1;
    }
    lint::keep_common(&mut findings, &branches);
    let mut said: HashMap<Option<Place>, Vec<Finding>> = HashMap::new();
    findings.retain(|finding| {
        let of_request = said.entry(finding.request).or_default();
        let is_new = !of_request.contains(finding);
        if is_new {
            of_request.push(finding.clone());
        }
        is_new
    });
    let mut merged: Vec<RequestReport> = Vec::new();
    let mut known: HashMap<Place, usize> = HashMap::new();
    for report in reports {
        match known.get(&report.place) {
            Some(&at) if matches!(report.done, Done::Unrolled { .. }) => merged[at] = report,
            Some(_) => {}
            None => {
                known.insert(report.place, merged.len());
                merged.push(report);
            }
        }
    }
    (findings, merged)
}
