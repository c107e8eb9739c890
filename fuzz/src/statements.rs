//! The ends of statements, in the tokens that a compiler sees.
//!
//! There are no directives and no macros any more, so brackets and a few words are enough (C99 6.8). A pragma, an attribute or
//! a label belongs to the statement after it.

use oclc_syntax::lex::Punct;

use crate::final_compile::Token;

/// The body of a `for` loop, without its braces, if copies of it are the same text: it contains no jump, no label, and nothing
/// that may be rewritten itself.
pub fn copied(statement: &[Token]) -> &[Token] {
    let body = match header(statement) {
        [] => &[],
        header => &statement[header.len() + 1..],
    };
    let changes = |token: &Token| {
        ["break", "continue", "goto"].iter().any(|word| token.is_word(word))
            || token.is(Punct::Colon)
            || token.text.contains("unroll")
    };
    match body {
        _ if body.iter().any(changes) => &[],
        [semicolon] if semicolon.is(Punct::Semicolon) => &[],
        [open, inner @ .., _] if open.is(Punct::LeftBrace) => inner,
        _ => body,
    }
}

/// The header of a `for` loop; nothing for another statement.
pub fn header(statement: &[Token]) -> &[Token] {
    let end = statement.first().filter(|token| token.is_word("for")).and_then(|_| group_end(statement, 1));
    end.map_or(&[], |end| &statement[1..end])
}

/// Whether nothing is in the body of a `for` loop.
pub fn has_no_body(statement: &[Token]) -> bool {
    let end = statement.first().filter(|token| token.is_word("for")).and_then(|_| group_end(statement, 1));
    end.is_some_and(|end| match &statement[end..] {
        [semicolon] => semicolon.is(Punct::Semicolon),
        [open, close] => open.is(Punct::LeftBrace) && close.is(Punct::RightBrace),
        _ => false,
    })
}

/// After the group that an opening bracket begins.
pub fn group_end(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if closing(token).is_some() {
            depth += 1;
        } else if is_closing(token) {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// After the pragmas and attributes that begin here, and the labels among them.
pub fn prefix_end(tokens: &[Token], start: usize) -> usize {
    let is = |at: usize, punct| tokens.get(at).is_some_and(|token| token.is(punct));
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        let end = if token.is_pragma() {
            Some(at + 1)
        } else if token.is_word("__attribute__") || token.is_word("__attribute") {
            group_end(tokens, at + 1).filter(|_| is(at + 1, Punct::LeftParen))
        } else if is(at, Punct::LeftBracket) && is(at + 1, Punct::LeftBracket) {
            group_end(tokens, at)
        } else if at > start {
            label_end(tokens, at)
        } else {
            None
        };
        match end {
            Some(end) => at = end,
            None => break,
        }
    }
    at
}

/// After the statement that begins here.
pub fn statement_end(tokens: &[Token], start: usize) -> Option<usize> {
    let at = prefix_end(tokens, start);
    let token = tokens.get(at)?;
    let in_parentheses = |at: usize| {
        let open = tokens.get(at).filter(|token| token.is(Punct::LeftParen));
        open.and_then(|_| group_end(tokens, at))
    };
    if token.is(Punct::LeftBrace) {
        return group_end(tokens, at);
    }
    match &*token.text {
        "for" | "while" | "switch" => statement_end(tokens, in_parentheses(at + 1)?),
        "if" => {
            let end = statement_end(tokens, in_parentheses(at + 1)?)?;
            let has_else = tokens.get(end).is_some_and(|token| token.is_word("else"));
            if has_else { statement_end(tokens, end + 1) } else { Some(end) }
        }
        "do" => {
            let end = statement_end(tokens, at + 1)?;
            let close = tokens.get(end).filter(|token| token.is_word("while")).and_then(|_| in_parentheses(end + 1))?;
            Some(close + 1).filter(|_| tokens.get(close).is_some_and(|token| token.is(Punct::Semicolon)))
        }
        _ => match label_end(tokens, at) {
            Some(end) => statement_end(tokens, end),
            None => after(tokens, at, Punct::Semicolon),
        },
    }
}

/// After the label that begins here: `name:`, `default:`, `case 3 ? 1 : 2:`.
fn label_end(tokens: &[Token], at: usize) -> Option<usize> {
    if !tokens.get(at)?.is_word("case") {
        let is_label = tokens[at].is_identifier() && tokens.get(at + 1).is_some_and(|token| token.is(Punct::Colon));
        return is_label.then_some(at + 2);
    }
    let mut end = after(tokens, at, Punct::Colon)?;
    for _ in tokens[at..end].iter().filter(|token| token.is(Punct::Question)) {
        end = after(tokens, end, Punct::Colon)?;
    }
    Some(end)
}

/// After the first such token that is in no brackets.
fn after(tokens: &[Token], start: usize, punct: Punct) -> Option<usize> {
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        if token.is(punct) {
            return Some(at + 1);
        }
        if is_closing(token) {
            return None;
        }
        at = if closing(token).is_some() { group_end(tokens, at)? } else { at + 1 };
    }
    None
}

/// Whether a grammar may accept these tokens: all brackets match, and no operator that needs an operand after it ends an expression,
/// as in `i < ;`.
pub fn may_be_code(tokens: &[Token]) -> bool {
    const NEED_AN_OPERAND: [Punct; 6] =
        [Punct::Less, Punct::LessEqual, Punct::Greater, Punct::GreaterEqual, Punct::Equal, Punct::NotEqual];
    let needs_one = |token: &Token| NEED_AN_OPERAND.iter().any(|&punct| token.is(punct));
    let ends = |token: &Token| is_closing(token) || token.is(Punct::Semicolon);
    if tokens.windows(2).any(|pair| needs_one(&pair[0]) && ends(&pair[1])) {
        return false;
    }
    let mut open = Vec::new();
    for token in tokens {
        match closing(token) {
            Some(close) => open.push(close),
            None if is_closing(token) && open.pop().is_none_or(|close| !token.is(close)) => return false,
            None => {}
        }
    }
    open.is_empty()
}

fn closing(token: &Token) -> Option<Punct> {
    let pairs = [
        (Punct::LeftParen, Punct::RightParen),
        (Punct::LeftBracket, Punct::RightBracket),
        (Punct::LeftBrace, Punct::RightBrace),
    ];
    pairs.into_iter().find(|(open, _)| token.is(*open)).map(|(_, close)| close)
}

fn is_closing(token: &Token) -> bool {
    [Punct::RightParen, Punct::RightBracket, Punct::RightBrace].into_iter().any(|close| token.is(close))
}
