//! What is around a loop that may get branches for several devices.
//!
//! A loop in a group that tests the macro of a device already has branches: an earlier run wrote them, or the author did. So a second run
//! with the same profile changes nothing. If each branch was rewritten, the loop itself is gone, and nothing tells which of the groups of its
//! function was made of it. So its choices are taken to be those of such a group. If the request was in a group of its own, the branches are in one branch of that, and the loop in the
//! others; so a group around such a group counts too, inside of a function. A pragma or an attribute before the request would stay outside of the branches, where it would
//! separate them from what they belong to. So such a request gets none.

use std::collections::HashSet;
use std::ops::Range;

use clunroll_loops::directive::says_something;
use oclc_syntax::lex::{Bracket, Punct, Token, lex, partners, text};
use oclc_syntax::source::FileId;

use super::{SourceLoop, SourceLoops};

/// The directives and brackets of a text.
pub(super) struct LoopSurroundings<'s> {
    source: &'s [u8],
    tokens: Vec<Token>,
    /// The tokens outside of directives, by their indices.
    code: Vec<usize>,
    /// For each bracket of the code the position in `code` of the one that belongs to it.
    partners: Vec<Option<usize>>,
    /// The conditional groups that test the macro of a device.
    of_devices: Vec<Range<usize>>,
}

impl<'s> LoopSurroundings<'s> {
    /// The surroundings in a text, for devices with these macros.
    pub(super) fn of(source: &'s [u8], macros: &[&str]) -> Self {
        let tokens = lex(FileId::MAIN, source);
        let (mut code, mut of_devices) = (Vec::new(), Vec::new());
        // The open groups: where each begins, and whether it tests such a macro.
        let mut open: Vec<(usize, bool)> = Vec::new();
        // The open braces.
        let mut depth = 0_usize;
        let mut at = 0;
        while at < tokens.len() {
            if !tokens[at].begins_directive() {
                if tokens[at].is(Punct::LeftBrace) {
                    depth += 1;
                } else if tokens[at].is(Punct::RightBrace) {
                    depth = depth.saturating_sub(1);
                }
                code.push(at);
                at += 1;
                continue;
            }
            let words = tokens[at + 1..].iter().take_while(|token| !token.at_line_start);
            let mut words = words.map(|token| text(source, token));
            let word = words.next().unwrap_or_default();
            let start = tokens[at].span.range().start;
            if matches!(&*word, "if" | "ifdef" | "ifndef") {
                open.push((start, false));
            }
            if let Some((_, tests)) = open.last_mut().filter(|_| word.starts_with("if") || word.starts_with("elif")) {
                *tests |= words.any(|word| macros.contains(&&*word));
            }
            if word == "endif"
                && let Some((start, true)) = open.pop()
            {
                of_devices.push(start..tokens[at].span.range().end);
                if let Some((_, tests)) = open.last_mut().filter(|_| depth > 0) {
                    *tests = true;
                }
            }
            let length = tokens[at + 1..].iter().position(|token| token.at_line_start);
            at = length.map_or(tokens.len(), |length| at + 1 + length);
        }
        let words: Vec<Token> = code.iter().map(|&at| tokens[at]).collect();
        Self { source, partners: partners(Bracket::Any, &words), tokens, code, of_devices }
    }

    /// Whether a loop or a request for it is in a group that tests the macro of a device.
    pub(super) fn has_branches(&self, found: &SourceLoop) -> bool {
        found.offsets().any(|offset| self.of_devices.iter().any(|group| group.contains(&offset)))
    }

    /// The functions that have a group that tests the macro of a device and that none of the loops of choices, which are here, is in: all
    /// branches have other text in place of a loop.
    pub(super) fn rewritten<'l>(&self, loops: &'l SourceLoops, mut chosen: Vec<usize>) -> HashSet<&'l str> {
        chosen.sort_unstable();
        let first = |sorted: &[usize], from: usize| sorted.get(sorted.partition_point(|at| *at < from)).copied();
        let has_none = |group: &&Range<usize>| first(&chosen, group.start).is_none_or(|at| at >= group.end);
        let mut groups: Vec<usize> = self.of_devices.iter().filter(has_none).map(|group| group.start).collect();
        groups.sort_unstable();
        let has_group = |body: &Range<usize>| first(&groups, body.start).is_some_and(|at| at < body.end);
        loops.functions().filter(|(_, body)| has_group(body)).map(|(name, _)| name).collect()
    }

    /// Whether the request of a loop, which begins here, may get branches.
    pub(super) fn may_branch(&self, found: &SourceLoop, request: usize) -> bool {
        !found.is_argument() && !self.is_after_words(request)
    }

    /// Whether a pragma or an attribute is before this place and belongs to the same statement.
    fn is_after_words(&self, offset: usize) -> bool {
        let mut end = self.tokens.partition_point(|token| token.span.range().start < offset);
        let mut next = self.code.partition_point(|&index| index < end);
        loop {
            let Some(last) = next.checked_sub(1) else { return self.has_pragma(0..end) };
            let token = &self.tokens[self.code[last]];
            if self.has_pragma(self.code[last] + 1..end) {
                return true;
            }
            let is_label = token.is(Punct::Colon);
            if !is_label {
                let word = self.partners[last].filter(|open| *open < last).and_then(|open| open.checked_sub(1));
                return word.is_some_and(|word| says_something(&text(self.source, &self.tokens[self.code[word]])));
            }
            // What is before a label may belong to the loop too.
            let Some(before) = last.checked_sub(1) else { return false };
            (end, next) = (self.code[before], before);
        }
    }

    fn has_pragma(&self, tokens: Range<usize>) -> bool {
        let mut pairs = tokens.clone().zip(tokens.skip(1));
        pairs.any(|(first, second)| {
            self.tokens[first].begins_directive() && text(self.source, &self.tokens[second]) == "pragma"
        })
    }
}
