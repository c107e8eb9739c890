//! Code tokens as a configuration compiles them, and their expansion as far as somebody reads.
//!
//! Where a statement ends is known only after expansion, and what follows it may be the rest of a large function. So a
//! [`ExpansionStream`] expands one token after the other, and nothing that is not asked for.

use super::configuration::Configuration;
use super::expand::{Expander, canonical_text};
use super::expanded::{Expanded, Expansion, root};
use super::moment::{GroupId, Moment};
use super::unit::Unit;
use super::work::{PendingTokens, Work};
use std::ops::Range;

/// Code tokens that are expanded one after the other, and no further than somebody asks for them.
pub struct ExpansionStream<'u, 'c> {
    expander: Expander<'u, 'c>,
    rest: PendingTokens<'u, UnexpandedCode<'u, 'c>>,
    tokens: Vec<Expanded<'u>>,
}

impl<'u, 'c> ExpansionStream<'u, 'c> {
    /// The tokens of `code` that the configuration compiles.
    #[must_use]
    pub fn new(unit: &'u Unit, configuration: &'c Configuration, code: Range<usize>) -> Self {
        let rest = PendingTokens::of(UnexpandedCode(Code::new(unit, configuration, code)));
        Self { expander: Expander::new(unit, configuration), rest, tokens: Vec::new() }
    }

    /// The expanded token with that index; `None` where there are fewer.
    pub fn get(&mut self, at: usize) -> Option<&Expanded<'u>> {
        while self.tokens.len() <= at {
            let next = self.expander.next(&mut self.rest, 0)?;
            self.tokens.push(next.token);
        }
        self.tokens.get(at)
    }

    /// The tokens that have been read.
    #[must_use]
    pub fn read(&self) -> &[Expanded<'u>] {
        &self.tokens
    }

    /// The first `length` tokens, and those behind them that come from the same invocation as the last one.
    #[must_use]
    pub fn finish(mut self, length: usize) -> Expansion<'u> {
        self.tokens.truncate(length);
        if let Some(last) = length.checked_sub(1) {
            let invocation = |this: &Self, at: usize| Some(root(&this.expander.calls, this.tokens[at].call?));
            let mut end = length;
            while invocation(&self, last).is_some() && self.get(end).is_some() {
                if invocation(&self, end) != invocation(&self, last) {
                    break;
                }
                end += 1;
            }
            self.tokens.truncate(end);
        }
        Expansion { tokens: self.tokens, calls: self.expander.calls, overflow: self.expander.overflow }
    }
}

/// The code tokens of a range that a configuration compiles, by their indices.
pub struct Code<'u, 'c> {
    unit: &'u Unit,
    configuration: &'c Configuration,
    range: Range<usize>,
    /// Where the next token stands, and whether what stands there is left out.
    moment: Moment,
    group: GroupId,
    is_dead: bool,
    /// The first code token at which that changes.
    until: usize,
}

impl<'u, 'c> Code<'u, 'c> {
    /// Those of `range`.
    #[must_use]
    pub fn new(unit: &'u Unit, configuration: &'c Configuration, range: Range<usize>) -> Self {
        Self { unit, configuration, until: range.start, range, moment: 0, group: GroupId::ROOT, is_dead: false }
    }
}

impl Iterator for Code<'_, '_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let at = self.range.next()?;
            if at >= self.until {
                self.moment = self.unit.moment(at);
                self.group = self.unit.group(self.moment);
                self.is_dead = self.unit.is_dead(self.configuration, self.group);
                self.until = self.unit.directives.get(self.moment).map_or(usize::MAX, |next| next.code_before);
            }
            if !self.is_dead {
                return Some(at);
            }
            self.range.start = self.range.end.min(self.until).max(self.range.start);
        }
    }
}

/// The same, ready to be expanded.
pub(super) struct UnexpandedCode<'u, 'c>(pub(super) Code<'u, 'c>);

impl<'u> Iterator for UnexpandedCode<'u, '_> {
    type Item = Work<'u>;

    fn next(&mut self) -> Option<Work<'u>> {
        let at = self.0.next()?;
        let Code { unit, moment, group, .. } = self.0;
        let token = &unit.code[at];
        Some(Work::new(token, canonical_text(unit, token), at, moment, group))
    }
}
