//! The parse buffer: expanded tokens in a spelling that lang-c accepts.
//!
//! Tokens are written one after the other with a blank between them, and the buffer records where each begins. Words that lang-c does
//! not know are dropped (`__kernel`, attributes) or replaced: the address spaces by the nullability qualifiers of clang's C, which
//! have exactly the same places in the grammar, which OpenCL C does not have, and which the tree keeps (the analysis reads them back).
//! `vec_step` of a type cannot be a call in C, and becomes an `offsetof`, which OpenCL C does not have either. A prelude of typedefs
//! declares types; names that can only be types, by the tokens around them, are added to it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::nesting::declarators_too_deep;
use super::roles::{PlayedRoles, Shown};
use super::vocabulary::{is_address_space, is_c_type_keyword, is_dropped, is_keyword, is_type_name};
use crate::lex::{Bracket, Depth, Punct, TokenKind, after_group};
use crate::preprocess::Expanded;

/// The qualifier for `__local` in the tree.
pub const LOCAL: &str = "_Nonnull";
/// The qualifier for `__constant`.
pub const CONSTANT: &str = "_Nullable";
/// The qualifier for `__global`.
pub const GLOBAL: &str = "_Null_unspecified";

/// The operator; the tree has `__builtin_offsetof (type , vec_step)` for `vec_step (type)`.
pub const VEC_STEP: &str = "vec_step";

/// Some tokens as text for lang-c.
pub struct Buffer<'t, 'u> {
    tokens: &'t [Expanded<'u>],
    words: WordMemory<'t>,
    roles: &'t PlayedRoles,
    written: ParseBuffer,
}

/// Text for lang-c, and where each token begins in it.
#[derive(Default)]
pub struct ParseBuffer {
    /// The text.
    pub text: String,
    /// For each token that was written: its offset, and its index among the tokens.
    pub starts: Vec<(usize, usize)>,
    /// The attributes, `_Pragma`s and specifiers that were left out, in order.
    pub left_out: Vec<Range<usize>>,
}

impl<'t, 'u> Buffer<'t, 'u> {
    /// A buffer that holds the prelude: the names that `tokens` uses as types, from OpenCL C or others. `roles` gives the roles of the
    /// host's macros.
    ///
    /// # Errors
    ///
    /// The token at which declarators nest too deep to be parsed.
    pub fn with_prelude(tokens: &'t [Expanded<'u>], roles: &'t PlayedRoles) -> Result<Self, usize> {
        let mut words = WordMemory::of(tokens, roles);
        words.guess_types(tokens, roles);
        let is_type = |at| words.is(at, TYPE | GUESSED | DECLARED | C_TYPE);
        declarators_too_deep(tokens, is_type).map_or(Ok(()), Err)?;
        let mut text = String::with_capacity(64 + tokens.len() * 6);
        for name in words.those(|word| word.is(TYPE)).into_iter().chain(words.those(|word| word.is(GUESSED))) {
            text.push_str(if text.is_empty() { "typedef int " } else { "," });
            text.push_str(name);
        }
        if !text.is_empty() {
            text.push_str(";\n");
        }
        let written = ParseBuffer { text, starts: Vec::with_capacity(tokens.len()), left_out: Vec::new() };
        Ok(Self { tokens, words, roles, written })
    }

    /// The text as it is now.
    pub fn finish(self) -> ParseBuffer {
        self.written
    }

    /// Adds text that comes from no token.
    pub fn push_text(&mut self, text: &str) {
        self.written.text.push_str(text);
    }

    /// Adds the tokens of `range`.
    pub fn push_tokens(&mut self, range: Range<usize>) {
        let Self { tokens, words, roles, written: ParseBuffer { text, starts, left_out } } = self;
        let begins_type = |at: usize| words.is(at, BEGINS_TYPE | DECLARED);
        // The parentheses that close a `vec_step` of a type.
        let mut closing = Vec::new();
        let mut shown = &roles.shown[roles.shown.partition_point(|shown| shown.range.start < range.start)..];
        let mut at = range.start;
        while at < range.end {
            if let [Shown { range, text: words }, rest @ ..] = shown
                && range.start == at
            {
                shown = rest;
                if !range.is_empty() && words.is_empty() {
                    left_out.push(range.clone());
                } else if !range.is_empty() && words.trim() != "" {
                    starts.push((text.len(), at));
                }
                text.push_str(words);
                at = range.end;
                continue;
            }
            let token = &tokens[at];
            if closing.last() == Some(&at) {
                closing.pop();
                text.extend([",", VEC_STEP]);
            }
            let is_of_type =
                |at: usize| at + 2 < range.end && tokens[at + 1].is(Punct::LeftParen) && begins_type(at + 2);
            if words.is(at, OPERATOR) && !token.open && is_of_type(at) {
                closing.extend(after_any_group(tokens, at + 1, range.end).map(|end| end - 1));
                starts.push((text.len(), at));
                text.push_str("__builtin_offsetof ");
                at += 1;
                continue;
            }
            // Such a keyword and its parenthesis must stay adjacent.
            let is_after_head = at.checked_sub(1).is_some_and(|before| words.is(before, HEAD));
            // If the parenthesis is not closed, leaving it out would leave out all that follows.
            if words.is(at, LEFT_OUT)
                && !is_after_head
                && !token.open
                && let Some(end) = after_any_group(tokens, at + 1, range.end)
            {
                left_out.push(at..end);
                at = end;
                continue;
            }
            let before = text.len();
            match token.kind {
                TokenKind::Identifier
                    if words.is(at, DROPPED)
                        && !is_after_head
                        && (!words.is(at, YOUNG) || words.get(at + 1).is_some()) => {}
                TokenKind::Identifier if words.is(at, ADDRESS_SPACE) => text.push_str(word_for_parser(&token.text)),
                TokenKind::Number => text.push_str(without_half(&token.text)),
                // The contents of a string do not matter, and lang-c knows fewer escapes than OpenCL C.
                TokenKind::String => text.push_str("\"\""),
                // lang-c would take the rest of the line for a directive, and not for the syntax error that it is.
                TokenKind::Punct(Punct::Hash | Punct::HashHash) => text.push('@'),
                _ => text.push_str(&token.text),
            }
            if text.len() > before {
                starts.push((before, at));
                text.push(' ');
            }
            at += 1;
        }
    }
}

fn word_for_parser(word: &str) -> &'static str {
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

/// The index after the parenthesised group that begins at `at`, or `at` if there is no group; `None` if the group has no end.
pub(super) fn after_any_group(tokens: &[Expanded<'_>], at: usize, end: usize) -> Option<usize> {
    match tokens[at..end].first() {
        Some(open) if open.is(Punct::LeftParen) => after_group(Bracket::Round, &tokens[..end], at),
        _ => Some(at),
    }
}

/// The name of a type of OpenCL C.
const TYPE: u32 = 1;
/// An identifier that is neither that nor a keyword.
const NAME: u32 = 1 << 1;
const C_TYPE: u32 = 1 << 2;
const ADDRESS_SPACE: u32 = 1 << 3;
/// `const`, `volatile` or `restrict`.
const QUALIFIER: u32 = 1 << 4;
/// `const`.
const CONST: u32 = 1 << 5;
/// `struct`, `union` or `enum`.
const TAGGED: u32 = 1 << 6;
/// A type, and nothing else, begins with it.
const BEGINS_TYPE: u32 = 1 << 7;
const GOTO: u32 = 1 << 8;
const TYPEDEF: u32 = 1 << 9;
/// A word that the analysis can ignore.
const DROPPED: u32 = 1 << 10;
/// A qualifier that can be ignored if another word follows; in OpenCL C 1.x it is an ordinary name.
const YOUNG: u32 = 1 << 14;
/// An attribute or a `_Pragma`, with the parentheses after it.
const LEFT_OUT: u32 = 1 << 11;
/// [`VEC_STEP`].
const OPERATOR: u32 = 1 << 12;
/// The tokens themselves declare it with `typedef`.
const DECLARED: u32 = 1 << 13;
/// Not declared here, and used where only a type is possible.
const GUESSED: u32 = 1 << 15;
/// `for`, `while`, `if` or `switch`.
const HEAD: u32 = 1 << 16;

fn traits_of(word: &str) -> u32 {
    let of_word = match word {
        "const" => CONST | QUALIFIER | BEGINS_TYPE,
        "volatile" => QUALIFIER | BEGINS_TYPE,
        "restrict" => QUALIFIER,
        "struct" | "union" | "enum" => TAGGED | BEGINS_TYPE,
        "goto" => GOTO,
        "for" | "while" | "if" | "switch" => HEAD,
        "typedef" => TYPEDEF,
        "__attribute__" | "__attribute" | "_Pragma" => LEFT_OUT,
        VEC_STEP => OPERATOR,
        _ => 0,
    };
    let with = |found: bool, traits: u32| if found { traits } else { 0 };
    let kind = if is_type_name(word) {
        TYPE | BEGINS_TYPE
    } else {
        with(!is_keyword(word), NAME)
            | with(is_c_type_keyword(word), C_TYPE | BEGINS_TYPE)
            | with(is_address_space(word), ADDRESS_SPACE | BEGINS_TYPE)
            | with(is_dropped(word), DROPPED)
            | with(matches!(word, "pipe" | "generic" | "read_write"), YOUNG)
    };
    of_word | kind
}

/// A word and its traits.
struct ParserWord<'t> {
    text: &'t str,
    traits: u32,
}

impl ParserWord<'_> {
    const fn is(&self, any: u32) -> bool {
        self.traits & any != 0
    }
}

/// The words of some tokens; the traits of each word are computed once, however often it occurs.
struct WordMemory<'t> {
    /// The word of each token; `None` if the token is not an identifier, or is shown to the parser differently.
    numbers: Vec<Option<u32>>,
    words: Vec<ParserWord<'t>>,
}

impl<'t> WordMemory<'t> {
    fn of(tokens: &'t [Expanded<'_>], roles: &PlayedRoles) -> Self {
        let mut known: FxHashMap<&str, u32> = FxHashMap::default();
        let mut words = Vec::new();
        let number = |token: &'t Expanded<'_>| {
            (token.kind == TokenKind::Identifier).then(|| {
                *known.entry(&token.text).or_insert_with(|| {
                    words.push(ParserWord { text: &token.text, traits: traits_of(&token.text) });
                    words.len() as u32 - 1
                })
            })
        };
        let mut numbers: Vec<_> = tokens.iter().map(number).collect();
        for at in roles.shown.iter().flat_map(|shown| shown.range.clone()) {
            numbers[at] = None;
        }
        let mut words = Self { numbers, words };
        words.note_typedefs(tokens);
        for number in roles.types.iter().filter_map(|&at| words.numbers[at]) {
            let word = &mut words.words[number as usize];
            if word.is(NAME) && !word.is(DECLARED) {
                word.traits |= GUESSED | BEGINS_TYPE;
            }
        }
        words
    }

    fn get(&self, at: usize) -> Option<&ParserWord<'t>> {
        let number = *self.numbers.get(at)?;
        number.map(|number| &self.words[number as usize])
    }

    /// Whether the token at an index is a word with any of some traits.
    fn is(&self, at: usize, any: u32) -> bool {
        self.get(at).is_some_and(|word| word.is(any))
    }

    /// The words that are of a kind, in alphabetical order.
    fn those(&self, is_one: impl Fn(&ParserWord<'t>) -> bool) -> Vec<&'t str> {
        let mut found: Vec<&str> = self.words.iter().filter(|word| is_one(word)).map(|word| word.text).collect();
        found.sort_unstable();
        found
    }

    /// Notes the names that are not declared here and are used where only a type is possible.
    fn guess_types(&mut self, tokens: &[Expanded<'_>], roles: &PlayedRoles) {
        // The neighbours of a word, without the macros that are specifiers.
        let mut hidden = roles.shown.iter().flat_map(|shown| shown.range.clone()).peekable();
        let seen: Vec<usize> = (0..tokens.len()).filter(|at| hidden.next_if_eq(at).is_none()).collect();
        let mut braces = Depth::of(Bracket::Curly);
        for index in 0..seen.len() {
            let at = seen[index];
            braces.read(tokens[at].kind);
            let Some(number) = self.numbers[at] else { continue };
            let word = &self.words[number as usize];
            let place = TypePlace { seen: &seen, tokens, words: self };
            if word.is(NAME) && !word.is(DECLARED | GUESSED) && place.is_used_as_type(index, braces.is_outside()) {
                self.words[number as usize].traits |= GUESSED;
            }
        }
    }

    /// Notes the names that the tokens themselves declare with `typedef`.
    fn note_typedefs(&mut self, tokens: &[Expanded<'_>]) {
        if !self.words.iter().any(|word| word.is(TYPEDEF)) {
            return;
        }
        let mut inside = false;
        let mut depth = Depth::of(Bracket::Curly);
        for (at, token) in tokens.iter().enumerate() {
            depth.read(token.kind);
            match token.kind {
                TokenKind::Identifier if self.is(at, TYPEDEF) => (inside, depth) = (true, Depth::of(Bracket::Curly)),
                TokenKind::Identifier if inside && depth.is_outside() => {
                    let ends = tokens.get(at + 1).is_some_and(|next| {
                        next.is(Punct::Semicolon) || next.is(Punct::Comma) || next.is(Punct::LeftBracket)
                    });
                    if let (true, Some(number)) = (ends, self.numbers[at]) {
                        self.words[number as usize].traits |= DECLARED;
                    }
                }
                TokenKind::Punct(Punct::Semicolon) if depth.is_outside() => inside = false,
                _ => {}
            }
        }
    }
}

/// The place of a name, by the tokens around it that the parser is shown.
struct TypePlace<'a, 't, 'u> {
    /// The tokens that it is shown.
    seen: &'a [usize],
    tokens: &'a [Expanded<'u>],
    words: &'a WordMemory<'t>,
}

impl TypePlace<'_, '_, '_> {
    fn is(&self, index: usize, punct: Punct) -> bool {
        self.seen.get(index).is_some_and(|&at| self.tokens[at].is(punct))
    }

    fn has(&self, index: usize, any: u32) -> bool {
        self.seen.get(index).is_some_and(|&at| self.words.is(at, any))
    }

    /// Whether the name can only be a type: `name other`, `(name)x`, `(name *)`, `const name *`, and `name *other` at the start of a
    /// statement or parameter.
    fn is_used_as_type(&self, index: usize, is_outside: bool) -> bool {
        let previous = index.checked_sub(1);
        let previous_is = |punct| previous.is_some_and(|before| self.is(before, punct));
        let follows = |any| previous.is_some_and(|before| self.has(before, any));
        if follows(TAGGED | GOTO | C_TYPE | TYPE | NAME) || previous_is(Punct::Dot) || previous_is(Punct::Arrow) {
            return false;
        }
        let next_is = |offset: usize, punct| self.is(index + offset, punct);
        let next_is_star = next_is(1, Punct::Star);
        let at_start = previous.is_none()
            || previous_is(Punct::Semicolon)
            || previous_is(Punct::LeftBrace)
            || previous_is(Punct::RightBrace)
            || (is_outside && (previous_is(Punct::LeftParen) || previous_is(Punct::Comma)));
        let in_parentheses = previous_is(Punct::LeftParen);
        let is_number = || self.seen.get(index + 2).is_some_and(|&at| self.tokens[at].kind == TokenKind::Number);
        let cast = in_parentheses && next_is(1, Punct::RightParen) && (self.has(index + 2, NAME) || is_number());
        let pointer_cast = in_parentheses && next_is_star && next_is(2, Punct::RightParen);
        let pointer = next_is_star
            && (follows(ADDRESS_SPACE | QUALIFIER)
                || (at_start && self.has(index + 2, NAME) && !next_is(3, Punct::LeftParen)));
        let before_qualifier = self.has(index + 1, ADDRESS_SPACE | CONST);
        self.has(index + 1, NAME) || cast || pointer_cast || pointer || (before_qualifier && at_start)
    }
}
