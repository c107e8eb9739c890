//! Macro expansion (C99 6.10.3), by the algorithm that Dave Prosser wrote for the standard: each token carries the names of
//! the macros that made it, and is not expanded by them again.

use std::collections::BTreeSet;
use std::rc::Rc;

use clunroll::source::FileId;
use oclc_syntax::lex::{self, Punct, TokenKind};

use super::{Compile, Failure, Kind, Macro, TextRole, Token};

/// The arguments of an invocation, and what the closing parenthesis hides.
struct Arguments {
    list: Vec<Vec<Token>>,
    hidden: Rc<BTreeSet<Rc<str>>>,
}

impl Compile<'_> {
    /// Code between two directives.
    pub(super) fn code(&mut self, tokens: Vec<Token>) -> Result<(), Failure> {
        if self.wants_arguments && tokens.first().is_some_and(|token| token.is(Punct::LeftParen)) {
            // A directive between a name and its arguments.
            return Err(Failure::Unclear);
        }
        if !tokens.is_empty() {
            let expanded = self.expand(tokens)?;
            self.wants_arguments = expanded.last().is_some_and(|last| self.wants_arguments(last));
            self.emit(&expanded)?;
        }
        Ok(())
    }

    fn wants_arguments(&self, token: &Token) -> bool {
        token.is_identifier() && self.macros.get(&token.text).is_some_and(|found| found.parameters.is_some())
    }

    /// Writes tokens, with each `_Pragma` as one.
    fn emit(&mut self, tokens: &[Token]) -> Result<(), Failure> {
        let mut rest = tokens;
        while let [first, after @ ..] = rest {
            rest = after;
            if !first.is_word("_Pragma") {
                self.output.push(first.clone());
                continue;
            }
            let [open, string, close, after @ ..] = after else {
                return Err(Failure::Refused("`_Pragma` without a string"));
            };
            if !open.is(Punct::LeftParen)
                || !close.is(Punct::RightParen)
                || string.kind != Kind::Lexed(TokenKind::String)
            {
                return Err(Failure::Refused("`_Pragma` without a string"));
            }
            rest = after;
            let text = string.text.trim_start_matches(['L', 'u', 'U', '8']);
            let text = text[1..text.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\");
            let tokens = self.lexed(text.as_bytes(), TextRole::Other);
            if tokens.first().is_some_and(|word| matches!(&*word.text, "push_macro" | "pop_macro" | "once" | "poison"))
            {
                return Err(Failure::Unclear);
            }
            let tokens = self.expand(tokens)?;
            let pragma = self.pragma(Kind::Pragma { is_line_of_main: false }, &tokens, first.at);
            self.output.push(pragma);
        }
        if self.output.len() > super::MOST_TOKENS { Err(Failure::Unclear) } else { Ok(()) }
    }

    /// Expands all macros.
    pub(super) fn expand(&mut self, tokens: Vec<Token>) -> Result<Vec<Token>, Failure> {
        let mut output = Vec::new();
        let mut work: Vec<Token> = tokens.into_iter().rev().collect();
        while let Some(token) = work.pop() {
            self.left = self.left.checked_sub(1).ok_or(Failure::Unclear)?;
            let found = if token.is_identifier() && !token.hidden.contains(&token.text) {
                self.macros.get(&token.text).cloned()
            } else {
                None
            };
            let Some(found) = found else {
                output.push(token);
                continue;
            };
            let made = if let Some((parameters, is_variadic)) = &found.parameters {
                if !work.last().is_some_and(|next| next.is(Punct::LeftParen)) {
                    output.push(token);
                    continue;
                }
                let arguments = arguments(&mut work, parameters, *is_variadic)?;
                let mut hidden: BTreeSet<_> = token.hidden.intersection(&arguments.hidden).cloned().collect();
                hidden.insert(Rc::clone(&token.text));
                let body = self.substituted(&found, parameters, *is_variadic, &arguments.list)?;
                with_hidden(body, &hidden)
            } else {
                let mut hidden = (*token.hidden).clone();
                hidden.insert(Rc::clone(&token.text));
                let is_variadic = false;
                let body = self.substituted(&found, &[], is_variadic, &[])?;
                with_hidden(body, &hidden)
            };
            self.left = self.left.checked_sub(made.len()).ok_or(Failure::Unclear)?;
            let mut made: Vec<Token> = made.into_iter().map(|one| Token { at: token.at, ..one }).collect();
            if let Some(first) = made.first_mut() {
                first.space = token.space;
            }
            work.extend(made.into_iter().rev());
        }
        Ok(output)
    }

    /// The body of a macro with its arguments in it (C99 6.10.3.1 to 6.10.3.3).
    fn substituted(
        &mut self,
        found: &Macro,
        parameters: &[Rc<str>],
        is_variadic: bool,
        arguments: &[Vec<Token>],
    ) -> Result<Vec<Token>, Failure> {
        let body = &found.body;
        let argument = |token: &Token| {
            let index = parameters.iter().position(|name| token.is_identifier() && *name == token.text)?;
            Some((index, &arguments[index]))
        };
        let is_paste = |at: usize| body.get(at).is_some_and(|token| token.is(Punct::HashHash));
        if is_paste(0) || (!body.is_empty() && is_paste(body.len() - 1)) {
            return Err(Failure::Refused("`##` at an end of a macro"));
        }
        let mut output: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let is_string = found.parameters.is_some() && token.is(Punct::Hash);
            let pastes = at > 0 && is_paste(at - 1);
            if is_paste(at) {
                at += 1;
                continue;
            }
            let part = if is_string {
                at += 1;
                let (_, tokens) = body.get(at).and_then(argument).ok_or(Failure::Refused("`#` without a parameter"))?;
                vec![self.string(tokens, token.space)]
            } else if let Some((index, tokens)) = argument(token) {
                let is_last = is_variadic && index + 1 == parameters.len();
                if pastes && is_last && output.last().is_some_and(|last| last.is(Punct::Comma)) {
                    // `, ## __VA_ARGS__` drops the comma if there are no arguments.
                    if tokens.is_empty() {
                        output.pop();
                    }
                    let expanded = self.expand(tokens.clone())?;
                    output.extend(spaced(expanded, token.space));
                    at += 1;
                    continue;
                }
                if pastes || is_paste(at + 1) {
                    if tokens.is_empty() {
                        vec![Token { kind: Kind::Nothing, text: "".into(), ..token.clone() }]
                    } else {
                        spaced(tokens.clone(), token.space)
                    }
                } else {
                    spaced(self.expand(tokens.clone())?, token.space)
                }
            } else {
                vec![token.clone()]
            };
            let mut part = part.into_iter();
            if pastes {
                let left = output.pop().ok_or(Failure::Unclear)?;
                let right = part.next().ok_or(Failure::Unclear)?;
                output.push(self.pasted(&left, &right)?);
            }
            output.extend(part);
            at += 1;
        }
        output.retain(|token| token.kind != Kind::Nothing);
        Ok(output)
    }

    /// `left ## right`
    fn pasted(&self, left: &Token, right: &Token) -> Result<Token, Failure> {
        if left.kind == Kind::Nothing || right.kind == Kind::Nothing {
            let token = if left.kind == Kind::Nothing { right } else { left };
            return Ok(Token { space: left.space, ..token.clone() });
        }
        let text = format!("{}{}", left.text, right.text);
        let tokens = lex::lex(FileId::MAIN, text.as_bytes());
        let [token] = &tokens[..] else { return Err(Failure::Refused("`##` makes more than one token")) };
        if token.span.len() != text.len() || token.kind == TokenKind::Stray {
            return Err(Failure::Unclear);
        }
        let hidden: BTreeSet<_> = left.hidden.intersection(&right.hidden).cloned().collect();
        let made = self.token(text.as_bytes(), token, TextRole::Other);
        Ok(Token { space: left.space, hidden: Rc::new(hidden), ..made })
    }

    /// `#parameter`
    fn string(&self, tokens: &[Token], space: bool) -> Token {
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.space {
                text.push(' ');
            }
            if matches!(token.kind, Kind::Lexed(TokenKind::String | TokenKind::Character)) {
                text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text.push_str(&token.text);
            }
        }
        text.push('"');
        let hidden = Rc::clone(&self.nothing_hidden);
        Token { kind: Kind::Lexed(TokenKind::String), text: text.into(), at: None, space, hidden }
    }
}

/// The tokens, the first with or without white space before it.
fn spaced(mut tokens: Vec<Token>, space: bool) -> Vec<Token> {
    if let Some(first) = tokens.first_mut() {
        first.space = space;
    }
    tokens
}

fn with_hidden(tokens: Vec<Token>, hidden: &BTreeSet<Rc<str>>) -> Vec<Token> {
    let add = |token: Token| Token { hidden: Rc::new(token.hidden.union(hidden).cloned().collect()), ..token };
    tokens.into_iter().map(add).collect()
}

/// Takes the arguments of an invocation from the work, whose last token is the opening parenthesis.
fn arguments(work: &mut Vec<Token>, parameters: &[Rc<str>], is_variadic: bool) -> Result<Arguments, Failure> {
    work.pop();
    let mut list: Vec<Vec<Token>> = vec![Vec::new()];
    let mut depth = 0_usize;
    let hidden = loop {
        // The next directive, or the end of the file, is inside the arguments.
        let token = work.pop().ok_or(Failure::Refused("arguments without an end"))?;
        if token.is(Punct::RightParen) && depth == 0 {
            break token.hidden;
        }
        let takes_all = is_variadic && list.len() == parameters.len();
        if token.is(Punct::Comma) && depth == 0 && !takes_all {
            list.push(Vec::new());
            continue;
        }
        depth += usize::from(token.is(Punct::LeftParen));
        depth -= usize::from(token.is(Punct::RightParen));
        if let Some(last) = list.last_mut() {
            last.push(token);
        }
    };
    if parameters.is_empty() && list.len() == 1 && list[0].is_empty() {
        list.clear();
    }
    if is_variadic && list.len() + 1 == parameters.len() {
        list.push(Vec::new());
    }
    if list.len() == parameters.len() {
        Ok(Arguments { list, hidden })
    } else {
        Err(Failure::Refused("another number of arguments"))
    }
}
