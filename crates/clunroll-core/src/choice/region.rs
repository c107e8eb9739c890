//! The regions of a file, where conditionals choose between loops.
//!
//! A region is a stretch of the main file that contains a request, the loop after it, and the whole of every conditional that influences
//! that loop: the selecting chains. They are found by walking from the request to the end of the loop ([`walk`]), in each combination of
//! branches, until no walk meets another undecided chain.

use crate::limits::{MAX_CHAINS_OF_REGION, MAX_LEAVES, MAX_WALKED};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::lines::whole_lines;
use super::walk::{self, LoopExtent, Stop};
use clunroll_loops::directive::{Request, is_marked};
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Moment, Unit};
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::{Item, Items};

/// A stretch of the main file whose conditionals select a loop.
#[derive(Debug)]
pub struct Region {
    /// Its bytes, with whole lines at the beginning.
    pub span: Span,
    /// Its directives.
    pub directives: Range<Moment>,
    /// The selecting chains, in the order of the text.
    pub chains: Vec<usize>,
    /// The requests whose loops are selected.
    pub requests: Vec<Place>,
}

/// Finds regions.
pub struct RegionFinder<'a, 'u> {
    unit: &'u Unit,
    requests: &'a [Request<'u>],
    items: &'a Items,
    /// The last request that is known to have no region.
    fruitless: Cell<Option<usize>>,
    /// The combinations by the item and the chains.
    combinations: RefCell<FxHashMap<RegionKey, Rc<Combinations>>>,
    /// How many tokens were walked over, by item.
    walked: RefCell<FxHashMap<usize, usize>>,
    /// The requests without a region because the walks in their items took too long.
    refused: RefCell<BTreeSet<Place>>,
}

/// An item and the chains that select a loop in it.
type RegionKey = (usize, BTreeSet<usize>);

/// All combinations of branches of some chains, with the walks in each of them. Regions that share their chains share these.
struct Combinations {
    leaves: Vec<Configuration>,
    /// The walks by the request and the combination.
    walks: RefCell<FxHashMap<(usize, usize), LoopExtent>>,
}

impl<'a, 'u> RegionFinder<'a, 'u> {
    /// A finder for the regions of some requests of a unit.
    #[must_use]
    pub fn new(unit: &'u Unit, requests: &'a [Request<'u>], items: &'a Items) -> Self {
        Self {
            unit,
            requests,
            items,
            fruitless: Cell::new(None),
            combinations: RefCell::default(),
            walked: RefCell::default(),
            refused: RefCell::default(),
        }
    }

    /// The requests so far whose search for a region was stopped by a limit.
    pub fn refused(&self) -> BTreeSet<Place> {
        self.refused.borrow().clone()
    }

    /// The regions of all requests except those at the places in `left`, in order and disjoint.
    pub fn regions(&self, left: &BTreeSet<Place>) -> Vec<Region> {
        let mut regions: Vec<Region> = Vec::new();
        for index in 0..self.requests.len() {
            let place = self.requests[index].place;
            let is_covered = regions.last().is_some_and(|last| place.span.start < last.span.end);
            if !is_covered && !left.contains(&place) && !is_marked(self.unit, place) {
                let after = regions.last().map_or(0, |last| last.span.end);
                regions.extend(self.region(index).filter(|region| region.span.start >= after));
            }
        }
        regions
    }

    /// The region of one request; `None` if no conditional influences its loop, or if the region cannot be a choice.
    fn region(&self, index: usize) -> Option<Region> {
        let is_fruitless = self.follows(index, self.fruitless.get());
        let region = if is_fruitless { None } else { self.region_of(index) };
        if region.is_none() {
            self.fruitless.set(Some(index));
        }
        region
    }

    /// Whether a request directly follows `before`, so that the results for the loop after one of them apply to the other. Then a long row
    /// of requests before one loop is not walked again for each of them.
    fn follows(&self, index: usize, before: Option<usize>) -> bool {
        let requests = self.requests;
        before
            .is_some_and(|before| before + 1 == index && walk::is_next(self.unit, &requests[before], &requests[index]))
    }

    fn region_of(&self, index: usize) -> Option<Region> {
        let request = &self.requests[index];
        let position = request.position(self.unit);
        let item = self.items.containing(position)?;
        let mut chains = BTreeSet::new();
        loop {
            if chains.len() > MAX_CHAINS_OF_REGION {
                return None;
            }
            let before = chains.len();
            let attempt = self.attempt(index, item, &mut chains);
            match attempt {
                Some(region) if chains.len() == before => {
                    let may_be_written = !region.chains.is_empty()
                        && self.is_inside(&region, &self.items.all()[item])
                        && self.may_move(&region);
                    return may_be_written.then_some(region);
                }
                None if chains.len() == before => return None,
                _ => {}
            }
        }
    }

    /// Walks in all combinations of the chains so far; adds chains that must be decided as well.
    fn attempt(&self, index: usize, item: usize, chains: &mut BTreeSet<usize>) -> Option<Region> {
        let unit = self.unit;
        let combinations = self.combinations(item, chains)?;
        let mut requests = BTreeSet::from([index]);
        let mut span: Option<Span> = None;
        for &chain in chains.iter() {
            grow(&mut span, self.chain_span(chain)?);
        }
        grow(&mut span, self.requests[index].place.span);
        loop {
            let mut found = span?;
            // The last request that was checked, whether a loop follows it or not.
            let mut before = None;
            let first = self.requests.partition_point(|request| request.place.span.start < found.start);
            for (number, request) in self.requests.iter().enumerate().skip(first) {
                let place = request.place.span;
                if place.start >= found.end {
                    break;
                }
                let follows = self.follows(number, before.replace(number));
                if follows && number != index {
                    if requests.contains(&(number - 1)) {
                        requests.insert(number);
                    }
                    continue;
                }
                for (at, leaf) in combinations.leaves.iter().enumerate() {
                    let group = walk::group_of(unit, request);
                    if unit.is_dead(leaf, group) {
                        continue;
                    }
                    let code = match self.walk(&combinations, number, at, item) {
                        Ok(code) => code,
                        Err(Stop::Undecided(chain)) => {
                            chains.insert(chain);
                            return None;
                        }
                        Err(Stop::Refused) => {
                            self.refused.borrow_mut().insert(self.requests[index].place);
                            return None;
                        }
                        Err(Stop::NoLoop) if number == index => return None,
                        Err(Stop::NoLoop) => continue,
                    };
                    // Groups of the request that do not contain its loop decide whether unrolling is requested.
                    let of_loop = unit.group(unit.moment(code.start));
                    let mut at = group;
                    while !unit.groups.encloses(at, of_loop) {
                        let (chain, _) = unit.groups.branch_of(at)?;
                        if !leaf.has_chosen(chain) {
                            chains.insert(chain);
                            return None;
                        }
                        at = unit.groups.parent(at);
                    }
                    let (first, last) = (&unit.code[code.start], &unit.code[code.end - 1]);
                    if first.file != FileId::MAIN || last.file != FileId::MAIN {
                        return None;
                    }
                    requests.insert(number);
                    let of_loop = first.span.to(last.span);
                    found = found.to(of_loop);
                }
            }
            if Some(found) == span {
                break;
            }
            span = Some(found);
        }
        if chains.is_empty() {
            return Some(Region { span: span?, directives: 0..0, chains: Vec::new(), requests: Vec::new() });
        }
        // The region includes the line that it begins in, and the line that it ends in if only a comment follows there.
        let span = whole_lines(&self.unit.sources[FileId::MAIN], span?);
        let inside = unit.groups.chains()[*chains.first()?].branches.first()?.directive;
        let directives = self.directives_in(span, inside)?;
        let missing = self.chain_across(&directives, chains).or_else(|| self.chain_around(&directives, chains));
        if let Some(chain) = missing {
            chains.insert(chain);
            return None;
        }
        let requests = requests.into_iter().map(|number| self.requests[number].place).collect();
        Some(Region { span, directives, chains: chains.iter().copied().collect(), requests })
    }

    /// Returns `None` if there are too many.
    fn combinations(&self, item: usize, chains: &BTreeSet<usize>) -> Option<Rc<Combinations>> {
        let key = (item, chains.clone());
        if let Some(known) = self.combinations.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        let leaves = leaves(self.unit, chains.iter().copied())?;
        let new = Rc::new(Combinations { leaves, walks: RefCell::default() });
        self.combinations.borrow_mut().insert(key, Rc::clone(&new));
        Some(new)
    }

    /// The code tokens of the loop after a request, in one of the combinations.
    fn walk(&self, among: &Combinations, request: usize, leaf: usize, item: usize) -> LoopExtent {
        let Self { unit, requests, items, .. } = self;
        let Item { code, uneven, .. } = &items.all()[item];
        let key = (request, leaf);
        let (request, leaf) = (&requests[request], &among.leaves[leaf]);
        let walk = || {
            let mut walked = self.walked.borrow_mut();
            let walked = walked.entry(item).or_default();
            if *walked > code.len() * MAX_WALKED {
                return Err(Stop::Refused);
            }
            let effort = leaf.effort();
            let found = walk::loop_after(unit, leaf, request, uneven, code.end);
            let end = found.as_ref().map_or(code.end, |found| found.end);
            *walked += end.saturating_sub(request.position(unit)) + leaf.effort() - effort;
            found
        };
        among.walks.borrow_mut().entry(key).or_insert_with(walk).clone()
    }

    /// The span from the `#if` to the end of the `#endif`; `None` if it is not entirely in the main file.
    fn chain_span(&self, chain: usize) -> Option<Span> {
        let unit = self.unit;
        let chain = &unit.groups.chains()[chain];
        let place = |moment: Moment| unit.directive_place(&unit.directives[moment]);
        let (first, last) = (place(chain.branches.first()?.directive), place(chain.end?));
        (first.file == FileId::MAIN && last.file == FileId::MAIN).then(|| first.span.to(last.span))
    }

    /// The directives of the main file in a span that contains the directive `inside`; `None` if they include one of an included file, or
    /// an `#else` or `#endif` without an `#if`, which would find one in the region.
    fn directives_in(&self, span: Span, inside: Moment) -> Option<Range<Moment>> {
        let unit = self.unit;
        let place = |index: usize| unit.directive_place(&unit.directives[index]);
        let is_main = |index: usize| place(index).file == FileId::MAIN;
        // An included file belongs to the span if the main file's directives on both sides do.
        let is_in = |index: &usize| !is_main(*index) || span.contains(place(*index).span);
        let first = (0..=inside).rev().take_while(is_in).filter(|&index| is_main(index)).last()?;
        let last = (inside..unit.directives.len()).take_while(is_in).filter(|&index| is_main(index)).last()?;
        let is_stray =
            |index: usize| unit.directives[index].kind.is_conditional() && unit.directives[index].chain.is_none();
        (first..=last).all(|index| is_main(index) && !is_stray(index)).then_some(first..last + 1)
    }

    /// A chain that is only partly in the region.
    fn chain_across(&self, directives: &Range<Moment>, chains: &BTreeSet<usize>) -> Option<usize> {
        let unit = self.unit;
        unit.directives[directives.clone()].iter().filter_map(|directive| directive.chain).find(|chain| {
            let found = &unit.groups.chains()[*chain];
            let is_inside = found.branches.first().is_some_and(|branch| directives.contains(&branch.directive))
                && found.end.is_some_and(|end| directives.contains(&end));
            !chains.contains(chain) && !is_inside
        })
    }

    /// An open chain of the region around a selecting one. A condition may only be evaluated where the conditions around it hold: elsewhere
    /// it may not be a valid expression.
    fn chain_around(&self, directives: &Range<Moment>, chains: &BTreeSet<usize>) -> Option<usize> {
        let unit = self.unit;
        chains.iter().find_map(|&chain| {
            let mut at = unit.groups.chains()[chain].parent;
            while let Some((around, _)) = unit.groups.branch_of(at) {
                let first = unit.groups.chains()[around].branches.first();
                let is_inside = first.is_some_and(|branch| directives.contains(&branch.directive));
                if is_inside && !chains.contains(&around) {
                    return Some(around);
                }
                at = unit.groups.parent(at);
            }
            None
        })
    }

    /// Whether the conditionals of a region are in one item, and in the body if it is a function. A branch in which a function ends and
    /// another one begins has loops that no other branch has, and a duplicated function head is hard to read.
    fn is_inside(&self, region: &Region, item: &Item) -> bool {
        let directives = &self.unit.directives[region.directives.clone()];
        let first = item.body.map_or(item.code.start, |brace| brace + 1);
        directives.iter().all(|directive| first <= directive.code_before && directive.code_before < item.code.end)
    }

    /// Whether the conditions may be evaluated at the head of the region: nothing that they could depend on changes between there and their
    /// own places.
    fn may_move(&self, region: &Region) -> bool {
        let unit = self.unit;
        let chains = region.chains.iter().map(|&chain| &unit.groups.chains()[chain]);
        let begins_with = chains.clone().next().and_then(|chain| chain.branches.first());
        if region.chains.len() == 1 && begins_with.is_some_and(|branch| branch.directive == region.directives.start) {
            return true;
        }
        let last = chains.flat_map(|chain| &chain.branches).map(|branch| branch.directive).max();
        let until = last.unwrap_or(region.directives.start);
        !unit.directives[region.directives.start..until].iter().any(|directive| {
            matches!(directive.kind, DirectiveKind::Define | DirectiveKind::Undef | DirectiveKind::Include)
        })
    }
}

fn grow(span: &mut Option<Span>, by: Span) {
    *span = Some(span.map_or(by, |span| Span::new(span.start.min(by.start), span.end.max(by.end))));
}

/// All combinations of branches of some chains, in the order of the text; `None` if there are too many.
pub fn leaves(unit: &Unit, chains: impl Iterator<Item = usize>) -> Option<Vec<Configuration>> {
    let mut leaves = vec![Configuration::default()];
    for chain in chains {
        let mut next = Vec::new();
        for leaf in leaves {
            let found = &unit.groups.chains()[chain];
            if unit.is_dead(&leaf, found.parent) {
                next.push(leaf);
                continue;
            }
            if next.len() + found.branches.len() > MAX_LEAVES {
                return None;
            }
            next.extend(unit.feasible(&leaf, chain).map(|(_, leaf)| leaf));
        }
        leaves = next;
    }
    Some(leaves)
}
