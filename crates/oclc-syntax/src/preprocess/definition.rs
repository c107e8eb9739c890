//! One definition of a macro, and what a name can mean as a macro (C99 6.10.3).

use crate::lex::{self, Punct, Token, TokenKind};
use crate::source::Sources;

/// One `#define`.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The parameters of a function-like macro; `...` stands as `__VA_ARGS__`.
    pub parameters: Option<Vec<String>>,
    /// Whether the last parameter takes all remaining arguments.
    pub variadic: bool,
    /// The replacement list.
    pub body: Vec<Token>,
    /// The bytes of parameters and replacement list, which tell whether two definitions are the same (C99 6.10.3p1).
    spelling: Box<[u8]>,
}

impl Definition {
    /// Whether both are the same (C99 6.10.3p1).
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.spelling == other.spelling
    }

    /// What is the same of those that are the same.
    pub(super) fn spelling(&self) -> &[u8] {
        &self.spelling
    }

    // "#" "define" identifier [ "(" [ parameters ] ")" ] replacement-list
    pub(super) fn parse(sources: &Sources, tokens: &[Token]) -> Option<(String, Self)> {
        let text = |token: &Token| lex::text(&sources[token.file].bytes, token).into_owned();
        let (name, mut rest) = tokens.split_first()?;
        if name.kind != TokenKind::Identifier {
            return None;
        }
        let mut parameters = None;
        let mut variadic = false;
        if rest.first().is_some_and(|token| token.is(Punct::LeftParen) && !token.after_space) {
            let close = rest.iter().position(|token| token.is(Punct::RightParen))?;
            let mut names = Vec::new();
            for token in rest[1..close].iter().filter(|token| !token.is(Punct::Comma)) {
                if token.is(Punct::Ellipsis) {
                    // GNU's `args...` names what C calls `__VA_ARGS__`.
                    let named = rest[1..close].len() >= 2 && !rest[close - 2].is(Punct::Comma) && !names.is_empty();
                    if !named {
                        names.push("__VA_ARGS__".to_owned());
                    }
                    variadic = true;
                } else {
                    names.push(text(token));
                }
            }
            parameters = Some(names);
            rest = &rest[close + 1..];
        }
        let mut spelling = Vec::new();
        if let Some(names) = &parameters {
            // No token holds a line break, so that the parts keep apart.
            spelling.extend_from_slice(names.join(",").as_bytes());
            spelling.extend_from_slice(if variadic { b"...\n" } else { b"\n" });
        }
        for (index, token) in rest.iter().enumerate() {
            if index > 0 && token.after_space {
                spelling.push(b' ');
            }
            spelling.extend_from_slice(&lex::spelling(&sources[token.file].bytes, token));
        }
        let spelling = spelling.into_boxed_slice();
        Some((text(name), Self { parameters, variadic, body: rest.to_vec(), spelling }))
    }
}

/// What a name can mean as a macro.
#[derive(Clone, Debug)]
pub enum Meaning<'u> {
    /// No macro; an ordinary identifier.
    Ordinary,
    /// This definition and no other, whatever the host says.
    Sure(&'u Definition),
    /// The host decides; these are the definitions that are known to be possible.
    Open(Vec<&'u Definition>),
}
