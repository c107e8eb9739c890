//! The text of a choice: the file's own conditions, each with one branch after it.
//!
//! The directives of the selecting chains come first, nested if there are several, and an `#else` is added to a chain without one. Each
//! branch has the region's text as that configuration compiles it: without the lines of the chains that it has decided, and without the
//! text that these exclude. All other lines, other conditionals among them, are copied.

use super::lines::whole_lines;
use super::region::Region;
use clunroll_loops::Text;
use oclc_syntax::preprocess::{Configuration, Directive, Moment, TakenBranch, Unit};
use oclc_syntax::source::{FileId, Span};
use std::ops::Range;

/// The text that replaces a region; `leaf` gives the text of one branch.
#[must_use]
pub fn choice(unit: &Unit, region: &Region, leaf: &mut dyn FnMut(&Configuration) -> Text) -> Text {
    let mut writer = ChoiceWriter { unit, region, leaf, parts: Vec::new() };
    writer.chains(0, &Configuration::default());
    Text::Sequence(writer.parts)
}

struct ChoiceWriter<'a, 'u> {
    unit: &'u Unit,
    region: &'a Region,
    leaf: &'a mut dyn FnMut(&Configuration) -> Text,
    parts: Vec<Text>,
}

impl ChoiceWriter<'_, '_> {
    /// Writes the chains from the one with that number on, and the text in their branches.
    fn chains(&mut self, number: usize, configuration: &Configuration) {
        let Some(&chain) = self.region.chains.get(number) else {
            let leaf = (self.leaf)(configuration);
            return self.parts.push(leaf);
        };
        let unit = self.unit;
        let found = &unit.groups.chains()[chain];
        if unit.is_dead(configuration, found.parent) {
            return self.chains(number + 1, configuration);
        }
        let feasible: Vec<_> = unit.feasible(configuration, chain).collect();
        if let [(_, only)] = &feasible[..]
            && !(is_known(unit, chain) && unit.depends_on_host(chain))
        {
            return self.chains(number + 1, only);
        }
        let of_branch = |wanted: Option<usize>| feasible.iter().find(|(branch, _)| *branch == wanted);
        for (index, branch) in found.branches.iter().enumerate() {
            self.directive(&unit.directives[branch.directive]);
            if let Some((_, configuration)) = of_branch(Some(index)) {
                self.chains(number + 1, configuration);
            }
        }
        if let Some((_, configuration)) = of_branch(None) {
            self.added_else(&unit.directives[found.branches[0].directive]);
            self.chains(number + 1, configuration);
        }
        if let Some(end) = found.end {
            self.directive(&unit.directives[end]);
        }
    }

    fn directive(&mut self, directive: &Directive) {
        let line = line_of(self.unit, directive);
        self.parts.extend([Text::LineBreak, Text::Source(line), Text::LineBreak]);
    }

    /// `#else`, spelt and indented like the `#if`.
    fn added_else(&mut self, first: &Directive) {
        let whole = line_of(self.unit, first);
        let word = self.unit.line(first)[1].span;
        let text = Text::InPlaceOf(whole, Box::new(Text::made("else\n")));
        self.parts.extend([Text::LineBreak, Text::Source(Span::new(whole.start, word.start)), text]);
    }
}

/// The spans that a configuration removes from the text of some directives, in rising order.
#[must_use]
pub fn cuts(unit: &Unit, directives: &Range<Moment>, leaf: &Configuration) -> Vec<Span> {
    let mut found = Vec::new();
    let begun = unit.directives[directives.clone()].iter().filter(|one| one.kind.begins_chain());
    for number in begun.filter_map(|directive| directive.chain).filter(|&chain| leaf.has_chosen(chain)) {
        let chain = &unit.groups.chains()[number];
        let taken = unit.taken(leaf, number);
        let directives = chain.branches.iter().map(|branch| branch.directive).chain(chain.end);
        let lines: Vec<Span> = directives.map(|index| line_of(unit, &unit.directives[index])).collect();
        for (index, pair) in lines.windows(2).enumerate() {
            let end = if taken == TakenBranch::Branch(index) { pair[0].end } else { pair[1].start };
            found.push(Span::new(pair[0].start, end));
        }
        found.extend(lines.last());
    }
    found.sort_unstable();
    let mut apart: Vec<Span> = Vec::new();
    for cut in found {
        match apart.last_mut().filter(|last| cut.start <= last.end) {
            Some(last) => last.end = last.end.max(cut.end),
            None => apart.push(cut),
        }
    }
    apart
}

/// Whether a chain's condition is known in every configuration.
fn is_known(unit: &Unit, chain: usize) -> bool {
    unit.taken(&Configuration::default(), chain) != TakenBranch::Undecided
}

/// The line of a directive, with the white space before it and its line end.
fn line_of(unit: &Unit, directive: &Directive) -> Span {
    whole_lines(&unit.sources[FileId::MAIN], unit.directive_place(directive).span)
}
