//! Code tokens as a configuration compiles them, and their expansion as far as somebody reads.
//!
//! Where a statement ends is known only after expansion, and what follows it may be the rest of a large function. So a
//! [`Stream`] expands one token after the other, and nothing that is not asked for.

use std::ops::Range;

use super::expand::{Expanded, Expander, Expansion, Rest, Work, canonical_text, root};
use super::{Configuration, GroupId, Moment, Unit};

/// Code tokens that are expanded one after the other, and no further than somebody asks for them.
pub struct Stream<'u, 'c> {
    expander: Expander<'u, 'c>,
    rest: Rest<'u, Code<'u, 'c>>,
    tokens: Vec<Expanded<'u>>,
}

impl<'u, 'c> Stream<'u, 'c> {
    /// The tokens of `code` that the configuration compiles.
    #[must_use]
    pub fn new(unit: &'u Unit, configuration: &'c Configuration, code: Range<usize>) -> Self {
        let rest = Rest::of(Code::new(unit, configuration, code));
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

/// The code tokens of a range that a configuration compiles.
pub(super) struct Code<'u, 'c> {
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
    pub(super) fn new(unit: &'u Unit, configuration: &'c Configuration, range: Range<usize>) -> Self {
        Self { unit, configuration, until: range.start, range, moment: 0, group: GroupId::ROOT, is_dead: false }
    }
}

impl<'u> Iterator for Code<'u, '_> {
    type Item = Work<'u>;

    fn next(&mut self) -> Option<Work<'u>> {
        loop {
            let at = self.range.next()?;
            if at >= self.until {
                self.moment = self.unit.moment(at);
                self.group = self.unit.group(self.moment);
                self.is_dead = self.unit.is_dead(self.configuration, self.group);
                self.until = self.unit.directives.get(self.moment).map_or(usize::MAX, |next| next.code_before);
            }
            if self.is_dead {
                self.range.start = self.range.end.min(self.until).max(self.range.start);
                continue;
            }
            let token = &self.unit.code[at];
            return Some(Work::new(token, canonical_text(self.unit, token), at, self.moment, self.group));
        }
    }
}
