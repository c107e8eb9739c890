//! The parse buffer: expanded tokens in a spelling that lang-c accepts.
//!
//! Tokens are written one after the other with a blank between them, and for each the buffer remembers where it
//! begins. Words that lang-c does not know are dropped (`__kernel`, attributes) or replaced: the address spaces by
//! the nullability qualifiers of clang's C, which stand at exactly the same places in the grammar, which OpenCL C
//! does not have, and which the tree keeps ([`crate::analysis`] reads them back). `vec_step` of a type, which no call in
//! C could be, becomes an `offsetof`, which OpenCL C has not either. Types are made known by a prelude
//! of typedefs; names that can only be types, by the company they keep, are added to it.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::vocabulary::{is_address_space, is_c_type_keyword, is_dropped, is_keyword, is_type_name};
use crate::lex::{Punct, TokenKind};
use crate::preprocess::Expanded;

/// The qualifier that stands for `__local` in the tree.
pub const LOCAL: &str = "_Nonnull";
/// The qualifier that stands for `__constant`.
pub const CONSTANT: &str = "_Nullable";
/// The qualifier that stands for `__global`.
pub const GLOBAL: &str = "_Null_unspecified";

/// The operator; `__builtin_offsetof (type , vec_step)` stands for `vec_step (type)` in the tree.
pub const VEC_STEP: &str = "vec_step";

/// Text for lang-c, and where each token begins in it.
pub struct Buffer {
    /// The text.
    pub text: String,
    /// For each token that was written: its offset, and its index among the tokens.
    pub starts: Vec<(usize, usize)>,
    /// The attributes and `_Pragma`s that were left out, in order.
    pub left_out: Vec<Range<usize>>,
}

impl Buffer {
    /// A buffer that holds the prelude: the names that `tokens` uses as types, be it those of OpenCL C or others.
    pub fn with_prelude(tokens: &[Expanded<'_>]) -> Self {
        let mut text = String::with_capacity(2048 + tokens.len() * 6);
        let words = Words::of(tokens);
        let known = tokens.iter().zip(&words.0).filter(|(_, word)| **word == Word::Type).map(|(token, _)| &*token.text);
        for name in known.collect::<BTreeSet<_>>().into_iter().chain(guessed_types(tokens, &words)) {
            text.push_str(if text.is_empty() { "typedef int " } else { "," });
            text.push_str(name);
        }
        if !text.is_empty() {
            text.push_str(";\n");
        }
        Self { text, starts: Vec::with_capacity(tokens.len()), left_out: Vec::new() }
    }

    /// Adds text that comes from no token.
    pub fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds the tokens of `range`.
    pub fn push_tokens(&mut self, tokens: &[Expanded<'_>], range: Range<usize>) {
        let declared = OnceCell::new();
        let is_type = |token: &Expanded<'_>| {
            token.kind == TokenKind::Identifier
                && (begins_type(&token.text) || declared.get_or_init(|| typedef_names(tokens)).contains(&*token.text))
        };
        // The parentheses that close a `vec_step` of a type.
        let mut closing = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let token = &tokens[at];
            if closing.last() == Some(&at) {
                closing.pop();
                self.text.extend([",", VEC_STEP]);
            }
            let is_step = token.is_word(VEC_STEP) && !token.open;
            if is_step
                && let [open, first, ..] = &tokens[(at + 1).min(range.end)..range.end]
                && open.is(Punct::LeftParen)
                && is_type(first)
            {
                closing.push(behind_group(tokens, at + 1, range.end) - 1);
                self.starts.push((self.text.len(), at));
                self.text.push_str("__builtin_offsetof ");
                at += 1;
                continue;
            }
            if matches!(&*token.text, "__attribute__" | "__attribute" | "_Pragma") && !token.open {
                let end = behind_group(tokens, at + 1, range.end);
                self.left_out.push(at..end);
                at = end;
                continue;
            }
            let before = self.text.len();
            match token.kind {
                TokenKind::Identifier if is_dropped(&token.text) => {}
                TokenKind::Identifier if is_address_space(&token.text) => self.text.push_str(stand_in(&token.text)),
                TokenKind::Number => self.text.push_str(without_half(&token.text)),
                // What a string says is of no interest, and lang-c reads fewer escapes than OpenCL C.
                TokenKind::String => self.text.push_str("\"\""),
                _ => self.text.push_str(&token.text),
            }
            if self.text.len() > before {
                self.starts.push((before, at));
                self.text.push(' ');
            }
            at += 1;
        }
    }
}

/// Whether a type, and nothing else, begins with a word.
fn begins_type(word: &str) -> bool {
    is_c_type_keyword(word)
        || is_type_name(word)
        || is_address_space(word)
        || matches!(word, "const" | "volatile" | "struct" | "union" | "enum")
}

fn stand_in(word: &str) -> &'static str {
    match word.strip_prefix("__").unwrap_or(word) {
        "local" => LOCAL,
        "constant" => CONSTANT,
        _ => GLOBAL,
    }
}

/// `1.0h` without its suffix, which lang-c does not know.
fn without_half(text: &str) -> &str {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    match text.strip_suffix(['h', 'H']) {
        Some(rest) if !is_hexadecimal || text.contains(['p', 'P']) => rest,
        _ => text,
    }
}

/// The index behind the parenthesised group that begins at `at`.
fn behind_group(tokens: &[Expanded<'_>], at: usize, end: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, token) in tokens[at..end].iter().enumerate() {
        if token.is(Punct::LeftParen) {
            depth += 1;
        } else if token.is(Punct::RightParen) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return at + offset + usize::from(token.is(Punct::RightParen));
        }
    }
    end
}

/// What a token is to somebody who looks for types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// The name of a type of OpenCL C.
    Type,
    /// An identifier that is neither that nor a keyword.
    Name,
    Other,
}

/// The same for each of the tokens.
struct Words(Vec<Word>);

impl Words {
    fn of(tokens: &[Expanded<'_>]) -> Self {
        let word = |token: &Expanded<'_>| match token.kind {
            TokenKind::Identifier if is_type_name(&token.text) => Word::Type,
            TokenKind::Identifier if !is_keyword(&token.text) => Word::Name,
            _ => Word::Other,
        };
        Self(tokens.iter().map(word).collect())
    }
}

/// Names that nobody declares here and that stand where only a type can: `name other`, `(name)x`, `(name *)`,
/// `const name *`, and `name *other` at the start of a statement or parameter.
fn guessed_types<'t>(tokens: &'t [Expanded<'_>], words: &Words) -> BTreeSet<&'t str> {
    let declared = typedef_names(tokens);
    let is_name = |at: usize| words.0.get(at) == Some(&Word::Name);
    let mut names = BTreeSet::new();
    let mut brace_depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        brace_depth += usize::from(token.is(Punct::LeftBrace));
        brace_depth = brace_depth.saturating_sub(usize::from(token.is(Punct::RightBrace)));
        if !is_name(at) || declared.contains(&*token.text) || names.contains(&*token.text) {
            continue;
        }
        let ahead = |offset: usize| tokens.get(at + offset);
        let previous = at.checked_sub(1).map(|before| &tokens[before]);
        if previous.is_some_and(|token| {
            matches!(&*token.text, "struct" | "union" | "enum" | "goto" | "." | "->")
                || is_c_type_keyword(&token.text)
                || matches!(words.0[at - 1], Word::Type | Word::Name)
        }) {
            continue;
        }
        let next_is_name = is_name(at + 1);
        let next_is_star = ahead(1).is_some_and(|next| next.is(Punct::Star));
        let after_qualifier = previous.is_some_and(|token| {
            is_address_space(&token.text) || matches!(&*token.text, "const" | "volatile" | "restrict")
        });
        let at_start = previous.is_none_or(|token| {
            token.is(Punct::Semicolon)
                || token.is(Punct::LeftBrace)
                || token.is(Punct::RightBrace)
                || (brace_depth == 0 && (token.is(Punct::LeftParen) || token.is(Punct::Comma)))
        });
        let in_parentheses = previous.is_some_and(|token| token.is(Punct::LeftParen));
        let cast = in_parentheses
            && ahead(1).is_some_and(|next| next.is(Punct::RightParen))
            && (is_name(at + 2) || ahead(2).is_some_and(|next| next.kind == TokenKind::Number));
        let pointer_cast = in_parentheses && next_is_star && ahead(2).is_some_and(|next| next.is(Punct::RightParen));
        let next_is_qualifier = ahead(1).is_some_and(|next| is_address_space(&next.text) || next.is_word("const"));
        let pointer = next_is_star
            && (after_qualifier || (at_start && is_name(at + 2)))
            && !ahead(3).is_some_and(|next| next.is(Punct::LeftParen));
        if next_is_name || cast || pointer_cast || pointer || (next_is_qualifier && at_start) {
            names.insert(&*token.text);
        }
    }
    names
}

/// The names that the tokens themselves declare with `typedef`.
fn typedef_names<'t>(tokens: &'t [Expanded<'_>]) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Identifier if token.text == "typedef" => (inside, depth) = (true, 0),
            TokenKind::Punct(Punct::LeftBrace) => depth += 1,
            TokenKind::Punct(Punct::RightBrace) => depth = depth.saturating_sub(1),
            TokenKind::Identifier if inside && depth == 0 => {
                let ends = tokens.get(at + 1).is_some_and(|next| {
                    next.is(Punct::Semicolon) || next.is(Punct::Comma) || next.is(Punct::LeftBracket)
                });
                if ends {
                    names.insert(&*token.text);
                }
            }
            TokenKind::Punct(Punct::Semicolon) if depth == 0 => inside = false,
            _ => {}
        }
    }
    names
}
