//! What an expansion has before it: tokens with the place that they are looked at from, in a list of which the next one is the
//! last, so that what a macro makes is put in front of the rest (Prosser's algorithm; `expand.rs`).

use std::borrow::Cow;
use std::collections::VecDeque;

use super::expanded::Expanded;
use super::moment::{GroupId, Moment};
use crate::lex::Token;

/// A token that is still to be expanded.
#[derive(Clone, Debug)]
pub(super) struct Work<'u> {
    pub(super) token: Expanded<'u>,
    pub(super) moment: Moment,
    pub(super) group: GroupId,
    pub(super) after_space: bool,
}

impl<'u> Work<'u> {
    /// A token that stands in no macro.
    pub(super) fn new(token: &Token, text: Cow<'u, str>, code: usize, moment: Moment, group: GroupId) -> Self {
        let token_of_text = Expanded {
            kind: token.kind,
            text,
            spelled: token.place(),
            call: None,
            code,
            open: false,
            quotes_open: false,
            hidden: None,
        };
        Self { token: token_of_text, moment, group, after_space: token.after_space }
    }
}

/// What is still to be expanded.
pub(super) struct PendingTokens<'u, I> {
    /// What macros made, or what has been looked at ahead; the next token is the last one.
    pending: VecDeque<Work<'u>>,
    /// What stands behind that.
    text: I,
    /// How many tokens of it have been read.
    read: usize,
}

impl<'u, I: Iterator<Item = Work<'u>>> PendingTokens<'u, I> {
    pub(super) fn of(text: I) -> Self {
        Self { pending: VecDeque::new(), text, read: 0 }
    }

    fn read(&mut self) -> Option<Work<'u>> {
        let next = self.text.next()?;
        self.read += 1;
        Some(next)
    }

    pub(super) fn next(&mut self) -> Option<Work<'u>> {
        self.pending.pop_back().or_else(|| self.read())
    }

    /// That many tokens which have been looked at, the next one last.
    pub(super) fn take_looked_at(&mut self, length: usize) -> VecDeque<Work<'u>> {
        self.pending.split_off(self.pending.len() - length)
    }

    /// Puts what a macro made in front of all.
    pub(super) fn put(&mut self, made: impl DoubleEndedIterator<Item = Work<'u>>) {
        self.pending.extend(made.rev());
    }

    /// How many tokens of the text have been read since that was asked last.
    pub(super) fn take_read(&mut self) -> usize {
        std::mem::take(&mut self.read)
    }

    /// The token that many behind the next one.
    pub(super) fn ahead(&mut self, offset: usize) -> Option<&mut Work<'u>> {
        while self.pending.len() <= offset {
            let next = self.read()?;
            self.pending.push_front(next);
        }
        let at = self.pending.len() - 1 - offset;
        self.pending.get_mut(at)
    }
}
