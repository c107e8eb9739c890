//! A region written out: the file's own conditions, each with one whole loop behind it.
//!
//! ```text
//! #ifdef UNROLL                  #ifdef UNROLL
//! #pragma unroll                 #pragma unroll
//! #endif                  ->     for (…) …
//! for (…) …                      #else
//!                                for (…) …
//!                                #endif
//! ```
//!
//! The directives of the selecting chains come first, nested where there are several, and an `#else` is added where a
//! chain has none. In each branch stands the region's text as that configuration compiles it: the lines of selecting
//! chains and of conditions that they decide are gone, and so is what these leave out. All other lines, other
//! conditionals among them, are copied.

use super::lines::whole_lines;
use super::region::Region;
use oclc_syntax::preprocess::{Configuration, Directive, Taken, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Span};

/// Writes a region in the place of its own text.
pub(super) struct RegionWriter<'a, 'u> {
    pub unit: &'u Unit,
    pub region: &'a Region,
    pub line_end: &'a str,
    pub text: &'a mut Composed,
}

impl RegionWriter<'_, '_> {
    /// Writes the whole region.
    pub fn write(&mut self) {
        self.chains(0, &Configuration::default());
    }

    /// Writes the chains from the one with that number on, and what stands behind them.
    fn chains(&mut self, number: usize, leaf: &Configuration) {
        let Some(&chain) = self.region.chains.get(number) else { return self.leaf(leaf) };
        let unit = self.unit;
        let found = &unit.groups.chains()[chain];
        if unit.is_dead(leaf, found.parent) {
            return self.chains(number + 1, leaf);
        }
        let feasible: Vec<_> = unit.feasible(leaf, chain).collect();
        if let [(_, only)] = &feasible[..]
            && !(self.is_known(chain) && unit.depends_on_host(chain))
        {
            return self.chains(number + 1, only);
        }
        let of_branch = |wanted: Option<usize>| feasible.iter().find(|(branch, _)| *branch == wanted);
        for (index, branch) in found.branches.iter().enumerate() {
            self.directive(&unit.directives[branch.directive]);
            if let Some((_, leaf)) = of_branch(Some(index)) {
                self.chains(number + 1, leaf);
            }
        }
        if let Some((_, leaf)) = of_branch(None) {
            self.added_else(&unit.directives[found.branches[0].directive]);
            self.chains(number + 1, leaf);
        }
        if let Some(end) = found.end {
            self.directive(&unit.directives[end]);
        }
    }

    /// Whether a chain's condition is known in every configuration.
    fn is_known(&self, chain: usize) -> bool {
        self.unit.taken(&Configuration::default(), chain) != Taken::Undecided
    }

    fn place(span: Span) -> Place {
        Place { file: FileId::MAIN, span }
    }

    fn end_line(&mut self, attributed_to: Span) {
        if !self.text.bytes().is_empty() && !self.text.bytes().ends_with(b"\n") {
            self.text.made(self.line_end.as_bytes(), Self::place(attributed_to));
        }
    }

    fn directive(&mut self, directive: &Directive) {
        let span = self.line_of(directive);
        self.end_line(span);
        self.text.copy(&self.unit.sources, Self::place(span));
        self.end_line(span);
    }

    /// `#else`, spelt and indented like the `#if`.
    fn added_else(&mut self, first: &Directive) {
        let whole = self.line_of(first);
        let word = self.unit.line(first)[1].span;
        self.end_line(whole);
        self.text.copy(&self.unit.sources, Self::place(Span::new(whole.start, word.start)));
        self.text.made(format!("else{}", self.line_end).as_bytes(), Self::place(whole));
    }

    /// The line of a directive, with the white space before it and its line end.
    fn line_of(&self, directive: &Directive) -> Span {
        whole_lines(&self.unit.sources[FileId::MAIN], self.unit.directive_place(directive).span)
    }

    /// The region's text as one configuration compiles it.
    fn leaf(&mut self, leaf: &Configuration) {
        let mut at = self.region.span.start;
        for cut in self.cuts(leaf) {
            if cut.start > at {
                self.text.copy(&self.unit.sources, Self::place(Span::new(at, cut.start)));
            }
            at = cut.end.max(at);
        }
        if at < self.region.span.end {
            self.text.copy(&self.unit.sources, Self::place(Span::new(at, self.region.span.end)));
        }
    }

    /// What a configuration does not keep of the region, in rising order.
    fn cuts(&self, leaf: &Configuration) -> Vec<Span> {
        let unit = self.unit;
        let mut cuts = Vec::new();
        let begun = unit.directives[self.region.directives.clone()].iter().filter(|one| one.kind.begins_chain());
        for chain in begun.filter_map(|directive| directive.chain) {
            let found = &unit.groups.chains()[chain];
            let is_selecting = self.region.chains.contains(&chain);
            // What is known everywhere stays as the author wrote it.
            if unit.is_dead(leaf, found.parent) || (!is_selecting && self.is_known(chain)) {
                continue;
            }
            let taken = unit.taken(leaf, chain);
            let Some(end) = found.end.filter(|_| taken != Taken::Undecided) else { continue };
            let directives = found.branches.iter().map(|branch| branch.directive).chain([end]);
            let lines: Vec<Span> = directives.map(|index| self.line_of(&unit.directives[index])).collect();
            for (index, pair) in lines.windows(2).enumerate() {
                let end = if taken == Taken::Branch(index) { pair[0].end } else { pair[1].start };
                cuts.push(Span::new(pair[0].start, end));
            }
            cuts.extend(lines.last());
        }
        cuts.sort_unstable();
        cuts
    }
}
