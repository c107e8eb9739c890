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

mod region;
mod text;
mod walk;

use std::collections::BTreeSet;

use crate::directive::find_requests;
use crate::options::{Includes, Options};
use crate::outcome::{Done, RequestReport};
use crate::pipeline::{self, Rewrite};
use crate::preprocess::Unit;
use crate::rules::{Finding, OVER_LIMIT};
use crate::source::{Composed, FileId, Place, Replacement, Span, replaced};
use crate::syntax::Items;
use crate::unroll::Layout;
use region::{Finder, Region};
use text::Writer;

/// How deep regions may stand in one another.
const MAX_DEPTH: usize = 8;

/// How often regions that did not help are taken back.
const MAX_PASSES: usize = 4;

/// Rewrites the main file of a unit. `None` where the system gave no thread to work on, or clunroll itself failed.
#[must_use]
pub fn rewrite(unit: &Unit, options: &Options, includes: &mut dyn Includes) -> Option<Rewrite> {
    rewrite_at(unit, options, includes, 0)
}

fn rewrite_at(unit: &Unit, options: &Options, includes: &mut dyn Includes, depth: usize) -> Option<Rewrite> {
    if depth >= MAX_DEPTH || unit.groups.chains().is_empty() {
        return pipeline::rewrite(unit, options);
    }
    let requests = find_requests(unit);
    let items = Items::find(unit);
    let finder = Finder { unit, items: &items, requests: &requests };
    let mut left = BTreeSet::new();
    let mut said = Said::default();
    for _ in 0..MAX_PASSES {
        let regions = finder.regions(&left);
        if regions.is_empty() {
            break;
        }
        let selected = Selected::of(unit, regions);
        if selected.text.bytes().len() as u64
            > unit.sources[FileId::MAIN].bytes.len() as u64 + options.limits.max_growth
        {
            break;
        }
        let written = Unit::read(selected.text.bytes(), options, includes);
        let mut rewrite = rewrite_at(&written, options, includes, depth + 1)?;
        let useless = selected.useless(&rewrite);
        selected.lead_back(&mut rewrite, &written, unit);
        if useless.is_empty() {
            said.tell(&mut rewrite);
            return Some(rewrite);
        }
        said.keep(rewrite, &useless);
        left.extend(useless);
    }
    let mut rewrite = pipeline::rewrite(unit, options)?;
    said.tell(&mut rewrite);
    Some(rewrite)
}

/// What there is to say about the requests of regions that were written out and did not help: it is about the loop, and
/// not about what stands between the request and the loop.
#[derive(Default)]
struct Said {
    findings: Vec<Finding>,
    reports: Vec<RequestReport>,
}

impl Said {
    fn keep(&mut self, rewrite: Rewrite, useless: &BTreeSet<Place>) {
        let is_useless = |request: Option<Place>| request.is_some_and(|request| useless.contains(&request));
        self.findings.extend(rewrite.findings.into_iter().filter(|finding| is_useless(finding.request())));
        self.reports.extend(rewrite.requests.into_iter().filter(|report| is_useless(Some(report.place))));
    }

    /// Puts it in the place of what the last run says of the same requests.
    fn tell(self, rewrite: &mut Rewrite) {
        let places: BTreeSet<Place> = self.reports.iter().map(|report| report.place).collect();
        rewrite.findings.retain(|finding| finding.request().is_none_or(|request| !places.contains(&request)));
        rewrite.findings.extend(self.findings);
        for report in self.reports {
            if let Some(known) = rewrite.requests.iter_mut().find(|known| known.place == report.place) {
                *known = report;
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
        let line_end = Layout::of(file).line_end;
        let mut text = Composed::default();
        let mut at = 0;
        let mut placed = Vec::new();
        let copy = |text: &mut Composed, from: u32, to: u32| {
            text.copy(&unit.sources, Place { file: FileId::MAIN, span: Span::new(from, to) });
        };
        for region in regions {
            copy(&mut text, at, region.span.start);
            let start = text.bytes().len() as u32;
            Writer { unit, region: &region, line_end, text: &mut text }.write();
            at = region.span.end;
            let end = text.bytes().len() as u32;
            placed.push((region, Span::new(start, end)));
        }
        copy(&mut text, at, file.bytes.len() as u32);
        Self { text, regions: placed }
    }

    /// The requests of regions of which no loop was unrolled. One that was left for want of room has got a mark in the
    /// text, and keeps it.
    fn useless(&self, rewrite: &Rewrite) -> BTreeSet<Place> {
        let helped: Vec<(u32, Place)> = rewrite
            .requests
            .iter()
            .filter(|report| match report.done {
                Done::Unrolled { .. } => true,
                Done::NotAsked => false,
                Done::Left { code } => code == OVER_LIMIT.code,
            })
            .filter_map(|report| Some((report.place.span.start, self.text.origin(report.place.span)?)))
            .collect();
        let of_useless = self.regions.iter().filter(|(region, span)| {
            !helped
                .iter()
                .any(|(start, origin)| span.range().contains(&(*start as usize)) && region.requests.contains(origin))
        });
        of_useless.flat_map(|(region, _)| &region.requests).copied().collect()
    }

    /// Makes what was said and done about the text an affair of the file that it was composed of.
    fn lead_back(&self, rewrite: &mut Rewrite, written: &Unit, unit: &Unit) {
        let home = |place: &mut Place| {
            if place.file == FileId::MAIN {
                *place = self.text.origin(place.span).unwrap_or(*place);
            } else if let Some(file) = unit.sources.named(&written.sources[place.file].name) {
                place.file = file;
            }
        };
        let mut findings: Vec<Finding> = Vec::new();
        for mut finding in std::mem::take(&mut rewrite.findings) {
            finding.places_mut().into_iter().for_each(home);
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
        rewrite.findings = findings;
        let mut requests: Vec<RequestReport> = Vec::new();
        for mut report in std::mem::take(&mut rewrite.requests) {
            home(&mut report.place);
            match requests.iter_mut().find(|known| known.place == report.place) {
                // The same request in another branch.
                Some(known) if matches!(report.done, Done::Unrolled { .. }) => *known = report,
                Some(_) => {}
                None => requests.push(report),
            }
        }
        rewrite.requests = requests;
        rewrite.replacements = self.replacements_in_file(std::mem::take(&mut rewrite.replacements));
    }

    /// Replacements in the text as replacements in the file: a region is replaced as a whole.
    fn replacements_in_file(&self, replacements: Vec<Replacement>) -> Vec<Replacement> {
        let mut result = Vec::new();
        let mut pending = replacements.into_iter().peekable();
        let mut shift = 0_i64;
        for (region, span) in &self.regions {
            while let Some(before) = pending.next_if(|one| one.span.start < span.start) {
                result.push(shifted(before, shift));
            }
            let mut inside = Vec::new();
            while let Some(one) = pending.next_if(|one| one.span.end <= span.end) {
                inside.push(shifted(one, -i64::from(span.start)));
            }
            let bytes = replaced(&self.text.bytes()[span.range()], &inside);
            result.push(Replacement { span: region.span, bytes });
            shift = i64::from(region.span.end) - i64::from(span.end);
        }
        result.extend(pending.map(|one| shifted(one, shift)));
        result
    }
}

fn shifted(replacement: Replacement, by: i64) -> Replacement {
    let at = |offset: u32| (i64::from(offset) + by) as u32;
    Replacement { span: Span::new(at(replacement.span.start), at(replacement.span.end)), ..replacement }
}
