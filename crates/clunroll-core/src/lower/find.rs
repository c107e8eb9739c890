//! The parts of a loop that macros make.
//!
//! Top-level items that may contain such a loop are expanded, and the expanded tokens are searched for unroll requests: `_Pragma` and
//! `__attribute__`, and the `#pragma` lines in between. The loop after each request belongs to it. Unrolling needs these parts as plain
//! text: the request, the loop's keyword, the parentheses and semicolons of its header, and an end that is not inside a macro. A
//! [`MacroLoop`] lists those tokens.
//!
//! It does not matter here whether a request is valid, but only where it is. [`LoopMacros`](super::carriers::LoopMacros) finds the items
//! that may contain one.

use super::carriers::is_hint;
use clunroll_loops::directive::{PrefixShape, Sight, says_something, shape, string_may_request};
use clunroll_loops::limits::{MAX_ATTRIBUTE, MAX_PREFIXES};
use std::borrow::Cow;
use std::ops::Range;

use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{DirectiveKind, Expanded, Expansion, Unit};
use oclc_syntax::source::FileId;

/// A request with the loop after it, as tokens of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroLoop {
    /// The position of the request.
    pub request: RequestAt,
    /// The tokens that must be plain text.
    pub plain: Vec<usize>,
    /// The loop's last token, which must not come from one macro together with the token after it.
    pub last: Option<usize>,
}

/// The position of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestAt {
    /// A `#pragma`, as the index of its directive.
    Directive(usize),
    /// A `_Pragma` or `__attribute__`, as the index of its first token.
    Token(usize),
}

impl MacroLoop {
    /// The code tokens of the outermost invocation that makes the request, if one does.
    #[must_use]
    pub fn invocation(&self, expansion: &Expansion<'_>) -> Option<Range<usize>> {
        let RequestAt::Token(at) = self.request else { return None };
        expansion.tokens[at].call.map(|call| expansion.outermost(call).code.clone())
    }
}

/// The requests of an item, with their loops, in the order of the text.
#[must_use]
pub fn sites(unit: &Unit, tokens: &[Expanded<'_>], partners: &[Option<usize>], code: Range<usize>) -> Vec<MacroLoop> {
    let mut pragmas = pragmas(unit, code).peekable();
    let finder = MacroLoopFinder { tokens, partners };
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        while let Some((directive, _)) = pragmas.next_if(|&(_, before)| before <= token.code) {
            found.push(finder.site(RequestAt::Directive(directive), Vec::new(), at));
        }
        if let Some((own, end)) = finder.request(at) {
            found.push(finder.site(RequestAt::Token(at), own, end));
        }
    }
    found
}

/// Whether a `#pragma` among some code tokens of the main file may ask for unrolling.
#[must_use]
pub fn holds_pragma(unit: &Unit, code: Range<usize>) -> bool {
    pragmas(unit, code).next().is_some()
}

/// The indices of such directives, each with the code tokens before it.
fn pragmas(unit: &Unit, code: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let first = unit.directives.partition_point(|directive| directive.code_before < code.start);
    unit.directives[first..]
        .iter()
        .enumerate()
        .take_while(move |(_, directive)| directive.code_before < code.end)
        .filter(|(_, directive)| directive.kind == DirectiveKind::Pragma && is_request(unit, unit.line(directive)))
        .map(move |(offset, directive)| (first + offset, directive.code_before))
}

/// Whether a `#pragma` line of the main file may ask for unrolling.
fn is_request(unit: &Unit, line: &[Token]) -> bool {
    let is_word = |token: &Token| {
        ["unroll", "nounroll", "unroll_and_jam", "nounroll_and_jam", "unroll_count"]
            .iter()
            .any(|word| unit.is_word(token, word))
    };
    line.first().is_some_and(|hash| hash.file == FileId::MAIN) && line.iter().skip(2).take(3).any(is_word)
}

struct MacroLoopFinder<'t, 'u> {
    tokens: &'t [Expanded<'u>],
    partners: &'t [Option<usize>],
}

impl Sight for MacroLoopFinder<'_, '_> {
    fn token(&self, at: usize) -> Option<(TokenKind, Cow<'_, str>)> {
        self.tokens.get(at).map(|token| (token.kind, Cow::Borrowed(&*token.text)))
    }

    fn after_parentheses(&self, open: usize) -> Option<usize> {
        self.closing(open).map(|close| close + 1)
    }
}

impl MacroLoopFinder<'_, '_> {
    /// The bracket that closes the parenthesis at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        self.tokens.get(open).filter(|token| token.is(Punct::LeftParen)).and_then(|_| self.partners[open])
    }

    /// The index after a token, or after the partner of an opening bracket.
    fn skipped(&self, at: usize) -> usize {
        self.partners[at].map_or(at, |partner| partner.max(at)) + 1
    }

    /// The tokens of the request that begins at `at`, without those of its factor, and the index after it.
    // request = "_Pragma" "(" string ")"
    //         | "__attribute__" "(" "(" { … | "opencl_unroll_hint" [ "(" factor ")" ] } ")" ")"
    fn request(&self, at: usize) -> Option<(Vec<usize>, usize)> {
        let tokens = self.tokens;
        if !says_something(&tokens[at].text) {
            return None;
        }
        let Some(PrefixShape::Said(end)) = shape(self, at) else { return None };
        if tokens[at].text == "_Pragma" {
            let asks = end == at + 4 && string_may_request(&tokens[at + 2].text);
            return asks.then(|| ((at..end).collect(), end));
        }
        let hint = (at..end).find(|&inner| is_hint(&tokens[inner].text))?;
        let factor = self.closing(hint + 1).map_or(hint..hint, |end| hint + 2..end);
        Some(((at..end).filter(|inner| !factor.contains(inner)).collect(), end))
    }

    /// The site of a request whose tokens `own` end before `behind`.
    fn site(&self, request: RequestAt, own: Vec<usize>, behind: usize) -> MacroLoop {
        let mut plain = own;
        let mut last = None;
        self.before(plain.first().copied().unwrap_or(behind), &mut plain);
        if let Some(keyword) = self.keyword(behind, &mut plain) {
            plain.push(keyword);
            if let Some(close) = self.closing(keyword + 1) {
                plain.push(keyword + 1);
                plain.extend(self.semicolons(keyword + 2, close));
                plain.push(close);
                last = self.last(close + 1);
            }
        }
        MacroLoop { request, plain, last }
    }

    /// Adds the attributes and pragmas directly before `at`: they belong to the loop too.
    fn before(&self, mut at: usize, plain: &mut Vec<usize>) {
        for _ in 0..MAX_PREFIXES {
            let is_end = |close: &usize| self.tokens[*close].is(Punct::RightParen);
            let Some(open) = at.checked_sub(1).filter(is_end).and_then(|close| self.partners[close]) else { return };
            let is_prefix = |name: &usize| says_something(&self.tokens[*name].text) && at - name <= MAX_ATTRIBUTE;
            let Some(name) = open.checked_sub(1).filter(is_prefix) else { return };
            plain.extend(name..at);
            at = name;
        }
    }

    /// The keyword of the loop that a request before `at` applies to, after other attributes and labels, which are added.
    fn keyword(&self, mut at: usize, plain: &mut Vec<usize>) -> Option<usize> {
        let mut between = Vec::new();
        for _ in 0..=MAX_PREFIXES {
            let end = match shape(self, at)? {
                PrefixShape::Loop => {
                    plain.extend(between);
                    return Some(at);
                }
                PrefixShape::Said(end) | PrefixShape::Label(end) => end,
            };
            between.extend(at..end);
            at = end;
        }
        None
    }

    /// The semicolons of a loop's header.
    fn semicolons(&self, mut at: usize, close: usize) -> Vec<usize> {
        let mut found = Vec::new();
        while at < close {
            if self.tokens[at].is(Punct::Semicolon) {
                found.push(at);
            }
            at = self.skipped(at);
        }
        found
    }

    /// The last token of a body: that of its first block, or its first semicolon. If an `else` or another statement continues it, the end
    /// of the loop may stay inside a macro, and the later stages decline that loop.
    fn last(&self, mut at: usize) -> Option<usize> {
        loop {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::Punct(Punct::LeftBrace) => return self.partners[at],
                TokenKind::Punct(Punct::Semicolon) => return Some(at),
                TokenKind::Punct(Punct::RightBrace | Punct::RightParen) => return None,
                _ => at = self.skipped(at),
            }
        }
    }
}
