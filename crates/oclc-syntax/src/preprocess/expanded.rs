//! Tokens after macro expansion, and the invocations that they come from.

use std::borrow::Cow;
use std::ops::Range;

use super::hide_set::{HideSet, hides};
use crate::lex::{Lexical, Punct, TokenKind};
use crate::limits::MAX_EXPANSION;
use crate::source::Place;

/// Names a macro invocation of an [`Expansion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InvocationId(pub(super) u32);

/// One macro invocation.
#[derive(Clone, Debug)]
pub struct MacroInvocation {
    /// The macro.
    pub name: String,
    /// The invocation whose expansion contains this one; `None` if it is written in the code itself.
    pub parent: Option<InvocationId>,
    /// Its code tokens, name to closing parenthesis, if it is written in the code: always without a parent, and with one in
    /// an argument, not in a replacement list.
    pub code: Range<usize>,
}

/// A token after expansion.
#[derive(Clone, Debug)]
pub struct Expanded<'u> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text, without splices.
    pub text: Cow<'u, str>,
    /// Where it is spelt: in the code, or in a replacement list.
    pub spelled: Place,
    /// The innermost macro invocation that it comes from; `None` if it is in the code itself.
    pub call: Option<InvocationId>,
    /// The code token that it is, or in whose outermost invocation it came to be.
    pub code: usize,
    /// Whether it is the name of a macro that the host may define otherwise.
    pub open: bool,
    /// Whether it is a string that `#` made of such a name; the final compile puts the expansion of the name
    /// there.
    pub quotes_open: bool,
    pub(super) hidden: HideSet,
}

impl Lexical for Expanded<'_> {
    fn kind(&self) -> TokenKind {
        self.kind
    }
}

impl Expanded<'_> {
    /// Whether the token is that operator or punctuator.
    #[must_use]
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    /// Whether the token is that identifier or keyword.
    #[must_use]
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Identifier && self.text == word
    }

    /// Whether the token is the name of a macro that must not be expanded in it again.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        hides(&self.hidden, &self.text)
    }
}

/// Tokens after macro expansion.
#[derive(Clone, Debug, Default)]
pub struct Expansion<'u> {
    /// The tokens.
    pub tokens: Vec<Expanded<'u>>,
    /// The macro invocations that they come from.
    pub calls: Vec<MacroInvocation>,
    /// Whether a limit cut the expansion short; the tokens are then not to be relied upon.
    pub overflow: bool,
}

impl Expansion<'_> {
    /// Both, one after the other; no invocation extends from one into the other.
    #[must_use]
    pub fn followed_by(mut self, mut other: Self) -> Self {
        if self.tokens.is_empty() && self.calls.is_empty() {
            return Self { overflow: self.overflow || other.overflow, ..other };
        }
        let shift = self.calls.len() as u32;
        let moved = |id: &mut InvocationId| id.0 += shift;
        other.tokens.iter_mut().filter_map(|token| token.call.as_mut()).for_each(moved);
        other.calls.iter_mut().filter_map(|call| call.parent.as_mut()).for_each(moved);
        self.tokens.append(&mut other.tokens);
        self.calls.append(&mut other.calls);
        let overflow = self.overflow || other.overflow || self.tokens.len() > MAX_EXPANSION;
        Self { overflow, ..self }
    }

    /// The outermost invocation around one: that which is written in the code itself.
    #[must_use]
    pub fn outermost(&self, id: InvocationId) -> &MacroInvocation {
        &self.calls[root(&self.calls, id)]
    }

    /// The invocations that a token comes from, the innermost first.
    pub fn invocations_of(&self, token: &Expanded<'_>) -> impl Iterator<Item = &MacroInvocation> {
        let named = |id: InvocationId| &self.calls[id.0 as usize];
        std::iter::successors(token.call.map(named), move |call| call.parent.map(named))
    }

    /// All invocations, each after the outermost one around it.
    pub fn calls_with_outermost(&self) -> impl Iterator<Item = (&MacroInvocation, &MacroInvocation)> {
        self.calls.iter().enumerate().map(|(at, call)| (self.outermost(InvocationId(at as u32)), call))
    }

    /// The code tokens that a token comes from: itself, or its outermost invocation.
    #[must_use]
    pub fn code_of(&self, token: &Expanded<'_>) -> Range<usize> {
        match token.call {
            Some(call) => self.outermost(call).code.clone(),
            None => token.code..token.code + 1,
        }
    }
}

pub(super) fn root(calls: &[MacroInvocation], id: InvocationId) -> usize {
    let mut at = id.0 as usize;
    while let Some(parent) = calls[at].parent {
        at = parent.0 as usize;
    }
    at
}
