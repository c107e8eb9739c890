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

use crate::directive;
use crate::lint;
use crate::options::Options;
use crate::outcome::{Done, RequestReport};
use crate::pipeline::{self, Budget, Outline, Rewrite};
use crate::unroll::FileStyle;
use clunroll_rules::{Cause, Decline, Finding, Reason};
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Span, WrittenOut, spent};
use oclc_syntax::tree::Trees;
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
        let outline = Outline::of(unit);
        if unit.groups.chains().is_empty() {
            return pipeline::rewrite(outline, &self.options, self.budget, self.trees);
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
            conflicts::tone_down(&mut rewrite, |place| selected.origin(place));
            self.options.limits = limits;
            let growth = longer + spent(&rewrite.replacements);
            if growth > limits.max_growth && !rewrite.replacements.is_empty() {
                said.crowded_out(finder.chosen(&left), || too_much(growth));
                break;
            }
            let useless = selected.useless(&rewrite);
            selected.map_back(&mut rewrite, &written, unit);
            if useless.is_empty() {
                said.tell(&mut rewrite);
                return rewrite;
            }
            said.keep(rewrite, &useless);
            left.extend(useless);
            if outline.requests.iter().all(|request| left.contains(&request.place)) {
                break;
            }
        }
        let mut rewrite = pipeline::rewrite(outline, &self.options, self.budget, self.trees);
        said.tell(&mut rewrite);
        rewrite
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

    /// Puts it in the place of what the last run says of the same requests.
    fn tell(mut self, rewrite: &mut Rewrite) {
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
        // What kept a loop from being unrolled may lie in the text that was written out for another one.
        let is_over = |request: Place| unrolled.contains(&request);
        self.findings.retain(|finding| !finding.request().is_some_and(is_over));
        self.reports.retain(|report| !is_over(report.place));
        let places: BTreeSet<Place> = self.reports.iter().map(|report| report.place).collect();
        rewrite.findings.retain(|finding| finding.request().is_none_or(|request| !places.contains(&request)));
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
    }
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

    /// The requests of regions of which no loop was unrolled.
    fn useless(&self, rewrite: &Rewrite) -> BTreeSet<Place> {
        let mut helped: Vec<(u32, Place)> = rewrite
            .requests
            .iter()
            .filter(|report| matches!(report.done, Done::Unrolled { .. }))
            .filter_map(|report| Some((report.place.span.start, self.text.origin(report.place.span)?)))
            .collect();
        helped.sort_unstable();
        let of_useless = self.regions.iter().filter(|(region, span)| {
            let behind = |offset: u32| helped.partition_point(|(start, _)| *start < offset);
            let inside = &helped[behind(span.start)..behind(span.end)];
            !inside.iter().any(|(_, origin)| region.requests.contains(origin))
        });
        of_useless.flat_map(|(region, _)| &region.requests).copied().collect()
    }

    /// Makes what was said and done about the text an affair of the file that it was composed of. A request that stands
    /// in several branches is reported once.
    fn map_back(&self, rewrite: &mut Rewrite, written: &Unit, unit: &Unit) {
        let range =
            |(region, new): &(Region, Span)| WrittenOut { old: region.span, new: *new, request: None, stays: true };
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
