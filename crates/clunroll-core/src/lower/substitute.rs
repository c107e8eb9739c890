//! One level of macro expansion, as text (C99 6.10.3.1 to 6.10.3.3).
//!
//! An invocation is replaced by its replacement list, with the *text* of an argument for each parameter in the list, and with the results
//! of `#` and `##`. Macros in the result stay as they are. A preprocessor may give another result, because it expands an argument before it
//! inserts it into the list: a comma from the argument, a `#` applied to a name in it, and a macro that must not be expanded again make a
//! difference. So an argument can also be inserted expanded ([`ArgumentStyle::Expanded`]), and the caller must compare the expansions of
//! both texts.

use std::borrow::Cow;
use std::ops::Range;

use super::layout::{ExpansionWriter, TextLayout};
use oclc_syntax::lex::{self, Bracket, Depth, Punct, Token, TokenKind, after_group};
use oclc_syntax::preprocess::{Definition, Expanded, Unit};
use oclc_syntax::source::{Composed, Place, Span};

/// The form in which an argument is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentStyle {
    /// As in the source.
    Verbatim,
    /// As its expansion.
    Expanded,
}

/// A text with its tokens.
#[derive(Clone, Copy, Debug)]
pub struct TokenizedText<'t> {
    /// The text.
    pub text: &'t Composed,
    /// Its tokens.
    pub all: &'t [Token],
}

impl<'t> TokenizedText<'t> {
    /// A token's own text, without splices.
    #[must_use]
    pub fn spelling(&self, at: usize) -> Cow<'t, [u8]> {
        lex::spelling(self.text.bytes(), &self.all[at])
    }
}

/// An argument of an invocation.
#[derive(Clone, Debug)]
pub struct InvocationArgument {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Its text with the comments around its tokens.
    span: Span,
    /// Whether a comment that extends to the line's end is after its last token.
    ends_in_comment: bool,
}

/// A macro invocation in a text.
#[derive(Clone, Debug)]
pub struct Invocation<'u> {
    /// The definition of the macro.
    pub definition: &'u Definition,
    /// Its tokens: the name, and the parenthesised arguments of a function-like macro.
    pub tokens: Range<usize>,
    /// The arguments.
    pub arguments: Vec<InvocationArgument>,
}

impl<'u> Invocation<'u> {
    /// Reads the invocation whose name is the token `name`.
    // invocation = identifier [ "(" [ argument { "," argument } ] ")" ]
    #[must_use]
    pub fn read(definition: &'u Definition, tokens: TokenizedText<'_>, name: usize) -> Option<Self> {
        let Some(parameters) = &definition.parameters else {
            return Some(Self { definition, tokens: name..name + 1, arguments: Vec::new() });
        };
        let all = tokens.all;
        let open = name + 1;
        let mut arguments = Vec::new();
        let mut start = open + 1;
        let mut depth = Depth::of(Bracket::Round);
        for (at, token) in all.iter().enumerate().skip(open) {
            if !depth.read(token.kind) {
                return None;
            }
            let takes_all = definition.variadic && arguments.len() + 1 >= parameters.len();
            let is_end = depth.is_outside();
            if is_end || depth.get() == 1 && token.is(Punct::Comma) && !takes_all {
                if at == open {
                    return None;
                }
                arguments.push(argument(tokens, start..at));
                start = at + 1;
            }
            if is_end {
                return Some(Self { definition, tokens: name..at + 1, arguments });
            }
        }
        None
    }

    /// The argument for a token of the replacement list; a missing argument is empty.
    fn argument(&self, unit: &Unit, token: &Token) -> Option<(usize, Option<&InvocationArgument>)> {
        let parameters = self.definition.parameters.as_ref()?;
        if token.kind != TokenKind::Identifier {
            return None;
        }
        let text = unit.text(token);
        let index = parameters.iter().position(|parameter| *parameter == text)?;
        Some((index, self.arguments.get(index)))
    }

    /// The arguments that are inserted between the parentheses after a name which may be a function-like macro of the host: a preprocessor
    /// passes them to it expanded, but their plain text would pass the names.
    #[must_use]
    pub fn seen_by(&self, unit: &Unit, tokens: TokenizedText<'_>, is_open: &dyn Fn(&str) -> bool) -> Vec<usize> {
        let body = &self.definition.body;
        let mut found = Vec::new();
        let mut at = 0;
        while at + 1 < body.len() {
            let is_called = body[at].kind == TokenKind::Identifier && body[at + 1].is(Punct::LeftParen) && {
                match self.argument(unit, &body[at]) {
                    None => is_open(&unit.text(&body[at])),
                    Some((_, argument)) => argument
                        .and_then(|argument| argument.tokens.clone().last())
                        .is_some_and(|last| is_open(&String::from_utf8_lossy(&tokens.spelling(last)))),
                }
            };
            at += 1;
            if !is_called {
                continue;
            }
            let end = after_group(Bracket::Round, body, at).unwrap_or(body.len());
            found.extend(body[at..end].iter().filter_map(|token| self.argument(unit, token)).map(|(index, _)| index));
            at = end.saturating_sub(1);
        }
        found
    }

    /// The text that replaces the invocation. `expanded` has the expansion of each argument.
    #[must_use]
    pub fn substituted(
        &self,
        unit: &Unit,
        tokens: TokenizedText<'_>,
        styles: &[ArgumentStyle],
        expanded: &[Vec<Expanded<'_>>],
        setting: &TextLayout<'_>,
        place: Place,
    ) -> Composed {
        let body = &self.definition.body;
        let gaps: Vec<&[u8]> = body.windows(2).map(|pair| trivia(unit, &pair[0], &pair[1])).collect();
        let margins = gaps.iter().filter(|gap| gap.contains(&b'\n')).map(|gap| trailing_indentation(gap));
        let margin = margins.clone().min().unwrap_or(0);
        let mut writer = ExpansionWriter::new(setting, place, margins.count() > 0);
        let mut is_pasting = false;
        let mut left_is_empty = false;
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            let is_operand = is_pasting || body.get(at + 1).is_some_and(|next| next.is(Punct::HashHash));
            if at > 0 && token.is(Punct::HashHash) {
                if !left_is_empty {
                    writer.paste();
                }
                is_pasting = true;
                at += 1;
                continue;
            }
            if at > 0 && !is_pasting {
                writer.space(gaps[at - 1], margin);
            }
            left_is_empty = false;
            if token.is(Punct::Comma) && self.is_rest_pasted_at(unit, at + 1) {
                // GNU C: `, ## __VA_ARGS__` pastes nothing; without arguments it removes the comma.
                let rest = self.argument(unit, &body[at + 2]).and_then(|(_, argument)| argument);
                if let Some(rest) = rest.filter(|argument| !argument.tokens.is_empty()) {
                    writer.token(token.kind, b",");
                    writer.space(b" ", 0);
                    put(&mut writer, tokens, rest, rest.span);
                }
                at += 3;
                continue;
            }
            let quoted = body.get(at + 1).and_then(|next| self.argument(unit, next));
            match (self.argument(unit, token), quoted) {
                (None, Some((_, argument))) if token.is(Punct::Hash) => {
                    let text = argument.map_or_else(|| b"\"\"".to_vec(), |argument| stringified_text(tokens, argument));
                    writer.token(TokenKind::String, &text);
                    at += 1;
                }
                (None, _) => writer.token(token.kind, &lex::spelling(&unit.sources[token.file].bytes, token)),
                (Some((_, None)), _) => left_is_empty = true,
                (Some((_, Some(argument))), _) if argument.tokens.is_empty() => left_is_empty = true,
                (Some((index, Some(argument))), _) => {
                    if is_operand {
                        let whole = tokens.all[argument.tokens.start].span.to(tokens.all[argument.tokens.end - 1].span);
                        put(&mut writer, tokens, argument, whole);
                    } else if styles[index] == ArgumentStyle::Verbatim {
                        put(&mut writer, tokens, argument, argument.span);
                    } else {
                        write_all(&mut writer, &expanded[index]);
                    }
                }
            }
            is_pasting = false;
            at += 1;
        }
        writer.finish()
    }

    /// Whether `##` is at that index of the replacement list, followed by the variadic parameter.
    fn is_rest_pasted_at(&self, unit: &Unit, at: usize) -> bool {
        let body = &self.definition.body;
        let last = self.definition.parameters.as_ref().map_or(0, |parameters| parameters.len().saturating_sub(1));
        self.definition.variadic
            && body.get(at).is_some_and(|token| token.is(Punct::HashHash))
            && body.get(at + 1).and_then(|token| self.argument(unit, token)).is_some_and(|(index, _)| index == last)
    }
}

fn argument(tokens: TokenizedText<'_>, range: Range<usize>) -> InvocationArgument {
    let bytes = tokens.text.bytes();
    // Delimiters are on both sides.
    let (start, end) = (tokens.all[range.start - 1].span.end, tokens.all[range.end].span.start);
    let text = &bytes[start as usize..end as usize];
    let blank = text.len() - text.trim_ascii_start().len();
    let span = Span::new(start + blank as u32, start + (blank + text.trim_ascii().len()) as u32);
    let tail = range.clone().last().map_or(start, |last| tokens.all[last].span.end);
    // A splice may be between the slashes.
    let trivia = &bytes[tail as usize..end as usize];
    let ends_in_comment = memchr::memmem::find(trivia, b"//").is_some() || trivia.contains(&b'\\');
    InvocationArgument { tokens: range, span, ends_in_comment }
}

fn put(writer: &mut ExpansionWriter<'_>, tokens: TokenizedText<'_>, argument: &InvocationArgument, span: Span) {
    let (first, last) = (tokens.spelling(argument.tokens.start), tokens.spelling(argument.tokens.end - 1));
    // A comment may be before the first token.
    let first = if tokens.text.bytes()[span.start as usize] == b'/' { &b"/"[..] } else { &first };
    writer.argument(tokens.text, span, first, &last, argument.ends_in_comment && span == argument.span);
}

/// Writes tokens without a text of their own.
pub fn write_all(writer: &mut ExpansionWriter<'_>, tokens: &[Expanded<'_>]) {
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 && is_spaced(&tokens[index - 1], token) {
            writer.space(b" ", 0);
        }
        writer.token(token.kind, token.text.as_bytes());
    }
}

/// Whether white space between two tokens helps a reader.
fn is_spaced(left: &Expanded<'_>, right: &Expanded<'_>) -> bool {
    use Punct::{
        Arrow, Comma, Decrement, Dot, Increment, LeftBracket, LeftParen, Not, RightBracket, RightParen, Semicolon,
    };
    let is = |token: &Expanded<'_>, puncts: &[Punct]| puncts.iter().any(|&punct| token.is(punct));
    let is_call = right.is(LeftParen) && !matches!(&*left.text, "for" | "while" | "if" | "switch" | "return");
    let closes =
        is(right, &[RightParen, RightBracket, LeftBracket, Comma, Semicolon, Dot, Arrow, Increment, Decrement]);
    let opens = is(left, &[LeftParen, LeftBracket, Dot, Arrow, Not]);
    !(closes || opens || is_call && left.kind == TokenKind::Identifier)
}

/// `#argument` (C99 6.10.3.2).
fn stringified_text(tokens: TokenizedText<'_>, argument: &InvocationArgument) -> Vec<u8> {
    let mut text = vec![b'"'];
    for at in argument.tokens.clone() {
        let token = &tokens.all[at];
        if at > argument.tokens.start && token.after_space {
            text.push(b' ');
        }
        let is_literal = matches!(token.kind, TokenKind::String | TokenKind::Character);
        for &byte in &*tokens.spelling(at) {
            if is_literal && matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
    }
    text.push(b'"');
    text
}

/// The text between two tokens of a replacement list.
fn trivia<'u>(unit: &'u Unit, left: &Token, right: &Token) -> &'u [u8] {
    unit.sources[left.file].slice(Span::new(left.span.end, right.span.start))
}

/// The indentation of the last line of some white space.
fn trailing_indentation(text: &[u8]) -> usize {
    let line = text.rsplit(|&byte| byte == b'\n').next().unwrap_or(text);
    line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
