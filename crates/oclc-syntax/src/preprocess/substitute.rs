//! Replacement lists with their arguments substituted (C99 6.10.3.1 to 6.10.3.3): `#`, `##`, and arguments that are
//! expanded first unless they are next to `#` or `##`.

use std::borrow::Cow;

use super::definition::Definition;
use super::expand::{Expander, canonical_text};
use super::expanded::{Expanded, InvocationId, root};
use super::hide_set::intersection;
use super::work::{PendingTokens, Work};
use crate::lex::{self, Punct, Token, TokenKind};
use crate::source::{FileId, Span};

impl<'u> Expander<'u, '_> {
    /// Puts the tokens of an argument, and the invocations in it, under the invocation that it is an argument of.
    fn adopt(&mut self, argument: &mut [Work<'u>], call: InvocationId) {
        for item in argument {
            match item.token.call {
                None => item.token.call = Some(call),
                Some(inner) => {
                    let outermost = root(&self.calls, inner);
                    if outermost != root(&self.calls, call) {
                        self.calls[outermost].parent = Some(call);
                    }
                }
            }
        }
    }

    pub(super) fn substitute(
        &mut self,
        definition: &Definition,
        name: &Work<'u>,
        call: InvocationId,
        arguments: &[Vec<Work<'u>>],
        depth: usize,
    ) -> Vec<Work<'u>> {
        let unit = self.unit;
        let body = &definition.body;
        let parameter = |token: &Token| {
            let parameters = definition.parameters.as_ref()?;
            if token.kind != TokenKind::Identifier {
                return None;
            }
            let text = unit.text(token);
            parameters.iter().position(|parameter| *parameter == text)
        };
        let is_rest = |token: &Token| {
            let last = definition.parameters.as_ref().map_or(0, |parameters| parameters.len().saturating_sub(1));
            definition.variadic && parameter(token) == Some(last)
        };
        let mut output: Vec<Work<'u>> = Vec::with_capacity(body.len());
        // The tokens that one token of the list becomes; one buffer for all of them.
        let mut piece: Vec<Work<'u>> = Vec::new();
        let mut paste = false;
        let mut space = false;
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            let next_is_paste = body.get(at + 1).is_some_and(|next| next.is(Punct::HashHash));
            if token.is(Punct::HashHash) && at > 0 {
                paste = true;
                at += 1;
                continue;
            }
            space |= token.after_space;
            if token.is(Punct::Hash) && definition.parameters.is_some() && at + 1 < body.len() {
                if let Some(index) = parameter(&body[at + 1]) {
                    at += 1;
                    let argument = arguments.get(index).map_or(&[][..], Vec::as_slice);
                    let mut string =
                        made(token, TokenKind::String, Cow::Owned(stringified_token(argument)), name, call);
                    string.token.quotes_open = argument.iter().any(|item| item.token.open);
                    piece.push(string);
                } else {
                    piece.push(made(token, token.kind, canonical_text(unit, token), name, call));
                }
            } else if let Some(index) = parameter(token) {
                let argument = arguments.get(index).map_or(&[][..], Vec::as_slice).iter().cloned();
                if paste || next_is_paste {
                    piece.extend(argument);
                } else {
                    let mut rest = PendingTokens::of(argument);
                    piece.extend(std::iter::from_fn(|| self.next(&mut rest, depth + 1)));
                }
                self.adopt(&mut piece, call);
            } else {
                piece.push(made(token, token.kind, canonical_text(unit, token), name, call));
            }
            if paste && is_rest(token) && output.last().is_some_and(|last| last.token.is(Punct::Comma)) {
                // GNU C: `, ## __VA_ARGS__` pastes nothing; without arguments it takes the comma away.
                paste = false;
                if piece.is_empty() {
                    output.pop();
                }
            }
            if paste {
                paste = false;
                if let (Some(left), Some(right)) = (output.last_mut(), piece.first()) {
                    pasted(left, right, call);
                    piece.remove(0);
                }
            }
            if let Some(first) = piece.first_mut() {
                first.after_space = std::mem::take(&mut space);
            }
            output.append(&mut piece);
            at += 1;
        }
        output
    }
}

fn made<'u>(token: &Token, kind: TokenKind, text: Cow<'u, str>, name: &Work<'u>, call: InvocationId) -> Work<'u> {
    Work {
        token: Expanded {
            kind,
            text,
            spelled: token.place(),
            call: Some(call),
            code: name.token.code,
            open: false,
            quotes_open: false,
            hidden: None,
        },
        moment: name.moment,
        group: name.group,
        after_space: token.after_space,
    }
}

/// `left ## right` (C99 6.10.3.3). If the result is not a single token it is stray, and the parse fails at it.
fn pasted<'u>(left: &mut Work<'u>, right: &Work<'u>, call: InvocationId) {
    let text = format!("{}{}", left.token.text, right.token.text);
    let tokens = lex::lex(FileId::MAIN, text.as_bytes());
    left.token.kind = match &tokens[..] {
        [one] if one.span == Span::new(0, text.len() as u32) => one.kind,
        _ => TokenKind::Stray,
    };
    left.token.text = Cow::Owned(text);
    // If the host defines a part, it also decides the pasted name.
    left.token.open |= right.token.open;
    left.token.call = Some(call);
    left.token.hidden = intersection(&left.token.hidden, &right.token.hidden);
}

/// `#argument` (C99 6.10.3.2).
fn stringified_token(argument: &[Work<'_>]) -> String {
    let mut text = String::from("\"");
    for (index, item) in argument.iter().enumerate() {
        if index > 0 && item.after_space {
            text.push(' ');
        }
        for character in item.token.text.chars() {
            let literal = matches!(item.token.kind, TokenKind::String | TokenKind::Character);
            if literal && matches!(character, '"' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
    }
    text.push('"');
    text
}
